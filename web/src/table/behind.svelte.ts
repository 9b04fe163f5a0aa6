import { untrack } from "svelte";
import { later } from "../ui/later";

/** Something that may come a frame later than the rest: what one acts on is drawn first. */
export class Behind<T> {
  shown: T = $state.raw()!;

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
