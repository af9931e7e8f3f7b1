// Share a score: as text or as a picture.

import {flagName} from "./hand-view.js";
import {bookName, fanName, value} from "./names.js";
import {handInChinese} from "./notation.js";
import {own, settings, t} from "./settings.js";
import {notice} from "./shell.js";

/** @typedef {import("./types.js").ExplainedWin} ExplainedWin */

/** A hand in the notation with its winds, even where they are the default. @param {string} hand */
function withWinds(hand) {
  const [tiles, options = ""] = hand.split(" | ");
  const words = options.split(" ").filter(Boolean);
  const wind = (/** @type {string} */ name) => words.find((word) => word.startsWith(`${name}=`)) ?? `${name}=E`;
  const winds = [wind("seat"), wind("round")];
  const others = words.filter((word) => word !== "self" && !winds.includes(word));
  return [tiles, "|", ...(words.includes("self") ? ["self"] : []), ...winds, ...others].join(" ");
}

/** The score in words. @param {ExplainedWin} score @param {{name: {zh: string, en: string}}} book @param {string} link */
export function asText(score, book, link) {
  const points = `${score.points} ${t("points_unit", {points: score.points})}${score.legal ? "" : t("too_few", {minimum: score.minimum})}`;
  return [
    settings.lang === "zh" ? handInChinese(score.hand, (flag, self) => flagName(flag, self, score.rules)) : withWinds(score.hand),
    `${bookName(book)}${settings.lang === "zh" ? "：" : ": "}${points}`,
    ...score.fans.map((fan) => `  ${fanName(fan)}${fan.count > 1 ? `×${fan.count}` : ""}  ${value(fan, fan.count)}`),
    ...score.steps[settings.lang].map((step) => `  ${step}`),
    ...(score.payments ? [own(score.payments)] : []),
    link,
  ].join("\n");
}

/**
 * Share a picture of the score where the system can, else save it.
 * @param {ExplainedWin} score
 * @param {{name: {zh: string, en: string}}} book
 */
export async function sharePicture(score, book) {
  const drawing = await import("./score-picture.js").catch(() => null); // few need it
  if (!drawing) return notice(t("offline"));
  await drawing.offerPicture(score, book);
}
