// The texts of the gallery: Chinese, English.

import {wordsOf} from "../shared/settings.js";

/** @satisfies {Record<string, [string, string]>} */
const TEXTS = {
  lead: [
    "公开牌桌上和出来的大牌，点开就能从那一刻回看。机器人的不算。",
    "The greatest hands that people have won at public tables. Each leads to its moment in the replay.",
  ],
  period: ["时间", "Period"],
  days_0: ["全部", "All time"],
  days_365: ["一年内", "Last year"],
  days_30: ["三十天内", "Last 30 days"],
  days_7: ["七天内", "Last 7 days"],
  fan: ["番种", "Fan"],
  any_fan: ["不限", "Any"],
  none: [
    "还没有这样的牌。有人在公开牌桌上和了大牌，就会列在这里。",
    "No such hands yet. Great hands that people win at public tables are listed here.",
  ],
  to_players: ["排行榜", "Leaderboard"],
};

/** A text of the gallery in the chosen language. */
export const say = wordsOf(TEXTS);
