"""Positions and finished matches of Tidepool, the quickest game to play on from."""

from skerry.bots import Observer
from skerry.bots.bot import Budget
from skerry.bots.levels import make_bot
from skerry.match import Match, SeatPlan


def a_match(players: int = 2, seed: str = "teacher") -> Match:
    match = Match("_blank", [SeatPlan(f"P{seat}") for seat in range(players)], seed=seed)
    match.begin()
    return match


def knows(match: Match) -> Observer:
    assert match.to_move is not None
    return Observer(match.game, match.state, match.to_move)


def played_out(match: Match) -> Match:
    """To the end, by bots that think little."""
    bots = [make_bot("easy", match.game.name, seat + 1, Budget(None, 1)) for seat in range(len(match.seats))]
    while not match.over:
        seat = match.to_move
        assert seat is not None
        match.play(seat, match.actions.text(bots[seat].choose(knows(match))))
    return match


def late(match: Match) -> Match:
    """In the last round, when a Shell gathered is a Shell counted."""
    while match.state.round < match.state.kit.tides:  # type: ignore[attr-defined]
        seat = match.to_move
        assert seat is not None
        texts = [match.actions.text(action) for action in match.state.legal_actions()]
        match.play(seat, "rest" if "rest" in texts else texts[0])
    return match


def number(match: Match, text: str) -> int:
    return match.actions.number(text)
