"""What people say to each other: any script and any emoji, but nothing unseen, and no message that fills the chat."""

import re
from unicodedata import category

from skerry.match.names import is_visible
from skerry.server.errors import TableError
from skerry.server.protocol.messages import React, Say
from skerry.server.runtime import machine_clock
from skerry.server.store import seats
from skerry.server.store.gallery import GalleryLine
from skerry.server.store.seats import Spoken
from skerry.server.store.store import durable
from skerry.server.tables.lobby import NOT_COUNTED, Lobby
from skerry.server.tables.messages.rows import ABOUT_LOBBY, ANYBODY, LOCK, TALK, in_lobby, row
from skerry.server.tables.socket import Rights, Socket

MAX_LINES = 5
WATCHER = "Somebody watching"
MAX_ACCENTS = 3  # on one letter; more of them would run through the lines above and below


async def say_words(lobby: Lobby, socket: Socket, message: Say) -> None:
    """Those who watch talk among themselves."""
    if not socket.seats:
        await talk_in_gallery(lobby, socket, message)
        return
    await store_said(lobby, socket, message.n, "words", clean(message.words))


async def talk_in_gallery(lobby: Lobby, socket: Socket, message: Say) -> None:
    if socket.person is None or socket.rights is not Rights.PERSON or not lobby.has_begun:
        raise TableError("You are watching. Take a seat first.")
    line = GalleryLine(NOT_COUNTED, machine_clock.wall(), socket.person, socket.name, clean(message.words), message.n)
    await lobby.gallery.say(line)


async def send_reaction(lobby: Lobby, socket: Socket, message: React) -> None:
    if not socket.seats and not await lobby.is_over():
        raise TableError("You are watching. You can react once the game is over.")
    await store_said(lobby, socket, message.n, "reaction", message.reaction)


async def store_said(lobby: Lobby, socket: Socket, number: int, kind: str, words: str) -> None:
    """What is sent again, because the answer to it was lost, is said once."""
    table, seat = lobby.table, socket.seats[0] if socket.seats else None
    said = Spoken(
        NOT_COUNTED,
        machine_clock.wall(),
        seat,
        WATCHER if seat is None else table.record.plans()[seat].name,
        kind,
        words,
        0 if seat is None else number,  # only a seat's messages are counted: two who watch may send the same number
        person="" if seat is None else table.places[seat].person or "",
    )
    mentioned = people_mentioned(lobby, seat, words) if seat is not None and kind == "words" else []
    numbered = await durable(seats.say(table.store, table.id, said, mentioned))
    await lobby.add_to_chat(numbered)
    table.store.tell(f"chat {table.id}")


def people_mentioned(lobby: Lobby, speaker: int, words: str) -> list[str]:
    """Those whose name is in the message, with or without an @; one letter needs it."""
    found: dict[str, None] = {}
    table = lobby.table
    for seat, (plan, place) in enumerate(zip(table.record.plans(), table.places, strict=True)):
        mark = "@" if len(plan.name) == 1 else "@?"
        named = re.search(rf"(?<!\w){mark}{re.escape(plan.name)}(?!\w)", words, re.IGNORECASE)
        if named and place.person is not None and place.person != table.places[speaker].person and seat != speaker:
            found[place.person] = None
    return list(found)


def clean(words: str) -> str:
    """The message as it is stored; TableError if nothing readable is left."""
    lines = [line.strip() for line in re.split(r"\s*\n\s*", words.strip())]
    text = "\n".join([*lines[: MAX_LINES - 1], " ".join(lines[MAX_LINES - 1 :])]).strip()
    if not all(letter == "\n" or is_visible(letter) for letter in text) or not any(map(is_ink, text)):
        raise TableError("This message is empty or contains characters that cannot be shown.")
    return without_towers(text)


def is_ink(letter: str) -> bool:
    return not letter.isspace() and category(letter) not in ("Cf", "Mn", "Me")


def without_towers(text: str) -> str:
    cleaned, accents = [], 0
    for letter in text:
        accents = accents + 1 if category(letter) in ("Mn", "Me") else 0
        if accents <= MAX_ACCENTS:
            cleaned.append(letter)
    return "".join(cleaned)


ROWS = (
    row(Say, ANYBODY, ABOUT_LOBBY, LOCK, TALK, in_lobby(say_words)),
    row(React, ANYBODY, ABOUT_LOBBY, LOCK, TALK, in_lobby(send_reaction)),
)
