/** How much there is room for. */
class Screen {
  /** Enough to show the whole table at once; else the page is scrolled. */
  isRoomy: boolean = $state(true);
  /** Enough for what is not needed in every turn. */
  isTall: boolean = $state(true);

  constructor() {
    this.watch("(min-width: 75rem) and (min-height: 37rem)", (fits) => (this.isRoomy = fits));
    this.watch("(min-height: 51rem)", (fits) => (this.isTall = fits));
  }

  private watch(words: string, tell: (fits: boolean) => void): void {
    const media = matchMedia(words);
    tell(media.matches);
    media.addEventListener("change", () => tell(media.matches));
  }
}

export const screen = new Screen();
