// The texts of the account page: Chinese, English.

import {wordsOf} from "../shared/settings.js";

/** @satisfies {Record<string, [string, string]>} */
const TEXTS = {
  lead: [
    "不注册也能玩。有了账号，登录后打的牌、练习、学习进度和设置就跟着你走，换手机、换电脑都在；还能加好友、上榜。“我的战绩”里的统计仍按浏览器各算各的。",
    "You can play without one. With an account the list of your games and their replays, your practice, lessons and settings are with you on every device, and you have friends and a rating. The statistics under “Your games” stay in each browser.",
  ],
  sign_in: ["登录", "Sign in"],
  sign_up: ["注册", "Sign up"],
  recover: ["用恢复码重设密码", "Set a new password with a recovery code"],
  forgot: ["忘了密码？", "Forgot the password?"],
  back: ["返回登录", "Back"],
  name: ["名字", "Name"],
  password: ["密码", "Password"],
  own_password: ["现在的密码", "Your password"],
  new_password: ["新密码", "New password"],
  code: ["恢复码", "Recovery code"],
  name_how: ["牌桌上别人看到的名字，最多 24 个字。", "What others see at a table, at most 24 characters."],
  password_how: [
    "至少 8 个字符。不需要邮箱，所以忘了密码只能靠恢复码：注册后会给你十个，请收好。",
    "At least 8 characters. There is no e-mail, so only a recovery code helps if you forget it: you get ten after signing up.",
  ],
  signed_in: ["你好，{name}！", "Hello {name}!"],
  signed_out: ["已退出。", "You are signed out."],
  codes_title: ["你的恢复码", "Your recovery codes"],
  codes_how: [
    "每个能重设一次密码，只显示这一次。抄下来，或存到安全的地方。",
    "Each sets a new password once. They are shown only now: write them down, or save them in a safe place.",
  ],
  codes_copy: ["复制", "Copy"],
  codes_copied: ["已复制。", "Copied."],
  codes_kept: ["我已存好", "I have saved them"],
  codes_unconfirmed: ["恢复码存好了吗？", "Have you saved your recovery codes?"],
  codes_unconfirmed_how: [
    "给过你十个恢复码，但你还没确认存好。它们不能再显示；没存下就换一批，不然忘了密码就登不进来了。",
    "You were shown ten recovery codes, and have not confirmed that you saved them. They cannot be shown again. If you did not save them, make new ones: without a code a forgotten password locks you out.",
  ],
  codes_left: ["还剩 {count} 个恢复码。", "{count} recovery {count:code is|codes are} left."],
  codes_renew: ["换一批新的恢复码", "Make new recovery codes"],
  codes_renew_how: ["旧的全部作废。", "The old ones become invalid."],
  since: ["{when} 注册", "Since {when}"],
  to_operator: ["管理页面", "The operator's page"],
  claim_title: ["这个浏览器里的记录", "What this browser has"],
  claim_how: [
    "注册之前在这里打的牌、做的练习和学到的课，可以并入你的账号，以后各台设备自动同步。",
    "The games, practice and lessons from before you signed in can be added to your account. From then on all your devices have the same.",
  ],
  claim_others: [
    "这个浏览器之前归另一个账号使用，里面的练习和课程可能是别人的。",
    "This browser was used with another account before: the practice and lessons in it may be another person's.",
  ],
  claim: ["并入我的账号", "Add them to my account"],
  claimed: ["已并入你的账号。", "They are in your account now."],
  games: ["我的对局", "Your games"],
  games_none: ["登录后打完的牌会列在这里。", "Games that you play while signed in are listed here."],
  games_more: ["更早的", "Earlier ones"],
  games_here: [
    "在这个浏览器里打的牌，和牌率、最大的牌等统计在“我的战绩”。",
    "How often you win, your best hands and more, of the games in this browser, are under “Your games”.",
  ],
  game_claimed: ["游客身份", "as a guest"],
  game_unfinished: ["没有打完", "not finished"],
  security: ["名字与密码", "Name and password"],
  rename: ["改名", "Change the name"],
  rename_how: ["已经开始的对局仍用旧名。", "Games that have begun keep the old one."],
  renamed: ["名字已改。", "Your name is changed."],
  change_password: ["改密码", "Change the password"],
  change_password_how: ["其他设备都会退出。", "All other devices are signed out."],
  password_changed: ["密码已改，其他设备已退出。", "Your password is changed, and other devices are signed out."],
  sign_out: ["退出", "Sign out"],
  sign_out_all: ["在所有设备上退出", "Sign out everywhere"],
  data: ["我的数据", "Your data"],
  export_how: [
    "服务器上关于你的一切，都在一个 ZIP 文件里：账号、好友、进度、全部牌谱。",
    "Everything that the server stores about you, in one ZIP file: account, friends, progress, all records.",
  ],
  export: ["导出全部数据", "Export everything"],
  delete: ["注销账号", "Delete the account"],
  delete_how: [
    "账号、好友、恢复码和同步的进度会立即删除。打过的牌还在，但其中你的名字换成“已注销”；牌谱仍然有效。这个浏览器里存的东西不变。无法撤销。",
    "The account, friends, recovery codes and synced progress are deleted at once. Games remain, with “former player” instead of your name, and their records stay valid. What this browser keeps is unchanged. This cannot be undone.",
  ],
  delete_do: ["永久注销", "Delete for good"],
  account_deleted: ["账号已注销。", "Your account is deleted."],
};

/** A text of the account page in the chosen language. */
export const say = wordsOf(TEXTS);
