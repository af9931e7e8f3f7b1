// The state of the replay page, and what changes it. The address holds the moment that is shown.

import {address, pathPart} from "../shared/addresses.js";
import * as api from "../shared/api.js";
import {WINDS} from "../shared/constants.js";
import {FanMarking} from "../shared/fan-marking.js";
import {withheldWords} from "../shared/game/deal-end.js";
import {narrate, recordedNames, seatName} from "../shared/game/narrate.js";
import {ownGame} from "../shared/game/own-games-store.js";
import * as rooms from "../shared/game/rooms-api.js";
import {shuffleText} from "../shared/game/shuffle-texts.js";
import {checkDeal, nonceStates} from "../shared/game/shuffle.js";
import {keepContinued, keepRoom, ownName, rememberGame, seenGames} from "../shared/game/storage.js";
import {list} from "../shared/names.js";
import {settings, t} from "../shared/settings.js";
import {announce, notice} from "../shared/shell.js";
import {ReviewCtrl} from "./review-ctrl.js";
import {TableWatch} from "./table-watch.js";

/** @typedef {import("../shared/game/types.js").GameEvent} GameEvent */

/** Milliseconds between two steps while the replay runs. */
const PACE = 900;
/** In the address: all hands are open, though the user played in this game. */
const ALL = "all";

