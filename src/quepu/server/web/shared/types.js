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

// What the server answers, as it declares it.

/** @typedef {import("./types-generated.js").BothLanguages} Both */

/** The fewest or the most points of hands with a fan, and such a hand. @typedef {import("./types-generated.js").Extreme} Extreme */

/** A fan of a rule book. @typedef {import("./types-generated.js").Fan} Fan */

/** @typedef {import("./types-generated.js").BookSummary} BookSummary */

/** @typedef {import("./types-generated.js").Book} Book */

/** A value in one book and in the other. @typedef {import("./types-generated.js").Pair} Pair */

/** What differs between two books. @typedef {import("./types-generated.js").DiffAnswer} Difference */

/** A hand to practise on; the hand of the day has its date. @typedef {import("./types-generated.js").PracticeAnswer & {date?: string}} Question */

/** What a fan is worth: 副 and 翻, points, or percent on the sum. @typedef {import("./types-generated.js").FanValue} Value */

/** @typedef {import("./types-generated.js").CountedFan} CountedFan */

/** A counted fan with its reasons. @typedef {import("./types-generated.js").ExplainedFan} ExplainedFan */

/** @typedef {import("./types-generated.js").Reading} Reading */

/** @typedef {import("./types-generated.js").RefusedFan} RefusedFan */

/** @typedef {import("./types-generated.js").NoWin} NoWin */

/** @typedef {import("./types-generated.js").Win} Win */

/** @typedef {import("./types-generated.js").ExplainedWin} ExplainedWin */

/** @typedef {import("./types-generated.js").Wait} Wait */

/** @typedef {import("./types-generated.js").TileLeft} Useful */

/** @typedef {import("./types-generated.js").WaitsAnswer} Waits */

/** @typedef {import("./types-generated.js").Discard} Discard */

/** @typedef {import("./types-generated.js").DiscardsAnswer} Discards */

/** @typedef {import("./types-generated.js").CompareAnswer} Comparison */

/** One fan's table of an overlay. @typedef {import("./types-generated.js").FanChange} FanChange */

/** @typedef {import("./types-generated.js").OverlayContent} Overlay */

export {};
