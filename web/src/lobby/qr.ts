/** QR codes (ISO/IEC 18004), as far as a link needs them: bytes, error correction M, versions 1 to 10. */

/** By version: all codewords, those for correction in each block, and the number of blocks. */
const VERSIONS: [number, number, number][] = [
  [26, 10, 1],
  [44, 16, 1],
  [70, 26, 1],
  [100, 18, 2],
  [134, 24, 2],
  [172, 16, 4],
  [196, 18, 4],
  [242, 22, 4],
  [292, 22, 5],
  [346, 26, 5],
];
/** Two bits that say "M", in the information about the format. */
const LEVEL_M = 0;

/** The dark modules, row by row; null if the words are too long for a code that phones read well. */
export function qrCode(words: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(words);
  const version = VERSIONS.findIndex(([all, each, blocks], at) => bytes.length <= all - each * blocks - (at + 1 < 10 ? 2 : 3)) + 1;
  if (version === 0) return null;
  const codewords = withCorrection(dataWords(bytes, version), version);
  const masked = Array.from({ length: 8 }, (_, mask) => drawn(codewords, version, mask));
  return masked.reduce((best, next) => (penalty(next) < penalty(best) ? next : best));
}

/** The mode, how many bytes there are, the bytes, and what fills the rest. */
function dataWords(bytes: Uint8Array, version: number): number[] {
  const [all, each, blocks] = VERSIONS[version - 1]!;
  const space = (all - each * blocks) * 8;
  const bits: number[] = [];
  const add = (value: number, count: number): void => {
    for (let bit = count - 1; bit >= 0; bit--) bits.push((value >> bit) & 1);
  };
  add(0b0100, 4);
  add(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) add(byte, 8);
  add(0, Math.min(4, space - bits.length));
  add(0, (8 - (bits.length % 8)) % 8);
  for (let fill = 0xec; bits.length < space; fill ^= 0xec ^ 0x11) add(fill, 8);
  return Array.from({ length: bits.length / 8 }, (_, at) => bits.slice(8 * at, 8 * at + 8).reduce((value, bit) => 2 * value + bit, 0));
}

/** In blocks, each with its words for correction, one word of each block after the other. */
function withCorrection(data: number[], version: number): number[] {
  const [, each, blocks] = VERSIONS[version - 1]!;
  const divisor = divisorOf(each);
  const short = Math.floor(data.length / blocks);
  const longer = data.length % blocks;
  const parts: number[][] = [];
  for (let block = 0, at = 0; block < blocks; block++) {
    const length = short + (block < blocks - longer ? 0 : 1);
    parts.push(data.slice(at, at + length));
    at += length;
  }
  const corrections = parts.map((part) => remainder(part, divisor));
  const across = (lists: number[][], most: number): number[] => Array.from({ length: most }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
  return [...across(parts, short + 1), ...across(corrections, each)];
}

/** In the field of 256 elements over x⁸ + x⁴ + x³ + x² + 1. */
function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((b >> bit) & 1) * a;
  }
  return product;
}

function divisorOf(degree: number): number[] {
  const found = [...new Array<number>(degree - 1).fill(0), 1];
  let root = 1;
  for (let factor = 0; factor < degree; factor++) {
    for (let at = 0; at < degree; at++) found[at] = times(found[at]!, root) ^ (found[at + 1] ?? 0);
    root = times(root, 2);
  }
  return found;
}

function remainder(data: number[], divisor: number[]): number[] {
  const found = new Array<number>(divisor.length).fill(0);
  for (const word of data) {
    const factor = word ^ found.shift()!;
    found.push(0);
    divisor.forEach((coefficient, at) => (found[at]! ^= times(coefficient, factor)));
  }
  return found;
}

