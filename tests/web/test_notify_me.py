"""“Notify me”: how a person chooses the ways by which they are told, and what then arrives, end to end."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.server.receivers import Browser as Subscribed
from tests.server.receivers import MailServer, Receiver, link_in
from tests.web.conftest import running
from tests.web.house import House
from tests.web.player import WAIT
from tests.web.test_access import problems
from tests.web.test_device import CONTROLLED, NOTICES, push
from tests.web.test_friends import begin, sit_down
from tests.web.test_restarts import until

pytestmark = pytest.mark.quick

# A browser for tests cannot reach a push service: this one is here, and knows the keys.
SUBSCRIBES = """(() => {
  if (!('PushManager' in globalThis)) return;
  const subscription = { ...%s, unsubscribe: async () => { localStorage.removeItem('test.subscribed'); return true; } };
  subscription.toJSON = () => ({ endpoint: subscription.endpoint, expirationTime: null, keys: subscription.keys });
  PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
    if (!userVisibleOnly || !/^[\\w-]{87}$/.test(applicationServerKey)) throw new DOMException('no', 'AbortError');
    localStorage.setItem('test.subscribed', 'yes');
    return subscription;
  };
  PushManager.prototype.getSubscription = async () => (localStorage.getItem('test.subscribed') ? subscription : null);
})()"""


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
def telling(tmp_path: Path, receiver: Receiver, mails: MailServer) -> Iterator[House]:
    """A server that can tell people in every way."""
    file = tmp_path / "skerry.toml"
    file.write_text(
        f'push_hosts = ["{receiver.origin}"]\nwebhook_hosts = ["{receiver.origin}"]\nsmtp = "{mails.url}"\n'
        'mail_from = "games@example.org"\nsite = "https://games.example.org"\n'
    )
    yield from running(tmp_path / "data", "--config", str(file))


@pytest.fixture
def subscribed(receiver: Receiver) -> Subscribed:
    return Subscribed(receiver)


@pytest.fixture
def device(browser: Browser, telling: House, subscribed: Subscribed) -> Iterator[BrowserContext]:
    context = browser.new_context(
        viewport={"width": 1440, "height": 900}, reduced_motion="reduce", service_workers="allow"
    )
    context.grant_permissions(["notifications", "clipboard-read", "clipboard-write"], origin=telling.url)
    context.add_init_script(SUBSCRIBES % json.dumps(subscribed.subscription()))
    yield context
    context.close()


def settings(page: Page) -> Locator:
    page.get_by_role("button", name="Settings").click()
    dialog = page.get_by_role("dialog", name="Settings")
    dialog.get_by_text("Notify me").click()
    return dialog


def front(context: BrowserContext, house: House) -> Page:
    page = context.new_page()
    page.goto(house.url)
    page.wait_for_function(CONTROLLED, timeout=WAIT)
    return page


def slow_table(page: Page, house: House) -> str:
    """A table over days, with a free seat; its invitation."""
    page.goto(house.url)
    wish = {
        "game": "_blank",
        "seats": [{"name": "Wren"}, {"name": "Friend", "open": True}],
        "pace": {"kind": "slow", "amount": 2, "late": "move"},
    }
    table = page.request.post(f"{house.url}api/tables", data=wish).json()["id"]
    page.goto(f"{house.url}t/{table}")
    expect(page.get_by_role("heading", name="Tidepool: waiting room")).to_be_visible(timeout=WAIT)
    return page.get_by_label("Invitation link").input_value()


def test_a_test_push_arrives_on_this_device_and_is_shown(
    device: BrowserContext, telling: House, receiver: Receiver, subscribed: Subscribed
) -> None:
    page = front(device, telling)
    dialog = settings(page)
    switch = dialog.get_by_role("switch", name="This device")
    expect(switch).not_to_be_checked(timeout=WAIT)
    expect(dialog.get_by_role("button", name="Send a test")).to_have_count(0)  # to nobody
    switch.click()
    expect(dialog.get_by_text("This device will be told.")).to_be_visible(timeout=WAIT)
    expect(switch).to_be_checked()
    dialog.get_by_role("button", name="Send a test").click()
    expect(dialog.get_by_text("Sent to this device.")).to_be_visible(timeout=WAIT)
    payload = subscribed.read(receiver.wait_for(1)[0])
    page.goto(telling.url + "practice")
    push(page, payload)
    until(page, lambda: [title for title, _, _ in page.evaluate(NOTICES)] == [payload["title"]])
    page.goto(telling.url)
    dialog = settings(page)
    expect(dialog.get_by_role("switch", name="This device")).to_be_checked(timeout=WAIT)  # the page knows its own
    dialog.get_by_role("switch", name="This device").click()
    expect(dialog.get_by_text("This device is no longer told.")).to_be_visible(timeout=WAIT)
    assert page.request.get(telling.url + "api/me/notices").json()["channels"] == []


def test_who_refuses_notices_is_told_what_to_do(browser: Browser, telling: House, subscribed: Subscribed) -> None:
    context = browser.new_context(service_workers="allow")
    context.add_init_script(SUBSCRIBES % json.dumps(subscribed.subscription()))
    context.add_init_script("Notification.requestPermission = async () => 'denied'")
    page = front(context, telling)
    dialog = settings(page)
    switch = dialog.get_by_role("switch", name="This device")
    switch.click(timeout=WAIT)
    expect(dialog.get_by_text("Your browser does not allow notifications from Skerry.")).to_be_visible(timeout=WAIT)
    expect(switch).not_to_be_checked()
    context.close()


def test_mail_counts_once_its_owner_has_followed_the_link(page: Page, telling: House, mails: MailServer) -> None:
    page.goto(telling.url)
    dialog = settings(page)
    dialog.get_by_role("button", name="Set up e-mail").click(timeout=WAIT)
    field = dialog.get_by_label("E-mail address")
    expect(field).to_be_focused()
    field.fill("wren@nowhere")
    field.press("Enter")
    expect(dialog.get_by_text("This is not an e-mail address.")).to_be_visible(timeout=WAIT)
    field.fill("wren@example.org")
    field.press("Enter")
    expect(dialog.get_by_text("Not confirmed yet")).to_be_visible(timeout=WAIT)
    expect(dialog.get_by_text("wren@example.org")).to_have_count(0)  # not for those who look over my shoulder
    link = link_in(mails.wait_for(1)[0], "confirm")
    other = page.context.new_page()
    other.goto(telling.url + link.split("games.example.org/")[1])
    other.get_by_role("button", name="Yes, send them").click()
    expect(other.get_by_role("heading", name="Confirmed")).to_be_visible()
    page.reload()
    dialog = settings(page)
    dialog.get_by_role("button", name="Send a test").click(timeout=WAIT)
    expect(dialog.get_by_text("Sent to w…@example.org.")).to_be_visible(timeout=WAIT)
    mails.wait_for(2)
    dialog.get_by_role("button", name="Turn everything off").click()
    expect(dialog.get_by_text("You will not be told anything any more.")).to_be_visible(timeout=WAIT)
    assert page.request.get(telling.url + "api/me/notices").json()["channels"] == []


def test_webhook_feed_quiet_hours_and_choices_are_kept(
    device: BrowserContext, telling: House, receiver: Receiver
) -> None:
    page = front(device, telling)
    dialog = settings(page)
    dialog.get_by_role("button", name="Set up a webhook").click(timeout=WAIT)
    dialog.get_by_label("Kind of webhook").select_option("json")
    dialog.get_by_label("Address of the webhook").fill("https://elsewhere.example/x")
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(dialog.get_by_text("This server does not send notices to elsewhere.example.")).to_be_visible(timeout=WAIT)
    dialog.get_by_label("Address of the webhook").fill(f"{receiver.origin}/hook")
    dialog.get_by_role("button", name="Add", exact=True).click()
    dialog.get_by_role("button", name="Send a test").click(timeout=WAIT)
    receiver.wait_for(1)
    dialog.get_by_role("button", name="Turn on the feed").click()
    dialog.get_by_role("button", name="Copy the address: Calendar").click(timeout=WAIT)
    expect(dialog.get_by_role("button", name="Copied the address: Calendar")).to_be_visible()
    address = page.evaluate("navigator.clipboard.readText()")
    assert "BEGIN:VCALENDAR" in page.request.get(address).text()
    dialog.get_by_role("switch", name="Quiet hours").click()
    dialog.get_by_label("Quiet from").select_option("23")
    dialog.get_by_role("button", name="Change what and when").click()
    dialog.get_by_label("Somebody mentions me in the chat").uncheck()
    dialog.get_by_label("How soon").select_option("10")
    dialog.get_by_label("How often").select_option("180")
    expect(dialog.get_by_text("Quiet from 23:00 to 8:00")).to_be_visible(timeout=WAIT)
    wanted = {"after": 10, "grouped": 180}

    def kept() -> bool:
        choices = page.request.get(telling.url + "api/me/notices").json()["choices"]
        quiet = choices["quiet"] and (choices["quiet"]["begin"], choices["quiet"]["end"]) == (23, 8)
        return bool(quiet) and "mention" not in choices["events"] and wanted.items() <= choices.items()

    until(page, kept)
    page.reload()
    dialog = settings(page)
    dialog.get_by_role("button", name="Change what and when").click(timeout=WAIT)
    expect(dialog.get_by_label("Somebody mentions me in the chat")).not_to_be_checked(timeout=WAIT)
    expect(dialog.get_by_label("It is my turn")).to_be_checked()


def test_a_slow_table_asks_once_and_promises_nothing_before(device: BrowserContext, telling: House) -> None:
    page = front(device, telling)
    slow_table(page, telling)
    asked = page.get_by_role("region", name="How shall we tell you that it is your turn?")
    expect(asked).to_be_visible(timeout=WAIT)
    asked.get_by_role("button", name="Not now").click()
    expect(page.get_by_text("Nobody tells you when it is your turn.")).to_be_visible()
    page.reload()
    page.get_by_role("button", name="Notify me…").click(timeout=WAIT)
    asked.get_by_role("switch", name="This device").click()
    expect(asked.get_by_role("switch", name="This device")).to_be_checked(timeout=WAIT)
    asked.get_by_role("button", name="Good").click()
    expect(page.get_by_text("When it is your turn, you are told on this device.")).to_be_visible()


def test_a_game_is_muted_and_its_host_can_tell_everybody_in_a_channel(
    device: BrowserContext, browser: Browser, telling: House, receiver: Receiver
) -> None:
    page = front(device, telling)
    link = slow_table(page, telling)
    friend = browser.new_page()
    sit_down(friend, link)
    begin(page, friend)
    dialog = settings(page)
    dialog.get_by_role("button", name="Set up a channel for everybody").click(timeout=WAIT)
    dialog.get_by_label("Kind of channel").select_option("json")
    dialog.get_by_label("Address of the channel").fill(f"{receiver.origin}/all")
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(dialog.get_by_role("button", name="Remove the channel for everybody")).to_be_visible(timeout=WAIT)
    dialog.get_by_role("switch", name="Tell me about this game").click()
    expect(dialog.get_by_text("Muted: you are told nothing about it.")).to_be_visible(timeout=WAIT)
    muted = page.request.get(telling.url + "api/me/notices").json()["muted"]
    assert muted == [re.search(r"/t/(\w+)", page.url)[1]]  # type: ignore[index]
    dialog.get_by_role("button", name="Remove the channel for everybody").click()
    expect(dialog.get_by_role("button", name="Set up a channel for everybody")).to_be_visible(timeout=WAIT)
    other = settings(friend)
    expect(other.get_by_role("switch", name="Tell me about this game")).to_be_checked(timeout=WAIT)
    expect(other.get_by_text("A channel for everybody")).to_have_count(0)
    friend.close()


def test_what_the_server_cannot_do_is_not_offered(page: Page, house: House) -> None:
    page.goto(house.url)
    dialog = settings(page)
    expect(dialog.get_by_text("Calendar feed")).to_be_visible(timeout=WAIT)
    expect(dialog.get_by_text("E-mail", exact=True)).to_have_count(0)
    expect(dialog.get_by_text("Webhook", exact=True)).to_have_count(0)


def test_axe_finds_nothing_in_the_panel(
    device: BrowserContext, telling: House, receiver: Receiver, tools: None
) -> None:
    page = front(device, telling)
    invite_link = slow_table(page, telling)
    assert invite_link
    asked = page.get_by_role("region", name="How shall we tell you that it is your turn?")
    expect(asked).to_be_visible(timeout=WAIT)
    found = {"offer": problems(page)}
    asked.get_by_role("switch", name="Quiet hours").click()
    asked.get_by_role("button", name="Turn on the feed").click()
    asked.get_by_role("button", name="Set up e-mail").click()
    asked.get_by_role("button", name="Set up a webhook").click()
    asked.get_by_role("button", name="Change what and when").click()
    expect(asked.get_by_role("button", name="Copy the address: Calendar")).to_be_visible(timeout=WAIT)
    found["open"] = problems(page)
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": 360, "height": 740})
    page.evaluate("Object.assign(document.documentElement.dataset, {palette: 'safe', text: 'huge'})")
    found["night"] = problems(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_role("button", name="Menu").click()
    dialog = settings(page)
    expect(dialog.get_by_role("switch", name="Tell me about this game")).to_be_visible(timeout=WAIT)
    found["settings"] = problems(page)
    assert {place: said for place, said in found.items() if said} == {}
