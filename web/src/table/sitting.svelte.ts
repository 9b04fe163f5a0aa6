import type { Pointed } from "../ui/registry";
import { CHANCE, type Hint, type Picture } from "../protocol";
import type { Update } from "../net/kept";
import { createTable, playAgain, wordsOf } from "../net/api";
import { Coach } from "./coach.svelte";
import { expectFocus } from "./Decision.svelte";
import { Drawing } from "../outline/drawing.svelte";
import { takeInvitation } from "../ui/friends";
import { addressOf, TableLink } from "../net/link.svelte";
import { nextGame, rematch } from "../ui/newtable";
import { recall, remember } from "../ui/remember";
import { Replay } from "./replay.svelte";
import { route } from "../ui/route.svelte";
import { settings } from "../ui/settings.svelte";
import { isMyConfirm, mustHandOver } from "../ui/turns";
import { WhatIf } from "./whatif.svelte";

/** Those before this screen at one table: what they see, and what they can do. */
export class Sitting {
  readonly id: string;
  readonly link: TableLink;
  readonly replay: Replay;
  readonly whatIf: WhatIf;
  readonly coach: Coach;
  /** Who sits before the screen; known when only one person plays here, else asked for. */
  present: number | null = $state(null);
  private hasOpenHands = $state(false);
  isStarting = $state(false);
  /** The table in words lies over the drawn one. */
  showsWords = $state(false);
  /** What the log points at. */
  pointed: Pointed | null = $state.raw(null);

  update: Update | null = $derived.by(() => this.link.update);
  picture: Picture | null = $derived(this.update?.picture ?? null);
  /** What lies on the table: now, or then. */
  shown: Picture | null = $derived.by(() => this.replay.picture ?? this.picture);
  isHidden: boolean = $derived(this.update !== null && !this.hasOpenHands && mustHandOver(this.update, this.present));
  isOver: boolean = $derived(this.picture !== null && this.picture.to_move === null);
  decides: boolean = $derived(this.picture !== null && this.picture.choices.length > 0);
  confirms: boolean = $derived(this.update !== null && isMyConfirm(this.update));
  /** For the open question. */
  hint: Hint | null = $derived.by(() => (this.link.advisedAt === this.picture?.move ? (this.link.advice?.hint ?? null) : null));
  /** A hint can be asked for: there is something to decide, and the table allows it. */
  canAsk: boolean = $derived.by(() => {
    const choices = this.picture?.choices.filter((choice) => !choice.reason) ?? [];
    return choices.length > 1 && this.picture!.to_move === this.picture!.seat && !this.confirms && (this.link.friends?.hints ?? true);
  });
  game: string = $derived(this.picture?.game ?? "");
  drawing: Drawing = $derived(new Drawing(this.game));

  constructor(id: string) {
    this.id = id;
    this.link = new TableLink(addressOf(id), undefined, takeInvitation());
    this.replay = new Replay(this.link);
    this.whatIf = new WhatIf(this.link);
    this.coach = new Coach(id);
    this.hasOpenHands = recall(`open.${id}`, false);
  }

  leave(): void {
    this.replay.close();
    this.link.close();
  }

  play = (text: string): void => {
    if (this.picture) this.link.play(this.picture.seat, text, settings.choices.confirm);
  };

  /** A hint, or more of it. */
  askHint = (): void => {
    if (!this.canAsk || this.isHidden) return;
    this.coach.ask(this.hint !== null);
    if (!this.hint) this.link.ask(this.picture!.seat);
  };

  done = (): void => {
    expectFocus();
    if (this.picture) this.link.confirm(this.picture.seat);
  };

  /** One seat here, and something to decide for somebody. */
  get canDream(): boolean {
    return this.update?.seats.length === 1 && !this.isOver && !this.replay.isOpen && this.picture!.to_move !== CHANCE;
  }

  /** Nothing to look over: the setting was turned off, or with open hands there is nothing to take back. */
  get needsNoConfirm(): boolean {
    return this.confirms && !this.link.busy && (!settings.choices.confirm || (this.hasOpenHands && !this.picture!.undo));
  }

  undo = (): void => {
    if (!this.picture || this.link.busy || this.isHidden) return;
    expectFocus();
    const { seat, undo, undo_reason } = this.picture;
    if (undo) this.link.undo(seat);
    else if (undo_reason) this.link.tell(`You cannot undo: ${undo_reason.words}`, undo_reason);
  };

  /** The person of the seat that is to decide has sat down here. */
  take = (): void => {
    this.present = this.picture!.seat;
    expectFocus();
  };

  showAll = (): void => {
    this.hasOpenHands = true;
    remember(`open.${this.id}`, true);
  };

  again = async (): Promise<void> => {
    if (!this.picture || !this.update || this.isStarting) return;
    this.isStarting = true;
    try {
      const { standing } = this.update;
      const created = await (this.link.friends ? playAgain(this.id) : createTable(standing ? nextGame(this.picture, standing) : rematch(this.picture)));
      route.go(`/t/${created.id}`);
    } catch (error) {
      this.link.tell(wordsOf(error));
    } finally {
      this.isStarting = false;
    }
  };
}
