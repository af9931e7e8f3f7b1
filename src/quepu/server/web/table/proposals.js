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

/** A proposal as a card, except to play again while the end of the game is visible: there it is beside the button. @param {TableState} state @param {Room} room @param {(message: object) => void} send @param {boolean} atEnd */
export function proposalView(state, {proposal}, send, atEnd) {
  if (!proposal || (atEnd && proposal.kind === "rematch")) return nothing;
  const vote = (/** @type {boolean} */ agree) => send({t: "vote", id: proposal.id, agree});
  return html`<div class="proposal card" role="alertdialog" aria-label=${t("proposal")}>
    ${proposalWords(state, proposal)}
    ${
      isAsked(state, proposal)
        ? html`<div class="actions"><button type="button" class="primary" @click=${() => vote(true)}>${t("agree")}</button>
      <button type="button" @click=${() => vote(false)}>${t("refuse")}</button></div>`
        : nothing
    }</div>`;
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
          ${isAsked(state, proposal) ? html`<button type="button" class="quiet" @click=${() => ctrl.send({t: "vote", id: proposal.id, agree: false})}>${t("refuse")}</button>` : nothing}</div>`
      : nothing
  }<button type="button" class="primary rematch" ?disabled=${agreed} @click=${() => ctrl.playAgain()}>${t(agreed ? "rematch_agreed" : "rematch")}</button>`;
}

/** What became of a proposal, unless the game shows it. @param {TableState} state @param {Room["settled"]} settled @returns {string} */
export function settledWords(state, settled) {
  if (!settled || settled.outcome === "agreed") return "";
  const {kind, by, outcome} = settled;
  if (outcome === "dropped") return kind === "rematch" ? t("settled_rematch_dropped") : "";
  return t(kind === "takeback" && by === state.table?.you ? `settled_takeback_${outcome}_you` : `settled_${kind}_${outcome}`);
}
