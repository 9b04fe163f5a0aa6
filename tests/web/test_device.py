"""The page as an app on this device: installed, without a network, and told something while no page is open."""

import json
import struct
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.web.house import House
from tests.web.player import WAIT, open_table
from tests.web.test_access import problems
from tests.web.test_restarts import until

pytestmark = pytest.mark.quick
CONTROLLED = "() => navigator.serviceWorker.controller !== null"


@pytest.fixture
def device(browser: Browser, house: House) -> Iterator[BrowserContext]:
    """A browser with a service worker that may show notices."""
    context = browser.new_context(
        viewport={"width": 1440, "height": 900}, reduced_motion="reduce", service_workers="allow"
    )
    context.grant_permissions(["notifications"], origin=house.url)
    yield context
    context.close()


def installed(context: BrowserContext, url: str) -> Page:
    """A page whose service worker is at work."""
    page = context.new_page()
    page.goto(url)
    page.wait_for_function(CONTROLLED, timeout=WAIT)
    return page


def test_the_page_can_be_installed(device: BrowserContext, house: House) -> None:
    page = installed(device, house.url)
    cdp = device.new_cdp_session(page)
    found = cdp.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # A browser for tests counts as a private window, where nothing is installed.
    assert [error["errorId"] for error in found if error["errorId"] != "in-incognito"] == []
    read = cdp.send("Page.getAppManifest")
    assert read["errors"] == []
    manifest = json.loads(read["data"])
    assert (manifest["display"], manifest["start_url"]) == ("standalone", "/")
    for shortcut in manifest["shortcuts"]:
        assert page.request.get(house.url + shortcut["url"].removeprefix("/")).ok


def test_every_icon_has_the_size_it_promises(page: Page, house: House) -> None:
    answer = page.request.get(house.url + "manifest.webmanifest")
    assert answer.headers["content-type"].startswith("application/manifest+json")
    icons = answer.json()["icons"]
    assert {icon["purpose"] for icon in icons} == {"any", "maskable"}
    for icon in icons:
        drawn = page.request.get(house.url + icon["src"].removeprefix("/"))
        assert drawn.ok and drawn.headers["content-type"].startswith(icon["type"])
        if icon["type"] == "image/png":
            assert "{}x{}".format(*struct.unpack(">II", drawn.body()[16:24])) == icon["sizes"]


def test_a_shortcut_opens_the_invitation(page: Page, house: House) -> None:
    page.goto(house.url + "?friends")
    expect(page.get_by_role("dialog", name="Play with friends")).to_be_visible(timeout=WAIT)


def test_the_worker_is_asked_for_again_each_time_and_may_only_come_from_here(page: Page, house: House) -> None:
    answer = page.request.get(house.url + "sw.js")
    assert answer.headers["cache-control"] == "no-cache"
    assert "javascript" in answer.headers["content-type"]
    assert "worker-src 'self'" in page.request.get(house.url).headers["content-security-policy"]


def test_without_a_network_there_is_a_kind_word_and_the_page_comes_back_by_itself(
    device: BrowserContext, house: House, tools: None
) -> None:
    page = installed(device, house.url)
    device.set_offline(True)
    page.goto(house.url + "practice")
    expect(page.get_by_role("heading", name="You are offline")).to_be_visible()
    expect(page.get_by_text("Your games are safe on the server")).to_be_visible()
    device.set_offline(False)  # axe is fetched by nobody, but the page may load while it looks
    expect(page.get_by_role("heading", name="Today’s deal")).to_be_visible(timeout=WAIT)