export class ReplayCtrl {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    /** The game; "" on the list of games. */
    this.id = pathPart(2);
    /** @type {import("../shared/game/types.js").GameInfo | null} */
    this.game = null;
    /** The steps of the deal that is shown. @type {import("../shared/game/types.js").Steps | null} */
    this.steps = null;
    /** The number of the deal. */
    this.deal = 1;
    this.step = 0;
    /** The player through whose eyes the deal is seen, by their first seat; null: all hands are open. @type {string | null} */
    this.seat = null;
    /** The user's own first seat, where they played in this game. @type {string | null} */
    this.mine = null;
    /** @type {api.ApiError | null} */
    this.problem = null;
    /** @type {import("../shared/game/deal-end.js").Checked} */
    this.checked = null;
    /** Which players gave numbers of their own for the shuffle, in words. */
    this.givers = "";
    this.marking = new FanMarking(redraw, (fan) => `/rules/${this.game?.rules}#${fan}`);
    /** Set while the replay runs. @type {ReturnType<typeof setInterval> | undefined} */
    this.running = undefined;
    this.table = new TableWatch(this.id, redraw);
    this.review = new ReviewCtrl(this);
  }

  /** Load what the address names. */
  start() {
    if (!this.id) return;
    this.load();
    this.table.start();
  }

  readAddress() {
    const query = new URLSearchParams(location.search);
    this.deal = Math.max(1, Number(query.get("hand")) || 1);
    this.step = Math.max(0, Number(query.get("step")) || 0);
    const seat = query.get("seat");
    this.seat = seat && WINDS.includes(seat) ? seat : seat === ALL ? null : this.mine;
  }

  /** The address of what is shown. */
  get moment() {
    const query = new URLSearchParams({hand: String(this.deal), step: String(this.step)});
    if (this.seat) query.set("seat", this.seat);
    else if (this.mine) query.set("seat", ALL);
    const {answer, isChosen, seat} = this.review;
    if (isChosen || (answer && seat !== (this.mine ?? WINDS[0]))) query.set("review", seat);
    return address(`/replay/${this.id}`, query);
  }

  async load() {
    const {id} = this;
    try {
      const game = (this.game = await rooms.game(id));
      if (game.status === "playing") return this.redraw();
      this.mine = WINDS[(await ownGame(id))?.me ?? -1] ?? null;
      this.readAddress();
      const reviewed = new URLSearchParams(location.search).get("review");
      this.review.isChosen = reviewed !== null && WINDS.includes(reviewed);
      this.review.seat = reviewed && this.review.isChosen ? reviewed : (this.mine ?? WINDS[0]);
      if (!seenGames().some((seen) => seen.game === id)) {
        rememberGame({game: id, rules: game.rules, players: game.players, scores: game.scores ?? [0, 0, 0, 0], at: Date.now()});
      }
      await this.loadDeal();
      this.marking.setBook(await api.bookOf({rules: game.rules, overlay: null}));
    } catch (error) {
      if (error instanceof api.ApiError) this.problem = error;
    }
    this.redraw();
  }

  async loadDeal() {
    const {deal, seat} = this;
    const found = await rooms.steps(this.id, deal, seat);
    if (deal !== this.deal || seat !== this.seat) return; // another deal was asked for meanwhile
    this.steps = found;
    this.step = Math.min(this.step, found.steps.length - 1);
    this.checked = null;
    this.marking.reset();
    this.givers = "";
    this.redraw();
    this.review.load();
  }

  /** Load the deal again, and show a notice if that fails. */
  reloadDeal() {
    return this.loadDeal().catch(() => notice(t("offline")));
  }

  /** @param {number} to */
  go(to) {
    if (!this.steps) return;
    const before = this.step;
    this.step = Math.max(0, Math.min(this.steps.steps.length - 1, to));
    history.replaceState(null, "", this.moment);
    if (this.step !== before) announce(this.stepWords());
    this.redraw();
  }

  /** @param {number} to the number of another deal */
  async goDeal(to) {
    if (!this.steps || to < 1 || to > this.steps.hands) return;
    this.deal = to;
    this.step = 0;
    history.pushState(null, "", this.moment);
    await this.reloadDeal();
  }

  /** Show a step of any deal. @param {number} deal @param {number} step */
  async goTo(deal, step) {
    if (deal === this.deal) return this.go(step);
    this.deal = deal;
    this.step = step;
    history.pushState(null, "", this.moment);
    await this.reloadDeal();
    announce(this.stepWords());
  }

  /** Write what is shown into the address. */
  keepAddress() {
    history.replaceState(null, "", this.moment);
  }

  /** @param {string | null} seat */
  async seeFrom(seat) {
    this.seat = seat;
    history.replaceState(null, "", this.moment);
    await this.reloadDeal();
  }

  /** Let the replay run, or stop it. */
  run() {
    if (this.running) {
      clearInterval(this.running);
      this.running = undefined;
    } else {
      this.running = setInterval(() => {
        if (this.steps && this.step < this.steps.steps.length - 1) this.go(this.step + 1);
        else this.run();
      }, PACE);
    }
    this.redraw();
  }

  /** Play on against bots from a moment, by default from the one that is shown. @param {{hand: number, step: number, seat: string}} [from] */
  async playOn(from = {hand: this.deal, step: this.step, seat: this.seat ?? WINDS[0]}) {
    try {
      const opened = await rooms.goOn(this.id, {...from, name: ownName() || t("guest")});
      keepRoom(opened.room, {token: opened.token});
      keepContinued(opened.game);
      location.assign(`/play/${opened.room}`);
    } catch (error) {
      notice(api.problemWords(error));
    }
  }

  /** Check the shuffle of this deal, from the record itself. */
  async check() {
    const {game, steps, deal} = this;
    if (!game || !steps) return;
    this.checked = "asked";
    this.redraw();
    try {
      const lines = (await rooms.record(this.id))
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
      const begins = lines.findIndex((line) => line.t === "hand" && line.number === deal);
      const ends = lines.findIndex((line, i) => i > begins && line.t === "reveal");
      this.checked = checkDeal(lines.slice(begins, ends + 1), game.match.tiles, null) ?? "recorded";
      this.givers = this.checked === "recorded" ? this.giversWords(lines[begins], lines[ends]) : "";
    } catch {
      this.checked = null;
      notice(t("offline"));
    }
    if (this.checked) announce(shuffleText(`shuffle_${this.checked}`));
    this.redraw();
    /** @type {HTMLElement | null} */ (document.querySelector(".shuffle-result"))?.focus();
  }

  /** @param {GameEvent} hand @param {GameEvent} reveal */
  giversWords(hand, reveal) {
    const names = this.seatNames;
    const states = nonceStates(hand, reveal);
    const who = names.filter((_, seat) => states[seat] === "opened");
    const key = hand.nonce_commitments ? "shuffle_openers" : "shuffle_givers";
    const gave = who.length ? shuffleText(key, {who: list(who)}) : shuffleText("shuffle_no_givers");
    return [gave, withheldWords(names, states)].filter(Boolean).join(" ");
  }

  /** What happens in the step that is shown. */
  stepWords() {
    const names = this.seatNames;
    return (this.steps?.steps[this.step].events ?? [])
      .map(
        (event) =>
          narrate(event, names, null) || (event.t === "draw" ? t("told_draw_hidden", {who: seatName(names, event.seat, null)}) : ""),
      )
      .filter(Boolean)
      .join(settings.lang === "zh" ? "；" : " ");
  }

  /** The names by first seat. */
  get playerNames() {
    return recordedNames(this.steps?.players ?? []);
  }

  /** The names by seat. */
  get seatNames() {
    const {playerNames, steps} = this;
    return steps ? steps.hand.seats.map((player) => playerNames[player]) : [];
  }
}
