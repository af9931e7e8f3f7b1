// The objects of rooms and games, under the names that the pages use. Types only; nothing here runs. They are the server's own
// declarations (../types-generated.js); what those leave open, such as the types of melds and events, is narrowed here.

/** A seat of a deal. @typedef {"E" | "S" | "W" | "N"} Seat */

/** @typedef {Omit<import("../types-generated.js").MeldShown, "type"> & {type: import("../types.js").MeldType}} MeldShown */

/** What everybody sees of a seat. @typedef {Omit<import("../types-generated.js").SeatShown, "melds"> & {melds: MeldShown[]}} SeatShown */

/** @typedef {Omit<import("../types-generated.js").ViewShown, "seats"> & {seats: SeatShown[]}} ViewShown */

/** @typedef {import("../types-generated.js").HandOfGame} HandShown */

/** @typedef {import("../types-generated.js").Waiting} Waiting */

/** @typedef {Omit<import("../types-generated.js").TableShown, "view"> & {view: ViewShown | null}} TableShown */

/** Something that happened; which keys there are depends on `t`. @typedef {{t: string, [key: string]: any}} GameEvent */

/** @typedef {Omit<import("../types-generated.js").Update, "events"> & {events: GameEvent[]}} Update */

/** @typedef {import("../types-generated.js").RoomMember} Member */

/** @typedef {import("../types-generated.js").RoomPlayer} Player */

/** @typedef {import("../types-generated.js").RoomSettings} RoomSettings */

/** @typedef {import("../types-generated.js").RoomProposal} Proposal */

/** @typedef {import("../types-generated.js").Room} Room */

/** @typedef {import("../types-generated.js").PlayAnswer} PlayOptions */

/** @typedef {import("../types-generated.js").ListedRoom} ListedRoom */

/** @typedef {import("../types-generated.js").OpenedAnswer} Opened */

/**
 * @typedef {Omit<import("../types-generated.js").HintAnswer, "waits" | "discards"> & {
 *   waits: import("../types.js").Waits | null, discards: import("../types.js").Discards | null,
 * }} Hint
 */

/** @typedef {import("../types-generated.js").GameAnswer} GameShown */

/** @typedef {Omit<import("../types-generated.js").GameStep, "events" | "view"> & {events: GameEvent[], view: ViewShown}} Step */

/**
 * @typedef {Omit<import("../types-generated.js").StepsAnswer, "steps" | "score"> & {steps: Step[], score: import("../types.js").ExplainedWin | null}} Steps
 */

export {};