/** Draws what every code has, then the data under the mask. */
function drawn(codewords: number[], version: number, mask: number): boolean[][] {
  const size = 17 + 4 * version;
  const dark = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  const taken = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  const set = (x: number, y: number, isDark: boolean): void => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    dark[y]![x] = isDark;
    taken[y]![x] = true;
  };
  for (let at = 0; at < size; at++) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  const square = (x: number, y: number, reach: number, isDark: (ring: number) => boolean): void => {
    for (let dy = -reach; dy <= reach; dy++) for (let dx = -reach; dx <= reach; dx++) set(x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))));
  };
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    square(x, y, 4, (ring) => ring !== 2 && ring !== 4);
  const places = alignments(version, size);
  const corners = [`6 6`, `6 ${size - 7}`, `${size - 7} 6`];
  for (const x of places) for (const y of places) if (!corners.includes(`${x} ${y}`)) square(x, y, 2, (ring) => ring !== 1);
  drawFormat(set, size, mask);
  if (version >= 7) drawVersion(set, size, version);
  drawData(dark, taken, codewords, mask);
  return dark;
}

function alignments(version: number, size: number): number[] {
  if (version === 1) return [];
  return version < 7 ? [6, size - 7] : [6, (size - 1) / 2, size - 7];
}

type SetModule = (x: number, y: number, isDark: boolean) => void;

/** Level and mask, twice, with their own correction. */
function drawFormat(set: SetModule, size: number, mask: number): void {
  const data = (LEVEL_M << 3) | mask;
  let rest = data;
  for (let round = 0; round < 10; round++) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
  const bits = ((data << 10) | rest) ^ 0x5412;
  const bit = (at: number): boolean => ((bits >> at) & 1) !== 0;
  for (let at = 0; at <= 5; at++) set(8, at, bit(at));
  set(8, 7, bit(6));
  set(8, 8, bit(7));
  set(7, 8, bit(8));
  for (let at = 9; at < 15; at++) set(14 - at, 8, bit(at));
  for (let at = 0; at < 8; at++) set(size - 1 - at, 8, bit(at));
  for (let at = 8; at < 15; at++) set(8, size - 15 + at, bit(at));
  set(8, size - 8, true);
}

function drawVersion(set: SetModule, size: number, version: number): void {
  let rest = version;
  for (let round = 0; round < 12; round++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
  const bits = (version << 12) | rest;
  for (let at = 0; at < 18; at++) {
    const far = size - 11 + (at % 3);
    const near = Math.floor(at / 3);
    set(far, near, ((bits >> at) & 1) !== 0);
    set(near, far, ((bits >> at) & 1) !== 0);
  }
}

const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** In columns of two modules, from the right, up and down in turns; the column of the timing pattern is left out. */
function drawData(dark: boolean[][], taken: boolean[][], codewords: number[], mask: number): void {
  const size = dark.length;
  let at = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const isUp = ((right + 1) & 2) === 0;
      const y = isUp ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (taken[y]![x]) continue;
        const bit = at < codewords.length * 8 && ((codewords[at >> 3]! >> (7 - (at & 7))) & 1) !== 0;
        dark[y]![x] = bit !== MASKS[mask]!(x, y);
        at++;
      }
    }
  }
}

/** What looks like a corner: dark and light in its proportions, with the light edge before or after it. */
const CORNER = [true, false, true, true, true, false, true];
const LIGHT_SIDE = [false, false, false, false];
const CORNERS = [
  [...LIGHT_SIDE, ...CORNER],
  [...CORNER, ...LIGHT_SIDE],
];

/** How hard a code is to read: long runs, blocks, what looks like a corner, and too much of one colour. */
function penalty(dark: boolean[][]): number {
  const size = dark.length;
  const columns = dark.map((_, x) => dark.map((row) => row[x]!));
  let found = 0;
  for (const line of [...dark, ...columns]) {
    for (let at = 0, run = 0; at < size; at++) {
      run = at > 0 && line[at] === line[at - 1] ? run + 1 : 1;
      if (run >= 5) found += run === 5 ? 3 : 1;
      if (CORNERS.some((corner) => corner.every((isDark, step) => line[at + step] === isDark))) found += 40;
    }
  }
  for (let y = 0; y + 1 < size; y++)
    for (let x = 0; x + 1 < size; x++) {
      const one = dark[y]![x];
      if (dark[y]![x + 1] === one && dark[y + 1]![x] === one && dark[y + 1]![x + 1] === one) found += 3;
    }
  const count = dark.flat().filter(Boolean).length;
  return found + 10 * Math.floor(Math.abs((20 * count) / (size * size) - 10));
}
