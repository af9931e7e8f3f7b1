// A record file that is dropped on a page, or chosen: the server checks it, keeps it, and it can be looked at.

import {html} from "../../vendor/lit-html/lit-html.js";
import {problemWords} from "../api.js";
import {sendRecord} from "./rooms-api.js";
import {t} from "../settings.js";
import {notice} from "../shell.js";

/** @param {File | undefined} file */
async function look(file) {
  if (!file) return;
  try {
    const {game} = await sendRecord(file);
    location.assign(`/replay/${game}`);
  } catch (error) {
    notice(problemWords(error));
  }
}

/** Let files be dropped anywhere on the page. */
export function acceptRecords() {
  document.addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    look(event.dataTransfer.files[0]);
  });
}

/** @param {Event} event */
function chosen(event) {
  const field = /** @type {HTMLInputElement} */ (event.target);
  look(field.files?.[0]);
  field.value = ""; // or the same file could not be chosen once more
}

export const recordField = () =>
  html`<div class="drop"><p class="muted">${t("replays_how")}</p>
    <label class="button" for="record-file">${t("choose_file")}</label>
    <input id="record-file" class="unseen" type="file" accept=".jsonl,application/x-ndjson" @change=${chosen}></div>`;
