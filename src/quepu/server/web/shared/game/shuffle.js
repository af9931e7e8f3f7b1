// Checking the shuffle: the wall and the dice that a seed and four nonces make, and whether a hand was dealt from them.

import {readTiles} from "../notation.js";
import {sha256} from "../../vendor/noble-hashes/sha2.js";
import {FLOWERS, KINDS, WINDS} from "../constants.js";
import {sorted} from "../tiles.js";

/** @typedef {import("./types.js").GameEvent} GameEvent */
/** @typedef {import("../types.js").Tile} Tile */

/** @param {string} hex */
const fromHex = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** @param {Uint8Array} bytes */
const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {...Uint8Array} parts */
const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));

/** A number as big-endian bytes. @param {number} number @param {number} size */
const bytesOf = (number, size) => Uint8Array.from({length: size}, (_, i) => Math.floor(number / 256 ** (size - 1 - i)) % 256);

/** The commitment to a seed or a nonce. @param {string} secret */
export const commitmentOf = (secret) => toHex(sha256(fromHex(secret)));

/** The nonce of a seat that gives none of its own, as of a bot: it follows from the seed. @param {string} seed @param {number} seat */
export function nonceFromSeed(seed, seat) {
  const name = new TextEncoder().encode("quepu-nonce-1");
  return toHex(sha256(joined(name, fromHex(seed), Uint8Array.of(seat))).slice(0, 16));
}

/** Random numbers of a key. */
class Stream {
  /** @param {Uint8Array} key */
  constructor(key) {
    this.key = key;
    this.blocks = 0;
    /** @type {number[]} */
    this.words = [];
  }

  word() {
    if (!this.words.length) {
      const digest = sha256(joined(this.key, bytesOf(this.blocks++, 8)));
      const view = new DataView(digest.buffer, digest.byteOffset);
      this.words = Array.from({length: 8}, (_, i) => view.getUint32(4 * i));
    }
    return /** @type {number} */ (this.words.shift());
  }

  /** A number from 0 up to bound − 1. @param {number} bound */
  below(bound) {
    const limit = 2 ** 32 - (2 ** 32 % bound);
    for (;;) {
      const word = this.word();
      if (word < limit) return word % bound;
    }
  }
}

/**
 * The wall, as kinds by number, and the dice of a hand.
 * @param {string} seed @param {readonly string[]} nonces @param {number} hand @param {number} size
 */
export function shuffle(seed, nonces, hand, size) {
  const name = new TextEncoder().encode("quepu-shuffle-1");
  const stream = new Stream(sha256(joined(name, fromHex(seed), ...nonces.map(fromHex), bytesOf(hand, 4))));
  const wall = KINDS.flatMap((_, kind) => Array(4).fill(kind));
  for (let flower = 0; wall.length < size; flower++) wall.push(KINDS.length + flower);
  for (let i = size - 1; i > 0; i--) {
    const j = stream.below(i + 1);
    [wall[i], wall[j]] = [wall[j], wall[i]];
  }
  const dice = [];
  while (dice.length < 4) dice.push(1 + stream.below(6));
  return {wall: /** @type {number[]} */ (wall), dice};
}

/** Where the deal begins, as a place in the wall. @param {readonly number[]} dice @param {number} size */
export function breakAt(dice, size) {
  const stacks = size / 8;
  const count = dice.reduce((sum, die) => sum + die) - 1;
  const opener = (dice[0] + dice[1] - 1) % 4;
  const seat = (((opener - Math.floor(count / stacks)) % 4) + 4) % 4;
  return (2 * (((4 - seat) % 4) * stacks + (count % stacks) + 1)) % size;
}

/** The wall from the first tile of the deal on. @param {readonly number[]} wall @param {readonly number[]} dice */
function drawingOrder(wall, dice) {
  const first = breakAt(dice, wall.length);
  return [...wall.slice(first), ...wall.slice(0, first)].map((kind) => (kind < KINDS.length ? KINDS[kind] : FLOWERS[kind - KINDS.length]));
}

