// What the user has learnt, kept in the browser: which steps are done, and where they were last.

import {forget, keep, load} from "../shared/settings.js";

const LEARN = "quepu.learn";

/** Steps are named as `chapter/step`. @typedef {{done: Record<string, boolean>, at: string}} Progress */

/** @returns {Progress} */
export const progress = () => ({done: {}, at: "", .../** @type {Partial<Progress>} */ (load(LEARN, {}))});

/** @param {string} step */
export function keepDone(step) {
  const kept = progress();
  keep(LEARN, {...kept, done: {...kept.done, [step]: true}});
}

/** @param {string} step */
export const keepAt = (step) => keep(LEARN, {...progress(), at: step});

/** Begin again. */
export const forgetProgress = () => forget(LEARN);
