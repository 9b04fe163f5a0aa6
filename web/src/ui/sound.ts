import type { Update } from "../net/tableCache";
import { settings } from "./settings/settings.svelte";

/** What is heard: notes in Hz for a turn and the end; wood, dice and cards for what lies on the table. */
const NOTES = {
  turn: [523.25, 659.25],
  end: [523.25, 659.25, 783.99, 1046.5],
};
const NOISES = { piece: knock, dice: rattle, card: swish };
export type Cue = keyof typeof NOTES | keyof typeof NOISES;

/** The sound for what has happened between two pictures. */
export function cueFor(before: Update | null, after: Update): Cue | null {
  if (!before || before.picture.version === after.picture.version) return null;
  if (after.picture.to_move === null) return before.picture.to_move === null ? null : "end";
  if (after.picture.choices.length > 0 && before.picture.choices.length === 0) return "turn";
  return after.picture.move > before.picture.move ? "piece" : null;
}

const LENGTH = 0.16;
let speaker: AudioContext | null = null;
let hiss: AudioBuffer | null = null;

/** A small sound, if the person wants sounds and the browser can make them; after `delay` milliseconds. */
export function sound(cue: Cue, delay = 0): void {
  if (!settings.choices.sound || !("AudioContext" in globalThis)) return;
  speaker ??= new AudioContext();
  void speaker.resume();
  const start = speaker.currentTime + delay / 1000;
  if (cue in NOTES) NOTES[cue as keyof typeof NOTES].forEach((pitch, place) => note(speaker!, pitch, start + place * LENGTH * 0.8));
  else NOISES[cue as keyof typeof NOISES](speaker, start);
}

function note(at: AudioContext, pitch: number, start: number): void {
  const tone = at.createOscillator();
  tone.type = "triangle";
  tone.frequency.value = pitch;
  tone.connect(fading(at, start, 0.09, LENGTH * 1.6)).connect(at.destination);
  tone.start(start);
  tone.stop(start + LENGTH * 1.7);
}

/** Loud at once, then softer until it is gone. */
function fading(at: AudioContext, start: number, volume: number, length: number): GainNode {
  const fade = at.createGain();
  fade.gain.setValueAtTime(0, start);
  fade.gain.linearRampToValueAtTime(volume, start + Math.min(0.015, length / 4));
  fade.gain.exponentialRampToValueAtTime(0.0001, start + length);
  return fade;
}

/** Half a second of noise, made once. */
function noise(at: AudioContext): AudioBuffer {
  if (!hiss) {
    hiss = at.createBuffer(1, at.sampleRate / 2, at.sampleRate);
    const data = hiss.getChannelData(0);
    for (let n = 0; n < data.length; n++) data[n] = Math.random() * 2 - 1;
  }
  return hiss;
}

/** Noise around this pitch. */
function puff(at: AudioContext, start: number, pitch: number, width: number, volume: number, length: number): BiquadFilterNode {
  const source = at.createBufferSource();
  source.buffer = noise(at);
  const filter = at.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = width;
  source
    .connect(filter)
    .connect(fading(at, start, volume, length))
    .connect(at.destination);
  source.start(start, Math.random() * 0.2, length);
  return filter;
}

/** Wood on wood. */
function knock(at: AudioContext, start: number): void {
  puff(at, start, 420, 3, 0.16, 0.07);
  puff(at, start, 1_500, 2, 0.03, 0.03);
}

/** Dice that tumble and come to rest. */
function rattle(at: AudioContext, start: number): void {
  for (const [n, after] of [0, 0.09, 0.16, 0.26, 0.34, 0.48, 0.64, 0.86].entries()) puff(at, start + after, 1_900 - 110 * n, 6, 0.1 - 0.008 * n, 0.05);
}

/** A card that is turned over. */
function swish(at: AudioContext, start: number): void {
  puff(at, start, 2_600, 0.8, 0.05, 0.14).frequency.linearRampToValueAtTime(900, start + 0.14);
}
