import { getContext, setContext, type Snippet, untrack } from "svelte";
import type { Choice, Picture, Standing } from "../protocol";
import { changeBy, isPossible, isTypedIn, keysOf, place, type Placed } from "./options";
import { changedSince } from "./story";

/** What is told about a piece when one looks at it closely. */
export interface Told {
  piece: string;
  title: string;
  words: string;
  rule: string;
  /** The game's own picture of it, larger: a card to read. */
  zoom: Snippet | undefined;
  /** No option is meant by it. */
  mute: boolean;
  /** It stays until it is put away, and offers its options as buttons. */
  held: boolean;
}

/** Pieces to look at, each with its number or word, and options to try. */
export interface Coached {
  look: { piece: string; label: string }[];
  moves: { text: string; label: string }[];
}

export const UNCOACHED: Coached = { look: [], moves: [] };

const NONE: Choice[] = [];

/** How it stands with one piece.  Each has its own, so that a new picture draws only those anew for which something has changed. */
class Spot {
  options: Choice[] = $state.raw(NONE);
  isLit = $state(false);
  isChosen = $state(false);
  isChanged = $state(false);
}

/** What every part of a board shares: the picture, what can be done, and what is looked at. */
export class Desk<View = unknown, Catalogue = unknown> {
  /** What is drawn: how things stand, or stood a moment ago while others' moves are shown, or stood then in a replay. */
  picture: Picture = $state.raw()!;
  view: View = $derived(this.picture.view as View);
  /** What is printed on the components; it never changes in a match. */
  catalogue: Catalogue = $state.raw()!;
  /** The options of my open question; never those of an older picture. */
  choices: Choice[] = $state.raw(NONE);
  /** The pieces that the question is about: what is in hand, where the action goes on. */
  asked: string[] = $state.raw([]);
  /** No decision can be sent now: one is on its way, or the connection is lost. */
  busy = $state(false);
  /** Moves of others are still being shown. */
  isBehind = $state(false);
  /** The picture that is shown when what the board puts on before it is over. */
  staged: Picture | null = $state.raw(null);
  /** What a board puts on before a new picture is shown, such as a reveal: how long it lasts, in milliseconds. */
  staging: (before: Picture, after: Picture) => number = () => 0;
  /** A later picture is about to be drawn; everything still stands where it was. */
  leave: (next: Picture) => void = () => {};
  /** Enough of it: show how things stand. */
  skip: () => void = () => {};
  /** What the guide or a hint points at. */
  coached: Coached = $state.raw(UNCOACHED);
  standing: Standing | null = $state.raw(null);
  /** The pieces that a line of the log speaks of while somebody looks at the line. */
  spoken: string[] = $state.raw([]);
  send: (text: string) => void = () => {};

  seat: number = $derived(this.picture.seat);

  constructor(picture: Picture, catalogue: unknown = null) {
    this.picture = picture;
    this.catalogue = catalogue as Catalogue;
  }

  // ---- pieces: each that is drawn says so, and options without one are offered apart
  private drawn = new Map<string, number>();
  private drawnVersion = $state(0);
  /** The whole board is there. */
  isWhole = $state(false);
  /** What can be chosen is brought into sight, unless the page wants to be read from the top. */
  scrolls = true;
  private lastPlaced: Placed = { at: new Map(), loose: NONE };
  private placed: Placed = $derived.by(() => {
    void this.drawnVersion;
    return (this.lastPlaced = place(this.choices, (piece) => this.drawn.has(piece), this.lastPlaced));
  });
  loose: Choice[] = $derived(this.isWhole && !isTypedIn(this.picture) ? this.placed.loose.filter((choice) => !this.isBehind || !choice.at?.length) : NONE);
  keys: Map<string, string> = $derived(keysOf(this.choices));

  // ---- how it stands with each piece that was ever spoken of
  private readonly spots = new Map<string, Spot>();
  private spotCount = $state(0);

  /** Has every piece told what is new about it. */
  settle(): void {
    const { at } = this.placed;
    const { lit, chosen, changed } = this;
    for (const named of [at.keys(), lit, chosen, changed]) for (const piece of named) if (!this.spots.has(piece)) this.spots.set(piece, new Spot());
    for (const [piece, spot] of this.spots) {
      spot.options = at.get(piece) ?? NONE;
      spot.isLit = lit.has(piece);
      spot.isChosen = chosen.has(piece);
      spot.isChanged = changed.has(piece);
    }
    this.spotCount = this.spots.size;
  }

  /** Nothing is known of a piece until it is first spoken of. */
  private spotOf(piece: string): Spot | undefined {
    const spot = this.spots.get(piece);
    if (!spot) void this.spotCount;
    return spot;
  }

