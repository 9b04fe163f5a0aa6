"""Finds puzzles in games of bots and writes them into games/<game>/puzzles.json.

    python3 play.py python tools/make_puzzles.py GAME [--minutes M] [--most N] [--seed S]

A position is a puzzle if one option ends plainly ahead of all others (or one plainly behind: a trap), by quick playouts
and again by a stronger player, if easy bots mostly miss it, and if a category of the score says why.
"""

import argparse
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec

from skerry.bots import Observer
from skerry.bots.bot import Budget
from skerry.bots.levels import make_bot
from skerry.games.nusfjord.kit.load import DECKS
from skerry.match import Match, SeatPlan
from skerry.teacher.hints.phrases import main_categories
from skerry.teacher.pairs import Gap, Pairs
from skerry.teacher.puzzles import Puzzle, Weight, headline, rules_in_play
from skerry.teacher.review.measure import player_of
from skerry.teacher.review.turns import PlayedTurn, known_before, turns_of

PLAYERS = {"nusfjord": 3, "tungaru": 2, "buru": 2}
NAMES = ["Wren", "Runa", "Eskil"]
GAP = {"nusfjord": 2.5, "tungaru": 10.0, "buru": 3.0}  # points; or a third of a victory
CHANCE = 0.33
BEGINS = {"buru": 0.6}  # the share of a game that is left out: early playouts take too long to be sure
OPTIONS = range(3, 13)
EASY_BOTS = 8
QUICK, MORE, SURE = 10, 40, 24  # pairs: for all, for the best few, by the stronger player
STRONG = 16


def games(name: str, chance: Random) -> Iterator[Match]:
    while True:
        seed = f"puzzle-{chance.randrange(10**9)}"
        options = {"deck": chance.choice(list(DECKS))} if name == "nusfjord" else {}
        match = Match(name, [SeatPlan(word) for word in NAMES[: PLAYERS[name]]], seed=seed, options=options)
        match.begin()
        bots = [make_bot("medium", name, chance.randrange(10**9), Budget(None, 10)) for _ in match.seats]
        while not match.over:
            seat = match.to_move or 0
            action = bots[seat].choose(Observer(match.game, match.state, seat))
            match.play(seat, match.actions.text(action))
        yield match


def wide(gap: Gap, name: str, share: float, times: float) -> bool:
    """Worth a puzzle, and so many half-intervals from nothing."""
    by_points = gap.points.mean >= share * GAP[name] and gap.points.mean > times * gap.points.half
    by_wins = gap.win.mean >= share * CHANCE and gap.win.mean > times * gap.win.half
    return (by_points and gap.win.mean > -0.02) or (by_wins and gap.points.mean > -share * GAP[name] / 2)


def found_by_easy(observer: Observer, answer: list[int], chance: Random) -> float:
    bots = [make_bot("easy", observer.game.name, chance.randrange(10**9), Budget(None, 2)) for _ in range(EASY_BOTS)]
    return sum(bot.choose(observer) in answer for bot in bots) / EASY_BOTS


def puzzle_at(match: Match, turn: PlayedTurn, chance: Random) -> Puzzle | None:
    observer, name = known_before(match, turn), match.game.name
    if len(observer.legal) not in OPTIONS:
        return None
    quick = Pairs(observer, observer.legal, player_of(match.game), chance.randrange(10**9))
    quick.run(QUICK)
    order = quick.ranking()
    same = [other for other in order[1:] if quick.gap(order[0], other).alike >= 0.95]
    rest = [other for other in order[1:] if other not in same]
    if not rest:
        return None
    if wide(quick.gap(order[0], rest[0]), name, 0.8, 1.0):
        return checked(match, turn, observer, "move", [order[0], *same], rest, chance)
    if len(order) > 2 and wide(quick.gap(order[-2], order[-1]), name, 0.8, 1.0):
        return checked(match, turn, observer, "trap", [order[-1]], order[:-1], chance)
    return None


