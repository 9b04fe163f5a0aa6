/** Who has lost the focus, with what is gone or put away, finds it here.  In the next frame: in the midst of a new picture the
    whole page would be laid out for it. */
export function takeFocus(find: () => HTMLElement | null | undefined): void {
  requestAnimationFrame(() => {
    const at = document.activeElement;
    if (!at || at === document.body || at.closest("[inert]")) find()?.focus({ preventScroll: true });
  });
}
