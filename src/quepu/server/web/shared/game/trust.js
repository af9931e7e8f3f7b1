// Who must trust whom for the shuffle to be fair: the table of docs/protocol.md in short.

import {html} from "../../vendor/lit-html/lit-html.js";
import {shuffleText} from "./shuffle-texts.js";

/** Who could try something, and what they could do. */
const ROWS = /** @type {const} */ (["player", "operator", "operator_seat", "without_number", "record", "views"]);

export const trustView = () =>
  html`<details class="more trust"><summary>${shuffleText("trust_title")}</summary>
    <dl>${ROWS.map((row) => html`<dt>${shuffleText(`trust_${row}`)}</dt><dd>${shuffleText(`trust_${row}_can`)}</dd>`)}</dl></details>`;
