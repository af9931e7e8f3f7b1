// What the hand page shows before there is a result: how to begin, and sample hands.

import {html} from "../vendor/lit-html/lit-html.js";
import {FULL, size, stage} from "../shared/building/hand-edits.js";
import {address} from "../shared/addresses.js";
import {emptyHand, readCanonical, readTiles} from "../shared/notation.js";
import {t} from "../shared/settings.js";
import {row} from "../shared/tiles.js";

/** @type {[string, "try_score" | "try_waits" | "try_discards"][]} */
const SAMPLES = [
  ["23m22233344455p +4m", "try_score"],
  ["23456m567p33s [CCC]", "try_waits"],
  ["334556m2456p778s +9s", "try_discards"],
];

const EXAMPLES = ["23m22233344455p +4m", "12345678m22p [EEE] +9m", "1133m5577p2288sW +W | self", "45p55s [345m] [345s] (9999p) +3p"];

/** A hand to show how it works. @returns {import("../shared/types.js").Hand} */
export const exampleHand = () => readCanonical(EXAMPLES[Math.floor(Math.random() * EXAMPLES.length)]) ?? emptyHand();

/** @param {import("../shared/types.js").Hand} hand */
export function welcome(hand) {
  const count = size(hand);
  if (stage(hand) === "too_many") return html`<div class="problem"><p>${t("too_many", {count})}</p></div>`;
  if (count) {
    const share = Math.round((count / (FULL - 1)) * 100);
    return html`<div class="so-far"><p><strong>${t("tiles_so_far", {count})}</strong></p>
      <progress max="100" value=${share} aria-label=${t("tiles_so_far", {count})}></progress><p class="muted">${t("tiles_next")}</p></div>`;
  }
  const query = new URLSearchParams(location.search);
  return html`<div class="welcome">
    <p class="lead">${t("welcome")}</p>
    <p class="muted">${t("welcome_how")}</p>
    <ul class="samples">${SAMPLES.map(([text, key]) => {
      const link = new URLSearchParams(query);
      link.set("hand", text);
      const tiles = readTiles(text.replace(/\s*\+.*/, ""));
      const winning = readTiles(text.split("+")[1] ?? "");
      return html`<li><a href=${address("/hand", link)}><span class="sample-title">${t(key)}</span>
        <span class="sample-tiles">${row(tiles, {classes: "small"})}${winning.length ? row(winning, {classes: "small"}) : ""}</span></a></li>`;
    })}</ul>
    <p><a class="button" href="/play">${t("play_invitation")}</a></p>
  </div>`;
}
