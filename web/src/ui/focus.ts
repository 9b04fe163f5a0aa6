/** Who has lost the focus, with what is gone or put away, finds it here.  In the next frame: in the midst of a new picture the
    whole page would be laid out for it.  `isDone`: nothing more is to be done where the focus is. */
export function takeFocus(find: () => HTMLElement | null | undefined, isDone: (at: Element) => boolean = () => false): void {
  requestAnimationFrame(() => {
    const at = document.activeElement;
    if (!at || at === document.body || at.closest("[inert]") || isDone(at)) find()?.focus({ preventScroll: true });
  });
}
