"""A person's secret feed: the games that wait for them, as a calendar (RFC 5545) and as Atom (RFC 4287)."""

from collections.abc import Sequence
from datetime import UTC, datetime
from xml.sax.saxutils import escape, quoteattr

from msgspec import Struct

from skerry.server.notices.words import NoticeText, notice_text
from skerry.server.store import waiting
from skerry.server.store.store import Store

FEED_DAYS = 30 * 24 * 3600.0  # seconds that a game may have been silent
NEWS_DAYS = 7 * 24 * 3600.0  # seconds that a start or an end stays in the feed
EVENT_MINUTES = 30 * 60.0  # how long an entry of the calendar lasts
LONGEST_LINE = 75  # bytes of a line of a calendar


class FeedEntry(Struct, frozen=True):
    id: str  # stays the same
    text: NoticeText
    at: float  # when it happened
    due: float | None  # when the turn will be late


def read_feed(store: Store, person: str, now: float) -> list[FeedEntry]:
    """The newest first.  Waits for the database."""
    found: list[FeedEntry] = []
    for table in waiting.read_tables_of(store, person, now - FEED_DAYS):
        mine, turn = table.seats_of(person), table.turn
        if table.person_to_tell() == person:
            text = notice_text(table, "turn", mine, now)
            found.append(FeedEntry(f"{table.id}-turn-{turn.began}", text, turn.since, table.due))
        if turn.ended is not None and turn.ended > now - NEWS_DAYS:
            found.append(FeedEntry(f"{table.id}-end", notice_text(table, "end", mine, now), turn.ended, None))
        elif table.begun > now - NEWS_DAYS:
            found.append(FeedEntry(f"{table.id}-start", notice_text(table, "start", mine, now), table.begun, None))
    return sorted(found, key=lambda entry: entry.at, reverse=True)


# ---- as a calendar


def as_calendar(entries: Sequence[FeedEntry], site: str) -> bytes:
    """Turns only: at the time by which one must move, or else since when the game has waited."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Skerry//Notices//EN", "X-WR-CALNAME:Skerry"]
    host = site.partition("://")[2]
    for entry in entries:
        if entry.text.event != "turn":
            continue
        begin = entry.due or entry.at
        lines += [
            "BEGIN:VEVENT",
            f"UID:{entry.id}@{host}",
            f"DTSTAMP:{stamp(entry.at)}",
            f"DTSTART:{stamp(begin)}",
            f"DTEND:{stamp(begin + EVENT_MINUTES)}",
            f"SUMMARY:{calendar_text(entry.text.title)}",
            f"DESCRIPTION:{calendar_text(entry.text.body)}",
            f"URL:{site}{entry.text.url}",
            "TRANSP:TRANSPARENT",
            "END:VEVENT",
        ]
    return "".join(f"{folded(line)}\r\n" for line in [*lines, "END:VCALENDAR"]).encode()


def stamp(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y%m%dT%H%M%SZ")


def calendar_text(words: str) -> str:
    for sign in ("\\", ";", ","):
        words = words.replace(sign, f"\\{sign}")
    return words.replace("\n", "\\n")


def folded(line: str) -> str:
    """Long lines go on after a line break and a space; no letter is cut in two."""
    parts, size = [""], 0
    for letter in line:
        width = len(letter.encode())
        if size + width > LONGEST_LINE:
            parts.append("")
            size = 1
        parts[-1] += letter
        size += width
    return "\r\n ".join(parts)


# ---- as Atom


def as_atom(entries: Sequence[FeedEntry], site: str, path: str, now: float) -> bytes:
    updated = entries[0].at if entries else now
    items = "".join(atom_entry(entry, site) for entry in entries)
    host = escape(site.partition("://")[2])
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n'
        f"<title>Skerry</title>\n<id>tag:{host},2026:notices</id>\n<updated>{instant(updated)}</updated>\n"
        f'<link rel="self" href={quoteattr(site + path)}/>\n<author><name>Skerry</name></author>\n{items}</feed>\n'
    ).encode()


def atom_entry(entry: FeedEntry, site: str) -> str:
    host = escape(site.partition("://")[2])
    return (
        f"<entry>\n<title>{xml_text(entry.text.title)}</title>\n<id>tag:{host},2026:{entry.id}</id>\n"
        f"<updated>{instant(entry.at)}</updated>\n<link href={quoteattr(site + entry.text.url)}/>\n"
        f'<content type="text">{xml_text(entry.text.body)}</content>\n</entry>\n'
    )


def xml_text(words: str) -> str:
    """Names may hold anything that can be seen; XML takes no control characters."""
    return escape("".join(letter for letter in words if letter.isprintable() or letter in "\n\u200c\u200d"))


def instant(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
