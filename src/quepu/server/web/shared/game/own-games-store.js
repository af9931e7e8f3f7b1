// Where the browser keeps the user's own games: IndexedDB, because there a change is one step for all tabs.

import {readGame, together} from "./own-games.js";

/** @typedef {import("./own-games.js").OwnGame} OwnGame */

const NAME = "quepu";
const GAMES = "games";

/** The database; null where the browser keeps nothing. @returns {Promise<IDBDatabase | null>} */
function database() {
  return new Promise((resolve) => {
    try {
      const opening = indexedDB.open(NAME, 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore(GAMES, {keyPath: "game"});
      opening.onsuccess = () => {
        opening.result.onversionchange = () => opening.result.close(); // another tab has a newer page
        resolve(opening.result);
      };
      opening.onerror = opening.onblocked = () => resolve(null);
    } catch {
      resolve(null);
    }
  });
}

/**
 * Work with the games in one step; false if it failed, and then nothing was changed.
 * @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => void} work
 */
async function transact(mode, work) {
  const db = await database();
  if (!db) return false;
  const done = await new Promise((/** @type {(done: boolean) => void} */ resolve) => {
    const transaction = db.transaction(GAMES, mode, {durability: "strict"});
    transaction.oncomplete = () => resolve(true);
    transaction.onabort = transaction.onerror = () => resolve(false);
    work(transaction.objectStore(GAMES));
  });
  db.close();
  return done;
}

/** All games, the latest first; null where the browser keeps nothing. What is damaged is left out. @returns {Promise<OwnGame[] | null>} */
export async function ownGames() {
  /** @type {OwnGame[]} */
  let found = [];
  const done = await transact("readonly", (store) => {
    const reading = store.getAll();
    reading.onsuccess = () => (found = reading.result.flatMap((one) => readGame(one) ?? []));
  });
  return done ? found.sort((a, b) => b.at - a.at) : null;
}

/** Add games, or what is not known of them yet. @param {readonly OwnGame[]} games @returns {Promise<{added: number} | null>} null if nothing was changed */
export async function addGames(games) {
  let added = 0;
  const done = await transact("readwrite", (store) => {
    for (const game of games) {
      const reading = store.get(game.game);
      reading.onsuccess = () => {
        const known = readGame(reading.result) ?? undefined;
        if (!known) added++;
        store.put(together(known, game));
      };
    }
  });
  return done ? {added} : null;
}

/** The game of this id, if it is known. @param {string} id @returns {Promise<OwnGame | null>} */
export async function ownGame(id) {
  /** @type {OwnGame | null} */
  let found = null;
  await transact("readonly", (store) => {
    const reading = store.get(id);
    reading.onsuccess = () => (found = readGame(reading.result));
  });
  return found;
}

/** Delete all games. */
export const forgetGames = () => transact("readwrite", (store) => store.clear());
