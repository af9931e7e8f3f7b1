// The shapes of the messages of a table, as docs/protocol.md describes them. Types only; nothing here runs.

/** @typedef {import("../types.js").Tile} Tile */
/** @typedef {import("../types.js").Both} Both */

/** A seat of a hand. @typedef {"E" | "S" | "W" | "N"} Seat */

/** @typedef {{type: import("../types.js").MeldType, tiles: string, claimed: Tile | null, from: Seat | null}} MeldShown */

/**
 * What everybody sees of a seat. A discard is its tile and its marks (`DISCARD_MARKS`).
 * @typedef {{concealed: number, melds: MeldShown[], discards: [Tile, number][], flowers: string, ready: string | null}} SeatShown
 */

/**
 * @typedef {{
 *   seat: Seat | null, hand: string, drawn: Tile | null, turn: Seat, offer: {seat: Seat, tile: Tile, robbing: boolean} | null,
 *   wall_left: number, seats: SeatShown[], result: {winner: Seat | null, loser: Seat | null, points: number, hand: string} | null,
 *   hands?: string[],
 * }} ViewShown
 */

/** @typedef {{number: number, round: Seat, dealer: number, seats: number[], dice: number[], commitment: string, nonce_commitments?: (string | null)[]}} HandShown */

/**
 * @typedef {{
 *   for: "commit" | "ready" | "turn" | "claims" | "over" | "paused", left?: number | null, bank?: number | null, seat?: Seat,
 *   hand?: number, commitment?: string, nonce_commitments?: (string | null)[],
 * }} Waiting
 */

/**
 * @typedef {{
 *   game: string, n: number, you: number | null, hand: HandShown | null, scores: number[], view: ViewShown | null, waits: Waiting,
 *   prompt: {legal?: number[], ready?: boolean} | null, answered: number | null, commit: number | null, open: number | null,
 * }} TableShown
 */

/** Something that happened; which keys there are depends on `t`. @typedef {{t: string, [key: string]: any}} GameEvent */

/** @typedef {{n: number, events: GameEvent[]}} Update */

/** @typedef {{member: number, name: string, chair: number | null, here: boolean}} Member */

/** @typedef {{name: string, member: number | null, bot: string | null, here: boolean, away: boolean}} Player */

/**
 * @typedef {{
 *   rules: string, overlay: Both | null, rounds: number, hands: number | null, tiles: number,
 *   clock: {turn: number, bank: number, claim: number} | null, bots: string | null, private: boolean, casual: boolean, open_hands: boolean,
 * }} RoomSettings
 */

/** @typedef {{id: number, kind: "takeback" | "rematch" | "end", by: number, agreed: number[], asked: number[]}} Proposal */

/**
 * @typedef {{
 *   id: string, settings: RoomSettings, phase: "lobby" | "playing" | "over", game: string | null, host: number | null,
 *   members: Member[], players: Player[] | null, spectators: number, proposal: Proposal | null,
 * }} Room
 */

/** @typedef {{bots: string[], default_bot: string, phrases: Record<string, Both>, limits: Record<string, [number, number]>}} PlayOptions */

/** @typedef {{id: string, rules: string, overlay: boolean, phase: string, host: string | null, seated: number, spectators: number}} ListedRoom */

/** @typedef {{room: string, member: number, token: string, game?: string | null}} Opened */

/**
 * @typedef {{
 *   game: string, n: number, why: {reason: string, score: import("../types.js").Win | import("../types.js").NoWin | null} | null,
 *   waits: import("../types.js").Waits | null, discards: import("../types.js").Discards | null,
 * }} Hint
 */

/**
 * @typedef {{
 *   game: string, room: string | null, status: "playing" | "finished", rules: string, overlay: {name?: string} | null, players: string[],
 *   match: {tiles: number, rounds: number, hands: number | null}, scores: number[] | null, hands: number | null,
 * }} GameShown
 */

/** @typedef {{step: number, events: GameEvent[], view: ViewShown, scores: number[]}} Step */

/**
 * @typedef {{
 *   game: string, hand: HandShown, hands: number, players: string[], steps: Step[], score: import("../types.js").ExplainedWin | null,
 * }} Steps
 */

export {};
