/** A card of the reference: all there is to know of it for whoever looks, and nothing else. */
export interface ReferenceCard {
  /** Kind and id, as the game's Sample draws it. */
  piece: string;
  name: string;
  words: string;
  /** Where it is, as far as one may know; empty where no game is played. */
  place: string;
  /** Nobody has it yet. */
  isLeft: boolean;
}

export interface CardGroup {
  title: string;
  /** The game draws these; others are told in words. */
  isDrawn: boolean;
  cards: ReferenceCard[];
}

/** Where things are, by id: the first that is said of one counts. */
export class Places {
  private readonly known = new Map<string, { place: string; isLeft: boolean }>();
  private readonly otherwise: string;

  constructor(otherwise: string) {
    this.otherwise = otherwise;
  }

  put(id: string | null | undefined, place: string, isLeft: boolean): void {
    if (id && !this.known.has(id)) this.known.set(id, { place, isLeft });
  }

  /** Cards that are nowhere in sight have not come yet, for all that is known. */
  of(id: string): { place: string; isLeft: boolean } {
    return this.known.get(id) ?? { place: this.otherwise, isLeft: true };
  }
}

export const UNSEEN = "not seen yet";
