import type { Offers } from "../../../protocol";

export type WebhookKind = Offers["webhooks"][number];

export const WEBHOOK_NAMES: Record<WebhookKind, string> = { discord: "Discord", slack: "Slack", ntfy: "ntfy", json: "a script of yours" };

/** What a webhook can reach, in words. */
export function kindsWords(kinds: WebhookKind[]): string {
  const names = kinds.map((kind) => WEBHOOK_NAMES[kind]);
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}

export const EXAMPLES: Record<WebhookKind, string> = {
  discord: "https://discord.com/api/webhooks/…",
  slack: "https://hooks.slack.com/services/…",
  ntfy: "https://ntfy.sh/my-topic",
  json: "https://…",
};
