import page from "./offline.html?raw";

const KIND_WORDS = {
  network: ["You are offline", "Your games are safe on the server. Once you are connected again, you can go on where you were."],
  server: ["Skerry cannot be reached", "Your games are safe on the server. It may be restarting, or there may be no way to it at the moment."],
} as const;

/** A proxy in front of the server answers these when the server does not. */
const PROXY_FAILED = [502, 504];

/** A page from the server, and a kind word if it does not come.  No page is kept here, so none can be out of date. */
export async function pageOrKindWord(request: Request, preloaded: Promise<Response | undefined>): Promise<Response> {
  try {
    const answer = (await preloaded) ?? (await fetch(request));
    return PROXY_FAILED.includes(answer.status) ? kindWord("server", answer.status) : answer;
  } catch {
    return kindWord(navigator.onLine ? "server" : "network", 503);
  }
}

function kindWord(why: keyof typeof KIND_WORDS, status: number): Response {
  const nonce = crypto.randomUUID();
  const [title, words] = KIND_WORDS[why];
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'`;
  const parts = { "%NONCE%": nonce, "%TITLE%": title, "%WORDS%": words };
  const body = Object.entries(parts).reduce((text, [mark, part]) => text.replaceAll(mark, part), page);
  return new Response(body, { status, headers: { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy, "Cache-Control": "no-store" } });
}
