"""People are told when it matters: by push, by mail, by webhooks and in a feed; never twice, and nothing secret."""

import datetime
import hashlib
import time
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit
from xml.etree import ElementTree

import pytest
from cryptography.exceptions import InvalidTag

from skerry.server.config import ConfigError
from skerry.server.notices import due, outlets, sending
from skerry.server.store.engine.engines import open_beside
from skerry.server.store.outbox import count_sent
from skerry.server.store.store import Store
from tests.server.browser import Guest, Running, Seat, possible
from tests.server.receivers import Browser, MailServer, Receiver, claims_of, link_in, text_of, wait_until
from tests.server.test_friends import all_ready, gathered, play_together
from tests.terminal import command

Visit = Callable[[Running], Guest]
EVENTS = ["turn", "start", "end", "mention", "time", "take_back"]
MINE = "/api/me/notices"


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same in fractions of a second."""
    monkeypatch.setattr(due, "DUE_LOOK", 0.1)
    monkeypatch.setattr(due, "ARRIVING", 0.1)
    monkeypatch.setattr(due, "SOONEST", 0.02)
    monkeypatch.setattr(due, "MINUTE", 0.05)
    monkeypatch.setattr(sending, "MINUTE", 0.05)
    monkeypatch.setattr(sending, "SEND_LOOK", 0.1)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    found = Receiver()
    yield found
    found.stop()


@pytest.fixture
def mails() -> Iterator[MailServer]:
    found = MailServer()
    yield found
    found.stop()


@pytest.fixture
def served(run: Callable[..., Running], receiver: Receiver, mails: MailServer) -> Running:
    return run(
        push_hosts=(receiver.origin,),
        webhook_hosts=(receiver.origin, "discord.com"),
        smtp=mails.url,
        mail_from="games@example.org",
        site="https://games.example.org",
    )


def settings(guest: Guest) -> dict[str, Any]:
    found: dict[str, Any] = guest.http.get(MINE).raise_for_status().json()
    return found


def choose(guest: Guest, **changes: Any) -> None:
    choices = {"events": EVENTS, "after": 0, "quiet": None, "grouped": 0}
    guest.http.post(MINE, json=choices | changes).raise_for_status()


def add(guest: Guest, kind: str, address: str = "", **more: Any) -> dict[str, Any]:
    answer = guest.http.post(f"{MINE}/channels", json={"kind": kind, "address": address} | more)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def subscribe(guest: Guest, browser: Browser, name: str = "Ben’s phone") -> dict[str, Any]:
    return add(guest, "push", subscription=browser.subscription(), name=name)


def started(ann: Guest, ben: Guest, **more: Any) -> tuple[str, list[Seat]]:
    table, screens = gathered(ann, ben, **more)
    all_ready(screens)
    return table, screens


def move(screens: list[Seat]) -> int:
    """Whoever is asked decides, until it is somebody else's turn; return whose."""
    before = screens[0].picture["to_move"]
    while screens[0].picture["to_move"] == before:
        number = screens[0].picture["move"]
        acting = screens[before]
        acting.until(lambda update: bool(update["picture"]["choices"]))
        acting.play(possible(acting.picture)[0])
        for screen in screens:
            screen.until(lambda update, number=number: update["picture"]["move"] > number)
    return int(screens[0].picture["to_move"])


def turn_of(screens: list[Seat], seat: int) -> None:
    """Until it is this seat's turn."""
    if screens[0].picture["to_move"] == seat:
        move(screens)
    while screens[0].picture["to_move"] != seat:
        move(screens)


def a_moment_later() -> None:
    """Long enough for what must not happen."""
    time.sleep(0.8)


# ---- web push


