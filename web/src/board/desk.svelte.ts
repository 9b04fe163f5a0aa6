import { getContext, setContext, type Snippet } from "svelte";
import type { Choice, Picture, Standing } from "../protocol";
import { Ghosts } from "./ghosts.svelte";
import { areQuick, changeBy, isPossible, isTypedIn, keysOf, NO_CHOICES, NO_PIECES, place, type Placed } from "./options";
import { Pieces } from "./pieces.svelte";
import type { Stage } from "./playback.svelte";
import { changedSince } from "./story";

/** The page that a board is on: what to show, and where decisions go.
    At a table this is `TableSession` (table/session.svelte.ts), in a puzzle `PuzzleTable`. */
export interface BoardHost {
  /** What is drawn: the newest picture, an earlier one while others' moves are shown or in a replay, or an imagined one. */
  readonly shown: Picture;
  /** What is printed on the components; it never changes in a match. */
  readonly catalogue: unknown;
  /** The options of my open question; never those of an older picture. */
  readonly choices: Choice[];
  /** The pieces that the question is about: what is in hand, where the action goes on. */
  readonly asked: string[];
  /** No decision can be sent now: one is on its way, or the connection is lost. */
  readonly busy: boolean;
  /** Moves of others are still being shown. */
  readonly isBehind: boolean;
  /** The picture that is shown when the board's own scene is over. */
  readonly staged: Picture | null;
  /** What the guide or a hint points at. */
  readonly pointers: Pointers;
  readonly standing: Standing | null;
  /** The pieces in the log line that somebody points at. */
  readonly mentioned: string[];
  /** Whether the page scrolls to what can be chosen. */
  readonly scrolls: boolean;
  /** Decide: the text of an option. */
  play(text: string): void;
  /** Show the newest picture now. */
  skip(): void;
}

/** What only the board of this game knows. */
export interface BoardRules {
  /** How long the board's own scene between two pictures, such as a reveal, lasts in milliseconds. */
  sceneLength?(before: Picture, after: Picture): number;
  /** Does this option use the piece that was picked up, although it does not name it? */
  usesPicked?(choice: Choice): boolean;
  /** What is asked while this piece is picked up: "Where does your 5 go?" */
  askPicked?(piece: string): string;
}

/** What the tip says about a piece. */
export interface TipContent {
  piece: string;
  title: string;
  words: string;
  rule: string;
  /** The game's own large picture of it: a card to read. */
  zoom: Snippet | undefined;
  /** It offers no options. */
  mute: boolean;
  /** It stays until it is closed, and offers its options as buttons. */
  held: boolean;
}

/** Pieces to look at, each with its number or word, and options to try. */
export interface Pointers {
  look: { piece: string; label: string }[];
  moves: { text: string; label: string }[];
  /** What I have planned there: the places of the decisions in the plan. */
  plan?: { pieces: string[]; label: string }[];
}

export const NO_POINTERS: Pointers = { look: [], moves: [] };

/** What all parts of a board share: the picture, the options, and what is pointed at or picked up. */
export class Desk<View = unknown, Catalogue = unknown> implements Stage {
  private readonly host: BoardHost;
  private readonly pieces = new Pieces();
  readonly ghosts = new Ghosts();

  constructor(host: BoardHost) {
    this.host = host;
  }

  // ---- what the host shows
  get picture(): Picture {
    return this.host.shown;
  }
  view: View = $derived(this.picture.view as View);
  seat: number = $derived(this.picture.seat);
  get catalogue(): Catalogue {
    return this.host.catalogue as Catalogue;
  }
  get choices(): Choice[] {
    return this.host.choices;
  }
  get busy(): boolean {
    return this.host.busy;
  }
  get isBehind(): boolean {
    return this.host.isBehind;
  }
  get staged(): Picture | null {
    return this.host.staged;
  }
  get pointers(): Pointers {
    return this.host.pointers;
  }
  get standing(): Standing | null {
    return this.host.standing;
  }
  get scrolls(): boolean {
    return this.host.scrolls;
  }

