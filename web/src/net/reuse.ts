/** The new picture, built from the same objects as the old one wherever nothing has changed: these are not redrawn. */
export function reuse<T>(old: unknown, next: T): T {
  if (Object.is(old, next) || !isObject(next) || !isObject(old) || Array.isArray(next) !== Array.isArray(old)) return next;
  const merged = Array.isArray(next) ? reuseItems(old as unknown[], next) : reuseFields(old as Fields, next as Fields);
  return merged as T;
}

type Fields = Record<string, unknown>;
const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

function reuseFields(old: Fields, next: Fields): Fields {
  const keys = Object.keys(next);
  let isSame = keys.length === Object.keys(old).length;
  const merged: Fields = {};
  for (const key of keys) {
    merged[key] = reuse(old[key], next[key]);
    if (!Object.is(merged[key], old[key])) isSame = false;
  }
  return isSame ? old : merged;
}

/** Items are matched by their id or text, not by their place: a removed card shifts all that follow. */
function reuseItems(old: unknown[], next: unknown[]): unknown[] {
  const named = new Map<unknown, unknown>();
  for (const item of old) {
    const name = identityOf(item);
    if (name !== undefined) named.set(name, item);
  }
  let isSame = old.length === next.length;
  const merged = next.map((item, place) => {
    const name = identityOf(item);
    const found = reuse(name === undefined ? old[place] : named.get(name), item);
    if (!Object.is(found, old[place])) isSame = false;
    return found;
  });
  return isSame ? old : merged;
}

const identityOf = (item: unknown): unknown => (isObject(item) ? ((item as Fields).id ?? (item as Fields).text) : undefined);
