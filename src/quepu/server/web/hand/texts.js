// The texts of the hand page that no other page has: Chinese, English.

import {wordsOf} from "../shared/settings.js";

/** @satisfies {Record<string, [string, string]>} */
const TEXTS = {
  book_of_text: ["文字里写的是{book}，已换用这种规则。", "The text names {book}, so these rules are used."],
  edition_points: ["{book}：{points} 分", "{book}: {points} {points:point|points}"],
  edition_too_few: ["{book}：{points} 分，不够 {minimum} 分起和", "{book}: {points} {points:point|points}, below its minimum of {minimum}"],
  edition_no_win: ["{book}：不成和牌", "{book}: not a win"],
  edition_compare: ["看差别", "Compare"],
  wins_self_drawn: [
    "自摸 {tile} 就能和，值这么多；换一张当和的牌，分数可能不同。",
    "This is what it is worth with {tile} self-drawn; with another winning tile it may be worth something else.",
  ],
  back_to_score: ["回到分数", "Back to the points"],
  see_fan: ["看这个番种", "See this fan"],
  notation_example: ["12345678万22饼 碰东 和9万", "12345678m22p [EEE] +9m"],
  help: ["怎么写", "How to write it"],
};

/** A text of the hand page in the chosen language. */
export const say = wordsOf(TEXTS);
