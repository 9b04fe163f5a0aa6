"""Makes the review of a finished match: the expected result turn by turn, luck apart from decisions, and better moves.

This is where a review begins: `review` runs its stages in order, as long as there is time.  A turn changes what
everybody can expect by what its seat decided, compared with what the bots would have done with the same knowledge; dice
and draws change it again.  Both kinds of step are measured in pairs (measure.py), and chain.py puts them together so
that luck + decisions = end − start, exactly.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Future

from msgspec.structs import replace

from skerry.bots import Observer
from skerry.bots.levels import judgement_of
from skerry.brain.continuation import NO_LIMIT
from skerry.core.rng import Rng
from skerry.core.state import CHANCE, State
from skerry.match import Match, MatchError
from skerry.teacher.hints.shrink import shrunk_gap
from skerry.teacher.hints.sums import score_parts, told_points
from skerry.teacher.pairs import Ending, MeanEstimate, ending, size
from skerry.teacher.review.better import Better, is_reportable, is_told, search_regret, tells_points
from skerry.teacher.review.chain import Link, Measure, fit_positions, measurement
from skerry.teacher.review.depth import Depth, Progress
from skerry.teacher.review.findings import (
    TurnTexts,
    best_turn,
    largest_first,
    ledgers,
    swings,
    turning,
    turning_points,
)
from skerry.teacher.review.measure import (
    Samples,
    Swing,
    decision_swing,
    final_results,
    luck_effect,
    luck_swing,
    luck_trial,
    turn_effect,
)
from skerry.teacher.review.model import CHANCE_SEAT, Best, Missed, Review, Spot
from skerry.teacher.review.race import Race
from skerry.teacher.review.turns import known_before, turn_name, turns_of
from skerry.workers import Pool, processor_clock

OPEN_TURNS_AHEAD = 2  # of each seat, before the judgement is asked
SECRET_TURNS_AHEAD = 8  # the same in games with much hidden information: it must have been revealed by then
SECRET_ERROR = 4  # how many times larger the error of the judgement is there
PAIRS = 3  # of a turn in one batch
SECRET_PAIRS = 2  # they take longer
PLAYOUTS = 4  # to the end, in one batch
SIMULATIONS = 40  # of the search that says which turns to look at
ANCHORS = 10  # positions that are played to the end, spread over the game
SWING_PAIRS = 5  # of a possible turning point, in one batch
SWING_BATCHES = 20
LUCK_TURNS_AHEAD = 12, 6, 3, 1, 0  # for dice and draws, tried in this order after the whole game
LUCK_SHARE = 0.3  # of the time for the curve
LUCK_TRIALS = 4  # places where it is measured how far luck can be followed
LUCK_TRIAL_PAIRS = 8
LEAST_LUCK_PAIRS = 24  # for one place

ENOUGH = 0.5  # of the processor time that a review is meant to have: with less, it says so

# The systematic error of a step, however often it is measured: in chances to win, and in points per `least_gap`.
DECISION_ERROR = 0.03, 1.0
LUCK_ERROR = 0.005, 0.2
NO_VARIANCE = 1e-10  # of a step between two turns with no dice or draws between them


def check_reviewable(match: Match) -> None:
    """MatchError if this match cannot be reviewed."""
    if not match.over:
        raise MatchError("this game is not over yet; a review would reveal hidden information")
    if judgement_of(match.game.name) is None:
        raise MatchError(f"the bots have not learnt {match.game.title} yet, so they cannot review it")
    if not turns_of(match):
        raise MatchError("no decisions were made in this game, so there is nothing to review")


def review(
    match: Match,
    seats: Sequence[int],
    depth: Depth,
    seed: int,
    pool: Pool,
    tell: Progress = lambda what, share: None,
    clock: Callable[[], float] | None = None,
) -> Review:
    """Review the match within the time of `depth`, looking for better moves of these seats; `tell` reports progress."""
    check_reviewable(match)
    clock = clock or processor_clock(lambda: pool.spent / pool.count, depth.patience)
    began, spent_before = clock(), pool.spent

    def left(share: float) -> float:
        return began + depth.seconds * share - clock()

    reviewing = ReviewRun(match, seed, pool, tell)
    reviewing.estimate_end(depth.batches)
    reviewing.measure_luck(depth.luck, LUCK_SHARE * depth.curve * depth.seconds * pool.count)
    reviewing.measure_turns(depth.batches, lambda: left(0.7 * depth.curve) > 0)
    reviewing.measure_anchors(depth.batches, lambda: left(depth.curve) > 0)
    reviewing.measure_swings(lambda: left(depth.curve + depth.turning) > 0)
    missed = reviewing.find_better(seats, depth, lambda: left(1.0))
    tell("Done", 1.0)
    found = reviewing.review(largest_first(missed, match.game.least_gap), depth.deep)
    spent = pool.spent - spent_before
    return replace(found, hurried=left(0.95) < 0 and spent < ENOUGH * depth.seconds * pool.count)


class ReviewRun:
    """A review being made.  Position 2i of the chain is the one before turn i, 2i + 1 the one after it."""

    def __init__(self, match: Match, seed: int, pool: Pool, tell: Progress) -> None:
        self.match = match
        self.pool = pool
        self.tell = tell
        self.rng = Rng(seed)
        self.turns = turns_of(match)
        self.known = [known_before(match, turn) for turn in self.turns]
        self.seats = len(match.seats)
        self.decided = [Samples([], []) for _ in self.turns]
        self.drawn: dict[int, Samples] = {}  # by the turn that came before
        self.ended: dict[int, Samples] = {}  # by the turn that follows
        self.swings: dict[int, Swing] = {}  # by the step of the chain
        self.end = ending(match.game, match.state)
        self.end_points = [float(points) for points in self.end.points]
        self.playouts = 0
        judgement = judgement_of(match.game.name)
        self.has_secrets = judgement is not None and judgement.has_secrets()

    def seed(self) -> int:
        return int(self.rng.word())

    def round_of(self, move: int) -> int:
        return self.match.game.round(self.match.at(min(move, len(self.match.moves))))

    def tell_round(self, number: int, share: float) -> None:
        """Report progress, in rounds if the game has them."""
        now, last = self.round_of(self.turns[number].first), self.round_of(self.turns[-1].first)
        what = f"Reading your game: round {now} of {last}" if now else "Reading your game"
        self.tell(what, share)

    def at(self, number: int) -> State:
        """The state after `number` moves; a game that was broken off is treated as still running."""
        state = self.match.at(number)
        if self.match.broken_off:
            state.over = False
        return state

    # ---- measuring
    def estimate_end(self, batches: int) -> None:
        """A game that was broken off has no result, only what could be expected at that point."""
        if not self.match.broken_off:
            return
        state = self.at(len(self.match.moves))
        known = Observer(self.match.game, state, int(state.to_move()))
        seen = Samples([], [])
        for future in [self.pool.submit(final_results, known, PLAYOUTS, self.seed()) for _ in range(batches)]:
            seen.add(future.result())
        self.playouts += len(seen.wins)
        self.end_points = measurement(seen.points, 0.0).mean
        wins = measurement(seen.wins, 0.0).mean
        self.end = Ending(tuple(wins), tuple(round(points) for points in self.end_points), ())

    def gaps(self) -> list[tuple[int, int, int]]:
        """The turns that dice and draws followed: the turn's number, the move after it, the next turn's first move."""
        found = []
        for number, turn in enumerate(self.turns):
            after = self.turns[number + 1].first if number + 1 < len(self.turns) else len(self.match.moves)
            if any(move.entry.seat == CHANCE for move in self.match.moves[turn.after : after]):
                found.append((number, turn.after, after))
        return found

    def measure_luck(self, error: float, seconds: float) -> None:
        """Luck is measured from the true state; it rates chance, not players."""
        game, gaps = self.match.game, self.gaps()
        if not gaps:
            return
        error /= len(gaps) ** 0.5
        turns, pairs = self.luck_effort(gaps, error, seconds)
        waiting = []
        for number, first, after in gaps:
            ends_of_gap = self.at(first), self.at(after)
            waiting.append(
                (number, self.pool.submit(luck_effect, game, *ends_of_gap, turns, error, pairs, self.seed()))
            )
        for place, (number, future) in enumerate(waiting):
            self.drawn[number] = future.result()
            self.tell_round(number, 0.15 * (place + 1) / len(waiting))

    def luck_effort(self, gaps: list[tuple[int, int, int]], error: float, seconds: float) -> tuple[int, int]:
        """How many turns to follow luck with this error in this time, and the most pairs for one place.

        The value of a card may show only at the end of the game, but the noise grows until then, too.  Trials find out
        how far one can go; where they underestimate, it may take twice the time at most.  Trials use the same seed in
        every review of a match, so that two reviews measure luck in the same way.
        """
        rng = Rng(len(self.match.moves))
        tried = gaps[len(gaps) // 4 :: max(1, len(gaps) // LUCK_TRIALS)][:LUCK_TRIALS]
        for rounds in (None, *LUCK_TURNS_AHEAD):
            turns = NO_LIMIT if rounds is None else rounds * self.seats
            waiting = []
            for _, first, after in tried:
                ends_of_gap = self.at(first), self.at(after)
                job = self.pool.submit(
                    luck_trial, self.match.game, *ends_of_gap, turns, LUCK_TRIAL_PAIRS, int(rng.word())
                )
                waiting.append(job)
            trials = [future.result() for future in waiting]
            pairs = max(LEAST_LUCK_PAIRS, int(max(trial.variance for trial in trials) / error**2))
            affordable = int(seconds / len(gaps) / max(1e-9, *(trial.seconds for trial in trials)))
            if pairs <= affordable:
                break
        return turns, max(LEAST_LUCK_PAIRS, min(4 * pairs, 2 * affordable))

    def measure_turns(self, batches: int, goes_on: Callable[[], bool]) -> None:
        """Measure every turn with the same number of pairs, at least one batch each."""
        ahead = (SECRET_TURNS_AHEAD if self.has_secrets else OPEN_TURNS_AHEAD) * self.seats
        pairs = SECRET_PAIRS if self.has_secrets else PAIRS
        for batch in range(batches):
            if batch > 0 and not goes_on():
                break
            waiting: list[Future[Samples]] = [
                self.pool.submit(turn_effect, observer, turn.actions, pairs, ahead, self.seed())
                for turn, observer in zip(self.turns, self.known, strict=True)
            ]
            for number, future in enumerate(waiting):
                self.decided[number].add(future.result())
                if batch == 0:
                    self.tell_round(number, 0.15 + 0.2 * (number + 1) / len(self.turns))

    def measure_anchors(self, batches: int, goes_on: Callable[[], bool]) -> None:
        """Play some positions to the end, the first one most often: they anchor the chain."""
        stride = max(1, len(self.turns) // ANCHORS)
        places = list(range(0, len(self.turns), stride))
        for batch in range(batches):
            if batch > 0 and not goes_on():
                break
            order = [0, *places]
            waiting = [
                (place, self.pool.submit(final_results, self.known[place], PLAYOUTS, self.seed())) for place in order
            ]
            for number, (place, future) in enumerate(waiting):
                self.ended.setdefault(place, Samples([], [])).add(future.result())
                self.playouts += PLAYOUTS
                if batch == 0:
                    self.tell_round(place, 0.35 + 0.2 * (number + 1) / len(order))

    def measure_swings(self, goes_on: Callable[[], bool]) -> None:
        """Play to the end, again and again, from before and after the steps that seem to have moved most."""
        if self.seats == 1:
            return
        places = swings(self.turns, self.steps(True))
        for batch in range(SWING_BATCHES):
            if batch > 0 and not goes_on():
                break
            waiting = [(place, self.submit_swing(place)) for place in places]
            for place, future in waiting:
                self.swings.setdefault(place, Swing([], [])).add(future.result())
                self.playouts += 2 * SWING_PAIRS

    def submit_swing(self, place: int) -> Future[Swing]:
        number, is_luck = divmod(place, 2)
        turn = self.turns[number]
        if not is_luck:
            return self.pool.submit(decision_swing, self.known[number], turn.actions, SWING_PAIRS, self.seed())
        after = self.turns[number + 1].first if number + 1 < len(self.turns) else len(self.match.moves)
        return self.pool.submit(
            luck_swing, self.match.game, self.at(turn.after), self.at(after), SWING_PAIRS, self.seed()
        )

    def find_better(self, seats: Sequence[int], depth: Depth, left: Callable[[], float]) -> list[Missed]:
        """Look first at the turns that seem costliest, by the measured effects and by a search: each sees what the
        other misses.  `left` returns the seconds that remain."""
        own = [number for number, turn in enumerate(self.turns) if turn.seat in seats and self.decided[number].wins]
        regrets = []
        for number in own:
            taken, seed = self.turns[number].actions[0], self.seed()
            regrets.append((number, self.pool.submit(search_regret, self.known[number], taken, SIMULATIONS, seed)))
        searched = {number: -future.result() for number, future in regrets}
        regretted, costly = sorted(own, key=lambda number: searched[number]), sorted(own, key=self.cost)
        either = dict.fromkeys(number for both in zip(regretted, costly, strict=True) for number in both)
        race = Race(self.turns, self.known, depth, self.pool, self.seed, self.tell)
        shown = race.run(list(either), regretted, left)
        self.playouts += race.playouts
        reported = [number for number, better in shown.items() if is_reportable(better.gap, race.threshold)]
        missed = [self.missed(number, shown[number]) for number in reported]
        return [one for one in missed if is_told(one.gap, self.match.game.least_gap)]

    def cost(self, number: int) -> float:
        """What the turn changed for its seat; negative if it lost something."""
        seat, seen = self.turns[number].seat, self.decided[number]
        points = sum(row[seat] for row in seen.points) / len(seen.points)
        wins = sum(row[seat] for row in seen.wins) / len(seen.wins)
        return size(points, wins, self.match.game.least_gap)

    def missed(self, number: int, found: Better) -> Missed:
        turn, game = self.turns[number], self.match.game
        state, names, texts = self.match.at(turn.first), self.match.names, self.match.actions
        gap = shrunk_gap(found.gap, game)
        told = told_points(gap.points.mean)
        return Missed(
            move=turn.first,
            seat=turn.seat,
            round=game.round(state),
            played=turn_name(game, state, turn.actions).format(*names),
            better=turn_name(game, state, (found.action, *found.line)).format(*names),
            text=texts.text(found.action),
            gap=gap,
            line=[texts.text(action) for action in found.line],
            parts=list(score_parts(gap.categories, told)) if tells_points(gap, game.least_gap) else [],
        )

    # ---- putting it together
    def steps(self, is_win: bool) -> list[Measure]:
        """What each turn, and the dice and draws after it, changed."""
        kind = 0 if is_win else 1
        unit = 1.0 if is_win else self.match.game.least_gap
        zero = [0.0] * self.seats
        error = DECISION_ERROR[kind] * (SECRET_ERROR if self.has_secrets else 1)
        steps: list[Measure] = []
        for number, seen in enumerate(self.decided):
            # A turn that could be replayed in fewer than two imagined states has no measurement.
            rows = seen.of(is_win)
            steps.append(measurement(rows, error * unit) if len(rows) > 1 else Measure(zero, unit**2))
            after = self.drawn.get(number)
            luck_error = LUCK_ERROR[kind] * unit
            steps.append(measurement(after.of(is_win), luck_error) if after else Measure(zero, NO_VARIANCE))
        return steps

    def chain(self, is_win: bool) -> tuple[list[Link], list[Measure]]:
        """The positions from before the first turn to the end, and the steps between them."""
        steps, least = self.steps(is_win), 0.02 if is_win else 0.5 * self.match.game.least_gap
        direct = {2 * number: [measurement(seen.of(is_win), least)] for number, seen in self.ended.items()}
        end = list(self.end.wins) if is_win else self.end_points
        return fit_positions(steps, direct, end), steps

    def review(self, missed: list[Missed], deep: bool) -> Review:
        (wins, win_steps), (points, point_steps) = self.chain(True), self.chain(False)
        story = TurnTexts(self.match)
        spots: list[Spot] = []
        place_of: dict[int, int] = {}  # by the step of the chain
        for number, turn in enumerate(self.turns):
            after = self.turns[number + 1].first if number + 1 < len(self.turns) else len(self.match.moves)
            place_of[2 * number] = len(spots)
            spots.append(self.spot(story, turn.first, turn.after, turn.seat, 2 * number + 1, points, wins))
            if number in self.drawn:
                place_of[2 * number + 1] = len(spots)
                spots.append(self.spot(story, turn.after, after, CHANCE_SEAT, 2 * number + 2, points, wins))
        tried = [turning(place_of[step], swing) for step, swing in self.swings.items() if len(swing.before) > 1]
        return Review(
            start=self.spot(story, 0, self.turns[0].first, CHANCE_SEAT, 0, points, wins),
            spots=spots,
            end=self.end,
            points=ledgers(self.turns, point_steps, points),
            win=ledgers(self.turns, win_steps, wins),
            missed=missed,
            turning=turning_points(spots, tried),
            best=[self.best(point_steps, win_steps, seat, place_of) for seat in range(self.seats)],
            playouts=self.playouts,
            looks=sum(len(seen.wins) for seen in [*self.decided, *self.drawn.values()]),
            deep=deep,
            broken_off=self.match.broken_off,
        )

    def best(self, points: list[Measure], wins: list[Measure], seat: int, place_of: dict[int, int]) -> Best | None:
        found = best_turn(self.turns, (points, wins), seat, self.match.game.least_gap)
        return None if found is None else replace(found, spot=place_of[2 * found.spot])

    def spot(
        self, story: TurnTexts, first: int, move: int, seat: int, place: int, points: list[Link], wins: list[Link]
    ) -> Spot:
        now, before = (points[place], wins[place]), (points[max(0, place - 1)], wins[max(0, place - 1)])
        return Spot(
            move=move,
            first=first,
            seat=seat,
            round=self.round_of(first),
            words=story.between(first, move) if place else "",
            points=[MeanEstimate(mean, now[0].half) for mean in now[0].mean],
            win=[MeanEstimate(mean, now[1].half) for mean in now[1].mean],
            changed=[b - a for a, b in zip(before[1].mean, now[1].mean, strict=True)],
            gained=[b - a for a, b in zip(before[0].mean, now[0].mean, strict=True)],
        )
