// The clubs of this device, and their members, for what is made for a club.

import {documentsHere} from "./here.js";
import {keptDocument} from "./keep.js";
import {allSent} from "./sent.js";
import {ServerState} from "./server-state.js";
import {LiveDocument} from "./sync.js";

/** @typedef {import("../types-generated.js").ClubSummary} ClubSummary */

export const clubsHere = () => documentsHere("club");

/** The members of a club who have not left; without a network those that were known last. @param {string} id @returns {Promise<{id: string, name: string}[]>} */
export async function clubMembers(id) {
  /** @type {ServerState<ClubSummary>} */
  const server = new ServerState(`/clubs/${id}/summary`, () => {});
  await server.refresh();
  return server.state?.club.members.filter(({left}) => !left) ?? [];
}

/** List a new sheet or tournament in its club, if this device may write there. @param {string} club @param {"sheet" | "tournament"} kind @param {string} id */
export async function listInClub(club, kind, id) {
  if (!(await keptDocument(club))?.document.key) return;
  const found = await LiveDocument.open(club);
  if (found.writable) await found.add(kind, {[kind]: id}).then(() => allSent(found));
  found.close();
}
