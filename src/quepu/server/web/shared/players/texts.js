// The texts about players that several pages have: Chinese, English.

import {wordsOf} from "../settings.js";

/** @satisfies {Record<string, [string, string]>} */
const TEXTS = {
  rating: ["等级分", "Rating"],
  rating_error: ["误差 ±{number}", "error ±{number}"],
  guest: ["游客", "guest"],
  to_hand: ["算牌", "Score it"],
  to_replay: ["看这一手", "Watch it"],
  show_more: ["再看一些", "Show more"],
};

/** A text about players in the chosen language. */
export const sayOfPlayers = wordsOf(TEXTS);
