// The table seen from above, as one drawing: walls, rivers, sets, the hands of the others, and the middle with winds and scores.
// The user's own seat is at the bottom. Each side is drawn as if it were there and turned to its place.

import {html, nothing, svg} from "../../vendor/lit-html/lit-html.js";
import {figure, letters} from "../names.js";
import {readTiles} from "../notation.js";
import {settings, t} from "../settings.js";
import {breakAt} from "./shuffle.js";
import {windDrawn} from "./wind-mark.js";
import {DISCARD_MARKS, WINDS} from "../constants.js";
import {tileName, tileNames} from "../tiles.js";

/** @typedef {import("./types.js").ViewJson} ViewJson */
/** @typedef {import("./types.js").SeatJson} SeatJson */
/** @typedef {import("./types.js").MeldJson} MeldJson */
/** @typedef {import("../types.js").Tile} Tile */

/**
 * What is drawn. `same` is a kind whose open tiles are marked. `bottom` is the seat at the bottom; `ownHand` says that its tiles are drawn here too, and not below the table.
 * @typedef {{
 *   view: ViewJson, dice: readonly number[], round: string, number: number, tiles: number, bottom: number, ownHand: boolean, upright: boolean,
 *   names: readonly string[], scores: readonly number[], active: readonly number[], call: {seat: number, text: string, n: number} | null,
 *   won: Tile | null, away: readonly boolean[], same: Tile | null,
 * }} Board
 */

const W = 10;
const H = W * (4 / 3);
const MIDDLE = 31;
const RIVER = 34;
const ROW = 6;
const RING = 78;
const EDGE = 88;
/** Melds and open hands beside the table are a little smaller than the tiles on it. */
const SMALL = 0.8;

/** @param {string} name @param {number} x @param {number} y @param {number} [scale] @param {string} [classes] */
const tile = (name, x, y, scale = 1, classes = "") =>
  svg`<use href="#t-${name}" class=${classes} x=${x.toFixed(2)} y=${y.toFixed(2)} width=${(W * scale).toFixed(2)} height=${(H * scale).toFixed(2)} />`;

/** A tile on its side, its left edge at x and its foot at y. @param {string} name @param {number} x @param {number} foot @param {number} scale @param {string} classes */
const turned = (name, x, foot, scale, classes) =>
  svg`<g transform="translate(${x.toFixed(2)} ${foot.toFixed(2)}) rotate(-90)">${tile(name, 0, 0, scale, classes)}</g>`;

// ---- the wall

/**
 * How many tiles each stack still has, from the right end of 東's side on. What was drawn for kongs and flowers is gone from the tail.
 * @param {Board} board @returns {number[]}
 */
function stacks({view, dice, tiles}) {
  const counts = Array(tiles / 2).fill(2);
  const replaced = view.seats.reduce(
    (sum, seat) => sum + readTiles(seat.flowers).length + seat.melds.filter(({type}) => type.endsWith("kong")).length,
    0,
  );
  const tail = Math.min(replaced, tiles - 52 - view.wall_left);
  const first = breakAt(dice, tiles);
  for (let i = 0; i < tiles - tail - view.wall_left; i++) counts[Math.floor(((first + i) % tiles) / 2)]--;
  for (let i = 0; i < tail; i++) counts[Math.floor(((first - 1 - i + tiles) % tiles) / 2)]--;
  return counts;
}

/** One side of the wall, its first stack at the right. @param {readonly number[]} counts @param {number} broken the stack at the tail, or -1 */
function wallSide(counts, broken) {
  const width = 8.6;
  const left = (-width * counts.length) / 2;
  return counts.map((count, i) => {
    const x = left + width * (counts.length - 1 - i);
    return svg`${count ? svg`<rect class="brick" x=${x + 0.3} y=${RING} width=${width - 0.6} height="6.4" rx="1.4" />` : nothing}
      ${count > 1 ? svg`<rect class="brick upper" x=${x + 0.3} y=${RING - 1.5} width=${width - 0.6} height="6.4" rx="1.4" />` : nothing}
      ${i === broken && count ? svg`<circle class="broken" cx=${x + width / 2} cy=${RING + 9} r="1.1"><title>${t("tail_hint")}</title></circle>` : nothing}`;
  });
}

// ---- what a seat has before it

