"""Inviting people one has played with to a table that has not started."""

import asyncio
import contextlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from skerry.games import GAMES
from skerry.server.errors import Denied, StoreError, TableError, TooMany
from skerry.server.people.contacts import find_contact, infos_of, met_by
from skerry.server.people.home_lists import title_of
from skerry.server.protocol.people_calls import Invitable, InvitedTo
from skerry.server.protocol.table_settings import terms_in_words
from skerry.server.runtime import machine_clock
from skerry.server.store import contacts
from skerry.server.store.contacts import MOST_INVITATIONS, OpenInvitation
from skerry.server.store.engine.db import Db
from skerry.server.store.seats import seats_of
from skerry.server.store.store import Store, durable
from skerry.server.tables.stored import read_table

if TYPE_CHECKING:
    from skerry.server.tables.lobby import Lobby

MAX_WAITING = 30  # invitations of one person that wait for an answer
NEARBY = 40  # people offered: those met last


def check_inviting(lobby: "Lobby", person: str) -> None:
    if lobby.has_begun:
        raise TableError("The game has started, so nobody else can be invited.")
    if not seats_of(lobby.table.places, person):
        raise Denied("Take a seat first. Then you can invite people.")


async def invite_people(lobby: "Lobby", person: str, who: Sequence[str]) -> None:
    """They find it on their front page."""
    check_inviting(lobby, person)
    store, id_, now = lobby.table.store, lobby.table.id, machine_clock.wall()
    if await asyncio.to_thread(contacts.count_invitations, store, person, now) + len(who) > MAX_WAITING:
        raise TooMany("Many of your invitations are still waiting for an answer. Please wait for some of them.")
    found = [await asyncio.to_thread(find_contact, store, person, one) for one in dict.fromkeys(who)]

    def write(db: Db) -> None:
        for contact in found:
            contacts.write_invitation(db, id_, person, contact.person, now)

    await durable(store.put(write))
    lobby.table.news.tell(contact.person for contact in found)


def invitable_people(lobby: "Lobby", person: str) -> list[Invitable]:
    """Those who do not sit here.  Whoever was invited by others is not told apart."""
    store, sitting = lobby.table.store, {place.person for place in lobby.table.places}
    hidden = contacts.kept_apart(store, person)
    known = [one for one in met_by(store, person) if one.person not in hidden and one.person not in sitting][:NEARBY]
    invited = contacts.invited_to(store, lobby.table.id)
    return [
        Invitable(info, one.person in invited, invited.get(one.person, False))
        for one, info in zip(known, infos_of(store, known), strict=True)
    ]


def invitations_shown(store: Store, person: str, found: Sequence[OpenInvitation]) -> list[InvitedTo]:
    """For the front page; this waits for the database."""
    shown = []
    for invitation in found[:MOST_INVITATIONS]:
        with contextlib.suppress(StoreError, msgspec.MsgspecError):  # a damaged table is not offered
            if (invited := invitation_shown(store, person, invitation)) is not None:
                shown.append(invited)
    return shown


def invitation_shown(store: Store, person: str, invitation: OpenInvitation) -> InvitedTo | None:
    """None if there is no seat for the person any more."""
    table = read_table(store, invitation.match)
    if table is None or table.terms is None or table.record.game not in GAMES:
        return None
    plans, places = table.record.plans(), table.places
    taken = [plan.bot is not None or place.person is not None for plan, place in zip(plans, places, strict=True)]
    hosts = seats_of(places, invitation.host)
    if all(taken) or not hosts or contacts.has_blocked(store, table.record.owner, person):
        return None
    return InvitedTo(
        id=invitation.match,
        game=table.record.game,
        title=title_of(table.record.game),
        host=plans[hosts[0]].name,
        players=[plan.name for plan, is_taken in zip(plans, taken, strict=True) if is_taken],
        free=taken.count(False),
        terms=list(terms_in_words(table.terms).values()),
        at=invitation.at,
        invitation=table.terms.invitation,
    )
