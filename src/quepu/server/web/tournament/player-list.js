// Names that were typed or pasted: one in a line, or in a line with commas; numbers before them are left out, and what follows a tab is the team.

/** @typedef {{name: string, team: string | null, member?: string | null}} NewPlayer */

export const MOST_PLAYERS = 400;
const MOST_LETTERS = 40;

/** @param {string} text @returns {NewPlayer[]} */
export function readPlayers(text) {
  return text
    .split(/[\n\r]+/)
    .map((line) => line.replace(/^\s*\d{1,3}\s*[.)、．:：\t]\s*/, ""))
    .flatMap((line) => (line.includes("\t") ? [line] : line.split(/[,，、;；]/)))
    .map((line) => line.split("\t").map((part) => part.trim().slice(0, MOST_LETTERS)))
    .filter(([name]) => name)
    .map(([name, team]) => ({name, team: team || null}));
}

/** The names that occur more than once. @param {readonly NewPlayer[]} players */
export function repeated(players) {
  const seen = new Set();
  const twice = new Set();
  for (const {name} of players) (seen.has(name) ? twice : seen).add(name);
  return [...twice];
}
