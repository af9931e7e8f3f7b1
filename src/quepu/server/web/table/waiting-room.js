// A room before the game: who is present, the invitation, the settings.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {ApiError, problemWords} from "../shared/api.js";
import {BOTS} from "../shared/constants.js";
import {ownOr} from "../shared/game/narrate.js";
import {inviteLink, keepName, seatLink} from "../shared/game/storage.js";
import {alsoCalled, calledBook, letters} from "../shared/names.js";
import {qrCode} from "../shared/qr-code.js";
import {claimSeconds, lengthWords} from "../shared/game/room-form.js";
import {knownAccount} from "../shared/session.js";
import {own, t} from "../shared/settings.js";
import {copy} from "../shared/clipboard.js";
import {seatedBots} from "./seated-bots.js";

/** @typedef {import("../shared/game/types.js").Room} Room */
/** @typedef {import("../shared/game/types.js").PlayOptions} PlayOptions */

/**
 * The settings of a room in words; with `options` also how long a discard can be claimed.
 * @param {import("../shared/game/types.js").RoomSettings} settings @param {PlayOptions | null} [options]
 */
export function settingsWords(settings, options = null) {
  const seconds = claimSeconds(settings.speed, options);
  return [
    settings.overlay ? own(settings.overlay) : calledBook(settings.rules),
    lengthWords(settings),
    settings.clock ? t("clock_words", settings.clock) : t("untimed"),
    ...(seconds ? [t("claim_time_is", {seconds})] : []),
    ...(settings.open_hands ? [t("open_hands")] : []),
    ...(settings.casual ? [] : [t("no_takeback")]),
    ...(settings.bots === null ? [t("people_only")] : []),
    ...(settings.flowers ? [] : [t("flowers_by_hand")]),
    ...(settings.hints ? [] : [t("no_hints")]),
    ...(settings.guests ? [] : [t("no_guests")]),
    ...(settings.speed === "normal" || seconds ? [] : [t("speed_is", {speed: t(`speed_${settings.speed}`)})]),
  ];
}

/** What has changed in the settings of a room, in words. @param {import("../shared/game/types.js").RoomSettings} before @param {import("../shared/game/types.js").RoomSettings} now */
export function changedWords(before, now) {
  const [rules, length, clock] = settingsWords(now);
  /** @type {[string, (keyof typeof now)[]][]} */
  const words = [
    [rules, ["rules", "overlay"]],
    [length, ["rounds", "hands"]],
    [clock, ["clock"]],
    [t(now.open_hands ? "open_hands" : "closed_hands"), ["open_hands"]],
    [t(now.casual ? "casual_table" : "no_takeback"), ["casual"]],
    [now.bots === null ? t("people_only") : t("bots_take_chairs", {bot: own(BOTS[now.bots])}), ["bots"]],
    [t(now.flowers ? "flowers_automatic" : "flowers_by_hand"), ["flowers"]],
    [t(now.hints ? "hints_allowed" : "no_hints"), ["hints"]],
    [t("speed_is", {speed: t(`speed_${now.speed}`)}), ["speed"]],
    [t(now.private ? "private_table" : "open_table"), ["private"]],
    [t(now.friends ? "friends_table" : "no_friends_table"), ["friends"]],
    [t(now.guests ? "guests_table" : "no_guests"), ["guests"]],
  ];
  const differs = (/** @type {keyof typeof now} */ key) => JSON.stringify(before[key]) !== JSON.stringify(now[key]);
  return words.filter(([, keys]) => keys.some(differs)).map(([text]) => text);
}

/** The names of the machine itself. */
const HERE = /^(localhost|127\.[\d.]+|\[::1\])$/;

/**
 * The invitation for others. Once somebody was removed from a private room the link holds an invitation as well, in the fragment: the browser draws
 * its code, as a fragment is not sent to the server.
 * Only the host is told how the server is started: nobody else could do it.
 * @param {string} room @param {string | null} invite @param {boolean} host
 */
