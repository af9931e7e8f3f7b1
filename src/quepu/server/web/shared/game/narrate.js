// What happens at the table in words: for the log, and for screen readers.

import {readTiles} from "../notation.js";
import {own, settings, t} from "../settings.js";
import {BOTS, WINDS, WIND_MARKS} from "../constants.js";
import {tileName, tileNames} from "../tiles.js";

/** @typedef {import("./types.js").GameEvent} GameEvent */

/** The name of a seat's player, with their wind. @param {readonly string[]} names by seat @param {string} seat @param {string | null} mine */
export function seatName(names, seat, mine) {
  const wind = WINDS.indexOf(seat);
  return seat === mine ? t("you") : settings.lang === "zh" ? `${WIND_MARKS[wind]} ${names[wind]}` : `${names[wind]} (${tileName(seat)})`;
}

/** @param {GameEvent} event @param {readonly string[]} names @param {string | null} mine @returns {string} */
export function narrate(event, names, mine) {
  const who = event.seat ? seatName(names, event.seat, mine) : "";
  const self = event.seat === mine;
  if (event.t === "hand") {
    const key = mine === "E" ? "told_hand_you" : "told_hand";
    return t(key, {number: event.number, dealer: seatName(names, "E", mine), dice: event.dice.join(" ")});
  }
  if (event.t === "draw" && event.tile) return t(self ? "told_draw" : "told_draw_other", {who, tile: tileName(event.tile)});
  if (event.t === "discard") return t(event.from_hand ? "told_discard" : "told_discard_drawn", {who, tile: tileName(event.tile)});
  if (event.t === "flower") return t("told_flower", {who, tile: tileName(event.tile)});
  if (event.t === "claim") return t("told_claim", {who, meld: meldWord(event.meld), tiles: tileNames(readTiles(event.meld))});
  if (event.t === "kong") return t("told_claim", {who, meld: t("mode_kong"), tiles: event.meld ? tileNames(readTiles(event.meld)) : ""});
  if (event.t === "ready") return t("told_ready", {who});
  if (event.t === "win") {
    if (!event.from) return t(self ? "told_self_you" : "told_self", {who, points: event.points});
    const {points} = event;
    const what = wonOn(event);
    if (event.from === mine) return t("told_win_of_you", {who, points, what});
    const from = settings.lang === "zh" ? seatName(names, event.from, mine) : names[WINDS.indexOf(event.from)];
    return t(self ? "told_win_you" : "told_win", {who, from, points, what});
  }
  if (event.t === "exhausted") return t("told_exhausted");
  if (event.t === "back") return t("told_back");
  if (event.t === "ended") return t("told_ended");
  return "";
}

/** What another player's tile was that has won: a discard, or one added to a pung. @param {GameEvent} win */
export const wonOn = ({hand}) => t(/\|.*\bkong\b/.test(hand) ? "what_kong" : "what_discard");

/** @param {string} meld */
export function meldWord(meld) {
  const tiles = readTiles(meld);
  return t(tiles.length === 4 ? "mode_kong" : tiles[0] === tiles[1] ? "mode_pung" : "mode_chow");
}

/** The word that is called at a table, if something is. @param {GameEvent} event */
export function calledWord(event) {
  if (event.t === "claim") return calledMeld(event.meld);
  if (event.t === "kong") return "杠";
  if (event.t === "ready") return "听";
  if (event.t === "win") return "和";
  return event.t === "flower" ? "花" : null;
}

/** @param {string} meld */
function calledMeld(meld) {
  const tiles = readTiles(meld);
  return tiles.length === 4 ? "杠" : tiles[0] === tiles[1] ? "碰" : "吃";
}

/** The bot that has this name in a game or a record: its id, in games of people with a number. @param {string} name */
const botNamed = (name) => Object.keys(BOTS).find((bot) => name === bot || (name.startsWith(bot) && /^ \d$/.test(name.slice(bot.length))));

/** The name of a player. A bot is "Normal bot 1", or "Ann (bot)" if it replaces a person. @param {{name: string, bot: string | null}} player */
export function playerName({name, bot}) {
  if (!bot) return name;
  return botNamed(name) ? recordedName(name) : t("bot_for", {name});
}

/** The names that stand for no name. */
const NO_NAME = /^(客人|Guest)( \d+)?$/;

/** The name of a person as a page shows it: who has given none is "you" to themselves. @param {string} name @param {boolean} mine whether it is the user's own */
export const ownOr = (name, mine) => (mine && NO_NAME.test(name) ? t("you") : name);

/** The name of a player from a record, which has only names. @param {string} name */
function recordedName(name) {
  const bot = botNamed(name);
  if (!bot) return name;
  const {zh, en} = BOTS[bot];
  return own({zh, en: en[0].toUpperCase() + en.slice(1)}) + name.slice(bot.length);
}

/** The names of the four players of a record; equal ones get numbers. @param {readonly string[]} names */
export const recordedNames = (names) =>
  names.map((name, i) => {
    const same = names.filter((other) => other === name).length > 1;
    return recordedName(same ? `${name} ${names.slice(0, i + 1).filter((other) => other === name).length}` : name);
  });

/** The tile with which the hand was won, if it is visible. @param {readonly GameEvent[]} events */
export function wonTile(events) {
  const hand = events.find(({t: name}) => name === "win")?.hand ?? "";
  return readTiles(/\+(\S+)/.exec(hand)?.[1] ?? "")[0] ?? null;
}
