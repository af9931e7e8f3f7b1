// Constants that the server puts into every page (server/constants.py): the numbers of actions, the tiles, facts about the rule books.

/** @typedef {import("./types.js").Tile} Tile */
/** @typedef {import("./documents/types.js").SheetRules} SheetRules */
/**
 * `sees`: the circumstances that matter in a book; `circumstances`: what it calls them, by how the tile came;
 * `typed`: what is needed where points are typed.
 * @typedef {{
 *   name: {zh: string, en: string}, short: {zh: string, en: string}, also?: {zh: string, en: string}, options: Record<string, {zh: string, en: string}>, family: string, sees: readonly string[],
 *   circumstances: Record<string, Partial<Record<"self" | "other", {zh: string, en: string}>>>, sheet: SheetRules,
 *   typed: {minimum: number, flower: number, usual: readonly number[]},
 * }} BookFacts
 */
/**
 * @typedef {{
 *   actions: Record<"discard" | "concealed_kong" | "added_kong" | "chow" | "pung" | "kong" | "win" | "replace_flower" | "declare_ready" | "decline" | "pass", number>,
 *   discard_marks: Record<"from_hand" | "claimed", number>, kinds: readonly Tile[], flowers: readonly Tile[], winds: readonly string[],
 *   chinese: Record<Tile, string>, ready: readonly string[], bots: Record<string, {zh: string, en: string}>,
 *   bots_about: Record<string, {zh: string, en: string}>, levels: Record<string, {zh: string, en: string}>, default_bot: string, default_rules: string, usual_rules: string, books: Record<string, BookFacts>,
 * }} Constants
 */

/** @type {Constants} */
const served = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("constants")).textContent ?? "");

/** The number of each action; a discard, a concealed or an added kong is this number plus that of the kind. */
export const ACTIONS = served.actions;
/** The bits that mark a discard. */
export const DISCARD_MARKS = served.discard_marks;
export const KINDS = served.kinds;
export const FLOWERS = served.flowers;
/** The seats in their order, by the letters of their winds. */
export const WINDS = served.winds;
/** The Chinese name of each tile. */
export const CHINESE = served.chinese;
/** The winds in Chinese, in the order of the seats. */
export const WIND_MARKS = WINDS.map((wind) => CHINESE[wind]);
/** The ready declarations. */
export const READY = served.ready;
/** The bots by their ids, and what they are called. */
export const BOTS = served.bots;
/** What to expect of each bot. */
export const BOTS_ABOUT = served.bots_about;
/** The bots that are levels for people, the weakest first, and what each level is called. */
export const LEVELS = served.levels;
/** The bot of those who have chosen none. */
export const DEFAULT_BOT = served.default_bot;
export const DEFAULT_RULES = served.default_rules;
/** The facts of each rule book, by id. */
export const BOOK_FACTS = served.books;

/** The facts of a book; with one of its options, as `book+option`, they are the same. An unknown id is an error that the server reports. @param {string} rules */
const facts = (rules) => served.books[rules.split("+")[0]] ?? served.books[DEFAULT_RULES];

/** Whether a circumstance matters in a book. @param {string} rules @param {string} name */
export const bookSees = (rules, name) => facts(rules).sees.includes(name);

/** What a book calls a circumstance, if it has a fan for it. @param {string} rules @param {string} name @param {boolean} self */
export const circumstanceName = (rules, name, self) => facts(rules).circumstances[name]?.[self ? "self" : "other"] ?? null;

/** What a book of the server's is called, with its option; an unknown one has its id as name. @param {string} rules */
export function servedName(rules) {
  const book = served.books[rules.split("+")[0]];
  if (!book) return {zh: rules, en: rules};
  const {name, options} = book;
  return rules in options ? {zh: `${name.zh} · ${options[rules].zh}`, en: `${name.en} · ${options[rules].en}`} : name;
}

/** What else a book is called. @param {string} rules */
export const servedAlso = (rules) => served.books[rules]?.also ?? {zh: "", en: ""};

/** The name of a book in running text. @param {string} rules @returns {{zh: string, en: string}} */
export const servedShort = (rules) => facts(rules).short;

/** The book that most people play, beside the one that a new user sees first. @param {string} rules the book in use */
export const usualBook = (rules) => (rules === DEFAULT_RULES && rules !== served.usual_rules ? served.usual_rules : undefined);

/** Whether most people play by this book. @param {string} rules */
export const isUsual = (rules) => rules === served.usual_rules;

/** Another edition of the same rules, if there is one. @param {string} rules */
export const otherEdition = (rules) =>
  Object.keys(served.books).find((other) => other !== rules && served.books[other].family === facts(rules).family);
