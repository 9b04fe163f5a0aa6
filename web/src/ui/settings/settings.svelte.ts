import { recall, remember } from "../remember";

/** How fast other players' turns are told: 0 waits for a click after each. */
export const PACES = { slow: 0.5, normal: 1, fast: 2, wait: 0, once: Infinity };

/** What a person sets once for this browser. */
export interface Choices {
  theme: "system" | "light" | "dark";
  text: "small" | "normal" | "large" | "huge";
  motion: "system" | "full" | "reduced" | "off";
  palette: "skerry" | "safe";
  /** How fast the moves of others are shown. */
  pace: keyof typeof PACES;
  sound: boolean;
  /** An open page notifies me when it is my turn and the page is hidden; chosen in the panel “Notify me”. */
  notify: boolean;
  /** Keys that act without Ctrl or Alt; in the way of some screen readers. */
  keys: boolean;
  /** A finger's first tap on a piece explains, and a button decides. */
  explain: boolean;
  /** Look over my turn before the others go on; where it does not matter, it can be undone for a moment. */
  confirm: "always" | "matters" | "never";
}

export const DEFAULTS: Choices = {
  theme: "system",
  text: "normal",
  motion: "system",
  palette: "skerry",
  pace: "normal",
  sound: false,
  notify: false,
  keys: true,
  explain: true,
  confirm: "matters",
};

/** The stored choices that are still valid. */
export function sane(kept: unknown): Choices {
  const choices: Record<string, unknown> = { ...DEFAULTS };
  // Up to version 1.0.0, it was on or off.
  if (typeof kept === "object" && kept !== null && "confirm" in kept && kept.confirm === false) choices.confirm = "never";
  if (typeof kept === "object" && kept !== null) for (const [name, value] of Object.entries(kept)) if (typeof value === typeof choices[name]) choices[name] = value;
  return choices as unknown as Choices;
}

class Settings {
  private readonly stillness = matchMedia("(prefers-reduced-motion: reduce)");
  choices: Choices = $state(sane(recall("settings", null)));

  set<Name extends keyof Choices>(name: Name, value: Choices[Name]): void {
    this.choices[name] = value;
    remember("settings", $state.snapshot(this.choices));
    this.apply();
  }

  /** The page's style follows the attributes of its root. */
  apply(root: HTMLElement = document.documentElement): void {
    for (const name of ["theme", "text", "motion", "palette"] as const) root.dataset[name] = this.choices[name];
  }

  /** How fast other players' turns are told; without motion they are told in still pictures. */
  get speed(): number {
    return PACES[this.choices.pace] ?? PACES.normal;
  }

  /** Whether nothing should move across the screen. */
  get isCalm(): boolean {
    const { motion } = this.choices;
    if (motion === "system") return this.stillness.matches;
    return motion !== "full";
  }
}

export const settings = new Settings();
