// The choice of tile faces and of the table's cloth, with samples of each.

import {html} from "../vendor/lit-html/lit-html.js";
import {CLOTHS, FACE_SETS, change, settings, t} from "./settings.js";
import {faceAddress} from "./tiles.js";

/** Tiles that show what a set is like. */
const SAMPLE = ["3m", "5p", "8s", "C"];

/** One of several looks. @param {"faces" | "cloth"} kind @param {string} name @param {string} label @param {import("./types.js").View} sample */
const choice = (kind, name, label, sample) =>
  html`<label class="skin"><input type="radio" name="set-${kind}" value=${name} .checked=${settings[kind] === name} @change=${() => change({[kind]: name})}>
    <span class="skin-sample" aria-hidden="true">${sample}</span><span>${label}</span></label>`;

/** The browser loads a sample when it is first shown, as the menu is opened. */
export const skins = () => html`
  <fieldset class="skins"><legend>${t("tile_faces")}</legend>
    ${FACE_SETS.map((name) =>
      choice(
        "faces",
        name,
        t(`faces_${name}`),
        html`${SAMPLE.map((tile) => html`<img src=${faceAddress(name, tile)} alt="" width="24" height="32" loading="lazy">`)}`,
      ),
    )}</fieldset>
  <fieldset class="skins cloths"><legend>${t("cloth")}</legend>
    ${CLOTHS.map((name) => choice("cloth", name, t(`cloth_${name}`), html`<i class="cloth-swatch" data-cloth=${name}></i>`))}</fieldset>`;
