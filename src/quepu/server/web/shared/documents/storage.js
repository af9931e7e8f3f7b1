// One step of work with what the browser keeps: in IndexedDB, where it is one step for all tabs, or in memory where there is none.

/** @typedef {"device" | "documents" | "entries"} StoreName */

/**
 * What a step of work may do.
 * @typedef {{
 *   get: (store: StoreName, key: IDBValidKey) => Promise<any>,
 *   all: (store: StoreName, first?: IDBValidKey) => Promise<any[]>,
 *   put: (store: StoreName, value: any) => Promise<unknown>,
 *   remove: (store: StoreName, key: IDBValidKey) => Promise<unknown>,
 * }} Step
 */

const NAME = "quepu.documents";
/** @type {Record<StoreName, string | string[]>} */
const KEYS = {device: "id", documents: "id", entries: ["document", "id"]};
const STORES = /** @type {StoreName[]} */ (Object.keys(KEYS));

/** @type {Promise<IDBDatabase> | null} */
let opened = null;

/** @returns {Promise<IDBDatabase>} */
function database() {
  opened ??= new Promise((resolve, reject) => {
    const opening = indexedDB.open(NAME, 1);
    opening.onupgradeneeded = () => {
      for (const store of STORES) opening.result.createObjectStore(store, {keyPath: KEYS[store]});
    };
    opening.onsuccess = () => {
      opening.result.onversionchange = opening.result.onclose = () => {
        opening.result.close(); // another tab has a newer page, or the user has deleted everything
        opened = null;
      };
      resolve(opening.result);
    };
    opening.onerror = opening.onblocked = () => reject(opening.error);
  });
  opened.catch(() => (opened = null));
  return opened;
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const finished = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** All items of a store whose key begins with `first`. @param {IDBValidKey} first */
const range = (first) => IDBKeyRange.bound([first], [first, []]);

/** @template T @param {(step: Step) => Promise<T>} work @returns {Promise<T>} */
async function inDatabase(work) {
  const transaction = (await database()).transaction(STORES, "readwrite", {durability: "strict"});
  const store = (/** @type {StoreName} */ name) => transaction.objectStore(name);
  const done = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = transaction.onerror = () => reject(transaction.error);
  });
  done.catch(() => {}); // reported below
  try {
    const result = await work({
      get: (name, key) => finished(store(name).get(key)),
      all: (name, first) => finished(first === undefined ? store(name).getAll() : store(name).getAll(range(first))),
      put: (name, value) => finished(store(name).put(value)),
      remove: (name, key) => finished(store(name).delete(key)),
    });
    await done;
    return result;
  } catch (error) {
    try {
      transaction.abort();
    } catch {
      // it has ended already
    }
    throw error;
  }
}

/** What is kept while the page is open. */
class Memory {
  constructor() {
    /** @type {Record<StoreName, Map<string, any>>} */
    this.stores = {device: new Map(), documents: new Map(), entries: new Map()};
    /** @type {Promise<unknown>} */
    this.last = Promise.resolve();
  }

  /** One step after the other. @template T @param {(step: Step) => Promise<T>} work @returns {Promise<T>} */
  transact(work) {
    const done = this.last.then(() => work(this));
    this.last = done.catch(() => {});
    return done;
  }

  /** @param {StoreName} store @param {IDBValidKey} key */
  async get(store, key) {
    return this.stores[store].get(String(key));
  }

  /** @param {StoreName} store @param {IDBValidKey} [first] */
  async all(store, first) {
    return [...this.stores[store].values()].filter((value) => first === undefined || value.document === first);
  }

  /** @param {StoreName} store @param {any} value */
  async put(store, value) {
    const key = store === "entries" ? [value.document, value.id] : value.id;
    this.stores[store].set(String(key), structuredClone(value));
  }

  /** @param {StoreName} store @param {IDBValidKey} key */
  async remove(store, key) {
    this.stores[store].delete(String(key));
  }
}

/** @type {Memory | null} */
let memory = null;

/** Whether what is kept is there after the page was closed. */
export const isStored = () => memory === null;

/**
 * Do some work in one step: all of it or nothing. Where the browser does not store anything, or no more, it is done in memory. Only the
 * functions of the step may be awaited in it, and it may run twice.
 * @template T @param {(step: Step) => Promise<T>} work @returns {Promise<T>}
 */
export async function transact(work) {
  if (memory === null) {
    try {
      return await inDatabase(work);
    } catch {
      memory ??= await copied();
    }
  }
  return memory.transact(work);
}

/** What could be read of the database. The name of the device is a new one: nobody would know which numbers it has used. */
async function copied() {
  const copy = new Memory();
  try {
    const transaction = (await database()).transaction(STORES, "readonly");
    for (const store of /** @type {const} */ (["documents", "entries"])) {
      for (const value of await finished(transaction.objectStore(store).getAll())) await copy.put(store, value);
    }
  } catch {
    // then there is nothing
  }
  return copy;
}
