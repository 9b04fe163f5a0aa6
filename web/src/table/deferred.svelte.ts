import { untrack } from "svelte";
import { later } from "../ui/later";

/** A value that may be shown a frame later than the rest: what a person acts on is drawn first. */
export class Deferred<T> {
  shown: T = $state.raw()!;

  /** `now`: the newest value. */
  constructor(now: () => T) {
    this.shown = untrack(now);
    let newest = this.shown;
    let isComing = false;
    $effect(() => {
      newest = now();
      if (isComing || newest === untrack(() => this.shown)) return;
      isComing = true;
      later(() => {
        isComing = false;
        this.shown = newest;
      });
    });
  }
}
