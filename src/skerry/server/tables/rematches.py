"""Another game with the same people: who wants it, and the table that comes of it.

It begins when all are in, or when the one who asked starts it with those who are.
"""

import asyncio
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from skerry.core.game import OptionError
from skerry.match import Match, MatchError, SeatPlan
from skerry.server.errors import Denied, TableError
from skerry.server.protocol.aftermath_calls import RematchWish
from skerry.server.protocol.table_settings import settings_for_rematch
from skerry.server.runtime import machine_clock
from skerry.server.store import aftermath, seats
from skerry.server.store.aftermath import RematchVote
from skerry.server.store.contacts import blockers_of
from skerry.server.store.engine.db import Db, Work
from skerry.server.store.records import record_of
from skerry.server.store.seats import Place, TableTerms, seats_of
from skerry.server.store.store import creation
from skerry.server.store.tokens import is_program
from skerry.server.tables.following import retrying
from skerry.server.tables.ids import new_code, new_id, new_invitation
from skerry.server.tables.lobby import Lobby
from skerry.server.tables.lobby_view import plays_again
from skerry.server.tables.marks import with_liked_marks
from skerry.server.tables.seating import open_seat
from skerry.server.tables.table import LiveTable

if TYPE_CHECKING:
    from skerry.server.tables.registry import Tables

SeatedPlan = tuple[SeatPlan, Place]


def gathering_of(id_: str, host: str, match: Match, places: list[Place], terms: TableTerms) -> Work:
    """A new table where people gather."""

    def write_lobby(db: Db) -> None:
        seats.write_places(db, id_, places, False)
        seats.write_terms(db, id_, terms)

    return creation(record_of(id_, host, match, with_friends=True), match, write_lobby)


async def vote_at_once(person: str, table: LiveTable, wish: RematchWish) -> str | None:
    """Store what this person wants; the new table's id if that settles it.  Only under the lock."""
    lobby = await lobby_at_end(person, table)
    if lobby.terms.next is not None:
        return lobby.terms.next
    votes = with_vote(lobby.votes, RematchVote(person, wish.yes, machine_clock.wall()))
    asker = next((each.person for each in votes if each.wants), None)
    wants = {each.person: each.wants for each in votes}
    mine = next(each for each in votes if each.person == person)

    def write_vote(db: Db) -> None:
        aftermath.write_vote(db, table.id, mine)

    if all(plays_again(place.person, wants) for place in table.places) or (wish.yes and wish.start and person == asker):
        made = await make(lobby, asker or person, wants, write_vote)
        lobby.votes = votes
        lobby.show()
        return made
    asked = any(each.wants for each in lobby.votes)
    names = [plan.name for plan, place in sittings(table) if place.person == person]
    event = f"{' and '.join(names)} would like a rematch" if wish.yes and not asked else ""
    await keep_votes(lobby, votes, write_vote, event)
    return None


def with_vote(votes: Sequence[RematchVote], new: RematchVote) -> list[RematchVote]:
    """Whoever says the same again keeps their place: the first who wants it is the one who asks."""
    if any((vote.person, vote.wants) == (new.person, new.wants) for vote in votes):
        return list(votes)
    return [*(vote for vote in votes if vote.person != new.person), new]


async def keep_votes(lobby: Lobby, votes: list[RematchVote], write: Work, event: str = "") -> None:
    await lobby.save_terms(lobby.terms, write, event)
    lobby.votes = votes
    lobby.show()


async def make_at_once(person: str | None, table: LiveTable) -> str:
    """For programs: everybody keeps their seat, and the game begins when they are ready.  Only under the lock."""
    lobby = await lobby_at_end(person, table)
    if lobby.terms.next is not None:
        return lobby.terms.next
    assert person is not None
    blockers = await asyncio.to_thread(blockers_of, table.store, person)
    sitting = [once_more(*each, is_ready=False) for each in rotated(table)]
    return await gather_again(lobby, person, [without(blockers, *each) for each in sitting])


