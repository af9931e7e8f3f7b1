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
  how: ["怎么让自己的程序上桌？", "How do I connect my program?"],
  how_install: ["在自己的电脑上安装雀谱：", "Install Quepu on your computer:"],
  how_program: [
    "程序从标准输入按行读 JSON，把回答写到标准输出。下面这个能和就和，否则选最后一个合法动作：",
    "A program reads lines of JSON from its standard input and writes its answers to its standard output. This one wins when it may, and otherwise does the last legal thing:",
  ],
  how_check: ["先检查一遍，不用连服务器：", "Check it; this needs no server:"],
  how_run: [
    "在上面登记，拿到令牌，然后连接，比如参加天梯：",
    "Register a bot above, and connect with its token, for example to the ladder:",
  ],
  how_more: [
    "全部消息、测试桌、Botzone 的程序，见雀谱源码里的文档",
    "All messages, the sandbox table and programs for Botzone are in Quepu's documentation:",
  ],
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
