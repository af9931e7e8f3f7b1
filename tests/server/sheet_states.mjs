// Computes what the pages compute of score sheets: node sheet_states.mjs FOLDER BOOKS < sheets. A line of the input is a JSON array of entries;
// the answers are lines too: the state, and the canonical text of the entries in order.

import {createInterface} from "node:readline";
import {readFileSync} from "node:fs";
import {pathToFileURL} from "node:url";

const [folder, booksFile] = process.argv.slice(2);
const {sheetState} = await import(pathToFileURL(`${folder}/sheet-state.js`).href);
const {canonical, inOrder} = await import(pathToFileURL(`${folder}/entries.js`).href);
const books = JSON.parse(readFileSync(booksFile, "utf8"));
for await (const line of createInterface({input: process.stdin})) {
  const entries = JSON.parse(line);
  process.stdout.write(JSON.stringify([sheetState(entries, books), canonical(inOrder(entries))]) + "\n");
}
