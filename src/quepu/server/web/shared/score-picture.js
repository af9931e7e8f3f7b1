// The picture of a score: a card with the tiles and the fans, drawn on a canvas from the same faces as the page.

import {bookName, fanName, value} from "./names.js";
import {winWords} from "./hand-view.js";
import {readTiles, readWritten} from "./notation.js";
import {legality, winningPlace} from "./score-view.js";
import {settings, t} from "./settings.js";
import {notice} from "./shell.js";
import {faceAddress} from "./tiles.js";

/** @typedef {import("./types.js").ExplainedWin} ExplainedWin */
/** @typedef {{name: import("./types.js").Both}} NamedBook */

const WIDTH = 1080;
const EDGE = 64;
const FELT_TOP = 190;
const PAPER = "#fbf7ec";
const INK = "#22302b";
const QUIET = "#6d7a73";
const GOLD = "#f2d58c";
const AMBER = "#9a6a1e";
const LINE = "#e4dcc8";
const SERIF = '"Noto Serif CJK SC", "Songti SC", "Source Han Serif SC", Georgia, serif';
const SANS = 'system-ui, "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", sans-serif';

/** The colour of the table's cloth. */
const cloth = () => getComputedStyle(document.documentElement).getPropertyValue("--cloth").trim();

/** @param {string} tile @returns {Promise<HTMLImageElement>} */
async function loadFace(tile) {
  const image = new Image();
  image.src = faceAddress(settings.faces, tile);
  await image.decode();
  return image;
}

/** The places of the tiles of a reading in one row. @param {string[][]} groups */
function layOut(groups) {
  const gap = 22;
  const inner = WIDTH - 2 * EDGE - 48;
  const total = groups.flat().length;
  const width = Math.min(66, (inner - gap * (groups.length - 1)) / total);
  let x = (WIDTH - (width * total + gap * (groups.length - 1))) / 2;
  /** @type {{tile: string, x: number, index: number, group: number}[]} */
  const places = [];
  groups.forEach((tiles, group) => {
    tiles.forEach((tile, index) => {
      places.push({tile, x, index, group});
      x += width;
    });
    x += gap;
  });
  return {places, width, height: (width * 4) / 3};
}

/** @param {CanvasRenderingContext2D} pen @param {string} text @param {number} x @param {number} y @param {string} font @param {string} colour @param {CanvasTextAlign} align */
function write(pen, text, x, y, font, colour, align = "left") {
  pen.font = font;
  pen.fillStyle = colour;
  pen.textAlign = align;
  pen.fillText(text, x, y);
}

/** The book and the points. @param {CanvasRenderingContext2D} pen @param {ExplainedWin} score @param {NamedBook} book */
function drawHead(pen, score, book) {
  const unit = t("points_unit", {points: score.points});
  write(pen, bookName(book), EDGE, 104, `34px ${SANS}`, QUIET);
  write(pen, winWords(readWritten(score.hand).win, true, score.rules), EDGE, 150, `26px ${SANS}`, QUIET);
  write(pen, unit, WIDTH - EDGE, 128, `40px ${SANS}`, QUIET, "right");
  const unitWidth = pen.measureText(unit).width;
  write(pen, String(score.points), WIDTH - EDGE - unitWidth - 16, 132, `700 104px ${SERIF}`, score.legal ? cloth() : AMBER, "right");
}

/** The tiles, the winning one framed. @param {CanvasRenderingContext2D} pen @param {ExplainedWin} score @param {ReturnType<typeof layOut>} layout @param {Map<string, HTMLImageElement>} faces */
function drawTiles(pen, score, {places, width, height}, faces) {
  const {groups} = score.reading;
  const won = winningPlace(score);
  pen.fillStyle = cloth();
  pen.beginPath();
  pen.roundRect(EDGE - 24, FELT_TOP, WIDTH - 2 * EDGE + 48, height + 72, 22);
  pen.fill();
  for (const {tile, x, index, group} of places) {
    if (groups[group][0] === "[") {
      pen.fillStyle = "rgb(255 255 255 / .45)"; // claimed
      pen.fillRect(x + 1, FELT_TOP + height + 42, width, 5);
    }
    const hidden = groups[group][0] === "(" && (index === 0 || index === 3);
    pen.drawImage(/** @type {HTMLImageElement} */ (faces.get(hidden ? "back" : tile)), x + 1, FELT_TOP + 36, width - 2, height);
    if (won?.group === group && won.place === index) {
      pen.strokeStyle = GOLD;
      pen.lineWidth = 6;
      pen.strokeRect(x - 1, FELT_TOP + 34, width + 2, height + 4);
    }
  }
}

/** The fans, and how the points come about. @param {CanvasRenderingContext2D} pen @param {ExplainedWin} score @param {number} top */
function drawFans(pen, score, top) {
  score.fans.forEach((fan, i) => {
    const y = top + i * 58;
    write(pen, fanName(fan) + (fan.count > 1 ? `×${fan.count}` : ""), EDGE, y, `36px ${SANS}`, INK);
    write(pen, value(fan, fan.count), WIDTH - EDGE, y, `34px ${SANS}`, QUIET, "right");
  });
  const foot = pen.canvas.height - 64;
  pen.fillStyle = LINE;
  pen.fillRect(EDGE, foot - 66, WIDTH - 2 * EDGE, 2);
  const product = score.fu === undefined ? [] : [t("product", {fu: score.fu, fan: score.fan ?? 0})];
  const words = [...product, legality(score)].filter(Boolean).join(settings.lang === "zh" ? "，" : ", ");
  write(pen, words, EDGE, foot, `30px ${SANS}`, QUIET);
  write(pen, "雀谱 Quepu", WIDTH - EDGE, foot, `600 32px ${SERIF}`, cloth(), "right");
  write(pen, location.host, WIDTH - EDGE, foot + 36, `24px ${SANS}`, QUIET, "right");
}

/** @param {ExplainedWin} score @param {NamedBook} book @returns {Promise<Blob>} */
export async function drawCard(score, book) {
  const groups = score.reading.groups.map(readTiles);
  const layout = layOut(groups);
  const names = [...new Set([...groups.flat(), "back"])];
  const faces = new Map(await Promise.all(names.map(async (name) => /** @type {const} */ ([name, await loadFace(name)]))));
  const listTop = FELT_TOP + layout.height + 142;
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = listTop + score.fans.length * 58 + 190;
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.fillStyle = PAPER;
  pen.fillRect(0, 0, WIDTH, canvas.height);
  pen.textBaseline = "alphabetic";
  drawHead(pen, score, book);
  drawTiles(pen, score, layout, faces);
  drawFans(pen, score, listTop);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"));
}

/** Draw a picture and offer it to other apps where the system can, else save it. @param {ExplainedWin} score @param {NamedBook} book */
export async function offerPicture(score, book) {
  const blob = await drawCard(score, book);
  const file = new File([blob], "quepu.png", {type: "image/png"});
  if (navigator.canShare?.({files: [file]})) {
    try {
      await navigator.share({files: [file], title: "雀谱 Quepu"});
      return;
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return; // the user cancelled
    }
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  notice(t("picture_saved"));
}
