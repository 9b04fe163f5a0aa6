import type { NoticeSettings } from "../protocol";
import { addChannel, fetchNotices, removeChannel } from "./api";

/** Can this browser be told something while no page is open?  Without HTTPS it cannot. */
export const canSubscribe = (): boolean => "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;

/** The endpoint as the server names it, so that a page finds the channel of its own browser. */
export async function hashOf(subscription: PushSubscription): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(subscription.endpoint));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The first one whose sign is there; many browsers carry the signs of others as well. */
const BROWSERS = {
  "Edg/": "Edge",
  "EdgA/": "Edge",
  "EdgiOS/": "Edge",
  "SamsungBrowser/": "Samsung Internet",
  "OPR/": "Opera",
  "Firefox/": "Firefox",
  "FxiOS/": "Firefox",
  "CriOS/": "Chrome",
  "Chrome/": "Chrome",
  "Safari/": "Safari",
};
const SYSTEMS = { Android: "Android", iPhone: "iPhone", iPad: "iPad", Windows: "Windows", Macintosh: "Mac", CrOS: "ChromeOS", Linux: "Linux" };

/** By which a person tells their devices apart: “Firefox on Windows”. */
export function deviceName(agent: string = navigator.userAgent): string {
  const find = (signs: Record<string, string>): string => Object.entries(signs).find(([sign]) => agent.includes(sign))?.[1] ?? "";
  return [find(BROWSERS) || "A browser", find(SYSTEMS)].filter(Boolean).join(" on ");
}

/** Subscribes this browser; `key` is the server's. */
export async function subscribe(registration: ServiceWorkerRegistration, key: string | ArrayBuffer): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await registration.pushManager.subscribe(options);
  } catch (error) {
    // A subscription for an older key of the server is in the way.
    const old = await registration.pushManager.getSubscription();
    if (!old) throw error;
    await old.unsubscribe();
    return registration.pushManager.subscribe(options);
  }
}

/** Tells the server about this browser's subscription. */
export function addSubscription(subscription: PushSubscription): Promise<NoticeSettings> {
  const { endpoint, keys } = subscription.toJSON() as { endpoint: string; keys: { p256dh: string; auth: string } };
  return addChannel({ kind: "push", subscription: { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } }, name: deviceName() });
}

/** The browser has replaced or dropped its subscription: the server gets the new one and forgets the old. */
export async function renewSubscription(registration: ServiceWorkerRegistration, old: PushSubscription | null, fresh: PushSubscription | null): Promise<void> {
  const { channels, offers } = await fetchNotices();
  const hash = old && (await hashOf(old));
  const known = channels.find((channel) => channel.kind === "push" && channel.endpoint_hash === hash);
  // The person has turned it off meanwhile.
  if (!offers.push || (old && !known)) return;
  await addSubscription(fresh ?? (await subscribe(registration, offers.push)));
  if (known) await removeChannel(known.id);
}
