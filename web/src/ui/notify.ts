import { settings } from "./settings.svelte";

/** Can this browser tell somebody who looks at something else? */
export const canNotify = (): boolean => "Notification" in globalThis;

/** Ask the person once; tells whether it is allowed. */
export async function allowNotices(): Promise<boolean> {
  const answer = canNotify() ? await Notification.requestPermission() : "denied";
  settings.set("notify", answer === "granted");
  return answer === "granted";
}

/** Only for those who want it and look at something else; of one game only the newest counts. */
export function notify(title: string, words: string, id: string): void {
  if (!settings.choices.notify || !canNotify() || Notification.permission !== "granted" || !document.hidden) return;
  try {
    const notice = new Notification(title, { body: words, tag: id });
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
  } catch {
    // Some browsers on phones allow it, and then cannot: the title and the icon still tell.
  }
}
