/** What this browser keeps between visits.  A private window may refuse to store it; everything works without. */

export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(`skerry.${key}`, JSON.stringify(value));
  } catch {
    // Refused or full.
  }
}

export function recall<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`skerry.${key}`);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}
