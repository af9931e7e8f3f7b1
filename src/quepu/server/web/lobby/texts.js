// The texts of matchmaking in the lobby: Chinese, English.

import {wordsOf} from "../shared/settings.js";

/** @satisfies {Record<string, [string, string]>} */
const TEXTS = {
  match: ["匹配对局", "Find a game"],
  match_how: [
    "和水平相近的人坐一桌；等一会儿还不够四人，机器人补上。",
    "Play with people of similar strength. If there are not four after a while, bots take the free seats.",
  ],
  rounds: ["长度", "Length"],
  rounds_1: ["一圈", "one round"],
  rounds_2: ["两圈", "two rounds"],
  rounds_4: ["四圈", "four rounds"],
  rated: ["正式对局，计等级分", "Rated"],
  rated_guest: ["登录后可以打计分的正式对局。", "Sign in to play rated games."],
  start: ["开始匹配", "Find players"],
  cancel: ["不等了", "Stop waiting"],
  waiting: ["在找人：已等 {seconds} 秒", "Looking for players: {seconds} {seconds:second|seconds} so far"],
  ended: [
    "匹配已停止：你在别处又开始了一次，或者这个页面太久没有联系服务器。要继续就再开始一次。",
    "The search has ended: you began another one elsewhere, or this page was not heard of for too long. Begin again to go on.",
  ],
  others: ["同样在等的还有 {count} 人", "{count} {count:other waits|others wait} for the same game"],
  nobody: ["暂时没有别人在等", "Nobody else is waiting"],
  bots_in: ["{seconds} 秒后机器人补位", "bots in {seconds} {seconds:second|seconds}"],
  custom_rules: ["匹配不用自订规则，请另选一套。", "Custom rules cannot be matched; choose a rule book."],
  to_events: ["复式赛：几桌打同一副牌墙，比谁打得好", "Duplicate events: several tables play the same walls"],
};

/** A text of matchmaking in the chosen language. */
export const sayOfMatch = wordsOf(TEXTS);
