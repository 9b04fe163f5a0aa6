const AGE_UNITS: [number, Intl.RelativeTimeFormatUnit][] = [
  [60, "minute"],
  [3_600, "hour"],
  [86_400, "day"],
  [604_800, "week"],
];

/** Slow to make, and many times needed once one is. */
let inWords: Intl.RelativeTimeFormat | undefined;

/** "3 hours ago", for a time in seconds since the epoch. */
export function ago(then: number, now = Date.now() / 1000): string {
  const passed = Math.max(0, now - then);
  const step = AGE_UNITS.findLast(([seconds]) => passed >= seconds);
  if (!step) return "just now";
  inWords ??= new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  return inWords.format(-Math.floor(passed / step[0]), step[1]);
}
