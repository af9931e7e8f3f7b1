// The draw: all rounds at a glance, how good it is in words, and the forms to draw again.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {seatMark} from "../shared/game/wind-mark.js";
import {csvLink} from "../shared/documents/file-view.js";
import {anySeed, MOST_SEED, playingIn} from "./draw.js";
import {sittingOut} from "./parts.js";
import {say} from "./texts.js";

/** @typedef {import("./ctrl.js").TournamentCtrl} TournamentCtrl */

const FEWEST = 4;

/** @param {TournamentCtrl} ctrl */
export function drawView(ctrl) {
  const {state} = ctrl;
  if (!state) return nothing;
  return html`${ctrl.mayEdit && !state.finished ? drawForm(ctrl) : nothing}
    ${ctrl.isDrawn ? html`${qualityView(ctrl)} ${roundsTable(ctrl)}` : html`<p class="muted">${say("not_drawn_yet")}</p>`}`;
}

/** The first round that nobody has played: what comes before it stays. @param {TournamentCtrl} ctrl */
function firstFree({state}) {
  const played = (state?.rounds ?? [])
    .filter(({tables}) => tables.some(({points, sheet_deals: deals}) => points || deals))
    .map(({round}) => round);
  return Math.max(0, ...played) + 1;
}

/** @param {TournamentCtrl} ctrl */
function drawForm(ctrl) {
  const {fields, isDrawn, state} = ctrl;
  const all = state?.settings.rounds ?? 1;
  const free = firstFree(ctrl);
  const from = Math.min(all, Number(fields.from ?? Math.min(free, all)));
  const seed = fields.seed ?? "";
  const isSeed = seed === "" || (/^\d{1,10}$/.test(seed) && Number(seed) <= MOST_SEED);
  const count = state ? playingIn(state, from).length : 0;
  const onSubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!isSeed || count < FEWEST) return;
    if (from < free && !confirm(say("draw_over_results", {round: from}))) return;
    ctrl.drawRounds(from, seed === "" ? anySeed() : Number(seed));
  };
  /** @param {Event} event */
  const value = (event) => /** @type {HTMLInputElement} */ (event.target).value;
  return html`<form class="card draw-form screen-only" novalidate @submit=${onSubmit}><h2>${say(isDrawn ? "draw_again" : "draw_title")}</h2>
    <p>${count < FEWEST ? say("too_few_players") : say("draw_how", {count, tables: Math.floor(count / 4)})}</p>
    ${
      isDrawn
        ? html`<label class="form-line" for="draw-from"><span>${say("from_round")}</span>
          <select id="draw-from" @change=${(/** @type {Event} */ event) => ctrl.setField("from", value(event))}>
            ${Array.from({length: all}, (_, i) => i + 1).map(
              (round) =>
                html`<option value=${round} .selected=${round === from}>${say(round === 1 ? "all_rounds" : "round_and_later", {round})}</option>`,
            )}</select></label>`
        : nothing
    }
    <details class="more"><summary>${say("seed")}</summary>
      <label class="form-line" for="draw-seed"><span>${say("seed")}</span>
        <input id="draw-seed" type="text" inputmode="numeric" autocomplete="off" maxlength="10" placeholder=${say("seed_random")} .value=${seed}
          aria-invalid=${!isSeed} aria-describedby="draw-seed-note" @input=${(/** @type {Event} */ event) => ctrl.setField("seed", value(event).trim())}></label>
      <p class="note" id="draw-seed-note">${say("seed_how")}</p></details>
    <button type="submit" class="primary" ?disabled=${ctrl.busy || !isSeed || count < FEWEST}>${say(ctrl.busy ? "drawing" : isDrawn ? "draw_again" : "draw_now")}</button>
  </form>`;
}

/** How evenly people meet. @param {TournamentCtrl} ctrl */
function qualityView({state, drawn}) {
  const quality = state?.quality;
  if (!quality) return nothing;
  const {most_meetings: most, pairs_met: met, seat_spread: seats, played_spread: played} = quality;
  const counts = Object.entries(met)
    .filter(([, pairs]) => pairs)
    .map(([times, pairs]) => say(times === "0" ? "pairs_never" : times === "1" ? "pairs_once" : "pairs_times", {pairs, times}));
  return html`<section class="quality" aria-labelledby="quality-title"><h2 id="quality-title">${say("quality")}</h2>
    <p class="lead">${most <= 1 ? say(met["0"] ? "nobody_twice" : "everybody_once") : say("at_most", {times: most})}</p>
    <ul><li>${counts.join(say("comma"))}</li>
      ${drawn ? html`<li>${say(drawn.squares <= drawn.bound ? "as_good_as_possible" : "beside_bound", {squares: drawn.squares, bound: drawn.bound, chance: drawn.chance})}</li>` : nothing}
      <li>${seats <= 1 ? say("seats_even") : say("seats_spread", {seats})}</li>
      ${played ? html`<li>${say("played_spread", {played})}</li>` : nothing}</ul></section>`;
}

/** @param {TournamentCtrl} ctrl */
function roundsTable(ctrl) {
  const rounds = ctrl.state?.rounds ?? [];
  return html`${rounds
    .filter(({tables}) => tables.length)
    .map(
      ({
        round,
        tables,
        sitting_out: out,
      }) => html`<section class="drawn-round" aria-labelledby="drawn-${round}"><h3 id="drawn-${round}">${say("round_number", {round})}</h3>
      <div class="wide-table" tabindex="0" role="region" aria-label=${say("round_number", {round})}><table class="drawn"><thead><tr><th scope="col">${say("table")}</th>
        ${[0, 1, 2, 3].map((wind) => html`<th scope="col">${seatMark(wind)}</th>`)}</tr></thead>
        <tbody>${tables.map(
          ({table, players}) => html`<tr><th scope="row">${table}</th>${players.map((id) => html`<td>${ctrl.nameOf(id)}</td>`)}</tr>`,
        )}</tbody></table></div>${sittingOut(ctrl, out)}</section>`,
    )}
    <div class="actions screen-only"><button type="button" class="print" @click=${() => print()}>${say("print")}</button>
      ${csvLink(ctrl.id, "draw", say("csv_draw"))}</div>`;
}
