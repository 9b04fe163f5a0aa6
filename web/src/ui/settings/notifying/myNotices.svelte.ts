import { addChannel, ApiError, chooseNotices, fetchNotices, removeChannel, switchFeed, switchTableNotices, testChannel, wordsOf } from "../../../net/api";
import { addSubscription, canSubscribe, hashOf, subscribe } from "../../../net/subscription";
import type { Channel, NoticeChoices, NoticeSettings } from "../../../protocol";
import { listOf } from "../../ending";
import { allowNotices, canNotify, isBlocked, muteHere } from "../notify";
import { settings } from "../settings.svelte";

type ChannelKind = Channel["kind"];

const REFUSED = "Your browser does not allow notifications from Skerry. Allow them in its settings for this site, then try again.";

/** How this person is told that a game waits for them, as the server has it. */
export class MyNotices {
  /** Null until it is loaded. */
  now: NoticeSettings | null = $state.raw(null);
  /** The endpoint of this browser's subscription, as the server names it; empty: not subscribed. */
  private here = $state("");
  /** What was done last, or what went wrong. */
  words = $state("");
  isBusy = $state(false);
  private last: Promise<unknown> = Promise.resolve();

  async load(): Promise<void> {
    await this.attempt(async () => {
      await this.look();
      this.now = await fetchNotices();
    });
  }

  private async look(): Promise<void> {
    const registration = canSubscribe() ? await navigator.serviceWorker.getRegistration() : undefined;
    const subscription = await registration?.pushManager.getSubscription();
    this.here = subscription ? await hashOf(subscription) : "";
  }

  get channels(): Channel[] {
    return this.now?.channels ?? [];
  }

  of(...kinds: ChannelKind[]): Channel[] {
    return this.channels.filter((channel) => kinds.includes(channel.kind));
  }

  /** This browser's own channel. */
  get device(): Channel | undefined {
    return this.of("push").find((channel) => channel.endpoint_hash === this.here);
  }

  get otherDevices(): Channel[] {
    return this.of("push").filter((channel) => channel !== this.device);
  }

  /** The server can reach this browser while no page is open. */
  get canPush(): boolean {
    return Boolean(this.now?.offers.push) && canSubscribe();
  }

  /** Apple allows it for installed pages only. */
  get mustInstall(): boolean {
    return Boolean(this.now?.offers.push) && !canSubscribe() && "standalone" in navigator && !navigator.standalone;
  }

  /** The next best: an open page that nobody looks at says it itself. */
  get canTellHere(): boolean {
    return !this.canPush && !this.mustInstall && canNotify();
  }

  get isBlocked(): boolean {
    return isBlocked();
  }

  /** There is something to choose. */
  get offersAnything(): boolean {
    const { offers } = this.now ?? {};
    return offers !== undefined && (this.canPush || this.mustInstall || this.canTellHere || offers.mail || offers.webhooks.length > 0);
  }

  /** The ways that work, in words; empty: nobody is told anything. */
  get ways(): string[] {
    const count = (kind: string, channels: Channel[]): string[] => (channels.length > 0 ? [kind] : []);
    const good = (channels: Channel[]): Channel[] => channels.filter((channel) => channel.confirmed);
    const here = this.device || (this.canTellHere && settings.choices.notify && !this.isBlocked) ? ["on this device"] : [];
    return [
      ...here,
      ...count("on another device", this.otherDevices),
      ...count("by e-mail", good(this.of("mail"))),
      ...count("by webhook", good(this.of("discord", "slack", "ntfy", "json"))),
    ];
  }

  /** An asked-for permission has to come first: browsers ask only right after a click. */
  async setDevice(isOn: boolean): Promise<void> {
    const key = this.now?.offers.push;
    if (!key) return;
    await this.attempt(async () => {
      if (!isOn) return this.dropDevice();
      if (!(await allowNotices())) throw new ApiError(REFUSED);
      this.now = await addSubscription(await this.subscribed(key));
      await this.look();
      this.words = "This device will be told.";
    });
  }

  private async subscribed(key: string): Promise<PushSubscription> {
    try {
      return await subscribe(await navigator.serviceWorker.ready, key);
    } catch {
      throw new ApiError("Your browser could not reach its push service. Try again, or choose another way.");
    }
  }

  private async dropDevice(): Promise<void> {
    const channel = this.device;
    settings.set("notify", false);
    if (channel) this.now = await removeChannel(channel.id);
    const registration = await navigator.serviceWorker.getRegistration();
    await (await registration?.pushManager.getSubscription())?.unsubscribe();
    await this.look();
    this.words = "This device is no longer told.";
  }

  /** While a page is open, this browser says it itself. */
  async setLocal(isOn: boolean): Promise<void> {
    await this.attempt(async () => {
      if (!isOn) settings.set("notify", false);
      else if (!(await allowNotices())) throw new ApiError(REFUSED);
    });
  }

  async add(kind: ChannelKind, address: string): Promise<boolean> {
    return this.attempt(async () => {
      this.now = await addChannel({ kind, address: address.trim() });
      this.words = kind === "mail" ? "A mail with a link is on its way. Follow the link, and this address counts." : "Added. Send a test to see whether it arrives.";
    });
  }

  async remove(channel: Channel): Promise<void> {
    await this.attempt(async () => {
      this.now = await removeChannel(channel.id);
      this.words = `${channel.shown} has been removed.`;
    });
  }

  async setFeed(on: boolean): Promise<void> {
    await this.attempt(async () => {
      this.now = await switchFeed({ on });
      this.words = on ? "" : "The feed is off, and its address no longer works.";
    });
  }

  async choose(changes: Partial<NoticeChoices>): Promise<void> {
    if (!this.now) return;
    await this.attempt(async () => void (this.now = await chooseNotices({ ...this.now!.choices, ...changes })));
  }

  isMuted(table: string): boolean {
    return this.now?.muted.includes(table) ?? false;
  }

  async setTable(table: string, on: boolean): Promise<void> {
    await this.attempt(async () => {
      this.now = await switchTableNotices(table, { on });
      muteHere(table, !on);
    });
  }

  /** Through every channel, and says how it went. */
  async test(): Promise<void> {
    const sent: string[] = [];
    const failed: string[] = [];
    await this.attempt(async () => {
      for (const channel of this.channels.filter((channel) => channel.confirmed)) {
        const { sent: isSent, problem } = await testChannel(channel.id);
        if (isSent) sent.push(channel === this.device ? "this device" : channel.shown);
        else failed.push(`${channel.shown}: ${problem}`);
      }
      this.words = [sent.length > 0 ? `Sent to ${listOf(sent)}.` : "", ...failed].filter(Boolean).join(" ");
      this.now = await fetchNotices();
    });
  }

  /** One click, and nothing is sent any more. */
  async stopAll(): Promise<void> {
    await this.attempt(async () => {
      if (this.device) await this.dropDevice();
      settings.set("notify", false);
      for (const channel of this.channels) this.now = await removeChannel(channel.id);
      if (this.now?.feed) this.now = await switchFeed({ on: false });
      this.words = "You will not be told anything any more.";
    });
  }

  /** One after another: what is clicked quickly is not lost. */
  private attempt(act: () => Promise<void>): Promise<boolean> {
    const done = this.last.then(() => this.run(act));
    this.last = done;
    return done;
  }

  private async run(act: () => Promise<void>): Promise<boolean> {
    this.isBusy = true;
    this.words = "";
    try {
      await act();
      return true;
    } catch (error) {
      this.words = wordsOf(error);
      return false;
    } finally {
      this.isBusy = false;
    }
  }
}