def test_the_kind_word_is_for_every_eye(device: BrowserContext, house: House, tools: None) -> None:
    page = installed(device, house.url)
    device.set_offline(True)
    page.goto(house.url)
    expect(page.get_by_role("heading", name="You are offline")).to_be_visible()
    for scheme, size in (("light", (1440, 900)), ("dark", (360, 740))):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert problems(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_while_the_server_is_away_the_page_waits_for_it(browser: Browser, own_house: House) -> None:
    context = browser.new_context(service_workers="allow")
    page = installed(context, own_house.url)
    own_house.kill()
    page.goto(own_house.url)
    expect(page.get_by_role("heading", name="Skerry cannot be reached")).to_be_visible()
    own_house.start()
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", name="Tidepool")).to_be_visible(timeout=WAIT)
    context.close()


def test_a_page_always_comes_from_the_server_and_nothing_of_it_is_kept(device: BrowserContext, house: House) -> None:
    """After an update, an old page would ask for files that are gone."""
    page = installed(device, house.url)
    page.reload()
    assert page.evaluate("caches.keys()") == []
    asked: list[bool] = []
    page.on("response", lambda answer: asked.append(answer.ok) if answer.url == house.url else None)
    page.reload()
    expect(page.get_by_role("heading", name="Tidepool")).to_be_visible(timeout=WAIT)
    assert asked


# ---- notices


def push(page: Page, data: Any) -> None:
    """What arrives from a push service."""
    origin = page.evaluate("location.origin")
    cdp = page.context.new_cdp_session(page)
    found: list[str] = []
    cdp.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(
            one["registrationId"]
            for one in event["registrations"]
            if one["scopeURL"] == f"{origin}/" and not one["isDeleted"]
        ),
    )
    cdp.send("ServiceWorker.enable")
    until(page, lambda: bool(found))
    text = data if isinstance(data, str) else json.dumps(data)
    cdp.send("ServiceWorker.deliverPushMessage", {"origin": origin, "registrationId": found[-1], "data": text})
    cdp.detach()


NOTICES = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
  .map((notice) => [notice.title, notice.body, notice.tag])"""


def until_notices(page: Page, *wanted: list[str]) -> None:
    until(page, lambda: sorted(page.evaluate(NOTICES)) == sorted(wanted))


def news(table: str, body: str, **more: Any) -> dict[str, Any]:
    return {"title": "Your turn: Tidepool", "body": body, "url": f"/t/{table}", "tag": table, **more}


def test_a_push_is_shown_once_for_each_table(device: BrowserContext, house: House) -> None:
    page = installed(device, house.url + "practice")
    push(page, news("a1", "Anna has moved."))
    until_notices(page, ["Your turn: Tidepool", "Anna has moved.", "a1"])
    push(page, news("a1", "Bo has moved."))
    until_notices(page, ["Your turn: Tidepool", "Bo has moved.", "a1"])
    push(page, "no JSON at all")
    until_notices(
        page,
        ["Your turn: Tidepool", "Bo has moved.", "a1"],
        ["Skerry", "There is news in one of your games.", "skerry"],
    )


def test_a_table_that_is_looked_at_needs_no_notice(device: BrowserContext, house: House) -> None:
    page = device.new_page()
    table = open_table(page, house, "Anna", "bot")
    page.wait_for_function(CONTROLLED, timeout=WAIT)
    page.bring_to_front()
    push(page, news(table, "Your turn."))
    push(page, news("another", "Bo has moved."))
    until_notices(page, ["Your turn: Tidepool", "Bo has moved.", "another"])


def test_a_click_on_a_notice_opens_its_table_and_no_other_site(device: BrowserContext, house: House) -> None:
    page = installed(device, house.url + "practice")
    worker = device.service_workers[0]
    worker.evaluate("() => { self.opened = []; self.clients.openWindow = async (url) => { self.opened.push(url); } }")
    click = """async () => {
      for (const notification of await self.registration.getNotifications())
        self.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
    }"""
    push(page, news("b2", "Bo has moved."))
    until_notices(page, ["Your turn: Tidepool", "Bo has moved.", "b2"])
    worker.evaluate(click)
    until_notices(page)
    push(page, {**news("b3", "Free gold!"), "url": "https://elsewhere.example/x"})
    until_notices(page, ["Your turn: Tidepool", "Free gold!", "b3"])
    worker.evaluate(click)
    until_notices(page)
    assert worker.evaluate("self.opened") == ["/t/b2", "/"]
