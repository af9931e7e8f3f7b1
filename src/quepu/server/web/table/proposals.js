// What all must agree to: a proposal with who is missing, what became of it, and the button to play again.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {list} from "../shared/names.js";
import {t} from "../shared/settings.js";

/** @typedef {import("./table-state.js").TableState} TableState */
/** @typedef {import("../shared/game/types.js").Room} Room */
/** @typedef {import("../shared/game/types.js").Proposal} Proposal */

/** Who has proposed what, and who has not agreed yet. @param {TableState} state @param {Proposal} proposal */
function proposalWords(state, {kind, by, agreed, asked}) {
  const you = state.table?.you ?? null;
  const missing = asked.filter((player) => !agreed.includes(player) && player !== you).map((player) => state.playerName(player));
  const what = by === you ? t(`you_propose_${kind}`) : t(`propose_${kind}`, {who: state.playerName(by)});
  return html`<p>${what} ${missing.length ? html`<span class="muted missing">${t("waiting_agree", {who: list(missing)})}</span>` : nothing}</p>`;
}

/** Whether the user is asked, and has not answered. @param {TableState} state @param {Proposal} proposal */
function isAsked({table}, {agreed, asked}) {
  const you = table?.you ?? null;
  return you !== null && asked.includes(you) && !agreed.includes(you);
}

/** The button with which the proposer withdraws a proposal. @param {TableState} state @param {Proposal} proposal @param {(message: object) => void} send */
const withdrawButton = ({table}, {id, by}, send) =>
  by === table?.you
    ? html`<button type="button" class="withdraw" @click=${() => send({t: "vote", id, agree: false})}>${t("withdraw")}</button>`
    : nothing;

/** A proposal as a card: beside the table, or on the result while that is visible. @param {TableState} state @param {Room} room @param {(message: object) => void} send */
export function proposalView(state, {proposal}, send) {
  if (!proposal) return nothing;
  const vote = (/** @type {boolean} */ agree) => send({t: "vote", id: proposal.id, agree});
  return html`<div class="proposal card" role="alertdialog" aria-label=${t("proposal")}>
    ${proposalWords(state, proposal)}
    <div class="actions">${
      isAsked(state, proposal)
        ? html`<button type="button" class="primary" @click=${() => vote(true)}>${t("agree")}</button>
      <button type="button" @click=${() => vote(false)}>${t("refuse")}</button>`
        : withdrawButton(state, proposal, send)
    }</div></div>`;
}

/** The button to play again, which also agrees to it; who wants to and who is missing. @param {import("./ctrl.js").TableCtrl} ctrl */
export function rematchView(ctrl) {
  const {state} = ctrl;
  const proposal = state.room?.proposal ?? null;
  const you = state.table?.you ?? null;
  if (you === null) return proposal ? html`<div class="rematch-asked" role="status">${proposalWords(state, proposal)}</div>` : nothing;
  const agreed = proposal?.agreed.includes(you) ?? false;
  return html`${
    proposal
      ? html`<div class="rematch-asked" role="status">${proposalWords(state, proposal)}
          ${isAsked(state, proposal) ? html`<button type="button" class="quiet" @click=${() => ctrl.send({t: "vote", id: proposal.id, agree: false})}>${t("refuse")}</button>` : withdrawButton(state, proposal, (message) => ctrl.send(message))}</div>`
      : nothing
  }<button type="button" class="primary rematch" ?disabled=${agreed} @click=${() => ctrl.playAgain()}>${t(agreed ? "rematch_agreed" : "rematch")}</button>`;
}

/** What became of a proposal, unless the game shows it. @param {TableState} state @param {Room["settled"]} settled @returns {string} */
export function settledWords(state, settled) {
  if (!settled || settled.outcome === "agreed") return "";
  const {kind, by, outcome} = settled;
  if (outcome === "withdrawn") return by === state.table?.you ? "" : t("settled_withdrawn", {who: state.playerName(by)});
  if (outcome === "dropped") return kind === "rematch" ? t("settled_rematch_dropped") : "";
  return t(kind === "takeback" && by === state.table?.you ? `settled_takeback_${outcome}_you` : `settled_${kind}_${outcome}`);
}
