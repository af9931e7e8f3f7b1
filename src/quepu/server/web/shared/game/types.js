// The objects of rooms and games, under the names that the pages use. Types only; nothing here runs. They are the server's own
// declarations (../types-generated.js).

/** A seat of a deal. @typedef {"E" | "S" | "W" | "N"} Seat */

/** @typedef {import("../types-generated.js").MeldJson} MeldJson */

/** @typedef {import("../types-generated.js").SeatJson} SeatJson */

/** @typedef {import("../types-generated.js").ViewJson} ViewJson */

/** @typedef {import("../types-generated.js").HandOfGame} DealInfo */

/** @typedef {import("../types-generated.js").Waiting} Waiting */

/** @typedef {import("../types-generated.js").TableJson} TableJson */

/** @typedef {import("../types-generated.js").GameEvent} GameEvent */

/** @typedef {import("../types-generated.js").Update} Update */

/** @typedef {import("../types-generated.js").RoomMember} Member */

/** @typedef {import("../types-generated.js").RoomPlayer} Player */

/** @typedef {import("../types-generated.js").RoomSettings} RoomSettings */

/** @typedef {import("../types-generated.js").RoomProposal} Proposal */

/** @typedef {import("../types-generated.js").Room} Room */

/** @typedef {import("../types-generated.js").PlayAnswer} PlayOptions */

/** @typedef {import("../types-generated.js").ListedRoom} ListedRoom */

/** @typedef {import("../types-generated.js").OpenedAnswer} Opened */

/** @typedef {import("../types-generated.js").HintAnswer} Hint */

/** @typedef {import("../types-generated.js").HandAim} HandAim */

/** @typedef {import("../types-generated.js").ClaimAdvice} ClaimAdvice */

/** @typedef {import("../types-generated.js").FanInBrief} FanInBrief */

/** @typedef {import("../types-generated.js").GameAnswer} GameInfo */

/** @typedef {import("../types-generated.js").GameStep} Step */

/** @typedef {import("../types-generated.js").StepsAnswer} Steps */

export {};
