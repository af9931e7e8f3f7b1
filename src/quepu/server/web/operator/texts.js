// The texts of the operator's page: Chinese, English.

import {wordsOf} from "../shared/settings.js";

/** @satisfies {Record<string, [string, string]>} */
const TEXTS = {
  not_allowed: ["这一页只给管理员使用。", "This page is for operators."],
  no_operator: ["{name} 不是管理员，这一页只给管理员使用。", "{name} is no operator, and this page is for operators."],
  to_sign_in: ["去登录", "Sign in"],
  to_account: ["我的账号", "Your account"],
  reports: ["举报", "Reports"],
  reports_none: ["没有举报。", "No reports."],
  report_line: ["{by} 举报 {name}：{reason}", "{by} reports {name}: {reason}"],
  nobody: ["（已注销）", "(deleted)"],
  close_report: ["标为已处理", "Mark as dealt with"],
  closed: ["已处理", "dealt with"],
  to_room: ["房间 {room}", "room {room}"],
  bans: ["停用", "Bans"],
  bans_none: ["没有生效中的停用。", "No bans are in force."],
  ban: ["停用", "Ban"],
  ban_address: ["停用地址或网段", "Ban an address or a network"],
  address: ["地址或网段，如 203.0.113.0/24", "Address or network, such as 203.0.113.0/24"],
  days: ["天数（不填：直到解除）", "Days (empty: until it is lifted)"],
  why: ["理由（会告诉本人）", "Reason (the person is shown it)"],
  until: ["到 {when}", "until {when}"],
  for_ever: ["直到解除", "until it is lifted"],
  unban: ["解除", "Lift"],
  accounts: ["账号", "Accounts"],
  name: ["名字开头", "The name begins with"],
  find: ["查找", "Find"],
  since: ["{when} 注册", "since {when}"],
  found_none: ["没有找到。", "None found."],
  is_operator: ["管理员", "operator"],
  rooms: ["房间", "Rooms"],
  rooms_none: ["没有房间。", "No rooms."],
  playing: ["对局中", "playing"],
  private: ["私人", "private"],
  close_room: ["关闭", "Close"],
  close_sure: ["关闭这个房间？正在打的一场会作废。", "Close this room? A game that is being played there is lost."],
  maintenance: ["维护", "Maintenance"],
  maintenance_how: [
    "所有牌桌会看到通知；到时间以后不再开始新的对局，已经开始的继续打。",
    "All tables show a notice. After that time no new game begins; games that have begun go on.",
  ],
  minutes: ["几分钟以后", "Minutes from now"],
  message: ["给大家看的说明", "Message to everybody"],
  announce: ["宣布维护", "Announce"],
  planned: ["{when} 起维护", "From {when}"],
  cancel: ["取消维护", "Cancel the maintenance"],
  done: ["已完成。", "Done."],
};

/** A text of the operator's page in the chosen language. */
export const say = wordsOf(TEXTS);