/** @param {SeatJson} seat @param {number} wind @param {Board} board */
function river(seat, wind, {view, names, same}) {
  const name = names[wind];
  const {offer} = view;
  const end = seat.discards.length - 1;
  const won = view.result?.loser === WINDS[wind] && end >= 0 && Boolean(seat.discards[end][1] & DISCARD_MARKS.claimed);
  const last = won || (offer && !offer.robbing && offer.seat === WINDS[wind]) ? end : -1;
  const told = seat.discards.map(
    ([kind, marks]) =>
      tileName(kind) + (marks & DISCARD_MARKS.claimed ? t("mark_taken") : marks & DISCARD_MARKS.from_hand ? "" : t("mark_drawn")),
  );
  return svg`<g class="river" role="img" aria-label=${t("river_of", {name, tiles: told.join(", ") || "–"})}>
    ${seat.discards.map(([kind, marks], i) => {
      const x = (i % ROW) * (W + 0.2) - 3 * (W + 0.2);
      const y = RIVER + Math.floor(i / ROW) * (H + 0.2);
      const taken = marks & DISCARD_MARKS.claimed && !(won && i === end);
      const classes = `${taken ? "taken" : marks & DISCARD_MARKS.from_hand ? "" : "drawn"} ${i === last ? "last" : ""} ${kind === same ? "same" : ""}`;
      const hint = taken ? t("taken_hint") : marks & 3 ? "" : t("drawn_hint");
      return svg`<g>${hint ? svg`<title>${hint}</title>` : nothing}${tile(kind, x, y, 1, classes)}
        ${marks & 3 ? nothing : svg`<path class="notch" d="M${x + W / 2 - 1.7} ${y + H - 3}h3.4l-1.7 2z" />`}
        ${taken ? svg`<rect class="taken-mark" x=${x + 0.4} y=${y + 0.4} width=${W - 0.8} height=${H - 1.2} rx="1.4" />` : nothing}
        ${i === last ? svg`<rect class="last-mark" x=${x - 0.5} y=${y - 0.5} width=${W + 1} height=${H + 0.6} rx="1.8" />` : nothing}</g>`;
    })}</g>`;
}

/** Which tile of an open set is turned: the one that points at the seat that discarded it. @param {number} steps from the owner to that seat @param {number} size */
const turnedPlace = (steps, size) => (steps === 3 ? 0 : steps === 2 ? 1 : size - 1);

/** @param {MeldJson} meld */
const meldFaces = ({type, tiles}) => {
  const faces = readTiles(tiles);
  if (type !== "concealed_kong") return faces;
  return faces.length ? ["back", faces[1], faces[2], "back"] : Array(4).fill("back");
};

/**
 * The tiles of a meld in their order, and which of them is turned.
 * @param {MeldJson} meld @param {number} wind whose it is
 * @returns {{face: string, turned: boolean}[]}
 */
export function meldLayout(meld, wind) {
  const faces = meldFaces(meld);
  if (meld.from === null || meld.claimed === null) return faces.map((face) => ({face, turned: false}));
  const rest = [...faces];
  rest.splice(rest.indexOf(meld.claimed), 1);
  const at = turnedPlace((WINDS.indexOf(meld.from) - wind + 4) % 4, faces.length);
  rest.splice(at, 0, meld.claimed);
  return rest.map((face, i) => ({face, turned: i === at}));
}

/** @param {MeldJson} meld */
export const meldName = (meld) => `${t(`mode_${meld.type}`)} ${tileNames(readTiles(meld.tiles))}`;

/** @param {MeldJson} meld @param {number} wind @param {number} x @param {number} y @param {number} scale @param {Tile | null} same */
function meldDrawn(meld, wind, x, y, scale, same) {
  let at = x;
  return svg`<g role="img" aria-label=${meldName(meld)}>${meldLayout(meld, wind).map(({face, turned: lies}) => {
    const classes = face === same ? "same" : "";
    const drawn = lies ? turned(face, at, y + H * scale, scale, classes) : tile(face, at, y, scale, classes);
    at += (lies ? H : W) * scale;
    return drawn;
  })}</g>`;
}

/** @param {MeldJson} meld @param {number} scale */
const meldWidth = (meld, scale) => (meldFaces(meld).length * W + (meld.from === null ? 0 : H - W)) * scale;

/**
 * A row of a seat beside the table: flowers, the concealed tiles (open or from behind), sets.
 * @param {SeatJson} seat @param {number} wind @param {readonly Tile[] | null} open @param {boolean} won whether the last of them has won
 * @param {Tile | null} same
 */
