import type {
  Account,
  AskReview,
  Block,
  Bring,
  Changed,
  ChannelTest,
  Created,
  Curve,
  EarlierGames,
  EnterLeague,
  FeedChoice,
  GoBack,
  Home,
  Invitable,
  Invitation,
  InvitePeople,
  JoinCode,
  LeagueShown,
  LeaguesNow,
  Learn,
  Learner,
  Me,
  NewChannel,
  NewLeague,
  NewTable,
  NewToken,
  NewVacation,
  NoticeChoices,
  NoticeSettings,
  OperatorNow,
  Pass,
  PassInfo,
  PeopleNow,
  PlayDaily,
  PlayFrom,
  PrivateNote,
  PracticeNow,
  Preferences,
  Problem,
  Profile,
  PuzzleShown,
  PuzzleSolved,
  RatingsNow,
  Reach,
  RecoveryCode,
  RematchMade,
  RematchWish,
  ReplayLink,
  Result,
  ReviewBoard,
  ReviewNow,
  Rules,
  SignOut,
  TableNotices,
  TableWebhook,
  TableWebhookShown,
  TakeBack,
  TakeSeat,
  TokenInfo,
  TokenMade,
  TryPuzzle,
  VacationNow,
} from "../protocol";
import { INVITATION_HEADER, REPLAY_HEADER } from "../protocol";

/** Its message can be shown to people. */
export class ApiError extends Error {}

export const fetchHome = (): Promise<Home> => ask<Home>("/api/home");

export const fetchRules = (game: string): Promise<Rules> => ask<Rules>(`/api/games/${encodeURIComponent(game)}/rules`);

export const fetchLearn = (game: string): Promise<Learn> => ask<Learn>(`/api/games/${encodeURIComponent(game)}/learn`);

export const startGuided = (game: string, learner: Learner): Promise<Created> => post<Created>(`/api/games/${encodeURIComponent(game)}/learn`, learner);

export const fetchCurve = (id: string): Promise<Curve> => ask<Curve>(`/api/tables/${encodeURIComponent(id)}/curve`);

/** This person's results of finished games, the oldest first. */
export const fetchResults = (): Promise<Result[]> => ask<Result[]>("/api/me/results");

export const fetchReview = (id: string): Promise<ReviewNow> => ask<ReviewNow>(`/api/tables/${encodeURIComponent(id)}/review`);

/** The end of a finished game, to draw pieces from. */
export const fetchReviewBoard = (id: string): Promise<ReviewBoard> => ask<ReviewBoard>(`/api/tables/${encodeURIComponent(id)}/review/board`);

export const askReview = (id: string, wish: AskReview): Promise<ReviewNow> => post<ReviewNow>(`/api/tables/${encodeURIComponent(id)}/review`, wish);

/** Starts a game against bots at a move of a finished one. */
export const playFrom = (id: string, wish: PlayFrom): Promise<Created> => post<Created>(`/api/tables/${encodeURIComponent(id)}/from`, wish);

export const fetchPractice = (): Promise<PracticeNow> => ask<PracticeNow>("/api/practice");

export const playDaily = (wish: PlayDaily): Promise<Created> => post<Created>("/api/daily", wish);

export const fetchPuzzle = (id: string): Promise<PuzzleShown> => ask<PuzzleShown>(`/api/puzzles/${encodeURIComponent(id)}`);

export const tryPuzzle = (id: string, wish: TryPuzzle): Promise<PuzzleSolved> => post<PuzzleSolved>(`/api/puzzles/${encodeURIComponent(id)}`, wish);

/** Starts a game at the puzzle's position. */
export const playPuzzle = (id: string): Promise<Created> => post<Created>(`/api/puzzles/${encodeURIComponent(id)}/table`, {});

export const fetchRatings = (): Promise<RatingsNow> => ask<RatingsNow>("/api/ratings");

export const fetchLeagues = (): Promise<LeaguesNow> => ask<LeaguesNow>("/api/leagues");

export const fetchLeague = (id: string): Promise<LeagueShown> => ask<LeagueShown>(`/api/leagues/${encodeURIComponent(id)}`);