def checked(
    match: Match, turn: PlayedTurn, observer: Observer, kind: str, answer: list[int], others: list[int], chance: Random
) -> Puzzle | None:
    """Once more, with more pairs, and then by a stronger player."""
    name = match.game.name
    near = others[:2] if kind == "move" else others[-2:]
    chosen = answer[0]
    easy = found_by_easy(observer, answer, chance)
    if (kind == "move" and easy > 0.6) or (kind == "trap" and easy < 0.2):
        return None  # everybody finds it, or nobody falls into it
    last = None
    for simulations, count, times in ((0, MORE, 2.0), (STRONG, SURE, 1.5)):
        seen = Pairs(observer, [chosen, *near], player_of(match.game, simulations), chance.randrange(10**9))
        seen.run(count)
        gaps = [seen.gap(chosen, other) if kind == "move" else seen.gap(other, chosen) for other in near]
        if not all(wide(gap, name, 0.8, times) for gap in gaps):
            return None
        last = gaps[0] if kind == "move" else gaps[-1]
    assert last is not None
    return worded_puzzle(match, turn, observer, kind, answer, last, easy, chance)


def worded_puzzle(
    match: Match,
    turn: PlayedTurn,
    observer: Observer,
    kind: str,
    answer: list[int],
    gap: Gap,
    easy: float,
    chance: Random,
) -> Puzzle | None:
    why = main_categories(gap, match.game.aims)
    if not why:
        return None  # if no category explains it, it is noise
    game, state = match.game, match.at(turn.first)
    seen = Pairs(observer, observer.legal, player_of(game), chance.randrange(10**9))
    seen.run(QUICK)
    best = answer[0] if kind == "move" else seen.ranking()[0]
    weights = []
    for action in sorted(observer.legal, key=lambda action: -seen.points(action).mean):
        behind = seen.gap(best, action)
        label = game.label(state, action).format(*match.names)
        weights.append(
            Weight(match.actions.text(action), label, round(behind.points.mean, 1), round(behind.win.mean, 2))
        )
    texts = [match.actions.text(action) for action in answer]
    if kind == "move" and any(is_close(weight, game.name) for weight in weights if weight.text not in texts):
        return None  # another option that looked worse at first
    much = headline(kind, texts, weights)
    question = (
        f"One move here is worth {much} more than any other. Which?"
        if kind == "move"
        else f"One of these moves costs {much} more than any other. Which one?"
    )
    name = game.naming(state, answer[0]).format(*match.names)
    verb = "brings" if kind == "move" else "costs"
    reason = why if kind == "move" else loss(why)
    return Puzzle(
        id=f"{game.name}-{match.seed.removeprefix('puzzle-')}-{turn.first}",
        game=game.name,
        components=rules_in_play(game.name, match.components, match.options),
        kind=kind,
        seats=match.names,
        options=match.options,
        seed=match.seed,
        moves=[(move.entry.seat, move.entry.text) for move in match.moves[: turn.first]],
        seat=turn.seat,
        question=question,
        answer=texts,
        explanation=f"{name}: it {verb} {much} more than the next option. {reason}",
        weights=weights,
        easy=easy if kind == "move" else 1 - easy,
    )


def is_close(weight: Weight, name: str) -> bool:
    return weight.points < GAP[name] / 2 and weight.win < CHANCE / 2


def loss(why: str) -> str:
    return f"What the others have over it: {why[0].lower()}{why[1:]}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=PLAYERS)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--most", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path)
    wish = parser.parse_args()
    chance, until = Random(wish.seed), time.monotonic() + 60 * wish.minutes
    found: list[Puzzle] = []
    for match in games(wish.game, chance):
        turns = turns_of(match)
        turns = turns[int(BEGINS.get(wish.game, 0.0) * len(turns)) :]
        for turn in chance.sample(turns, min(12, len(turns))):
            if time.monotonic() > until or len(found) >= wish.most:
                break
            puzzle = puzzle_at(match, turn, chance)
            if puzzle is not None:
                found.append(puzzle)
                print(puzzle.id, puzzle.kind, puzzle.question, puzzle.explanation, puzzle.easy, flush=True)
                out = wish.out or match.game.folder / "puzzles.json"
                out.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
                break  # one from each game
        if time.monotonic() > until or len(found) >= wish.most:
            break
    print(f"{len(found)} puzzles")


if __name__ == "__main__":
    main()
