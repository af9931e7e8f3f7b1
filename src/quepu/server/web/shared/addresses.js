// The address of a page holds everything that is shown: the rule book (or the whole overlay) and the hand in notation.

import {DEFAULT_RULES} from "./constants.js";

/** @typedef {import("./types.js").BookChoice} BookChoice */

/** A part of the path; unchanged if it cannot be decoded. @param {number} place */
export function pathPart(place) {
  const part = location.pathname.split("/")[place] ?? "";
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** @param {Uint8Array} bytes */
const toBase64Url = (bytes) =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");

/** @param {string} text */
const fromBase64Url = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (character) => character.charCodeAt(0));

/** @param {Uint8Array<ArrayBuffer>} bytes @param {CompressionStream | DecompressionStream} stream */
const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

/** An overlay's text for an address: compressed, in letters that need no quoting. @param {string} toml */
export async function packOverlay(toml) {
  return toBase64Url(await through(new TextEncoder().encode(toml), new CompressionStream("deflate-raw")));
}

/** The overlay's text again; null if the address is damaged. @param {string} packed @returns {Promise<string | null>} */
export async function unpackOverlay(packed) {
  try {
    return new TextDecoder("utf-8", {fatal: true}).decode(await through(fromBase64Url(packed), new DecompressionStream("deflate-raw")));
  } catch {
    return null;
  }
}

/** The book's part of an address. @param {BookChoice} book @returns {Promise<URLSearchParams>} */
export async function bookQuery(book) {
  const query = new URLSearchParams();
  if (book.overlay !== null) query.set("overlay", await packOverlay(book.overlay));
  else if (book.rules !== DEFAULT_RULES) query.set("rules", book.rules);
  return query;
}

/**
 * The book an address names, and whether an overlay in it was damaged on its way.
 * @param {URLSearchParams} query
 * @returns {Promise<BookChoice & {damaged: boolean}>}
 */
export async function readBook(query) {
  const packed = query.get("overlay");
  const overlay = packed === null ? null : await unpackOverlay(packed);
  return {rules: query.get("rules") || DEFAULT_RULES, overlay, damaged: packed !== null && overlay === null};
}

/**
 * An address that people can read: brackets and equals signs need no quoting in a query.
 * @param {string} path
 * @param {URLSearchParams} query
 */
export function address(path, query) {
  const text = query.toString().replace(/%5B/g, "[").replace(/%5D/g, "]").replace(/%28/g, "(").replace(/%29/g, ")").replace(/%3D/g, "=");
  return text ? `${path}?${text}` : path;
}

/** The hand page with a hand of an example. @param {BookChoice} book @param {string} hand @returns {Promise<string>} */
export async function handAddress(book, hand) {
  const query = await bookQuery(book);
  if (hand) query.set("hand", hand);
  return address("/hand", query);
}

/** The same under a book of the server's. @param {string} rules @param {string} hand */
export const bookHandAddress = (rules, hand) => address("/hand", new URLSearchParams({...(rules === DEFAULT_RULES ? {} : {rules}), hand}));

/** The page that opens tables, under this book. @param {BookChoice} book @returns {Promise<string>} */
export const playAddress = async (book) => address("/play", await bookQuery(book));

/** The laboratory, to study this book. @param {BookChoice} book @returns {Promise<string>} */
export async function labAddress(book) {
  const query = await bookQuery(book);
  if (book.overlay === null) query.set("rules", book.rules);
  return address("/lab", query);
}

/** This page's address to send to others: programs that make links of addresses end them at a bracket or a bar. */
export const linkToSend = () => location.href.replace(/[[\]()|]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
