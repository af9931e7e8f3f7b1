// The sounds of the table, made here: tiles that touch the table, a call, a win.

import {calledWord} from "../shared/game/narrate.js";
import {settings} from "../shared/settings.js";
import {SYLLABLES, speak} from "./voice.js";

/** @type {AudioContext | null} */
let context = null;

/** A browser plays sound only after the user has interacted with the page. */
export function allowSound() {
  const wake = () => {
    if (!settings.sound) return;
    context ??= new AudioContext();
    if (context.state === "suspended") context.resume().catch(() => {});
  };
  addEventListener("pointerdown", wake);
  addEventListener("keydown", wake);
}

/** A tile on felt: a short knock. @param {number} pitch @param {number} loud @param {number} [after] */
function knock(pitch, loud, after = 0) {
  if (!context) return;
  const length = Math.floor(context.sampleRate * 0.06);
  const buffer = context.createBuffer(1, length, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) samples[i] = (Math.random() * 2 - 1) * Math.exp(-i / (length * 0.14));
  const noise = context.createBufferSource();
  noise.buffer = buffer;
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 2.5;
  noise.connect(filter).connect(volume(loud));
  noise.start(context.currentTime + after);
}

/** @param {number} loud */
function volume(loud) {
  const gain = /** @type {AudioContext} */ (context).createGain();
  gain.gain.value = loud;
  gain.connect(master());
  return gain;
}

/** Where all sounds go: as loud as the player wants. The ear hears in proportions, so half of the way is a quarter of the strength. */
function master() {
  const gain = /** @type {AudioContext} */ (context).createGain();
  gain.gain.value = 2 * (settings.volume / 100) ** 2;
  gain.connect(/** @type {AudioContext} */ (context).destination);
  return gain;
}

/** A soft tone. @param {number} pitch @param {number} after @param {number} lasts */
function tone(pitch, after, lasts) {
  if (!context) return;
  const at = context.currentTime + after;
  const gain = volume(0);
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(0.11, at + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0005, at + lasts);
  const voice = context.createOscillator();
  voice.type = "triangle";
  voice.frequency.value = pitch;
  voice.connect(gain);
  voice.start(at);
  voice.stop(at + lasts);
}

const SOUNDS = {
  discard: () => knock(1900, 0.5),
  draw: () => knock(3200, 0.16),
  call: () => {
    knock(1500, 0.55);
    knock(1700, 0.45, 0.07);
    tone(587, 0.02, 0.3);
  },
  turn: () => tone(880, 0, 0.18),
  win: () => [523, 659, 784, 1047].forEach((pitch, i) => tone(pitch, i * 0.09, 0.7)),
  lost: () => [392, 330, 262].forEach((pitch, i) => tone(pitch, i * 0.11, 0.5)),
  fan: () => tone(1175, 0, 0.14),
  total: () => [784, 1047].forEach((pitch, i) => tone(pitch, i * 0.06, 0.5)),
  end: () => [440, 349].forEach((pitch, i) => tone(pitch, i * 0.14, 0.5)),
  dice: () => [0, 0.06, 0.13, 0.17, 0.25].forEach((after) => knock(2600, 0.3, after)),
};

/** @param {keyof typeof SOUNDS} name */
export function play(name) {
  if (audible()) SOUNDS[name]();
}

const audible = () => settings.sound && settings.volume > 0 && context?.state === "running" && !document.hidden;

/** Call a word with a voice, if the player wants one. @param {string} word */
export function say(word) {
  if (settings.voices && SYLLABLES[word] && audible() && context) speak(context, volume(0.5), SYLLABLES[word], context.currentTime + 0.02);
}

/** How something that happens sounds. @param {import("../shared/game/types.js").GameEvent} event @param {string | null} mine the player's seat @returns {Parameters<typeof play>[0]} */
export function soundOf(event, mine) {
  if (event.t === "hand") return "dice";
  if (event.t === "win") return mine !== null && event.from === mine ? "lost" : "win";
  if (event.t === "exhausted") return "end";
  return calledWord(event) ? "call" : event.t === "draw" ? "draw" : "discard";
}
