// The screen with the time of a round: it counts what the timer's state says, gives the signals, and keeps the screen on.

import {keep, load} from "../shared/settings.js";
import {announce, notice} from "../shared/shell.js";
import {allowBell, ring} from "./bell.js";
import {MINUTE, digits, signal, timeLeft} from "./timer-clock.js";
import {say} from "./texts.js";

/** @typedef {import("./timer-clock.js").Timer} Timer */

/** How often the time is looked at, in milliseconds: fine enough that the digits change on the second. */
const TICK = 200;
const SOUND = "quepu.timer.sound";

export class TimerCtrl {
  /** @param {import("./ctrl.js").TournamentCtrl} page */
  constructor(page) {
    this.page = page;
    this.sound = load(SOUND, false);
    /** @type {WakeLockSentinel | null} */
    this.lock = null;
    /** What was left when the time was last looked at, and of which state of the timer. @type {{of: Timer, left: number} | null} */
    this.seen = null;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.ticking = undefined;
  }

  /** The round that the timer is about: the one that runs, or the first that is not complete. */
  get round() {
    return this.page.state?.timer?.round ?? this.page.currentRound;
  }

  /** @returns {Timer} */
  get timer() {
    const full = (this.page.state?.settings.minutes ?? 0) * MINUTE;
    return this.page.state?.timer ?? {round: this.round, running: false, ends: null, left: full};
  }

  get left() {
    return timeLeft(this.timer, Date.now());
  }

  /** Whether the time has begun, and was not stopped. */
  get begun() {
    return Boolean(this.page.state?.timer);
  }

  open() {
    if (this.ticking !== undefined) return;
    this.ticking = setInterval(this.tick, TICK);
    this.wake();
    document.addEventListener("visibilitychange", this.wake);
  }

  close() {
    clearInterval(this.ticking);
    this.ticking = undefined;
    document.removeEventListener("visibilitychange", this.wake);
    this.lock?.release().catch(() => {});
    this.lock = null;
    this.seen = null;
  }

  /** Keep the screen on, where the browser can: it lets go whenever the page is hidden. */
  wake = async () => {
    if (document.hidden || !("wakeLock" in navigator)) return;
    this.lock = await navigator.wakeLock.request("screen").catch(() => null);
  };

  tick = () => {
    const {left, seen, timer} = this;
    const before = seen && seen.of.ends === timer.ends && timer.running ? seen.left : null;
    if (before === null || digits(before) !== digits(left)) this.page.redraw();
    const due = signal(before, left);
    if (due) {
      announce(say(due === "end" ? "time_up" : "five_minutes"));
      if (this.sound) ring(due);
    }
    this.seen = {of: timer, left};
  };

  /** @param {"start" | "pause" | "resume" | "add" | "stop"} what @param {number} [seconds] */
  async command(what, seconds) {
    await this.page.add("timer", {round: this.round, do: what, ...(seconds === undefined ? {} : {seconds})});
  }

  /** Start, pause or go on. */
  toggle = () => this.command(this.timer.running ? "pause" : this.begun ? "resume" : "start");

  /** Begin the round with another number: what was counted before is over. @param {number} round */
  startRound = (round) => this.page.add("timer", {round, do: "start"});

  /** @param {number} minutes */
  addMinutes = (minutes) => this.command("add", minutes * 60);

  flipSound = () => {
    this.sound = !this.sound;
    keep(SOUND, this.sound);
    if (this.sound) {
      allowBell();
      ring("warning");
    }
    notice(say(this.sound ? "sound_is_on" : "sound_is_off"));
    this.page.redraw();
  };

  /** The whole screen, or back. */
  fullScreen = () => {
    const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.();
    done?.catch(() => notice(say("no_full_screen")));
  };

  /** The keys of the screen. @param {KeyboardEvent} event */
  onKey = (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select, textarea")) return;
    /** @type {Record<string, () => unknown>} */
    const everyone = {f: this.fullScreen, m: this.flipSound};
    /** @type {Record<string, () => unknown>} */
    const editors = {" ": this.toggle, "+": () => this.addMinutes(1), "=": () => this.addMinutes(1), "-": () => this.addMinutes(-1)};
    if (event.key === " " && target.closest("button, summary")) return; // it presses them
    const found = everyone[event.key.toLowerCase()] ?? (this.page.mayEdit ? editors[event.key] : undefined);
    if (!found) return;
    event.preventDefault();
    found();
  };
}
