/** How large the screen is. */
class Screen {
  /** Large enough to show the whole table at once; otherwise the page scrolls. */
  isRoomy: boolean = $state(true);
  /** High enough for what is not needed in every turn. */
  isTall: boolean = $state(true);

  /** All at once, but low. */
  isLow: boolean = $state(false);
  /** Neither: upright, and wide enough for two columns. */
  isTablet: boolean = $state(false);

  /** A phone held upright: one narrow column. */
  isPhone: boolean = $state(false);

  constructor() {
    this.watch("(min-width: 75rem) and (min-height: 37rem)", (matches) => (this.isRoomy = matches));
    this.watch("(min-width: 56rem) and (min-height: 37rem) and (max-height: 50.99rem)", (matches) => (this.isLow = matches));
    this.watch("(min-width: 46rem) and (max-width: 56rem) and (min-height: 48rem)", (matches) => (this.isTablet = matches));
    this.watch("(max-width: 36rem)", (matches) => (this.isPhone = matches));
    this.watch("(min-height: 51rem)", (matches) => (this.isTall = matches));
  }

  private watch(query: string, tell: (matches: boolean) => void): void {
    const media = matchMedia(query);
    tell(media.matches);
    media.addEventListener("change", () => tell(media.matches));
  }
}

export const screen = new Screen();
