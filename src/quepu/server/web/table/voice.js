// A voice that calls 吃 碰 杠 和, synthesised here: a buzz whose pitch follows the tone of the syllable, shaped by the formants of its vowel,
// after the noise of its consonant. It is a machine's voice, not a recording.

/**
 * A syllable. `pitch`: the tone, as pairs of time (0–1) and frequency. `noise`: the consonant, as its length in seconds, the frequency and
 * sharpness of the noise, and its loudness. `formants`: those of the vowel at its start and at its end, each with its loudness. `lasts` is
 * the length of the vowel in seconds.
 * @typedef {{pitch: [number, number][], noise: {lasts: number, at: number, sharp: number, loud: number},
 *   formants: [number, number, number][], lasts: number}} Syllable
 */

/** @type {Record<string, Syllable>} */
export const SYLLABLES = {
  // chī, first tone: high and level
  吃: {
    pitch: [
      [0, 262],
      [1, 258],
    ],
    noise: {lasts: 0.13, at: 3600, sharp: 0.9, loud: 0.5},
    formants: [
      [390, 390, 1],
      [1750, 1750, 0.35],
      [2600, 2600, 0.25],
      [3500, 3500, 0.1],
    ],
    lasts: 0.27,
  },
  // pèng, fourth tone: from high to low
  碰: {
    pitch: [
      [0, 275],
      [0.25, 255],
      [1, 125],
    ],
    noise: {lasts: 0.07, at: 1100, sharp: 0.5, loud: 0.45},
    formants: [
      [560, 300, 1],
      [1250, 1050, 0.5],
      [2500, 2300, 0.15],
      [3400, 3300, 0.05],
    ],
    lasts: 0.3,
  },
  // gàng, fourth tone
  杠: {
    pitch: [
      [0, 270],
      [0.25, 250],
      [1, 120],
    ],
    noise: {lasts: 0.03, at: 1700, sharp: 1.2, loud: 0.5},
    formants: [
      [820, 320, 1],
      [1200, 1000, 0.6],
      [2550, 2350, 0.15],
      [3500, 3300, 0.05],
    ],
    lasts: 0.33,
  },
  // hú, second tone: rising
  和: {
    pitch: [
      [0, 165],
      [0.3, 172],
      [1, 285],
    ],
    noise: {lasts: 0.09, at: 800, sharp: 0.8, loud: 0.4},
    formants: [
      [330, 310, 1],
      [720, 680, 0.6],
      [2300, 2300, 0.06],
      [3300, 3300, 0.03],
    ],
    lasts: 0.36,
  },
};

/** A bandpass filter of the vowel or the consonant. @param {BaseAudioContext} context @param {number} frequency @param {number} sharp */
function band(context, frequency, sharp) {
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = frequency;
  filter.Q.value = sharp;
  return filter;
}

/** The hiss or burst of the consonant. @param {BaseAudioContext} context @param {AudioNode} out @param {Syllable["noise"]} noise @param {number} at */
function consonant(context, out, {lasts, at: frequency, sharp, loud}, at) {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * lasts), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++)
    samples[i] = (Math.random() * 2 - 1) * Math.sin((Math.PI * (i + 1)) / (samples.length + 1)) ** 0.5;
  const source = context.createBufferSource();
  source.buffer = buffer;
  const gain = context.createGain();
  gain.gain.value = loud;
  source
    .connect(band(context, frequency, sharp))
    .connect(gain)
    .connect(out);
  source.start(at);
}

/** Call a word. @param {BaseAudioContext} context @param {AudioNode} out @param {Syllable} syllable @param {number} at */
export function speak(context, out, {pitch, noise, formants, lasts}, at) {
  consonant(context, out, noise, at);
  const from = at + noise.lasts * 0.75;
  const buzz = context.createOscillator();
  buzz.type = "sawtooth";
  buzz.frequency.setValueAtTime(pitch[0][1], from);
  for (const [time, frequency] of pitch.slice(1)) buzz.frequency.linearRampToValueAtTime(frequency, from + time * lasts);
  const body = context.createGain();
  body.gain.setValueAtTime(0, from);
  body.gain.linearRampToValueAtTime(0.9, from + 0.03);
  body.gain.setValueAtTime(0.9, from + lasts * 0.65);
  body.gain.exponentialRampToValueAtTime(0.001, from + lasts);
  for (const [start, end, loud] of formants) {
    const filter = band(context, start, Math.max(4, start / 90));
    filter.frequency.setValueAtTime(start, from + lasts * 0.35);
    filter.frequency.linearRampToValueAtTime(end, from + lasts * 0.8);
    const gain = context.createGain();
    gain.gain.value = loud;
    buzz.connect(filter).connect(gain).connect(body);
  }
  body.connect(out);
  buzz.start(from);
  buzz.stop(from + lasts);
}
