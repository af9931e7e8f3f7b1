// How the hand was won, as switches. Those for which a book has no fan are not shown, unless they are on: then they say so. What a hand
// cannot have is left out, and named.

import {html, nothing} from "../../vendor/lit-html/lit-html.js";
import {ApiError} from "../api.js";
import {settings, t} from "../settings.js";
import {FLOWERS, READY, WINDS, bookSees} from "../constants.js";
import {flagName} from "../hand-view.js";
import {FLAGS, formatHand, plainWin} from "../notation.js";
import {face, tileName} from "../tiles.js";

/** @typedef {import("../types.js").Circumstances} Circumstances */
/** @typedef {import("../types.js").Hand} Hand */
/** A circumstance that this hand cannot have, and why. @typedef {{name: typeof FLAGS[number] | "ready", code: string, message: string}} Impossible */
/** @typedef {(changes: Partial<Circumstances>) => void} Change */

/**
 * @param {string} name
 * @param {string} label
 * @param {boolean} on
 * @param {boolean} unused
 * @param {() => void} flip
 * @param {string | null} wrong
 */
function chip(name, label, on, unused, flip, wrong = null) {
  return html`<button type="button" role="switch" class="chip ${unused ? "unused" : ""} ${wrong ? "wrong" : ""}" data-name=${name}
    aria-checked=${on ? "true" : "false"} aria-describedby=${wrong ? "wrong-circumstance" : nothing}
    title=${unused ? t("unused") : t(/** @type {any} */ (`${name}_hint`))} @click=${flip}>${label}</button>`;
}

/** @param {"seat" | "round"} name @param {Circumstances} win @param {boolean} unused @param {Change} change */
function wind(name, win, unused, change) {
  return html`<fieldset class="winds ${unused ? "unused" : ""}" title=${unused ? t("unused") : nothing}><legend>${t(name)}</legend>
    ${WINDS.map(
      (letter) => html`<label><input type="radio" name=${name} value=${letter} .checked=${win[name] === letter}
      @change=${() => change({[name]: letter})}><span lang=${settings.lang === "zh" ? "zh" : "en"} title=${tileName(letter)}>${
        settings.lang === "zh" ? tileName(letter) : letter
      }</span></label>`,
    )}
  </fieldset>`;
}

/** @param {Circumstances} win @param {boolean} which whether it matters which flowers they are @param {Change} change */
function flowers(win, which, change) {
  const held = Array.isArray(win.flowers) ? win.flowers : [];
  const count = Array.isArray(win.flowers) ? win.flowers.length : win.flowers;
  /** Which of the flowers there are. One tapped while only their number is known is one of them; the first others make up the rest. @param {string} flower */
  const flip = (flower) => {
    const rest = held.length ? held : FLOWERS.filter((other) => other !== flower).slice(0, Math.max(0, count - 1));
    change({flowers: held.includes(flower) ? held.filter((other) => other !== flower) : [...rest, flower]});
  };
  /** One more or one fewer; where it is known which they are, it stays known. */
  const more = () =>
    change({flowers: held.length ? [...held, ...FLOWERS.filter((flower) => !held.includes(flower)).slice(0, 1)] : count + 1});
  const fewer = () => change({flowers: held.length ? held.slice(0, -1) : count - 1});
  return html`<div class="flowers" role="group" aria-label=${t("flowers")}>
    <span class="label">${t("flowers")}</span>
    <button type="button" class="step" aria-label=${t("fewer_flowers")} ?disabled=${count === 0}
      @click=${fewer}>−</button>
    <output aria-live="polite" data-name="flowers">${count}</output>
    <button type="button" class="step" aria-label=${t("more_flowers")} ?disabled=${count === 8}
      @click=${more}>+</button>
    ${
      which
        ? html`<span class="which">${FLOWERS.map(
            (flower) => html`<button type="button" class="flower" aria-label=${tileName(flower)}
      aria-pressed=${held.includes(flower) ? "true" : "false"} @click=${() => flip(flower)}>${face(flower)}</button>`,
          )}</span>`
        : nothing
    }
  </div>`;
}

/** How many tiles are left, as someone typed it. @param {string} text */
const tileCount = (text) => (text === "" ? null : Math.min(144, Math.max(0, Math.trunc(Number(text)))));