export function invitation(room, invite, host) {
  const link = inviteLink(room, invite);
  return html`<section class="invite card" tabindex="-1">
    <h2>${t("invite")}</h2>
    ${
      invite !== null
        ? qrCode(link, t("qr_alt", {link}))
        : html`<img class="qr" src="/api/v1/rooms/${room}/qr" alt=${t("qr_alt", {link})} width="148" height="148">`
    }
    <div><p class="muted">${t(invite === null ? "invite_how" : "invite_changed")}</p><code class="room-link">${link}</code>
      ${HERE.test(location.hostname) ? html`<p class="why">${t("invite_here_only")}${host ? ` ${t("invite_lan")}` : ""}</p>` : nothing}
      <button type="button" @click=${() => copy(link, t("link_copied"))}>${t("copy_link")}</button></div></section>`;
}

/** The link that takes the user's seat to another device. @param {string} room */
export function ownSeat(room) {
  const link = seatLink(room);
  if (link === null) return nothing;
  return html`<details class="own-seat card"><summary>${t("seat_elsewhere")}</summary>
    <p class="why">${t("seat_warning")}</p>
    ${qrCode(link, t("seat_code"))}
    <button type="button" @click=${() => copy(link, t("link_copied"))}>${t("copy_link")}</button></details>`;
}

/** The members on the four seats. @param {Room} room */
const seated = (room) => [0, 1, 2, 3].map((chair) => room.members.find((member) => member.chair === chair) ?? null);

/** Show the invitation: it may be below the screen. */
function showInvitation() {
  const invite = /** @type {HTMLElement | null} */ (document.querySelector(".invite"));
  invite?.scrollIntoView({block: "center"});
  invite?.focus({preventScroll: true});
}

/** Take a seat with the form that is on the page; where it has no name yet, that is what is needed first. */
function takeSeat() {
  const form = /** @type {HTMLFormElement | null} */ (document.querySelector(".join, .sit-form"));
  const field = /** @type {HTMLInputElement | null} */ (form?.elements.namedItem("name"));
  if (!field || field.value.trim()) return form?.requestSubmit();
  field.scrollIntoView({block: "center"});
  field.focus({preventScroll: true});
}

/** A seat that nobody has: who sits invites somebody to it, who does not takes it. @param {Room} room @param {boolean} sits @param {boolean} active whether it leads anywhere */
function freeChair(room, sits, active) {
  const words = html`<span class="seat-mark" aria-hidden="true">＋</span>
    <span>${room.settings.bots === null ? t("chair_free") : t("chair_bot", {bot: own(BOTS[room.settings.bots])})}</span>`;
  if (!active) return html`<li class="chair">${words}<small class="muted"></small></li>`;
  const [look, press, text] = sits ? ["chair-invite", showInvitation, t("invite")] : ["chair-invite chair-take", takeSeat, t("join_sit")];
  return html`<li class="chair"><button type="button" class=${look} @click=${press}>${words}<small>${text}</small></button></li>`;
}

/** Whether the user has a seat. @param {Room} room @param {number | null} me */
const hasSeat = (room, me) => room.members.some(({member, chair}) => member === me && chair !== null);

/** The seats, and what the user can do about them. @param {Room} room @param {number | null} me @param {(message: object) => void} send @param {boolean} waiting whether the invitation or the form is on the same page */
function chairsView(room, me, send, waiting) {
  return html`<ul class="chairs">${seated(room).map((member) =>
    member === null
      ? freeChair(room, hasSeat(room, me), waiting)
      : html`<li class="chair taken ${member.member === me ? "own" : ""}">
        <span class="seat-mark" aria-hidden="true">${letters(member.name)[0]}</span>
        <span>${ownOr(member.name, member.member === me)}</span>
        ${
          me !== null && me === room.host && member.member > me
            ? html`<button type="button" class="remove" aria-label=${t("remove_who", {who: member.name})}
                @click=${() => send({t: "remove", member: member.member})}>${t("remove")}</button>`
            : nothing
        }
        <small class="muted">${member.member === room.host ? t("host") : member.here ? "" : t("absent")}</small></li>`,
  )}</ul>`;
}

