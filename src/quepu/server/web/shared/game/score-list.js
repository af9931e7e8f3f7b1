// The players of a game with their scores, in a line: each name is set apart from the number after it, since names may end in numbers.

import {html} from "../../vendor/lit-html/lit-html.js";
import {signed} from "../names.js";
import {t} from "../settings.js";

/** @param {readonly string[]} names as they are shown @param {readonly number[] | null} scores null: none yet */
export const scoreList = (names, scores) =>
  html`<span class="score-list muted">${names.map(
    (name, i) => html`<span class="named-score">${scores ? html`${t("score_of", {name})}<b>${signed(scores[i])}</b>` : name}</span> `,
  )}</span>`;
