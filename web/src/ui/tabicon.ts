/** The icon in the tab gets a dot while it is my turn. */
let plain = "";

export function markTab(isMyTurn: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  if (!icon) return;
  plain ||= icon.href;
  const dot = encodeURIComponent("<circle cx='24' cy='8' r='8' fill='#e0521b' stroke='#fff' stroke-width='2'/>");
  icon.href = isMyTurn ? plain.replace("%3C/svg%3E", `${dot}%3C/svg%3E`) : plain;
}
