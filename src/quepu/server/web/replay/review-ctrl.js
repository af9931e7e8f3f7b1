// The state of a review: whose it is, how far the server is with it, and what it has found.

import {WINDS} from "../shared/constants.js";
import {problemWords} from "../shared/api.js";
import * as rooms from "../shared/game/rooms-api.js";
import {announce, notice} from "../shared/shell.js";
import {reviewText} from "./review-texts.js";

/** @typedef {import("../shared/types-generated.js").ReviewAnswer} ReviewAnswer */
/** @typedef {import("../shared/types-generated.js").ReviewDecision} ReviewDecision */
/** @typedef {import("../shared/types-generated.js").FullReviewDecision} FullReviewDecision */

/** Milliseconds between two questions how far the server is. */
const PACE = 1000;

export class ReviewCtrl {
  /** @param {import("./ctrl.js").ReplayCtrl} replay */
  constructor(replay) {
    this.replay = replay;
    /** The player, by their first seat. */
    this.seat = WINDS[0];
    /** Whether the address or the user has named the player. */
    this.isChosen = false;
    /** The players of whom a deal has been reviewed. @type {readonly string[]} */
    this.reviewed = [];
    /** @type {ReviewAnswer | null} */
    this.answer = null;
    /** Whether all mistakes are listed, not only the most expensive ones. */
    this.listsAll = false;
    /** Whether all choices at a step are listed. */
    this.listsChoices = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** Whether the server works on it, or will. */
  get isOpen() {
    return this.answer !== null && this.answer.status !== "idle";
  }

  /** The decisions of the deal that is shown, if they are known. @returns {readonly FullReviewDecision[] | null} */
  get decisions() {
    const {answer, replay} = this;
    return answer?.decisions?.length && answer.decisions[0].hand !== replay.deal ? null : (answer?.decisions ?? null);
  }

  /** The deal that is shown, if its review is done. */
  get deal() {
    return this.answer?.hands.find(({hand}) => hand === this.replay.deal) ?? null;
  }

  /** The decision at the step that is shown. */
  get now() {
    return this.decisions?.find(({step}) => step === this.replay.step) ?? null;
  }

  /** @param {string} seat */
  choose(seat) {
    this.seat = seat;
    this.isChosen = true;
    this.answer = null;
    this.replay.keepAddress();
    this.replay.redraw();
    return this.load();
  }

  /** Ask what there is about the deal that is shown, and again while the server works. @returns {Promise<void>} */
  async load() {
    clearTimeout(this.timer);
    const {seat} = this;
    const {deal, id} = this.replay;
    const before = this.answer;
    try {
      const answer = await rooms.review(id, seat, deal);
      if (seat !== this.seat || deal !== this.replay.deal) return; // something else was asked for meanwhile
      if (!before && this.startsWithOther(answer)) return this.load();
      this.take(answer);
      if (before && before.status !== "idle" && answer.status === "idle" && answer.hands.length) announce(reviewText("finished"));
    } catch {
      // the page works without it; it asks again if a review was running
    }
    if (this.isOpen) this.timer = setTimeout(() => this.load(), PACE);
    this.replay.redraw();
  }

  /** Whose game it is not, and who has named nobody, sees first what somebody has reviewed. @param {ReviewAnswer} answer */
  startsWithOther({reviewed, seat, status}) {
    if (this.isChosen || this.replay.mine !== null || status !== "idle" || !reviewed.length || reviewed.includes(seat)) return false;
    this.seat = reviewed[0];
    return true;
  }

  /** @param {ReviewAnswer} answer */
  take(answer) {
    this.answer = answer;
    this.reviewed = answer.reviewed;
    if (answer.error) announce(reviewText("failed", {code: answer.error}));
  }

  /** @param {number | null} hand the deal; null: the whole game */
  async begin(hand) {
    try {
      this.take(await rooms.startReview(this.replay.id, this.seat, hand));
      this.replay.keepAddress();
      announce(reviewText("preparing"));
      await this.load();
    } catch (error) {
      notice(problemWords(error));
    }
  }

  async cancel() {
    try {
      this.take(await rooms.cancelReview(this.replay.id, this.seat));
      announce(reviewText("cancelled"));
      await this.load();
    } catch (error) {
      notice(problemWords(error));
    }
  }

  /** Go to the moment of a decision. @param {ReviewDecision} decision */
  async go({hand, step}) {
    this.listsChoices = false;
    await this.replay.goTo(hand, step);
  }

  /** The same, with the table in view: on a phone it is far above the review. @param {ReviewDecision} decision */
  async show(decision) {
    await this.go(decision);
    const felt = document.querySelector(".felt");
    if (felt && felt.getBoundingClientRect().bottom < innerHeight / 2) felt.scrollIntoView({block: "start"});
  }

  /** Play on from a decision, in the place of the player. @param {ReviewDecision} decision */
  tryAgain({hand, step}) {
    return this.replay.playOn({hand, step, seat: this.seat});
  }
}
