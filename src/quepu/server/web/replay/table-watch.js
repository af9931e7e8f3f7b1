// The way back to the table from which a replay was opened. As long as no other game begins there, the user still counts as present: the others can
// propose another game, and the page says so.

import {playerName} from "../shared/game/narrate.js";
import {RoomSocket} from "../shared/game/room-socket.js";
import {keptRoom, seenGames} from "../shared/game/storage.js";
import {t} from "../shared/settings.js";
import {announce} from "../shared/shell.js";

/** @typedef {import("../shared/game/types.js").Room} Room */

/** How many milliseconds the page watches the table, and how long after its end a game has a way back. */
const [WATCHES, RECENT] = [30 * 60_000, 24 * 3_600_000];
/** Close codes of a room that is gone, or closed to the user. */
const GONE = [4403, 4404, 4410];

export class TableWatch {
  /** @param {string} game @param {() => void} redraw */
  constructor(game, redraw) {
    this.redraw = redraw;
    const seen = seenGames().find((one) => one.game === game);
    /** The room in which the game was played, if the user has just come from there. @type {string | null} */
    this.room = seen?.room && Date.now() - seen.at < RECENT ? seen.room : null;
    /** What happens there. */
    this.words = "";
    /** The game that is over there, if the page has seen that it is. @type {string | null} */
    this.over = null;
    /** @type {number | null} */
    this.me = null;
    /** @type {RoomSocket | null} */
    this.socket = null;
  }

  start() {
    const {room} = this;
    if (room === null) return;
    const {token, invite} = keptRoom(room);
    this.socket = new RoomSocket(room, {
      hello: () => ({token, invite, game: null, after: null}),
      message: (message) => this.receive(message),
      state: (_, code) => code !== null && GONE.includes(code) && this.lose(),
    });
    this.socket.connect();
    setTimeout(() => this.socket?.close(), WATCHES);
  }

  lose() {
    this.room = null;
    this.words = "";
    this.redraw();
  }

  /** @param {any} message */
  receive(message) {
    if (message.t === "welcome") this.me = message.you.member;
    if (message.t === "welcome" || message.t === "room") this.follow(message.room);
  }

  /** @param {Room} room */
  follow(room) {
    const before = this.words;
    if (room.phase === "over") this.over = room.game;
    else this.socket?.close(); // who looks at a replay is not at the table
    if (room.phase !== "over" && this.over !== null) {
      if (room.players?.some(({member}) => member !== null && member === this.me)) return location.assign(`/play/${this.room}`);
      this.words = t("next_began");
    } else this.words = this.proposed(room);
    if (this.words && this.words !== before) announce(this.words);
    this.redraw();
  }

  /** Who wants to play again. @param {Room} room */
  proposed({proposal, players}) {
    const by = proposal?.kind === "rematch" ? players?.[proposal.by] : null;
    if (!by) return "";
    return by.member === this.me ? t("you_propose_rematch") : t("propose_rematch", {who: playerName(by)});
  }
}
