// The texts of the leaderboard and of profiles: Chinese, English.

import {wordsOf} from "../shared/settings.js";

/** @satisfies {Record<string, [string, string]>} */
const TEXTS = {
  lead: [
    "公开牌桌上正式对局的成绩。名次按等级分的保底值排：等级分减去三倍误差。",
    "From rated games at public tables. Players are in the order of what they are at least: the rating less three times its deviation.",
  ],
  to_gallery: ["大牌馆", "Great hands"],
  to_match: ["去匹配对局", "Find a game"],
  with_bots: ["也列出机器人", "Bots too"],
  none: [
    "这套规则还没有正式对局。登录后匹配一桌，打完就有等级分。",
    "No rated games under this rule book yet. Sign in and find a game: you are rated when it is over.",
  ],
  place: ["名次", "Place"],
  player: ["玩家", "Player"],
  games: ["场数", "Games"],
  mean_rank: ["平均名次", "Mean place"],
  how: ["怎样计分", "How it works"],
  how_method: [
    "每套规则分开计。打完一场，按四家的名次调整：赢了比自己强的人，加得多。人人从 1500 起，误差 500；打得越多，误差越小。真实水平有九成五的把握在等级分上下两倍误差之间。",
    "Each rule book has ratings of its own. After a game, the places of the four change their ratings: beating stronger players gains more. Everybody begins at 1500 with a deviation of 500, which shrinks with every game. With 95 % probability the true strength is within two deviations of the rating.",
  ],
  how_counts: [
    "计分的对局：公开的牌桌，不能悔牌，没有提示，不亮牌，不用自订规则，至少四局，打到底；四家都是登录的人或机器人，至少有一个人。",
    "A game is rated if its table is public, without taking back, hints, open hands or custom rules; if it has at least four deals and is played to its end; and if all four are people with accounts or bots, at least one of them a person.",
  ],
  how_left: [
    "中途离开、由机器人代打的，按最后一名计；其他三家这一场不计。",
    "Who leaves a game to a bot is rated as its last. For the other three that game does not count.",
  ],
  how_model: ["方法：Weng 与 Lin 2011 年发表的 Plackett–Luce 模型。", "The method is the Plackett–Luce model of Weng and Lin (2011)."],
  no_player: ["没有这个玩家。", "There is no such player."],
  to_players: ["排行榜", "Leaderboard"],
  since: ["{when} 加入", "Since {when}"],
  a_bot: ["机器人", "A bot"],
  no_games: ["还没有打完的对局。", "No finished games yet."],
  stat_place: ["排行榜第 {place} 名", "number {place} on the leaderboard"],
  stat_rated: ["计分 {count} 场", "{count} rated {count:game|games}"],
  unrated: ["未定", "None yet"],
  unrated_how: ["还没有计分的对局", "no rated games yet"],
  stat_wins: ["和牌率", "Wins"],
  stat_deal_ins: ["点炮率", "Deal-ins"],
  stat_self: ["自摸占和牌", "Wins by self-draw"],
  stat_drawn: ["流局率", "Drawn deals"],
  stat_opened: ["副露率", "Deals with claims"],
  stat_points: ["和牌平均分数", "Points per win"],
  stat_dealt_in: ["点炮平均分数", "Points per deal-in"],
  stat_score: ["每场平均得失", "Result per game"],
  stat_rank: ["平均名次", "Mean place"],
  stat_of: ["{count} / {all} 局", "{count} of {all} {all:deal|deals}"],
  stat_of_wins: ["{count} / {all} 次和牌", "{count} of {all} {all:win|wins}"],
  stat_in_wins: ["{all} 次和牌", "{all} {all:win|wins}"],
  stat_in_deal_ins: ["{all} 次点炮", "in {all} {all:deal|deals}"],
  stat_in_games: ["{all} 场", "{all} {all:game|games}"],
  stat_ranks: ["一二三四名：{first}、{second}、{third}、{fourth} 次", "places 1 to 4: {first}, {second}, {third}, {fourth}"],
  chart: ["等级分的变化", "The rating over time"],
  chart_label: ["最近 {count} 场的等级分，现在是 {rating}", "The rating in the last {count} {count:game|games}; now {rating}"],
  chart_how: ["线是等级分，阴影是上下两倍误差。", "The line is the rating; the shade is two deviations to each side."],
  best: ["最大的牌", "Best hands"],
  best_how: ["公开牌桌上和的牌。", "Hands won at public tables."],
  fans: ["和过的番种", "Fans made"],
  fan_hands: ["{count} 手", "{count} {count:hand|hands}"],
  latest: ["最近的公开对局", "Latest public games"],
  rank: ["第 {rank} 名", "place {rank}"],
  replay: ["回看", "Replay"],
};

/** A text of the leaderboard in the chosen language. */
export const say = wordsOf(TEXTS);
