import type { Created, Home, NewTable, Problem, Rules } from "../protocol";

/** Carries words that can be shown as they are. */
export class ApiError extends Error {}

export const fetchHome = (): Promise<Home> => ask<Home>("/api/home");

export const fetchRules = (game: string): Promise<Rules> => ask<Rules>(`/api/games/${encodeURIComponent(game)}/rules`);

export function createTable(table: NewTable): Promise<Created> {
  const headers = { "Content-Type": "application/json" };
  return ask<Created>("/api/tables", { method: "POST", headers, body: JSON.stringify(table) });
}

export const deleteTable = (id: string): Promise<null> => ask<null>(`/api/tables/${encodeURIComponent(id)}`, { method: "DELETE" });

export function wordsOf(error: unknown): string {
  return error instanceof ApiError ? error.message : "Something went wrong in this page. Reload it; nothing is lost.";
}

async function ask<T>(path: string, init?: RequestInit): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, init);
  } catch {
    throw new ApiError("The server does not answer. Is it still running? Try again when it is.");
  }
  if (answer.ok) return (answer.status === 204 ? null : await answer.json()) as T;
  const problem = (await answer.json().catch(() => null)) as Problem | null;
  throw new ApiError(problem?.words ?? `The server answered with an error (${answer.status}). Try again.`);
}
