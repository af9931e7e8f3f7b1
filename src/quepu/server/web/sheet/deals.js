// Deals of a sheet: where they are, what they pay, and where another one fits. All about the rules comes from shared/documents/sheet-state.js.

import {BOOK_FACTS} from "../shared/constants.js";
import {settle} from "../shared/documents/sheet-state.js";

/** @typedef {import("../shared/documents/types.js").SheetState} SheetState */
/** @typedef {import("../shared/documents/types.js").SheetDeal} SheetDeal */
/** @typedef {import("../shared/documents/types.js").Entry} Entry */
/** Where a deal is: its slot, and who sits where. @typedef {{slot: number, number: number, round: number, dealer: number, seats: number[]}} DealPlace */

export const PLAYERS = [0, 1, 2, 3];
export const NOBODY = [0, 0, 0, 0];

/** The numbers of a book. @param {string} rules */
export const numbersOf = (rules) => BOOK_FACTS[rules].sheet;

/** What typed points need: the minimum of a book, what a flower is worth, and points that are usual. @param {string} rules */
export const typedFacts = (rules) => BOOK_FACTS[rules].typed;

/**
 * What each player receives for a win.
 * @param {string} rules @param {readonly number[]} seats the players at 東南西北 @param {number} winner @param {number | null} source
 * @param {number} points @param {readonly number[]} given by player
 */
export function winPayments(rules, seats, winner, source, points, given) {
  const paid = settle(
    numbersOf(rules),
    seats.indexOf(winner),
    source === null ? null : seats.indexOf(source),
    points,
    seats.map((player) => given[player]),
  );
  return PLAYERS.map((player) => paid[seats.indexOf(player)]);
}

/** What an entry that ends a deal pays, if it counted there. @param {string} rules @param {readonly number[]} seats @param {Entry} entry */
export const entryPayments = (rules, seats, entry) =>
  entry.t === "win" ? winPayments(rules, seats, entry.winner, entry.source, entry.points, entry.given ?? NOBODY) : NOBODY;

/** A slot between a deal and the one before it. @param {SheetState} state @param {number} slot */
export function slotBefore(state, slot) {
  const before = state.deals.filter((deal) => deal.slot < slot).at(-1);
  return (slot + (before?.slot ?? 0)) / 2;
}

/** A slot between a deal and the one after it; that of a new deal, if it is the last. @param {SheetState} state @param {number} slot */
export function slotAfter(state, slot) {
  const after = state.deals.find((deal) => deal.slot > slot);
  return after ? (slot + after.slot) / 2 : Math.floor(slot) + 1;
}

/** The deal at a slot. @param {SheetState} state @param {number} slot @returns {SheetDeal | undefined} */
export const dealAt = (state, slot) => state.deals.find((deal) => deal.slot === slot);

/** Where a penalty belongs that is entered now. @param {SheetState} state */
export const openSlot = (state) => state.next?.slot ?? Math.floor(state.deals.at(-1)?.slot ?? 0) + 1;

/** The players around the table from the one who is nearest: then the next to play, on the right. @param {readonly number[]} seats @param {number} nearest */
export function around(seats, nearest) {
  const at = seats.indexOf(nearest);
  return [0, 1, 2, 3].map((step) => seats[(at + step) % 4]);
}

/** Who sits where now, or where they sat last. @param {SheetState} state @returns {DealPlace} */
export const placeNow = (state) => state.next ?? state.deals.at(-1) ?? {slot: 1, number: 1, round: 0, dealer: 0, seats: PLAYERS};
