import { type BoardHost, Desk, NO_POINTERS, type Pointers } from "../board/desk.svelte";
import { NO_CHOICES, NO_PIECES } from "../board/options";
import { Playback, tellsOthers } from "../board/playback.svelte";
import { createTable, wordsOf } from "../net/api";
import type { Update } from "../net/tableCache";
import type { LinkListener } from "../net/feed.svelte";
import { addressOf, TableLink } from "../net/link.svelte";
import { Drawing } from "../outline/drawing.svelte";
import { CHANCE, type Choice, type Guided, type Hint, type Picture, type Standing, type Recap } from "../protocol";
import { takeInvitation } from "../ui/friends";
import { nextGame, rematch } from "../ui/newtable";
import type { Pointed } from "../ui/registry";
import { recall, remember } from "../ui/remember";
import { route } from "../ui/route.svelte";
import { settings } from "../ui/settings/settings.svelte";
import { isTurn, recapsSince } from "../ui/recaps";
import { isMyConfirm, mustHandOver } from "../ui/turns";
import { planMarks } from "./planMarks";
import { Coach, type CoachedGame } from "./coach.svelte";
import { Replay } from "./replay.svelte";
import { WhatIf } from "./whatif.svelte";

/** One table on this screen: the connection, what is shown, what is asked, and what is sent. */
export class TableSession implements LinkListener, BoardHost, CoachedGame {
  readonly id: string;
  readonly link: TableLink;
  /** What is selected and pointed at on the board. */
  readonly desk: Desk = new Desk(this);
  /** What others do is told turn by turn; until then nothing can be decided. */
  readonly playback = new Playback(this.desk, { speed: () => settings.speed, tells: tellsOthers });
  readonly replay: Replay;
  readonly whatIf: WhatIf;
  readonly coach: Coach;

  /** With `shared`, the secret of a link to the replay of a game: it is only looked at. */
  constructor(id: string, connect?: (address: string) => WebSocket, shared = "") {
    this.id = id;
    this.link = new TableLink(addressOf(id), this, connect, shared ? "" : takeInvitation(), shared);
    this.replay = new Replay(this.link, this.desk, () => settings.speed);
    this.whatIf = new WhatIf(this.link);
    this.coach = new Coach(id, this);
    this.hasOpenHands = recall(`open.${id}`, false);
  }

  leave(): void {
    this.playback.stop();
    this.replay.close();
    this.link.close();
  }

  // ---- the table now
  update: Update | null = $derived.by(() => this.link.update);
  picture: Picture | null = $derived(this.update?.picture ?? null);
  move: number = $derived(this.picture?.move ?? 0);
  game: string = $derived(this.picture?.game ?? "");
  drawing: Drawing = $derived(new Drawing(this.game));
  isOver: boolean = $derived(this.picture !== null && this.picture.to_move === null);
  /** Something is still being told: the page belongs to that moment, and nothing can be decided. */
  isTelling: boolean = $derived.by(() => this.playback.isTelling);
  /** I am asked, and my plan answers in a moment. */
  get isCarriedOut(): boolean {
    return this.update?.plan?.playing ?? false;
  }
  /** The game waits for the person here, who may not have been told everything yet. */
  isDue: boolean = $derived(this.update !== null && ((this.update.picture.choices.length > 0 && !this.isCarriedOut) || isMyConfirm(this.update)));
  decides: boolean = $derived(this.picture !== null && this.picture.choices.length > 0 && !this.isTelling && !this.isCarriedOut);
  confirms: boolean = $derived(this.update !== null && isMyConfirm(this.update) && !this.isTelling);
  /** The question has been there long enough for Enter to be meant for it. */
  takesEnter = $state(false);
  standing: Standing | null = $derived(this.update?.standing ?? null);
  guide: Guided | null = $derived(this.update?.guide ?? null);
  /** For the open question. */
  hint: Hint | null = $derived.by(() => (this.link.advisedAt === this.picture?.move ? (this.link.advice?.hint ?? null) : null));
  /** A hint can be asked for: there is something to decide, and the table allows it. */
  canAsk: boolean = $derived.by(() => {
    const choices = this.picture?.choices.filter((choice) => !choice.reason) ?? [];
    return choices.length > 1 && this.decides && this.picture!.to_move === this.picture!.seat && !this.confirms && (this.link.friends?.hints ?? true);
  });
  /** What has happened since my last turn; it can be shown again. */
  missed: Recap[] = $derived(this.picture === null ? [] : recapsSince(this.picture.recaps, this.picture.seat));

