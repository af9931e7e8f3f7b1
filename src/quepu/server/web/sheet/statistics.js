// What the players of a sheet did: counted from the deals that count.

import {PLAYERS} from "./deals.js";

/** @typedef {import("../shared/documents/types.js").SheetState} SheetState */
/** @typedef {import("../shared/documents/types.js").Entry} Entry */
/** `best` is the entry of the win with the maximum of points. @typedef {{wins: number, selfDraws: number, dealIns: number, points: number, best: Entry | null, kongs: number, penalties: number}} PlayerStatistics */
/** A hand that was built. @typedef {{winner: number, entry: Entry}} BuiltHand */

/**
 * @param {SheetState} state @param {(id: string) => Entry | undefined} find
 * @returns {{players: PlayerStatistics[], fans: [string, number][], hands: BuiltHand[]}} the fans with their counts, the most frequent first
 */
export function statisticsOf(state, find) {
  /** @type {PlayerStatistics[]} */
  const players = PLAYERS.map(() => ({wins: 0, selfDraws: 0, dealIns: 0, points: 0, best: null, kongs: 0, penalties: 0}));
  /** @type {Map<string, number>} */
  const fans = new Map();
  /** @type {BuiltHand[]} */
  const hands = [];
  for (const deal of state.deals.filter(({counts}) => counts)) {
    const entry = find(deal.entry);
    for (const id of deal.penalties) {
      const penalty = find(id);
      if (penalty) players[penalty.by].penalties++;
    }
    if (!entry) continue;
    for (const player of PLAYERS) players[player].kongs += entry.kongs?.[player] ?? 0;
    if (entry.t !== "win") continue;
    const own = players[entry.winner];
    own.wins++;
    own.points += entry.points;
    if (entry.source === null) own.selfDraws++;
    else players[entry.source].dealIns++;
    if (!own.best || entry.points > own.best.points) own.best = entry;
    if (entry.hand) hands.push({winner: entry.winner, entry});
    for (const fan of entry.fans ?? []) fans.set(fan, (fans.get(fan) ?? 0) + 1);
  }
  for (const id of state.open?.penalties ?? []) {
    const penalty = find(id);
    if (penalty) players[penalty.by].penalties++;
  }
  return {players, fans: [...fans].sort((a, b) => b[1] - a[1]), hands};
}