  // ---- what is looked at
  told: Told | null = $state.raw(null);
  spot: Element | null = $state.raw(null);
  /** The option or the piece under the mouse or with the focus. */
  private hoveredChoice: Choice | null = $state.raw(null);
  private hoveredPiece: string | null = $state(null);
  /** The single option meant by what is pointed at. */
  meant: Choice | null = $derived.by(() => {
    if (this.hoveredChoice) return this.hoveredChoice;
    const possible = this.hoveredPiece === null ? NONE : this.placedAt(this.hoveredPiece).filter(isPossible);
    return possible.length === 1 ? possible[0]! : null;
  });
  /** A piece that was chosen here before the option is complete. */
  picked: string | null = $state(null);
  /** Where the piece that was picked up can go. */
  private fitting: string[] = $derived(
    this.picked === null ? [] : this.choices.filter((choice) => isPossible(choice) && this.needsPicked(choice)).flatMap((choice) => choice.at?.slice(0, 1) ?? []),
  );
  private lit: Set<string> = $derived(new Set([...(this.meant?.at ?? []), ...(this.meant?.uses ?? []), ...this.spoken, ...this.fitting]));
  private litChoices: Set<string> = $derived(
    new Set(this.hoveredChoice ? [this.hoveredChoice.text] : this.hoveredPiece === null ? [] : this.placedAt(this.hoveredPiece).map((choice) => choice.text)),
  );
  private change: Record<string, number> = $derived(this.meant ? changeBy(this.meant) : {});
  private chosen: Set<string> = $derived(new Set(this.picked === null ? this.asked : [...this.asked, this.picked]));
  private changed: Set<string> = $derived(changedSince(this.picture.lines, this.seat));
  /** Whoever decided on the board goes on there, even if the piece is gone. */
  keepsFocus = false;
  /** The piece that answers the following question: what was picked up first. */
  private nextAt: string | null = null;

  private placedAt(piece: string): Choice[] {
    return this.placed.at.get(piece) ?? NONE;
  }

  /** All options at this piece, also those that are not possible now. */
  options(piece: string): Choice[] {
    return this.spotOf(piece)?.options ?? NONE;
  }

  /** The option at this piece, if there is just one that is possible; else the first that is not. */
  option(piece: string): Choice | undefined {
    const all = this.options(piece);
    const possible = all.filter(isPossible);
    return possible.length > 0 ? (possible.length === 1 ? possible[0] : undefined) : all[0];
  }

  /** Pointed at: by the mouse, the focus, an option of the list, or a line of the log. */
  isLit = (piece: string): boolean => this.spotOf(piece)?.isLit ?? false;
  isLitChoice = (choice: Choice): boolean => this.litChoices.has(choice.text);
  isChosen = (piece: string): boolean => this.spotOf(piece)?.isChosen ?? false;
  /** Changed by somebody else since I last decided. */
  isChanged = (piece: string): boolean => this.spotOf(piece)?.isChanged ?? false;
  /** How much more or less of a good I would have after the option that is pointed at. */
  changeOf = (good: string): number => this.change[good] ?? 0;

  /** Decide. */
  take(choice: Choice): void {
    if (this.busy || choice.reason) return;
    this.keepsFocus = true;
    this.tell(null, null);
    this.expect(choice);
    this.send(choice.text);
  }

  /** This option is being taken.  What was picked up answers the question that follows: two clicks in either order make one move. */
  expect(choice: Choice): void {
    this.nextAt = this.needsPicked(choice) ? this.picked : null;
    this.picked = null;
  }

  /** Does this option take the piece that was picked up?  Where it does not speak of it, the board knows. */
  takesPicked: (choice: Choice) => boolean = () => false;
  private needsPicked = (choice: Choice): boolean => this.picked !== null && ((choice.at?.indexOf(this.picked) ?? -1) > 0 || this.takesPicked(choice));

  /** A new question is open: answer it if that is decided already. */
  goOn(): void {
    if (this.choices.length === 0) return;
    const choice = this.choices.find((one) => this.nextAt !== null && isPossible(one) && one.at?.includes(this.nextAt));
    this.nextAt = null;
    if (choice) this.take(choice);
  }

  /** Choose a piece before the option is complete, or put it back. */
  pick(piece: string): void {
    this.picked = this.picked === piece ? null : piece;
  }

  tell(told: Told | null, spot: Element | null): void {
    this.told = told;
    this.spot = spot;
  }

  /** Only one thing is pointed at: the last one. */
  hoverPiece(piece: string | null): void {
    this.hoveredPiece = piece;
    this.hoveredChoice = null;
  }

  hoverChoice(choice: Choice | null): void {
    this.hoveredChoice = choice;
    this.hoveredPiece = null;
  }

  /** A piece is drawn that can bear options.  Returns how to take it away. */
  draw(piece: string): () => void {
    this.drawn.set(piece, (this.drawn.get(piece) ?? 0) + 1);
    untrack(() => this.drawnVersion++);
    return () => {
      const count = this.drawn.get(piece)! - 1;
      if (count > 0) this.drawn.set(piece, count);
      else this.drawn.delete(piece);
      untrack(() => this.drawnVersion++);
    };
  }

  nameOf(seat: number): string {
    return this.picture.seats[seat]?.name ?? `seat ${seat + 1}`;
  }
}

const KEY = Symbol("desk");
/** After everything that writes on the desk: what is written then is told to the pieces before they are drawn. */
export function setDesk(desk: Desk): Desk {
  $effect.pre(() => desk.settle());
  return setContext(KEY, desk);
}
/** The desk of this table, with the types of the game's own view.ts. */
export const getDesk = <View = unknown, Catalogue = unknown>(): Desk<View, Catalogue> => getContext(KEY);
