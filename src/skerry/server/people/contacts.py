"""Who has played with whom: contacts, what they have played together, and who is kept apart.

Nobody learns anything about a person they have not played with, and people are named to pages by a public id.
"""

from collections.abc import Iterable, Sequence

from skerry.server.errors import NotFound
from skerry.server.people.home_lists import title_of
from skerry.server.people.public_id import public_id
from skerry.server.protocol.people_calls import (
    GamePlayed,
    GameRecord,
    HeadToHead,
    PeopleNow,
    PersonInfo,
    Profile,
)
from skerry.server.store import contacts, people
from skerry.server.store.contacts import GAMES_SHOWN, Contact, SharedResult
from skerry.server.store.store import Store
from skerry.server.store.tokens import is_program

NOBODY_KNOWN = "You have not played with this person, or they no longer want to be found."
UNKNOWN_NAME = "Somebody"


def list_people(store: Store, me: str) -> PeopleNow:
    """This waits for the database, as everything here."""
    known, blocked = met_by(store, me), contacts.blocked_by(store, me)
    hidden = contacts.kept_apart(store, me)
    strangers = [Contact(person, 0, 0.0) for person in blocked - {contact.person for contact in known}]
    infos = dict(zip((one.person for one in known), infos_of(store, known), strict=True))
    shut_out = [contact for contact in known if contact.person in blocked] + strangers
    return PeopleNow([info for person, info in infos.items() if person not in hidden], infos_of(store, shut_out))


def met_by(store: Store, me: str) -> list[Contact]:
    """People, not their programs."""
    return [contact for contact in contacts.read_contacts(store, me) if not is_program(contact.person)]


def infos_of(store: Store, found: Sequence[Contact]) -> list[PersonInfo]:
    known = contacts.known_people(store, [contact.person for contact in found])
    infos = []
    for contact in found:
        info = known.get(contact.person)
        name = (info.name if info else "") or people.name_at_table(store, contact.person) or UNKNOWN_NAME
        mark = info.mark if info else None
        infos.append(PersonInfo(public_id(contact.person), name, mark, contact.games, contact.last))
    return infos


def find_contact(store: Store, me: str, who: str, with_blocked: bool = False) -> Contact:
    """NotFound for everybody else, as if there were no such person."""
    hidden = contacts.kept_apart(store, me) - (contacts.blocked_by(store, me) if with_blocked else frozenset())
    for contact in met_by(store, me):
        if public_id(contact.person) == who and contact.person not in hidden:
            return contact
    if with_blocked:
        for person in contacts.blocked_by(store, me):
            if public_id(person) == who:
                return Contact(person, 0, 0.0)
    raise NotFound(NOBODY_KNOWN)


def profile_of(store: Store, me: str, contact: Contact) -> Profile:
    """Without ratings."""
    together = contacts.games_together(store, me, contact.person)
    return Profile(
        person=infos_of(store, [contact])[0],
        blocked=contacts.has_blocked(store, me, contact.person),
        games=[
            GameRecord(title_of(count.game), count.played, count.won)
            for count in contacts.games_by_name(store, contact.person)
        ],
        ratings=[],
        together=head_to_head(together),
        last=[played_of(result) for result in together[:GAMES_SHOWN]],
    )


def head_to_head(results: Iterable[SharedResult]) -> list[HeadToHead]:
    """By game, the most played first."""
    by_game: dict[str, list[SharedResult]] = {}
    for result in results:
        by_game.setdefault(result.game, []).append(result)
    found = [
        HeadToHead(
            game,
            title_of(game),
            len(played),
            sum(result.i_won for result in played),
            sum(result.they_won for result in played),
            sum(result.mine > result.theirs for result in played),
            sum(result.mine < result.theirs for result in played),
        )
        for game, played in by_game.items()
    ]
    return sorted(found, key=lambda row: (-row.played, row.title))


def played_of(result: SharedResult) -> GamePlayed:
    return GamePlayed(
        result.match if result.is_there else "",
        title_of(result.game),
        result.at,
        result.mine,
        result.theirs,
        result.i_won,
        result.they_won,
    )
