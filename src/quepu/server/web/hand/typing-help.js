// How to write a hand, with words that are understood. A test types every one of them.

import {html} from "../vendor/lit-html/lit-html.js";
import {settings} from "../shared/settings.js";
import {say} from "./help-texts.js";

/** @type {Record<"zh" | "en", [Parameters<typeof say>[0], string[]][]>} */
const WORDS = {
  zh: [
    [
      "help_tiles",
      ["一二三万", "123万", "123m", "五饼 五筒", "七条 七索", "东东东", "红中 发财 白板", "东×3", "三张发财", "一对白", "将白"],
    ],
    [
      "help_melds",
      ["吃123万", "碰东东东", "碰东", "碰(东东东)", "副露：东东东 手牌：55饼", "明杠东", "暗杠九条", "[123m]", "[东东东]", "(9999s)"],
    ],
    ["help_winning", ["和九万", "自摸九万", "+9m"]],
    [
      "help_how",
      ["自摸", "点和", "妙手回春", "海底捞月", "河底捞鱼", "杠上开花", "岭上开花", "抢杠", "绝张", "天和", "地和", "天听", "地听", "人听"],
    ],
    ["help_winds", ["南家", "庄家", "门风=南", "南风圈", "圈风=南", "花2", "花=春梅"]],
  ],
  en: [
    ["help_tiles", ["123m", "123 characters", "5p", "5 dots", "7s", "7 bamboo", "EEE", "east", "red dragon", "RD GD WD", "pair of east"]],
    ["help_melds", ["[123m]", "chow 123m", "[EEE]", "pung EEE", "pon [EEE]", "kong of east", "(9999s)", "concealed kong 9999s"]],
    ["help_winning", ["+9m", "win 9m", "winning tile: 9m"]],
    [
      "help_how",
      [
        "self-drawn",
        "by discard",
        "last draw",
        "last discard",
        "kong draw",
        "robbing the kong",
        "last copy",
        "heavenly hand",
        "earthly hand",
      ],
    ],
    ["help_winds", ["seat south", "dealer", "round south", "2 flowers"]],
  ],
};

export const typingHelp = () =>
  html`<dl>${WORDS[settings.lang].map(
    ([title, words]) => html`<dt>${say(title)}</dt><dd>${words.map((word) => html`<code>${word}</code> `)}</dd>`,
  )}</dl>
    <p class="muted">${say("help_pasted")}</p>`;
