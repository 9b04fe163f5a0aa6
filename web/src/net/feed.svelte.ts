import type { Advice, Friends, Gallery, GallerySaid, ImaginedTable, Past, Picture, Push, Said, Welcome } from "../protocol";
import { reuse } from "./reuse";
import { TableCache, type Update } from "./tableCache";

/** Learns what the server has sent.  At a table this is `TableSession` (table/session.svelte.ts). */
export interface LinkListener {
  /** There is a new `link.update`. */
  afterUpdate(): void;
  /** There is a new `link.past`. */
  afterPast(): void;
}

/** So many messages of the chat stay on the page. */
const MOST_TALK = 200;

/** What the server has sent about one table. */
export class TableFeed {
  update: Update | null = $state.raw(null);
  /** The picture of an earlier move that came last. */
  past: Picture | null = $state.raw(null);
  advice: Advice | null = $state.raw(null);
  /** How many moves had been made when the advice came. */
  advisedAt = $state(-1);
  /** The table after the moves that were tried out last. */
  imagined: Picture | null = $state.raw(null);
  /** How many of those moves were possible. */
  imaginedSteps = $state(0);
  /** Who sits at a table for friends; null at a table of one's own. */
  friends: Friends | null = $state.raw(null);
  talk: Said[] = $state.raw([]);
  /** Those who watch; null to the players until the game is over. */
  watching: string[] | null = $state.raw(null);
  /** What they say to each other. */
  gallery: GallerySaid[] = $state.raw([]);
  protected readonly cache = new TableCache();
  protected lastPast: Past | null = null;
  private readonly listener: LinkListener;

  constructor(listener: LinkListener) {
    this.listener = listener;
  }

  protected get version(): number {
    return this.update?.picture.version ?? 0;
  }

  protected setWelcome(welcome: Welcome): void {
    this.cache.setWelcome(welcome);
  }

  protected setUpdate(push: Push): void {
    this.update = reuse(this.update, this.cache.updateFrom(push));
    this.listener.afterUpdate();
    // Its lines may have come with this push.
    if (this.lastPast) this.setPast(this.lastPast);
  }

  protected setPast(past: Past): void {
    this.lastPast = past;
    this.past = reuse(this.past, this.cache.pastFrom(past));
    this.listener.afterPast();
  }

  protected setImagined(answer: ImaginedTable): void {
    this.imaginedSteps = answer.steps;
    this.imagined = reuse(this.imagined ?? this.update?.picture, this.cache.imaginedFrom(answer));
  }

  /** Advice about an older question comes too late. */
  protected setAdvice(advice: Advice): void {
    this.advice = advice.version < this.version ? null : advice;
    this.advisedAt = this.update?.picture.move ?? -1;
  }

  protected setFriends(friends: Friends): void {
    this.friends = reuse(this.friends, friends);
  }

  /** After a reconnection the server sends some of it again. */
  protected addTalk(said: Said[]): void {
    const last = this.talk.at(-1)?.seq ?? -1;
    this.talk = [...this.talk, ...said.filter(({ seq }) => seq > last)].slice(-MOST_TALK);
  }

  protected addGallery({ names, said }: Gallery): void {
    const last = this.gallery.at(-1)?.seq ?? -1;
    this.watching = names;
    this.gallery = [...this.gallery, ...said.filter(({ seq }) => seq > last)].slice(-MOST_TALK);
  }
}
