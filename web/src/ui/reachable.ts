/** Makes a box focusable by keyboard while it has something to scroll. */
export function reachable(box: HTMLElement): () => void {
  const look = () => {
    if (box.scrollHeight > box.clientHeight + 1) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  };
  const observer = new ResizeObserver(look);
  const watch = () => [box, ...box.children].forEach((part) => observer.observe(part));
  const additions = new MutationObserver(watch);
  additions.observe(box, { childList: true });
  watch();
  return () => {
    observer.disconnect();
    additions.disconnect();
  };
}
