/** Moves the focus here if the element that had it is gone or inert, or if `isDone` says that it is used up.
    In the next frame, because focusing in the middle of an update would force a layout of the whole page. */
export function takeFocus(find: () => HTMLElement | null | undefined, isDone: (at: Element) => boolean = () => false): void {
  requestAnimationFrame(() => {
    const at = document.activeElement;
    if (!at || at === document.body || at.closest("[inert]") || isDone(at)) find()?.focus({ preventScroll: true });
  });
}
