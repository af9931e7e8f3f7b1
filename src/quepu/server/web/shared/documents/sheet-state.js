// The state of a score sheet: what its entries add up to. A port of quepu/club/sheet.py, for use without a network; a test compares the two.
// The numbers of the rule books are in the constants.

import {live} from "./entries.js";

/** @typedef {import("./types.js").Entry} Entry */
/** @typedef {import("./types.js").SheetRules} SheetRules */
/** @typedef {import("./types.js").SheetSettings} SheetSettings */
/** @typedef {import("./types.js").SheetState} SheetState */
/** @typedef {import("./types.js").SheetDeal} SheetDeal */
/** @typedef {import("./types.js").Place} Place */
/** @typedef {import("./types.js").Penalties} Penalties */
/** @typedef {import("./types.js").Transfer} Transfer */

const MOST_SLOT = 1_000_000;
const T0 = 480;
const ALPHA = 1;

/**
 * The whole state of a sheet; null if no entry is the settings of a sheet. The entries may come in any order.
 * @param {Iterable<Entry>} entries @param {Record<string, {sheet: SheetRules}>} books those of the constants @returns {SheetState | null}
 */
export function sheetState(entries, books) {
  const found = live(entries, makesSense);
  const settings = settingsOf(found.entries, books);
  if (!settings) return null;
  const rules = books[settings.rules].sheet;
  const course = new Course(settings, rules, found.entries);
  const deals = course.slots.map((slot) => course.deal(slot));
  const following = course.slots.length ? Math.floor(course.slots[course.slots.length - 1]) + 1 : 1;
  const left = course.coming(Math.min(following, MOST_SLOT));
  const ended = found.entries.some((entry) => entry.t === "end");
  const over = course.over || ended;
  return {
    ...settings,
    deals,
    open: left.open,
    scores: course.scores,
    next: over ? null : left.next,
    over,
    ended,
    conflicts: deals.filter((deal) => deal.candidates.length > 1).map((deal) => deal.slot),
    undone: found.undone,
    replaced: found.replaced,
    ignored: found.ignored,
    final: {
      ranks: ranks(course.scores),
      reduced: rules.reduced_scores ? reducedScores(course.scores, settings.t0, settings.alpha) : null,
      transfers: transfers(course.scores),
    },
  };
}

/** A player who wins on their own tile has drawn it: then `source` is null. @param {Entry} entry */
const makesSense = (entry) => entry.t !== "win" || entry.winner !== entry.source;

/**
 * The settings: those entered last, with the names entered after them. New names alone leave the members as they are.
 * @param {Entry[]} entries @param {Record<string, {sheet: SheetRules}>} books @returns {SheetSettings | null}
 */
function settingsOf(entries, books) {
  const sheet = entries.findLast((entry) => entry.t === "sheet");
  if (!sheet) return null;
  const renamed = entries.slice(entries.indexOf(sheet)).filter((entry) => entry === sheet || entry.t === "names");
  return {
    rules: sheet.rules,
    overlay: sheet.overlay ?? null,
    title: sheet.title ?? "",
    names: renamed[renamed.length - 1].names,
    members: renamed.findLast((entry) => entry.members !== undefined)?.members ?? null,
    rounds: sheet.rounds ?? books[sheet.rules].sheet.rounds,
    hands: sheet.hands ?? null,
    t0: sheet.t0 ?? T0,
    alpha: sheet.alpha ?? ALPHA,
    stake: sheet.stake ?? null,
    club: sheet.club ?? null,
    tournament: sheet.tournament ?? null,
  };
}

/** The deals of a sheet one after another, and who sits where. */
class Course {
  /** @param {SheetSettings} settings @param {SheetRules} rules @param {Entry[]} entries the live ones, in order */
  constructor(settings, rules, entries) {
    this.settings = settings;
    this.rules = rules;
    this.number = 1;
    /** The 圈 of the next deal, from 0, and how often the deal has passed to the next player in it. */
    this.round = 0;
    this.dealerChanges = 0;
    this.dealsCounted = 0;
    this.scores = [0, 0, 0, 0];
    /** Who the players of the book's seatings are: corrected seats change it. */
    this.players = [0, 1, 2, 3];
    this.place = this.#whereNow();
    /** @type {Map<number, Entry[]>} */
    this.ends = new Map();
    for (const entry of entries) {
      if (entry.t !== "win" && entry.t !== "draw") continue;
      const there = this.ends.get(entry.deal);
      if (there) there.push(entry);
      else this.ends.set(entry.deal, [entry]);
    }
    this.slots = [...this.ends.keys()].sort((one, other) => one - other);
    this.seats = new BySlot(entries, "seats");
    this.penalties = new BySlot(entries, "penalty");
  }

