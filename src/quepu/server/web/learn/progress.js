// What the user has learnt, kept in the browser: which steps are done, and where they were last.

import {LESSONS} from "../shared/progress.js";
import {forget, keep, load} from "../shared/settings.js";

/** @typedef {import("../shared/progress.js").Lessons} Lessons */

/** @returns {Lessons} */
export const progress = () => ({done: {}, at: "", .../** @type {Partial<Lessons>} */ (load(LESSONS, {}))});

/** @param {string} step */
export function keepDone(step) {
  const kept = progress();
  keep(LESSONS, {...kept, done: {...kept.done, [step]: true}});
}

/** @param {string} step */
export const keepAt = (step) => keep(LESSONS, {...progress(), at: step});

/** Begin again. */
export const forgetProgress = () => forget(LESSONS);
