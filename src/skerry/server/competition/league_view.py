"""A league as a page shows it to one person."""

from collections.abc import Sequence

from skerry.server.competition.leagues import missing_entries, terms_of_league
from skerry.server.competition.standings import LeagueLine, standing_key, standings_of
from skerry.server.people.home_lists import title_of
from skerry.server.protocol.competition_calls import (
    LeagueInfo,
    LeagueRound,
    LeagueSeat,
    LeagueShown,
    LeagueStanding,
    LeagueTable,
)
from skerry.server.store import leagues
from skerry.server.store.leagues import BYE, LeagueRecord, RoundTable, StoredLeague, StoredRound
from skerry.server.store.outcomes import Outcome
from skerry.server.store.store import Store

SHOWN_LEAGUES = 100


def list_leagues(store: Store, person: str) -> list[LeagueInfo]:
    """Four queries, however many there are."""
    found = leagues.listed_leagues(store, person, SHOWN_LEAGUES)
    ids = [league.id for league in found]
    counts, rounds = leagues.entry_counts(store, ids), leagues.last_rounds(store, ids)
    entered = leagues.leagues_entered(store, person)
    return [
        league_info(league, person, counts.get(league.id, 0), rounds.get(league.id, 0), league.id in entered)
        for league in found
    ]


def league_info(league: StoredLeague, person: str, entries: int, round_: int, entered: bool) -> LeagueInfo:
    game = league.plan.game
    return LeagueInfo(
        id=league.id,
        name=league.name,
        title=title_of(game),
        plan=league.plan,
        terms=terms_of_league(league.plan),
        state=league.state,
        entries=entries,
        round=round_,
        entered=entered,
        hosting=league.host == person,
        by_code=bool(league.code),
        created=league.created,
    )


def league_shown(record: LeagueRecord, person: str) -> LeagueShown:
    league = record.league
    playing = [entry for entry in record.entries if entry.withdrew is None]
    is_in = any(entry.person == person for entry in playing)
    has_entered = any(entry.person == person for entry in record.entries)
    missing = missing_entries(record) if league.state == "open" else ""
    hosting = league.host == person
    return LeagueShown(
        info=league_info(league, person, len(playing), len(record.rounds), has_entered),
        names=[entry.name for entry in record.entries],
        standings=standing_lines(record, person),
        rounds=[league_round(record, round_, person) for round_ in reversed(record.rounds)],
        next=next_game(record, person),
        code=league.code if hosting or has_entered else "",
        missing=missing,
        may_start=hosting and league.state == "open" and not missing,
        may_withdraw=is_in and league.state != "over",
    )


def next_game(record: LeagueRecord, person: str) -> str | None:
    """The person's game of this round, until it is over."""
    now = record.rounds[-1].tables if record.rounds else []
    return next((table.match for table in now if person in table.seats.values() and not table.is_over), None)


def standing_lines(record: LeagueRecord, person: str) -> list[LeagueStanding]:
    """Those whom nothing tells apart but their entry share a place."""
    lines, gone = standings_of(record), {entry.person for entry in record.entries if entry.withdrew is not None}
    names = {entry.person: entry.name for entry in record.entries}
    return [
        LeagueStanding(
            place=standing_place(line, lines),
            name=names[line.person],
            mine=line.person == person,
            points=line.points,
            wins=line.wins,
            strength=line.strength,
            games=line.games,
            withdrew=line.person in gone,
        )
        for line in lines
    ]


def standing_place(line: LeagueLine, lines: Sequence[LeagueLine]) -> int:
    return 1 + sum(standing_key(other) < standing_key(line) for other in lines)


def league_round(record: LeagueRecord, round_: StoredRound, person: str) -> LeagueRound:
    names = {entry.person: entry.name for entry in record.entries}
    byes = [who for table in round_.tables if table.number == BYE for who in table.seats.values()]
    return LeagueRound(
        number=round_.number,
        began=round_.began,
        deadline=round_.deadline,
        over=round_.is_over,
        tables=[
            league_table(table, names, person, record.league.plan.players)
            for table in round_.tables
            if table.number != BYE
        ],
        byes=[LeagueSeat(names[who], who == person) for who in byes],
    )


def league_table(table: RoundTable, names: dict[str, str], person: str, players: int) -> LeagueTable:
    """With the best first once it is over."""
    ends = {line.seat: line for line in table.outcome}
    sitting = [league_seat(table.seats.get(seat), ends.get(seat), names, person) for seat in range(players)]
    sitting.sort(key=lambda seat: seat.place or 0)
    return LeagueTable(table.number, table.match, table.is_over, table.is_void, sitting)


def league_seat(who: str | None, end: Outcome | None, names: dict[str, str], person: str) -> LeagueSeat:
    name = "A bot" if who is None else names[who]
    place, points = (None, None) if end is None else (end.place, end.points)
    return LeagueSeat(name, who == person, who is None, place, points)
