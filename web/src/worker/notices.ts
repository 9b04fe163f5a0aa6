import type { PushPayload } from "../protocol";
import type { PageClient, WorkerScope } from "./scope";

const LONGEST_TITLE = 120;
const LONGEST_BODY = 400;
/** A second notice of the same table that comes so soon, in milliseconds, replaces the first without a sound. */
const SAME_NEWS = 60_000;

/** What stands in a push, cut to size; null if it is none of ours. */
export function readPayload(data: unknown): PushPayload | null {
  if (typeof data !== "object" || data === null) return null;
  const { title, body, url, tag, silent } = data as Record<string, unknown>;
  if (typeof title !== "string" || !title) return null;
  const cut = (given: unknown, longest: number): string => (typeof given === "string" ? given.slice(0, longest) : "");
  return { title: cut(title, LONGEST_TITLE), body: cut(body, LONGEST_BODY), url: ownPath(url), tag: cut(tag, LONGEST_TITLE) || "skerry", silent: silent === true };
}

/** A path on this server, whatever was sent. */
export function ownPath(url: unknown, origin: string = location.origin): string {
  if (typeof url !== "string") return "/";
  try {
    const found = new URL(url, origin);
    return found.origin === origin ? found.pathname + found.search + found.hash : "/";
  } catch {
    return "/";
  }
}

const pathOf = (address: string): string => new URL(address, location.origin).pathname;

const pagesAt = async (scope: WorkerScope, url: string): Promise<PageClient[]> => {
  const pages = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  return pages.filter((page) => pathOf(page.url) === pathOf(url));
};

/** Shows the notice, unless the person is looking at that very table. */
export async function showPush(scope: WorkerScope, data: unknown): Promise<void> {
  // A browser that is told nothing says itself that there was something; better that we do.
  const payload = readPayload(data) ?? { title: "Skerry", body: "There is news in one of your games.", url: "/", tag: "skerry" };
  const pages = await pagesAt(scope, payload.url);
  if (pages.some((page) => page.visibilityState === "visible" && page.focused)) return;
  const shown = await scope.registration.getNotifications({ tag: payload.tag });
  const isNews = !shown.some((notice) => Date.now() - Number((notice.data as { at?: number } | null)?.at ?? 0) < SAME_NEWS);
  const options = {
    body: payload.body,
    tag: payload.tag,
    icon: "/icons/skerry-192.png",
    badge: "/icons/badge-96.png",
    renotify: isNews && !payload.silent,
    silent: payload.silent ?? false,
    data: { url: payload.url, at: Date.now() },
  };
  await scope.registration.showNotification(payload.title, options);
}

/** Goes to the page that the notice is about. */
export async function openNotice(scope: WorkerScope, notice: Notification): Promise<void> {
  notice.close();
  const url = ownPath((notice.data as { url?: unknown } | null)?.url);
  const [page] = await pagesAt(scope, url);
  if (page) await page.focus();
  else await scope.clients.openWindow(url);
}
