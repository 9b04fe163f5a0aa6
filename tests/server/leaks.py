"""Everything a screen is sent, from the real position and from others that look the same to that screen."""

from random import Random

from skerry.core.rng import Rng
from skerry.core.state import CHANCE, SPECTATOR
from skerry.games import GAMES
from skerry.match import Match, SeatPlan
from skerry.match.match import Entry
from skerry.match.picture import Line, lines, past
from skerry.server.protocol.messages import Imagine, Join
from skerry.server.tables import what_if
from skerry.server.tables.push import Showing, encode
from skerry.server.tables.socket import Socket


async def stay(socket: Socket) -> None:
    """It is never behind."""


def sent(match: Match, seat: int) -> bytes:
    """A push, with everything in it that a push can hold."""
    socket = Socket(None, [seat] if seat != SPECTATOR else [], Join(outline=True), stay)
    return Showing(match, None).push(socket)[0]


def fancied(match: Match, seat: int, chance: Random) -> Match:
    fancy = match.snapshot()
    fancy.state = match.game.imagine(match.state, seat, Rng(chance.randrange(1 << 60)))
    return fancy


def told_of_move(match: Match, action: int, seat: int) -> tuple[list[Line], bool]:
    """What the log tells this seat of the action, and whether it brought something to light."""
    after = match.snapshot()
    after.take(Entry(int(match.state.to_move()), match.actions.text(action)), action)
    return lines(after, seat, len(match.moves)), after.moves[-1].news


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
        if match.to_move != CHANCE and seat != SPECTATOR:
            wish = Imagine(seat, len(match.log), [])
            both = [encode(what_if.tried(one, wish, "made up")) for one in (match, fancy)]
            assert both[0] == both[1], f"{where}: a dream tells too much"
        other = alike(match, fancy, action, seat, chance)
        if other is not None:
            real, is_news = told_of_move(match, action, seat)
            told, is_other_news = told_of_move(fancy, other, seat)
            if not (is_news or is_other_news):
                assert encode(real) == encode(told), f"{where}: a line of the log tells too much"
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
        assert encode((seen, points, words)) == encode(again), f"{match.game.name}: looking back tells too much"


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
