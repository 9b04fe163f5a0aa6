"""How far reviews and hints can be trusted; the figures are in docs/review.md.

    python3 play.py python bench/review.py luck GAME [--games N] [--deep]      do luck sums repeat with another seed?
    python3 play.py python bench/review.py plant GAME --keep DIR [--games N]   games with one mistake each, for …
    python3 play.py python bench/review.py planted GAME --keep DIR [--deep]    … this: are the mistakes found?
    python3 play.py python bench/review.py intervals GAME [--games N]          do 90 % intervals of few pairs hold?
    python3 play.py python bench/review.py hints GAME [--games N]              does what hints state hold?
    python3 play.py python bench/review.py alike GAME [--games N]              do equal bots get nothing for decisions?
    python3 play.py python bench/review.py claims GAME [--games N]             does what is said agree with its tables?

All of them play games of bots first.  They take minutes to hours.  `--json FILE` keeps every single result, one to a
line, as soon as it is there; what the file already holds is not measured again, so a measurement can be cut short.
"""

import argparse
import json
import time
from collections.abc import Sequence
from math import hypot, sqrt
from pathlib import Path
from random import Random
from typing import Any

from skerry.bots import Observer
from skerry.bots.bot import Budget
from skerry.bots.levels import make_bot
from skerry.games import GAMES
from skerry.match import Match, SeatPlan
from skerry.match.save import load_match, save_match
from skerry.teacher.claims import wrong_hint, wrong_puzzle, wrong_review
from skerry.teacher.hints.hint import HINT_SECONDS, think_through, word_hint
from skerry.teacher.hints.model import Hint, Stated
from skerry.teacher.hints.phrases import in_games, state_number
from skerry.teacher.hints.shrink import shrunk_gap
from skerry.teacher.hints.thought import Thought, first_thought, search_first, think_on
from skerry.teacher.pairs import NORMAL90, Gap, MeanEstimate, Pairs, gap_between
from skerry.teacher.puzzles import puzzles
from skerry.teacher.review.better import SMALL_CHANCE
from skerry.teacher.review.depth import DEEP, QUICK
from skerry.teacher.review.measure import player_of
from skerry.teacher.review.model import Missed
from skerry.teacher.review.run import LUCK_SHARE, ReviewRun, review
from skerry.teacher.review.turns import known_before, turns_of
from skerry.teacher.review.words import review_words
from skerry.workers import Pool, processor_clock

PLAYERS = {"nusfjord": 3, "tungaru": 2, "buru": 3, "_blank": 2}
LOST_POINTS, LOST_CHANCE = 6.0, 0.25  # what makes a planted move a large mistake
STRONG = 16  # simulations of the player who decides what is a mistake
TRIES = 12  # positions of a game that are tried for a mistake
GLANCE, CLOSE, MOST_PAIRS = 6, 24, 72
SEEN = 4.5, 0.13  # points and chance: half-intervals with which a large mistake can be told from none
EXPERT = 32  # simulations in every turn, of the player who says what hints are worth
PROCESSORS = 2  # that a review is meant to have


class Game:
    """A game of strong bots, and perhaps one mistake in it."""

    def __init__(self, name: str, seed: int, level: str, simulations: int) -> None:
        self.chance = Random(seed)
        seats = [SeatPlan(f"Seat {seat + 1}") for seat in range(PLAYERS[name])]
        self.match = Match(name, seats, seed=f"bench-{seed}")
        self.match.begin()
        self.bots = [make_bot(level, name, 1000 * seed + n, Budget(None, simulations)) for n in range(len(seats))]

    def choice(self) -> int:
        return self.bots[self.match.to_move or 0].choose(self.observer())

    def observer(self) -> Observer:
        assert self.match.to_move is not None
        return Observer(self.match.game, self.match.state, self.match.to_move)

    def take(self, action: int) -> None:
        assert self.match.to_move is not None
        self.match.play(self.match.to_move, self.match.actions.text(action))

    def finish(self) -> Match:
        while not self.match.over:
            self.take(self.choice())
        return self.match


class Kept:
    """Results by the name of what was measured, in a file that grows by a line at a time."""

    def __init__(self, file: Path | None) -> None:
        self.file = file
        self.rows: dict[str, dict[str, Any]] = {}
        if file is not None and file.exists():
            self.rows = {row["of"]: row for row in map(json.loads, file.read_text(encoding="utf-8").splitlines())}

    def add(self, of: str, row: dict[str, Any]) -> None:
        self.rows[of] = {"of": of, **row}
        line = json.dumps(self.rows[of])
        print(line, flush=True)
        if self.file is not None:
            with self.file.open("a", encoding="utf-8") as out:
                out.write(line + "\n")


