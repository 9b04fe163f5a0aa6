/** Elders with faces of their own: headgear, hair, beard, coat and skin; the ground says what they do, the sign their skill. */

import { asPicture, numberOf, OUTLINE, signPlate } from "./picture";

const GROUNDS: Record<string, string> = { build: "#b9604f", forest: "#5f8f63", sea: "#4c8098", money: "#c0954a", village: "#8c7f9c" };

interface Looks {
  skin: string;
  head: string;
  cloth: string;
  hair: string;
  beard: string;
  coat: string;
}
const looks = (skin: string, head: string, cloth: string, hair: string, beard: string, coat: string): Looks => ({ skin, head, cloth, hair, beard, coat });

const ELDERS: Record<string, Looks> = {
  elder_1: looks("#f0cda8", "cap", "#8a2f2a", "#6b4a2e", "full", "#3e5563"),
  elder_2: looks("#e8bd93", "bowler", "#2c2a28", "#c9c3b6", "whiskers", "#5d4632"),
  elder_3: looks("#c98f66", "brim", "#3d5a34", "#3a2a20", "none", "#6a7a45"),
  elder_4: looks("#f0cda8", "southwester", "#d7a52c", "#d9d5cb", "long", "#d7a52c"),
  elder_5: looks("#f3d3b3", "top", "#26323a", "#5a3d28", "moustache", "#3a3f5c"),
  elder_6: looks("#e3b48a", "cap", "#2e5d6e", "#a65a28", "long", "#9a3b30"),
  elder_7: looks("#d8a277", "bare", "#000000", "#e7e3da", "moustache", "#4b6a7b"),
  elder_8: looks("#f0cda8", "scarf", "#b2392c", "#7c7469", "none", "#35586b"),
  elder_9: looks("#f0cda8", "bun", "#8d8478", "#8d8478", "none", "#5b3d57"),
  elder_10: looks("#e8bd93", "bare", "#000000", "#4a3423", "goatee", "#7a3b34"),
  elder_11: looks("#b97d55", "bowler", "#4a3a2c", "#241a14", "full", "#2f4c40"),
  elder_12: looks("#f0cda8", "captain", "#1f3a52", "#f1efe9", "full", "#1f3a52"),
  elder_13: looks("#f3d3b3", "scarf", "#3f6f4d", "#d9c9a0", "none", "#7a5a36"),
  elder_14: looks("#e3b48a", "brim", "#6b5138", "#b9b2a5", "whiskers", "#2e5d6e"),
  elder_15: looks("#f0cda8", "captain", "#4b4036", "#30241b", "goatee", "#6b4d2f"),
  elder_16: looks("#d8a277", "southwester", "#2f6a58", "#f4f2ec", "full", "#2f6a58"),
  elder_17: looks("#f0cda8", "top", "#3b2f45", "#eceae4", "whiskers", "#3b2f45"),
  elder_18: looks("#f3d3b3", "bun", "#a4562a", "#a4562a", "none", "#47604b"),
};

const faceLine = `stroke="${OUTLINE}" stroke-linejoin="round"`;
const facePart = (d: string, fill: string, more = faceLine): string => `<path d="${d}" fill="${fill}" ${more}/>`;

