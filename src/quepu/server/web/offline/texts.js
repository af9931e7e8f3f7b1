// The texts of the page about use without a network: Chinese, English.

import {wordsOf} from "../shared/settings.js";

export const say = wordsOf(
  /** @satisfies {Record<string, [string, string]>} */ ({
    lead: ["没有网络也能用", "Use it without a network"],
    what: [
      "下载一次，之后没有网络也能用。网页很小；算分程序大一些，可以以后再下载。",
      "Download it once, and it works without a network afterwards. The pages are small; the scorer is larger, and you can also get it later.",
    ],
    not_table: ["对局和牌谱回放仍然需要服务器。", "Games and replays still need the server."],
    table_title: ["牌桌需要服务器", "The table needs the server"],
    table_why: [
      "发牌、洗牌和其他玩家都在服务器上，所以没有网络就不能对局。你的对局没有丢：重新连上之后，可以接着打。",
      "The wall, the shuffle and the other players are on the server, so there is no game without a network. Nothing is lost: a game in play goes on when you are connected again.",
    ],
    replay_title: ["回放需要服务器", "Replays need the server"],
    replay_why: ["牌谱保存在服务器上，连上网络才能看。", "Records are kept on the server; connect to see them."],
    page_title: ["这一页需要网络", "This page needs a network"],
    page_why: ["这一页没有下载到浏览器里。", "This page is not among those downloaded."],
    meanwhile: ["没有网络也能用的：", "What works without a network:"],
  }),
);
