// The requests of the account page.

import {call} from "../shared/api.js";

/** @typedef {import("../shared/types-generated.js").OwnAccount} OwnAccount */
/** @typedef {import("../shared/types-generated.js").OwnGameJson} OwnGameJson */

/** @returns {Promise<OwnAccount | null>} */
export const ownAccount = async () => (await call("/account")).account;

/** @param {"sign-in" | "sign-up" | "recover" | "name" | "password"} what @param {Record<string, string>} body @returns {Promise<{account: OwnAccount, codes?: string[]}>} */
export const send = (what, body) => call(`/account/${what}`, {body});

/** @param {string} password @returns {Promise<string[]>} */
export const newCodes = async (password) => (await call("/account/codes", {body: {password}})).codes;

/** @param {boolean} everywhere */
export const signOut = (everywhere) => call("/account/sign-out", {body: {everywhere}});

/** @param {string} password */
export const deleteAccount = (password) => call("/account/delete", {body: {password}});

/** @param {string | null} before @returns {Promise<OwnGameJson[]>} */
export const ownGames = async (before) =>
  (await call(before === null ? "/account/games" : `/account/games?before=${encodeURIComponent(before)}`)).games;

/** @param {string} room @param {string} token */
export const claim = (room, token) => call(`/rooms/${encodeURIComponent(room)}/claim`, {body: {token}});
