"""What the host decides in the waiting room: the settings, and a new invitation."""

from msgspec.structs import replace

from skerry.server.errors import TableError
from skerry.server.protocol.messages import Agree, Renew
from skerry.server.protocol.table_settings import (
    changed_settings,
    implied_settings,
    may_change,
    problem_with_settings,
)
from skerry.server.tables.ids import new_invitation
from skerry.server.tables.lobby import INVITATION_OVER, Lobby
from skerry.server.tables.messages.rows import ABOUT_LOBBY, HOST, LOCK, MOVE, TALK, in_lobby, row
from skerry.server.tables.socket import Socket


async def change_settings(lobby: Lobby, _: Socket, message: Agree) -> None:
    changes = changed_settings(message)
    if not all(may_change(name, lobby.has_begun) for name in changes):
        raise TableError("The game has started, so these settings can no longer be changed.")
    terms = replace(lobby.terms, **changes)
    terms = replace(terms, **implied_settings(terms))
    if problem := problem_with_settings(terms, bool(lobby.table.record.is_table)):
        raise TableError(problem)
    await lobby.save_terms(terms)
    lobby.send_away("The host no longer allows watching.")


async def renew(lobby: Lobby, _: Socket, __: Renew) -> None:
    """A new invitation, which ends the old one."""
    before = lobby.terms.invitation
    await lobby.save_terms(replace(lobby.terms, invitation=new_invitation(), code=lobby.fresh_code()))
    lobby.pass_on_invitation(before)
    lobby.send_away(INVITATION_OVER)


ROWS = (
    row(Agree, HOST, ABOUT_LOBBY, LOCK, MOVE, in_lobby(change_settings)),
    row(Renew, HOST, ABOUT_LOBBY, LOCK, TALK, in_lobby(renew)),
)
