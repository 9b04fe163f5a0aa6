import type { IconSheet } from "../../board/icons";
import type { DecreeFace, IslanderFace, RoleFace, SpaceFace, TallyFace } from "./view";

export const ICONS: IconSheet = {
  prefix: "bu",
  symbols: [
    ...["fish", "palm", "clay", "ebony", "esteem", "token", "task", "always", "recruit", "cycle", "tribute", "elder", "marker", "decree"],
    ...["laurel", "wreath", "eye", "forest", "shore", "village", "lake", "gatherer", "artisan", "noble", "priest", "explorer", "sun"],
    ...["banyu", "gunung", "manuk", "totem", "totem-banyu", "totem-gunung", "totem-manuk"],
  ],
  wide: { "totem-banyu": 46 / 66, "totem-gunung": 46 / 66, "totem-manuk": 46 / 66, explorer: 40 / 48 },
};

export const GOODS = ["fish", "palm", "clay", "ebony"] as const;
export const TOKENS = ["palm", "clay", "ebony"] as const;
export const SPIRITS = ["banyu", "gunung", "manuk"] as const;

/** The short names of the regions, for narrow places. */
export const REGIONS: Record<string, string> = { forest: "Forest", shore: "Shore", village: "Village", lake: "Lake" };
export const PHASES = [
  ["dawn", "Dawn"],
  ["morning", "Morning"],
  ["noon", "Noon"],
  ["afternoon", "Afternoon"],
  ["dusk", "Dusk"],
] as const;

/** A number, an icon, or a sign between them. */
export interface SignBit {
  n?: number | string;
  icon?: string;
  text?: string;
}

export interface Effect {
  bits: SignBit[];
  /** What the icons alone do not say. */
  say: string;
}

export const amounts = (goods: Record<string, number>): SignBit[] => Object.entries(goods).map(([icon, n]) => ({ n, icon }));
const TO: SignBit = { text: "▸" };

/** `/ 2 Nobles`, drawn by its sign where there is one. */
const PER: Record<string, string> = { marker: "marker", decree: "decree", totem: "totem", gatherer: "gatherer", artisan: "artisan", noble: "noble", priest: "priest" };
const PER_WORDS: Record<string, string> = {
  totem: "totem you hold",
  decree: "Decree you took",
  gatherer: "Gatherer",
  artisan: "Artisan",
  noble: "Noble",
  priest: "Priest",
};

function tallyBits(tally: TallyFace, isMore: boolean): SignBit[] {
  const per = PER[tally.per];
  const bits: SignBit[] = [{ ...(isMore ? { text: "+" } : {}), n: tally.points, icon: tally.good }];
  if (per && tally.per === "marker") bits.push({ text: "as", icon: per });
  else if (per) bits.push({ text: "/", ...(tally.each > 1 ? { n: tally.each } : {}), icon: per });
  return bits;
}

function tallyWords(tally: TallyFace): string {
  if (tally.per === "marker") return `${tally.points} more as Emissary`;
  const what = PER_WORDS[tally.per] ?? tally.per;
  const each = tally.each > 1 ? `per ${tally.each} ${what}s${tally.round_up ? ", round up" : ""}` : `per ${what}`;
  return tally.most === null ? each : `${each}, at most ${tally.most}`;
}

/** What an Islander does, in icons, with two or three words where they are not enough. */
export function effectOf(face: IslanderFace, spirit: string): Effect {
  const gain = amounts(face.gain);
  const token: SignBit = { icon: "token" };
  switch (face.kind) {
    case "discount":
      return { bits: [{ icon: face.spirit! }, { text: "−", n: 1, icon: "token" }], say: `on your ${spirit} tributes` };
    case "singer":
      return { bits: [{ icon: face.spirit! }, TO, ...gain], say: `when you pay ${spirit}` };
    case "lake":
      return { bits: [{ icon: "lake" }, TO, ...gain], say: "when you act at the Lake" };
    case "medium":
      return { bits: [{ icon: "tribute" }, TO, ...gain], say: "when others pay your totems' spirits" };
    case "dye":
      return { bits: [token, { text: "⇄" }, token, ...gain], say: "for another kind" };
    case "pick":
      return { bits: [{ n: 1, ...token }], say: "of your choice" };
    case "elder":
      return { bits: [{ n: face.elders, icon: "elder" }, ...gain], say: "draw, then discard one" };
  }
  const paid = Object.keys(face.pay).length > 0 ? [...amounts(face.pay), TO] : [];
  const bits = [...paid, ...gain, ...(face.tally ? tallyBits(face.tally, gain.length > 0) : [])];
  return { bits, say: face.tally ? tallyWords(face.tally) : "" };
}

/** What an Islander of this role brings a Lawan. */
export const lawanBits = (role: RoleFace, holdsTotem: boolean): SignBit[] => {
  if (holdsTotem && role.totem_esteem) return [{ n: role.totem_esteem, icon: "esteem" }];
  return amounts({ ...(role.tokens && { token: role.tokens }), ...(role.fish && { fish: role.fish }), ...(role.esteem && { esteem: role.esteem }) });
};

/** An action space: its signs, its word, and what comes on top. */
export function spaceParts(face: SpaceFace): { icon: string; word: string; count: number; more: SignBit[] } {
  const [icon, word, count] = face.recruits ? ["recruit", "Recruit", face.recruits] : face.tasks ? ["task", "Task", face.tasks] : ["tribute", "Tribute", face.tributes];
  const more: SignBit[] = [];
  if (face.cycle) more.push({ icon: "cycle" });
  if (face.fish) more.push({ n: face.fish, icon: "fish" });
  if (face.elders) more.push({ icon: "elder" });
  if (face.marker) more.push({ icon: "marker" });
  return { icon: icon as string, word: word as string, count: count as number, more };
}

export const decreeBits = (face: DecreeFace): SignBit[] => [...amounts(face.gain), ...(face.elders ? [{ n: face.elders, icon: "elder" }] : [])];

/** `2 fish, 1 palm` */
export const goodsWords = (goods: Record<string, number>): string =>
  Object.entries(goods)
    .map(([good, n]) => `${n} ${good === "esteem" ? "Esteem" : good}`)
    .join(", ");

export const many = (n: number, one: string, more = `${one}s`): string => `${n} ${n === 1 ? one : more}`;
