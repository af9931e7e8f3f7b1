// The connection to a room. It reconnects by itself, at growing intervals, and finally gives up until the user wants it.

import {showMaintenance} from "./maintenance.js";
import {settings} from "../settings.js";

/** The waits before each new attempt, in seconds; after the last one the page gives up. */
const WAITS = [0.5, 1, 2, 4, 8, 15, 30, 30, 30];
/** A connection that has lasted this many milliseconds resets the count of attempts. */
const LASTING = 10_000;
/** The close code for too many connections: continue with the attempt LATER, so that the wait is long. */
const TOO_OFTEN = 4431;
const LATER = 5;
/** The close code of a server that has left the room to another one: the first attempt follows almost at once. */
const MOVED = 1012;
const AT_ONCE = 0.1;
/** The milliseconds of silence after which the page sends a ping. */
const PING = 5_000;
/** The milliseconds that it waits for the answer. */
const ANSWER = 5_000;
/** The milliseconds that it waits for a new connection. */
const PATIENCE = 10_000;
/** Close codes after which connecting again makes no sense. */
const FINAL = new Set([1008, 4400, 4401, 4403, 4404, 4409, 4410, 4413, 4429]);

/** @typedef {"connecting" | "open" | "waiting" | "lost"} State */
/** @typedef {{message: (message: any) => void, state: (state: State, code: number | null) => void, hello: () => object}} Listener */

export class RoomSocket {
  /** @param {string} room @param {Listener} listener */
  constructor(room, listener) {
    this.room = room;
    this.listener = listener;
    /** @type {State} */
    this.state = "connecting";
    this.attempts = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.heard = 0;
    /** When the welcome came over this connection; 0: not yet. */
    this.welcomed = 0;
    /** It does not reconnect by itself before this time. */
    this.notBefore = 0;
    /** When a ping was sent that has not been answered; 0: none was. */
    this.asked = 0;
    /** Whether connecting again makes no sense. */
    this.isFinal = false;
    addEventListener("online", () => this.hurry());
    // without a network nothing would come, and nothing would say so for a while. Where the server is this machine itself, it is back at once
    addEventListener("offline", () => this.giveUp());
    document.addEventListener("visibilitychange", () => !document.hidden && this.hurry());
    // the browser closes a socket that is still connecting; closing it here would log an error
    addEventListener("pagehide", () => this.socket?.readyState === WebSocket.OPEN && this.socket.close());
    addEventListener("pageshow", (event) => event.persisted && this.again());
  }

  /** Start again, when the user wants it. */
  again() {
    this.attempts = 0;
    this.connect();
  }

  /** End it. */
  close() {
    clearTimeout(this.timer);
    this.drop();
    this.isFinal = true;
    this.state = "lost";
  }

  /** The page is visible or the network is back: reconnect now, unless the server asked to wait. */
  hurry() {
    if ((this.state === "waiting" && Date.now() >= this.notBefore) || (this.state === "lost" && !this.isFinal)) this.connect();
  }

  /** Give the connection up, and try another one. */
  giveUp() {
    if (this.state !== "open" && this.state !== "connecting") return;
    this.drop();
    this.closed(1006);
  }

  connect() {
    clearTimeout(this.timer);
    this.drop();
    this.become("connecting");
    const url = new URL(`/api/v1/rooms/${encodeURIComponent(this.room)}/socket?lang=${settings.lang}`, location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const socket = (this.socket = new WebSocket(url));
    socket.onopen = () => socket.send(JSON.stringify({v: 1, t: "hello", ...this.listener.hello()}));
    socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    socket.onclose = (event) => this.closed(event.code);
    this.heard = Date.now();
    this.asked = this.welcomed = 0;
    this.timer = setTimeout(() => this.watch(), PING);
  }

  /** @param {{t: string}} message */
  hear(message) {
    this.heard = Date.now();
    this.asked = 0;
    if (message.t === "welcome") {
      this.welcomed = this.heard;
      this.become("open");
    }
    if (message.t === "notice") showMaintenance(/** @type {any} */ (message));
    else if (message.t !== "pong") this.listener.message(message);
  }

  /** Send a ping over a silent connection, then give it up. */
  watch() {
    const now = Date.now();
    // measured from the ping, not from the silence: a page that slept has sent none
    if (this.state === "connecting" ? now - this.heard >= PATIENCE : this.asked && now - this.asked >= ANSWER) {
      this.giveUp();
      return;
    }
    if (!this.asked && now - this.heard >= PING && this.send({t: "ping"})) this.asked = now;
    this.timer = setTimeout(() => this.watch(), 1000);
  }

  /** @param {number} code */
  closed(code) {
    clearTimeout(this.timer);
    // one that is closed at once does not count as a success: otherwise the page would retry forever, twice a second
    if (this.welcomed && Date.now() - this.welcomed >= LASTING) this.attempts = 0;
    if (code === TOO_OFTEN) this.attempts = Math.max(this.attempts, LATER);
    this.isFinal = FINAL.has(code);
    if (this.isFinal || this.attempts >= WAITS.length) {
      this.become("lost", code);
      return;
    }
    const first = code === MOVED && this.attempts === 0 ? AT_ONCE : WAITS[this.attempts];
    this.attempts++;
    const wait = first * (0.8 + Math.random() * 0.4) * 1000;
    this.notBefore = code === TOO_OFTEN ? Date.now() + wait : 0;
    this.become("waiting", code);
    this.timer = setTimeout(() => this.connect(), wait);
  }

  drop() {
    if (!this.socket) return;
    this.socket.onclose = this.socket.onmessage = this.socket.onopen = null;
    this.socket.close();
    this.socket = null;
  }

  /** @param {State} state @param {number | null} [code] */
  become(state, code = null) {
    this.state = state;
    this.listener.state(state, code);
  }

  /** Whether it was sent. @param {object} message */
  send(message) {
    if (this.state !== "open" || this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify({v: 1, ...message}));
    return true;
  }
}
