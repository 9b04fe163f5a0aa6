"""What a program is shown of a match: nothing but what its seat may know."""

from msgspec.structs import replace

from skerry.match import Match
from skerry.match.picture import Now, log_lines, may_look, now, outline_of, points_of
from skerry.server.errors import Denied
from skerry.server.protocol.pace import Clock
from skerry.server.protocol.program_calls import ChoicesNow, LogSince, TableState
from skerry.server.tables.push import bot_to_move, open_request, seat_shown

OTHER_EYES = "You can see through this player's eyes once the game is over."


def seat_to_show(match: Match, mine: list[int], wanted: int | None) -> int:
    """Denied if it is somebody else's."""
    if wanted is None:
        held = match.pending.held
        return held if held is not None and held in mine else seat_shown(match, mine)
    if not may_look(match, wanted, mine):
        raise Denied(OTHER_EYES)
    return wanted


def now_of(match: Match, mine: list[int], seat: int) -> Now:
    """Without choices where the seat is not one's own, or a bot sits in: there is nothing to decide."""
    seen = now(match, seat)
    if seat not in mine or match.seats[seat].bot is not None:
        seen = replace(seen, choices=[], undo=False, undo_reason=None)
    return seen


def state_of(
    id_: str, match: Match, mine: list[int], wanted: int | None, outline: bool = False, clock: Clock | None = None
) -> TableState:
    seat = seat_to_show(match, mine, wanted)
    seen, held = now_of(match, mine, seat), match.pending.held
    return TableState(
        id=id_,
        game=match.game.name,
        begun=True,
        seats=mine,
        players=list(match.seats),
        now=seen,
        points=points_of(match, seat),
        waiting=held,
        thinking=bot_to_move(match) if held is None else None,
        asked=open_request(match),
        may_end="" if match.over else match.game.standstill(match.state).format(*match.names),
        resigned=list(match.resigned),
        clock=clock,
        outline=outline_of(match, seen.view) if outline else None,
    )


def choices_of(match: Match, mine: list[int], wanted: int | None) -> ChoicesNow:
    seat = seat_to_show(match, mine, wanted)
    seen = now_of(match, mine, seat)
    possible = [choice for choice in seen.choices if choice.reason is None]
    return ChoicesNow(seat, seen.version, seen.to_move, seen.question, possible)


def log_since(match: Match, mine: list[int], wanted: int | None, version: int) -> LogSince:
    seat = seat_to_show(match, mine, wanted)
    kept = match.standing(version) if version <= len(match.log) else 0
    return LogSince(seat, len(match.log), kept, log_lines(match, seat, kept))


def acting_seat(match: Match, mine: list[int], wanted: int | None) -> int:
    """For those who do not say which of their seats acts."""
    return seat_to_show(match, mine, None) if wanted is None else wanted
