"""The table from message to handler: every message a browser may send has its one row."""

from collections.abc import Sequence
from typing import get_args

import pytest
from msgspec import Struct

from skerry.server.protocol.messages import ClientMessage
from skerry.server.tables.messages.dispatch import ROWS
from skerry.server.tables.messages.rows import MessageCost, MessageRow, Scope, Sender

MESSAGES: list[type[Struct]] = list(get_args(ClientMessage))


def faults(rows: Sequence[MessageRow]) -> list[str]:
    """Messages without a row or with several, and rows that no message leads to."""
    found = [row.message for row in rows]
    missing = [
        f"{message.__name__} has {found.count(message)} rows" for message in MESSAGES if found.count(message) != 1
    ]
    return missing + [f"{message.__name__} is no message" for message in found if message not in MESSAGES]


def test_every_message_has_exactly_one_row() -> None:
    assert faults(ROWS) == []


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: message.__name__)
def test_a_row_that_is_missing_or_there_twice_is_noticed(message: type[Struct]) -> None:
    others = [row for row in ROWS if row.message is not message]
    own = [row for row in ROWS if row.message is message]
    assert faults(others) == [f"{message.__name__} has 0 rows"]
    assert faults([*others, *own, *own]) == [f"{message.__name__} has 2 rows"]


def test_what_needs_the_match_or_the_lobby_needs_the_lock() -> None:
    assert [row.message.__name__ for row in ROWS if row.scope is not Scope.TABLE and not row.locks] == []


def test_only_the_host_changes_the_seats_of_others_the_invitation_and_what_is_allowed() -> None:
    assert {row.message.__name__ for row in ROWS if row.sender is Sender.HOST} == {"Seating", "Renew", "Agree"}


def test_what_everybody_is_told_of_counts_as_talk() -> None:
    told = {"Say", "React", "Rename", "Renew", "Seating", "StandIn", "AskBack", "AskEnd", "PauseGame"}
    assert {row.message.__name__ for row in ROWS if row.cost is MessageCost.TALK} == told
