// Names of fans at the table: each is a button that explains the fan beside it (`data-fan-info`, see fan-panel.js).

import {html} from "../vendor/lit-html/lit-html.js";
import {withComma} from "../shared/names.js";
import {settings, t} from "../shared/settings.js";

/** @typedef {import("../shared/game/types.js").FanInBrief} FanInBrief */

/** No line ends between a name and the sign after it. */
const JOINER = "\u2060";

/** The names of the most valuable fans. @param {readonly FanInBrief[]} fans @param {number} [most] */
export const fanNames = (fans, most = 2) =>
  fans
    .slice(0, most)
    .map(
      ({id, name, en}, i, all) =>
        html`${withComma(html`<button type="button" class="fan-link" data-fan-info=${id}>${settings.lang === "zh" ? name : en}</button>`, i < all.length - 1)}`,
    );

/**
 * A text with names of fans in it, at the place of `{fans}` or another.
 * @param {Parameters<typeof t>[0]} key @param {unknown} names @param {Record<string, string | number>} [values] @param {string} [place]
 */
export function textWith(key, names, values = {}, place = "fans") {
  const [before, after] = t(key, {...values, [place]: "\0"}).split("\0");
  return html`${before}${names}${JOINER}${after}`;
}

/** What a win is worth: its points, and its main fans. @param {{points: number, fans: readonly FanInBrief[]}} win */
export const winWorthView = ({points, fans}) =>
  fans.length ? textWith("worth_with", fanNames(fans, 3), {points}) : t("value_points", {points});