const HEADS: Record<string, (own: Looks) => string> = {
  cap: ({ cloth }) =>
    [facePart("M11 14q0-10 9-10t9 10z", cloth), facePart("M10 12.500h20v4H10z", "#f4ede0"), `<circle cx="20" cy="3.500" r="2.600" fill="#f4ede0" ${faceLine}/>`].join(""),
  bowler: ({ cloth }) => facePart("M12 13q0-9 8-9t8 9z", cloth) + facePart("M8 13.500q12-3 24 0 0 2-1 2H9q-1 0-1-2z", cloth),
  top: ({ cloth }) => facePart("M12.500 13V1.500h15V13z", cloth) + facePart("M12.500 9.500h15v3h-15z", "#c0954a", "") + facePart("M8 13h24v2.500H8z", cloth),
  southwester: ({ cloth }) => facePart("M11 13q1-10 9-10t9 10z", cloth) + facePart("M6.500 16.500Q9 11.500 20 11.500t13.500 5q-7-2-13.500-2t-13.500 2z", cloth),
  brim: ({ cloth }) => facePart("M13 12.500q0-8 3-8 4-1.500 8 0 3 0 3 8z", cloth) + facePart("M6 14q14-5 28 0-14 3.500-28 0z", cloth),
  captain: ({ cloth }) =>
    [
      facePart("M9.500 10q0-6 10.500-6t10.500 6l-2 3h-17z", cloth),
      facePart("M11 12.500h18v3H11zM11 15.500q9 4 18 0", OUTLINE, ""),
      '<circle cx="20" cy="9.500" r="2" fill="#f0c04a"/>',
    ].join(""),
  scarf: ({ cloth }) => facePart("M10.500 22Q9 4.500 20 4.500T29.500 22q-1-8-9.500-10-8.500 2-9.500 10z", cloth) + facePart("M12 22q2 8 8 8t8-8l2 6-10 5-10-5z", cloth),
  bun: ({ hair }) => [`<circle cx="20" cy="4.500" r="4" fill="${hair}" ${faceLine}/>`, facePart("M11 19Q10 7 20 7t9 12q-1-6-5-8-6 3-9 2-3 2-4 6z", hair)].join(""),
  bare: ({ hair }) => facePart("M11.500 17q-1-10.500 8.500-10.500T28.500 17q-1-6-3-7-5.500 1.500-11 0-2 1-3 7z", hair),
};
const BEARDS: Record<string, string> = {
  none: "",
  full: "M12 18q1 13 8 13t8-13q-2 4-4 4-4-1.500-8 0-2 0-4-4z",
  long: "M12 18q-.5 14 8 18 8.500-4 8-18-2 4-4 4-4-1.500-8 0-2 0-4-4z",
  moustache: "M13.500 23.500q3-3.500 6.500-1.500 3.500-2 6.500 1.500-3 1.500-6.500 0-3.500 1.500-6.500 0z",
  goatee: "M15 22q5-2 10 0-.5 3-2.500 3.500L20 31l-2.500-5.500Q15.500 25 15 22z",
  whiskers: "M11.500 15q-1.500 10 4 12 0-6-1.500-11zM28.500 15q1.500 10-4 12 0-6 1.500-11z",
};

const faceCache = new Map<string, string>();

/** The portrait of an Elder; one that nobody has drawn borrows somebody's face. */
export function faceOf(id: string, elder: { ground: string; sign: string }): string {
  const key = [id, elder.ground, elder.sign].join();
  const known = faceCache.get(key);
  if (known) return known;
  const all = Object.values(ELDERS);
  const own = ELDERS[id] ?? all[numberOf(id) % all.length]!;
  const mouth = own.beard === "none" || own.beard === "whiskers" ? 24.3 : 25;
  const picture = asPicture(
    "0 0 40 40",
    `<rect width="40" height="40" rx="7" fill="${GROUNDS[elder.ground] ?? GROUNDS.village}"/>` +
      facePart("M3 40q1-12 17-12t17 12z", own.coat) +
      facePart("M16 24h8v6q-4 3-8 0z", own.skin, "") +
      facePart("M12 15q0-7 8-7t8 7v3q0 9-8 10-8-1-8-10z", own.skin) +
      `<circle cx="16.700" cy="17.500" r="1.200" fill="${OUTLINE}"/><circle cx="23.300" cy="17.500" r="1.200" fill="${OUTLINE}"/>` +
      `<path d="M20 18v3.500M17.500 ${mouth}q2.500 1.500 5 0" stroke="#7a4a32" stroke-width="1.100" fill="none" stroke-linecap="round"/>` +
      (own.beard === "none" ? "" : facePart(BEARDS[own.beard]!, own.hair)) +
      HEADS[own.head]!(own) +
      signPlate(elder.sign, 33, 33, 6.8),
  );
  faceCache.set(key, picture);
  return picture;
}
