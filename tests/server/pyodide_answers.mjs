// Answers questions with the package in Pyodide, as a browser without a network does: node pyodide_answers.mjs FOLDER ARCHIVE < questions.
// A question is a line with a JSON array of an address and a body; the answers are the lines that come back.

import {readFileSync} from "node:fs";
import {createInterface} from "node:readline";
import {pathToFileURL} from "node:url";

const [folder, archive] = process.argv.slice(2);
const {loadPyodide} = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({indexURL: folder});
python.unpackArchive(new Uint8Array(readFileSync(archive)).buffer, "zip", {extractDir: "/quepu"});
python.runPython("import sys; sys.path.insert(0, '/quepu')");
const {answer} = python.pyimport("quepu.server.local");
for await (const line of createInterface({input: process.stdin})) {
  const [address, body] = JSON.parse(line);
  process.stdout.write(answer(address, body ?? undefined) + "\n");
}
