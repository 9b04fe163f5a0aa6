/** A box that scrolls can be reached by keyboard; one that does not is no stop on the way. */
export function reachable(box: HTMLElement): () => void {
  const look = () => {
    if (box.scrollHeight > box.clientHeight + 1) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  };
  const observer = new ResizeObserver(look);
  const watch = () => [box, ...box.children].forEach((part) => observer.observe(part));
  const births = new MutationObserver(watch);
  births.observe(box, { childList: true });
  watch();
  return () => {
    observer.disconnect();
    births.disconnect();
  };
}