def test_a_push_reaches_only_the_browser_that_subscribed(served: Running, visit: Visit, receiver: Receiver) -> None:
    ann, ben = visit(served), visit(served)
    browser = Browser(receiver)
    known = subscribe(ben, browser)
    assert [channel["shown"] for channel in known["channels"]] == ["Ben’s phone"]
    assert known["channels"][0]["endpoint_hash"] == hashlib.sha256(browser.endpoint.encode()).hexdigest()
    choose(ben, events=["turn"])
    table, screens = started(ann, ben)
    turn_of(screens, 1)
    posted = receiver.wait_for(1)[0]
    payload = browser.read(posted)
    assert payload["url"] == f"/t/{table}" and payload["tag"] == table
    assert payload["title"].startswith("Your turn in ") and "Ann" in payload["body"]
    claims = claims_of(posted, known["offers"]["push"])
    assert claims["aud"] == receiver.origin and claims["sub"] == "mailto:games@example.org"
    assert time.time() < claims["exp"] <= time.time() + 24 * 3600
    assert posted[1]["topic"] == table and int(posted[1]["ttl"]) > 0
    with pytest.raises(InvalidTag):
        Browser(receiver).read(posted)


def test_nobody_is_told_twice_of_one_turn(served: Running, visit: Visit, receiver: Receiver) -> None:
    ann, ben = visit(served), visit(served)
    subscribe(ben, Browser(receiver))
    choose(ben, events=["turn"])
    _, screens = started(ann, ben)
    turn_of(screens, 1)
    receiver.wait_for(1)
    a_moment_later()
    assert len(receiver.posted) == 1
    turn_of(screens, 1)
    receiver.wait_for(2)
    a_moment_later()
    assert len(receiver.posted) <= 2


def test_a_restart_repeats_nothing(
    served: Running, run: Callable[..., Running], visit: Visit, receiver: Receiver
) -> None:
    ann, ben = visit(served), visit(served)
    subscribe(ben, Browser(receiver))
    choose(ben, events=["turn"])
    _, screens = started(ann, ben)
    turn_of(screens, 1)
    receiver.wait_for(1)
    served.stop()
    run(push_hosts=(receiver.origin,))
    a_moment_later()
    assert len(receiver.posted) == 1


def test_who_looks_at_the_table_is_told_nothing_until_they_leave(
    served: Running, visit: Visit, receiver: Receiver
) -> None:
    ann, ben = visit(served), visit(served)
    subscribe(ben, Browser(receiver))
    choose(ben, after=2)
    _, screens = started(ann, ben)
    turn_of(screens, 1)
    a_moment_later()
    assert receiver.posted == []  # neither of the start nor of the turn
    ben.lines.close()
    receiver.wait_for(1)


def test_a_browser_that_is_gone_is_forgotten(served: Running, visit: Visit, receiver: Receiver) -> None:
    ann, ben = visit(served), visit(served)
    subscribe(ben, Browser(receiver))
    choose(ben, events=["turn"])
    receiver.answers = [(410, {})]
    _, screens = started(ann, ben)
    turn_of(screens, 1)
    wait_until(lambda: settings(ben)["channels"] == [])


def test_a_service_that_asks_to_wait_is_waited_for(served: Running, visit: Visit, receiver: Receiver) -> None:
    ann, ben = visit(served), visit(served)
    subscribe(ben, Browser(receiver))
    choose(ben, events=["turn"])
    receiver.answers = [(429, {"Retry-After": "1"}), (503, {})]
    _, screens = started(ann, ben)
    turn_of(screens, 1)
    receiver.wait_for(3)
    a_moment_later()
    assert len(receiver.posted) == 3
    wait_until(lambda: settings(ben)["channels"][0]["problem"] == "")


def test_an_address_that_fails_is_dropped_after_warnings(served: Running, visit: Visit, receiver: Receiver) -> None:
    ann, ben = visit(served), visit(served)
    add(ben, "json", f"{receiver.origin}/hook")
    choose(ben, events=["turn"])
    receiver.answers = [(400, {})] * 9
    _, screens = started(ann, ben)
    turn_of(screens, 1)
    wait_until(lambda: "400" in settings(ben)["channels"][0]["problem"])  # the first warning
    for count in (2, 3):
        turn_of(screens, 1)
        receiver.wait_for(count)
    wait_until(lambda: "Nothing got through" in settings(ben)["channels"][0]["problem"])
    turn_of(screens, 1)
    a_moment_later()
    assert len(receiver.posted) == 3
    receiver.answers = []
    channel = settings(ben)["channels"][0]["id"]
    tested = ben.http.post(f"{MINE}/channels/{channel}/test").json()
    assert tested == {"sent": True, "problem": ""}
    assert settings(ben)["channels"][0]["problem"] == ""


