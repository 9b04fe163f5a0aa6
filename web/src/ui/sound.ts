import type { Update } from "../net/kept";
import { settings } from "./settings.svelte";

/** Notes in Hz, one after another; each is short and soft. */
const CUES = {
  turn: [523.25, 659.25],
  move: [392],
  end: [523.25, 659.25, 783.99, 1046.5],
};
export type Cue = keyof typeof CUES;

/** What has happened between two pictures, as a sound. */
export function cueFor(before: Update | null, after: Update): Cue | null {
  if (!before || before.picture.version === after.picture.version) return null;
  if (after.picture.to_move === null) return before.picture.to_move === null ? null : "end";
  if (after.picture.choices.length > 0 && before.picture.choices.length === 0) return "turn";
  return "move";
}

const LENGTH = 0.16;
let speaker: AudioContext | null = null;

/** A small sound, if the person wants sounds and the browser can make them. */
export function sound(cue: Cue): void {
  if (!settings.choices.sound || !("AudioContext" in globalThis)) return;
  speaker ??= new AudioContext();
  void speaker.resume();
  const volume = cue === "move" ? 0.04 : 0.09;
  CUES[cue].forEach((pitch, place) => note(speaker!, pitch, speaker!.currentTime + place * LENGTH * 0.8, volume));
}

function note(at: AudioContext, pitch: number, start: number, volume: number): void {
  const tone = at.createOscillator();
  const fade = at.createGain();
  tone.type = "triangle";
  tone.frequency.value = pitch;
  fade.gain.setValueAtTime(0, start);
  fade.gain.linearRampToValueAtTime(volume, start + 0.015);
  fade.gain.exponentialRampToValueAtTime(0.0001, start + LENGTH * 1.6);
  tone.connect(fade).connect(at.destination);
  tone.start(start);
  tone.stop(start + LENGTH * 1.7);
}
