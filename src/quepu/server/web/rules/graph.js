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

const SIZES = [13.5, 12, 10.5];
/** By the number of lines: the class of their type, and the distance between them. */
const CLASSES = ["", "two", "three"];
const LEADING = [0, 14, 11.5];
/** Between a name and the edges of its box. */
const MARGIN = 8;

const measure = document.createElement("canvas").getContext("2d");

/** How wide a text is. @param {string} text @param {number} size @param {boolean} bold */
function widthOf(text, size, bold) {
  if (!measure) return size * text.length;
  measure.font = `${bold ? "bold " : ""}${size}px ${getComputedStyle(document.body).fontFamily}`;
  return measure.measureText(text).width;
}

/** Every way to put words into this number of lines. @param {readonly string[]} words @param {number} count @returns {string[][]} */
function splits(words, count) {
  if (count === 1) return [[words.join(" ")]];
  return Array.from({length: words.length - count + 1}, (_, i) => i + 1).flatMap((cut) =>
    splits(words.slice(cut), count - 1).map((rest) => [words.slice(0, cut).join(" "), ...rest]),
  );
}

/** A name in as few lines as fit into a box, each as short as possible. @param {Fan} fan @param {number} width @param {boolean} bold @returns {string[]} */
function lines(fan, width, bold) {
  const words = settings.lang === "zh" ? [fan.row_name] : fan.en.split(" ");
  /** @type {string[]} */
  let best = [];
  for (let count = 1; count <= Math.min(words.length, SIZES.length); count += 1) {
    const widest = (/** @type {string[]} */ split) => Math.max(...split.map((line) => widthOf(line, SIZES[count - 1], bold)));
    best = splits(words, count).reduce((one, other) => (widest(other) < widest(one) ? other : one));
    if (widest(best) <= width - 2 * MARGIN) break;
  }
  return best;
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
  const bold = kind === "centre";
  const text = lines(fan, width, bold);
  const last = text.length - 1;
  const room = width - 2 * MARGIN;
  /** What still does not fit is drawn narrower. @param {string} line */
  const narrowed = (line) => (widthOf(line, SIZES[last], bold) > room ? room : nothing);
  return svg`<a class="node ${kind}" href="#${fan.id}" @click=${() => choose(fan.id)}>
    <rect x=${x} y=${y} width=${width} height=${HEIGHT} rx="9"></rect>
    ${text.map(
      (line, i) => svg`<text x=${x + width / 2} y=${y + HEIGHT / 2 + 5 - last / 2 + (i - last / 2) * LEADING[last]} class=${CLASSES[last]}
      textLength=${narrowed(line)} lengthAdjust="spacingAndGlyphs">${line} </text>`,
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
