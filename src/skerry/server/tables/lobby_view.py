"""The lobby of a table for friends, as each screen shows it.  Nothing of the match is in it."""

from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from skerry.match import SeatPlan
from skerry.server.people.home_lists import title_of, unusual
from skerry.server.protocol.messages import Friends, PauseInfo, RematchRequest, Sitter
from skerry.server.protocol.table_settings import settings_of, terms_in_words
from skerry.server.runtime import machine_clock
from skerry.server.store.tokens import is_program
from skerry.server.tables.pause_rights import may_continue
from skerry.server.tables.presence import Presence
from skerry.server.tables.socket import Socket

if TYPE_CHECKING:
    from skerry.server.tables.lobby import Lobby
    from skerry.server.tables.table import LiveTable


class LobbyView:
    """Built and encoded once for all screens that show the same."""

    def __init__(self, lobby: "Lobby") -> None:
        self.lobby = lobby
        self.owner = lobby.table.record.owner
        self.common = common_message(lobby)
        self.written: dict[tuple[bool, bool, tuple[int, ...]], bytes] = {}

    def seen_by(self, socket: Socket) -> bytes:
        hosting = socket.person is not None and socket.person == self.owner
        knows_link = hosting or self.lobby.is_invitation(socket.invitation)
        key = (hosting, knows_link, tuple(socket.seats))
        if key not in self.written:
            sitters = self.sitters(socket.seats)
            terms = self.lobby.terms
            invitation, code = (terms.invitation, terms.code) if knows_link else ("", "")
            paused, may_pause = self.pause_seen(hosting, bool(socket.seats))
            seen = replace(
                self.common,
                hosting=hosting,
                seats=sitters,
                invitation=invitation,
                code=code,
                paused=paused,
                may_pause=may_pause,
            )
            self.written[key] = msgspec.json.encode(seen)
        return self.written[key]

    def sitters(self, mine: list[int]) -> list[Sitter]:
        return [replace(sitter, mine=seat in mine) for seat, sitter in enumerate(self.common.seats)]

    def pause_seen(self, hosting: bool, plays: bool) -> tuple[PauseInfo | None, bool]:
        """The pause as this screen shows it, and whether it may begin one."""
        common = self.common.paused
        if common is None:
            return None, hosting and plays and self.lobby.has_begun
        return replace(common, mine=plays and may_continue(self.lobby, hosting)), False


def common_message(lobby: "Lobby") -> Friends:
    """What is the same on all screens."""
    table = lobby.table
    there = table.presence.people
    return Friends(
        game=table.record.game,
        title=title_of(table.record.game),
        options=unusual(table.record),
        begun=lobby.terms.begun is not None,
        hosting=False,
        seats=[sitter_at(table, seat, plan, there) for seat, plan in enumerate(table.record.plans())],
        watchers=table.presence.watchers,
        terms=list(terms_in_words(lobby.terms).values()),
        invitation="",
        missing="" if lobby.terms.begun else lobby.missing(),
        next=lobby.terms.next,
        paused=pause_info(table),
        rematch=rematch_of(lobby),
        **settings_of(lobby.terms),
    )


def rematch_of(lobby: "Lobby") -> RematchRequest | None:
    """Who is in: people who said so, and all that is no person.  None as long as nobody asks."""
    votes = {vote.person: vote.wants for vote in lobby.votes}
    places = list(enumerate(lobby.table.places))
    asker = next((vote.person for vote in lobby.votes if vote.wants), None)
    by = next((seat for seat, place in places if asker is not None and place.person == asker), None)
    if by is None:
        return None
    yes = [seat for seat, place in places if plays_again(place.person, votes)]
    return RematchRequest(by, yes, [seat for seat, place in places if votes.get(place.person or "") is False])


def plays_again(person: str | None, votes: dict[str, bool]) -> bool:
    """Bots and programs play whenever they are asked."""
    return person is None or is_program(person) or votes.get(person, False)


def sitter_at(table: "LiveTable", seat: int, plan: SeatPlan, there: dict[str, Presence]) -> Sitter:
    place = table.places[seat]
    return Sitter(
        name=plan.name,
        bot=plan.bot,
        person=place.person is not None,
        program=is_program(place.person),
        mine=False,
        host=place.person is not None and place.person == table.record.owner,
        mark=place.mark,
        ready=place.ready,
        presence="" if place.person is None else there.get(place.person, "" if is_program(place.person) else "gone"),
        vacation=away_until(table, seat),
    )


def away_until(table: "LiveTable", seat: int) -> float | None:
    """Until when the person there is on vacation, as far as it counts here."""
    now = machine_clock.wall()
    return next((end for start, end in table.vacation_of(seat) if start <= now < end), None)


def pause_info(table: "LiveTable") -> PauseInfo | None:
    pause = table.time_off.pause
    if pause is None:
        return None
    seats = [seat for seat, place in enumerate(table.places) if place.person == pause.person]
    return PauseInfo(table.record.plans()[seats[0]].name if seats else "", pause.at, mine=False)
