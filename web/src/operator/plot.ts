/** The shape of a small plot: a line over time, and its largest value as people would toTenth it. */

export interface PlotShape {
  line: string;
  area: string;
  /** What the upper edge stands for. */
  top: number;
}

/** 1, 2 or 5 times a power of ten, at least as large. */
export function niceTop(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((step) => step * power).find((top) => top >= value * 0.999) ?? 10 * power;
}

/** The newest value is at the right edge; older samples than `most` are left out. */
export function shapeOf(values: number[], most: number, width: number, height: number): PlotShape {
  const shown = values.slice(-most);
  const top = niceTop(Math.max(0, ...shown));
  const step = width / Math.max(1, most - 1);
  const points = shown.map((value, n) => `${toTenth(width - (shown.length - 1 - n) * step)} ${toTenth(height - (value / top) * height)}`);
  if (points.length === 0) return { line: "", area: "", top };
  const first = toTenth(width - (shown.length - 1) * step);
  return { line: `M${points.join("L")}`, area: `M${first} ${height}L${points.join("L")}L${width} ${height}Z`, top };
}

const toTenth = (value: number): number => Math.round(value * 10) / 10;

/** "0.25", "3.1", "42": as exact as anybody needs. */
export function short(value: number): string {
  if (Number.isInteger(value) || value >= 10) return String(Math.round(value));
  return value >= 1 ? value.toFixed(1) : value.toFixed(2);
}

/** "12.3 MB". */
export function megabytes(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
