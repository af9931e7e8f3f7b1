// The texts of the help for typing: Chinese, English.

import {wordsOf} from "../shared/settings.js";

/** @satisfies {Record<string, [string, string]>} */
const TEXTS = {
  help_tiles: ["牌", "Tiles"],
  help_melds: ["吃碰杠", "Melds"],
  help_winning: ["和的牌", "The winning tile"],
  help_how: ["怎样和的", "How it was won"],
  help_winds: ["门风、圈风、花", "Winds and flowers"],
  help_pasted: [
    "聊天里的文字可以整段贴进来：名字、时间会略过，写着“国标”就按国标算。这一页复制的文字和链接，贴进来就打开那手牌。",
    "Paste a chat message as it is: names and times are skipped, and “MCR” or “Lingque” chooses the rules. A text or a link copied here opens that hand.",
  ],
};

/** A text of the help in the chosen language. */
export const say = wordsOf(TEXTS);
