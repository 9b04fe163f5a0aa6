/** Every Building is a house: its shape by what it is, walls and roof by its letter, a round sign for what it brings. */

import { asPicture, numberOf, OUTLINE, signPlate } from "./picture";

const WALLS: Record<string, string[]> = { A: ["#d9a646", "#c98f3a", "#e0b765"], B: ["#b2392c", "#9a2d33", "#c2512f"], C: ["#e9e6dc", "#c9d6dd", "#dcd5c6"] };
const ROOFS: Record<string, string[]> = { A: ["#5f7d3f", "#6b5138", "#4f6f4a"], B: ["#39444c", "#4a3a34", "#2f4650"], C: ["#24506a", "#3c4f7a", "#2d5f66"] };
const AWNINGS: Record<string, string> = { A: "#c98f3a", B: "#b2392c", C: "#24506a" };

interface Paint {
  wall: string;
  roof: string;
  letter: string;
  /** Two of the same shape need not look the same way. */
  turned: boolean;
}

const line = `stroke="${OUTLINE}" stroke-width="1.200" stroke-linejoin="round"`;
const thin = `stroke="${OUTLINE}" stroke-width=".9"`;
const WATER = '<path d="M0 44q5-3 10 0t10 0 10 0 10 0 10 0 6 0v6H0z" fill="#2c6f88"/>';
const GROUND = '<path d="M0 43.500q28-5 56 0V50H0z" fill="#7f9a6d"/>';
const part = (d: string, fill: string, more = line): string => `<path d="${d}" fill="${fill}" ${more}/>`;
const gable = (d: string, roof: string, width = 4.5): string => `<path d="${d}" fill="none" stroke="${roof}" stroke-width="${width}"/>`;
const pane = (x: number, y: number, wide = 4.5, high = 5): string => part(`M${x} ${y}h${wide}v${high}h-${wide}z`, "#fbe9a8", thin);
const door = (x: number, y: number, high = 8): string => part(`M${x} ${y}v-${high}h5v${high}z`, "#4c3420", thin);
const stilts = (from: number, to: number): string => `<path d="M${from} 36v10M${(from + to) / 2} 36v10M${to} 36v10" stroke="#4c3420" stroke-width="2.200"/>`;
const spruce = (x: number, y: number, s: number): string =>
  part(
    `M${x} ${y}l${-5 * s} ${9 * s}h${2.6 * s}l${-4 * s} ${7 * s}h${3 * s}l${-4 * s} ${7 * s}h${14.8 * s}l${-4 * s} ${-7 * s}h${3 * s}l${-4 * s} ${-7 * s}h${2.6 * s}z`,
    "#448a5e",
    'stroke="#1d4a31"',
  );

