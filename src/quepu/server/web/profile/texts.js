// The texts of the profile: Chinese, English.

import {wordsOf} from "../shared/settings.js";

/** @satisfies {Record<string, [string, string]>} */
const TEXTS = {
  profile_kept: [
    "这里统计的是在这个浏览器里打的牌，别的设备上看不到。清除浏览器数据会一并删掉，想留住就导出一份。亮牌的教学桌不计。",
    "These figures are about the games played in this browser, and other devices do not show them. Clearing the browser's data deletes them, so save a file now and then. Teaching tables with open hands do not count.",
  ],
  profile_account: [
    "登录后打的牌，在哪台设备上都能从账号页看到：",
    "The games that you play while signed in are on your account page, on every device:",
  ],
  to_account_games: ["{name} 的对局", "Games of {name}"],
  profile_unkept: [
    "这个浏览器不允许网页保存数据（也许是无痕窗口），所以没有战绩。",
    "This browser lets pages keep nothing (a private window?), so there is nothing to show.",
  ],
  profile_empty: ["还没有战绩。", "Nothing here yet."],
  profile_empty_how: [
    "在牌桌上打完一局，这里就会记下来：和牌率、点炮率、最大的牌、和过的番种。和机器人打也算；亮牌的教学桌不算。",
    "Finish a deal at a table, and it is remembered here: how often you win and deal in, your best hands, the fans you made. Games against bots count too, teaching tables with open hands do not.",
  ],
  stats_of: ["统计", "Statistics"],
  stat_games: ["共 {count} 场", "in {count} {count:game|games}"],
  stat_deals: ["局数", "Deals"],
  stat_wins: ["和牌率", "Wins"],
  stat_dealt_in: ["点炮率", "Deal-ins"],
  stat_dealt_in_means: ["别人和了你打出的牌", "another player won on your discard"],
  stat_self: ["自摸占和牌", "Wins by self-draw"],
  stat_drawn: ["流局率", "Drawn deals"],
  stat_points: ["和牌平均分数", "Points per win"],
  stat_result: ["每局平均得失", "Result per deal"],
  stat_game_result: ["每场平均得失", "Result per game"],
  stat_of: ["{count} / {all} 局", "{count} of {all} {all:deal|deals}"],
  stat_of_wins: ["{count} / {all} 次和牌", "{count} of {all} {all:win|wins}"],
  stat_in_wins: ["{all} 次和牌", "{all} {all:win|wins}"],
  stat_in_deals: ["{all} 局", "{all} {all:deal|deals}"],
  stat_in_games: ["打完 {all} 场", "{all} finished {all:game|games}"],
  stat_altered: [
    "另有 {count} 局悔过牌，不计入统计。",
    "{count} {count:deal|deals} in which moves were taken back {count:is|are} not counted.",
  ],
  best_hands: ["最大的牌", "Best hands"],
  no_wins: ["还没有和过牌。", "No win yet."],
  to_hand: ["算牌", "Score it"],
  to_replay: ["回看", "Replay"],
  fans_made: ["和过的番种", "Fans made"],
  fan_hands: ["{count} 手", "{count} {count:hand|hands}"],
  all_fans: ["全部 {count} 种", "All {count}"],
  history: ["历史", "History"],
  history_deals: ["{count} 局", "{count} {count:deal|deals}"],
  history_won: ["和 {count} 局", "won {count}"],
  history_ended: ["{when} 结束", "Ended {when}"],
  history_last: ["{when} 打到这里", "Last played {when}"],
  history_unfinished: ["没有打完", "not finished"],
  history_place: ["第 {place} 名", "place {place}"],
  history_more: ["再显示 {count} 场", "Show {count} more"],
  keep_it: ["导出、导入、删除", "Save, load, delete"],
  save_file: ["导出到文件", "Save to a file"],
  load_file: ["从文件导入", "Load a file"],
  load_file_how: [
    "文件里有战绩，也有练习和学习的进度。导入会和现有的合并，重复的只留一份，什么也不会丢。",
    "The file has your games, your practice and the lessons done. Loading adds to what is here; the same game is kept once, and nothing is lost.",
  ],
  on_server: ["服务器上的对局", "On the server"],
  on_server_how: [
    "您打过的对局也在服务器上，别人可以看复盘。您可以从中抹去自己的名字，名下的身份也随之作废；只有您和机器人打的对局会整场删除。正在打的对局要先打完。",
    "The server has the games that you have played, and others can watch their replays. You can have your name removed from them, and give up your seats; games with bots only are deleted. A game that is being played must end first.",
  ],
  forget_server: ["从服务器上抹去我", "Remove me from the server"],
  forget_sure: [
    "从您进过的 {count} 个房间里抹去您的名字，并删除您和机器人的对局？此操作无法撤销。",
    "Remove your name from {count} {count:room|rooms} and delete your games with bots? This cannot be undone.",
  ],
  forgotten: ["已从 {count} 个房间抹去。", "Removed from {count} {count:room|rooms}."],
  forgotten_not_all: [
    "已从 {count} 个房间抹去，还有 {left} 个没有：{problem}",
    "Removed from {count} {count:room|rooms}; not from {left}: {problem}",
  ],
  delete_all: ["全部删除", "Delete everything"],
  delete_sure: [
    "删除这个浏览器里的全部战绩，以及练习和学习的进度？此操作无法撤销。",
    "Delete all games, the practice and the progress in the lessons that this browser has kept? This cannot be undone.",
  ],
  deleted_all: ["已全部删除。", "Everything was deleted."],
  saved_file: ["已导出 {count} 场，以及练习和学习的进度。", "Saved {count} {count:game|games}, the practice and the lessons done."],
  loaded_file: ["文件里有 {count} 场，其中 {added} 场是新的。", "{count} {count:game|games} in the file, {added} of them new."],
  loaded_file_more: [
    "文件里有 {count} 场，其中 {added} 场是新的；练习和学习的进度也已合并。",
    "{count} {count:game|games} in the file, {added} of them new; practice and lessons were added too.",
  ],
  load_failed: [
    "没有导入：浏览器存不下。现有的战绩没有变。",
    "Nothing was loaded: the browser could not store it. What was here is unchanged.",
  ],
  file_not_json: ["没有导入：这不是战绩文件，或者文件已损坏。", "Nothing was loaded: this is not a file of games, or it is damaged."],
  file_not_ours: ["没有导入：这个文件不是从这里导出的战绩。", "Nothing was loaded: this file was not saved from this page."],
  file_newer: ["没有导入：文件来自更新的版本。", "Nothing was loaded: the file comes from a newer version."],
  file_too_large: ["没有导入：文件太大。", "Nothing was loaded: the file is too large."],
  file_wrong_practice: ["没有导入：文件里的练习记录有错误的内容。", "Nothing was loaded: the practice in the file is wrong."],
  file_wrong_lessons: ["没有导入：文件里的学习进度有错误的内容。", "Nothing was loaded: the progress in the lessons in the file is wrong."],
  file_wrong: ["没有导入：文件里第 {game} 场有错误的内容。", "Nothing was loaded: game {game} in the file is wrong."],
};

/** A text of the profile in the chosen language. */
export const say = wordsOf(TEXTS);