  get catalogue(): unknown {
    return this.update?.catalogue ?? null;
  }

  // ---- who sits here
  /** The seat of the person at the screen; known when only one person plays here, else asked for. */
  present: number | null = $state(null);
  private hasOpenHands = $state(false);
  /** The screen must be handed to somebody else first. */
  isHidden: boolean = $derived(this.update !== null && !this.hasOpenHands && mustHandOver(this.update, this.present));

  /** The person of the seat that is to decide has sat down here. */
  sitDown(): void {
    this.present = this.picture!.seat;
    this.desk.focusesList = true;
  }

  showAll(): void {
    this.hasOpenHands = true;
    remember(`open.${this.id}`, true);
  }

  // ---- what has come from the server
  afterUpdate(): void {
    if (this.isHidden) {
      this.replay.close();
      this.desk.clear();
      this.playback.restart(this.picture);
    } else this.playback.receive(this.picture!, this.update!.steps);
    this.whatIf.seeMove(this.move, !this.canPlan);
  }

  afterPast(): void {
    this.replay.receive();
  }

  // ---- what is shown
  /** What is imagined goes first, then the replay, then the game.  Nothing is drawn before the first update. */
  shown: Picture = $derived.by(() => this.whatIf.picture ?? (this.replay.isOpen ? this.replay.picture : this.playback.shown) ?? this.picture!);
  staged: Picture | null = $derived.by(() => (this.replay.isOpen ? this.replay.staged : this.whatIf.picture ? null : this.playback.staged));
  isBehind: boolean = $derived.by(() => !this.whatIf.picture && this.isTelling);
  choices: Choice[] = $derived.by(() => this.whatIf.picture?.choices ?? (this.replay.isOpen || this.isTelling || this.isCarriedOut ? NO_CHOICES : this.picture!.choices));
  /** The table at the moment that is shown: points, and who is to move. */
  moment: Update = $derived.by(() => {
    const isNow = !this.replay.isOpen && !this.isTelling;
    if (isNow) return this.update!;
    const { telling } = this.show;
    const picture = telling && isTurn(telling) ? { ...this.shown, to_move: telling.seat } : this.shown;
    return { ...this.update!, picture, thinking: null, waiting: null };
  });
  /** What is being told, here or in the replay. */
  get show(): Playback {
    return this.replay.isOpen ? this.replay.steps : this.playback;
  }
  asked: string[] = $derived.by(() => {
    const question = this.whatIf.picture ? this.whatIf.picture.question : this.decides && !this.replay.isOpen ? this.picture!.question : null;
    return question?.at ?? NO_PIECES;
  });
  pointers: Pointers = $derived.by(() => {
    if (this.replay.isOpen || this.isTelling) return NO_POINTERS;
    const { plan } = this.update!;
    if (this.whatIf.picture) return this.whatIf.isAhead ? { ...NO_POINTERS, plan: planMarks(this.whatIf.tried) } : NO_POINTERS;
    return plan && !plan.dropped ? { ...this.coach.pointers, plan: planMarks(plan.steps) } : this.coach.pointers;
  });
  /** The result is shown after the last moves. */
  hasEnded: boolean = $derived.by(() => this.isOver && !this.replay.isOpen && !this.isTelling);
  isCoached: boolean = $derived.by(() => !this.replay.isOpen && !this.whatIf.picture && (this.coach.isHinting || this.guide !== null));
  /** Everybody's points while the end is being counted; the result comes last. */
  counting: number[] | null = $state.raw(null);
  /** The log line that somebody points at. */
  pointed: Pointed | null = $state.raw(null);
  /** The table in words lies over the drawn one. */
  showsWords = $state(false);
  readonly scrolls = true;

  /** The pieces of the line that somebody points at, or of the turn that is told. */
  get mentioned(): string[] {
    return this.pointed?.about ?? this.show.telling?.about ?? NO_PIECES;
  }

