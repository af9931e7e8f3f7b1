// The texts of reviews: Chinese, English.

import {wordsOf} from "../shared/settings.js";

/** @satisfies {Record<string, [string, string]>} */
const TEXTS = {
  title: ["复盘", "Review"],
  about: [
    "逐个决定地看：最强的机器人会怎么打，与它不同要少得多少分。只用当时看得到的牌。",
    "For each decision: what the strongest bot would have done, and what the difference costs. It uses only what could be seen then.",
  ],
  whose: ["复盘谁", "Whose decisions"],
  reviewed: ["（✓ 已复盘）", " (✓ reviewed)"],
  this_hand: ["复盘这一局", "Review this hand"],
  whole_game: ["复盘整场", "Review the whole game"],
  cancel: ["取消", "Cancel"],
  waiting: ["排队中，前面还有 {ahead} 个", "Waiting; reviews ahead: {ahead}"],
  preparing: ["正在准备……", "Preparing…"],
  progress: ["已看 {done} / {total} 个决定", "{done} of {total} decisions"],
  failed: ["复盘没有完成：{code}", "The review has failed: {code}"],
  finished: ["复盘完成", "The review is done."],
  cancelled: ["复盘已取消，已完成的部分保留", "The review is cancelled; what is done stays."],
  summary: [
    "这一局 {decisions} 个决定，{agreed} 个与机器人相同；明显的失误 {mistakes} 个，共少得约 {cost} 分。",
    "In this hand the bot agrees with {agreed} of {decisions} decisions. Clear mistakes: {mistakes}; points lost: about {cost}.",
  ],
  not_this_hand: ["这一局还没有复盘。", "This hand has not been reviewed."],
  no_decisions: ["这一局没有要做的决定。", "There was nothing to decide in this hand."],
  graph: ["这一局的预期得分", "Expected result through this hand"],
  graph_keys: ["←、→ 逐个决定地看", "← and → go through the decisions"],
  result: ["实际 {points}", "result {points}"],
  as_table: ["看成表格", "As a table"],
  step: ["步", "step"],
  chosen: ["打法", "played"],
  better: ["机器人", "bot"],
  expected: ["预期得分", "points"],
  cost: ["少得", "cost"],
  win_chance: ["和牌率", "wins"],
  deal_in: ["放铳率", "deals in"],
  mistakes: ["失误，损失大的在前", "Mistakes, the most expensive first"],
  no_mistakes: ["没有发现明显的失误。", "No clear mistakes were found."],
  all_mistakes: ["全部 {count} 个", "All {count}"],
  where: ["第 {hand} 局第 {step} 步", "Hand {hand}, step {step}"],
  instead: ["打法：{chosen}；机器人：{better}", "Played: {chosen}. Bot: {better}."],
  try_again: ["从这里再打一次", "Try again from here"],
  now: ["这一步的选择", "The choices at this step"],
  now_played: ["实际打法", "played"],
  now_bot: ["机器人的选择", "the bot's choice"],
  decision_words: [
    "第 {step} 步：{chosen}，预期 {points} 分；机器人：{better}，预期 {best} 分",
    "Step {step}: {chosen}, expected {points}; bot: {better}, expected {best}",
  ],
  choice_note: [
    "机器人选的不一定是平均分最高的：试打的局数有限，平均分带有运气，所以它还看自己对手牌的估价。",
    "The bot's choice need not have the best average: an average of few deals is partly luck, so the bot also weighs the hand itself.",
  ],
  error_note: ["± 是 95 % 的误差范围；失误是损失大于误差的决定。", "± is a 95 % interval; a mistake costs more than its error."],
};

export const reviewText = wordsOf(TEXTS);
