// The state of the page that compares two studies.

import {problemWords} from "../shared/api.js";
import {copy} from "../shared/clipboard.js";
import {t} from "../shared/settings.js";
import {ReportLoader} from "./report-loader.js";
import {begun, bookOfRequest, bookOfStudy} from "./start-ctrl.js";
import {areComparable} from "./study-ctrl.js";
import {labText} from "./texts.js";
import {isOpen, StudyWatch} from "./watch.js";

/** @typedef {import("./requests.js").Study} Study */

export class ComparisonCtrl {
  /** @param {string} id @param {string} other @param {() => void} redraw */
  constructor(id, other, redraw) {
    this.redraw = redraw;
    this.before = new StudyWatch(id, () => this.#changed());
    this.after = new StudyWatch(other, () => this.#changed());
    this.loader = new ReportLoader(id, other, () => redraw());
    /** Whether the study that is missing is being started. */
    this.busy = false;
    /** Why it could not be. @type {string | null} */
    this.startProblem = null;
  }

  start() {
    this.before.ask();
    this.after.ask();
  }

  #changed() {
    this.updateReport();
    this.redraw();
  }

  updateReport() {
    const {before, after} = this.studies;
    if (!before || !after || !this.isPossible) return;
    const have = before.deals && after.deals;
    this.loader.update(have && before.deals + after.deals, !isOpen(before) && !isOpen(after));
  }

  get studies() {
    return {before: this.before.study, after: this.after.study};
  }

  /** Whether the two can be compared; also true while that is not known. */
  get isPossible() {
    const {before, after} = this.studies;
    return this.before.id !== this.after.id && (!before || !after || areComparable(before, after));
  }

  /** What is wrong with the page as a whole. */
  get problem() {
    const failed = [this.before, this.after].find((watch) => watch.isGone || (watch.problem && !watch.study));
    return failed ? (failed.isGone ? failed.problem : labText("needs_server")) : null;
  }

  share = () => copy(location.href, t("link_copied"));

  /** Start the study that is missing: the rules of the second with all else of the first. */
  startMissing = async () => {
    const {before, after} = this.studies;
    if (this.busy || !before || !after) return;
    this.busy = true;
    this.redraw();
    try {
      const id = await begun({...bookOfRequest(bookOfStudy(after)), players: before.players, hands: before.hands, seed: before.seed});
      location.assign(`/lab/${before.id}/${id}`);
    } catch (error) {
      this.startProblem = problemWords(error);
      this.busy = false;
    }
    this.redraw();
  };
}
