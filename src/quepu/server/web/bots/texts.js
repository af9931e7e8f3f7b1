// The texts of the page of bots: Chinese, English.

import {wordsOf} from "../shared/settings.js";

/** @satisfies {Record<string, [string, string]>} */
const TEXTS = {
  lead: [
    "会写程序？让自己写的程序上桌：跟人打，打测试，或者参加机器人天梯。",
    "Can you program? Let your own program play: with people, at a sandbox table, or on the ladder of bots.",
  ],
  make: ["登记机器人", "Register a bot"],
  name: ["名字", "Name"],
  register: ["登记", "Register"],
  token: ["“{name}”的令牌只显示这一次，请现在存好：", "The token of {name} is shown only now. Keep it:"],
  copy: ["复制令牌", "Copy the token"],
  copied: ["已复制", "Copied"],
  then: ["然后在自己的电脑上运行：", "Then run on your computer:"],
  connected: ["已连接的机器人", "Connected bots"],
  nobody: ["现在没有机器人连接。", "No bot is connected now."],
  of: ["{owner} 的", "by {owner}"],
  in_rooms: ["可请入座", "plays in rooms"],
  on_ladder: ["参加天梯", "plays the ladder"],
  games: ["在打 {count} 场", "games: {count}"],
  ladder: ["机器人天梯", "The ladder of bots"],
  none: [
    "这套规则还没有天梯对局。两个以上的机器人参加，就会开局。",
    "No games under this rule book yet. They begin as soon as two bots want them.",
  ],
  place: ["名次", "Place"],
  bot: ["机器人", "Bot"],
  rating: ["等级分", "Rating"],
  played: ["场数", "Games"],
  latest: ["最近的对局", "Latest games"],
  gone: ["已删除", "deleted"],
};

export const say = wordsOf(TEXTS);
