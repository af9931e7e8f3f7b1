// Draws: the server is asked with numbers for the players, and answers with tables of numbers.

import {call} from "../shared/api.js";

/** @typedef {import("../shared/types-generated.js").TournamentState} State */

export const MOST_SEED = 2 ** 32 - 1;

/** A seed that nobody has chosen. */
export const anySeed = () => crypto.getRandomValues(new Uint32Array(1))[0];

/** Who plays in a round; substitutes too: they are there to fill the seats. @param {State} state @param {number} round */
export const playingIn = ({players}, round) => players.filter(({withdrawn}) => withdrawn === null || withdrawn > round);

/**
 * The tables of all rounds from this one on, as ids of players at 東南西北.
 * @param {State} state @param {number} from @param {number} seed @returns {Promise<Omit<import("../shared/types-generated.js").DrawAnswer, "rounds"> & {rounds: string[][][]}>}
 */
export async function requestDraw(state, from, seed) {
  const ids = state.players.map(({id}) => id);
  const playing = new Set(playingIn(state, from).map(({id}) => id));
  const number = new Map(ids.map((id, i) => [id, i]));
  const history = state.rounds
    .filter(({round, tables}) => round < from && tables.length)
    .map(({tables}) => tables.map(({players}) => players.map((id) => number.get(id) ?? 0)));
  const absent = ids.flatMap((id, i) => (playing.has(id) ? [] : [i]));
  const answer = await call("/draws", {
    body: {players: ids.length, rounds: state.settings.rounds - from + 1, seed, history, absent},
  });
  return {...answer, rounds: answer.rounds.map((/** @type {number[][]} */ tables) => tables.map((table) => table.map((i) => ids[i])))};
}
