// The signals of the round timer, made here: two tones when five minutes are left, four when the time is up.

import {settings} from "../shared/settings.js";

/** @type {AudioContext | null} */
let context = null;

/** Make sound possible: a browser plays it only after the user has done something. */
export function allowBell() {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume().catch(() => {});
}

/** @param {number} pitch @param {number} after */
function tone(pitch, after) {
  if (!context) return;
  const at = context.currentTime + after;
  const [voice, gain] = [context.createOscillator(), context.createGain()];
  voice.type = "triangle";
  voice.frequency.value = pitch;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(0.6 * (settings.volume / 100), at + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.0005, at + 1.1);
  voice.connect(gain).connect(context.destination);
  voice.start(at);
  voice.stop(at + 1.1);
}

/** @param {"warning" | "end"} kind */
export function ring(kind) {
  const pitches = kind === "warning" ? [659, 880] : [880, 659, 880, 523];
  pitches.forEach((pitch, i) => tone(pitch, i * 0.45));
}
