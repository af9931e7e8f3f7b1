// Why each player pays what they pay, for a hand of a sheet. The amounts are those of the settlement; the words name its steps.

import {NOBODY, PLAYERS, numbersOf, winPayments} from "./deals.js";
import {say} from "./texts.js";

/** @typedef {import("../shared/documents/types.js").SheetState} SheetState */
/** @typedef {import("../shared/documents/types.js").SheetDeal} SheetDeal */
/** @typedef {import("../shared/documents/types.js").Entry} Entry */

/**
 * What each of the others pays, and why.
 * @param {SheetState} state @param {SheetDeal} deal @param {Entry} entry @returns {{who: string, why: string}[]}
 */
export function paymentLines({names, rules}, deal, entry) {
  const {winner, source, seats, payments, points, dealer} = deal;
  const numbers = numbersOf(rules);
  const plain = winPayments(rules, seats, Number(winner), source, points, NOBODY);
  return PLAYERS.filter((player) => player !== winner).map((player) => {
    const halves = source === null ? numbers.self_drawn : player === source ? numbers.discarder : numbers.others;
    const role = say(source === null ? "why_self" : player === source ? "why_discarder" : "why_other");
    const terms = [
      ...(numbers.base ? [say("why_base", {base: numbers.base})] : []),
      ...(halves === 2 ? [say("why_points", {points})] : halves ? [say("why_times", {times: halves / 2})] : []),
    ];
    const doubled = numbers.dealer > 1 && (player === dealer || winner === dealer) ? [say("why_dealer", {times: numbers.dealer})] : [];
    const moved = plain[player] === payments[player] ? [] : [say("why_liable", {points: -payments[player]})];
    return {
      who: say("pay_line", {name: names[player], points: -payments[player]}),
      why: [role, terms.join(" + "), ...doubled, ...(entry.given ? moved : [])].filter(Boolean).join(" · "),
    };
  });
}
