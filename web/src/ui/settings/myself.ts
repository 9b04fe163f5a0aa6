import type { Me } from "../../protocol";
import { keepPreferences } from "../../net/api";
import { recall, remember } from "../remember";

/** My name at new tables: kept in this browser, and on the server for my other devices. */
export function keepName(name: string): void {
  if (recall("name", "") === name) return;
  remember("name", name);
  if (name) void keepPreferences({ name }).catch(() => null);
}

/** What the server knows counts on every device; a name that only this browser knows stays. */
export function takeName(me: Me | null): string {
  if (me?.player) remember("name", me.player);
  return recall("name", "");
}

/** What the server calls somebody without a name. */
const UNNAMED = "a guest";

/** This browser belongs to somebody else from now on: the name is theirs, and not that of whoever was here before. */
export const switchName = ({ name, player }: { name: string; player?: string }): void => remember("name", player || (name === UNNAMED ? "" : name));