def test_redirects_are_not_followed(served: Running, visit: Visit, receiver: Receiver) -> None:
    ben = visit(served)
    known = add(ben, "json", f"{receiver.origin}/hook")
    receiver.answers = [(307, {"Location": f"{receiver.origin}/elsewhere"})]
    tested = ben.http.post(f"{MINE}/channels/{known['channels'][0]['id']}/test").json()
    assert not tested["sent"] and [path for path, _, _ in receiver.posted] == ["/hook"]


# ---- when and what


def test_quiet_hours_put_a_notice_off(served: Running, visit: Visit, receiver: Receiver) -> None:
    ann, ben = visit(served), visit(served)
    subscribe(ben, Browser(receiver))
    hour = datetime.datetime.now(datetime.UTC).hour
    choose(ben, events=["turn"], quiet={"begin": hour, "end": (hour + 2) % 24, "zone": "Etc/UTC"})
    _, screens = started(ann, ben)
    turn_of(screens, 1)
    a_moment_later()
    assert receiver.posted == []
    choose(ben, events=["turn"])
    receiver.wait_for(1)


def test_what_is_no_longer_true_is_not_sent(served: Running, visit: Visit, receiver: Receiver) -> None:
    ann, ben = visit(served), visit(served)
    subscribe(ben, Browser(receiver))
    hour = datetime.datetime.now(datetime.UTC).hour
    choose(ben, events=["turn"], quiet={"begin": hour, "end": (hour + 2) % 24, "zone": "Etc/UTC"})
    _, screens = started(ann, ben)
    turn_of(screens, 1)
    a_moment_later()
    turn_of(screens, 0)
    choose(ben, events=["turn"])
    a_moment_later()
    assert receiver.posted == []


def test_a_paused_game_and_people_on_vacation_are_left_in_peace(
    served: Running, visit: Visit, receiver: Receiver
) -> None:
    ann, ben = visit(served), visit(served)
    choose(ben, events=["turn"])
    add(ben, "json", f"{receiver.origin}/hook")
    pace = {"kind": "slow", "amount": 2, "late": "nothing"}
    _, screens = started(ann, ben, pace=pace, vacation="14")
    turn_of(screens, 1)
    wait_until(lambda: bool(receiver.json()))
    turn_of(screens, 0)
    before = len(receiver.json())
    ben.http.post("/api/me/vacation", json={"days": 3}).raise_for_status()
    move(screens)
    time.sleep(0.8)
    assert len(receiver.json()) == before
    screens[0].send(type="pause", paused=True)
    screens[0].until_friends(lambda friends: friends["paused"] is not None)
    ben.http.post("/api/me/vacation", json={"days": 0}).raise_for_status()
    time.sleep(0.8)
    assert len(receiver.json()) == before
    screens[0].send(type="pause", paused=False)
    wait_until(lambda: len(receiver.json()) == before + 1)


def test_who_has_planned_is_told_only_if_the_plan_is_dropped(served: Running, visit: Visit, receiver: Receiver) -> None:
    ann, ben = visit(served), visit(served)
    choose(ben, events=["turn"])
    add(ben, "json", f"{receiver.origin}/hook")
    _, screens = started(ann, ben, game="_blank")
    turn_of(screens, 0)
    before = len(receiver.json())
    wish = {"type": "make_plan", "seat": 1, "moves": ["gather"], "skips": True}
    screens[1].send(version=screens[1].picture["version"], n=900, **wish)
    screens[1].until_done(900)
    screens[0].play("gather")
    screens[1].until(lambda update: update["plan"] is None and update["picture"]["to_move"] == 0)
    time.sleep(0.8)
    assert len(receiver.json()) == before


def test_notices_are_grouped(served: Running, visit: Visit, receiver: Receiver) -> None:
    ann, ben = visit(served), visit(served)
    add(ben, "json", f"{receiver.origin}/hook")
    choose(ben, events=["turn"], grouped=120)  # six seconds
    for _ in range(3):
        _, screens = started(ann, ben)
        turn_of(screens, 1)
    wait_until(lambda: len({notice["url"] for body in receiver.json() for notice in body["notices"]}) == 3)
    assert len(receiver.posted) <= 2


