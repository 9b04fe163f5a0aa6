/** The pages and their addresses: `/`, `/t/<id>` and its `/review`, `/learn/<game>`, `/practice` and its puzzles,
    `/leagues` and each of them, `/ratings`, `/people` (one has played with) and each of them, `/move` (a link for another device), `/bring` (games that were played in this browser before),
    `/invited` (to a server by invitation), `/replay` (a link to the replay of a finished game), and `/operator`.  All else is not found. */

export type Place =
  | { page: "front" }
  | { page: "move" }
  | { page: "bring" }
  | { page: "invited" }
  | { page: "replay" }
  | { page: "operator" }
  | { page: "table"; id: string }
  | { page: "review"; id: string }
  | { page: "learn"; game: string }
  | { page: "practice" }
  | { page: "puzzle"; id: string }
  | { page: "leagues" }
  | { page: "league"; id: string }
  | { page: "ratings" }
  | { page: "people" }
  | { page: "person"; who: string }
  | { page: "lost" };

export function placeOf(path: string): Place {
  const [, page, id, rest] = path.split("/");
  if (page === "t" && id && rest === undefined) return { page: "table", id };
  if (page === "t" && id && path === `/t/${id}/review`) return { page: "review", id };
  if (path === "/practice") return { page: "practice" };
  if (page === "practice" && id && rest === undefined) return { page: "puzzle", id };
  if (page === "learn" && id && rest === undefined) return { page: "learn", game: id };
  if (path === "/leagues" || path === "/ratings") return { page: path === "/leagues" ? "leagues" : "ratings" };
  if (page === "leagues" && id && rest === undefined) return { page: "league", id };
  if (path === "/people") return { page: "people" };
  if (page === "people" && id && rest === undefined) return { page: "person", who: id };
  if (path === "/move") return { page: "move" };
  if (path === "/bring") return { page: "bring" };
  if (path === "/replay") return { page: "replay" };
  if (path === "/invited") return { page: "invited" };
  if (path === "/operator") return { page: "operator" };
  return { page: path === "/" || path === "/index.html" ? "front" : "lost" };
}

class Route {
  place: Place = $state.raw(placeOf(location.pathname));

  go(path: string): void {
    history.pushState(null, "", path);
    this.read();
    scrollTo(0, 0);
  }

  read(): void {
    this.place = placeOf(location.pathname);
  }
}

export const route = new Route();

/** Follow links inside the page without reloading it; leave new tabs and downloads to the browser. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest?.("a");
  const path = link?.getAttribute("href");
  if (!link || !path?.startsWith("/") || link.target) return;
  event.preventDefault();
  route.go(path);
}
