import type { Clock, Pace } from "../protocol";
import { countOf } from "./turns";

/** A clock and when it came, in seconds since the epoch. */
export type Running = Clock & { at: number };

/** Seconds left to this seat: of its minutes, or of the days for this turn.  Null: no clock runs for it. */
export function leftOf(clock: Running, seat: number, now: number): number | null {
  const passed = clock.running === seat ? Math.max(0, now - clock.at) : 0;
  if (clock.left) return Math.max(0, (clock.left[seat] ?? 0) - Math.max(0, passed - (clock.grace ?? 0)));
  if (clock.due === undefined || clock.due === null || clock.running !== seat) return null;
  return Math.max(0, clock.due - passed);
}

/** "2 days per turn", "30 minutes each + 10 s". */
export function paceWords(pace: Pace): string {
  if (pace.kind === "none") return "";
  if (pace.kind === "slow") return `${countOf(pace.amount, "day")} per turn`;
  return `${countOf(pace.amount, "minute")} each${pace.increment ? ` + ${pace.increment} s` : ""}`;
}

/** "4:05", "1 h 20 min", "1 d 23 h", "4 days". */
export function timeWords(seconds: number): string {
  const whole = Math.floor(seconds);
  if (whole < 3_600) return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
  if (whole < 86_400) return `${Math.floor(whole / 3_600)} h ${Math.floor((whole % 3_600) / 60)} min`;
  const days = Math.floor(whole / 86_400);
  return days < 3 ? `${days} d ${Math.floor((whole % 86_400) / 3_600)} h` : countOf(days, "day");
}
