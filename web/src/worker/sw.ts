// The service worker: without any page open it shows notices, and says a kind word where the server cannot be reached.
import { renewSubscription } from "../net/subscription";
import { openNotice, showPush } from "./notices";
import { pageOrKindWord } from "./offline";
import type { WorkerScope } from "./scope";

const scope = self as unknown as WorkerScope;

// It keeps nothing that pages of different versions could disagree about: the newest takes over at once.
scope.addEventListener("install", (event) => event.waitUntil(scope.skipWaiting()));

scope.addEventListener("activate", (event) => {
  const preload = scope.registration.navigationPreload?.enable();
  event.waitUntil(Promise.all([preload, scope.clients.claim()]));
});

scope.addEventListener("fetch", (event) => {
  const { pathname } = new URL(event.request.url);
  if (event.request.mode === "navigate" && !pathname.startsWith("/api/")) event.respondWith(pageOrKindWord(event.request, event.preloadResponse));
});

scope.addEventListener("push", (event) => event.waitUntil(showPush(scope, contentOf(event.data))));

scope.addEventListener("notificationclick", (event) => event.waitUntil(openNotice(scope, event.notification)));

// Browsers renew a subscription now and then; the server has to know the new one.
scope.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renewSubscription(scope.registration, event.oldSubscription, event.newSubscription)));

function contentOf(data: { json(): unknown } | null): unknown {
  try {
    return data?.json() ?? null;
  } catch {
    return null;
  }
}
