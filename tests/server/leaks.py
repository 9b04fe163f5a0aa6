"""Everything a screen is sent, from the real position and from others that look the same to that screen."""

from random import Random

from skerry.core.rng import Rng
from skerry.core.state import CHANCE, SPECTATOR
from skerry.games import GAMES
from skerry.match import Match, MatchError, SeatPlan
from skerry.match.match import Entry
from skerry.match.picture import Line, log_lines, past
from skerry.server.programs.events import events_between
from skerry.server.programs.problems import problem_of
from skerry.server.programs.seen import choices_of, log_since, state_of
from skerry.server.protocol.messages import Imagine, Join
from skerry.server.store.open_seats import OpenSeat
from skerry.server.tables.messages import what_if
from skerry.server.tables.push import PushBuilder, to_json
from skerry.server.tables.socket import Socket

ATTEMPTS = 3  # decisions that are tried at each position, possible or not


async def stay(socket: Socket) -> None:
    """It is never behind."""


def sent(match: Match, seat: int) -> bytes:
    """A push, with everything in it that a push can hold."""
    socket = Socket(None, [seat] if seat != SPECTATOR else [], Join(outline=True), stay)
    return PushBuilder(match, None).push(socket)[0]


def told_to_program(match: Match, seat: int) -> bytes:
    """What the API answers to a program with this seat: state, choices, log and events."""
    mine = [seat] if seat != SPECTATOR else []
    state = state_of("table", match, mine, None, outline=True)
    parts = (state, choices_of(match, mine, None), log_since(match, mine, None, 0))
    return to_json((parts, events_between([], [open_seat(match, own) for own in mine]) if mine else []))


def open_seat(match: Match, seat: int) -> OpenSeat:
    """As the store would have it."""
    last = match.log[-1] if match.log else None
    plans, to_move = to_json(match.seats).decode(), CHANCE if match.to_move is None else match.to_move
    entry = (None, None, None) if last is None else (len(match.log) - 1, last.seat, last.text)
    return OpenSeat("table", seat, 1, match.game.name, plans, int(match.typed_in), to_move, 0, None, *entry)


def refusals(match: Match, seat: int, texts: list[str]) -> bytes:
    """What the API says to these decisions of the seat, as far as they are refused."""
    found = []
    for text in texts:
        try:
            match.snapshot().play(seat, text)
        except MatchError as error:
            found.append((text, *problem_of(error)))
    return to_json(found)


def fancied(match: Match, seat: int, chance: Random) -> Match:
    fancy = match.snapshot()
    fancy.state = match.game.imagine(match.state, seat, Rng(chance.randrange(1 << 60)))
    return fancy


def told_of_move(match: Match, action: int, seat: int) -> tuple[list[Line], bool]:
    """What the log tells this seat of the action, and whether it brought something to light."""
    after = match.snapshot()
    after.apply_entry(Entry(int(match.state.to_move()), match.actions.text(action)), action)
    return log_lines(after, seat, len(match.moves)), after.moves[-1].news


def alike(match: Match, fancy: Match, action: int, seat: int, chance: Random) -> int | None:
    """An action of the fancied position that this seat cannot tell from the real one; None if there is none."""
    witnesses = match.state.witnesses(action)
    legal = fancy.state.legal_actions()
    if witnesses >> (CHANCE if seat == SPECTATOR else seat) & 1:
        return action if action in legal else None
    hidden = [other for other in legal if fancy.state.witnesses(other) == witnesses]
    return chance.choice(hidden) if hidden else None


def check_position(match: Match, action: int, chance: Random) -> int:
    """Compare all that is sent here, and the lines of what happens next; return how many comparisons were made."""
    count = 0
    for seat in range(SPECTATOR, len(match.seats)):
        fancy = fancied(match, seat, chance)
        where = f"{match.game.name}, move {len(match.moves)}, seat {seat}"
        assert sent(match, seat) == sent(fancy, seat), f"{where}: a push tells too much"
        assert told_to_program(match, seat) == told_to_program(fancy, seat), f"{where}: the API tells too much"
        if match.to_move != CHANCE and seat != SPECTATOR:
            texts = [match.actions.text(chance.randrange(len(match.actions))) for _ in range(ATTEMPTS)]
            both = [refusals(one, seat, texts) for one in (match, fancy)]
            assert both[0] == both[1], f"{where}: a refusal tells too much"
            wish = Imagine(seat, len(match.log), [])
            both = [to_json(what_if.tried(one, wish, "made up")) for one in (match, fancy)]
            assert both[0] == both[1], f"{where}: a dream tells too much"
        other = alike(match, fancy, action, seat, chance)
        if other is not None:
            real, is_news = told_of_move(match, action, seat)
            told, is_other_news = told_of_move(fancy, other, seat)
            if not (is_news or is_other_news):
                assert to_json(real) == to_json(told), f"{where}: a line of the log tells too much"
        count += 1
    return count


def check_past(match: Match, chance: Random) -> None:
    """Looking back shows what could be seen then, and nothing that was learned since."""
    number = chance.randrange(len(match.moves) + 1)
    for seat in range(SPECTATOR, len(match.seats)):
        then = match.until(number)
        fancy = fancied(then, seat, chance)
        seen, points, words = past(match, seat, number)
        again = past(fancy, seat, number)
        assert to_json((seen, points, words)) == to_json(again), f"{match.game.name}: looking back tells too much"


def check_game(name: str, seats: int, seed: int, every: int = 1) -> int:
    """A whole game of random decisions; return how many comparisons were made."""
    chance = Random(f"{name} {seats} {seed}")
    match = Match(name, [SeatPlan(f"P{seat}") for seat in range(seats)], seed=f"leak {seed}", typed_in=True)
    count = 0
    while not match.over:
        actions = match.state.legal_actions()
        action = chance.choice(actions)
        if len(match.moves) % every == seed % every:
            count += check_position(match, action, chance)
        if len(match.moves) % (20 * every) == 0:
            check_past(match, chance)
        assert match.to_move is not None
        if match.to_move == CHANCE or len(actions) > 1:
            match.play(match.to_move, match.actions.text(action))
        else:
            match.run_on()
    return count


def seats_of(name: str) -> list[int]:
    return [seats for seats in GAMES[name].seats if seats > 1]
