/** Room enough to show the whole table at once; else the page is scrolled. */
const ROOMY = "(min-width: 75rem) and (min-height: 37rem)";

class Screen {
  isRoomy: boolean = $state(true);

  constructor(media = matchMedia(ROOMY)) {
    this.isRoomy = media.matches;
    media.addEventListener("change", () => (this.isRoomy = media.matches));
  }
}

export const screen = new Screen();
