// All that the lessons ask the server for. The lessons themselves are one answer that never changes, with the right answers in it.

import * as api from "../shared/api.js";

/** @typedef {import("../shared/types-generated.js").LessonsAnswer} Lessons */

/** The chapters, and the books for those who know another. @returns {Promise<Lessons>} */
export const lessons = () => api.call("/lessons");

/** What a hand is worth, and why. @param {string} rules @param {string} hand */
export const score = (rules, hand) => api.score({rules, overlay: null}, hand);

export const difference = api.difference;
