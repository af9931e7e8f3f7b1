// How somebody joins the room of the page.

import * as rooms from "../shared/game/rooms-api.js";
import {keepName, keepRoom, keptRoom} from "../shared/game/storage.js";
import {refusedWords} from "./waiting-room.js";

export class Joining {
  /** Why the user could not join, in words. @type {string | null} */
  problem = null;
  #id;
  #state;
  #redraw;
  #connect;
  #isAsking = false;
  #sitsDown = false;

  /** @param {string} id of the room @param {import("./table-state.js").TableState} state @param {() => void} redraw @param {() => void} connect as the new member */
  constructor(id, state, redraw, connect) {
    this.#id = id;
    this.#state = state;
    this.#redraw = redraw;
    this.#connect = connect;
  }

  /** Join, once, however often it is pressed. @param {string} name */
  async join(name) {
    if (this.#isAsking) return;
    this.#isAsking = true;
    keepName(name);
    try {
      const {invite, removed} = keptRoom(this.#id);
      const joined = await rooms.join(this.#id, {name, invite, token: removed});
      keepRoom(this.#id, {token: joined.token});
      this.problem = null;
      this.#sitsDown = this.#state.room?.phase === "over";
      this.#connect();
    } catch (error) {
      this.problem = refusedWords(error, this.#state.room === null);
      this.#redraw();
    }
    this.#isAsking = false;
  }

  /** Whether the user wants a seat in the next game, because they joined when one was over; asked once. */
  takeSeat() {
    const wants = this.#sitsDown;
    this.#sitsDown = false;
    return wants;
  }
}