  /** Whether the match is over: its rounds or its deals are used up. */
  get over() {
    const {rounds, hands} = this.settings;
    return this.round === rounds || (hands !== null && this.dealsCounted >= hands);
  }

  /** The players of the book's seatings at 東南西北 in the next deal. */
  #seating() {
    const seating = this.rules.seatings[this.round];
    return [...seating.slice(this.dealerChanges), ...seating.slice(0, this.dealerChanges)];
  }

  /** @returns {Place} */
  #whereNow() {
    const seats = this.#seating().map((player) => this.players[player]);
    return {round: this.round, dealer: seats[0], seats};
  }

  /**
   * The deal at a slot. One after the end of the match does not count; it is shown where the last one was.
   * @param {number} slot @returns {SheetDeal}
   */
  deal(slot) {
    const counts = !this.over;
    this.#sit(slot);
    const candidates = /** @type {Entry[]} */ (this.ends.get(slot));
    const [entry] = candidates;
    const {place} = this;
    const won = entry.t === "win";
    const payments = counts ? this.#settle(entry) : [0, 0, 0, 0];
    const penalties = this.#takePenalties(slot);
    this.#add(payments);
    return {
      slot,
      number: this.number++,
      ...place,
      counts,
      entry: entry.id,
      candidates: candidates.map((one) => one.id),
      kind: won ? "win" : "draw",
      winner: won ? entry.winner : null,
      source: won ? entry.source : null,
      points: won ? entry.points : 0,
      payments,
      ...penalties,
      scores: this.scores,
    };
  }

  /** The deal that comes next, and the penalties that no deal has yet. @param {number} slot */
  coming(slot) {
    this.#sit(slot);
    const penalties = this.#takePenalties(MOST_SLOT);
    return {
      open: penalties.penalties.length ? {slot, ...penalties} : null,
      next: {slot, number: this.number, ...this.place},
    };
  }

  /** Correct the seats as entered up to this slot, and see who sits where. @param {number} slot */
  #sit(slot) {
    if (this.over) return;
    for (const entry of this.seats.upTo(slot)) {
      this.#seating().forEach((player, seat) => (this.players[player] = entry.seats[seat]));
    }
    this.place = this.#whereNow();
  }

  /** What each player gets, and on to the next deal. @param {Entry} entry */
  #settle(entry) {
    const {seats} = this.place;
    const winner = entry.t === "win" ? seats.indexOf(entry.winner) : null;
    let paid = [0, 0, 0, 0];
    if (winner !== null) {
      const loser = entry.source === null ? null : seats.indexOf(entry.source);
      const given = entry.given ?? [0, 0, 0, 0];
      paid = settle(
        this.rules,
        winner,
        loser,
        entry.points,
        seats.map((player) => given[player]),
      );
    }
    this.#finish(winner);
    return [0, 1, 2, 3].map((player) => paid[seats.indexOf(player)]);
  }

  /** The deal passes on, unless the dealer won and stays. @param {number | null} winner a seat */
  #finish(winner) {
    this.dealsCounted++;
    if (this.rules.dealer_stays && winner === 0) return;
    this.dealerChanges = (this.dealerChanges + 1) % 4;
    if (this.dealerChanges === 0) this.round++;
  }

  /** The penalties that are left up to a slot: one whose deal was taken back belongs to the next. @param {number} slot @returns {Penalties} */
  #takePenalties(slot) {
    const entries = this.penalties.upTo(slot);
    const sums = [0, 1, 2, 3].map((player) => entries.reduce((sum, entry) => sum + entry.payments[player], 0));
    this.#add(sums);
    return {penalties: entries.map((entry) => entry.id), penalty_payments: sums};
  }

  /** @param {number[]} payments */
  #add(payments) {
    this.scores = this.scores.map((score, player) => score + payments[player]);
  }
}

