// The numbers of a player, from the games that this browser has kept: functions of the games alone.

/** @typedef {import("../shared/game/own-games.js").OwnGame} OwnGame */
/** @typedef {import("../shared/game/own-games.js").OwnDeal} OwnDeal */

/**
 * Counts, and what they were counted in. Deals in which moves were taken back are only counted as `altered`.
 * `points` and `result` are sums: of all wins, of all deals; `game_result` is the sum over the `finished` games.
 * @typedef {{
 *   games: number, finished: number, deals: number, altered: number, wins: number, self: number, dealt_in: number, drawn: number,
 *   points: number, result: number, game_result: number,
 *   best: {game: OwnGame, deal: OwnDeal}[], fans: {id: string, count: number, hands: number}[],
 * }} Statistics
 */

/** How many of the best hands are shown. */
const BEST = 5;

const WON = ["self", "discard", "flowers"];

/** The rules of a game: a book, or custom rules by their name. @param {OwnGame} game */
export const bookKey = ({rules, own}) => (own ? `${rules} ${own.zh}` : rules);

/** The games of each rule book, the book that was played last first. @param {readonly OwnGame[]} games the latest first @returns {Map<string, OwnGame[]>} */
export function byBook(games) {
  const books = new Map();
  for (const game of games) books.set(bookKey(game), [...(books.get(bookKey(game)) ?? []), game]);
  return books;
}

/** How often each fan was made: `count` times in `hands` hands, the most frequent first. @param {readonly OwnDeal[]} wins */
function fansMade(wins) {
  /** @type {Map<string, {id: string, count: number, hands: number}>} */
  const made = new Map();
  for (const {fans} of wins) {
    for (const [id, count] of Object.entries(fans)) {
      const known = made.get(id) ?? {id, count: 0, hands: 0};
      made.set(id, {id, count: known.count + count, hands: known.hands + 1});
    }
  }
  return [...made.values()].sort((a, b) => b.hands - a.hands || b.count - a.count || (a.id < b.id ? -1 : 1));
}

/** @param {readonly number[]} numbers */
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** The statistics of games under one rule book. @param {readonly OwnGame[]} games @returns {Statistics} */
export function statistics(games) {
  const all = games.flatMap((game) => game.deals.map((deal) => ({game, deal})));
  const counted = all.filter(({deal}) => !deal.altered);
  const deals = counted.map(({deal}) => deal);
  const wins = counted.filter(({deal}) => WON.includes(deal.outcome));
  const finished = games.flatMap(({scores, me}) => (scores ? [scores[me]] : []));
  /** @param {string} outcome */
  const ended = (outcome) => deals.filter((deal) => deal.outcome === outcome).length;
  return {
    games: games.length,
    finished: finished.length,
    deals: deals.length,
    altered: all.length - deals.length,
    wins: wins.length,
    self: ended("self"),
    dealt_in: ended("dealt_in"),
    drawn: ended("drawn"),
    points: sum(wins.map(({deal}) => deal.points ?? 0)),
    result: sum(deals.map(({payment}) => payment)),
    game_result: sum(finished),
    best: wins
      .filter(({deal}) => deal.hand !== null)
      .sort((a, b) => (b.deal.points ?? 0) - (a.deal.points ?? 0) || a.deal.at - b.deal.at)
      .slice(0, BEST),
    fans: fansMade(wins.map(({deal}) => deal)),
  };
}

/** The user's place in a game that is over, 1 to 4; those with equal scores share a place. @param {OwnGame} game */
export const place = ({scores, me}) => (scores ? 1 + scores.filter((score) => score > scores[me]).length : null);