  // ---- decisions
  /** The next question gives the focus to the board, or to the list: where the last decision was made. */
  focusesBoard = false;
  focusesList = false;
  /** The question gets the focus when it comes. */
  focusesQuestion = false;
  /** The piece that was picked up, and the options then: it answers the question that follows. */
  private next: { piece: string; choices: Choice[] } | null = null;

  /** Decide on the board. */
  take(choice: Choice): void {
    if (this.decide(choice)) this.focusesBoard = true;
  }

  /** Decide in the list. */
  takeFromList(choice: Choice): void {
    if (this.decide(choice)) this.focusesList = true;
  }

  private decide(choice: Choice): boolean {
    if (this.busy || choice.reason) return false;
    this.hideTip();
    this.next = this.picked !== null && this.needsPicked(choice) ? { piece: this.picked, choices: this.choices } : null;
    this.picked = null;
    this.host.play(choice.text);
    return true;
  }

  /** Two clicks in either order make one move: a new question is answered with the piece that was picked up before. */
  answerNext(): void {
    if (!this.next || this.busy || this.choices.length === 0 || this.choices === this.next.choices) return;
    const { piece } = this.next;
    this.next = null;
    const choice = this.choices.find((option) => isPossible(option) && option.at?.includes(piece));
    if (choice) this.take(choice);
  }

  /** Pick up a piece before the option is complete, or put it back. */
  pick(piece: string): void {
    this.picked = this.picked === piece ? null : piece;
  }

  skip(): void {
    this.host.skip();
  }

  /** Somebody else looks at the board now. */
  clear(): void {
    this.picked = this.next = null;
    this.focusesBoard = false;
    this.hoverPiece(null);
    this.hideTip();
  }

  // ---- the drawn board
  private rules: BoardRules = {};
  /** There is a board: its parts may still be drawn one after the other. */
  isMounted = $state(false);
  /** All parts of the board are drawn. */
  isWhole = $state(false);

  /** A board is drawn here.  Returns how to take it away. */
  mount(rules: BoardRules): () => void {
    this.rules = rules;
    this.isMounted = true;
    return () => {
      this.rules = {};
      this.isMounted = false;
      this.isWhole = false;
      this.hideTip();
    };
  }

  sceneLength(before: Picture, after: Picture): number {
    return this.rules.sceneLength?.(before, after) ?? 0;
  }

  /** The question about the piece that was picked up; empty if there is none. */
  get pickedQuestion(): string {
    return this.picked === null ? "" : (this.rules.askPicked?.(this.picked) ?? "");
  }

  prepare(next: Picture): void {
    this.hasLeapt = false;
    this.ghosts.prepare(next);
  }

  /** The picture that comes is far from the last one: nothing flies there, and no number says how it has changed. */
  hasLeapt = false;

  leap(): void {
    this.hasLeapt = true;
    this.ghosts.forget();
  }

  // ---- pieces: options without a drawn piece are offered apart
  private lastPlaced: Placed = { at: new Map(), unplaced: NO_CHOICES };
  private placed: Placed = $derived.by(() => {
    void this.pieces.version;
    return (this.lastPlaced = place(this.choices, (piece) => this.pieces.isDrawn(piece), this.lastPlaced));
  });
  unplaced: Choice[] = $derived(this.isWhole && !isTypedIn(this.picture) ? this.placed.unplaced.filter((choice) => !this.isBehind || !choice.at?.length) : NO_CHOICES);
  /** A dock below the board shows those of them that are few and short; the board does not show them again. */
  isDocked = $state(false);
  quick: Choice[] = $derived(this.isDocked && areQuick(this.unplaced) ? this.unplaced : NO_CHOICES);
  keys: Map<string, string> = $derived(keysOf(this.choices));

  /** A piece is drawn that can bear options.  Returns how to take it away. */
  draw(piece: string): () => void {
    return this.pieces.draw(piece);
  }

  updatePieces(): void {
    this.pieces.update(this.placed.at, this.lit, this.chosen, this.changed);
  }

