// A document that is kept on this device and on the server. What is added is stored here first and sent then; what others add comes by itself.
//
// Two things go on at the same time, and neither waits for the other: sending what the server does not have (`send`), and asking it for what is
// new (`follow`). Entries are only ever added, so both can be repeated at any time.

import {inOrder} from "./entries.js";
import {DOCUMENT_LETTERS, KEY_LETTERS, digestOf, hideKey, keyOfLink, newId} from "./ids.js";
import {
  addOwn,
  addReceived,
  forgetDocument,
  isStored,
  keepCompared,
  keepDocument,
  keepSent,
  keptDocument,
  newDocument,
  onChange,
} from "./keep.js";
import {RequestError, createDocument, deleteDocument, firstOf, readDocument, sendEntries, setPin, unlock} from "./requests.js";

/** @typedef {import("./types.js").Entry} Entry */
/** @typedef {import("./keep.js").Kind} Kind */
/** @typedef {import("./keep.js").KeptDocument} KeptDocument */
/** @typedef {import("./keep.js").KeptEntry} KeptEntry */
/** @typedef {import("./keep.js").Change} Change */
/** @typedef {"saved" | "sending" | "offline" | "refused"} Status */
/** An entry before it has an id: its type and the fields of the type. @typedef {{t: string, [field: string]: any}} NewEntry */

/** How many seconds the server is asked to wait for something new. */
const WAIT = 25;
/** An answer without news that comes sooner than after so many milliseconds: too many wait, so the page asks at intervals. */
const SOON = 1_000;
/** The interval between two questions then, in seconds. */
const INTERVAL = 8;
const MOST_BACKOFF = 30;

export class LiveDocument extends EventTarget {
  /** The server refuses the key. */
  #isKeyWrong = false;
  #isDeleted = false;
  /** Whether the last request got an answer. */
  #isReachable = true;
  #isClosed = false;
  #isSending = false;
  /** Something was added while sending. */
  #sendsAgain = false;
  /** Entries that the server refuses, until the user does something. @type {Set<string>} */
  #refused = new Set();
  /** @type {Map<string, KeptEntry>} */
  #entries = new Map();
  /** The same in order, until something changes. @type {Entry[] | null} */
  #ordered = null;
  /** How often entries were sent: between two answers it shows whether they can be compared. */
  #sendings = 0;
  /** How often in a row asking and sending have failed. */
  #failures = 0;
  #sendFailures = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #sendTimer = undefined;
  #hasRenamed = false;
  /** What was compared last, so that the same is not compared again. */
  #compared = "";
  /** The key in the link, until the document is known. @type {string | null} */
  #firstKey = null;
  /** Ends the current wait: for an answer, or until the next attempt. */
  #waiting = new AbortController();
  #forgetListeners = new AbortController();

