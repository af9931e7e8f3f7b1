// What the browser keeps about rooms: the ticket of who waits for one, the user's token, their nonces, and the commitments that they had seen before they opened them.

import {forget, keep, load, t} from "../settings.js";

/**
 * The nonce for a hand and the commitment to it (`own`), whether the server has confirmed that (`committed`); when it was opened, what the table had
 * promised before (`commitment`, `nonce_commitments`), and whether the server has confirmed the nonce (`opened`).
 * @typedef {{
 *   nonce: string, own: string, committed?: boolean, commitment?: string, nonce_commitments?: (string | null)[], opened?: boolean,
 * }} Given
 */
/**
 * `invite`: the invitation with which the user came, or which the server sent to a member; `removed`: the token of a user whom the host removed;
 * `autoWin`: the game in which the page wins by itself; `hint`: whether hints are shown.
 * @typedef {{token: string | null, invite: string | null, removed: string | null, autoWin: string | null, hint: boolean, given: Record<string, Given>}} Kept
 */

/** @typedef {import("../types-generated.js").MatchAnswer} MatchAnswer */

const NAME = "quepu.name";
const GAMES = "quepu.games";
const MOST_GAMES = 30;
const ROOMS = "quepu.rooms";
const MOST_ROOMS = 20;
const TOKEN = /^[\w-]{1,128}$/;

/** @param {string} room */
const key = (room) => `quepu.room.${room}`;

/** What is kept about a room. The storage can contain anything: only what looks like a token is one. @param {string} room @returns {Kept} */
export function keptRoom(room) {
  const {token, invite, removed, autoWin, hint, given} = /** @type {Record<string, any>} */ (load(key(room), {}));
  const known = (/** @type {unknown} */ text) => (typeof text === "string" && TOKEN.test(text) ? text : null);
  return {
    token: known(token),
    invite: known(invite),
    removed: known(removed),
    autoWin: known(autoWin),
    hint: hint === true,
    given: given !== null && typeof given === "object" ? given : {},
  };
}

/** The rooms of which the user is a member, the latest first. @returns {string[]} */
export const ownRooms = () => load(ROOMS, /** @type {string[]} */ ([])).filter((room) => keptRoom(room).token !== null);

/** Forget a room that no longer exists. @param {string} room */
export function forgetRoom(room) {
  forget(key(room));
  keep(
    ROOMS,
    load(ROOMS, /** @type {string[]} */ ([])).filter((other) => other !== room),
  );
}

/** The host has removed the user from a room: the token only shows who they were. @param {string} room */
export function keepRemoved(room) {
  const {token, removed} = keptRoom(room);
  forgetRoom(room);
  keep(key(room), {removed: token ?? removed});
}

/** Keep the invitation in the fragment of the link. @param {string} room */
export function takeInvite(room) {
  const invite = /^#invite=(.+)$/.exec(location.hash)?.[1];
  if (!invite || !TOKEN.test(invite)) return;
  history.replaceState(null, "", location.pathname + location.search);
  keep(key(room), {...keptRoom(room), invite});
}

/** The link by which others come in. @param {string} room @param {string | null} invite */
export const inviteLink = (room, invite) => `${location.origin}/play/${room}${invite === null ? "" : `#invite=${invite}`}`;

/** Keep the token in the link from another device. It is in the fragment, which is not sent to the server. @param {string} room */
export function takeSeat(room) {
  const token = /^#seat=(.+)$/.exec(location.hash)?.[1];
  if (!token || !TOKEN.test(token)) return;
  history.replaceState(null, "", location.pathname + location.search);
  const kept = keptRoom(room).token;
  if (kept === null || kept === token || confirm(t("seat_instead"))) keepRoom(room, {token});
}

/** The link that takes the user's seat to another device. @param {string} room */
export function seatLink(room) {
  const {token} = keptRoom(room);
  return token === null ? null : `${location.origin}/play/${room}#seat=${token}`;
}

/** Change what is kept of a room; another tab may have changed it meanwhile. @param {string} room @param {Partial<Kept>} changes */
export function keepRoom(room, changes) {
  keep(key(room), {...keptRoom(room), ...changes});
  const rooms = [room, ...load(ROOMS, /** @type {string[]} */ ([])).filter((other) => other !== room)];
  keep(ROOMS, rooms.slice(0, MOST_ROOMS));
  for (const old of rooms.slice(MOST_ROOMS)) forget(key(old));
}

/** What this browser keeps about its nonce for a deal, if it gave one. @param {string} room @param {string} game @param {number} hand @returns {Given | null} */
export const givenFor = (room, game, hand) => keptRoom(room).given[`${game}/${hand}`] ?? null;

/** Keep more about it: what is kept already is never replaced. @param {string} room @param {string} game @param {number} hand @param {Partial<Given>} more */
export function keepGiven(room, game, hand, more) {
  const {given} = keptRoom(room);
  const name = `${game}/${hand}`;
  given[name] = /** @type {Given} */ ({...more, ...given[name]});
  keepRoom(room, {given: Object.fromEntries(Object.entries(given).slice(-4))});
  return given[name];
}

const TICKET = "quepu.ticket";
/** How long the place of somebody who is put together with others is kept, in milliseconds. */
const TICKET_LASTS = 600_000;

/** The ticket with which the user waits for a game, unless it was last used so long ago that it cannot be valid. @returns {MatchAnswer | null} */
export function keptTicket() {
  const {ticket, bots_after, every, used} = /** @type {Record<string, any>} */ (load(TICKET, {}));
  const isOne = typeof ticket === "string" && TOKEN.test(ticket) && Number.isFinite(bots_after) && Number.isFinite(every);
  return isOne && Math.abs(Date.now() - used) < TICKET_LASTS ? {ticket, bots_after, every} : null;
}

/** Keep the ticket, which is being used now. @param {MatchAnswer} ticket */
export const keepTicket = (ticket) => keep(TICKET, {...ticket, used: Date.now()});

/** Forget the ticket, unless another one is kept meanwhile. @param {MatchAnswer | null} ticket */
export function forgetTicket(ticket) {
  if (ticket && keptTicket()?.ticket === ticket.ticket) forget(TICKET);
}

/** @returns {string} */
export const ownName = () => load(NAME, "");

/** @param {string} name */
export const keepName = (name) => keep(NAME, name);

/** A game that was played or looked at here; `room` is where it was played, if that was seen. @typedef {{game: string, rules: string, players: string[], scores: number[], at: number, room?: string}} SeenGame */

/** The games that were played or looked at here, the latest first. @returns {SeenGame[]} */
export const seenGames = () => load(GAMES, /** @type {SeenGame[]} */ ([]));

/** @param {SeenGame} game */
export const rememberGame = (game) => keep(GAMES, [game, ...seenGames().filter((other) => other.game !== game.game)].slice(0, MOST_GAMES));

const CONTINUED = "quepu.continued";

/** A game that continues from a replay: to try something out, not to be counted. @param {string | null} game */
export const keepContinued = (game) =>
  keep(CONTINUED, [game, ...load(CONTINUED, /** @type {(string | null)[]} */ ([]))].slice(0, MOST_GAMES));

/** @param {string} game */
export const isContinued = (game) => load(CONTINUED, /** @type {string[]} */ ([])).includes(game);

/** Forget the games that were played or looked at here. */
export const forgetSeen = () => forget(GAMES);
