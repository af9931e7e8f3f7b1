// A QR code, made here: what it says is for this browser alone and not for the server. Bytes, level L, up to version 6.

/** For each version: how many bytes of data and of error correction a block has, and how many blocks there are. */
const VERSIONS = [
  [19, 7, 1],
  [34, 10, 1],
  [55, 15, 1],
  [80, 20, 1],
  [108, 26, 1],
  [68, 18, 2],
];

const EXP = Array(255).fill(1);
for (let i = 1; i < 255; i++) EXP[i] = (EXP[i - 1] << 1) ^ (EXP[i - 1] & 128 ? 0x11d : 0);
const LOG = Object.fromEntries(EXP.map((value, i) => [value, i]));

/** @param {number} a @param {number} b */
const product = (a, b) => (a && b ? EXP[(LOG[a] + LOG[b]) % 255] : 0);

/** The remainder of a block by the generator of its degree: Reed and Solomon's code. @param {readonly number[]} data @param {number} degree */
function correction(data, degree) {
  let generator = [1];
  for (let i = 0; i < degree; i++) {
    const shifted = [...generator, 0];
    generator = shifted.map((value, at) => value ^ (at ? product(generator[at - 1], EXP[i]) : 0));
  }
  const rest = [...data, ...Array(degree).fill(0)];
  for (let i = 0; i < data.length; i++) {
    const factor = rest[i];
    generator.forEach((value, at) => (rest[i + at] ^= product(value, factor)));
  }
  return rest.slice(data.length);
}

/** All bytes of a code in the order in which they are drawn. @param {Uint8Array} bytes @param {readonly number[]} version */
function codewords(bytes, [size, degree, count]) {
  const bits = [0b0100, bytes.length, ...bytes].map((value, i) => value.toString(2).padStart(i ? 8 : 4, "0")).join("") + "0000";
  const filled = bits.match(/.{8}/g) ?? [];
  const data = filled.map((byte) => parseInt(byte, 2));
  for (let i = 0; data.length < size * count; i++) data.push(i % 2 ? 0x11 : 0xec);
  const blocks = Array.from({length: count}, (_, i) => data.slice(i * size, (i + 1) * size));
  const checks = blocks.map((block) => correction(block, degree));
  /** @param {number[][]} parts */
  const interleaved = (parts) => parts[0].flatMap((_, i) => parts.map((part) => part[i]));
  return [...interleaved(blocks), ...interleaved(checks)];
}

/** The fifteen bits that say level and mask: L and 0. */
const FORMAT = "111011111000100";

/** The patterns by which a reader finds its way, with null where data goes. @param {number} side @returns {(boolean | null)[][]} */
function frame(side) {
  const cells = Array.from({length: side}, () => /** @type {(boolean | null)[]} */ (Array(side).fill(null)));
  /** A square of rings. @param {number} row @param {number} column @param {number} radius @param {number} light the ring that is light */
  const rings = (row, column, radius, light) => {
    for (let y = -radius; y <= radius; y++)
      for (let x = -radius; x <= radius; x++) {
        const ring = Math.max(Math.abs(x), Math.abs(y));
        if (cells[row + y]?.[column + x] !== undefined) cells[row + y][column + x] = ring !== light && ring !== 4;
      }
  };
  for (let i = 8; i < side - 8; i++) cells[6][i] = cells[i][6] = i % 2 === 0;
  for (const [row, column] of [[3, 3], [3, side - 4], [side - 4, 3]]) rings(row, column, 4, 2); // prettier-ignore
  if (side > 21) rings(side - 7, side - 7, 2, 1);
  [...FORMAT].forEach((bit, i) => {
    const dark = bit === "1";
    // once around the first corner, once at the two others
    if (i < 8) cells[8][i + Number(i > 5)] = dark;
    else cells[14 - i + Number(i < 9)][8] = dark;
    if (i < 7) cells[side - 1 - i][8] = dark;
    else cells[8][side - 15 + i] = dark;
  });
  cells[side - 8][8] = true;
  return cells;
}

/** Which cells are dark, row by row; null if the text is too long. @param {string} text @returns {boolean[][] | null} */
export function qrCode(text) {
  const bytes = new TextEncoder().encode(text);
  const version = VERSIONS.findIndex(([size, , count]) => bytes.length + 2 <= size * count);
  if (version < 0) return null;
  const side = 21 + 4 * version;
  const cells = frame(side);
  const bits = codewords(bytes, VERSIONS[version]).flatMap((byte) => [...byte.toString(2).padStart(8, "0")]);
  let next = 0;
  let upward = true;
  for (let right = side - 1; right > 0; right -= right === 8 ? 3 : 2, upward = !upward) {
    for (let i = 0; i < side; i++) {
      const row = upward ? side - 1 - i : i;
      for (const column of [right, right - 1]) {
        if (cells[row][column] === null) cells[row][column] = (bits[next++] === "1") !== ((row + column) % 2 === 0);
      }
    }
  }
  return /** @type {boolean[][]} */ (cells);
}
