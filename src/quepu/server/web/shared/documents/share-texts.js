// The texts of what all documents have: their links, PIN, files, and whether they are stored. Chinese, English.

import {wordsOf} from "../settings.js";

/** @satisfies {Record<string, [string, string]>} */
const TEXTS = {
  status_saved: ["已保存", "Saved"],
  status_sending: ["正在保存…", "Saving…"],
  status_offline: ["离线：先存在本机，联网后自动上传", "Offline: kept on this device, sent when there is a network"],
  status_refused: ["服务器拒绝保存", "The server has refused it"],
  unsent: ["{count} 项改动还只在本机", "{count} {count:change|changes} {count:is|are} on this device only"],
  not_stored: [
    "这个浏览器不保存数据，关掉页面前请确认已上传",
    "This browser stores nothing: do not close the page before everything is sent",
  ],
  share: ["分享", "Share"],
  share_read: ["只读链接", "Link to read"],
  share_read_how: ["谁都能看，会自动更新，不能改。", "Everyone who has it can read; it updates itself, and changes nothing."],
  share_write: ["编辑链接", "Link to edit"],
  share_write_how: [
    "拿到这个链接的人都能改，请只发给信得过的人。",
    "Everyone who has it can change everything: send it only to people you trust.",
  ],
  qr_read: ["二维码：只读链接", "QR code of the link to read"],
  qr_write: ["二维码：编辑链接", "QR code of the link to edit"],
  show_qr: ["显示二维码", "Show the QR code"],
  pin: ["密码", "PIN"],
  pin_set: ["设了密码：别的设备输入密码就能编辑。", "There is a PIN: another device can edit once it is typed there."],
  pin_none: ["没有密码：别的设备只能用编辑链接。", "No PIN: other devices can edit only by the link to edit."],
  pin_new: ["新密码（4–12 位数字）", "New PIN (4 to 12 digits)"],
  pin_save: ["设置密码", "Set PIN"],
  pin_remove: ["取消密码", "Remove PIN"],
  pin_revoke: ["同时收回其他设备的编辑权", "Other devices may not edit any more"],
  pin_saved: ["密码已设置", "The PIN is set"],
  pin_removed: ["密码已取消", "The PIN is removed"],
  pin_wrong_form: ["密码是 4 到 12 位数字。", "A PIN is 4 to 12 digits."],
  read_only: ["只读", "Read only"],
  read_only_how: ["这里只能看，会自动更新。", "You can read here; it updates itself."],
  to_edit: ["输入密码编辑", "Edit with the PIN"],
  unlock: ["编辑", "Edit"],
  unlocked: ["现在可以编辑了", "You can edit now"],
  files: ["文件", "Files"],
  export: ["导出 JSON", "Export JSON"],
  import: ["从文件导入", "Import a file"],
  import_how: [
    "以前导出的 JSON。文件有一点不对，就整个不收。",
    "A JSON file that was exported before. A file that is wrong anywhere is refused whole.",
  ],
  import_copy: ["作为新的一份", "As a new copy"],
  import_too_large: ["文件太大。", "The file is too large."],
  import_not_json: ["这不是 JSON 文件。", "This is not a JSON file."],
  opened: ["{when} 打开", "Opened {when}"],
  unnamed: ["未命名", "unnamed"],
  may_edit: ["可编辑", "can edit"],
  forget: ["从本机移除", "Remove from this device"],
  forget_sure: [
    "从本机移除？服务器上的不受影响；但编辑权也会一起移除，请先留好编辑链接或密码。",
    "Remove it from this device? On the server it stays. The right to edit goes too: keep the link to edit, or a PIN.",
  ],
  delete: ["彻底删除", "Delete for everybody"],
  delete_sure: [
    "从服务器上删除？所有人都再也看不到它，而且无法恢复。",
    "Delete it from the server? Nobody will see it any more, and it cannot be restored.",
  ],
  as_of: ["连不上服务器：这是 {when} 的情况。", "The server does not answer: this is how it was at {when}."],
  needs_server: [
    "积分和排名由服务器计算，现在连不上；记下的内容都在本机。",
    "The server computes standings, and it does not answer now. What was entered is on this device.",
  ],
};

export const shareText = wordsOf(TEXTS);
