// The numbers at the axis of a drawing.

/** Round numbers for the axis, zero among them. @param {number} least @param {number} most */
export function ticks(least, most) {
  const rough = Math.max(Math.max(most, 0) - Math.min(least, 0), 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const unit = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough) ?? 10 * power;
  const first = Math.floor(Math.min(least, 0) / unit);
  const last = Math.ceil(Math.max(most, 0) / unit);
  return Array.from({length: last - first + 1}, (_, i) => Number(((first + i) * unit).toPrecision(6)));
}
