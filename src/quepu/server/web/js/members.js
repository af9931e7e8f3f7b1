// What this browser keeps about the rooms it has been in: who one is there, and the nonces it gave.

import {keep, load} from "./settings.js";

/** @typedef {{token: string | null, nonces: Record<string, string>}} Kept */

const NAME = "quepu.name";
const GAMES = "quepu.games";
const MOST_GAMES = 30;

/** @param {string} room */
const key = (room) => `quepu.room.${room}`;

/** @param {string} room @returns {Kept} */
export const keptRoom = (room) => ({token: null, nonces: {}, ...load(key(room), {})});

/** Change what is kept of a room; another tab may have changed it meanwhile. @param {string} room @param {Partial<Kept>} changes */
export function keepRoom(room, changes) {
  keep(key(room), {...keptRoom(room), ...changes});
}

/** The nonce of this browser for a hand: always the same one, whoever asks how often. @param {string} room @param {string} game @param {number} hand */
export function nonceFor(room, game, hand) {
  const name = `${game}/${hand}`;
  const {nonces} = keptRoom(room);
  if (!nonces[name]) {
    nonces[name] = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
    const latest = Object.entries(nonces).slice(-4);
    keepRoom(room, {nonces: Object.fromEntries(latest)});
  }
  return nonces[name];
}

/** The nonce that was given from this browser, if it was from this one. @param {string} room @param {string} game @param {number} hand */
export const givenNonce = (room, game, hand) => keptRoom(room).nonces[`${game}/${hand}`] ?? null;

/** @returns {string} */
export const ownName = () => load(NAME, "");

/** @param {string} name */
export const keepName = (name) => keep(NAME, name);

/** A game one has seen. @typedef {{game: string, rules: string, players: string[], scores: number[], at: number}} SeenGame */

/** The games that were played or looked at here, the latest first. @returns {SeenGame[]} */
export const seenGames = () => load(GAMES, /** @type {SeenGame[]} */ ([]));

/** @param {SeenGame} game */
export const rememberGame = (game) => keep(GAMES, [game, ...seenGames().filter((other) => other.game !== game.game)].slice(0, MOST_GAMES));
