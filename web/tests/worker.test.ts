import { afterEach, expect, test, vi } from "vitest";
import { deviceName, hashOf, renewSubscription } from "../src/net/subscription";
import type { NoticeSettings } from "../src/protocol";
import { ownPath, readPayload } from "../src/worker/notices";

afterEach(() => vi.unstubAllGlobals());

test("a push opens a page of this server, whatever it says", () => {
  expect(ownPath("/t/x#replay", "https://skerry.example")).toBe("/t/x#replay");
  for (const url of ["https://elsewhere.example/t/x", "//elsewhere.example", "javascript:alert(1)", "http://[", 7, null, undefined])
    expect(ownPath(url, "https://skerry.example")).toBe("/");
});

test("of a push only words are shown, and not too many", () => {
  expect(readPayload({ title: "Your turn", body: "x".repeat(9_999), url: "/t/a", tag: "a", silent: true })).toEqual({
    title: "Your turn",
    body: "x".repeat(400),
    url: "/t/a",
    tag: "a",
    silent: true,
  });
  expect(readPayload({ title: "Your turn", body: 7, tag: { a: 1 } })).toEqual({ title: "Your turn", body: "", url: "/", tag: "skerry", silent: false });
  for (const wrong of [null, "words", 7, [], {}, { title: "" }, { title: 3 }]) expect(readPayload(wrong)).toBeNull();
});

test("people know their devices again", () => {
  expect(deviceName("Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0")).toBe("Firefox on Windows");
  expect(deviceName("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36")).toBe("Chrome on Android");
  expect(deviceName("Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1")).toBe(
    "Safari on iPhone",
  );
  expect(deviceName("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0")).toBe("Edge on Mac");
  expect(deviceName("curl/8")).toBe("A browser");
});

const subscription = (endpoint: string): PushSubscription => ({ endpoint, toJSON: () => ({ endpoint, keys: { p256dh: "p", auth: "a" } }) }) as unknown as PushSubscription;

/** A server that knows these channels; returns what it is asked. */
function serving(settings: Pick<NoticeSettings, "channels" | "offers">): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    asked.push(`${init?.method ?? "GET"} ${path} ${init?.body ? JSON.parse(String(init.body)).subscription.endpoint : ""}`.trim());
    return new Response(JSON.stringify(settings), { headers: { "Content-Type": "application/json" } });
  });
  return asked;
}

test("a subscription that the browser has renewed takes the place of the old one, unless it was turned off", async () => {
  const old = subscription("https://push.example/old");
  const offers = { push: "key", mail: false, webhooks: [], webhook_hosts: [] };
  const channel = { id: "c1", kind: "push" as const, shown: "Here", confirmed: true, problem: "", endpoint_hash: await hashOf(old) };
  const asked = serving({ channels: [channel], offers });
  await renewSubscription({} as ServiceWorkerRegistration, old, subscription("https://push.example/new"));
  expect(asked).toEqual(["GET /api/me/notices", "POST /api/me/notices/channels https://push.example/new", "DELETE /api/me/notices/channels/c1"]);
  const again = serving({ channels: [], offers });
  await renewSubscription({} as ServiceWorkerRegistration, old, subscription("https://push.example/new"));
  expect(again).toEqual(["GET /api/me/notices"]);
});
