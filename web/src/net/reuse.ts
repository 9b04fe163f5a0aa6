/** The new picture, made of the old one's parts wherever nothing has changed: what is the same object is not drawn again. */
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

/** Things with a name are looked up by it: a card that leaves moves all behind it. */
function reuseItems(old: unknown[], next: unknown[]): unknown[] {
  const named = new Map<unknown, unknown>();
  for (const item of old) {
    const name = nameOf(item);
    if (name !== undefined) named.set(name, item);
  }
  let isSame = old.length === next.length;
  const merged = next.map((item, place) => {
    const name = nameOf(item);
    const found = reuse(name === undefined ? old[place] : named.get(name), item);
    if (!Object.is(found, old[place])) isSame = false;
    return found;
  });
  return isSame ? old : merged;
}

const nameOf = (item: unknown): unknown => (isObject(item) ? ((item as Fields).id ?? (item as Fields).text) : undefined);