def share(hits: Sequence[bool]) -> str:
    """How many, and where the share in all such games lies with 95 % (Wilson)."""
    n, held, z = len(hits), sum(hits), 1.96
    if n == 0:
        return "0 of 0"
    middle = (held + z * z / 2) / (n + z * z)
    half = z * sqrt(held * (n - held) / n + z * z / 4) / (n + z * z)
    return f"{held} of {n} ({held / n:.0%}, surely {middle - half:.0%} to {middle + half:.0%})"


def games(name: str, count: int, first: int = 0) -> dict[int, Match]:
    return {seed: Game(name, seed, "medium", 10).finish() for seed in range(first, first + count)}


# ---- (b) luck


def luck_trial(name: str, count: int, first: int, jobs: Pool, deep: bool, kept: Kept) -> None:
    depth = DEEP if deep else QUICK
    for number, match in games(name, count, first).items():
        if str(number) in kept.rows:
            continue
        sums, spent = [], []
        for seed in (1, 2):
            began = time.monotonic()
            reviewing = ReviewRun(match, seed, jobs, lambda what, share: None)
            reviewing.measure_luck(depth.luck, LUCK_SHARE * depth.curve * depth.seconds * PROCESSORS)
            reviewing.measure_turns(1, lambda: False)
            reviewing.measure_anchors(4, lambda: True)
            found = reviewing.review([], deep)
            sums.append([ledger.luck for ledger in found.win])
            spent.append(time.monotonic() - began)
            for ledger in [*found.points, *found.win]:
                whole = ledger.start + ledger.own + ledger.others + ledger.luck + ledger.unexplained
                assert abs(whole - ledger.end) < 1e-6, "luck and decisions do not add up"
        off = [abs(a - b) for a, b in zip(*sums, strict=True)]
        kept.add(str(number), {"luck": sums[0], "off": max(off), "seconds": max(spent)})
    within = share([row["off"] <= 0.05 for row in kept.rows.values()])
    print(f"{name}: largest difference of a seat's luck within ±0.05 in {within} games")


# ---- (a) planted mistakes


def is_mistake(gap: Gap) -> bool:
    by_points = gap.points.mean >= LOST_POINTS and gap.points.is_clear and gap.win.mean > -0.05
    return by_points or (gap.win.mean >= LOST_CHANCE and gap.win.is_clear)


def could_be_mistake(gap: Gap) -> bool:
    """If more pairs were kind to it."""
    return gap.points.mean + gap.points.half >= LOST_POINTS or gap.win.mean + gap.win.half >= LOST_CHANCE


def plant(name: str, seed: int) -> tuple[Match, dict[str, Any]] | None:
    """A game with one mistake of the first seat, and what is known of it; None if no try was large enough."""
    game = Game(name, seed, "hard", 30)
    turns = {turn.first for turn in turns_of(Game(name, seed, "medium", 5).finish()) if turn.seat == 0}
    wanted = game.chance.sample(range(len(turns)), min(TRIES, len(turns)))
    mine = -1
    judgement_turns = player_of(game.match.game).judgement
    while not game.match.over:
        best = game.choice()
        state = game.match.state
        if game.match.to_move == 0 and judgement_turns.begins_turn(state, state.ask_now()):
            mine += 1
            others = [action for action in game.observer().legal if action != best]
            if mine in wanted and others:
                worse = game.chance.choice(others)
                gap = loss(game.observer(), best, worse, seed)
                if gap is not None:
                    lost = {
                        "move": len(game.match.moves),
                        "better": game.match.actions.text(best),
                        "points": [gap.points.mean, gap.points.half],
                        "win": [gap.win.mean, gap.win.half],
                        "pairs": gap.pairs,
                    }
                    game.take(worse)
                    return game.finish(), lost
        game.take(best)
    return None


def loss(observer: Observer, best: int, worse: int, seed: int) -> Gap | None:
    """What the worse move loses, if that is a large mistake.  A few pairs say whether a closer look is worth the time;
    the closer look is all fresh, since what looked large at first did so by luck, too."""
    player = player_of(observer.game, STRONG)
    glance = Pairs(observer, [best, worse], player, seed)
    glance.run(GLANCE)
    gap = glance.gap(best, worse)
    if gap.points.mean < 0.4 * LOST_POINTS and gap.win.mean < 0.4 * LOST_CHANCE:
        return None
    pairs = Pairs(observer, [best, worse], player, seed + 10**6)
    pairs.run(CLOSE)
    if not could_be_mistake(pairs.gap(best, worse)):
        return None
    gap = closely(pairs, best, worse)
    return gap if is_mistake(gap) else None


