// Numbers about players in words.

import {figure} from "../names.js";

/** A share in percent. @param {number} count @param {number} all */
export const percent = (count, all) => (all ? `${((100 * count) / all).toFixed(1)} %` : "–");

/** @param {number} total @param {number} all @param {boolean} [sign] */
export function average(total, all, sign = false) {
  if (!all) return "–";
  const mean = (total / all).toFixed(1);
  return sign && Number(mean) > 0 ? `+${mean}` : figure(/** @type {any} */ (mean));
}
