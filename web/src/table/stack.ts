/** The cards beside a drawn board, from top to bottom. */
const CARDS = [".question", ".decide", ".slot", ".side"];

/** Beside a drawn board the cards share one cell of the grid: they stand one below the other, and the last one takes all the room that is left.
    They are moved by `translate`, so that a card that grows does not count as a jump of the page. */
export function stack(main: HTMLElement): () => void {
  let cards: HTMLElement[] = [];
  const sizes = new ResizeObserver(() => arrange());
  const children = new MutationObserver(() => observe());

  function arrange(): void {
    const style = getComputedStyle(main);
    const isColumn = style.getPropertyValue("--stacks") === "yes";
    const gap = Number.parseFloat(style.rowGap) || 0;
    const high = main.clientHeight - Number.parseFloat(style.paddingTop) - Number.parseFloat(style.paddingBottom);
    let top = 0;
    cards.forEach((card, place) => {
      const isLast = place === cards.length - 1;
      card.style.translate = isColumn && top > 0 ? `0 ${top}px` : "";
      card.style.height = isColumn && isLast ? `${Math.max(0, high - top)}px` : "";
      if (card.offsetHeight > 0) top += card.offsetHeight + gap;
    });
  }

  function observe(): void {
    sizes.disconnect();
    cards = CARDS.flatMap((selector) => [...main.querySelectorAll<HTMLElement>(`:scope > ${selector}`)]);
    for (const box of [main, ...cards]) sizes.observe(box);
    arrange();
  }

  observe();
  children.observe(main, { childList: true });
  return () => {
    sizes.disconnect();
    children.disconnect();
  };
}
