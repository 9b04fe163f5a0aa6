import { recall, remember } from "./remember";

/** Milliseconds that a move of somebody else is shown before the next one. */
export const PACES = { slow: 1_500, normal: 700, fast: 300, once: 0 };

/** What a person sets once for this browser. */
export interface Choices {
  theme: "system" | "light" | "dark";
  text: "small" | "normal" | "large" | "huge";
  motion: "system" | "full" | "reduced" | "off";
  palette: "skerry" | "safe";
  /** How fast the moves of others are shown. */
  pace: keyof typeof PACES;
  sound: boolean;
  /** Tell me when it is my turn while I look at something else. */
  notify: boolean;
  /** Keys that act without Ctrl or Alt; in the way of some screen readers. */
  keys: boolean;
  /** Look over my turn before the others go on. */
  confirm: boolean;
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
  confirm: true,
};

/** What was kept, as far as it still makes sense. */
export function sane(kept: unknown): Choices {
  const choices: Record<string, unknown> = { ...DEFAULTS };
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

  /** How long a move of somebody else is shown; 0 if everything is shown at once, as it is where nothing should move. */
  get pace(): number {
    return this.isCalm ? 0 : (PACES[this.choices.pace] ?? PACES.normal);
  }

  /** Nothing should travel over the screen. */
  get isCalm(): boolean {
    const { motion } = this.choices;
    if (motion === "system") return this.stillness.matches;
    return motion !== "full";
  }
}

export const settings = new Settings();
