// The time that is left of a round, from the timer's state: the same on every screen, whatever it has seen of the round.

/** `ends`: when it runs out, while it runs; `left`: what is left, while it does not. @typedef {{round: number, running: boolean, ends: number | null, left: number | null}} Timer */

export const MINUTE = 60_000;
/** Milliseconds before the end at which there is a signal. */
export const WARNING = 5 * MINUTE;

/** The milliseconds that are left; less than none when the time is up. @param {Timer} timer @param {number} now */
export const timeLeft = ({running, ends, left}, now) => (running && ends !== null ? ends - now : (left ?? 0));

/** Minutes and seconds; a second counts until it is over. After the end, how long ago it was. @param {number} milliseconds */
export function digits(milliseconds) {
  const seconds = milliseconds > 0 ? Math.ceil(milliseconds / 1000) : Math.floor(-milliseconds / 1000);
  const shown = `${String(Math.floor(seconds / 60)).padStart(2, "0")}:${String(seconds % 60).padStart(2, "0")}`;
  return milliseconds > 0 || seconds === 0 ? shown : `+${shown}`;
}

/**
 * The signal between two moments: when five minutes are left, and when the time is up. A change of the time itself (`before` is null) gives none.
 * @param {number | null} before what was left then @param {number} left what is left now @returns {"warning" | "end" | null}
 */
export function signal(before, left) {
  if (before === null) return null;
  if (before > 0 && left <= 0) return "end";
  return before > WARNING && left <= WARNING ? "warning" : null;
}