def closely(pairs: Pairs, best: int, worse: int) -> Gap:
    """Many pairs where they differ much, so that a gap of the size that matters can be seen."""
    pairs.run(max(0, CLOSE - len(pairs.endings[best])))
    gap = pairs.gap(best, worse)
    while (gap.points.half > SEEN[0] or gap.win.half > SEEN[1]) and gap.pairs < MOST_PAIRS:
        pairs.run(8)
        gap = pairs.gap(best, worse)
    return gap


def plant_all(name: str, count: int, first: int, folder: Path) -> None:
    """One game after the other until there are so many in the folder; a file says where nothing was found."""
    folder.mkdir(parents=True, exist_ok=True)
    for seed in range(first, first + 4 * count):
        file = folder / f"{name}-{seed}.skerry"
        nothing = file.with_suffix(".nothing")
        if len(list(folder.glob(f"{name}-*.skerry"))) >= count:
            break
        if file.exists() or nothing.exists():
            continue
        began = time.process_time()
        planted = plant(name, seed)
        print(name, seed, "planted" if planted else "nothing", round(time.process_time() - began), "s", flush=True)
        if planted:
            match, lost = planted
            file.with_suffix(".lost").write_text(json.dumps(lost), encoding="utf-8")
            save_match(match, file)
        else:
            nothing.touch()


def measured(observer: Observer, taken: int, better: int) -> Gap:
    """Deep: a player four times as strong as the one of a quick review, and no early stop."""
    pairs = Pairs(observer, [taken, better], player_of(observer.game, 2 * STRONG), 99)
    return closely(pairs, better, taken)


def try_planted(name: str, folder: Path, jobs: Pool, deep: bool, kept: Kept) -> None:
    for file in sorted(folder.glob(f"{name}-*.skerry"), key=lambda file: int(file.stem.split("-")[1])):
        if file.stem in kept.rows:
            continue
        match, lost = load_match(file), json.loads(file.with_suffix(".lost").read_text(encoding="utf-8"))
        clock = processor_clock(lambda: jobs.spent / jobs.count, float("inf"))
        found = review(match, [0], DEEP if deep else QUICK, 1, jobs, clock=clock)
        spent = clock()
        place = next((n + 1 for n, missed in enumerate(found.missed) if missed.move == lost["move"]), 0)
        called = checks(match, found.missed, jobs)
        kept.add(file.stem, {"place": place, "lost": lost, "called": called, "seconds": spent})
    rows = list(kept.rows.values())
    called = [check for row in rows for check in row["called"]]
    print(f"{name}: {share([0 < row['place'] <= 5 for row in rows])} planted mistakes are among the review's top five")
    print(f"{name}: {share([one['large'] for one in called])} moves that were called are compare as large,")
    print(f"{name}: {share([one['better'] for one in called])} as better at all")
    print(f"{name}: at most {max(row['seconds'] for row in rows):.1f} s of two processors")


def is_large(gap: Gap, least: float) -> bool:
    """Worth a word."""
    return (gap.points.mean > least and gap.win.mean > -0.5 * SMALL_CHANCE) or gap.win.mean > SMALL_CHANCE


def checks(match: Match, called: list[Missed], jobs: Pool) -> list[dict[str, Any]]:
    """Each move that was called, once more by a stronger player."""
    turns = {turn.first: turn for turn in turns_of(match)}
    rows = []
    for missed in called:
        turn, better = turns[missed.move], match.actions.number(missed.text)
        again = jobs.submit(measured, known_before(match, turn), turn.actions[0], better).result()
        rows.append(
            {
                "move": missed.move,
                "better": again.points.mean > 0 or again.win.mean > 0,
                "large": is_large(again, match.game.least_gap),
                "points": [missed.gap.points.mean, again.points.mean],
                "win": [missed.gap.win.mean, again.win.mean],
            }
        )
    return rows


# ---- (c) intervals


def holds(stated: MeanEstimate, fresh: MeanEstimate) -> bool:
    """Does the interval hold the value?  That has an error of its own, which matters unless there are thousands."""
    return abs(stated.mean - fresh.mean) <= hypot(stated.half, fresh.half)


