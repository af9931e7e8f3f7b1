// Handing a hand on: as text, as a link, as a picture.

import {bookName, fanName, value} from "./names.js";
import {drawCard} from "./picture.js";
import {settings, t} from "./settings.js";
import {notice} from "./shell.js";

/** @typedef {import("./types.js").ExplainedWin} ExplainedWin */

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

/** The score in words. @param {ExplainedWin} score @param {{name: {zh: string, en: string}}} book @param {string} link */
export function asText(score, book, link) {
  const points = `${score.points} ${t("points_unit", {points: score.points})}${score.legal ? "" : t("too_few", {minimum: score.minimum})}`;
  return [
    score.hand,
    `${bookName(book)}${settings.lang === "zh" ? "：" : ": "}${points}`,
    ...score.fans.map((fan) => `  ${fanName(fan)}${fan.count > 1 ? `×${fan.count}` : ""}  ${value(fan, fan.count)}`),
    ...score.steps[settings.lang].map((step) => `  ${step}`),
    link,
  ].join("\n");
}

/**
 * Share a picture of the score where the system can, else save it.
 * @param {ExplainedWin} score
 * @param {{name: {zh: string, en: string}}} book
 */
export async function sharePicture(score, book) {
  const blob = await drawCard(score, book);
  const file = new File([blob], "quepu.png", {type: "image/png"});
  if (navigator.canShare?.({files: [file]})) {
    try {
      await navigator.share({files: [file], title: "雀谱 Quepu"});
      return;
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return; // the player thought better of it
    }
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  notice(t("picture_saved"));
}
