// An overlay written as TOML. Reading it is the server's part.

/** @typedef {import("./types.js").Overlay} Overlay */
/** @typedef {import("./types.js").FanChange} FanChange */

/** @param {unknown} value */
const written = (value) => (Array.isArray(value) ? `[${value.map((item) => JSON.stringify(item)).join(", ")}]` : JSON.stringify(value));

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
