/** Drawings made of parts, as pictures: one box each on the page, however many lines they have. */

import axe from "./art/axe.svg?raw";
import barrel from "./art/barrel.svg?raw";
import elder from "./art/elder.svg?raw";
import fish from "./art/fish.svg?raw";
import gold from "./art/gold.svg?raw";
import plate from "./art/plate.svg?raw";
import sapling from "./art/sapling.svg?raw";
import tree from "./art/tree.svg?raw";
import wood from "./art/wood.svg?raw";

export const OUTLINE = "#1c2f3a";
const INK = "#24506a";
const lines = `stroke="${OUTLINE}" stroke-width="1.200" stroke-linejoin="round"`;

/** What a Building brings or an Elder is skilled in, drawn in a square of 24. */
const PLATE_SIGNS: Record<string, string> = {
  axe,
  barrel,
  elder,
  fish,
  gold,
  plate,
  sapling,
  tree,
  wood,
  copy: `<ellipse cx="9" cy="9.500" rx="7" ry="5.500" fill="none" stroke="${INK}" stroke-width="1.800" stroke-dasharray="3 2"/><ellipse cx="15" cy="15" rx="7" ry="5.500" fill="${INK}"/>`,
  flag: `<path d="M5 2v20" stroke="${INK}" stroke-width="2.400" stroke-linecap="round"/><path d="M6 3h14l-4 4.500L20 12H6z" fill="${INK}"/>`,
  hammer: `<path d="M9.500 10.500 20 21" stroke="#a56c38" stroke-width="3.200" stroke-linecap="round"/><path d="M3 9.500 9.500 3l4 1.200L15 7 7 15l-2.800-1.500z" fill="${INK}"/>`,
  house: `<path d="M4.500 11v10.500h15V11L12 4.500z" fill="#b2392c"/><path d="M1.500 12.500 12 2.800l10.500 9.700" fill="none" stroke="${INK}" stroke-width="2.200" stroke-linejoin="round" stroke-linecap="round"/><path d="M10 21.500v-6h4v6" fill="#fffcf4"/>`,
  points: `<path d="m12 1.800 3.100 6.500 7.100.9-5.200 4.900 1.300 7.100-6.300-3.500-6.300 3.500L7 14.100 1.800 9.200l7.100-.9z" fill="${INK}"/>`,
  share: `<path d="M3 3.500h18v17H3z" fill="#fffcf4" stroke="${INK}" stroke-width="1.800"/><path d="M6.500 8h11M6.500 11.500h7" stroke="${INK}" stroke-width="1.500" stroke-linecap="round"/><circle cx="16.500" cy="15.600" r="2.600" fill="${INK}"/>`,
  ship: `<g transform="translate(-1 3) scale(.46)"><path d="M25 4v23H9zM28 8l15 19H28z" fill="#fbf7ec" ${lines}/><path d="M26.500 2v28" stroke="#4c3420" stroke-width="2.400"/><path d="M5 29.500h47l-6 8H12z" fill="#a33528" ${lines}/></g>`,
};
export const SIGN_NAMES = Object.keys(PLATE_SIGNS);

/** A sign on a round plate of this radius. */
export function signPlate(name: string, x: number, y: number, radius: number): string {
  const size = radius * 1.4;
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="#fffdf5" stroke="${OUTLINE}" stroke-width="1.200"/><g transform="translate(${x - size / 2} ${y - size / 2}) scale(${size / 24})">${PLATE_SIGNS[name] ?? ""}</g>`;
}

/** As a CSS picture. */
export const asPicture = (box: string, content: string): string =>
  `url("data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${content}</svg>`)}")`;

/** A number for a name, always the same: for what only has to differ. */
export const numberOf = (id: string): number => [...id].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