function besideTable(seat, wind, open, won, same) {
  const flowers = readTiles(seat.flowers);
  const scale = open ? SMALL : 0.68;
  const held = open ? open.length : seat.concealed;
  const apart = won ? 3 : 0;
  const parts = [flowers.length * W * 0.6, held * (W * scale + 0.3) + apart, ...seat.melds.map((meld) => meldWidth(meld, SMALL))].filter(
    Boolean,
  );
  const width = parts.reduce((sum, part) => sum + part, 0) + 4 * Math.max(0, parts.length - 1);
  const fit = Math.min(1, 186 / Math.max(width, 1));
  let x = -width / 2;
  const bottom = H * SMALL;
  const flowersDrawn = flowers.map((flower, i) => tile(flower, x + i * W * 0.6, bottom - H * 0.6, 0.6));
  if (flowers.length) x += flowers.length * W * 0.6 + 4;
  const start = x;
  const handDrawn = Array.from({length: held}, (_, i) => {
    const at = start + i * (W * scale + 0.3) + (i === held - 1 ? apart : 0);
    const top = bottom - H * scale;
    const mark = svg`<rect class="last-mark" x=${at - 0.4} y=${top - 0.4} width=${W * scale + 0.8} height=${H * scale + 0.5} rx="1.5" />`;
    return svg`${tile(open ? open[i] : "back", at, top, scale, open && open[i] === same ? "same" : "")}${won && i === held - 1 ? mark : nothing}`;
  });
  if (held) x += held * (W * scale + 0.3) + apart + 4;
  const meldsDrawn = seat.melds.map((meld) => {
    const drawn = meldDrawn(meld, wind, x, 0, SMALL, same);
    x += meldWidth(meld, SMALL) + 4;
    return drawn;
  });
  return svg`<g transform="translate(0 ${EDGE}) scale(${fit})">
    ${flowers.length ? svg`<g role="img" aria-label="${t("flowers")} ${tileNames(flowers)}">${flowersDrawn}</g>` : nothing}
    ${held ? svg`<g class=${open ? "" : "backs"} role="img" aria-label=${open ? tileNames(open) : t("concealed_count", {count: held})}>${handDrawn}</g>` : nothing}
    ${meldsDrawn}</g>`;
}

// ---- the middle

const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/** @param {readonly number[]} dice */
const diceDrawn = (dice) =>
  svg`<g class="dice" role="img" aria-label=${t("dice_are", {dice: dice.join(" ")})}><title>${t("dice_hint")}</title>${dice.map(
    (die, i) => svg`<g transform="translate(${-13.6 + 7 * i} 8)"><rect width="6" height="6" rx="1.4" />
      ${PIPS[die].map(
        (pip) =>
          svg`<circle class=${die === 1 || die === 4 ? "red" : ""} cx=${1.3 + 1.7 * (pip % 3)} cy=${1.3 + 1.7 * Math.floor(pip / 3)} r=${die === 1 ? 1 : 0.65} />`,
      )}</g>`,
  )}</g>`;

/** Words at the far side are not read upside down: −66 is not −99. @param {number} place @param {number} x @param {number} y the middle of the words */
const upright = (place, x, y) => (place === 2 ? `rotate(180 ${x} ${y})` : nothing);

/** @param {Board} board @param {number} wind @param {number} place */
function scorePlate({scores, active, names, view, away}, wind, place) {
  const on = active.includes(wind);
  const ready = view.seats[wind].ready;
  const x = settings.lang === "zh" ? -15.5 : -18.5; // the letter beside the character needs its place
  return svg`<g transform="rotate(${-90 * place})" class="plate ${on ? "on" : ""} ${away[wind] ? "away" : ""}">
    ${on ? svg`<rect class="turn" x="-29" y=${MIDDLE - 3.4} width="58" height="2.2" rx="1.1" />` : nothing}
    <text class="wind ${wind === 0 ? "dealer" : ""}" x=${x} y="26" transform=${upright(place, x, 22.6)}>${windDrawn(wind)}</text>
    <text class="score" x="4" y="25.4" transform=${upright(place, 4, 22.6)}><title>${names[wind]}</title>${figure(scores[wind])}</text>
    ${ready ? svg`<text class="ready" x="24" y="25.4" transform=${upright(place, 24, 22.6)}>听</text>` : nothing}</g>`;
}

