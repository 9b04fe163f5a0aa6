"""Quiet hours, in the time zone of the person."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from skerry.server.errors import TableError
from skerry.server.protocol.notice_calls import Quiet

NO_ZONE = "This server does not know your time zone. Choose another one."


def zone_of(name: str) -> ZoneInfo:
    """TableError if there is no such zone; the name comes from outside."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError) as error:  # what ZoneInfo raises for names that are none, or are paths
        raise TableError(NO_ZONE) from error


def end_of_quiet(quiet: Quiet | None, now: float) -> float | None:
    """When the quiet hours that it is now end; None if it is not quiet."""
    if quiet is None or quiet.begin == quiet.end:
        return None
    try:
        zone = zone_of(quiet.zone)
    except TableError:  # a machine with fewer zones
        return None
    local = datetime.fromtimestamp(now, UTC).astimezone(zone)
    passed = (local.hour - quiet.begin) % 24
    if passed >= (quiet.end - quiet.begin) % 24:
        return None
    end = local.replace(hour=quiet.end, minute=0, second=0, microsecond=0, fold=0)
    if end <= local:  # tomorrow, by the calendar of the zone
        end = (end.replace(tzinfo=None) + timedelta(days=1)).replace(tzinfo=zone)
    return end.timestamp()
