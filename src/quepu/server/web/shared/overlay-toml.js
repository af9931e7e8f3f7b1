// An overlay written as TOML. Reading it is the server's part.

/** @typedef {import("./types.js").Overlay} Overlay */
/** @typedef {import("./types.js").FanChange} FanChange */

/** A text or a number; TOML wants DEL escaped too. @param {unknown} value */
const one = (value) => JSON.stringify(value).replaceAll("\x7f", "\\u007f");

/** @param {unknown} value */
const written = (value) => (Array.isArray(value) ? `[${value.map(one).join(", ")}]` : one(value));

/** A name as it was typed, without what cannot be shown. @param {string} typed */
export const cleanName = (typed) => typed.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/gu, "").trim();

/** Whether a fan's table says anything. @param {FanChange} change */
const says = (change) => Object.values(change).some((value) => value !== undefined && !(Array.isArray(value) && !value.length));

/** @param {Overlay} overlay @returns {string} */
export function writeOverlay({base, name, minimum, fan = {}}) {
  const lines = [`base = ${written(base)}`];
  if (name) lines.push(`name = ${written(name)}`);
  if (minimum !== undefined) lines.push(`minimum = ${minimum}`);
  for (const [id, change] of Object.entries(fan)) {
    if (!says(change)) continue;
    lines.push("", `[fan.${id}]`);
    for (const key of /** @type {const} */ (["fu", "fan", "points", "percent", "enabled", "excludes_add", "excludes_remove"])) {
      const value = change[key];
      if (value !== undefined && !(Array.isArray(value) && !value.length)) lines.push(`${key} = ${written(value)}`);
    }
  }
  return lines.join("\n") + "\n";
}