def test_a_muted_table_is_silent(served: Running, visit: Visit, receiver: Receiver) -> None:
    ann, ben = visit(served), visit(served)
    subscribe(ben, Browser(receiver))
    choose(ben)
    table, screens = gathered(ann, ben)
    muted = ben.http.post(f"/api/tables/{table}/notices", json={"on": False}).json()["muted"]
    assert muted == [table]
    all_ready(screens)
    turn_of(screens, 1)
    a_moment_later()
    assert receiver.posted == []
    assert ben.http.post(f"/api/tables/{table}/notices", json={"on": True}).json()["muted"] == []


def test_start_mention_and_end_are_told(served: Running, visit: Visit, receiver: Receiver) -> None:
    ann, ben = visit(served), visit(served)
    add(ben, "json", f"{receiver.origin}/hook")
    choose(ben, events=["start", "mention", "end"])
    table, screens = gathered(ann, ben)
    screens[1].send(type="ready", ready=True)
    screens[0].until_friends(lambda friends: friends["seats"][1]["ready"])
    ben.lines.close()
    screens[0].send(type="ready", ready=True)
    receiver.wait_for(1)
    screens[0].send(type="say", words="Are you there, @f1? Not you, f12.")
    receiver.wait_for(2)
    screens[0].send(type="say", words="I like f12 more.")
    again = [screens[0], ben.gather(table)]
    for screen in again:
        screen.until(lambda update: True)
    play_together(again)
    a_moment_later()
    told = [notice for body in receiver.json() for notice in body["notices"]]
    assert [notice["event"] for notice in told] == ["start", "mention"]  # the end was seen
    assert "Ann mentioned you" in told[1]["title"]
    assert all("there" not in str(notice) for notice in told)
    assert told[0]["url"] == f"https://games.example.org/t/{table}"


def test_the_end_is_told_to_those_who_are_away(served: Running, visit: Visit, receiver: Receiver) -> None:
    ann, ben = visit(served), visit(served)
    add(ben, "json", f"{receiver.origin}/hook")
    choose(ben, events=["end"], after=2)
    _, screens = started(ann, ben)
    ben.lines.close()
    screens[0].send(type="resign", seat=0, version=screens[0].picture["version"], bot="random")
    told = receiver.wait_for(1)
    assert [body["notices"][0]["event"] for body in receiver.json()] == ["end"] and len(told) == 1


def test_a_request_to_take_back_is_told_once(served: Running, visit: Visit, receiver: Receiver) -> None:
    ann, ben = visit(served), visit(served)
    add(ben, "json", f"{receiver.origin}/hook")
    choose(ben, events=["take_back"])
    _, screens = started(ann, ben)
    turn_of(screens, 1)
    ben.lines.close()
    wait_until(lambda: not [s for t in served.server.config.app.state.tables.live.values() for s in t.sockets][1:])
    screens[0].send(type="ask_back", seat=0, version=screens[0].picture["version"])
    receiver.wait_for(1)
    a_moment_later()
    assert [body["notices"][0]["title"][:4] for body in receiver.json()] == ["Ann "]


# ---- mail


def test_an_address_counts_once_it_is_confirmed(served: Running, visit: Visit, mails: MailServer) -> None:
    ann, ben = visit(served), visit(served)
    known = add(ben, "mail", "ben@Example.org")
    assert known["channels"][0] | {"id": ""} == {
        "id": "",
        "kind": "mail",
        "shown": "b…@example.org",
        "confirmed": False,
        "problem": "",
        "endpoint_hash": "",
    }
    path = urlsplit(link_in(mails.wait_for(1)[0], "confirm")).path
    stranger = visit(served)
    assert stranger.http.get(path).status_code == 200  # as a mail scanner follows it
    assert settings(ben)["channels"][0]["confirmed"] is False
    choose(ben, events=["turn"])
    table, screens = started(ann, ben)
    turn_of(screens, 1)
    a_moment_later()
    assert len(mails.mails) == 1
    assert "Confirmed" in stranger.http.post(path).text
    assert settings(ben)["channels"][0]["confirmed"] is True
    turn_of(screens, 1)
    wait_until(lambda: any(table in text_of(mail) for mail in mails.mails))
    mail = mails.mails[-1]
    assert mail["Subject"].startswith("Your turn in ") and mail["To"] == "ben@example.org"
    assert mail["Auto-Submitted"] == "auto-generated"
    assert stranger.http.post(path).status_code == 404  # a link is good once


