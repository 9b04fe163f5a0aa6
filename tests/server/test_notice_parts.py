"""The parts of notices: encryption, hours, addresses, what is due when, and that the words give nothing away."""

import json
from datetime import datetime
from random import Random
from zoneinfo import ZoneInfo

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from msgspec.structs import replace

from skerry.core.rng import Rng
from skerry.core.state import CHANCE
from skerry.games import GAMES
from skerry.match import Match, SeatPlan
from skerry.match.asides import CHECKING, CONSENT, REFUSAL, TAKE_BACK
from skerry.server.errors import TableError
from skerry.server.notices.addresses import is_allowed
from skerry.server.notices.due import due_events
from skerry.server.notices.mail import mail_to
from skerry.server.notices.outlets import outcome_of
from skerry.server.notices.quiet_hours import end_of_quiet
from skerry.server.notices.web_push import encrypt, vapid_key
from skerry.server.notices.webhooks import webhook_request
from skerry.server.notices.words import Message, NoticeText, notice_text
from skerry.server.protocol.notice_calls import NOTICE_EVENTS, Quiet
from skerry.server.protocol.pace import Pace
from skerry.server.store.channels import StoredChannel
from skerry.server.store.waiting import Recipients, WaitingTurn, WatchedTable, turn_of
from tests.server.receivers import padded, unpadded

HOUR = 3600.0
NOW = 1_000_000_000.0


# ---- encryption


