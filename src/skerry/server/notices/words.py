"""What people are told: the game, who plays, who moved.  Never anything of the position, nor what somebody wrote."""

import math
from collections.abc import Sequence

from msgspec import Struct

from skerry.core.words import join_words, plural
from skerry.games import GAMES
from skerry.server.protocol.notice_calls import NoticeEvent
from skerry.server.store.waiting import WatchedTable

HOUR = 3600.0
TIME_EVENTS = {"time_12": 12 * HOUR, "time_2": 2 * HOUR}  # told when so many seconds are left, or fewer
TEST_WORDS = ("This is a test", "Notices from Skerry reach you here.")
SOMEBODY = "Somebody"
SEVERAL = "skerry"  # the tag of a message about several tables


class NoticeText(Struct, frozen=True):
    """One event, as people read it."""

    event: NoticeEvent
    table: str
    title: str
    body: str

    @property
    def url(self) -> str:
        return f"/t/{self.table}" if self.table else "/"


class Message(Struct, frozen=True):
    """What is sent over one channel at one time."""

    id: str  # the same if it is sent again
    channel: str
    notices: list[NoticeText]
    at: float = 0.0

    @property
    def title(self) -> str:
        first, *others = self.notices
        return f"{plural(len(self.notices), 'game')} with news" if others else first.title

    @property
    def body(self) -> str:
        first, *others = self.notices
        return "\n".join(f"{notice.title}." for notice in self.notices) if others else first.body

    @property
    def url(self) -> str:
        return self.notices[0].url if self.is_about_one else "/"

    @property
    def tag(self) -> str:
        return self.notices[0].table or SEVERAL if self.is_about_one else SEVERAL

    @property
    def is_about_one(self) -> bool:
        return len({notice.table for notice in self.notices}) == 1


def event_kind(event: str) -> NoticeEvent:
    """The kind that people choose; of time, there are two events."""
    return "time" if event in TIME_EVENTS else event  # type: ignore[return-value]


def notice_text(table: WatchedTable, event: str, mine: Sequence[int], now: float, by: str = "") -> NoticeText:
    """For the person with these seats; without any, for everybody at the table.  `by` mentions somebody."""
    game = GAMES[table.game].title
    kind = event_kind(event)
    title = f"{by or SOMEBODY} mentioned you in the chat of {game}" if kind == "mention" else ""
    title = title or notice_title(table, kind, game, bool(mine), now)
    moved = table.turn.moved
    parts = []
    if kind == "turn" and moved is not None and moved not in mine:
        parts.append(f"{name_at(table, moved)} moved last.")
    if kind == "turn" and table.turn.seat in mine and table.turn.seat in table.unplanned:
        parts.append("Your plan was dropped.")
    others = [plan.name for seat, plan in enumerate(table.plans) if seat not in mine]
    if others:
        parts.append(f"{'You play with' if mine else 'At the table:'} {join_words(others)}.")
    return NoticeText(kind, table.id, title, " ".join(parts))


def notice_title(table: WatchedTable, kind: NoticeEvent, game: str, is_mine: bool, now: float) -> str:
    turn = table.turn
    whose = "your" if is_mine else f"{name_at(table, turn.seat)}’s"
    if kind == "turn":
        return f"{'Your' if is_mine else whose} turn in {game}"
    if kind == "start":
        return f"{game} has started"
    if kind == "end":
        return f"{game} is over"
    if kind == "time":
        hours = math.ceil(((table.due or now) - now) / HOUR)
        return f"{plural(max(1, hours), 'hour')} left for {whose} turn in {game}"
    asker = name_at(table, turn.asks[1]) if turn.asks else SOMEBODY
    return f"{asker} asks to take a move back in {game}"


def name_at(table: WatchedTable, seat: int | None) -> str:
    return table.plans[seat].name if seat is not None and 0 <= seat < len(table.plans) else SOMEBODY


def trial_message(channel: str, now: float) -> Message:
    title, body = TEST_WORDS
    return Message(f"test-{channel}-{now:.0f}", channel, [NoticeText("turn", "", title, body)], now)