/** What each seat is dealt: three times four tiles, then one. @param {readonly Tile[]} order */
const dealt = (order) =>
  WINDS.map((_, seat) =>
    sorted([...[0, 1, 2].flatMap((round) => order.slice(16 * round + 4 * seat, 16 * round + 4 * seat + 4)), order[48 + seat]]),
  );

/** The wall while it is drawn from: in front, and for kongs and flowers at the tail, where of each stack the upper tile goes first. */
class Wall {
  /** @param {readonly Tile[]} order */
  constructor(order) {
    this.tiles = [...order];
    this.front = 52;
    this.back = order.length;
  }

  draw() {
    return this.tiles[this.front++];
  }

  replace() {
    const {tiles} = this;
    const at = --this.back;
    if (at % 2 && this.front < at) [tiles[at - 1], tiles[at]] = [tiles[at], tiles[at - 1]];
    return tiles[at];
  }
}

/**
 * What a player knows besides the events: the nonce that they opened and whether the server confirmed it, the commitments they had seen before,
 * and the seats of bots.
 * @typedef {{
 *   seat: string, nonce: string, commitment: string, nonce_commitments: readonly (string | null)[], opened: boolean, bots: readonly string[],
 * }} Witness
 */

/**
 * How the nonce of each seat came about: it follows from the seed (`derived`); its player opened it (`opened`), or had committed to one and did
 * not open it, so it follows from the seed (`withheld`); or it is not what was committed to (`wrong`).
 * @param {GameEvent} hand @param {GameEvent} reveal
 * @returns {("derived" | "opened" | "withheld" | "wrong")[]}
 */
export const nonceStates = ({nonce_commitments}, {seed, nonces}) =>
  WINDS.map((_, seat) => {
    const promised = nonce_commitments?.[seat] ?? null;
    if (nonces[seat] === nonceFromSeed(seed, seat)) return promised === null ? "derived" : "withheld";
    return !nonce_commitments || promised === commitmentOf(nonces[seat]) ? "opened" : "wrong";
  });

/**
 * What is wrong with how a hand was shuffled and dealt, as far as these events show it; null if nothing is. Without a witness it is what
 * `quepu verify` finds in a record: whether seed, nonces and commitments, dice, deal and draws fit. Only a
 * player can know whether the commitments came first.
 * @param {readonly GameEvent[]} events of one hand, from `hand` to `reveal`
 * @param {number} size
 * @param {Witness | null} own
 * @returns {"incomplete" | "commitment" | "nonce_commitments" | "nonce" | "bot_nonce" | "nonce_changed" | "dice" | "deal" | "draw" | null}
 */
export function checkDeal(events, size, own) {
  const hand = events.find(({t}) => t === "hand");
  const reveal = events.find(({t}) => t === "reveal");
  if (!hand || !reveal) return "incomplete";
  const commitment = commitmentOf(reveal.seed);
  if (commitment !== hand.commitment || (own && commitment !== own.commitment)) return "commitment";
  if (own && own.nonce_commitments.join() !== (hand.nonce_commitments ?? []).join()) return "nonce_commitments";
  if (own?.opened && reveal.nonces[WINDS.indexOf(own.seat)] !== own.nonce) return "nonce";
  const states = nonceStates(hand, reveal);
  if (own?.bots.some((seat) => states[WINDS.indexOf(seat)] !== "derived")) return "bot_nonce";
  if (states.includes("wrong")) return "nonce_changed";
  const {wall, dice} = shuffle(reveal.seed, reveal.nonces, hand.number, size);
  if (dice.join() !== hand.dice.join()) return "dice";
  const order = drawingOrder(wall, dice);
  const hands = dealt(order);
  const rest = new Wall(order);
  for (const event of events) {
    if (event.t === "deal") {
      const told = event.hands ? event.hands.map(readTiles) : WINDS.map((seat) => (seat === event.seat ? readTiles(event.hand) : null));
      if (told.some((/** @type {Tile[] | null} */ tiles, /** @type {number} */ i) => tiles && sorted(tiles).join() !== hands[i].join()))
        return "deal";
    } else if (event.t === "draw") {
      const tile = event.replaces ? rest.replace() : rest.draw();
      if (event.tile && event.tile !== tile) return "draw";
    }
  }
  return null;
}
