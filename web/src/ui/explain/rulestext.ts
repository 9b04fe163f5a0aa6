import type { Paragraph, Term } from "../../protocol";
import { matches } from "../decisions";

/** A piece of a paragraph: plain words, stressed words, a § mark to follow, or a word of the glossary. */
export interface Piece {
  kind: "plain" | "stress" | "rule" | "term";
  text: string;
  /** The entry of the glossary, where `text` is a plural. */
  term?: string;
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

interface Glossary {
  pattern: RegExp;
  /** What an entry is called, by how it is spelled. */
  names: Map<string, string>;
}
const glossaries = new WeakMap<Term[], Glossary>();

function glossaryOf(terms: Term[]): Glossary {
  let found = glossaries.get(terms);
  if (!found) {
    const names = new Map(terms.flatMap(({ name }) => [name, `${name}s`].map((spelled) => [spelled, name])));
    const longestFirst = [...names.keys()].sort((a, b) => b.length - a.length);
    found = { pattern: new RegExp(`\\b(?:${longestFirst.join("|")})\\b`, "g"), names };
    glossaries.set(terms, found);
  }
  return found;
}

/** The same pieces, with terms of the glossary split off where they first occur; `seen` are the terms that have occurred. */
export function withTerms(pieces: Piece[], terms: Term[], seen: Set<string>): Piece[] {
  if (terms.length === 0) return pieces;
  const { pattern, names } = glossaryOf(terms);
  return pieces.flatMap((piece) => {
    if (piece.kind !== "plain") return [piece];
    const found: Piece[] = [];
    let done = 0;
    for (const word of piece.text.matchAll(pattern)) {
      const term = names.get(word[0])!;
      if (seen.has(term)) continue;
      seen.add(term);
      if (word.index > done) found.push({ kind: "plain", text: piece.text.slice(done, word.index) });
      found.push({ kind: "term", text: word[0], term });
      done = word.index + word[0].length;
    }
    if (done < piece.text.length) found.push({ kind: "plain", text: piece.text.slice(done) });
    return found;
  });
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