def one_interval(observer: Observer, simulations: int, few: int, many: int, seed: int) -> dict[str, Any] | None:
    """Does the interval of a few pairs hold the value of many fresh ones by the same player?  And does the number that
    a hint would state?"""
    liked = [row.action for row in search_first(observer, 30, seed)][:2]
    if len(liked) < 2:
        return None
    gaps = []
    for count, first in ((few, seed + 1), (many, seed + 2)):
        pairs = Pairs(observer, liked, player_of(observer.game, simulations), first)
        pairs.run(count)
        gaps.append(pairs.gap(*liked))
    seen, fresh = gaps
    stated = state_number(shrunk_gap(seen, observer.game), "", observer.game.least_gap)
    return {
        "points": holds(seen.points, fresh.points),
        "win": holds(seen.win, fresh.win),
        **beside(stated, seen, fresh),
    }


def one_hint(observer: Observer, seconds: float, many: int, seed: int) -> dict[str, Any] | None:
    """What a hint has measured of two turns and what it says of them, beside fresh pairs of the expert."""
    thought = think_through(observer, seconds, seed)
    if thought is None or len(thought.compared) < 2 or thought.pairs < 6:
        return None
    found, (best, other) = word_hint(observer, thought), thought.compared[:2]
    seen = gap_between(observer, thought.endings[best], thought.endings[other])
    fresh = fresh_gap(observer, thought, best, other, many, seed)
    return {"certainty": found.certainty, **beside(found.stated, seen, fresh)}


def beside(stated: Stated | None, seen: Gap, fresh: Gap) -> dict[str, Any]:
    """What is stated beside what fresh pairs say."""
    value = None if stated is None else fresh.points if stated.kind == "points" else in_games(fresh.win)
    return {
        "pairs": seen.pairs,
        "stated": stated and [stated.kind, stated.number, stated.low, stated.high],
        "inside": stated and value and stated.low <= value.mean <= stated.high,
        "near": stated and value and stated.low - value.half <= value.mean <= stated.high + value.half,
        "seen": [seen.points.mean, seen.points.half, seen.win.mean, seen.win.half],
        "fresh": [fresh.points.mean, fresh.points.half, fresh.win.mean, fresh.win.half],
    }


def fresh_gap(observer: Observer, thought: Thought, best: int, other: int, many: int, seed: int) -> Gap:
    player = player_of(observer.game, EXPERT)
    pairs = Pairs(observer, [best, other], player, seed + 10**6, follow=thought.lines)
    pairs.run(many)
    return pairs.gap(best, other)


def tell_hints(rows: Sequence[dict[str, Any]], least: float) -> None:
    stated = [row for row in rows if row["stated"]]
    print(f"{len(rows)} hints, {len(stated)} with a number")
    print(f"{share([bool(row['inside']) for row in stated])} numbers hold, as the expert has it")
    print(f"{share([bool(row['near']) for row in stated])} with the error of the expert's own pairs")
    for name, at, unit in (("points", 0, least), ("chance", 2, 1.0)):
        spread, error = fitted_prior([(row["seen"], row["fresh"]) for row in rows if row["pairs"] > 1], at)
        print(f"{name}: true differences spread by {spread / unit:.2f}, players differ by {error / unit:.2f}")


def fitted_prior(rows: Sequence[tuple[list[float], list[float]]], at: int) -> tuple[float, float]:
    """How far true differences lie apart, and by how much the two players see them differently: what the noise of both
    measurements leaves of their variances."""
    if not rows:
        return 0.0, 0.0

    def noise(half: float) -> float:
        return (half / NORMAL90) ** 2

    common = sum(seen[at] * fresh[at] for seen, fresh in rows) / len(rows)
    ours = sum(seen[at] ** 2 - noise(seen[at + 1]) for seen, _ in rows) / len(rows)
    theirs = sum(fresh[at] ** 2 - noise(fresh[at + 1]) for _, fresh in rows) / len(rows)
    return sqrt(max(0.0, theirs)), sqrt(max(0.0, ours + theirs - 2 * common))


# ---- (d) bots that play alike


def try_alike(name: str, count: int, first: int, jobs: Pool, deep: bool, kept: Kept) -> None:
    for number in range(first, first + count):
        if str(number) in kept.rows:
            continue
        match = Game(name, number, "medium", 10).finish()
        found = review(match, [], DEEP if deep else QUICK, 1, jobs)
        kept.add(str(number), {"own": [[one.own, one.own_half, one.luck, one.unexplained] for one in found.points]})
    owns = [own for row in kept.rows.values() for own in row["own"]]
    print(
        f"{name}: {share([abs(own[0]) <= own[1] for own in owns])} sums of decisions are within their error of nothing"
    )
    print(f"{name}: on average {sum(own[0] for own in owns) / max(1, len(owns)):+.1f} points")


