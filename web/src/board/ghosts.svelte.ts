import type { Picture } from "../protocol";
import { settings } from "../ui/settings/settings.svelte";
import { type Flight, flightsOf, isPiece, placeNames } from "./flights";
import { freshLines } from "./story";

/** How long a flight takes, in milliseconds. */
export const FLIGHT_TIME = 550;
/** A jump over more moves than this is not shown as movement. */
const MOST_MOVES = 12;

export interface ScreenPoint {
  x: number;
  y: number;
  /** A copy of the piece, to fly in its stead. */
  copy?: HTMLElement | undefined;
}
export interface Ghost {
  id: number;
  flight: Flight;
  from: ScreenPoint | undefined;
  to: ScreenPoint | undefined;
  copy: HTMLElement | undefined;
}
interface Departure {
  flight: Flight;
  from: ScreenPoint | undefined;
}

/** Copies of pieces and goods that fly over the board from one picture to the next, as the log says. */
export class Ghosts {
  list: Ghost[] = $state.raw([]);
  private root: HTMLElement | null = null;
  /** The picture that was drawn last. */
  private drawn: Picture | null = null;
  /** Measured before this picture was drawn. */
  private prepared: { after: Picture; departures: Departure[] } | null = null;
  private departures: Departure[] = [];
  private last = 0;
  private frame = 0;
  /** Where things were found before: most of them are still there. */
  private readonly found = new Map<string, HTMLElement>();

  /** The board is on the screen.  Returns how to take it away. */
  mount(root: HTMLElement): () => void {
    this.root = root;
    return () => {
      cancelAnimationFrame(this.frame);
      this.root = this.drawn = this.prepared = null;
      this.departures = [];
      this.list = [];
      this.found.clear();
    };
  }

  /** This picture is drawn next.  To measure the board costs little now and much while it is being changed. */
  prepare(after: Picture): void {
    this.prepared = { after, departures: this.departuresTo(after) };
  }

  /** The next picture does not follow from the last one. */
  forget(): void {
    this.drawn = this.prepared = null;
  }

  /** This picture is being drawn; the pieces are still where they were. */
  draw(after: Picture): void {
    this.departures.push(...(this.prepared?.after === after ? this.prepared.departures : this.departuresTo(after)));
    this.drawn = after;
    this.prepared = null;
    if (this.departures.length > 0) this.waitForFrame();
  }

  land(ghost: Ghost): void {
    this.list = this.list.filter((other) => other !== ghost);
  }

  /** What flies to the next picture, and where it is now. */
  private departuresTo(after: Picture): Departure[] {
    const before = this.drawn;
    if (!before || !this.root || settings.isCalm || document.visibilityState !== "visible" || after.move - before.move > MOST_MOVES) return [];
    const step = FLIGHT_TIME / Math.max(1, settings.speed);
    const search = this.searching(this.root);
    return flightsOf(freshLines(before, after), step).map((flight) => ({ flight, from: find(search, flight.what, flight.start) }));
  }

  /** The targets are measured when the new picture is drawn: before that, the browser would have to lay out the page twice. */
  private waitForFrame(): void {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => {
      const { root, departures } = this;
      this.departures = [];
      if (!root) return;
      const search = this.searching(root);
      // A piece must not be seen at its new place before it has flown there; goods may follow a little later.
      const isUrgent = ({ flight, from }: Departure): boolean => from !== undefined && isPiece(flight.what) && (from.copy ?? search(pieceNamed(flight.what))) !== undefined;
      const rest = departures.filter((departure) => !isUrgent(departure));
      this.takeOff(departures.filter(isUrgent), search);
      if (rest.length > 0) setTimeout(() => this.root && this.takeOff(rest, this.searching(this.root)));
    });
  }

  private takeOff(departures: Departure[], search: Search): void {
    const ghosts: Ghost[] = [];
    for (const { flight, from } of departures) {
      const to = find(search, flight.what, flight.end, from?.copy);
      if (!from && !to) continue;
      ghosts.push({ id: ++this.last, flight, from, to, copy: from?.copy ?? to?.copy });
      if (from && to?.copy) hide(search(pieceNamed(flight.what)), flight.wait);
    }
    if (ghosts.length > 0) this.list = [...this.list, ...ghosts];
  }

  /** Looks for each thing once, as long as nothing is redrawn. */
  private searching(root: HTMLElement): Search {
    const looked = new Map<string, HTMLElement | undefined>();
    return (selector) => {
      if (!looked.has(selector)) {
        const old = this.found.get(selector);
        const found = old?.isConnected && old.matches(selector) ? old : (root.querySelector<HTMLElement>(selector) ?? undefined);
        looked.set(selector, found);
        if (found) this.found.set(selector, found);
        else this.found.delete(selector);
      }
      return looked.get(selector);
    };
  }
}

type Search = (selector: string) => HTMLElement | undefined;
const pieceNamed = (name: string): string => `[data-piece="${CSS.escape(name)}"]`;
/** Pieces are places, too. */
const placeNamed = (name: string): string => `${pieceNamed(name)}, [data-place="${CSS.escape(name)}"]`;

/** A piece that is drawn is where it is drawn; everything else is at its place.  It is copied once. */
function find(search: Search, what: string, place: string, copy?: HTMLElement): ScreenPoint | undefined {
  const own = isPiece(what) ? search(pieceNamed(what)) : undefined;
  let at = own;
  for (const name of placeNames(what, place)) at ??= search(placeNamed(name));
  if (!at) return undefined;
  const { left, top, width, height } = at.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2, copy: own ? (copy ?? copyOf(own, width, height)) : undefined };
}

/** Without its name and its state: nobody can point at a copy. */
function copyOf(piece: HTMLElement, width: number, height: number): HTMLElement {
  const copy = piece.cloneNode(true) as HTMLElement;
  const parts = [copy, ...copy.querySelectorAll<HTMLElement>("[data-piece], [data-place], [data-stop]")];
  for (const part of parts) for (const name of Object.keys(part.dataset)) delete part.dataset[name];
  Object.assign(copy.style, { width: `${width}px`, height: `${height}px`, visibility: "" });
  return copy;
}

/** Hides a piece while its copy flies.  By a style and not an animation, which would have the browser search the whole page in every frame. */
function hide(piece: HTMLElement | undefined, wait: number): void {
  if (!piece) return;
  piece.style.visibility = "hidden";
  setTimeout(() => piece.style.removeProperty("visibility"), wait + FLIGHT_TIME);
}
