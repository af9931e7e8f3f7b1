// Requests about rooms and games; what happens at a table comes over the socket.

import {ApiError, call} from "../api.js";
import {keptRoom} from "./storage.js";

/** @typedef {import("./types.js").Opened} Opened */

/** @returns {Promise<import("./types.js").PlayOptions>} */
export const playOptions = () => call("/play");

/** @returns {Promise<import("./types.js").ListedRoom[]>} */
export const openRooms = async () => (await call("/rooms")).rooms;

/** @param {Record<string, unknown>} wanted @returns {Promise<Opened>} */
export const makeRoom = (wanted) => call("/rooms", {body: wanted});

/** What gives access to a room: the user's own token, else the invitation. @param {string} id */
const secret = (id) => keptRoom(id).token ?? keptRoom(id).invite;

/** @param {string} id @returns {Promise<import("./types.js").Room>} */
export const room = async (id) => (await call(`/rooms/${encodeURIComponent(id)}`, {secret: secret(id)})).room;

/** @param {string} id @returns {Promise<import("../types.js").Book>} */
export const roomRules = (id) => call(`/rooms/${encodeURIComponent(id)}/rules`);

/** @param {string} id @param {{name: string, invite: string | null, token: string | null}} who @returns {Promise<Opened>} */
export const join = (id, who) => call(`/rooms/${encodeURIComponent(id)}/join`, {body: who});

/** Change the settings of a room, as its host. @param {string} id @param {Record<string, unknown>} changes */
export const changeSettings = (id, changes) =>
  call(`/rooms/${encodeURIComponent(id)}/settings`, {body: {token: keptRoom(id).token, ...changes}});

/** @param {string} id @param {string} token @returns {Promise<import("./types.js").Hint>} */
export const hint = (id, token) => call(`/rooms/${encodeURIComponent(id)}/hint`, {body: {token}});

/** @param {string} id @param {string} token @returns {Promise<import("../types-generated.js").ReachAnswer>} */
export const reach = (id, token) => call(`/rooms/${encodeURIComponent(id)}/reach`, {body: {token}});

/** @param {string} id @returns {Promise<import("../types-generated.js").LastScoreAnswer>} */
export const lastScore = (id) => call(`/rooms/${encodeURIComponent(id)}/score`, {secret: secret(id)});

/** @param {string} id @returns {Promise<import("./types.js").GameInfo>} */
export const game = (id) => call(`/games/${encodeURIComponent(id)}`);

/** @param {string} id @param {number} hand @param {string | null} seat @returns {Promise<import("./types.js").Steps>} */
export const steps = (id, hand, seat) =>
  call(`/games/${encodeURIComponent(id)}/steps?${new URLSearchParams({hand: String(hand), ...(seat ? {seat} : {})})}`);

/** @param {string} id @param {{hand: number, step: number, seat: string, name: string}} from @returns {Promise<Opened>} */
export const goOn = (id, from) => call(`/games/${encodeURIComponent(id)}/continue`, {body: from});

/** @typedef {import("../types-generated.js").ReviewAnswer} ReviewAnswer */

/** The review of a player, by their first seat, with the decisions of a deal. @param {string} id @param {string} seat @param {number} hand @returns {Promise<ReviewAnswer>} */
export const review = (id, seat, hand) =>
  call(`/games/${encodeURIComponent(id)}/review?${new URLSearchParams({seat, hand: String(hand)})}`);

/** Let the server review a deal, or with null the whole game. @param {string} id @param {string} seat @param {number | null} hand @returns {Promise<ReviewAnswer>} */
export const startReview = (id, seat, hand) => call(`/games/${encodeURIComponent(id)}/review`, {body: {seat, hand}});

/** @param {string} id @param {string} seat @returns {Promise<ReviewAnswer>} */
export const cancelReview = (id, seat) => call(`/games/${encodeURIComponent(id)}/review/cancel`, {body: {seat}});

/** Where the record of a game can be had. @param {string} id */
export const recordAddress = (id) => `/api/v1/games/${encodeURIComponent(id)}/record`;

/** The lines of a record. @param {string} id @returns {Promise<string>} */
export async function record(id) {
  const answer = await fetch(recordAddress(id)).catch(() => null);
  if (!answer?.ok) throw new ApiError({code: "offline", message: ""});
  return answer.text();
}

/** Give the server a record to keep. @param {Blob} file @returns {Promise<{game: string}>} */
export const sendRecord = (file) => call("/records", {file});
