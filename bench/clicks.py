"""How many clicks a person needs for a whole game, and how many of them only confirm.

    python3 play.py python bench/clicks.py [--games N] [--players N] [--level LEVEL]

Bots play all seats; the first is counted as if a person clicked.  `before` is how it was up to version 1.0.0: every
question is answered by a click, goods one by one, and “Done” after every turn that can still be undone.  `always`,
`matters` and `never` are the three settings of “Confirm my turn” today.
"""

import argparse
from collections import Counter

from rich.console import Console
from rich.table import Table

from skerry.bots import Observer, make_bot
from skerry.core.game import Reason
from skerry.core.state import CHANCE
from skerry.match import Match, SeatPlan, luck
from skerry.match.asides import TURN_DONE
from skerry.match.holding import has_offer, play_and_hold
from skerry.match.match import BETWEEN, Entry

GAMES_COUNTED = ("nusfjord", "tungaru", "buru")


def new_match(game: str, players: int, seed: int) -> Match:
    match = Match(game, [SeatPlan(f"Player {seat}") for seat in range(players)], seed=f"clicks {seed}")
    match.begin()
    return match


def count_before(match: Match, level: str, seed: int) -> Counter[str]:
    """One click for each decision that was not forced, and one for “Done”."""
    game, seen = match.game, Counter[str]()
    bots = [make_bot(level, game.name, seed * 10 + seat) for seat in range(len(match.seats))]
    while not match.over:
        seat = int(match.state.to_move())
        chosen = bots[seat].choose(Observer(game, match.state, seat))
        is_choice = len(match.state.legal_actions()) > 1
        match.decide(Entry(seat, match.actions.text(chosen), forced=not is_choice))
        run_on_as_before(match)
        if seat == 0 and is_choice:
            seen["clicks"] += 1
            seen["declined"] += match.actions.text(chosen) in game.passes
            if match.over or match.to_move != 0:
                seen["turns"] += 1
                seen["done"] += not match.over and not isinstance(match.undo_or_reason(0), Reason)
    return seen


def run_on_as_before(match: Match) -> None:
    """Every lot was asked for, and a single Building was bought unasked."""
    while not match.over:
        actions = match.state.legal_actions()
        if match.to_move == CHANCE:
            chance = luck.chance_action(match.state, match.seed, match.chance_count)
            match.apply_entry(Entry(CHANCE, match.actions.text(chance)), chance)
        elif len(actions) == 1:
            match.apply_entry(
                Entry(int(match.state.to_move()), match.actions.text(actions[0]), forced=True), actions[0]
            )
        else:
            return


def count_now(match: Match, level: str, seed: int, confirm: str) -> Counter[str]:
    game, seen = match.game, Counter[str]()
    bots = [make_bot(level, game.name, seed * 10 + seat) for seat in range(len(match.seats))]
    while not match.over:
        seat = int(match.state.to_move())
        chosen = match.actions.text(bots[seat].choose(Observer(game, match.state, seat)))
        if seat != 0 or confirm == "never":
            seen.update(clicks_of(match, seat, chosen))
            match.play(seat, chosen)
            seen["turns"] += seat == 0 and match.to_move != 0
            continue
        seen.update(clicks_of(match, seat, chosen))
        _, matters = play_and_hold(match, seat, chosen)
        if match.pending.held is None:
            continue
        if has_offer(match, seat):  # the bot may take it up
            wanted = match.actions.text(bots[seat].choose(Observer(game, match.state, seat)))
            if wanted != match.pending.meant:
                match.aside(seat, "(again)")
                continue
        seen["turns"] += 1
        seen["done"] += matters or confirm == "always"
        match.aside(seat, TURN_DONE)
    return seen


def clicks_of(match: Match, seat: int, chosen: str) -> Counter[str]:
    """Of several decisions in one step, only the last one is a click."""
    if seat != 0:
        return Counter()
    bundles = match.game.bundles(match.state)
    is_more_to_come = bool(bundles) and len(bundles[0]) > 1 and BETWEEN not in chosen
    return Counter(clicks=not is_more_to_come, declined=chosen in match.game.passes)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--level", default="easy")
    asked = parser.parse_args()
    table = Table("game", "confirm", "turns", "clicks", "of them Done", "share", "other “no, thanks”", title="A game")
    for game in GAMES_COUNTED:
        for confirm in ("before", "always", "matters", "never"):
            seen = Counter[str]()
            for seed in range(asked.games):
                match = new_match(game, asked.players, seed)
                seen.update(
                    count_before(match, asked.level, seed)
                    if confirm == "before"
                    else count_now(match, asked.level, seed, confirm)
                )
            turns, clicks, done, declined = (
                seen[name] / asked.games for name in ("turns", "clicks", "done", "declined")
            )
            share = f"{done / (clicks + done):.0%}"
            table.add_row(
                game, confirm, f"{turns:.1f}", f"{clicks + done:.1f}", f"{done:.1f}", share, f"{declined:.1f}"
            )
    Console().print(table)


if __name__ == "__main__":
    main()
