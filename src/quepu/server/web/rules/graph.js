// One fan and its neighbours, drawn: left what keeps it from counting, right what it keeps from counting, below what it conflicts with.

import {html, nothing, svg} from "../vendor/lit-html/lit-html.js";
import {fanName, list} from "../shared/names.js";
import {settings, t} from "../shared/settings.js";

/** @typedef {import("../shared/types.js").Fan} Fan */
/** @typedef {import("../shared/types.js").Book} Book */

const HEIGHT = 38;
const STEP = 46;
const MOST = 12;

/** @param {Book} book @param {Fan} fan */
export function neighbours(book, fan) {
  const byId = new Map(book.fans.map((row) => [row.id, row]));
  /** @param {readonly string[]} ids @returns {Fan[]} */
  const known = (ids) => ids.flatMap((id) => byId.get(id) ?? []);
  return {
    excludes: known(fan.excludes),
    excludedBy: book.fans.filter((other) => other.excludes.includes(fan.id)),
    against: known(fan.against),
  };
}

/** A name in one line or two. @param {Fan} fan @returns {string[]} */
function lines(fan) {
  if (settings.lang === "zh") return [fan.row_name];
  const words = fan.en.split(" ");
  if (fan.en.length <= 14 || words.length === 1) return [fan.en];
  const cut = words.findIndex((_, i) => words.slice(0, i + 1).join(" ").length >= fan.en.length / 2) + 1;
  return [words.slice(0, cut).join(" "), words.slice(cut).join(" ")].filter(Boolean);
}

/**
 * @param {Fan | null} fan null: more than are drawn
 * @param {number} more
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {string} kind
 * @param {(id: string) => void} choose
 */
function node(fan, more, x, y, width, kind, choose) {
  if (!fan) return svg`<text class="more" x=${x + width / 2} y=${y + HEIGHT / 2 + 5}>${t("and_more", {count: more})}</text>`;
  const text = lines(fan);
  return svg`<a class="node ${kind}" href="#${fan.id}" @click=${() => choose(fan.id)}>
    <rect x=${x} y=${y} width=${width} height=${HEIGHT} rx="9"></rect>
    ${text.map(
      (line, i) => svg`<text x=${x + width / 2} y=${y + HEIGHT / 2 + 5 + (i - (text.length - 1) / 2) * 14}
      class=${text.length > 1 ? "two" : ""}>${line} </text>`,
    )}</a>`;
}

/** The nodes of a side, the rest counted. @param {readonly Fan[]} fans @returns {(Fan | null)[]} */
const shown = (fans) => (fans.length > MOST ? [...fans.slice(0, MOST - 1), null] : [...fans]);

/** @param {Book} book @param {Fan} fan @param {boolean} narrow @param {(id: string) => void} choose */
export function graph(book, fan, narrow, choose) {
  const {excludes, excludedBy, against} = neighbours(book, fan);
  if (!excludes.length && !excludedBy.length && !against.length) return html`<p class="muted">${t("excludes_nothing")}</p>`;
  const width = narrow ? 340 : 640;
  const box = narrow ? 100 : 160;
  const left = shown(excludedBy),
    right = shown(excludes),
    below = shown(against);
  const columns = narrow ? 3 : 4;
  const sides = Math.max(left.length, right.length, 1);
  const bodyHeight = sides * STEP;
  const top = 26;
  const centreY = top + bodyHeight / 2;
  const centreX = width / 2;
  const belowTop = top + bodyHeight + 34;
  const height = below.length ? belowTop + Math.ceil(below.length / columns) * STEP : top + bodyHeight;
  /** @param {number} count @param {number} i */
  const at = (count, i) => top + (bodyHeight - count * STEP) / 2 + i * STEP + (STEP - HEIGHT) / 2;
  /** @param {number} i */
  const place = (i) => {
    const inRow = Math.min(columns, below.length - Math.floor(i / columns) * columns);
    const gap = narrow ? 12 : 8;
    const boxWidth = narrow ? box : 150;
    return {
      x: centreX - (inRow * boxWidth + (inRow - 1) * gap) / 2 + (i % columns) * (boxWidth + gap),
      y: belowTop + Math.floor(i / columns) * STEP,
      width: boxWidth,
    };
  };
  const half = box / 2;
  /** @param {number} x1 @param {number} y1 @param {number} x2 @param {number} y2 */
  const curve = (x1, y1, x2, y2) => `M${x1} ${y1}C${(x1 + x2) / 2} ${y1} ${(x1 + x2) / 2} ${y2} ${x2} ${y2}`;
  return html`<svg class="graph" viewBox="0 0 ${width} ${height}" width=${width} height=${height} role="group"
    aria-label=${t("graph_of", {fan: fanName(fan)})}>
    ${left.length ? svg`<text class="heading" x="0" y="14">${t("excluded_by")}</text>` : nothing}
    ${right.length ? svg`<text class="heading end" x=${width} y="14">${t("excludes")}</text>` : nothing}
    ${left.map((_, i) => svg`<path class="edge" d=${curve(box, at(left.length, i) + HEIGHT / 2, centreX - half - 7, centreY)}></path>`)}
    ${right.map(
      (_, i) => svg`<path class="edge" d=${curve(centreX + half, centreY, width - box - 7, at(right.length, i) + HEIGHT / 2)}></path>
      <path class="arrow" d="M${width - box} ${at(right.length, i) + HEIGHT / 2}l-8 -4v8z"></path>`,
    )}
    ${left.length ? svg`<path class="arrow" d="M${centreX - half} ${centreY}l-8 -4v8z"></path>` : nothing}
    ${
      below.length
        ? svg`<path class="edge dashed" d="M${centreX} ${centreY + HEIGHT / 2}V${belowTop - 20}"></path>
      <text class="heading middle" x=${centreX} y=${belowTop - 7}>${t("against")}</text>`
        : nothing
    }
    ${node(fan, 0, centreX - half, centreY - HEIGHT / 2, box, "centre", choose)}
    ${left.map((other, i) => node(other, excludedBy.length - MOST + 1, 0, at(left.length, i), box, "", choose))}
    ${right.map((other, i) => node(other, excludes.length - MOST + 1, width - box, at(right.length, i), box, "", choose))}
    ${below.map((other, i) => {
      const {x, y, width: boxWidth} = place(i);
      return node(other, against.length - MOST + 1, x, y, boxWidth, "rival", choose);
    })}
  </svg>`;
}

/** The same in words, in full. @param {Book} book @param {Fan} fan */
export function neighbourList(book, fan) {
  const {excludes, excludedBy, against} = neighbours(book, fan);
  /** @param {string} label @param {readonly Fan[]} fans */
  const line = (label, fans) => (fans.length ? html`<p><span class="muted">${label}</span> ${list(fans.map(fanName))}</p>` : nothing);
  return html`<div class="neighbours">${line(t("excludes"), excludes)}${line(t("excluded_by"), excludedBy)}${line(t("against"), against)}</div>`;
}
