// The texts of the offer to use the pages without a network: Chinese, English.

import {wordsOf} from "./settings.js";

export const say = wordsOf(
  /** @satisfies {Record<string, [string, string]>} */ ({
    pages: ["网页", "The pages"],
    pages_about: [
      "没有网络也能打开，也能安装成应用：记分、查规则、学打牌，还有自己的战绩。",
      "They open without a network and can be installed as an app: score sheets, the rules, the tutorial and your own games.",
    ],
    scorer: ["算分程序", "The scorer"],
    scorer_about: [
      "没有网络也能算牌、做练习，记分时也能按牌算分。用的是服务器那套程序，在浏览器里运行，结果完全一样。",
      "Scores hands without a network, for score sheets and practice too. It is the server's own program, which runs in the browser, so its answers are the same.",
    ],
    have: ["已在这台设备上", "On this device"],
    size: ["{size} MB", "{size} MB"],
    no_scorer_here: ["这台服务器没有提供。", "This server does not offer it."],
    get_pages: ["只下载网页（{size} MB）", "Download the pages only ({size} MB)"],
    get_both: ["下载网页和算分程序（{size} MB）", "Download the pages and the scorer ({size} MB)"],
    get_scorer: ["再下载算分程序（{size} MB）", "Download the scorer too ({size} MB)"],
    getting: ["正在下载…… {percent} %", "Downloading… {percent} %"],
    ready_pages: ["网页已可离线使用。", "The pages are available offline."],
    ready_scorer: ["网页和算分程序已可离线使用。", "The pages and the scorer are available offline."],
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
      "浏览器只允许通过 https 或在本机（localhost）打开的网页离线使用，而这个网页是用 http 从别的机器打开的。在线使用不受影响。要离线使用，请运行服务器的人改用 quepu serve --lan --https 启动。",
      "Browsers allow use without a network only for pages opened by https, or on the machine itself (localhost); this page came by http from another machine. Everything works online. To use it offline, the person who runs the server starts it with quepu serve --lan --https.",
    ],
    unsupported: [
      "这个浏览器不支持离线使用，也许是无痕窗口。在线使用不受影响。",
      "This browser does not support use without a network (a private window?). Everything works online.",
    ],
    no_network: ["现在连不上服务器。", "The server cannot be reached now."],
    more: ["详细说明", "About it"],
  }),
);
