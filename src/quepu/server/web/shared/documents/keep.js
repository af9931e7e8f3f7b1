// What this browser keeps of documents: their keys, and their entries, also those that the server does not have yet. All tabs share it.

import {canonical} from "./entries.js";
import {nextIds, skipIds} from "./ids.js";
import {isStored, transact} from "./storage.js";

export {isStored};

/** @typedef {import("./types.js").Entry} Entry */
/** @typedef {import("./storage.js").Step} Step */
/** @typedef {"sheet" | "club" | "tournament"} Kind */

/**
 * A document on this device. `created`: the server has it; `seq`: the number of its last entry that came from the server; `at`: the greatest
 * logical time; `title`: what the lists of the pages show; `opened`: when it was opened last.
 * @typedef {{
 *   id: string, kind: Kind, key: string | null, created: boolean, seq: number, at: number, title: string, opened: number, has_pin: boolean,
 * }} KeptDocument
 */

/** An entry on this device; `sent`: the server has it. @typedef {{entry: Entry, sent: boolean}} KeptEntry */

/** What has changed in a document; `gone`: this device has forgotten it. @typedef {{id: string, document: KeptDocument | null, entries: KeptEntry[], gone?: boolean}} Change */

const CHANNEL = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("quepu.documents");

/** Listen to what other tabs change. @param {(change: Change) => void} listener @returns {() => void} ends it */
export function onChange(listener) {
  const heard = (/** @type {MessageEvent<Change>} */ {data}) => listener(data);
  CHANNEL?.addEventListener("message", heard);
  return () => CHANNEL?.removeEventListener("message", heard);
}

/** @param {Change} change */
function changed(change) {
  CHANNEL?.postMessage(change);
  return change;
}

/** All documents of a kind, the last one opened first. @param {Kind} [kind] @returns {Promise<KeptDocument[]>} */
export async function keptDocuments(kind) {
  /** @type {KeptDocument[]} */
  const all = await transact((step) => step.all("documents"));
  return all.filter((one) => kind === undefined || one.kind === kind).sort((one, other) => other.opened - one.opened);
}

/** A document with its entries; null if it is not on this device. @param {string} id @returns {Promise<{document: KeptDocument, entries: KeptEntry[]} | null>} */
export const keptDocument = (id) =>
  transact(async (step) => {
    const document = await step.get("documents", id);
    return document ? {document, entries: await step.all("entries", id)} : null;
  });

/** @param {Pick<KeptDocument, "id" | "kind" | "key"> & Partial<KeptDocument>} known @returns {KeptDocument} */
export const newDocument = (known) => ({created: false, seq: 0, at: 0, title: "", opened: Date.now(), has_pin: false, ...known});

/** Change what is kept of a document; if it is not kept yet, `document` is. @param {KeptDocument} document @param {Partial<KeptDocument>} changes @returns {Promise<Change>} */
export async function keepDocument(document, changes) {
  const {id} = document;
  const kept = await transact(async (step) => {
    const next = {...((await step.get("documents", id)) ?? document), ...changes};
    await step.put("documents", next);
    return next;
  });
  return changed({id, document: kept, entries: []});
}

/**
 * Add entries of this device: each gets the next id, and a logical time after all that are known here.
 * @param {KeptDocument} document @param {readonly {t: string, [field: string]: any}[]} made @returns {Promise<Change>}
 */
export async function addOwn(document, made) {
  const {id} = document;
  const change = await transact(async (step) => {
    const known = (await step.get("documents", id)) ?? document;
    const ids = await nextIds(step, made.length);
    const when = Date.now();
    const entries = made.map((fields, n) => ({entry: {...fields, id: ids[n], at: known.at + n + 1, when}, sent: false}));
    const next = {...known, at: known.at + made.length};
    await step.put("documents", next);
    await putEntries(step, id, entries);
    return {id, document: next, entries};
  });
  return changed(change);
}

