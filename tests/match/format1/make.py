"""Matches as the commit 39793be wrote them, the last one before matches kept their components.

This ran on a checkout of that commit, whose code it needs:

    PYTHONPATH=src:. python make.py OUT.zip

The archive holds `matches.sqlite3` (schema 2), saved files (format 1), and `scores.json`: for every match the scores
after each move, as that commit counted them.  Random play, now and then something is taken back.
"""

import json
import random
import sqlite3
import sys
import tempfile
import zipfile
from pathlib import Path

from skerry.core.components import Overlay
from skerry.core.game import Game
from skerry.core.state import CHANCE
from skerry.games import GAMES
from skerry.match import Match, SeatPlan, save
from skerry.match.series import Series, new_book
from skerry.server.store.records import record_of
from skerry.server.store.store import Store
from tests.laws.laws import start, variants

NAMES = ["Anna", "Bo", "Cy", "Di", "Ed"]
OVERLAY = Overlay("mine.toml", '[[numbers]]\nid = "tides"\nsource = "rulebook"\nvalue = 2\n')


def play(match: Match, moves: int, seed: int) -> None:
    """Random decisions until so many moves stand, or to the end."""
    rng = random.Random(seed)
    match.begin()
    while not match.over and len(match.moves) < moves:
        seat = match.to_move
        actions = match.state.legal_actions()
        match.play(seat, match.game.actions.text(rng.choice(actions)))
        if rng.random() < 0.04 and seat != CHANCE and isinstance(match.undo_target(seat), int):
            match.undo(seat)


def scores(match: Match) -> list[list[int]]:
    return [match.at(number).scores() for number in range(len(match.moves) + 1)]


def cases(game: Game) -> list[tuple[int, dict]]:
    return [
        (seats, options)
        for number, options in enumerate(variants(game))
        for seats in game.seats
        if start(game, seats, options) is not None and (number == 0 or (seats + number) % 4 == 1 or seats == 1)
    ]


def main(out: Path) -> None:
    known = {}
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        store = Store(place / "matches.sqlite3")

        def keep(id_: str, match: Match, book=None) -> None:
            store.create(record_of(id_, "ann", match, book), match.log).result()
            known[id_] = scores(match)

        for game in GAMES.values():
            for number, (seats, options) in enumerate(cases(game)):
                plans = [SeatPlan(name, "easy" if place == 1 else None) for place, name in enumerate(NAMES[:seats])]
                name = f"{game.name.strip('_')}-{seats}-{number}"
                match = Match(game.name, plans, options=options, seed=name)
                play(match, 10_000 if number % 2 or number < len(game.seats) else 90 + number, number)
                keep(f"{name}-{'end' if match.over else 'middle'}", match)
                if number < len(game.seats):
                    match = Match(game.name, plans, options=options, seed=name)
                    play(match, 60 + 7 * number, number)
                    save(match, place / f"{name}.json")
                    known[f"{name}.json"] = scores(match)
        owners = Match("_blank", [SeatPlan("Anna"), SeatPlan("Bo")], overlay=OVERLAY, seed="own")
        play(owners, 25, 1)
        keep("own", owners)
        save(owners, place / "own.json")
        known["own.json"] = scores(owners)
        typed = Match("_blank", [SeatPlan("Anna"), SeatPlan("Bo")], seed="typed", table=True)
        play(typed, 40, 1)
        keep("typed", typed)
        series = Series(new_book("nusfjord", "campaign", {}))
        first = series.next_match([SeatPlan("Anna")], seed="series")
        play(first, 80, 1)
        keep("campaign", first, series.book)
        store.close()
        with sqlite3.connect(place / "matches.sqlite3") as db:
            db.execute("PRAGMA journal_mode = DELETE")
        db.execute("VACUUM")
        db.close()
        (place / "scores.json").write_text(json.dumps(known, separators=(",", ":")))
        with zipfile.ZipFile(out, "w", zipfile.ZIP_LZMA) as archive:
            for path in sorted(place.iterdir()):
                archive.write(path, path.name)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
