// The texts of the page about use without a network: Chinese, English.

import {wordsOf} from "../shared/settings.js";

export const say = wordsOf(
  /** @satisfies {Record<string, [string, string]>} */ ({
    lead: ["没有网络也能用", "Use it without a network"],
    what: [
      "下载一次，之后没有网络也能算牌、查规则、做练习、学打牌，战绩也看得到。算分用的是服务器那套程序，在浏览器里运行，结果完全一样。",
      "Download it once; then scoring hands, the rules, practice, the tutorial and your own games work without a network. Scores come from the server's own program, which runs in the browser, so they are the same.",
    ],
    not_table: ["对局和牌谱回放仍然需要服务器。", "Games and replays still need the server."],
    get: ["下载（{size} MB）", "Make available offline ({size} MB)"],
    getting: ["正在下载…… {percent} %", "Downloading… {percent} %"],
    ready: ["已可离线使用。", "Available offline."],
    ready_since: [
      "版本 {version}，下载于 {date}。有新版本时，联网打开网页会自动更新。",
      "Version {version}, downloaded {date}. It is updated when you open a page with a network.",
    ],
    install_it: [
      "想放到桌面或主屏幕，用浏览器菜单里的“安装”或“添加到主屏幕”。",
      "To have it among your apps, choose “Install” or “Add to home screen” in the browser's menu.",
    ],
    check: ["检查更新", "Check for updates"],
    current: ["已是最新版本。", "This is the latest version."],
    updated: ["已更新。", "Updated."],
    remove: ["删除离线文件", "Remove the download"],
    removed: ["离线文件已删除。", "The download was removed."],
    failed: [
      "没有下载完。请检查网络后再试；之前下载的不受影响。",
      "The download did not finish. Check the network and try again; an earlier download is unaffected.",
    ],
    insecure: [
      "浏览器只允许通过 https 或在本机（localhost）打开的网页离线使用，而这个网页是用 http 从别的机器打开的。在线使用不受影响；请网站的管理者设置 https。",
      "Browsers allow this only for pages opened by https, or on the machine itself (localhost); this page came by http from another machine. Everything works online; whoever runs the site can set up https.",
    ],
    unsupported: [
      "这个浏览器不支持离线使用，也许是无痕窗口。在线使用不受影响。",
      "This browser does not support it (a private window?). Everything works online.",
    ],
    not_offered: [
      "这台服务器没有提供离线文件。管理者可以用 make offline 取得。",
      "This server does not offer it. Whoever runs it can fetch what is needed with “make offline”.",
    ],
    no_network: ["现在连不上服务器。", "The server cannot be reached now."],
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
