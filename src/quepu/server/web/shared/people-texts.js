// What is said about other people: Chinese, English.

import {wordsOf} from "./settings.js";

/** @satisfies {Record<string, [string, string]>} */
const TEXTS = {
  people: ["好友", "Friends"],
  none: [
    "还没有好友。输入对方的名字来添加，或在牌桌的“同桌的人”里加。",
    "No friends yet. Add somebody by name, or at a table under “People at this table”.",
  ],
  add: ["加好友", "Add a friend"],
  name: ["对方的名字", "Their name"],
  asked_done: ["已发出好友请求。", "Friend request sent."],
  now_friends: ["你们是好友了。", "You are friends now."],
  asking: ["想加你为好友", "wants to be friends"],
  asked: ["等待对方同意", "has not answered yet"],
  accept: ["同意", "Accept"],
  decline: ["拒绝", "Decline"],
  take_back: ["撤回", "Take back"],
  end: ["删除", "Remove"],
  block: ["拉黑", "Block"],
  unblock: ["取消拉黑", "Unblock"],
  blocked: ["黑名单", "Blocked"],
  blocked_how: [
    "被拉黑的人不能加入你的牌桌，他们说的话你也看不到。对方不会收到通知。",
    "People whom you block cannot join your tables, and you do not see what they say. They are not told.",
  ],
  tables: ["好友的牌桌", "Tables of friends"],
  table_of: ["{name} 的牌桌", "The table of {name}"],
  at_table: ["同桌的人", "People at this table"],
  report: ["举报", "Report"],
  report_send: ["发送给管理员", "Send to the operators"],
  report_sent: ["举报已发送，谢谢。", "Report sent. Thank you."],
  report_text: ["说明（可不填）", "What happened (optional)"],
  reason: ["原因", "Reason"],
  reason_cheating: ["作弊", "Cheating"],
  reason_insult: ["辱骂", "Insults"],
  reason_stalling: ["拖延", "Stalling"],
  reason_name: ["名字不当", "An offensive name"],
  reason_other: ["其他", "Something else"],
  is_blocked: ["已拉黑", "blocked"],
  is_friend: ["好友", "friend"],
  guest: ["游客", "guest"],
};

/** A text about other people in the chosen language. */
export const peopleText = wordsOf(TEXTS);
