/** Pages with plain addresses: `/`, `/t/<id>` and its `/review`, `/learn/<game>`, `/practice` and its puzzles, `/move`, where a link to another device leads, and `/bring`, with the games of whoever played here before.  All else is a mistake. */

export type Place =
  | { page: "front" }
  | { page: "move" }
  | { page: "bring" }
  | { page: "table"; id: string }
  | { page: "review"; id: string }
  | { page: "learn"; game: string }
  | { page: "practice" }
  | { page: "puzzle"; id: string }
  | { page: "lost" };

export function placeOf(path: string): Place {
  const [, page, id, rest] = path.split("/");
  if (page === "t" && id && rest === undefined) return { page: "table", id };
  if (page === "t" && id && path === `/t/${id}/review`) return { page: "review", id };
  if (path === "/practice") return { page: "practice" };
  if (page === "practice" && id && rest === undefined) return { page: "puzzle", id };
  if (page === "learn" && id && rest === undefined) return { page: "learn", game: id };
  if (path === "/move") return { page: "move" };
  if (path === "/bring") return { page: "bring" };
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

/** Follow links inside the page without loading it anew; leave new tabs and downloads to the browser. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest?.("a");
  const path = link?.getAttribute("href");
  if (!link || !path?.startsWith("/") || link.target) return;
  event.preventDefault();
  route.go(path);
}
