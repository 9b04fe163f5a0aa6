import { getContext, setContext } from "svelte";
import type { Advice, Choice, Liking, Standing, Picture } from "../../protocol";
import { targets, type Targets } from "./targets";
import type { Catalogue, View as Seen } from "./view";
import { whole, type CardView, type ElderView, type View } from "./whole";

/** What is told about a piece when one looks at it closely. */
export interface Told {
  piece: string;
  title: string;
  words?: string;
  card?: CardView | undefined;
  elder?: ElderView | undefined;
  rule?: string | undefined;
  /** No option is meant by it. */
  mute: boolean;
}

/** What every part of the board shares: the picture, what can be done, and what is looked at. */
export class Desk {
  picture: Picture = $state.raw()!;
  view: View = $state.raw()!;
  private choices: Choice[] = $state.raw([]);
  busy = $state(false);
  play: (text: string) => void = $state.raw(() => {});
  seat: number = $derived(this.picture.seat);
  targets: Targets = $derived(targets(this.choices, this.view, this.seat));
  /** The piece looked at, and where it is. */
  told: Told | null = $state.raw(null);
  spot: Element | null = $state.raw(null);
  /** The pieces that the log points at. */
  spoken: string[] = $state.raw([]);
  marked: number | null = $derived.by(() => { const seat = this.picture.seats.findIndex((_, number) => this.spoken.includes(`player:${number}`)); return seat < 0 ? null : seat; });
  markedPiece: string | null = $derived(this.spoken[0] ?? null);
  advice: Advice | null = $state.raw(null);
  standing: Standing | null = $state.raw(null);
  /** How much a bot likes each option. */
  private likings: Map<string, Liking> = $derived(new Map(this.advice?.options.map((liking) => [liking.text, liking])));
  /** Who decided here goes on here, even if the piece is gone. */
  keepsFocus = false;
  /** The harbor of another player that is shown large. */
  visited: number | null = $state(null);

  constructor(picture: Picture, catalogue: Catalogue) {
    this.show(picture, catalogue);
  }

  show(picture: Picture, catalogue: Catalogue): void {
    this.picture = picture;
    this.view = whole(picture.view as Seen, catalogue);
    this.choices = picture.choices;
  }

  choice(piece: string): Choice | undefined {
    return this.targets.at.get(piece);
  }

  liking(choice: Choice | undefined): Liking | undefined {
    return choice && this.likings.get(choice.text);
  }

  take(choice: Choice): void {
    if (this.busy || choice.reason) return;
    this.keepsFocus = true;
    this.tell(null, null);
    this.play(choice.text);
  }

  tell(told: Told | null, spot: Element | null): void {
    this.told = told;
    this.spot = spot;
  }

  nameOf(seat: number): string {
    return this.picture.seats[seat]?.name ?? `seat ${seat + 1}`;
  }
}

const KEY = Symbol("desk");
export const setDesk = (desk: Desk): Desk => setContext(KEY, desk);
export const getDesk = (): Desk => getContext(KEY);
