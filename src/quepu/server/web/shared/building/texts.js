// The texts of building a hand: Chinese, English.

import {wordsOf} from "../settings.js";

/** @satisfies {Record<string, [string, string]>} */
export const BUILDING_TEXTS = {
  impossible: ["“{name}”不可能，没有算上。", "“{name}” is impossible here and is left out."],
  kong_missing: ["“{name}”要求手牌中有杠。", "“{name}” requires a kong in the hand."],
  self_robs_no_kong: ["自摸不能抢杠，已去掉“{name}”。", "A self-drawn tile cannot rob a kong: “{name}” is switched off."],
  discard_replaces_nothing: [
    "别人打的牌不是杠后补的牌，已去掉“{name}”。",
    "A discarded tile is not the replacement of a kong: “{name}” is switched off.",
  ],
  full: ["已满 14 张，先去掉一张。", "The hand is full: remove a tile first."],
  one_short: ["连和牌张只有 13 张，还差一张。", "One tile short: there are only 13 with the winning tile."],
  stale: ["输入的文字没有读出来，这里仍是上一手牌。", "The text was not read: this is still the hand before it."],
  undo: ["撤销", "Undo"],
};

/** A text about building a hand in the chosen language. */
export const say = wordsOf(BUILDING_TEXTS);
