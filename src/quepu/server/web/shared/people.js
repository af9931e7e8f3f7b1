// Friends, blocks and reports: the requests about other people.

import {call} from "./api.js";

/** @typedef {import("./types-generated.js").PeopleAnswer} People */
/** @typedef {import("./types-generated.js").PersonJson} Person */

/** What somebody can be reported for. */
export const REASONS = /** @type {const} */ (["cheating", "insult", "stalling", "name", "other"]);

/** @returns {Promise<People>} */
export const people = () => call("/account/people");

/** Ask somebody to be friends, or accept. @param {{account: string} | {name: string}} who @returns {Promise<People>} */
export const befriend = (who) => call("/account/friends", {body: who});

/** @param {"friends/end" | "block" | "unblock"} what @param {string} account @returns {Promise<People>} */
export const change = (what, account) => call(`/account/${what}`, {body: {account}});

/** @param {{account?: string, room?: string, member?: number, reason: string, text: string}} report */
export const report = (report) => call("/account/report", {body: report});