/** @param {Board} board */
function middle(board) {
  return svg`<g class="middle"><rect x=${-MIDDLE} y=${-MIDDLE} width=${2 * MIDDLE} height=${2 * MIDDLE} rx="5" />
    <g><title>${t("round_hint")}</title><text class="round" y="-8.5">${t("round_hand", {round: t(`round_${/** @type {"E"} */ (board.round)}`), number: board.number})}</text></g>
    <g><title>${t("wall_left_hint")}</title><text class="left" y="4.6">${board.view.wall_left}</text></g>
    ${diceDrawn(board.dice)}</g>`;
}

/** What is called at a table, for those who do not read it. @type {Record<string, "mode_chow" | "mode_pung" | "mode_kong" | "act_win" | "act_ready" | "called_flower">} */
const CALLED = {吃: "mode_chow", 碰: "mode_pung", 杠: "mode_kong", 和: "act_win", 听: "act_ready", 花: "called_flower"};

/** A word that is called, upright, before the seat that calls it. @param {{seat: number, text: string, n: number}} call @param {number} bottom */
function callDrawn({seat, text, n}, bottom) {
  const place = (seat - bottom + 4) % 4;
  const [x, y] = [
    [0, 79],
    [79, 0],
    [0, -79],
    [-79, 0],
  ][place];
  const word = settings.lang === "en" && Object.hasOwn(CALLED, text) ? t(CALLED[text]) : "";
  return svg`<g class="call call-${n % 2} ${word ? "with-word" : ""}" aria-hidden="true"><g transform="translate(${x} ${y})"><circle r="12" />
    <text y=${word ? 1.6 : 4.6}>${text}</text>${word ? svg`<text class="call-word" y="7.4">${word}</text>` : nothing}</g></g>`;
}

/** The tiles of a seat's hand where they are open: to everybody, or because it has won. @param {ViewJson} view @param {number} wind */
function openTiles(view, wind) {
  if (view.hands) return readTiles(view.hands[wind]);
  if (view.result?.winner === WINDS[wind]) return readTiles(view.result.hand);
  return view.seat === WINDS[wind] ? readTiles(view.hand) : null;
}

/** @param {Board} board */
export function boardView(board) {
  const {view, bottom, tiles} = board;
  const counts = stacks(board);
  const perSide = tiles / 8;
  const first = breakAt(board.dice, tiles) / 2;
  const tailStack = (first - 1 + tiles / 2) % (tiles / 2);
  const side = board.upright ? 100.5 : 108.6;
  const foot = board.ownHand ? 108.6 : 90;
  const seats = [0, 1, 2, 3].map((place) => {
    const wind = (bottom + place) % 4;
    // the sides of the wall follow one another as 東 北 西 南
    const wallAt = (4 - wind) % 4;
    const ownHand = place > 0 || board.ownHand;
    const held = openTiles(view, wind);
    const won = view.result?.winner === WINDS[wind] && board.won !== null && held?.includes(board.won) ? board.won : null;
    const drawn = won ?? (place === 0 && !view.hands ? view.drawn : null);
    const open = held && drawn ? withDrawnLast(held, drawn) : held;
    return svg`<g transform="rotate(${-90 * place})">
      ${wallSide(counts.slice(wallAt * perSide, (wallAt + 1) * perSide), Math.floor(tailStack / perSide) === wallAt ? tailStack % perSide : -1)}
      ${river(view.seats[wind], wind, board)}
      ${ownHand ? besideTable(view.seats[wind], wind, open, won !== null, board.same) : nothing}
      ${ownHand && !board.upright ? svg`<text class="name ${board.active.includes(wind) ? "on" : ""}" y="106.4" transform=${upright(place, 0, 104.2)}>${shortened(board.names[wind])}</text>` : nothing}
    </g>`;
  });
  return html`<svg class="board" viewBox="${-side} ${-side} ${2 * side} ${side + foot}" preserveAspectRatio="xMidY${board.upright ? "Min" : "Mid"} meet">
    ${svg`<rect class="mat" x="-90" y="-90" width="180" height="180" rx="8" />`}
    ${middle(board)}
    ${[0, 1, 2, 3].map((place) => scorePlate(board, (bottom + place) % 4, place))}
    ${seats}
    ${board.call ? callDrawn(board.call, bottom) : nothing}
  </svg>`;
}

/** @param {readonly Tile[]} tiles @param {Tile} drawn */
function withDrawnLast(tiles, drawn) {
  const rest = [...tiles];
  rest.splice(rest.indexOf(drawn), 1);
  return [...rest, drawn];
}

/** @param {string} name */
const shortened = (name) => (letters(name).length > 16 ? `${letters(name).slice(0, 15).join("")}…` : name);
