// The clubs of this device, and their members, for what is made for a club.

import {documentsHere} from "./here.js";
import {ServerState} from "./server-state.js";

/** @typedef {import("../types-generated.js").ClubSummary} ClubSummary */

export const clubsHere = () => documentsHere("club");

/** The members of a club who have not left; without a network those that were known last. @param {string} id @returns {Promise<{id: string, name: string}[]>} */
export async function clubMembers(id) {
  /** @type {ServerState<ClubSummary>} */
  const server = new ServerState(`/clubs/${id}/summary`, () => {});
  await server.refresh();
  return server.state?.club.members.filter(({left}) => !left) ?? [];
}