def test_a_push_is_encrypted_as_the_standard_has_it() -> None:
    """The example of RFC 8291, section 5."""
    number = int.from_bytes(unpadded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
    sealed = encrypt(
        b"When I grow up, I want to be a watermelon",
        unpadded("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
        unpadded("BTBZMqHH6r4Tts7J_aSIgg"),
        ec.derive_private_key(number, ec.SECP256R1()),
        unpadded("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert padded(sealed) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A"
        "_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_the_servers_key_stays_the_same_for_a_secret() -> None:
    keys = [vapid_key(secret).private_numbers().private_value for secret in ("one", "one", "two")]
    assert keys[0] == keys[1] != keys[2]


# ---- hours


@pytest.mark.parametrize(
    ("begin", "end", "now", "until"),
    [
        (22, 8, "2026-03-01 21:59", None),
        (22, 8, "2026-03-01 22:00", "2026-03-02 08:00"),
        (22, 8, "2026-03-02 03:00", "2026-03-02 08:00"),
        (22, 8, "2026-03-02 08:00", None),
        (13, 15, "2026-03-02 14:30", "2026-03-02 15:00"),
        (9, 9, "2026-03-02 09:30", None),
        (0, 6, "2026-03-02 00:00", "2026-03-02 06:00"),
        (22, 8, "2026-03-28 23:00", "2026-03-29 08:00"),  # the night when the clocks are changed
        (22, 8, "2026-10-24 23:00", "2026-10-25 08:00"),
    ],
)
def test_quiet_hours_are_those_of_the_persons_clock(begin: int, end: int, now: str, until: str | None) -> None:
    zone = ZoneInfo("Europe/Berlin")
    found = end_of_quiet(Quiet(begin, end, zone.key), datetime.fromisoformat(now).replace(tzinfo=zone).timestamp())
    assert (None if found is None else datetime.fromtimestamp(found, zone).strftime("%Y-%m-%d %H:%M")) == until


# ---- addresses and answers


@pytest.mark.parametrize(
    ("scheme", "host", "port", "pattern", "good"),
    [
        ("https", "discord.com", None, "discord.com", True),
        ("http", "discord.com", None, "discord.com", False),
        ("https", "evildiscord.com", None, "discord.com", False),
        ("https", "fcm.googleapis.com", None, "*.googleapis.com", True),
        ("https", "evilgoogleapis.com", None, "*.googleapis.com", False),
        ("https", "hooks.example.org", 8443, "hooks.example.org", False),
        ("https", "hooks.example.org", 8443, "hooks.example.org:8443", True),
        ("http", "127.0.0.1", 5000, "http://127.0.0.1:5000", True),
        ("https", "127.0.0.1", 5000, "http://127.0.0.1:5000", False),
    ],
)
def test_only_what_is_listed_is_allowed(scheme: str, host: str, port: int | None, pattern: str, good: bool) -> None:
    assert is_allowed(scheme, host, port, pattern) is good


def test_what_an_answer_means() -> None:
    assert outcome_of("push", 201, "").sent
    assert outcome_of("push", 410, "").is_gone and outcome_of("push", 404, "").is_gone
    waiting = outcome_of("discord", 429, "120")
    assert waiting.is_waiting and waiting.again == 120
    assert outcome_of("discord", 429, "-1e9").again == 60
    assert outcome_of("json", 503, "").again is not None and outcome_of("json", 302, "").again is None


def test_names_cannot_change_a_message() -> None:
    notice = NoticeText("turn", "abc", "Your turn in Buru", "@everyone [x](http://evil) <!channel> & *b* moved last.")
    message = Message("id", "channel", [notice])
    posted = {kind: webhook_request(webhook(kind), message, "https://s")[1] for kind in ("discord", "slack")}
    assert posted["discord"]["allowed_mentions"] == {"parse": []}
    assert "[x](" not in posted["discord"]["content"] and "\\[x\\]" in posted["discord"]["content"]
    assert "<!channel>" not in posted["slack"]["text"] and "&lt;!channel&gt;" in posted["slack"]["text"]


def webhook(kind: str) -> StoredChannel:
    return StoredChannel("id", "ben", "", kind, "https://h/x", "", 0.0)  # type: ignore[arg-type]


def test_a_title_cannot_add_a_header() -> None:
    class Sender:
        sender = "games@example.org"

    mail = mail_to(Sender(), "ben@example.org", "Your turn\r\nBcc: eve@example.org", "x")  # type: ignore[arg-type]
    assert mail["Bcc"] is None and mail["Subject"] == "Your turn Bcc: eve@example.org"


# ---- whose turn, and since when


def entries(*texts: str) -> list[tuple[int, int, str, float]]:
    """`seat text`, the oldest first; as the log has them, the newest first."""
    found = [(n, int(words.split()[0]), words.partition(" ")[2], 100.0 + n) for n, words in enumerate(texts)]
    return found[::-1]


def test_a_turn_begins_with_the_last_move_of_somebody_else() -> None:
    turn = turn_of(entries("0 a", "1 b", f"{CHANCE} roll", "0 c", "0 (hint)", "1 (hint)"), 0, 50.0)
    assert (turn.seat, turn.began, turn.since, turn.moved) == (0, 1, 101.0, 1)
    assert turn_of(entries("0 a"), 0, 50.0).began == -1
    assert turn_of([], 1, 50.0).since == 50.0


def test_who_checks_a_turn_is_who_must_act() -> None:
    assert turn_of(entries("0 a", "1 b", f"1 {CHECKING}"), 0, 50.0).seat == 1
    assert turn_of(entries("0 a", "1 (means: lead 4)"), 0, 50.0).seat == 1


def test_a_request_is_open_until_it_is_settled_or_somebody_moves() -> None:
    asked = ("0 a", "1 b", f"1 {TAKE_BACK}")
    assert turn_of(entries(*asked), 0, 0.0).asks == (2, 1)
    assert turn_of(entries(*asked, f"0 {CONSENT}"), 0, 0.0).answered == (0,)
    for settled in (f"0 {REFUSAL}", "1 (taken back to 0)", "0 c"):
        assert turn_of(entries(*asked, settled), 0, 0.0).asks is None


def table(due: float | None = None, since: float = NOW, **more: object) -> WatchedTable:
    turn = WaitingTurn(1, 7, since, 0, None, None)
    plans = [SeatPlan("Ann"), SeatPlan("Ben")]
    pace = Pace("slow", 2, "bot")
    found = WatchedTable("t", 1, "buru", plans, 1, NOW, NOW - 50 * HOUR, due, pace, {0: "ann", 1: "ben"}, turn)
    for name, value in more.items():
        setattr(found, name, value)
    return found


def events(found: WatchedTable, now: float, after: int = 2, here_at: float = 0.0) -> list[tuple[str, str, bool]]:
    reach = Recipients({"ben": ("c",)}, {}, {"ben": (NOTICE_EVENTS, after)}, frozenset(), {"ben": 0.0})
    return [(e.person, e.event, e.is_seen) for e in due_events(found, reach, {("t", "ben"): here_at}, now)]


def test_time_is_told_at_twelve_hours_and_at_two() -> None:
    seen = {}
    for hours in (13, 12, 3, 2, 1, 0):
        seen[hours] = [name for _, name, _ in events(table(due=NOW + hours * HOUR), NOW, after=999)]
    assert seen == {13: [], 12: ["time_12"], 3: ["time_12"], 2: ["time_2"], 1: ["time_2"], 0: []}


def test_a_turn_is_due_after_some_minutes_away() -> None:
    assert events(table(), NOW + 119) == []
    assert events(table(), NOW + 120) == [("ben", "turn", False)]
    assert events(table(), NOW + 600, here_at=NOW + 600) == []
    assert events(table(), NOW + 700, here_at=NOW + 600) == []
    assert events(table(), NOW + 720, here_at=NOW + 600) == [("ben", "turn", False)]
    assert events(table(), NOW, after=0, here_at=NOW) == [("ben", "turn", False)]


def test_whom_the_page_leads_to_the_new_game_is_not_told_that_it_has_begun() -> None:
    begun = {"begun": NOW}
    assert events(table(**begun), NOW + 1, after=999) == []
    assert events(table(**begun), NOW + 5, after=999, here_at=NOW + 5) == [("ben", "start", True)]
    assert events(table(**begun), NOW + 5, after=999) == [("ben", "start", False)]


def test_a_seat_that_a_bot_plays_is_told_nothing() -> None:
    assert events(table(plans=[SeatPlan("Ann"), SeatPlan("Ben", "easy")]), NOW + 600) == []


# ---- nothing secret


@pytest.mark.parametrize("name", sorted(GAMES))
def test_notices_are_the_same_for_the_real_table_and_for_imagined_ones(name: str) -> None:
    """Of what others hold, words depend on nothing: they are the same for all that a seat takes to be possible."""
    game, chance = GAMES[name], Random(name)
    count = max(2, game.seats[0])
    match = Match(name, [SeatPlan(f"P{n}") for n in range(count)], seed=name)
    match.begin()
    compared = 0
    while not match.over and compared < 60:
        assert match.to_move is not None and match.to_move != CHANCE
        for seat in range(count):
            other = match.snapshot()
            other.state = game.imagine(match.state, seat, Rng(chance.randrange(1 << 40)))
            told = [all_words(real, scrambled) for real in (match, other) for scrambled in (False, True)]
            assert told[1:] == told[:-1]
            compared += 1
        match.play(match.to_move, match.actions.text(chance.choice(match.state.legal_actions())))


def all_words(match: Match, scrambled: bool) -> list[str]:
    """Every notice that could be sent now, to each seat and to all; `scrambled`: from a log that says otherwise."""
    tail = [
        (n, entry.seat, "something else" if scrambled and not entry.text.startswith("(") else entry.text, NOW)
        for n, entry in enumerate(match.log)
    ][::-1]
    turn = replace(turn_of(tail, match.to_move, NOW), asks=(1, 0))
    people = dict(enumerate(f"person {seat}" for seat in range(len(match.seats))))
    found = WatchedTable(
        "t", 1, match.game.name, match.seats, match.to_move, NOW, NOW, NOW + HOUR, Pace("slow", 1, "bot"), people, turn
    )
    mine = [[], *([seat] for seat in range(len(match.seats)))]
    return [
        json.dumps([text.title, text.body, text.url])
        for event in ("turn", "start", "end", "mention", "time_2", "take_back")
        for seats in mine
        for text in [notice_text(found, event, seats, NOW)]
    ]


def test_an_unknown_zone_is_not_quiet_and_is_refused_when_chosen() -> None:
    from skerry.server.notices.quiet_hours import zone_of

    assert end_of_quiet(Quiet(0, 23, "Europe/Atlantis"), NOW) is None
    with pytest.raises(TableError):
        zone_of("Europe/Atlantis")
