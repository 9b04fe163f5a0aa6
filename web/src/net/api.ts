import type {
  Account,
  AskReview,
  Bring,
  Changed,
  Created,
  Curve,
  EarlierGames,
  GoBack,
  Home,
  Learn,
  Learner,
  Me,
  NewTable,
  Pass,
  PassInfo,
  PlayDaily,
  PlayFrom,
  PracticeNow,
  Problem,
  PuzzleShown,
  PuzzleSolved,
  Result,
  ReviewBoard,
  ReviewNow,
  Rules,
  SignOut,
  TakeBack,
  TakeSeat,
  TryPuzzle,
} from "../protocol";

/** Carries words that can be shown as they are. */
export class ApiError extends Error {}

export const fetchHome = (): Promise<Home> => ask<Home>("/api/home");

export const fetchRules = (game: string): Promise<Rules> => ask<Rules>(`/api/games/${encodeURIComponent(game)}/rules`);

export const fetchLearn = (game: string): Promise<Learn> => ask<Learn>(`/api/games/${encodeURIComponent(game)}/learn`);

export const startGuided = (game: string, learner: Learner): Promise<Created> => post<Created>(`/api/games/${encodeURIComponent(game)}/learn`, learner);

export const fetchCurve = (id: string): Promise<Curve> => ask<Curve>(`/api/tables/${encodeURIComponent(id)}/curve`);

/** What this person has reached in games that are over, the oldest first. */
export const fetchResults = (): Promise<Result[]> => ask<Result[]>("/api/me/results");

export const fetchReview = (id: string): Promise<ReviewNow> => ask<ReviewNow>(`/api/tables/${encodeURIComponent(id)}/review`);

/** The end of a finished game, to draw pieces from. */
export const fetchReviewBoard = (id: string): Promise<ReviewBoard> => ask<ReviewBoard>(`/api/tables/${encodeURIComponent(id)}/review/board`);

export const askReview = (id: string, wish: AskReview): Promise<ReviewNow> => post<ReviewNow>(`/api/tables/${encodeURIComponent(id)}/review`, wish);

/** A game against bots that begins where a finished one stood. */
export const playFrom = (id: string, wish: PlayFrom): Promise<Created> => post<Created>(`/api/tables/${encodeURIComponent(id)}/from`, wish);

export const fetchPractice = (): Promise<PracticeNow> => ask<PracticeNow>("/api/practice");

export const playDaily = (wish: PlayDaily): Promise<Created> => post<Created>("/api/daily", wish);

export const fetchPuzzle = (id: string): Promise<PuzzleShown> => ask<PuzzleShown>(`/api/puzzles/${encodeURIComponent(id)}`);

export const tryPuzzle = (id: string, wish: TryPuzzle): Promise<PuzzleSolved> => post<PuzzleSolved>(`/api/puzzles/${encodeURIComponent(id)}`, wish);

/** A table that begins with the puzzle's position. */
export const playPuzzle = (id: string): Promise<Created> => post<Created>(`/api/puzzles/${encodeURIComponent(id)}/table`, {});

export const createTable = (table: NewTable): Promise<Created> => post<Created>("/api/tables", table);

export const takeSeat = (id: string, wish: TakeSeat): Promise<Created> => post<Created>(`/api/tables/${encodeURIComponent(id)}/seat`, wish);

/** The same people once more. */
export const playAgain = (id: string): Promise<Created> => post<Created>(`/api/tables/${encodeURIComponent(id)}/rematch`, {});

export const makePass = (): Promise<Pass> => post<Pass>("/api/me/pass", {});

/** Whose link it is; it can still be used. */
export const lookAtPass = (secret: string): Promise<PassInfo> => post<PassInfo>("/api/me/pass/look", { secret });

export const usePass = (secret: string): Promise<Me> => post<Me>("/api/me/move", { secret });

/** What guests who played in this browser before have, and have given away. */
export const fetchEarlier = (): Promise<EarlierGames> => ask<EarlierGames>("/api/me/earlier");

export const bringGames = (wish: Bring): Promise<Changed> => post<Changed>("/api/me/bring", wish);

export const takeGamesBack = (wish: TakeBack): Promise<Changed> => post<Changed>("/api/me/take-back", wish);

/** Be a guest again who played in this browser before. */
export const goBack = (wish: GoBack): Promise<Me> => post<Me>("/api/me/back", wish);

export const openAccount = (account: Account): Promise<Me> => post<Me>("/api/me/account", account);

export const signIn = (account: Account): Promise<Me> => post<Me>("/api/me/sign-in", account);

export const signOut = (wish: SignOut): Promise<null> => post<null>("/api/me/sign-out", wish);

/** Larger files are no saved games; the server says the same. */
const LARGEST_FILE = 5_000_000;

export function openSaved(file: File): Promise<Created> {
  if (file.size > LARGEST_FILE) return Promise.reject(new ApiError("This file is larger than 5 MB, so it is not a saved game."));
  return ask<Created>("/api/matches", { method: "POST", headers: { "Content-Type": "application/json" }, body: file });
}

export const deleteTable = (id: string): Promise<null> => ask<null>(`/api/tables/${encodeURIComponent(id)}`, { method: "DELETE" });

export function wordsOf(error: unknown): string {
  return error instanceof ApiError ? error.message : "Something went wrong on this page. Reload it: nothing is lost.";
}

function post<T>(path: string, body: unknown): Promise<T> {
  return ask<T>(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
}

async function ask<T>(path: string, init?: RequestInit): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, init);
  } catch {
    throw new ApiError("The server is not answering. Check that it is still running, then try again.");
  }
  if (answer.ok) return (answer.status === 204 ? null : await answer.json()) as T;
  const problem = (await answer.json().catch(() => null)) as Problem | null;
  throw new ApiError(problem?.words ?? `The server reported an error (${answer.status}). Please try again.`);
}