/** The entries of a type by slot, each taken once. */
class BySlot {
  #taken = 0;

  /** @param {Entry[]} entries @param {string} type */
  constructor(entries, type) {
    this.entries = entries.filter((entry) => entry.t === type).sort((one, other) => one.deal - other.deal);
  }

  /** @param {number} slot */
  upTo(slot) {
    const begin = this.#taken;
    while (this.#taken < this.entries.length && this.entries[this.#taken].deal <= slot) this.#taken++;
    return this.entries.slice(begin, this.#taken);
  }
}

/** Half of an amount, rounded up. @param {number} amount */
const halfUp = (amount) => Math.floor((amount + 1) / 2);

/**
 * What each seat receives for a win; the four add up to zero. A port of quepu/kernel/payments.py.
 * @param {SheetRules} rules @param {number} winner a seat @param {number | null} loser the seat whose tile it was, null by self-draw
 * @param {number} points @param {readonly number[]} given the tiles that each seat gave the winner
 */
export function settle(rules, winner, loser, points, given) {
  const shares = [0, 1, 2, 3].map((seat) => {
    if (seat === winner) return 0;
    const halves = loser === null ? rules.self_drawn : seat === loser ? rules.discarder : rules.others;
    return (rules.base + halfUp(halves * points)) * (seat === 0 || winner === 0 ? rules.dealer : 1);
  });
  if (rules.liable) moveShares(rules, shares, winner, given);
  const paid = shares.map((share) => 0 - share);
  paid[winner] = shares.reduce((sum, share) => sum + share, 0);
  return paid;
}

/** 包牌: move what the others owe to a player who is liable. @param {SheetRules} rules @param {number[]} shares @param {number} winner @param {readonly number[]} given */
function moveShares(rules, shares, winner, given) {
  for (let liable = 0; liable < 4; liable++) {
    if (liable === winner || given[liable] < rules.half_liable) continue;
    for (let seat = 0; seat < 4; seat++) {
      if (seat === winner || seat === liable) continue;
      const moved = given[liable] >= rules.liable ? shares[seat] : halfUp(shares[seat]);
      shares[seat] -= moved;
      shares[liable] += moved;
    }
  }
}

/** The place of each score, from 1; equal scores share it. @param {readonly number[]} scores */
export const ranks = (scores) => scores.map((own) => 1 + scores.filter((other) => other > own).length);

/** 约化分数: each score compared with every other, so that large differences count less. @param {readonly number[]} scores @param {number} t0 @param {number} alpha */
export function reducedScores(scores, t0, alpha) {
  const scale = t0 * Math.sqrt(scores.length);
  return scores.map((own) => alpha * scores.reduce((sum, other) => sum + Math.tanh((own - other) / scale), 0));
}

/** The fewest transfers that settle the scores of four players, which add up to zero. @param {readonly number[]} scores @returns {Transfer[]} */
export function transfers(scores) {
  const left = [...scores];
  const found = [];
  for (const group of groups(scores)) {
    while (group.some((player) => left[player])) {
      const from = group.reduce((most, player) => (left[player] < left[most] ? player : most));
      const to = group.reduce((most, player) => (left[player] > left[most] ? player : most));
      const points = Math.min(-left[from], left[to]);
      left[from] += points;
      left[to] -= points;
      found.push({from, to, points});
    }
  }
  return found;
}

/**
 * Those who pay or receive, in the most groups that settle among themselves. A group needs one transfer fewer than it has players, so two
 * pairs need two transfers; other groups of four do not exist.
 * @param {readonly number[]} scores
 */
function groups(scores) {
  const players = [0, 1, 2, 3].filter((player) => scores[player]);
  const partner = players.length === 4 ? [1, 2, 3].find((other) => scores[0] + scores[other] === 0) : undefined;
  return partner ? [[0, partner], players.filter((player) => player !== 0 && player !== partner)] : [players];
}
