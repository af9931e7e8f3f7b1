// What the browser keeps about events: the user's token, and the key of an event that they organise.

import {keep, load} from "../shared/settings.js";

/** @typedef {{token?: string, key?: string}} Kept */

/** @param {string} event */
const name = (event) => `quepu.event.${event}`;

/** @param {string} event @returns {Kept} */
export const keptOf = (event) => load(name(event), /** @type {Kept} */ ({}));

/** @param {string} event @param {Kept} changes */
export const keepOf = (event, changes) => keep(name(event), {...keptOf(event), ...changes});
