// Who may write: a PIN gives a device a key of its own.

import {call} from "../api.js";

/** @typedef {import("./sync.js").LiveDocument} LiveDocument */

/** Whether this can be a PIN. @param {string} pin */
export const isPin = (pin) => /^\d{4,12}$/.test(pin);

/** Set the PIN, change it, or remove it; `revoke` takes the right to write from all other devices. @param {LiveDocument} doc @param {string | null} pin @param {boolean} [revoke] */
export async function setPin(doc, pin, revoke = false) {
  await doc.sent();
  await call(`/documents/${doc.id}/pin`, {body: {pin, revoke}, secret: doc.key});
  await doc.refresh();
}

/** Get the right to write by the PIN. @param {LiveDocument} doc @param {string} pin */
export async function unlock(doc, pin) {
  const {key} = await call(`/documents/${doc.id}/unlock`, {body: {pin}});
  await doc.useKey(key);
}
