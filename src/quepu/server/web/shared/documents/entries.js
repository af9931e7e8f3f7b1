// Entries of documents: their order, and which of them count. A port of quepu/club/entries.py and live.py; a test compares the two.

/** @typedef {import("./types.js").Entry} Entry */

/** @param {string} one @param {string} other */
const byText = (one, other) => (one < other ? -1 : one > other ? 1 : 0);

/** How two entries are ordered: by logical time, then by device and number. @param {Entry} one @param {Entry} other */
export function compareEntries(one, other) {
  const [device, number] = one.id.split(".");
  const [otherDevice, otherNumber] = other.id.split(".");
  return one.at - other.at || byText(device, otherDevice) || Number(number) - Number(otherNumber);
}

/** The entries in the order in which they apply; one that is there twice counts once. @param {Iterable<Entry>} entries @returns {Entry[]} */
export function inOrder(entries) {
  return [...new Map([...entries].map((entry) => [entry.id, entry])).values()].sort(compareEntries);
}

/**
 * The same text for the same content: keys in order, no spaces.
 * @param {unknown} value @returns {string}
 */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([one], [other]) => byText(one, other));
  return `{${fields.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(",")}}`;
}

/**
 * The ids of the entries that an `undo` takes back; who undoes an undo restores. An undo of what does not come before it has no effect.
 * @param {Entry[]} entries in order @returns {Set<string>}
 */
export function undone(entries) {
  /** @type {Set<string>} */
  const back = new Set();
  const position = new Map(entries.map((entry, number) => [entry.id, number]));
  for (let number = entries.length - 1; number >= 0; number--) {
    const {id, t, of} = entries[number]; // the last undo is never undone, so it decides
    if (t === "undo" && !back.has(id) && (position.get(of) ?? number) < number) back.add(of);
  }
  return back;
}

/** Types that replace each other: how a deal ended. @param {Entry} entry */
const placeOf = ({t}) => (t === "draw" ? "win" : t);

/**
 * The entries that count, and the ids of those that do not, in order. An entry counts unless it is undone, or one that is not undone
 * replaces it. One that does not make sense has no effect.
 * @param {Iterable<Entry>} entries @param {(entry: Entry) => boolean} [makesSense]
 */
export function live(entries, makesSense = () => true) {
  const ordered = inOrder(entries);
  const back = undone(ordered);
  /** @type {Map<string, Entry>} */
  const before = new Map();
  const ignored = new Set();
  const replaced = new Set();
  for (const entry of ordered) {
    const target = before.get(entry.replaces);
    if (!back.has(entry.id)) {
      const fits = (entry.t !== "undo" || before.has(entry.of)) && (!target || placeOf(entry) === placeOf(target));
      if (!fits || !makesSense(entry)) ignored.add(entry.id);
      else if (target) replaced.add(target.id);
    }
    before.set(entry.id, entry);
  }
  /** What became of an entry. @param {string} id */
  const fate = (id) => (back.has(id) ? "undone" : ignored.has(id) ? "ignored" : replaced.has(id) ? "replaced" : "live");
  /** @param {string} wanted */
  const ids = (wanted) => ordered.map((entry) => entry.id).filter((id) => fate(id) === wanted);
  return {
    entries: ordered.filter((entry) => fate(entry.id) === "live"),
    undone: ids("undone"),
    replaced: ids("replaced"),
    ignored: ids("ignored"),
  };
}