export const makeLeague = (league: NewLeague): Promise<Created> => post<Created>("/api/leagues", league);

export const enterLeague = (id: string, wish: EnterLeague): Promise<LeagueShown> => post<LeagueShown>(`/api/leagues/${encodeURIComponent(id)}/enter`, wish);

export const changeLeague = (id: string, deed: "withdraw" | "start" | "cancel"): Promise<LeagueShown> => post<LeagueShown>(`/api/leagues/${encodeURIComponent(id)}/${deed}`, {});

export const createTable = (table: NewTable): Promise<Created> => post<Created>("/api/tables", table);

export const takeSeat = (id: string, wish: TakeSeat): Promise<Created> => post<Created>(`/api/tables/${encodeURIComponent(id)}/seat`, wish);

/** Starts another game with the same people. */
export const wantRematch = (id: string, wish: RematchWish): Promise<RematchMade> => post<RematchMade>(`/api/tables/${encodeURIComponent(id)}/rematch`, wish);

/** What one is invited to, before one sits down.  The secret is not in the address: addresses end up in logs. */
export const fetchInvitation = (id: string, secret: string): Promise<Invitation> =>
  ask<Invitation>(`/api/tables/${encodeURIComponent(id)}/invitation`, { headers: secret ? { [INVITATION_HEADER]: secret } : {} });

/** The table with a code that somebody has told me. */
export const findByCode = (code: string): Promise<JoinCode> => ask<JoinCode>(`/api/join/${encodeURIComponent(code)}`);

/** Under which addresses others reach this server; the server tells only its own computer. */
export const fetchReach = (): Promise<Reach> => ask<Reach>("/api/reach");

export const fetchNote = (id: string): Promise<PrivateNote> => ask<PrivateNote>(`/api/tables/${encodeURIComponent(id)}/note`);

export const keepNote = (id: string, note: PrivateNote): Promise<PrivateNote> => post<PrivateNote>(`/api/tables/${encodeURIComponent(id)}/note`, note);

/** The link to the replay of a finished game: the one that there is, another one, or none any more. */
export const replayLink = (id: string, method: "GET" | "POST" | "DELETE"): Promise<ReplayLink> => ask<ReplayLink>(`/api/tables/${encodeURIComponent(id)}/replay-link`, { method });

export const fetchReplayCurve = (secret: string): Promise<Curve> => ask<Curve>("/api/replay/curve", { headers: { [REPLAY_HEADER]: secret } });

export const makePass = (): Promise<Pass> => post<Pass>("/api/me/pass", {});

/** Whose link this is; looking does not use it up. */
export const lookAtPass = (secret: string): Promise<PassInfo> => post<PassInfo>("/api/me/pass/look", { secret });

/** Comes in on a server by invitation. */
export const acceptInvitation = (secret: string): Promise<null> => post<null>("/api/me/invited", { secret });

/** How the server is doing; for whoever has the operator's token. */
export const fetchOperator = (token: string): Promise<OperatorNow> => ask<OperatorNow>("/api/operator", { headers: { Authorization: `Bearer ${token}` } });

export const usePass = (secret: string): Promise<Me> => post<Me>("/api/me/move", { secret });

/** The games of guests who played in this browser before, and those that were moved to somebody else. */
export const fetchEarlier = (): Promise<EarlierGames> => ask<EarlierGames>("/api/me/earlier");

export const bringGames = (wish: Bring): Promise<Changed> => post<Changed>("/api/me/bring", wish);

export const takeGamesBack = (wish: TakeBack): Promise<Changed> => post<Changed>("/api/me/take-back", wish);

/** Become a guest again who played in this browser before. */
export const goBack = (wish: GoBack): Promise<Me> => post<Me>("/api/me/back", wish);

export const openAccount = (account: Account): Promise<Me> => post<Me>("/api/me/account", account);

export const signIn = (account: Account): Promise<Me> => post<Me>("/api/me/sign-in", account);

