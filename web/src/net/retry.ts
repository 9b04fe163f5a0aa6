const LONGEST_WAIT = 10_000;

/** How long to wait before the nth try; a little chance keeps many browsers from coming back all at once. */
export function waitBefore(attempt: number, chance = Math.random()): number {
  return Math.min(LONGEST_WAIT, 500 * 2 ** attempt) * (0.75 + chance / 2);
}

/** Is there no use in coming back?  The server closes with a code of ours then, and a proxy in between with 1008. */
export const isFinal = (code: number): boolean => code === 1008 || (code >= 4000 && code < 5000);