/** @param {string} id @param {string} name */
const nameField = (id, name) => html`<label for=${id}>${t("your_name")}</label>
  <input id=${id} name="name" type="text" maxlength="24" required autocomplete="nickname" .value=${name}>`;

/** The name that was typed into a form; null where it has no field for it. @param {Event} event its submission */
function typedName(event) {
  const field = /** @type {HTMLInputElement | null} */ (/** @type {HTMLFormElement} */ (event.target).elements.namedItem("name"));
  return field && field.value.trim();
}

/** Sit down, a guest under this name or another one. @param {import("../shared/game/types.js").Member} mine @param {(message: object) => void} send */
function sitForm(mine, send) {
  const sit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const name = typedName(event) ?? mine.name;
    if (name !== mine.name) {
      keepName(name);
      send({t: "name", name});
    }
    send({t: "sit"});
  };
  return html`<form class="sit-form" @submit=${sit}>${mine.account === null ? nameField("own-name", mine.name) : nothing}
    <button type="submit" class="sit">${t("sit_down")}</button></form>`;
}

/** Sit down or stand up, and start. @param {Room} room @param {number | null} me @param {(message: object) => void} send @param {boolean} mayStart */
function chairActions(room, me, send, mayStart) {
  const mine = room.members.find(({member}) => member === me);
  const few = room.settings.bots === null && seated(room).some((member) => !member);
  return html`<div class="actions">
      ${
        mayStart
          ? html`<button type="button" class="primary start" ?disabled=${few} @click=${() => send({t: "start"})}>${t("start_game")}</button>`
          : nothing
      }
      ${mine && mine.chair !== null ? html`<button type="button" class="sit" @click=${() => send({t: "stand"})}>${t("stand_up")}</button>` : nothing}
    </div>
    ${mine && mine.chair === null ? sitForm(mine, send) : nothing}
    ${few ? html`<p class="muted">${t("four_wanted")}</p>` : nothing}`;
}

/** @param {Room} room */
const ratedNote = (room) => (room.rated ? html`<p class="rated-note">${t("rated_game")}</p>` : nothing);

/** Who are put together, or play at a table of an event: the game begins by itself. @param {Room} room @param {number | null} me @param {PlayOptions | null} options @param {unknown} people */
const arrangedView = (room, me, options, people) => html`<div class="lobby arranged">
  <h1>${t("lobby_title")}</h1>
  ${settingsChips(room, options)}
  <p>${t(room.arranged === "event" ? "arranged_event" : "arranged_match")}</p>
  ${ratedNote(room)}
  <ul class="chairs">${seated(room).map((member) =>
    member === null
      ? freeChair(room, true, false)
      : html`<li class="chair taken ${member.member === me ? "own" : ""}"><span class="seat-mark" aria-hidden="true">${letters(member.name)[0]}</span>
        <span>${ownOr(member.name, member.member === me)}</span><small class="muted">${member.here ? "" : t("absent")}</small></li>`,
  )}</ul>
  ${people} ${me === null ? nothing : ownSeat(room.id)}</div>`;

/**
 * @param {Room} room @param {number | null} me
 * @param {(message: object) => void} send @param {string | null} invite @param {unknown} form the settings, where the user can change them
 * @param {PlayOptions | null} options @param {string} changed what the host has changed last @param {unknown} people who is here
 */
