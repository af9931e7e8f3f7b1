// Judging an answer: which fans were named rightly, missed, or named without reason, and whether the points are right.

/** @typedef {import("../shared/types.js").ExplainedWin} ExplainedWin */
/** @typedef {import("../shared/types.js").ExplainedFan} ExplainedFan */
/** @typedef {import("../shared/types.js").RefusedFan} RefusedFan */
/**
 * A fan that was named and does not count: refused beside another, or not there at all.
 * @typedef {{id: string, refused: RefusedFan | null}} WrongFan
 */
/**
 * @typedef {{right: ExplainedFan[], missed: ExplainedFan[], wrong: WrongFan[], points: number | null, pointsRight: boolean, perfect: boolean}} Verdict
 */

/** @param {ExplainedWin} score @param {readonly string[]} named @param {number | null} points @returns {Verdict} */
export function judge(score, named, points) {
  const right = score.fans.filter((fan) => named.includes(fan.id));
  const missed = score.fans.filter((fan) => !named.includes(fan.id));
  const wrong = named
    .filter((id) => !score.fans.some((fan) => fan.id === id))
    .map((id) => ({id, refused: score.refused.find((refused) => refused.id === id) ?? null}));
  const pointsRight = points === score.points;
  return {right, missed, wrong, points, pointsRight, perfect: !missed.length && !wrong.length && pointsRight};
}

/** The verdict as a row of squares, for people to show each other. @param {Verdict} verdict */
export const squares = ({right, missed, wrong, pointsRight}) =>
  "🟩".repeat(right.length) + "🟥".repeat(missed.length) + "🟨".repeat(wrong.length) + (pointsRight ? " ✓" : " ✗");