/** Ready declarations and the tiles left, for the books in which they matter. @param {Circumstances} win @param {Change} change */
function readyAndLeft(win, change) {
  /** @param {Event} event */
  const value = (event) => /** @type {HTMLInputElement | HTMLSelectElement} */ (event.target).value;
  return html`<label class="field">${t("ready")}
      <select data-name="ready" @change=${(/** @type {Event} */ event) => change({ready: value(event) || null})}>
        <option value="" .selected=${!win.ready}>${t("ready_none")}</option>
        ${READY.map(
          (name) => html`<option value=${name}
          .selected=${win.ready === name}>${t(/** @type {any} */ (`ready_${name}`))}</option>`,
        )}
      </select></label>
    <label class="field">${t("tiles_left")}
      <input type="number" min="0" max="144" inputmode="numeric" data-name="tiles_left"
        .value=${win.tiles_left === null ? "" : String(win.tiles_left)}
        @change=${(/** @type {Event} */ event) => change({tiles_left: tileCount(value(event))})}></label>`;
}

/**
 * What a switch is called. In English a fan of 国标 is called “Last Tile”, and is not about the last tile of the wall.
 * @param {typeof FLAGS[number]} flag @param {boolean} self @param {string} base
 */
export function switchName(flag, self, base) {
  const name = flagName(flag, self, base);
  return flag === "last_copy" && settings.lang === "en" && name.toLowerCase() !== t("last_copy").toLowerCase()
    ? `${name} (${t("last_copy").toLowerCase()})`
    : name;
}

/** Why a circumstance is impossible, with the name that the book has for it. @param {Impossible} one @param {boolean} self @param {string} base */
const why = ({code, message}, self, base) =>
  code === "kong_without_kong" ? t("build_kong_missing", {name: switchName("kong", self, base)}) : message;

/**
 * @param {Circumstances} win @param {string} base the book, or the one an overlay changes @param {Change} change
 * @param {readonly Impossible[]} impossible @param {string} ended what was switched off, and why
 * @param {boolean} [placed] whether the seat, the round and the self-draw are known
 */
export function circumstances(win, base, change, impossible, ended, placed = false) {
  const offered = FLAGS.filter((flag) => bookSees(base, flag) || win[flag]);
  return html`<section class="how" aria-label=${t("how_won")}>
    <div class="chips">
      ${placed ? nothing : chip("self", t("self"), win.self, false, () => change({self: !win.self}))}
      ${offered.map((flag) =>
        chip(
          flag,
          switchName(flag, win.self, base),
          win[flag],
          !bookSees(base, flag),
          () => change({[flag]: !win[flag]}),
          impossible.some(({name}) => name === flag) ? flag : null,
        ),
      )}
    </div>
    ${
      impossible.length || ended
        ? html`<div class="wrong" id="wrong-circumstance">${[ended, ...impossible.map((one) => why(one, win.self, base))]
            .filter(Boolean)
            .map((words) => html`<p>${words}</p>`)}</div>`
        : nothing
    }
    ${
      offered.some((flag) => !bookSees(base, flag))
        ? html`<p class="muted small-print">${offered.filter((flag) => !bookSees(base, flag)).map((flag) => `${switchName(flag, win.self, base)}: `)}${t("unused")}</p>`
        : nothing
    }
    <div class="line">
      ${placed ? nothing : wind("seat", win, false, change)}
      ${!placed && (bookSees(base, "round") || win.round !== "E") ? wind("round", win, !bookSees(base, "round"), change) : nothing}
      ${flowers(win, bookSees(base, "which_flowers"), change)}
      ${bookSees(base, "ready") ? readyAndLeft(win, change) : nothing}
    </div>
  </section>`;
}

/** The circumstance that an error is about. @type {Record<string, Impossible["name"]>} */
const IMPOSSIBLE = {
  kong_without_kong: "kong",
  robbed_copy_held: "kong",
  first_turn_impossible: "first_turn",
  first_turn_last_tile: "first_turn",
  last_tile_not_last: "last_tile",
  last_copy_held: "last_copy",
  heaven_ready_claimed: "ready",
};

/**
 * Ask about a hand; where a circumstance is impossible, ask again without it.
 * @template T @param {Hand} hand @param {(text: string) => Promise<T>} ask @returns {Promise<{found: T, impossible: Impossible[], text: string}>}
 */
export async function withoutImpossible(hand, ask) {
  /** @type {Impossible[]} */
  const impossible = [];
  const win = {...hand.win};
  for (;;) {
    const text = formatHand({...hand, win});
    try {
      return {found: await ask(text), impossible, text};
    } catch (error) {
      const name = error instanceof ApiError ? IMPOSSIBLE[error.code] : undefined;
      if (name === undefined || !win[name]) throw error;
      const {code, message} = /** @type {ApiError} */ (error);
      impossible.push({name, code, message});
      Object.assign(win, {[name]: plainWin()[name]});
    }
  }
}
