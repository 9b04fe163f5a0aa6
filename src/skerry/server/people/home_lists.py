"""What the home page lists: games to start, tables to continue, rules to read."""

import contextlib
import logging
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec.structs import replace

from skerry.core.answers import Paragraph
from skerry.core.game import Game
from skerry.core.state import CHANCE
from skerry.games import GAMES
from skerry.match.errors import Unplayable
from skerry.match.picture import picture
from skerry.match.recipe import check_rules
from skerry.match.rules import rules_of
from skerry.match.series import Book, Series, new_book
from skerry.server.errors import Damaged
from skerry.server.protocol.calls import GameInfo, Learn, OpenTable, PageInfo, Rules, SeriesInfo, TableInfo
from skerry.server.protocol.table_settings import settings_of, terms_in_words
from skerry.server.runtime import machine_clock
from skerry.server.store import seats
from skerry.server.store.home import AboutPerson, ListedTable
from skerry.server.store.records import Glance, Record
from skerry.server.store.seats import Place, TableTerms
from skerry.server.store.store import Store
from skerry.teacher.lessons import courses
from skerry.teacher.lessons.guide import sentence_bits

PER_HOST = 2  # open tables that one host may have in the list: nobody fills it alone

LATE_AFTER = 10.0  # seconds that a clock may be behind before anybody is called late

DAMAGED = "This game is damaged. The host may have a backup."

log = logging.getLogger("skerry.server")


@cache
def list_games() -> list[GameInfo]:
    """A game that cannot be loaded is left out and reported in the log; the others can be played."""
    found = []
    for name in GAMES:
        try:
            found.append((GAMES[name].is_sample, GAMES[name].place, name, game_info(GAMES[name])))
        except Exception:
            log.exception("The game %r cannot be loaded.", name)
    return [info for *_, info in sorted(found, key=lambda row: row[:3])]


def game_info(game: Game[Any]) -> GameInfo:
    return GameInfo(
        game.name,
        game.title,
        game.tagline,
        game.makers,
        game.minutes,
        game.weight,
        game.seats[0],
        game.seats[-1],
        list(game.options),
        courses.course_of(game.name) is not None,
        game.is_sample,
    )


def list_series(about: AboutPerson) -> list[SeriesInfo]:
    """The series of all games, and how far this person has come in each."""
    books = {}
    for text in about.books:
        try:
            book = msgspec.json.decode(text, type=Book)
            books[book.game, book.kind] = Series(book), about.begun.get(text)
        except (msgspec.MsgspecError, KeyError):
            log.exception("A series of a guest cannot be read.")
    found = []
    for info in list_games():
        for kind, offered in GAMES[info.name].series.items():
            known, running = books.get((info.name, kind), (Series(new_book(info.name, kind, {})), None))
            options = known.book.options if known.results or running else None
            found.append(
                SeriesInfo(
                    info.name, kind, offered.title, offered.words, offered.seats, options, known.standing, running
                )
            )
    return found


@cache
def paragraphs(name: str) -> list[Paragraph]:
    """The game's rules, then the house rules of every match, which refusals name as well."""
    return list(rules_of(GAMES[name]).values())


def list_tables(store: Store, person: str, tables: Sequence[ListedTable]) -> list[TableInfo]:
    """The matches of this person."""
    found = []
    for table in tables:
        record, is_shared = table.record, table.is_shared(person)
        mine = table.seats_of(person)
        try:
            info = table_info(record, person, mine, table.held if mine else None, table.is_gathering and bool(mine))
        except Exception as error:  # one damaged row, and all others are to be listed
            log.error("Table %s cannot be listed: %r.", record.id, error)
            info = damaged_info(record, person)
        info = with_clock(store, info, table)
        problem = info.problem or (DAMAGED if record.id in store.damaged else "")
        found.append(
            replace(
                info,
                problem=problem,
                due=table.due if mine else None,
                marks=[table.known[seat].mark for seat in sorted(table.known)],
                mine=info.over if is_shared else info.mine,
                file=bool(problem) and (info.over or (info.mine and not is_shared)),
            )
        )
    return found


def with_clock(store: Store, info: TableInfo, table: ListedTable) -> TableInfo:
    """With the pace, and who is late, on vacation or holds up the game."""
    if table.terms is None or info.over or info.problem:
        return info
    try:
        terms = seats.terms_of(store, table.record.id, table.terms)
    except (Damaged, msgspec.MsgspecError):
        return info
    pace = "" if terms.pace.kind == "none" else terms.pace.in_words()
    if info.gathering or table.is_paused:
        return replace(info, pace=pace, paused=table.is_paused)
    acting = table.record.to_move if table.held is None else table.held
    plans = table.record.plans()
    if acting is None or not 0 <= acting < len(plans) or plans[acting].bot is not None or not pace:
        return replace(info, pace=pace)
    is_late = table.due is None or table.due < machine_clock.wall() - LATE_AFTER
    counts = terms.pace.kind == "slow" and terms.vacation != "0" and not is_late
    vacation = table.vacations.get(acting) if counts else None
    return replace(info, pace=pace, late=plans[acting].name if is_late else "", vacation=vacation)


def title_of(game: str) -> str:
    """What a game is called; one that is no longer here goes by its name."""
    return next((info.title for info in list_games() if info.name == game), game)


