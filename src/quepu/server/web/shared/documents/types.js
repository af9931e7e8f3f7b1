// The shapes of documents, their entries and what they add up to. Types only; nothing here runs.

/**
 * An entry of a document: who made it (`id`), its logical time, the time of the clock in milliseconds, its type, and the fields of the type
 * (`quepu/club/entries.py`).
 * @typedef {{id: string, at: number, when: number, t: string, [field: string]: any}} Entry
 */

/** What a score sheet needs to know of a rule book (`books[id].sheet` of the constants).
 * @typedef {{
 *   base: number, self_drawn: number, discarder: number, others: number, dealer: number, half_liable: number, liable: number,
 *   dealer_stays: boolean, seatings: number[][], rounds: number, reduced_scores: boolean, flower_points: number,
 * }} SheetRules
 */

/** The settings of a sheet.
 * @typedef {{
 *   rules: string, overlay: string | null, title: string, names: string[], members: (string | null)[] | null,
 *   rounds: number, hands: number | null, t0: number, alpha: number, stake: {unit: string, per_point: number} | null,
 *   club: string | null, tournament: {id: string, round: number, table: number} | null,
 * }} SheetSettings
 */

/** Penalties (ids of entries), and what they change for each player. @typedef {{penalties: string[], penalty_payments: number[]}} Penalties */

/** Where a deal is played: `round` is the 圈 from 0, `dealer` a player, `seats` the players at 東南西北.
 * @typedef {{round: number, dealer: number, seats: number[]}} Place
 */

/** A deal. Players are 0–3 by their first seats; `payments`, `penalty_payments` and `scores` are by player. `candidates` has more than one
 * entry if they contradict each other; `entry` is the one that counts meanwhile. A deal after the end of the match does not count.
 * @typedef {Place & Penalties & {
 *   slot: number, number: number, counts: boolean, entry: string, candidates: string[], kind: "win" | "draw",
 *   winner: number | null, source: number | null, points: number, payments: number[], scores: number[],
 * }} SheetDeal
 */

/** A payment between two players. @typedef {{from: number, to: number, points: number}} Transfer */

/** The state of a sheet, as `quepu.club.sheet.sheet_state` has it.
 * @typedef {SheetSettings & {
 *   deals: SheetDeal[], open: (Penalties & {slot: number}) | null, scores: number[],
 *   next: (Place & {slot: number, number: number}) | null, over: boolean, ended: boolean,
 *   conflicts: number[], undone: string[], replaced: string[], ignored: string[],
 *   final: {ranks: number[], reduced: number[] | null, transfers: Transfer[]},
 * }} SheetState
 */

export {};
