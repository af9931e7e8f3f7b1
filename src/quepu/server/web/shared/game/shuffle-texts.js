// The texts about the check of the shuffle: Chinese, English. Only pages that show the end of a deal load them.

import {wordsOf} from "../settings.js";

/** @satisfies {Record<string, [string, string]>} */
const TEXTS = {
  check_shuffle: ["验证洗牌", "Check the shuffle"],
  check_shuffle_hint: [
    "用公布的种子和大家的随机数，在你的浏览器里重新洗一遍牌墙。",
    "Your browser shuffles the wall again, from the revealed seed and everybody’s numbers.",
  ],
  shuffle_right: [
    "洗牌属实：种子和各家的随机数都在你公开自己的随机数之前锁定，谁也不能事后挑选；你的随机数用上了，机器人的由种子推出，骰子、配牌和摸牌都出自这副牌墙。",
    "The shuffle was fair: the seed and every player’s number were fixed before you opened your own, so nobody could choose them; your number was used, those of bots follow from the seed, and dice, deal and draws came from that wall.",
  ],
  shuffle_right_deal: [
    "洗牌属实：种子和各家的随机数都在你公开自己的随机数之前锁定，谁也不能事后挑选；你的随机数用上了，机器人的由种子推出，骰子和配牌都出自这副牌墙。因为悔过牌，摸牌没有验证。",
    "The shuffle was fair: the seed and every player’s number were fixed before you opened your own, so nobody could choose them; your number was used, those of bots follow from the seed, and dice and deal came from that wall. As moves were taken back, the draws were not checked.",
  ],
  shuffle_recorded: [
    "牌谱自洽：种子和随机数与谱中的承诺相符，骰子、配牌和摸牌都出自这副牌墙。承诺是否在先，只有当时在桌上的人能验证。",
    "The record agrees with itself: seed and numbers fit the commitments in it, and dice, deal and draws came from that wall. Only those who played could check that the commitments came first.",
  ],
  shuffle_givers: [
    "自己出随机数的：{who}；其余的由种子推出。",
    "Players who gave a number of their own: {who}. All others follow from the seed.",
  ],
  shuffle_openers: [
    "发牌前承诺、随后公开自己随机数的：{who}；其余的由种子推出。",
    "Players who committed to a number of their own before the deal and opened it: {who}. All others follow from the seed.",
  ],
  shuffle_withheld: [
    "承诺了随机数却没有公开的：{who}；改用由种子推出的数。知道种子的人借此最多能在两副牌墙中挑一副。",
    "Committed to a number and did not open it: {who}. A number that follows from the seed was used instead. Somebody who knew the seed could choose between two walls that way, no more.",
  ],
  shuffle_no_givers: ["没有人自己出随机数，都由种子推出。", "Nobody gave a number of their own; all follow from the seed."],
  shuffle_unpromised: [
    "验证不完整：这一局的随机数不是从这个浏览器出的，无法判断种子是否在先承诺。骰子和配牌与公布的种子相符。",
    "Incomplete: this browser gave no number for this hand, so it cannot check that the seed was committed to before. Dice and deal fit the revealed seed.",
  ],
  shuffle_own_withheld: [
    "验证不完整：你的随机数没有及时送达服务器，改用了由种子推出的数。骰子和配牌与公布的种子相符。",
    "Incomplete: your number did not reach the server in time, so one that follows from the seed was used. Dice and deal fit the revealed seed.",
  ],
  shuffle_left_out: [
    "不符：服务器确认收到了你对随机数的承诺，这一局却没有采用。",
    "Wrong: the server had confirmed the commitment to your number, and left it out of this hand.",
  ],
  shuffle_nonce_commitments: [
    "不符：各家对随机数的承诺，与你公开自己的随机数之前看到的不同。",
    "Wrong: the commitments to the players’ numbers are not those that were shown before you opened yours.",
  ],
  shuffle_nonce_changed: [
    "不符：有一家的随机数不是发牌前承诺的那个，是事后挑的。",
    "Wrong: a player’s number is not the one committed to before the deal; it was chosen afterwards.",
  ],
  shuffle_incomplete: [
    "验证不完整：缺少这一局的经过，只能在打完后用牌谱验证。",
    "Incomplete: this browser has not seen the whole hand; check it in the replay when the game is over.",
  ],
  shuffle_commitment: ["不符：种子不是当初承诺的那个。", "Wrong: the seed is not the one that was promised."],
  shuffle_nonce: ["不符：服务器确认收到了你的随机数，用的却是别的数。", "Wrong: the server had confirmed your number, and used another."],
  shuffle_bot_nonce: [
    "不符：机器人的随机数不是由种子推出来的，有人替它选了。",
    "Wrong: the number of a bot does not follow from the seed; somebody chose it.",
  ],
  shuffle_dice: ["不符：骰子不是这样掷出来的。", "Wrong: these are not the dice of this shuffle."],
  shuffle_deal: ["不符：配牌不是这副牌墙的。", "Wrong: the hands were not dealt from this wall."],
  shuffle_draw: ["不符：摸的牌不是这副牌墙的。", "Wrong: a drawn tile does not come from this wall."],

  // who must trust whom
  trust_title: ["谁需要信任谁", "Who must trust whom"],
  trust_player: ["某位玩家", "A player alone"],
  trust_player_can: [
    "影响不了牌墙：随机数在种子选定之前就已承诺，玩家不知道种子。",
    "Cannot influence the wall: numbers are committed to before the seed is chosen, and players do not know the seed.",
  ],
  trust_operator: ["服务器", "The operator of the server"],
  trust_operator_can: [
    "挑不了牌墙：种子承诺在先，你的随机数公开在后。若服务器漏掉或替换你的随机数，你的浏览器会在这一局结束时指出。",
    "Cannot choose the wall: the seed is committed to before your number is opened. If the server leaves out or replaces your number, your browser says so at the end of the hand.",
  ],
  trust_operator_seat: ["服务器与一家或多家串通", "The operator together with players"],
  trust_operator_seat_can: [
    "只要还有一位玩家的浏览器出了随机数，就挑不了牌墙；承诺后不公开，每家最多换来两副牌墙挑一副，而且大家都看得见。",
    "Cannot choose the wall as long as one other player’s browser gives a number. Each of them can commit and not open, which gives a choice between two walls and is visible to everybody.",
  ],
  trust_without_number: ["你没有出随机数的那一局", "A hand for which you gave no number"],
  trust_without_number_can: [
    "你只能相信其他出了随机数的玩家没有与服务器串通；如果谁也没出，就只能相信服务器。",
    "You must trust that another player who gave one does not work with the operator; if nobody gave one, you must trust the operator.",
  ],
  trust_record: ["牌谱", "A record"],
  trust_record_can: [
    "能证明种子、随机数、承诺和发牌彼此相符，不能证明承诺在先；这只有当时在桌上的浏览器知道。",
    "Shows that seed, numbers, commitments and deal fit together. It cannot show that the commitments came first: only the browsers at the table know.",
  ],
  trust_views: ["偷看", "Looking at hands"],
  trust_views_can: [
    "服务器看得到所有的牌。它会不会告诉别人，只能信任它。",
    "The server knows all tiles. You must trust its operator not to show them to anybody.",
  ],
};

/** A text about the check of the shuffle in the chosen language. */
export const shuffleText = wordsOf(TEXTS);
