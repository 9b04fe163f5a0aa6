"""Who may continue a game that is paused."""

from typing import TYPE_CHECKING

from skerry.server.runtime import machine_clock

if TYPE_CHECKING:
    from skerry.server.tables.lobby import Lobby

LONGEST_PAUSE = 14 * 24 * 3600.0  # seconds: after that, anybody at the table may continue


def may_continue(lobby: "Lobby", hosting: bool) -> bool:
    """The host; where people wait at their screens, and in rated games, everybody who plays: a pause needs them all."""
    pause = lobby.table.time_off.pause
    is_old = pause is not None and machine_clock.wall() - pause.at > LONGEST_PAUSE
    return hosting or is_old or lobby.terms.pace.kind != "slow" or lobby.terms.rated
