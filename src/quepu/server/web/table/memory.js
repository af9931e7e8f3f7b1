// Remembers the user's own games in this browser: every deal when it ends, and the result of the game.

import {addGames, ownGame} from "../shared/game/own-games-store.js";
import {dealOf, dealsOf} from "../shared/game/own-games.js";
import {record} from "../shared/game/rooms-api.js";
import {isContinued, rememberGame} from "../shared/game/storage.js";

export class Memory {
  /** @param {import("./table-state.js").TableState} state */
  constructor(state) {
    this.state = state;
    /** What this page has remembered already: deals, and games that are over. @type {Set<string>} */
    this.done = new Set();
  }

  /** After every message. */
  follow() {
    const {room, table, hasRecord} = this.state;
    // while another game begins, the room is one message ahead of the table
    if (!room?.players || !table || room.game !== table.game) return;
    // neither a game that continues a replay counts, nor one with open hands
    const me = isContinued(table.game) || room.settings.open_hands ? null : table.you;
    if (me !== null) this.rememberDeal(me);
    if (room.phase !== "over" || !hasRecord || !this.first(`${table.game}/over`)) return;
    const players = room.players.map(({name}) => name); // as in the record: the page shows them in any language
    rememberGame({game: table.game, rules: room.settings.rules, players, scores: table.scores, at: Date.now(), room: room.id});
    if (me !== null) this.rememberEnd(me);
  }

  /** Whether something happens for the first time. @param {string} what */
  first(what) {
    const isFirst = !this.done.has(what);
    this.done.add(what);
    return isFirst;
  }

  /** The game as it stands, without deals. @param {number} me @returns {import("../shared/game/own-games.js").OwnGame} */
  game(me) {
    const {room, table} =
      /** @type {{room: import("../shared/game/types.js").Room, table: import("../shared/game/types.js").TableJson}} */ (this.state);
    const {rules, overlay} = room.settings;
    const players = (room.players ?? []).map(({name}) => name);
    return {game: table.game, at: Date.now(), ended: null, rules, own: overlay, players, me, scores: null, deals: []};
  }

  /** @param {number} me */
  rememberDeal(me) {
    const {events} = this.state;
    if (!events.some(({t}) => t === "pay")) return;
    const deal = dealOf(events, me, Date.now());
    const game = this.game(me);
    if (deal && this.first(`${game.game}/${deal.number}`)) addGames([{...game, deals: [deal]}]);
  }

  /** The result of the game, and the deals that this browser did not see. @param {number} me */
  async rememberEnd(me) {
    const {scores, hand} = /** @type {import("../shared/game/types.js").TableJson} */ (this.state.table);
    const game = {...this.game(me), ended: Date.now(), scores};
    await addGames([game]);
    const known = await ownGame(game.game);
    if (!known || known.deals.length >= (hand?.number ?? 0)) return;
    try {
      await addGames([{...game, deals: dealsOf(await record(game.game), me, game.ended)}]);
    } catch {
      // the server does not answer: the game is there without these deals
    }
  }
}