export const signOut = (wish: SignOut): Promise<null> => post<null>("/api/me/sign-out", wish);

/** What I am called, and my colour and shape, at new tables. */
export const keepPreferences = (wish: Partial<Preferences>): Promise<Me> => post<Me>("/api/me/preferences", wish);

/** The card about lost games has been read. */
export const putWarningAway = (): Promise<null> => post<null>("/api/me/warned", {});

/** A code that signs any browser in as me; an older one ends. */
export const makeRecovery = (): Promise<RecoveryCode> => post<RecoveryCode>("/api/me/recovery", {});

export const revokeRecovery = (): Promise<Me> => ask<Me>("/api/me/recovery", { method: "DELETE" });

export const recover = (code: string): Promise<Me> => post<Me>("/api/me/recover", { code });

export const fetchVacation = (): Promise<VacationNow> => ask<VacationNow>("/api/me/vacation");

/** Away from now on for so many days; 0: back. */
export const changeVacation = (wish: NewVacation): Promise<VacationNow> => post<VacationNow>("/api/me/vacation", wish);

/** Those I have played with. */
export const fetchPeople = (): Promise<PeopleNow> => ask<PeopleNow>("/api/people");

export const fetchPerson = (who: string): Promise<Profile> => ask<Profile>(`/api/people/${encodeURIComponent(who)}`);

export const blockPerson = (who: string, wish: Block): Promise<PeopleNow> => post<PeopleNow>(`/api/people/${encodeURIComponent(who)}/block`, wish);

/** Whom I could invite to this table, and whom I have. */
export const fetchInvitable = (id: string): Promise<Invitable[]> => ask<Invitable[]>(`/api/tables/${encodeURIComponent(id)}/invite`);

export const invitePeople = (id: string, wish: InvitePeople): Promise<Invitable[]> => post<Invitable[]>(`/api/tables/${encodeURIComponent(id)}/invite`, wish);

export const declineInvitation = (id: string): Promise<null> => post<null>(`/api/tables/${encodeURIComponent(id)}/decline`, {});

/** The tokens of my programs. */
export const fetchTokens = (): Promise<TokenInfo[]> => ask<TokenInfo[]>("/api/me/tokens");

export const makeToken = (wish: NewToken): Promise<TokenMade> => post<TokenMade>("/api/me/tokens", wish);

export const revokeToken = (id: string): Promise<null> => ask<null>(`/api/me/tokens/${encodeURIComponent(id)}`, { method: "DELETE" });

/** How I am told that a game waits for me; every call that changes it answers with the whole of it. */
export const fetchNotices = (): Promise<NoticeSettings> => ask<NoticeSettings>("/api/me/notices");

export const chooseNotices = (choices: NoticeChoices): Promise<NoticeSettings> => post<NoticeSettings>("/api/me/notices", choices);

export const addChannel = (channel: NewChannel): Promise<NoticeSettings> => post<NoticeSettings>("/api/me/notices/channels", channel);

export const removeChannel = (id: string): Promise<NoticeSettings> => ask<NoticeSettings>(`/api/me/notices/channels/${encodeURIComponent(id)}`, { method: "DELETE" });

export const testChannel = (id: string): Promise<ChannelTest> => post<ChannelTest>(`/api/me/notices/channels/${encodeURIComponent(id)}/test`, {});

export const switchFeed = (wish: FeedChoice): Promise<NoticeSettings> => post<NoticeSettings>("/api/me/notices/feed", wish);

export const switchTableNotices = (id: string, wish: TableNotices): Promise<NoticeSettings> => post<NoticeSettings>(`/api/tables/${encodeURIComponent(id)}/notices`, wish);

export const fetchTableWebhook = (id: string): Promise<TableWebhookShown> => ask<TableWebhookShown>(`/api/tables/${encodeURIComponent(id)}/webhook`);

export const setTableWebhook = (id: string, wish: TableWebhook): Promise<TableWebhookShown> => post<TableWebhookShown>(`/api/tables/${encodeURIComponent(id)}/webhook`, wish);

/** In bytes; the server has the same limit. */
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