# ---- (e) what is said


def try_claims(name: str, count: int, first: int, jobs: Pool) -> None:
    """Hints in every step of their thinking, a quick review of every game, and all puzzles."""
    wrong: list[str] = []
    checked = 0
    for number, match in games(name, count, first).items():
        lines = [line.label for line in match.game.breakdown(match.state, 0)]
        chance = Random(number)
        turns = [turn for turn in turns_of(match) if len(known_before(match, turn).legal) > 1]
        for turn in chance.sample(turns, min(8, len(turns))):
            for told in jobs.submit(every_step, known_before(match, turn), chance.randrange(10**9)).result():
                checked += 1
                wrong += wrong_hint(told, lines)
        found = review(match, [0], QUICK, number, jobs)
        names = {"you": 0} | {seat: place for place, seat in enumerate(match.names)}
        wrong += wrong_review(found, review_words(match, found, 0), names)
        checked += 1
        print(number, checked, wrong, flush=True)
    mine = [puzzle for puzzle in puzzles().values() if puzzle.game == name]
    wrong += [problem for puzzle in mine for problem in wrong_puzzle(puzzle)]
    print(f"{name}: {len(wrong)} contradictions in {checked + len(mine)} hints, reviews and puzzles")
    for problem in wrong:
        print(f"  {problem}")


def every_step(observer: Observer, seed: int) -> list[Hint]:
    found, thought = [], first_thought(observer, seed)
    while thought is not None:
        found.append(word_hint(observer, thought))
        thought = None if thought.is_done else think_on(observer, thought, HINT_SECONDS - thought.seconds)
    return found


def try_intervals(wish: argparse.Namespace, jobs: Pool, kept: Kept) -> None:
    chance = Random(4 + wish.first)
    waiting = []
    for number, match in games(wish.game, max(1, wish.games // 10), wish.first).items():
        turns = [turn for turn in turns_of(match) if len(known_before(match, turn).legal) > 1]
        for turn in chance.sample(turns, min(10, len(turns))):
            seed, of, known = chance.randrange(10**9), f"{number}-{turn.first}", known_before(match, turn)
            if of in kept.rows:
                continue
            if wish.kind == "hints":
                job = jobs.submit(one_hint, known, wish.seconds, wish.pairs, seed)
            else:
                job = jobs.submit(one_interval, known, wish.simulations, wish.few, wish.pairs, seed)
            waiting.append((of, job))
    for of, future in waiting:
        row = future.result()
        if row is not None:
            kept.add(of, row)
    tell_hints(list(kept.rows.values()), GAMES[wish.game].least_gap)
    if wish.kind == "hints":
        return
    for kind in ("points", "win"):
        held = share([row[kind] for row in kept.rows.values()])
        print(f"{wish.game}: {held} intervals for {kind} hold {wish.pairs} fresh pairs")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=("luck", "plant", "planted", "intervals", "hints", "alike", "claims"))
    parser.add_argument("game", choices=PLAYERS)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--first", type=int, default=1, help="the number of the first game")
    parser.add_argument("--few", type=int, default=12, help="pairs whose interval is looked at")
    parser.add_argument("--simulations", type=int, default=0, help="of the player, for intervals")
    parser.add_argument("--pairs", type=int, default=200, help="fresh pairs for one interval")
    parser.add_argument("--seconds", type=float, default=1.0, help="of processor time for one hint")
    parser.add_argument("--keep", type=Path, help="the folder of games with a mistake")
    parser.add_argument("--deep", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--json", type=Path)
    wish = parser.parse_args()
    if wish.kind in ("plant", "planted") and wish.keep is None:
        parser.error("where are the games? --keep DIR")
    if wish.kind == "plant":
        plant_all(wish.game, wish.games, wish.first, wish.keep)
        return
    kept = Kept(wish.json)
    with Pool(wish.jobs) as jobs:
        if wish.kind == "planted":
            try_planted(wish.game, wish.keep, jobs, wish.deep, kept)
        elif wish.kind == "alike":
            try_alike(wish.game, wish.games, wish.first, jobs, wish.deep, kept)
        elif wish.kind == "claims":
            try_claims(wish.game, wish.games, wish.first, jobs)
        elif wish.kind == "luck":
            luck_trial(wish.game, wish.games, wish.first, jobs, wish.deep, kept)
        else:
            try_intervals(wish, jobs, kept)


if __name__ == "__main__":
    main()