  /** Ends what is being shown of others' moves. */
  skip(): void {
    if (this.replay.isOpen) this.replay.skip();
    else this.playback.skip();
  }

  get canRecap(): boolean {
    return this.missed.length > 0 && !this.replay.isOpen && !this.isTelling;
  }

  /** Shows once more what others have done since my last turn. */
  recap(): void {
    const [first] = this.missed;
    if (first) this.replay.showFrom(first.first);
  }

  /** Shows one turn once more, and returns. */
  showAgain(recap: Recap): void {
    this.replay.showFrom(recap.first, recap);
  }

  /** One seat here, and something to decide for somebody. */
  get canImagine(): boolean {
    return this.update?.seats.length === 1 && !this.isOver && !this.replay.isOpen && !this.isTelling && this.picture!.to_move !== CHANCE;
  }

  /** I wait for others, and may decide in advance. */
  get canPlan(): boolean {
    const { link, update, picture } = this;
    const me = update?.seats.length === 1 ? update.seats[0]! : null;
    if (!update || !picture || !link.friends || me === null || this.isOver || picture.to_move === CHANCE || picture.seats[me]?.bot !== null) return false;
    return picture.to_move !== me || (update.waiting !== null && update.waiting !== me);
  }

  /** Decide in advance; where everybody decides now, the first decision is enough. */
  planAhead(): void {
    if (this.whatIf.isOpen) this.whatIf.close();
    else this.whatIf.openAhead([], this.update!.together);
  }

  /** Decide again in advance, beginning with the plan as it is. */
  changePlan(): void {
    const { steps = [], only_if = [], past_news = false } = this.update?.plan ?? {};
    const tried = steps.map(({ text, label, at }) => ({ text, label, at: [...(at ?? [])], isMine: true }));
    this.whatIf.openAhead(tried, false, { only_if: only_if.filter((condition) => condition !== "others"), past_news });
  }

  dropPlan(): void {
    const [seat] = this.update?.seats ?? [];
    if (seat !== undefined) this.link.dropPlan(seat);
  }

  // ---- what is sent
  busy: boolean = $derived.by(() => (this.whatIf.picture ? this.link.state !== "open" : this.link.busy) || this.replay.isOpen);
  /** A new game is being made. */
  isStarting = $state(false);

  play(text: string): void {
    if (this.whatIf.picture) this.whatIf.try(text);
    else {
      this.coach.played(text);
      this.link.play(this.picture!.seat, text, settings.choices.confirm);
    }
  }

  undo(): void {
    if (!this.picture || this.link.busy || this.isHidden) return;
    this.desk.focusesList = true;
    const { seat, undo, undo_reason } = this.picture;
    if (undo) this.link.undo(seat);
    else if (undo_reason) this.link.tell(`You cannot undo: ${undo_reason.words}.`, undo_reason);
  }

  /** The turn is checked: the others go on. */
  confirm(): void {
    this.desk.focusesQuestion = true;
    if (this.picture) this.link.confirm(this.picture.seat);
  }

  /** There is nothing to check: the setting was turned off, or with open hands there is nothing to undo. */
  get needsNoConfirm(): boolean {
    return this.update !== null && isMyConfirm(this.update) && !this.link.busy && (settings.choices.confirm === "never" || (this.hasOpenHands && !this.picture!.undo));
  }

  /** Ask for a hint, or for more of it. */
  askHint(): void {
    if (!this.canAsk || this.isHidden) return;
    this.coach.ask(this.hint !== null);
    if (!this.hint) this.link.ask(this.picture!.seat);
  }

  /** Start the next game with the same players.  Friends are asked first: see Rematch.svelte. */
  async playAgain(): Promise<void> {
    if (!this.picture || !this.update || this.isStarting) return;
    this.isStarting = true;
    try {
      const { standing } = this.update;
      const created = await createTable(standing ? nextGame(this.picture, standing) : rematch(this.picture, this.update.marks));
      route.go(`/t/${created.id}`);
    } catch (error) {
      this.link.tell(wordsOf(error));
    } finally {
      this.isStarting = false;
    }
  }
}