def test_one_click_ends_it(served: Running, visit: Visit, mails: MailServer) -> None:
    ann, ben = visit(served), visit(served)
    add(ben, "mail", "ben@example.org")
    visit(served).http.post(urlsplit(link_in(mails.wait_for(1)[0], "confirm")).path)
    choose(ben, events=["turn"])
    _, screens = started(ann, ben)
    turn_of(screens, 1)
    mail = mails.wait_for(2)[-1]
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = mail["List-Unsubscribe"].strip(" <>")
    assert link == link_in(mail, "off")
    person = next(value.strip('"').partition(".")[0] for value in ben.http.cookies.values())
    assert person not in link
    program = visit(served).http
    program.cookies.clear()
    path, form = urlsplit(link).path, {"List-Unsubscribe": "One-Click"}
    assert "Stop" in program.get(path).text and len(settings(ben)["channels"]) == 1
    for _ in range(2):
        answer = program.post(path, data=form, headers={"Origin": "https://mail.example"})
        assert answer.status_code == 200
    assert settings(ben)["channels"] == []


def test_mail_that_is_refused_is_a_warning(served: Running, visit: Visit, mails: MailServer) -> None:
    ben = visit(served)
    mails.refused = ["nobody@example.org"]
    answer = ben.http.post(f"{MINE}/channels", json={"kind": "mail", "address": "nobody@example.org"})
    assert answer.status_code == 409 and "refused" in answer.json()["words"]
    assert settings(ben)["channels"] == []


def test_what_is_no_address_gets_no_mail(served: Running, visit: Visit, mails: MailServer) -> None:
    ben = visit(served)
    for address in ("ben", "ben@", "a@b@c.org", "b@x.org\r\nBcc: x@y.org", "ben@example.org,x@y.org", "a b@c.org"):
        answer = ben.http.post(f"{MINE}/channels", json={"kind": "mail", "address": address})
        assert answer.status_code == 409, address
    assert mails.mails == []


def test_nobody_can_fill_a_strangers_mailbox(served: Running, visit: Visit, mails: MailServer) -> None:
    answers = [
        visit(served).http.post(f"{MINE}/channels", json={"kind": "mail", "address": "eve@example.org"}).status_code
        for _ in range(6)
    ]
    assert answers == [200, 200, 200, 429, 429, 429] and len(mails.mails) == 3


# ---- webhooks


def test_each_webhook_gets_what_it_understands(served: Running, visit: Visit, receiver: Receiver) -> None:
    ann, ben = visit(served), visit(served)
    for kind in ("slack", "ntfy", "json", "discord"):
        add(ben, kind, f"{receiver.origin}/{kind}")
    choose(ben, events=["turn"])
    table, screens = started(ann, ben)
    turn_of(screens, 1)
    receiver.wait_for(4)
    bodies = {path: body for (path, _, _), body in zip(receiver.posted, receiver.json(), strict=True)}
    link = f"https://games.example.org/t/{table}"
    assert bodies["/discord"]["allowed_mentions"] == {"parse": []} and link in bodies["/discord"]["content"]
    assert link in bodies["/slack"]["text"]
    assert bodies["/"]["topic"] == "ntfy" and bodies["/"]["click"] == link
    assert bodies["/json"]["notices"][0]["table"] == table


ELSEWHERE = [
    ("json", "http://169.254.169.254/latest"),
    ("json", "https://127.0.0.1/"),
    ("discord", "http://discord.com/api/webhooks/1"),
    ("discord", "https://discord.com.evil.example/"),
    ("discord", "https://user:pass@discord.com/"),
    ("discord", "https://discord.com\\@evil.example/"),
    ("json", "file:///etc/passwd"),
    ("json", "https://[::1/"),
    ("json", "https://discord.com:99999/"),
    ("json", ""),
]


