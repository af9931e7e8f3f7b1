// The shapes of what the pages pass around and of what the server answers. Types only; nothing here runs.

/**
 * A view, or nothing to show.
 * @typedef {import("../vendor/lit-html/lit-html.js").TemplateResult | typeof import("../vendor/lit-html/lit-html.js").nothing} View
 */

/** @typedef {"zh" | "en"} Lang */

/** A tile by its name in the notation: 1m–9m, 1p–9p, 1s–9s, E S W N C F P, 1f–8f. @typedef {string} Tile */

/** @typedef {"chow" | "pung" | "kong" | "concealed_kong"} MeldType */

/** A set laid down; `tile` is its lowest. @typedef {{type: MeldType, tile: Tile}} Meld */

/**
 * How the hand was won. `flowers` is a count, or which.
 * @typedef {{
 *   self: boolean, seat: string, round: string,
 *   last_tile: boolean, kong: boolean, first_turn: boolean, last_copy: boolean,
 *   flowers: number | Tile[], ready: string | null, tiles_left: number | null,
 * }} Circumstances
 */

/** The concealed tiles are kept sorted. @typedef {{concealed: Tile[], melds: Meld[], winning: Tile | null, win: Circumstances}} Hand */

/** Which rule book: a book's id, or an overlay's text. @typedef {{rules: string, overlay: string | null}} BookChoice */

/** @typedef {import("./types-generated.js").BothLanguages} Both */

/** The fewest or the most points of hands with a fan, and such a hand. @typedef {import("./types-generated.js").Extreme} Extreme */

/** A fan of a rule book. @typedef {import("./types-generated.js").Fan} Fan */

/** @typedef {import("./types-generated.js").BookSummary} BookSummary */

/** @typedef {BookSummary & {categories: {name: string, en: string}[], fans: Fan[], overlay: Overlay | null}} Book */

/** A value in one book and in the other. @typedef {import("./types-generated.js").Pair} Pair */

/**
 * What differs between two books.
 * @typedef {{
 *   a: BookSummary, b: BookSummary, book: Record<string, Pair>,
 *   fans: {id: string, name: string, en: string, only?: "a" | "b", value?: Value, changes?: Record<string, Pair>}[],
 * }} Difference
 */

/**
 * A hand to practise on.
 * @typedef {{rules: string, level: number, seed: number, weak: string[], hand: string, score: ExplainedWin, date?: string}} Question
 */

/**
 * What a fan is worth: 副 and 翻, points, or percent on the sum.
 * @typedef {{fu?: number, fan?: number, points?: number, percent?: number}} Value
 */

/** In a comparison with its English name. @typedef {Value & {id: string, name: string, count: number, en?: string}} CountedFan */

/**
 * A counted fan with its reasons.
 * @typedef {CountedFan & {en: string, category: string, text: Both, tiles: string, groups: string[]}} ExplainedFan
 */

/** @typedef {{shape: string, groups: string[], points: number, fu?: number, fan?: number, fans: CountedFan[]}} Reading */

/** @typedef {import("./types-generated.js").RefusedFan} RefusedFan */

/** @typedef {import("./types-generated.js").NoWin} NoWin */

/**
 * @typedef {{
 *   win: true, legal: boolean, points: number, base: number, fu?: number, fan?: number, sum?: number, percent?: number, fans: CountedFan[],
 *   rules: string, minimum: number, hand: string,
 * }} Win
 */

/**
 * @typedef {Omit<Win, "fans"> & {
 *   fans: ExplainedFan[], refused: RefusedFan[], steps: {zh: string[], en: string[]}, reading: Reading, others: Reading[],
 * }} ExplainedWin
 */

/** @typedef {{tile: Tile, left: number, discard: Win | null, self_drawn: Win | null}} Wait */

/** @typedef {import("./types-generated.js").TileLeft} Useful */

/** @typedef {{distance: number, waits: Wait[], useful: Useful[]}} Waits */

/** @typedef {{tile: Tile, distance: number, useful: Useful[], useful_left: number, waits: Wait[]}} Discard */

/** @typedef {{win: Win | null, discards: Discard[]}} Discards */

/** @typedef {{hand: string, scores: Record<string, Win | NoWin>, differences: {zh: string[], en: string[]}}} Comparison */

/** One fan's table of an overlay. @typedef {Value & {enabled?: boolean, excludes_add?: string[], excludes_remove?: string[]}} FanChange */

/** @typedef {{base: string, name?: string, minimum?: number, fan?: Record<string, FanChange>}} Overlay */

export {};
