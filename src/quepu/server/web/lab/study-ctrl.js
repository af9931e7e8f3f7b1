// The state of the page of one study.

import {problemWords} from "../shared/api.js";
import {copy} from "../shared/clipboard.js";
import {t} from "../shared/settings.js";
import {notice} from "../shared/shell.js";
import {ownStudies, tokenOf} from "./own-studies.js";
import {ReportLoader} from "./report-loader.js";
import {cancelStudy} from "./requests.js";
import {labText} from "./texts.js";
import {isOpen, StudyWatch} from "./watch.js";

/** @typedef {import("./requests.js").Study} Study */

/** Whether two studies are on the same walls, with the same players. @param {Study} one @param {Study} two */
export const areComparable = (one, two) =>
  one.hands === two.hands && one.seed === two.seed && one.players.every((player, i) => player === two.players[i]);

/** The id of a study in an address that somebody has pasted, or an id. @param {string} text */
export const pastedId = (text) => /^(?:\S*\/lab\/)?([a-z0-9]{16})(?:[/?#]\S*)?$/.exec(text.trim())?.[1] ?? null;

export class StudyCtrl {
  /** @param {string} id @param {() => void} redraw */
  constructor(id, redraw) {
    this.id = id;
    this.redraw = redraw;
    this.watch = new StudyWatch(id, () => this.#changed());
    this.loader = new ReportLoader(id, null, () => redraw());
    /** The study that was chosen for a comparison. */
    this.chosen = "";
    /** The address that was pasted for one. */
    this.pasted = "";
    this.isWrongAddress = false;
  }

  start() {
    return this.watch.ask();
  }

  #changed() {
    this.updateReport();
    this.redraw();
  }

  updateReport() {
    const {study} = this.watch;
    if (study) this.loader.update(study.deals, !isOpen(study));
  }

  /** Whether the study can be cancelled here. */
  get canCancel() {
    const {study} = this.watch;
    return study !== null && isOpen(study) && tokenOf(this.id) !== null;
  }

  /** The studies of this browser that can be compared with this one. @returns {Study[]} */
  get comparable() {
    const {study} = this.watch;
    if (!study) return [];
    return ownStudies().flatMap((one) => (one.study && one.id !== this.id && areComparable(study, one.study) ? [one.study] : []));
  }

  cancel = async () => {
    try {
      this.watch.take(await cancelStudy(this.id, tokenOf(this.id) ?? ""));
      this.updateReport();
    } catch (error) {
      notice(problemWords(error));
    }
    this.redraw();
  };

  share = () => copy(location.href, t("link_copied"));

  /** @param {string} id */
  choose = (id) => {
    this.chosen = id;
    this.redraw();
  };

  /** Compare with the study whose address was pasted, or that was chosen. */
  compare = () => {
    const other = this.pasted.trim() ? pastedId(this.pasted) : this.chosen;
    this.isWrongAddress = !other;
    if (other) location.assign(`/lab/${this.id}/${other}`);
    else {
      this.redraw();
      document.getElementById("compare-address")?.focus();
    }
  };

  /** What is wrong with the page as a whole. */
  get problem() {
    const {isGone, problem, study} = this.watch;
    return isGone || !study ? problem && (isGone ? problem : `${labText("needs_server")}`) : null;
  }
}