def without(blockers: Collection[str], plan: SeatPlan, place: Place) -> SeatedPlan:
    """Whoever has blocked the host is not taken along."""
    return (plan, replace(place, person=None)) if place.person in blockers else (plan, place)


async def lobby_at_end(person: str | None, table: LiveTable) -> Lobby:
    if table.lobby is None or not seats_of(table.places, person):
        raise Denied("Only the players can ask for a rematch.")
    if table.lobby.terms.next is None and not (await table.current()).over:
        raise TableError("Finish this game first.")
    return table.lobby


async def make(lobby: Lobby, host: str, wants: dict[str, bool], write_vote: Work) -> str:
    """Whoever agreed is ready.  Other seats are left out, or stay open if the game needs them."""
    table = lobby.table
    everybody = rotated(table)
    here = [each for each in everybody if plays_again(each[1].person, wants)]
    if len(here) < 2 <= len(everybody):
        raise TableError("Nobody else is in yet.")
    ready = [once_more(*each, is_ready=not is_program(each[1].person)) for each in here]
    try:
        return await gather_again(lobby, host, ready, write_vote)
    except (MatchError, OptionError):  # with so few, this game cannot be played
        if len(here) == len(everybody):
            raise
        rest = [
            once_more(*each, is_ready=not is_program(each[1].person))
            if each in here
            else (open_seat(seat), Place(None, each[1].mark))
            for seat, each in enumerate(everybody)
        ]
        return await gather_again(lobby, host, rest, write_vote)


def sittings(table: LiveTable) -> list[SeatedPlan]:
    return list(zip(table.record.plans(), table.places, strict=True))


def rotated(table: LiveTable) -> list[SeatedPlan]:
    """The next seat is in the first place."""
    first, *rest = sittings(table)
    return [*rest, first]


def once_more(plan: SeatPlan, place: Place, is_ready: bool) -> SeatedPlan:
    """A bot that sat in for somebody goes."""
    if place.person:
        return replace(plan, bot=None), replace(place, ready=is_ready)
    return plan, replace(place, ready=False)


async def gather_again(lobby: Lobby, host: str, sitting: list[SeatedPlan], more: Work | None = None) -> str:
    """Both tables are written together: if somebody else was faster, there is no table too many."""
    record = lobby.table.record
    plans, places = [plan for plan, _ in sitting], [place for _, place in sitting]
    people = [seat for seat, place in enumerate(places) if place.person is not None]
    places = await with_liked_marks(lobby.table.store, places, people)
    plans = [
        open_seat(seat) if plan.bot is None and not place.person else plan
        for seat, (plan, place) in enumerate(zip(plans, places, strict=True))
    ]
    options = msgspec.json.decode(record.options, type=dict[str, str])
    match = await asyncio.to_thread(Match, record.game, plans, options=options, typed_in=bool(record.is_table))
    terms = TableTerms(new_invitation(), code=new_code(), **settings_for_rematch(lobby.terms))
    next_ = new_id()
    gather = gathering_of(next_, host, match, places, terms)

    def write(db: Db) -> None:
        gather(db)
        if more is not None:
            more(db)

    await lobby.save_terms(replace(lobby.terms, next=next_), write)
    lobby.show()
    return next_


async def rematch(tables: "Tables", person: str | None, id_: str) -> str:
    """The same people once more, with the next seat in the first place.  The first who asks makes it."""
    table = await tables.open(id_)
    async with table.lock:
        return await retrying(table, lambda: make_at_once(person, table))


async def vote(tables: "Tables", person: str, id_: str, wish: RematchWish) -> str | None:
    """Somebody wants a rematch, or does not; the id of the new table as soon as there is one.

    With the last who agrees, it begins.
    """
    table = await tables.open(id_)
    async with table.lock:
        next_ = await retrying(table, lambda: vote_at_once(person, table, wish))
    if next_ is not None:
        await start_if_ready(tables, next_)
    return next_


async def start_if_ready(tables: "Tables", id_: str) -> None:
    table = await tables.open(id_)
    if table.lobby is not None:
        async with table.lock:
            await table.lobby.start_if_ready()
