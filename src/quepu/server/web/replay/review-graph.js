// The expected result of a player through a deal, drawn; the table beside it has the same numbers.

import {html, svg} from "../vendor/lit-html/lit-html.js";
import {ticks} from "../shared/ticks.js";
import {reviewText} from "./review-texts.js";

/** @typedef {import("../shared/types-generated.js").FullReviewDecision} Decision */

const [WIDTH, HEIGHT] = [340, 170];
/** The space around the curve: left for the numbers of the axis, right for the result. */
const [LEFT, RIGHT, TOP, BOTTOM] = [38, 16, 14, 16];

/** By how many decisions Page Up and Page Down go; as on every slider, Page Up goes forward. */
const LEAP = 5;

/**
 * `result` is what the player got in the end. `describe` says a decision in words, `go` shows its moment.
 * @param {{decisions: readonly Decision[], result: number | null, now: number, describe: (decision: Decision) => string,
 *   go: (decision: Decision) => void, number: (points: number) => string}} options
 */
export function graphView({decisions, result, now, describe, go, number}) {
  const values = [...decisions.flatMap(({points, choice_points}) => [points, choice_points]), ...(result === null ? [] : [result])];
  const marks = ticks(Math.min(...values), Math.max(...values));
  const [least, most] = [marks[0], marks[marks.length - 1]];
  const places = decisions.length + (result === null ? 0 : 1);
  /** @param {number} i */
  const x = (i) => LEFT + ((WIDTH - LEFT - RIGHT) * (i + 0.5)) / places;
  /** @param {number} points */
  const y = (points) => TOP + ((HEIGHT - TOP - BOTTOM) * (most - points)) / (most - least);
  // the decision at the step that is shown, or the last one before it
  const at = Math.max(
    0,
    decisions.findLastIndex(({step}) => step <= now),
  );
  const isHere = decisions[at].step === now;

  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    /** @type {Record<string, number>} */
    const to = {
      ArrowLeft: isHere ? at - 1 : at,
      ArrowRight: at + (decisions[at].step > now ? 0 : 1),
      PageDown: at - LEAP,
      PageUp: at + LEAP,
      Home: 0,
      End: decisions.length - 1,
    };
    if (!(event.key in to) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation(); // these keys would step through the replay
    const chosen = decisions[Math.max(0, Math.min(decisions.length - 1, to[event.key]))];
    go(chosen);
  };

  return html`<div class="review-graph" role="slider" tabindex="0" aria-label=${reviewText("graph")} title=${reviewText("graph_keys")}
    aria-valuemin="1" aria-valuemax=${decisions.length} aria-valuenow=${at + 1} aria-valuetext=${describe(decisions[at])} @keydown=${onKey}>
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true">
      ${marks.map(
        (mark) => svg`<line class=${mark === 0 ? "zero" : "mark"} x1=${LEFT} x2=${WIDTH - 4} y1=${y(mark)} y2=${y(mark)} />
        <text class="axis" x=${LEFT - 6} y=${y(mark) + 4} text-anchor="end">${number(mark)}</text>`,
      )}
      ${isHere ? svg`<line class="here" x1=${x(at)} x2=${x(at)} y1=${TOP - 6} y2=${HEIGHT - BOTTOM + 6} />` : svg``}
      <polyline class="curve" points=${decisions.map(({points}, i) => `${x(i)},${y(points)}`).join(" ")} />
      ${decisions.map((one, i) => (one.mistake ? svg`<line class="lost" x1=${x(i)} x2=${x(i)} y1=${y(one.points)} y2=${y(one.choice_points)} />` : svg``))}
      ${decisions.map(
        (one, i) => svg`<circle class=${one.mistake ? "dot wrong" : "dot"} cx=${x(i)} cy=${y(one.points)} r=${one.mistake ? 4 : 2.6} />
        <rect class="touch" x=${x(i) - (WIDTH - LEFT - RIGHT) / places / 2} y="0" width=${(WIDTH - LEFT - RIGHT) / places} height=${HEIGHT}
          data-step=${one.step} @click=${() => go(one)}><title>${describe(one)}</title></rect>`,
      )}
      ${
        result === null
          ? svg``
          : svg`<line class="to-result" x1=${x(decisions.length - 1)} y1=${y(decisions[decisions.length - 1].points)} x2=${x(decisions.length)} y2=${y(result)} />
        <rect class="result-mark" x=${x(decisions.length) - 4} y=${y(result) - 4} width="8" height="8"><title>${reviewText("result", {points: number(result)})}</title></rect>`
      }
    </svg></div>`;
}