def test_the_server_posts_only_where_its_host_allows_it(served: Running, visit: Visit) -> None:
    ben = visit(served)
    for kind, address in ELSEWHERE:
        answer = ben.http.post(f"{MINE}/channels", json={"kind": kind, "address": address})
        assert answer.status_code == 409, (address, answer.text)


def test_a_push_goes_only_to_a_push_service(served: Running, visit: Visit, receiver: Receiver) -> None:
    browser = Browser(receiver)
    for endpoint in ("https://evil.example/push", "https://evilgoogleapis.com/", "http://fcm.googleapis.com/x"):
        wish = {"kind": "push", "subscription": browser.subscription() | {"endpoint": endpoint}}
        assert visit(served).http.post(f"{MINE}/channels", json=wish).status_code == 409
    good = browser.subscription() | {"endpoint": "https://fcm.googleapis.com/fcm/send/abc"}
    ben = visit(served)
    assert ben.http.post(f"{MINE}/channels", json={"kind": "push", "subscription": good}).status_code == 200
    for keys in ({"p256dh": "AAAA", "auth": "AAAA"}, {"p256dh": "?" * 87, "auth": "é" * 22}):
        wish = {"kind": "push", "subscription": good | {"keys": keys}}
        assert ben.http.post(f"{MINE}/channels", json=wish).status_code == 409


def test_there_are_at_most_five(served: Running, visit: Visit, receiver: Receiver) -> None:
    ben = visit(served)
    for number in range(5):
        add(ben, "json", f"{receiver.origin}/{number}")
    add(ben, "json", f"{receiver.origin}/3")  # the same again takes its place
    answer = ben.http.post(f"{MINE}/channels", json={"kind": "json", "address": f"{receiver.origin}/5"})
    assert answer.status_code == 409 and "5 ways" in answer.json()["words"]
    channel = settings(ben)["channels"][0]["id"]
    assert visit(served).http.delete(f"{MINE}/channels/{channel}").status_code == 404
    assert len(ben.http.delete(f"{MINE}/channels/{channel}").json()["channels"]) == 4


def test_a_tables_webhook_is_its_hosts(served: Running, visit: Visit, receiver: Receiver) -> None:
    ann, ben = visit(served), visit(served)
    table, screens = gathered(ann, ben)
    wish = {"kind": "json", "address": f"{receiver.origin}/table"}
    assert ben.http.post(f"/api/tables/{table}/webhook", json=wish).status_code == 403
    assert ann.http.post(f"/api/tables/{table}/webhook", json=wish).json()["kind"] == "json"
    assert settings(ann)["channels"] == []
    all_ready(screens)
    receiver.wait_for(1)
    turn_of(screens, 1)
    ben.lines.close()
    wait_until(lambda: "F1’s turn" in str(receiver.json()))
    removed = ann.http.post(f"/api/tables/{table}/webhook", json=wish | {"address": ""}).json()
    assert removed == {"kind": None, "shown": "", "problem": ""}


# ---- the feed


def test_the_feed_says_which_games_wait(served: Running, visit: Visit) -> None:
    ann, ben = visit(served), visit(served)
    assert settings(ben)["feed"] == ""
    feed = ben.http.post(f"{MINE}/feed", json={"on": True}).json()["feed"]
    table, screens = started(ann, ben, pace={"kind": "slow", "amount": 2, "late": "bot"})
    turn_of(screens, 1)
    reader = visit(served).http
    reader.cookies.clear()
    calendar = reader.get(f"{feed}.ics")
    assert calendar.headers["content-type"].startswith("text/calendar")
    lines = calendar.content.decode().split("\r\n")
    assert lines[0] == "BEGIN:VCALENDAR" and lines[-2:] == ["END:VCALENDAR", ""]
    assert f"URL:https://games.example.org/t/{table}" in lines and lines.count("BEGIN:VEVENT") == 1
    assert all(len(line.encode()) <= 75 for line in lines)
    atom = ElementTree.fromstring(reader.get(f"{feed}.atom").content)
    titles = [found.text or "" for found in atom.iter("{http://www.w3.org/2005/Atom}title")]
    assert any(title.startswith("Your turn in ") for title in titles)
    new = ben.http.post(f"{MINE}/feed", json={"on": True}).json()["feed"]
    assert new != feed and reader.get(f"{feed}.ics").status_code == 404
    assert ben.http.post(f"{MINE}/feed", json={"on": False}).json()["feed"] == ""
    assert reader.get(f"{new}.ics").status_code == 404


