// Copy text to the clipboard.

import {t} from "./settings.js";
import {notice} from "./shell.js";

/** @param {string} text @param {string} done */
export async function copy(text, done) {
  try {
    if (navigator.clipboard) await navigator.clipboard.writeText(text);
    else copyFromField(text);
    notice(done);
  } catch {
    notice(t("cannot_copy"));
  }
}

/** The old way to copy, for a phone that has the page by plain HTTP from a machine in its network. @param {string} text */
function copyFromField(text) {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "unseen";
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  if (!copied) throw new Error("not copied");
}
