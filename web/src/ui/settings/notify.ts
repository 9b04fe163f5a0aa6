import { recall, remember } from "../remember";
import { settings } from "./settings.svelte";

/** Does this browser support notifications? */
export const canNotify = (): boolean => "Notification" in globalThis;

/** The person has refused them for this site. */
export const isBlocked = (): boolean => canNotify() && Notification.permission === "denied";

/** Asks for permission and returns whether it was given. */
export async function allowNotices(): Promise<boolean> {
  const answer = canNotify() ? await Notification.requestPermission() : "denied";
  settings.set("notify", answer === "granted");
  return answer === "granted";
}

/** A table of which this person does not want to hear. */
export const isMutedHere = (id: string): boolean => recall<string[]>("muted", []).includes(id);

const MOST_MUTED = 50;

export function muteHere(id: string, isMuted: boolean): void {
  const others = recall<string[]>("muted", []).filter((other) => other !== id);
  remember("muted", isMuted ? [id, ...others].slice(0, MOST_MUTED) : others);
}

/** Shows a notification if the person wants them and the page is hidden.  A newer one of the same game replaces it. */
export async function notify(title: string, body: string, id: string): Promise<void> {
  if (!settings.choices.notify || !canNotify() || Notification.permission !== "granted" || !document.hidden || isMutedHere(id)) return;
  try {
    // Browsers on phones show notices of a service worker only.
    const registration = await navigator.serviceWorker?.getRegistration();
    if (registration?.active) await registration.showNotification(title, { body, tag: id, icon: "/icons/skerry-192.png", data: { url: `/t/${id}`, at: Date.now() } });
    else showFromPage(title, body, id);
  } catch {
    // The page's title and icon still show it.
  }
}

function showFromPage(title: string, body: string, tag: string): void {
  const notice = new Notification(title, { body, tag });
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
}

/** Whoever looks at the table needs no notice of it any more. */
export async function clearNotices(id: string): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    for (const notice of (await registration?.getNotifications({ tag: id })) ?? []) notice.close();
  } catch {
    // Nothing to clear.
  }
}