  /** @param {string} id @param {KeptDocument | null} document */
  constructor(id, document) {
    super();
    this.id = id;
    /** Null if neither this device nor the server knows it yet. @type {KeptDocument | null} */
    this.document = document;
    /** The last error, with its code. @type {RequestError | null} */
    this.lastError = null;
    const {signal} = this.#forgetListeners;
    const forgetChanges = onChange((change) => change.id === id && this.#take(change));
    signal.addEventListener("abort", forgetChanges);
    const hurry = () => this.#hurry();
    addEventListener("online", hurry, {signal});
    addEventListener("offline", hurry, {signal});
    addEventListener("pageshow", hurry, {signal});
    globalThis.document.addEventListener("visibilitychange", hurry, {signal});
  }

  /**
   * A document by its id: what this device has of it, at once; else what the server answers. A key in the fragment of the address is kept, and
   * removed from the address. Without an answer `kind` is null, and the document goes on asking.
   * @param {string} id @returns {Promise<LiveDocument>}
   */
  static async open(id) {
    const key = keyOfLink();
    const kept = await keptDocument(id);
    const live = new LiveDocument(id, kept?.document ?? null);
    for (const one of kept?.entries ?? []) live.#entries.set(one.entry.id, one);
    if (kept) {
      const isBetter = key !== null && key !== kept.document.key && (kept.document.key === null || (await isRight(id, key)));
      live.#take(await keepDocument(kept.document, {opened: Date.now(), ...(isBetter ? {key} : {})}));
      hideKey();
    } else {
      await live.#first(key);
    }
    void live.#send();
    void live.#follow();
    return live;
  }

  /**
   * A new document, with its first entries. It is on this device when this returns; the server gets it when it can be reached.
   * @param {Kind} kind @param {readonly NewEntry[]} firstEntries @param {{title?: string}} [more] @returns {Promise<LiveDocument>}
   */
  static async create(kind, firstEntries, {title = ""} = {}) {
    const id = newId(DOCUMENT_LETTERS);
    const document = newDocument({id, kind, key: newId(KEY_LETTERS), title});
    const live = new LiveDocument(id, document);
    live.#take(await addOwn(document, firstEntries));
    void live.#send();
    void live.#follow();
    return live;
  }

  // What pages show.

  get kind() {
    return this.document?.kind ?? null;
  }

  /** The key, if this device may write. */
  get key() {
    return this.document?.key ?? null;
  }

  /** All entries in their order. @returns {Entry[]} */
  get entries() {
    this.#ordered ??= inOrder([...this.#entries.values()].map(({entry}) => entry));
    return this.#ordered;
  }

  /** The ids of the entries that the server does not have. @returns {string[]} */
  get unsent() {
    return this.#unsent().map((entry) => entry.id);
  }

  /** @returns {Status} */
  get status() {
    const unsent = this.#unsent();
    if (unsent.length && (this.#isKeyWrong || this.#isDeleted || unsent.some(({id}) => this.#refused.has(id)))) return "refused";
    if (!this.#isReachable) return "offline";
    return unsent.length || (this.document?.created === false && !this.#isDeleted) ? "sending" : "saved";
  }

  /** Whether entries can be added on this device. */
  get writable() {
    return this.key !== null && !this.#isKeyWrong && !this.#isDeleted;
  }

  get hasPin() {
    return this.document?.has_pin ?? false;
  }

  /** Whether it was deleted on the server. */
  get deleted() {
    return this.#isDeleted;
  }

  /** Whether this device keeps it when the page is closed: not in a private window. */
  get stored() {
    return isStored();
  }

  /** The address of the document; with the key, whoever has the link may write. @param {boolean} withKey */
  link(withKey) {
    return `${location.origin}/${this.kind}/${this.id}${withKey && this.key ? `#key=${this.key}` : ""}`;
  }

  // What pages do.

  /** Add an entry. It is on this device when this returns. @param {string} type @param {Record<string, unknown>} [fields] @returns {Promise<Entry>} */
  async add(type, fields = {}) {
    return (await this.addAll([{...fields, t: type}]))[0];
  }

  /** Add several entries in one step. @param {readonly NewEntry[]} made @returns {Promise<Entry[]>} */
  async addAll(made) {
    if (!this.document || !this.writable) throw new RequestError({code: "wrong_key", message: "this document is read-only here"}, 403);
    this.#refused.clear();
    const change = await addOwn(this.document, made);
    this.#take(change);
    void this.#send();
    return change.entries.map(({entry}) => entry);
  }

  /** What the lists of the pages call it. @param {string} title */
  async setTitle(title) {
    if (this.document && this.document.title !== title) this.#take(await keepDocument(this.document, {title}));
  }

  /** Get a key with the PIN. Raises RequestError, with the code `wrong_pin`, `no_pin` or `pin_locked`. @param {string} pin */
  async unlock(pin) {
    const {key} = await unlock(this.id, pin);
    this.#isKeyWrong = false;
    this.#refused.clear();
    if (this.document) this.#take(await keepDocument(this.document, {key}));
    void this.#send();
  }

  /** Set the PIN, or with null remove it; `revoke` also ends all keys but that of this device. @param {string | null} pin @param {boolean} [revoke] */
  async setPin(pin, revoke = false) {
    if (!this.document || !this.key) return;
    const {has_pin} = await setPin(this.id, this.key, pin, revoke);
    this.#take(await keepDocument(this.document, {has_pin}));
  }

  /** Delete it for everybody, and forget it here. */
  async delete() {
    if (this.key && this.document?.created) await deleteDocument(this.id, this.key);
    await this.forget();
  }

  /** Forget it on this device; on the server it stays. */
  async forget() {
    this.close();
    await forgetDocument(this.id);
  }

  /** Try again what the server has refused, or could not be reached for. */
  retry() {
    this.#refused.clear();
    this.#hurry();
  }

  /** End following it. What has not been sent is sent when it is opened again. */
  close() {
    this.#isClosed = true;
    clearTimeout(this.#sendTimer);
    this.#forgetListeners.abort();
    this.#waiting.abort();
  }

  // Changes.

  /** Take over what has changed on this device. @param {Change} change */
  #take({document, entries, gone}) {
    if (gone) {
      this.#changed();
      return this.close();
    }
    if (document) {
      if (document.key !== this.document?.key) this.#isKeyWrong = false;
      this.document = document;
    }
    for (const one of entries) {
      // another tab may not know yet that it was sent
      if (!this.#entries.get(one.entry.id)?.sent || !one.sent) this.#entries.set(one.entry.id, one);
    }
    if (entries.length) this.#ordered = null;
    this.#changed();
  }

  #changed() {
    if (!this.#isClosed) this.dispatchEvent(new Event("change"));
  }

  /** @returns {Entry[]} */
  #unsent() {
    return this.entries.filter((entry) => !this.#entries.get(entry.id)?.sent);
  }

  /** @param {unknown} error */
  #fail(error) {
    if (!(error instanceof RequestError)) throw error;
    this.lastError = error;
    this.#isReachable = error.status !== 0;
    this.#isKeyWrong ||= error.code === "wrong_key" || error.code === "document_exists";
    this.#changed();
  }

  #succeed() {
    this.lastError = this.#refused.size || this.#isKeyWrong ? this.lastError : null;
    this.#isReachable = true;
  }

  // Sending.

  /** Send everything that the server does not have. */
  async #send() {
    this.#sendsAgain = true;
    if (this.#isSending) return;
    clearTimeout(this.#sendTimer);
    this.#isSending = true;
    try {
      while (this.#sendsAgain && !this.#isClosed) {
        this.#sendsAgain = false;
        await this.#sendAll();
      }
      this.#sendFailures = 0;
    } catch (error) {
      const seconds = Math.max(backoff(this.#sendFailures++), secondsOf(error));
      if (!this.#isClosed) this.#sendTimer = setTimeout(() => void this.#send(), 1000 * seconds);
      this.#fail(error);
    } finally {
      this.#isSending = false;
    }
  }

  async #sendAll() {
    while (this.document && this.writable) {
      const batch = firstOf(this.#unsent().filter((entry) => !this.#refused.has(entry.id)));
      if (!batch.length && this.document.created) return;
      await this.#sendBatch(batch);
    }
  }

  /** Send some entries. If one of them is refused, the others are sent without it. @param {Entry[]} batch @returns {Promise<void>} */
  async #sendBatch(batch) {
    const {document, id, kind, key} = this;
    if (!document || !kind || !key) return;
    try {
      if (document.created) await sendEntries(id, key, batch);
      else await createDocument({kind, id, key, entries: batch});
    } catch (error) {
      if (!(error instanceof RequestError) || !error.isFinal) throw error;
      return this.#refuse(error, batch);
    }
    this.#sendings++;
    this.#take(await keepSent(document, batch));
    this.#succeed();
    this.#changed();
    if (!document.created) this.#waiting.abort(); // now it can be followed
  }

  /** @param {RequestError} error @param {Entry[]} batch */
  async #refuse(error, batch) {
    const {document} = this;
    if (!document) return;
    this.lastError = error;
    this.#isReachable = true;
    if (error.code === "no_document" && document.created) return this.#lost();
    if (error.code === "no_document") this.#isDeleted = true;
    else if (error.code === "wrong_key" || error.code === "document_exists") this.#isKeyWrong = true;
    else if (error.code === "entry_differs" && !this.#hasRenamed) {
      this.#hasRenamed = true; // once: entries with the ids of others get new ones
      await this.#compare();
    } else if (error.code.startsWith("entry_") && batch.length > 1) {
      const half = batch.length >> 1;
      await this.#sendBatch(batch.slice(0, half));
      await this.#sendBatch(batch.slice(half));
    } else if (batch.length) {
      for (const entry of batch) this.#refused.add(entry.id);
    } else {
      throw error;
    }
    this.#changed();
  }

  /** The server has no such document. If it has never had it, or lost it with a backup, it gets it again; if it was deleted, it says so. */
  async #lost() {
    if (!this.document) return;
    if (!this.key) this.#isDeleted = true;
    else this.#take(await keepCompared(this.document, () => false, {created: false, seq: 0}));
    this.#changed();
  }

  // Following.

  /** The first answer, for a document that this device does not have. @param {string | null} key */
  async #first(key) {
    try {
      const answer = await readDocument(this.id, {after: 0, key});
      const {kind, has_pin} = answer;
      this.document = newDocument({id: this.id, kind, key, has_pin});
      await this.#receive(answer);
      hideKey();
    } catch (error) {
      this.#firstKey = key;
      if (error instanceof RequestError && error.code === "no_document") this.#isDeleted = true;
      this.#fail(error);
    }
  }

  /** Ask for what is new, as long as the page is visible. */
  async #follow() {
    while (!this.#isClosed) {
      this.#waiting = new AbortController();
      const {signal} = this.#waiting;
      if (document.hidden || this.#isDeleted || this.document?.created === false) {
        await this.#pause(Infinity);
        continue;
      }
      try {
        await this.#ask(signal);
        this.#failures = 0;
      } catch (error) {
        if (signal.aborted && navigator.onLine) continue;
        this.#fail(error);
        this.#waiting = new AbortController(); // the network is gone: until it is back
        await this.#pause(Math.max(backoff(this.#failures++), secondsOf(error)));
      }
    }
  }

  /** @param {AbortSignal} signal */
  async #ask(signal) {
    if (!this.document) {
      await this.#first(this.#firstKey);
      if (!this.document && !this.#isDeleted) await this.#pause(backoff(this.#failures++));
      return;
    }
    const {seq, has_pin} = this.document;
    const sendings = this.#sendings;
    const wasReachable = this.#isReachable;
    const began = performance.now();
    let answer;
    try {
      answer = await readDocument(this.id, {after: seq, wait: wasReachable ? WAIT : 0, key: this.key, signal});
    } catch (error) {
      if (!(error instanceof RequestError) || error.code !== "no_document") throw error;
      this.lastError = error;
      await this.#lost();
      return void this.#send();
    }
    await this.#receive(answer);
    if (!wasReachable) void this.#send();
    if (!answer.more && sendings === this.#sendings && this.#differs(answer.digest)) await this.#compare();
    const isNews = answer.seq !== seq || answer.has_pin !== has_pin || !wasReachable;
    if (!isNews && performance.now() - began < SOON) await this.#pause(INTERVAL * (0.75 + Math.random() / 2));
  }

  /** @param {import("../types-generated.js").EntriesAnswer} answer */
  async #receive({entries, seq, has_pin, writable}) {
    const {document} = this;
    if (!document) return;
    this.#isKeyWrong = this.key !== null && !writable;
    this.#succeed();
    const isNew = entries.length || seq !== document.seq || has_pin !== document.has_pin || !document.created;
    if (isNew) this.#take(await addReceived(document, entries, {seq, has_pin, created: true}));
    else this.#changed();
  }

  /** Whether the server has other entries than those that it had: it was set back to an earlier state, and may have got others since. @param {number} digest */
  #differs(digest) {
    const own = digestOf([...this.#entries.values()].filter(({sent}) => sent).map(({entry}) => entry.id));
    const compared = `${own}/${digest}`;
    if (own === digest || this.#isSending || compared === this.#compared) return false;
    this.#compared = compared;
    return true;
  }

  /** Compare everything with the server, and send what it lacks. */
  async #compare() {
    /** @type {Set<string>} */
    const there = new Set();
    let after = 0;
    for (let more = true; more && this.document;) {
      const answer = await readDocument(this.id, {after, key: this.key});
      await this.#receive(answer);
      for (const entry of answer.entries) there.add(entry.id);
      ({seq: after, more} = answer);
    }
    if (!this.document) return;
    const lacks = this.writable ? false : null; // who only reads cannot send it
    this.#take(await keepCompared(this.document, (id) => there.has(id) || lacks));
    void this.#send();
  }

  // Waiting.

  /** Wait, unless something happens. @param {number} seconds @returns {Promise<void>} */
  #pause(seconds) {
    const {signal} = this.#waiting;
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = seconds === Infinity ? undefined : setTimeout(resolve, 1000 * seconds);
      const end = () => {
        clearTimeout(timer);
        resolve();
      };
      signal.addEventListener("abort", end);
    });
  }

  /** The network has changed, or the page is shown or hidden: see at once what is possible now. */
  #hurry() {
    if (navigator.onLine) this.#failures = this.#sendFailures = 0;
    this.#waiting.abort();
    void this.#send();
  }
}

/** How many seconds to wait after failures: longer each time, and not at the same time as all others. @param {number} failures */
const backoff = (failures) => Math.min(MOST_BACKOFF, 2 ** failures) * (0.5 + Math.random() / 2);

/** How long the server asks to wait. @param {unknown} error */
const secondsOf = (error) => (error instanceof RequestError ? error.seconds : 0);

/** Whether a key is right; false if that is not known. @param {string} id @param {string} key */
const isRight = async (id, key) => (await readDocument(id, {after: 0, key}).catch(() => null))?.writable ?? false;