def table_info(record: Record, person: str, mine: list[int], held: int | None, gathering: bool) -> TableInfo:
    try:
        plans = record.plans()
    except msgspec.MsgspecError:
        plans = []  # damaged: opening it says so
    is_known = record.is_up_to_date
    to_move = record.to_move if is_known else CHANCE
    acting = to_move if held is None else held
    decides = [seat for seat in mine if seat < len(plans) and plans[seat].bot is None]
    is_my_turn = not gathering and (acting in decides or (acting == CHANCE and bool(decides)))
    known = acting is not None and acting < len(plans) and not gathering and not is_my_turn
    glance = record.look() if is_known and not gathering else Glance(0, [])
    return TableInfo(
        id=record.id,
        game=record.game,
        title=title_of(record.game),
        players=[plan.name for plan in plans],
        series=series_words(record),
        over=to_move is None,
        your_turn=is_my_turn and is_known,
        changed=record.changed,
        problem=unplayable_reason(record),
        gathering=gathering,
        waits_for=plans[acting].name if known and acting is not None else "",
        mine=record.owner == person,
        guided=is_guided_table(record),
        round=glance.round,
        rounds=glance.rounds,
        points=glance.points,
        last=glance.last,
    )


def damaged_info(record: Record, person: str) -> TableInfo:
    """As much as can be said of a row that makes no sense."""
    changed = record.changed if isinstance(record.changed, float) else 0.0
    return TableInfo(
        id=str(record.id),
        game=str(record.game),
        title=str(record.game),
        players=[],
        series="",
        over=False,
        your_turn=False,
        changed=changed,
        problem=DAMAGED,
        mine=record.owner == person,
    )


def list_open_tables(
    store: Store, tables: Sequence[ListedTable], most: int, hidden: Container[str] = ()
) -> list[OpenTable]:
    """Where anybody may sit down; without those of hosts who are `hidden`."""
    found: list[OpenTable] = []
    hosts: Counter[str] = Counter()
    for record, terms, places in readable(store, tables):
        if record.owner in hidden or unplayable_reason(record) or hosts[record.owner] >= PER_HOST or len(found) >= most:
            continue
        hosts[record.owner] += 1
        plans = record.plans()
        sits = [plan.bot is not None or place.person is not None for plan, place in zip(plans, places, strict=True)]
        host = [plan.name for plan, place in zip(plans, places, strict=True) if place.person == record.owner]
        if not all(sits):
            found.append(
                OpenTable(
                    id=record.id,
                    game=record.game,
                    title=GAMES[record.game].title,
                    host=host[0] if host else "",
                    players=[plan.name for plan, is_taken in zip(plans, sits, strict=True) if is_taken],
                    free=sits.count(False),
                    options=unusual(record),
                    created=record.created,
                    terms=[words for name, words in terms_in_words(terms).items() if name != "listed"],
                    **settings_of(terms),
                )
            )
    return found


def readable(store: Store, tables: Sequence[ListedTable]) -> Iterator[tuple[Record, TableTerms, list[Place]]]:
    """Those whose terms are as they were written; of the others, opening them says so."""
    for table in tables:
        with contextlib.suppress(Damaged, msgspec.MsgspecError):
            if table.terms is not None:
                yield table.record, seats.terms_of(store, table.record.id, table.terms), table.places


def unusual(record: Record) -> dict[str, str]:
    """The options that were chosen, in words."""
    chosen = msgspec.json.decode(record.options, type=dict[str, str])
    known = GAMES[record.game].options if record.game in GAMES else ()
    return {
        option.title: chosen[option.name]
        for option in known
        if chosen.get(option.name, option.default) != option.default
    }


def is_guided_table(record: Record) -> bool:
    course = courses.course_of(record.game) if record.game in GAMES else None
    return course is not None and record.seed == course.deal.seed


@cache
def lessons_of(name: str) -> Learn | None:
    """The game in two minutes; None if nobody has written lessons for it."""
    course = courses.course_of(name)
    if course is None:
        return None
    match = courses.new_guided(name, "You")
    pages = [
        PageInfo(page.title, [list(sentence_bits(words, course.term)) for words in page.words], list(page.pieces))
        for page in course.page
    ]
    return Learn(match.game.title, pages, picture(match, courses.LEARNER_SEAT), match.game.catalogue(match.state))


@cache
def lessons_written(name: str) -> bytes | None:
    found = lessons_of(name)
    return None if found is None else msgspec.json.encode(found)


@cache
def rules_written(name: str) -> bytes:
    return msgspec.json.encode(Rules(GAMES[name].title, paragraphs(name), explained_terms(name)))


def explained_terms(name: str) -> list[courses.Term]:
    course = courses.course_of(name)
    return list(course.term) if course else []


def unplayable_reason(record: Record) -> str:
    """Why this build cannot play the match, as far as that can be said without replaying it."""
    if record.game not in GAMES:
        return "This Skerry does not include this game."
    if not record.has_components:
        return "It started with cards or tiles that this version of Skerry does not have."
    try:
        check_rules(GAMES[record.game], record.rules)
    except Unplayable as error:
        return f"It {error}."
    return DAMAGED if record.is_damaged else ""


def series_words(record: Record) -> str:
    try:
        book = record.book()
        kind = book and GAMES[book.game].series[book.kind]
    except (msgspec.MsgspecError, KeyError):
        return ""  # damaged as well
    return f"{kind.title}, game {len(book.results) + 1} of {kind.games}" if book and kind else ""