const HOUSE_SHAPES: Record<string, (paint: Paint) => string> = {
  hut: ({ wall, roof }) =>
    GROUND + part("M13 43V25L28 14l15 11v18z", wall) + gable("M9 28 28 12l19 16", roof, 5) + gable("M36 10v9", OUTLINE, 4) + pane(17, 29) + door(29, 43, 10) + pane(36, 29, 4, 5),
  rorbu: ({ wall, roof }) =>
    WATER +
    stilts(10, 46) +
    part("M7 37V22h42v15z", wall) +
    part("M3 24 12 11h32l9 13z", roof) +
    '<path d="M7 27h42M7 32h42" stroke="#000" opacity=".18"/>' +
    [12, 20, 40].map((x) => pane(x, 26)).join("") +
    door(30, 37, 9) +
    gable("M17 6v7", OUTLINE, 4),
  pier: ({ wall, roof, turned }) => {
    const x = turned ? 10 : 16;
    return (
      WATER +
      stilts(6, 50) +
      part("M0 36h56v3.500H0z", "#8a5a34", thin) +
      part(`M${x} 36V21l11-9 11 9v15z`, wall) +
      gable(`M${x - 3} 23l14-12 14 12`, roof) +
      pane(x + 4, 25) +
      door(x + 13, 36, 9) +
      part(`M${turned ? 42 : 6} 36v-9h6v9z`, "#a56c38", thin)
    );
  },
  hall: ({ wall, roof }) =>
    GROUND +
    part("M9 43V19h38v24z", wall) +
    part("M5 20 14 9h28l9 11z", roof) +
    part("M23 9V4h10v5", wall) +
    part("M28 4v-4l6 1.800-6 1.800", "#c2512f", thin) +
    [13, 21, 31, 39].map((x) => pane(x, 23)).join("") +
    [13, 39].map((x) => pane(x, 32)).join("") +
    part("M24 43V33q4-4 8 0v10z", "#4c3420", thin),
  stall: ({ wall, letter }) =>
    GROUND +
    part("M10 43V24h36v19z", wall) +
    part("M10 33h36v4H10z", "#8a5a34", thin) +
    part("M6 26 11 13h34l5 13z", "#fbf7ec") +
    part("M14 13l-3 13h7l2-13zM26 13l-1 13h7l-1-13zM38 13l1 13h7l-3-13z", AWNINGS[letter] ?? AWNINGS.A!, "") +
    part("M6 26q3.700 4 7.300 0 3.700 4 7.400 0 3.600 4 7.300 0 3.700 4 7.300 0 3.700 4 7.400 0 3.600 4 7.300 0", "#fbf7ec", thin),
  slip: ({ wall, roof }) =>
    WATER +
    part("M2 46 30 34h24v5L30 43z", "#8a5a34", thin) +
    part("M24 37V20l14-10 14 10v17", wall) +
    gable("M21 22 38 9l17 13", roof) +
    part("M30 37V25h16v12", "#2b2318", "") +
    part("M4 36h32l-5 7H10z", "#a33528") +
    gable("M19 35V17", "#4c3420", 1.8) +
    part("M18 18v15H7z", "#fbf7ec"),
  trees: ({ wall, roof }) => GROUND + spruce(12, 10, 1.35) + spruce(47, 14, 1.15) + part("M20 43V29l9-8 9 8v14z", wall) + gable("M17 31 29 20l12 11", roof, 4) + door(26.5, 43),
  tower: ({ roof, letter }) =>
    WATER +
    part("M12 46q16-10 32 0z", "#8b958f", thin) +
    part("M22 40 24 15h8l2 25z", "#f4f1e6") +
    part("M23.300 24h9.400l.5 6H22.800zM22.300 36h11.400l.3 4H22z", letter === "C" ? "#24506a" : "#b2392c", "") +
    part("M22.500 15v-5h11v5z", "#f6c453") +
    part("M21 10.500 28 4l7 6.500z", roof) +
    part("M36 11l14-5v11zM20 11 6 6v11z", "#f6c453", 'opacity=".6"'),
  church: ({ wall, roof }) =>
    GROUND +
    part("M20 43V26l14-8 14 8v17z", wall) +
    gable("M17 28 34 17l17 11", roof, 4) +
    part("M9 43V17h11v26z", wall) +
    part("M7 18 14.500 3 22 18z", roof) +
    gable("M14.500-2v6M12.500 0h4", OUTLINE, 1.5) +
    pane(12, 22) +
    door(12, 43, 9) +
    pane(27, 30, 4, 7) +
    pane(36, 30, 4, 7),
  castle: ({ wall, roof }) =>
    GROUND +
    part("M14 43V22h28v21z", wall) +
    part("M14 22v-4h4v3h4v-3h4v3h4v-3h4v3h4v-3h4v4z", wall) +
    part("M6 43V14h10v29zM40 43V14h10v29z", wall) +
    part("M4 15 11 4l7 11zM38 15 45 4l7 11z", roof) +
    part("M23 43V33q5-5 10 0v10z", "#4c3420", thin) +
    [9, 43].map((x) => pane(x, 20, 4)).join("") +
    [20, 32].map((x) => pane(x, 27, 4)).join(""),
  mill: ({ wall, roof }) =>
    WATER +
    stilts(20, 50) +
    part("M18 38V21l15-10 15 10v17z", wall) +
    gable("M15 23 33 10l18 13", roof) +
    pane(36, 25) +
    door(28, 38) +
    '<circle cx="13" cy="33" r="10" fill="none" stroke="#4c3420" stroke-width="3"/>' +
    gable("M13 22v22M2 33h22M5 25l16 16M21 25 5 41", "#4c3420", 1.6),
  gate: ({ wall, roof }) =>
    GROUND + part("M8 43V18h10v25zM38 43V18h10v25z", wall) + part("M3 19 28 6l25 13z", roof) + part("M18 43V27q10-9 20 0v16", "#86b6c8") + pane(10.5, 23, 4) + pane(41, 23, 4),
};
export const SHAPE_NAMES = Object.keys(HOUSE_SHAPES);

const made = new Map<string, string>();

/** The picture of a Building; small ones do without the sign. */
export function houseOf(id: string, card: { letter: string; shape: string; sign: string }, isSigned = true): string {
  const number = numberOf(id);
  const { letter, shape, sign } = card;
  const key = [number % 6, letter, shape, isSigned ? sign : ""].join();
  const known = made.get(key);
  if (known) return known;
  const pick = (tones: Record<string, string[]>): string => (tones[letter] ?? tones.A!)[number % 3]!;
  const body = (HOUSE_SHAPES[shape] ?? HOUSE_SHAPES.hut!)({ wall: pick(WALLS), roof: pick(ROOFS), letter, turned: number % 2 === 1 });
  const picture = asPicture("0 -3 58 53", body + (isSigned ? signPlate(sign, 46, 38.5, 10.5) : ""));
  made.set(key, picture);
  return picture;
}
