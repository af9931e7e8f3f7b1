// Wait until the server has what was entered, before the page goes elsewhere.

/** @typedef {import("./sync.js").LiveDocument} LiveDocument */

/** How long to wait, in milliseconds: what is not sent by then is sent when the document is opened again. */
const PATIENCE = 5_000;

/** Whether the server has everything of a document, or cannot get it now. @param {LiveDocument} doc */
const isSettled = (doc) => doc.status !== "sending";

/** Wait until the server has everything of these documents; without a network, not at all. @param {...LiveDocument} documents */
export async function allSent(...documents) {
  const late = AbortSignal.timeout(PATIENCE);
  for (const doc of documents) {
    await new Promise((resolve) => {
      const look = () => isSettled(doc) && resolve(null);
      doc.addEventListener("change", look, {signal: late});
      late.addEventListener("abort", resolve);
      look();
    });
  }
}

/** Whether this can be a PIN. @param {string} pin */
export const isPin = (pin) => /^\d{4,12}$/.test(pin);

/** Set the PIN of a document that was just made, and wait until the server has it. Without a network its page offers the PIN again. @param {LiveDocument} doc @param {string} pin */
export async function finishMaking(doc, pin) {
  await allSent(doc);
  if (pin && doc.status === "saved") await doc.setPin(pin).catch(() => {});
}