# ---- what is offered


def test_nothing_is_offered_that_the_host_has_not_set_up(run: Callable[..., Running], visit: Visit) -> None:
    ben = visit(run())
    offers = settings(ben)["offers"]
    assert offers["push"] and not offers["mail"] and offers["webhooks"] == []
    assert ben.http.post(f"{MINE}/channels", json={"kind": "mail", "address": "a@b.org"}).status_code == 409


def test_without_the_packages_the_server_runs_and_offers_only_the_feed(
    run: Callable[..., Running], visit: Visit, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outlets, "NEEDED", ("a_package_that_is_not_there",))
    ann, ben = (visit(running) for running in [run(webhook_hosts=(receiver.origin,))] * 2)
    assert settings(ben)["offers"] == {"push": "", "mail": False, "webhooks": [], "webhook_hosts": []}
    wish = {"kind": "json", "address": f"{receiver.origin}/hook"}
    assert ben.http.post(f"{MINE}/channels", json=wish).status_code == 409
    feed = ben.http.post(f"{MINE}/feed", json={"on": True}).json()["feed"]
    _, screens = started(ann, ben)
    turn_of(screens, 1)
    assert "Your turn" in ben.http.get(f"{feed}.atom").text


def test_an_address_that_is_confirmed_stays_so(served: Running, visit: Visit, mails: MailServer) -> None:
    ben = visit(served)
    add(ben, "mail", "ben@example.org")
    ben.http.post(urlsplit(link_in(mails.wait_for(1)[0], "confirm")).path)
    assert add(ben, "mail", "ben@example.org")["channels"][0]["confirmed"] is True
    assert len(mails.mails) == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"smtp": "mail.example.org", "mail_from": "a@b.org", "site": "https://b.org"},
        {"smtp": "smtp://mail.example.org", "mail_from": "nobody", "site": "https://b.org"},
        {"smtp": "smtp://mail.example.org", "mail_from": "a@b.org"},
        {"site": "games.example.org"},
        {"site": "https://games.example.org/path"},
    ],
)
def test_settings_that_make_no_sense_are_refused(run: Callable[..., Running], wrong: dict[str, str]) -> None:
    with pytest.raises(ConfigError):
        run(**wrong)


def test_the_host_sees_what_was_sent_and_what_failed(
    served: Running, visit: Visit, receiver: Receiver, mails: MailServer
) -> None:
    ann, ben = visit(served), visit(served)
    add(ben, "json", f"{receiver.origin}/hook")
    add(ann, "slack", f"{receiver.origin}/hook")
    choose(ben, events=["turn"])
    choose(ann, events=["turn"])
    receiver.answers = [(403, {})]
    _, screens = started(ann, ben)
    for number in (1, 2):
        receiver.wait_for(number)
        move(screens)
    receiver.wait_for(3)
    store = Store(open_beside(served.data, ""))
    wait_until(lambda: sum(of.sent for of in count_sent(store, time.time())) == 2)
    counts = {of.kind: (of.sent, of.failed, of.waiting) for of in count_sent(store, time.time())}
    assert sum(failed for _, failed, _ in counts.values()) == 1
    store.close()
    shown = command.run("admin", "--data", served.data, "notices").stdout
    assert "json" in shown and "slack" in shown and receiver.origin not in shown


def test_a_bad_time_zone_is_refused(served: Running, visit: Visit) -> None:
    for zone in ("Europe/Atlantis", "../../etc/passwd", "/etc/localtime", "\0", ""):
        wish = {"events": [], "after": 0, "quiet": {"begin": 22, "end": 8, "zone": zone}, "grouped": 0}
        answer = visit(served).http.post(MINE, json=wish)
        assert answer.status_code == 409, zone


def test_other_sites_cannot_change_anything(served: Running, visit: Visit) -> None:
    ben = visit(served)
    answer = ben.http.post(f"{MINE}/feed", json={"on": True}, headers={"Origin": "https://evil.example"})
    assert answer.status_code == 403