/**
 * Keep what came from the server, up to number `seq`.
 * @param {KeptDocument} document @param {readonly Entry[]} received @param {Partial<KeptDocument>} changes @returns {Promise<Change>}
 */
export async function addReceived(document, received, changes) {
  const {id} = document;
  const change = await transact(async (step) => {
    const known = (await step.get("documents", id)) ?? document;
    const at = Math.max(known.at, ...received.map((entry) => entry.at));
    /** @type {KeptEntry[]} */
    const entries = [];
    /** @type {Entry[]} */
    const taken = [];
    for (const entry of received) {
      const own = await step.get("entries", [id, entry.id]);
      if (own && !own.sent && canonical(own.entry) !== canonical(entry)) taken.push(own.entry);
      if (!own?.sent) entries.push({entry, sent: true});
    }
    await skipIds(
      step,
      received.map((entry) => entry.id),
    );
    await putEntries(step, id, entries);
    const next = {...known, at, ...changes};
    if (taken.length) entries.push(...(await renamed(step, next, taken)));
    await step.put("documents", next);
    return {id, document: next, entries};
  });
  return changed(change);
}

/** New ids for entries whose ids the server knows for others, and for what refers to them. @param {Step} step @param {KeptDocument} document changed: its `at` @param {Entry[]} taken */
async function renamed(step, document, taken) {
  const next = await nextIds(step, taken.length);
  const ids = new Map(taken.map((entry, n) => [entry.id, next[n]]));
  /** @param {Entry} entry */
  const pointed = (entry) => {
    const {of, replaces} = entry;
    return {...entry, ...(ids.has(of) ? {of: ids.get(of)} : {}), ...(ids.has(replaces) ? {replaces: ids.get(replaces)} : {})};
  };
  const others = (await step.all("entries", document.id)).filter(
    ({sent, entry}) => !sent && (ids.has(entry.of) || ids.has(entry.replaces)),
  );
  const entries = [
    ...taken.map((entry) => ({entry: {...pointed(entry), id: /** @type {string} */ (ids.get(entry.id)), at: ++document.at}, sent: false})),
    ...others.map(({entry}) => ({entry: pointed(entry), sent: false})),
  ];
  await putEntries(step, document.id, entries);
  return entries;
}

/** Note that the server has the document, with these entries. @param {KeptDocument} document @param {readonly Entry[]} sent @returns {Promise<Change>} */
export async function keepSent(document, sent) {
  const {id} = document;
  const change = await transact(async (step) => {
    const next = {...((await step.get("documents", id)) ?? document), created: true};
    const entries = sent.map((entry) => ({entry, sent: true}));
    await putEntries(step, id, entries);
    await step.put("documents", next);
    return {id, document: next, entries};
  });
  return changed(change);
}

/** Note of all entries whether the server has them. @param {KeptDocument} document @param {(id: string) => boolean | null} has null: it stays as it is @param {Partial<KeptDocument>} [changes] @returns {Promise<Change>} */
export async function keepCompared(document, has, changes = {}) {
  const {id} = document;
  const change = await transact(async (step) => {
    const next = {...((await step.get("documents", id)) ?? document), ...changes};
    /** @type {KeptEntry[]} */
    const entries = [];
    for (const {entry, sent} of await step.all("entries", id)) {
      const now = has(entry.id);
      if (now !== null && now !== sent) entries.push({entry, sent: now});
    }
    await putEntries(step, id, entries);
    await step.put("documents", next);
    return {id, document: next, entries};
  });
  return changed(change);
}

/** @param {Step} step @param {string} document @param {readonly KeptEntry[]} entries */
async function putEntries(step, document, entries) {
  for (const {entry, sent} of entries) await step.put("entries", {document, id: entry.id, entry, sent});
}

/** Forget a document on this device. @param {string} id */
export async function forgetDocument(id) {
  await transact(async (step) => {
    for (const entry of await step.all("entries", id)) await step.remove("entries", [id, entry.id]);
    await step.remove("documents", id);
  });
  changed({id, document: null, entries: [], gone: true});
}