export function waitingRoomView(room, me, send, invite, form, options, changed, people) {
  if (room.arranged) return arrangedView(room, me, options, people);
  const others = room.members.filter((member) => member.chair === null && member.here);
  const host = me !== null && me === room.host;
  return html`<div class="lobby">
    <h1>${t("lobby_title")}</h1>
    ${me === null ? nothing : settingsChips(room, options)}
    ${changed ? html`<p class="settings-changed">${changed}</p>` : nothing}
    ${form}
    ${chairsView(room, me, send, true)}
    ${ratedNote(room)}
    ${seatedBots(room, host, send)}
    ${others.length || room.spectators ? html`<p class="muted">${t("watching", {count: others.length + room.spectators})}</p>` : nothing}
    ${chairActions(room, me, send, host)}
    ${host ? nothing : html`<p class="muted">${t("host_starts")}</p>`}
    ${hasSeat(room, me) ? invitation(room.id, invite, host) : nothing} ${people} ${me === null ? nothing : ownSeat(room.id)}
  </div>`;
}

/**
 * The seats for the next game, when one is over and somebody is present who did not play: those who played start it together,
 * or, when none of them is left, the first who has sat down.
 * @param {Room} room @param {number | null} me @param {(message: object) => void} send
 */
export function nextGame(room, me, send) {
  const players = room.players ?? [];
  const played = (/** @type {number} */ member) => players.some((player) => player.member === member);
  const left = !players.some(({member, here}) => member !== null && here);
  if (me === null || !room.members.some(({member, chair, here}) => !played(member) && (member === me || (chair !== null && here))))
    return nothing;
  return html`<section class="next-game" aria-labelledby="next-game-title"><h2 id="next-game-title">${t("next_game")}</h2>
    ${chairsView(room, me, send, false)}
    ${played(me) ? nothing : chairActions(room, me, send, left && me === room.host)}
    ${left ? nothing : html`<p class="muted">${t("players_begin")}</p>`}</section>`;
}

/** @param {Room} room @param {PlayOptions | null} options */
const settingsChips = ({settings}, options) =>
  html`<ul class="facts chips">${settingsWords(settings, options).map((words, i) => html`<li class="fact">${words}${i === 0 && !settings.overlay ? alsoCalled(settings.rules) : ""}</li>`)}</ul>`;

/** Join a room, a guest with a name or as who is signed in. @param {string} name @param {(name: string) => void} join @param {string | null} problem @param {Room} room @param {PlayOptions | null} options */
export function joinView(name, join, problem, room, options) {
  const full = room.phase === "playing" || room.members.filter(({chair}) => chair !== null).length === 4;
  const account = knownAccount();
  const submitted = (/** @type {Event} */ event) => {
    event.preventDefault();
    join(typedName(event) ?? account?.name ?? "");
  };
  return html`<form class="join card" @submit=${submitted}>
    <h2>${t(full ? "join_watch_title" : "join_title")}</h2>
    ${settingsChips(room, options)}
    ${account ? html`<p class="join-as">${t("join_as", account)}</p>` : nameField("join-name", name)}
    <button type="submit" class="primary">${t(!full ? "join_sit" : account ? "join_enter" : "join_named")}</button>
    ${problem ? html`<p class="problem" role="alert">${problem}</p>` : nothing}
    ${account ? nothing : html`<p class="muted small-print">${t("join_note")}</p>`}</form>`;
}

/** Why somebody could not join. @param {unknown} error @param {boolean} asFriend whether they have no valid link and hoped to be a friend */
export const refusedWords = (error, asFriend) =>
  asFriend && error instanceof ApiError && error.code === "invite_needed" ? t("friends_entrance_refused") : problemWords(error);

/** A way in for a friend of the host who has no valid link. @param {() => void} join @param {string | null} problem */
export const friendsEntrance = (join, problem) => html`<form class="join card friends-entrance" @submit=${(/** @type {Event} */ event) => {
  event.preventDefault();
  join();
}}>
    <h2>${t("friends_entrance")}</h2><p class="muted">${t("friends_entrance_how")}</p>
    <button type="submit" class="primary">${t("join_enter")}</button>
    ${problem ? html`<p class="problem" role="alert">${problem}</p>` : nothing}</form>`;
