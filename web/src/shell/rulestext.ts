import type { Paragraph } from "../protocol";
import { matches } from "./decisions";

/** A piece of a paragraph: plain words, stressed words, or a § mark to follow. */
export interface Piece {
  kind: "plain" | "stress" | "rule";
  text: string;
}

const MARK = /\*\*?([^*\n]+)\*\*?|§([a-z_]+(?:\.[a-z0-9_]+)+)/g;

export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let done = 0;
  for (const found of text.matchAll(MARK)) {
    if (found.index > done) pieces.push({ kind: "plain", text: text.slice(done, found.index) });
    if (found[1] !== undefined) pieces.push({ kind: "stress", text: found[1] });
    else pieces.push({ kind: "rule", text: found[2]! });
    done = found.index + found[0].length;
  }
  if (done < text.length) pieces.push({ kind: "plain", text: text.slice(done) });
  return pieces;
}

/** A paragraph as its lines; those of a list lose their dash. */
export function linesOf(text: string): { bullet: boolean; text: string }[] {
  const lines: { bullet: boolean; text: string }[] = [];
  for (const raw of text.split("\n")) {
    const bullet = /^\s*[-*]\s+/.exec(raw);
    const last = lines.at(-1);
    if (bullet) lines.push({ bullet: true, text: raw.slice(bullet[0].length).trim() });
    else if (last) last.text += ` ${raw.trim()}`;
    else lines.push({ bullet: false, text: raw.trim() });
  }
  return lines;
}

export interface Chapter {
  title: string;
  paragraphs: Paragraph[];
}

/** The paragraphs that hold all the words sought, by chapter. */
export function chaptersOf(paragraphs: Paragraph[], sought = ""): Chapter[] {
  const chapters: Chapter[] = [];
  for (const paragraph of paragraphs) {
    if (!matches(`§${paragraph.id} ${paragraph.chapter} ${paragraph.words}`, sought)) continue;
    const last = chapters.at(-1);
    if (last?.title === paragraph.chapter) last.paragraphs.push(paragraph);
    else chapters.push({ title: paragraph.chapter, paragraphs: [paragraph] });
  }
  return chapters;
}
