"""Record the matches anew, from the root of the project:

    python -m tests.recorded.make [GAME …]

Needed only for a new game, a new way to end, or when the rules have changed: recorded matches are replayed with their
own components, so new values leave them as they are.
"""

import random
import sys
from typing import Any

import msgspec

from skerry.bots import Bot, Observer, make_bot
from skerry.core.bits import members
from skerry.games import GAMES
from skerry.match import Match, SeatPlan
from skerry.match.save import to_saved
from tests.recorded import ENDINGS, FOLDER, Ending, Recorded, files, read

NAMES = ["Anna", "Bo", "Cy", "Di", "Ed"]
TRIES = 4  # of which the shortest is kept
MOST = 40  # tries until one ends as it should


def main(names: list[str]) -> None:
    (FOLDER / "components").mkdir(exist_ok=True)
    for game in names or GAMES:
        for path in FOLDER.glob(f"{game.strip('_')}-*.json"):
            path.unlink()
        for ending in ENDINGS[game]:
            for seats in ending.seats:
                write(game, ending, shortest(game, ending, seats))
    known = {read(path).match.components for path in files()}
    for path in (FOLDER / "components").iterdir():
        if path.stem not in known:
            path.unlink()


def shortest(game: str, ending: Ending, seats: int) -> Match:
    found: list[Match] = []
    for number in range(MOST):
        match = play(game, ending, seats, f"{ending.name}-{number}")
        if ending.is_reached(match.state):
            found.append(match)
        if found and number + 1 >= (1 if ending.bot else TRIES):
            return min(found, key=lambda match: len(match.log))
    raise SystemExit(f"{game} with {seats} players: no random game ended with {ending.name}")


def play(game: str, ending: Ending, seats: int, seed: str) -> Match:
    plans = [SeatPlan(name) for name in NAMES[:seats]]
    match = Match(game, plans, options=ending.options, overlay=ending.overlay, seed=seed)
    rng = random.Random(seed)
    bots = [make_bot(ending.bot, game, seat) for seat in range(seats)] if ending.bot else []
    match.begin()
    while match.to_move is not None:
        seat = match.to_move
        match.play(seat, decide(match, ending, rng, bots))
        if rng.random() < 0.02 and isinstance(match.undo_or_reason(seat), int):
            match.undo(seat)
    return match


def decide(match: Match, ending: Ending, rng: random.Random, bots: list[Bot]) -> str:
    if bots and match.to_move is not None:
        return match.actions.text(bots[match.to_move].choose(Observer(match.game, match.state, match.to_move)))
    texts = [match.actions.text(action) for action in match.state.legal_actions()]
    return rng.choices(texts, [ending.liking.get(text.split(" ")[0], 1) for text in texts])[0]


def write(game: str, ending: Ending, match: Match) -> None:
    saved = to_saved(match)
    saved.rows = None
    state: Any = match.state
    recorded = Recorded(ending.name, state.scores(), members(int(state.winners())), saved)
    text = msgspec.json.format(msgspec.json.encode(recorded).decode(), indent=1)
    (FOLDER / f"{game.strip('_')}-{len(match.seats)}-{ending.name}.json").write_text(text + "\n", encoding="utf-8")
    rows = FOLDER / "components" / f"{match.components.hash}.json"
    rows.write_text(match.components.text() + "\n", encoding="utf-8")
    print(f"{game} {len(match.seats)} {ending.name}: {len(match.log)} entries")


if __name__ == "__main__":
    main(sys.argv[1:])