  /** All options at this piece, also those that are not possible now. */
  options(piece: string): Choice[] {
    return this.pieces.stateOf(piece)?.options ?? NO_CHOICES;
  }

  /** The option at this piece, if there is just one that is possible; else the first that is not. */
  option(piece: string): Choice | undefined {
    const all = this.options(piece);
    const possible = all.filter(isPossible);
    return possible.length > 0 ? (possible.length === 1 ? possible[0] : undefined) : all[0];
  }

  /** Pointed at: by the mouse, the focus, an option of the list, or a line of the log. */
  isLit(piece: string): boolean {
    return this.pieces.stateOf(piece)?.isLit ?? false;
  }

  isChosen(piece: string): boolean {
    return this.pieces.stateOf(piece)?.isChosen ?? false;
  }

  /** Changed by somebody else since I last decided. */
  isChanged(piece: string): boolean {
    return this.pieces.stateOf(piece)?.isChanged ?? false;
  }

  // ---- what is pointed at
  tip: TipContent | null = $state.raw(null);
  /** The element that the tip is about. */
  tipAnchor: Element | null = $state.raw(null);
  /** The option or the piece under the mouse or with the focus. */
  private hoveredChoice: Choice | null = $state.raw(null);
  private hoveredPiece: string | null = $state(null);
  /** The single option meant by what is pointed at. */
  meant: Choice | null = $derived.by(() => {
    if (this.hoveredChoice) return this.hoveredChoice;
    const possible = this.hoveredOptions.filter(isPossible);
    return possible.length === 1 ? possible[0]! : null;
  });
  /** The piece that was picked up before the option is complete. */
  picked: string | null = $state(null);
  /** Where the piece that was picked up can go. */
  private targets: string[] = $derived(
    this.picked === null ? NO_PIECES : this.choices.filter((choice) => isPossible(choice) && this.needsPicked(choice)).flatMap((choice) => choice.at?.slice(0, 1) ?? []),
  );
  private lit: Set<string> = $derived.by(() => new Set([...(this.meant?.at ?? []), ...(this.meant?.uses ?? []), ...this.host.mentioned, ...this.targets]));
  private litChoices: Set<string> = $derived(new Set((this.hoveredChoice ? [this.hoveredChoice] : this.hoveredOptions).map((choice) => choice.text)));
  private change: Record<string, number> = $derived(this.meant ? changeBy(this.meant) : {});
  private chosen: Set<string> = $derived.by(() => new Set(this.picked === null ? this.host.asked : [...this.host.asked, this.picked]));
  private changed: Set<string> = $derived(changedSince(this.picture.lines, this.seat));

  private get hoveredOptions(): Choice[] {
    return this.hoveredPiece === null ? NO_CHOICES : (this.placed.at.get(this.hoveredPiece) ?? NO_CHOICES);
  }

  private needsPicked(choice: Choice): boolean {
    if (this.picked === null) return false;
    return (choice.at?.indexOf(this.picked) ?? -1) > 0 || (this.rules.usesPicked?.(choice) ?? false);
  }

  isLitChoice(choice: Choice): boolean {
    return this.litChoices.has(choice.text);
  }

  /** How much more or less of a good I would have after the option that is pointed at. */
  changeOf(good: string): number {
    return this.change[good] ?? 0;
  }

  showTip(tip: TipContent, anchor: Element): void {
    this.tip = tip;
    this.tipAnchor = anchor;
  }

  hideTip(): void {
    this.tip = null;
    this.tipAnchor = null;
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

  nameOf(seat: number): string {
    return this.picture.seats[seat]?.name ?? `seat ${seat + 1}`;
  }
}

const DESK_KEY = Symbol("desk");
/** Lets the components below use this desk. */
export function setDesk(desk: Desk): Desk {
  $effect.pre(() => desk.updatePieces());
  return setContext(DESK_KEY, desk);
}
/** The desk of this board, with the types of the game's own view.ts. */
export const getAnyDesk = <View = unknown, Catalogue = unknown>(): Desk<View, Catalogue> => getContext(DESK_KEY);
