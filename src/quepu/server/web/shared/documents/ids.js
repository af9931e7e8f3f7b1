// Ids that nobody else makes: of documents, of devices, and of entries. The letters are those of quepu/club/entries.py.

import {sha256} from "../../vendor/noble-hashes/sha2.js";
import {transact} from "./storage.js";

const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
export const DOCUMENT_LETTERS = 16;
export const KEY_LETTERS = 24;
export const DEVICE_LETTERS = 8;

const DOCUMENT = new RegExp(`^[${LETTERS}]{${DOCUMENT_LETTERS}}$`);
const KEY = new RegExp(`^[${LETTERS}]{${KEY_LETTERS}}$`);

/** @param {unknown} text */
export const isDocumentId = (text) => typeof text === "string" && DOCUMENT.test(text);

/** @param {unknown} text */
export const isKey = (text) => typeof text === "string" && KEY.test(text);

const linkKey = () => /^#key=(.+)$/.exec(location.hash)?.[1];

/** The key in the fragment of the address. @returns {string | null} */
export function keyOfLink() {
  const key = linkKey();
  return key && isKey(key) ? key : null;
}

/** Remove the key from the address, once it is kept: it is not to be shared by accident. */
export function hideKey() {
  if (linkKey()) history.replaceState(history.state, "", location.pathname + location.search);
}

/** A random id. @param {number} letters */
export function newId(letters) {
  let id = "";
  while (id.length < letters) {
    for (const byte of crypto.getRandomValues(new Uint8Array(2 * letters))) {
      // all letters are equally likely: what is left over of a byte is not used
      if (byte < 256 - (256 % LETTERS.length) && id.length < letters) id += LETTERS[byte % LETTERS.length];
    }
  }
  return id;
}

/** @type {Map<string, number>} */
const DIGESTS = new Map();

/** A number by which two sets of entries can be compared; the same as the server's. @param {readonly string[]} ids */
export function digestOf(ids) {
  let sum = 0;
  for (const id of ids) {
    let digest = DIGESTS.get(id);
    if (digest === undefined) {
      const bytes = sha256(new TextEncoder().encode(id));
      digest = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
      DIGESTS.set(id, digest);
    }
    sum = (sum + digest) % 2 ** 32;
  }
  return sum;
}

/** @typedef {import("./storage.js").Step} Step */

/** The name of this device, and the last number that it has used. They are kept together, so that no number is used again. @param {Step} step @returns {Promise<{id: string, name: string, number: number}>} */
const device = async (step) => (await step.get("device", "device")) ?? {id: "device", name: newId(DEVICE_LETTERS), number: 0};

/** The next ids of entries, so many. No other tab gets them. @param {Step} step @param {number} count @returns {Promise<string[]>} */
export async function nextIds(step, count) {
  const {id, name, number} = await device(step);
  await step.put("device", {id, name, number: number + count});
  return Array.from({length: count}, (_, n) => `${name}.${number + n + 1}`);
}

/** Numbers of this device that others have seen are not used again: the browser may have been set back to an earlier state. @param {Step} step @param {readonly string[]} ids */
export async function skipIds(step, ids) {
  const own = await device(step);
  const numbers = ids.filter((id) => id.startsWith(`${own.name}.`)).map((id) => Number(id.slice(own.name.length + 1)));
  const number = Math.max(own.number, ...numbers);
  if (number > own.number) await step.put("device", {...own, number});
}

/** The name of this browser in the ids of entries. @returns {Promise<string>} */
export const deviceName = () =>
  transact(async (step) => {
    const own = await device(step);
    await step.put("device", own);
    return own.name;
  });

/** The id of a new entry: no other one gets it, in no tab. @returns {Promise<string>} */
export const nextEntryId = () => transact(async (step) => (await nextIds(step, 1))[0]);
