"""The front page and what leads away from it: records, saved files, wrong addresses, deleted games."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from skerry.match import Match, SeatPlan
from skerry.match.save import encode_match
from tests.web.house import House
from tests.web.laid import in_round, lay, played, put
from tests.web.player import WAIT, finish, open_table, options, situation
from tests.web.test_access import problems

pytestmark = pytest.mark.quick


def saved(path: Path, decisions: int) -> Path:
    match = Match("_blank", [SeatPlan("Anna"), SeatPlan("Bo")], seed="7")
    match.begin()
    while decisions and not match.over:
        seat = match.to_move
        assert seat is not None
        match.play(seat, match.actions.text(match.state.legal_actions()[-1]))
        decisions -= 1
    path.write_bytes(encode_match(match))
    return path


def test_the_three_games_are_there_with_what_one_wants_to_know(page: Page, house: House, wrong: None) -> None:
    page.goto(house.url)
    titles = page.get_by_role("region", name="Start a game").get_by_role("heading", level=3)
    expect(titles).to_have_text(["Nusfjord", "Tungaru", "Buru"], timeout=WAIT)
    card = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Nusfjord"))
    for words in ("1–5 players", "20 minutes each", "Medium", "Uwe Rosenberg"):
        expect(card).to_contain_text(words)
    for width, height in ((390, 844), (1280, 720), (1440, 900), (2560, 1440)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate("document.documentElement.scrollHeight") <= 1440


def test_a_finished_game_is_in_the_records_once_and_only_when_played_here(
    page: Page, house: House, wrong: None, tmp_path: Path
) -> None:
    open_table(page, house, "Anna", "bot:easy")
    finish(page)
    end = page.get_by_role("region", name="The end")
    expect(end.get_by_role("region", name="Your records")).to_contain_text("Against easy bots")
    page.reload()
    expect(end).to_be_visible(timeout=WAIT)
    page.goto(house.url)
    row = page.get_by_role("region", name="Your records").get_by_role("row").filter(has_text="Tidepool")
    expect(row).to_contain_text("2 players, easy bots", timeout=WAIT)
    expect(row.get_by_role("cell").first).to_have_text("1")
    page.get_by_label("Choose a file…").set_input_files(saved(tmp_path / "game.json", 10_000))
    expect(page.get_by_role("slider")).to_be_visible(timeout=WAIT)
    page.goto(house.url)
    expect(row.get_by_role("cell").first).to_have_text("1", timeout=WAIT)


def test_a_saved_file_opens_again(page: Page, house: House, tmp_path: Path) -> None:
    page.goto(house.url)
    page.get_by_label("Choose a file…").set_input_files(saved(tmp_path / "game.json", 4))
    page.get_by_role("button", name=re.compile("^I am ")).click(timeout=WAIT)
    expect(options(page).first).to_be_visible(timeout=WAIT)
    page.goto(house.url)
    (tmp_path / "letter.json").write_text(json.dumps({"dear": "Anna"}))
    page.get_by_label("Choose a file…").set_input_files(tmp_path / "letter.json")
    expect(page.get_by_role("alert")).to_contain_text("not a saved game", timeout=WAIT)


def test_a_mistyped_address_and_a_deleted_game_lead_home(page: Page, house: House) -> None:
    page.goto(house.url + "xyz")
    expect(page.get_by_role("heading", name="There is no page here")).to_be_visible(timeout=WAIT)
    table = open_table(page, house, "Anna", "bot")
    situation(page)
    page.request.delete(f"{house.url}api/tables/{table}")
    for _ in range(2):
        expect(page.get_by_text("This game was deleted.")).to_be_visible(timeout=WAIT)
        page.reload()
    page.get_by_role("link", name="All games", exact=True).click()
    expect(page.get_by_role("button", name="Play now: Nusfjord")).to_be_visible(timeout=WAIT)


def test_the_end_says_who_won_by_how_much_and_how_it_came_to_that(page: Page, house: House, wrong: None) -> None:
    matches = (played("Anna", "Runa", "Eskil", game="_blank", seed=str(seed)) for seed in range(1, 20))
    put(page, house, next(match for match in matches if len(match.winners) == 1))
    end = page.get_by_role("region", name="The end")
    expect(end.get_by_role("heading", level=2).first).to_contain_text(re.compile("wins|victory"), timeout=WAIT)
    expect(end.get_by_role("list", name="Result").get_by_role("listitem")).to_have_count(3)
    curve = end.get_by_role("img", name=re.compile("^Points at the start and after each round"))
    expect(curve).to_be_visible(timeout=WAIT)
    total = end.get_by_role("list", name="Result").get_by_role("listitem").filter(has_text="Anna")
    points = re.search(r"(\d+)\s*points", total.text_content() or "")
    assert points and re.search(rf"Anna: [^.]*\b{points[1]}(\.|$)", curve.get_attribute("aria-label") or "")
    expect(end.get_by_role("table", name="Points by category")).to_contain_text("Collections")
    end.get_by_role("button", name="See the table").click()
    expect(page.get_by_role("slider")).to_be_visible(timeout=WAIT)


def test_names_of_any_length_leave_the_board_where_it_is(page: Page, house: House) -> None:
    heights = set()
    for name in ("Jo", "x" * 40, "\U0001f468\u200d\U0001f469\u200d\U0001f467" * 5):
        open_table(page, house, name, "bot", "bot", "bot", "bot", game="nusfjord")
        situation(page)
        for width, height in ((390, 844), (1440, 900)):
            page.set_viewport_size({"width": width, "height": height})
            heights.add((width, page.get_by_role("banner").evaluate("bar => bar.offsetHeight")))
            assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert len(heights) == 2


def test_after_a_turn_the_focus_is_on_no_option_that_gives_it_up(page: Page, house: House) -> None:
    open_table(page, house, "Anna", "bot", game="nusfjord")
    for _ in range(3):
        now = situation(page)
        if now["done"]:
            page.keyboard.press("Enter")
            situation(page, now)
            page.wait_for_function("() => document.activeElement?.closest('[data-question], .decide')")
            assert "Pass" not in page.evaluate("document.activeElement.textContent.trim().slice(0, 12)")
            return
        page.keyboard.press("1")
        situation(page, now)
    pytest.fail("no turn came to its end")


def test_alone_nobody_wins_and_points_below_zero_have_a_minus(page: Page, house: House) -> None:
    open_table(page, house, "Ann")
    finish(page)
    expect(page.get_by_role("region", name="The end")).to_contain_text("How it went")
    page.goto(house.url)
    page.get_by_role("button", name="Statistics…").click(timeout=WAIT)
    dialog = page.get_by_role("dialog", name="Your statistics")
    expect(dialog).to_contain_text("solo")
    assert "won" not in dialog.inner_text().lower() and not re.search(r"-\d", dialog.inner_text())


def test_a_first_visitor_finds_everything_on_one_screen_and_starts_the_guided_game(
    page: Page, own_house: House, wrong: None
) -> None:
    for width, height in ((1280, 720), (1440, 900), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(own_house.url)
        expect(page.get_by_role("region", name="Today’s deal")).to_contain_text("Play today’s deal", timeout=WAIT)
        assert page.evaluate("document.documentElement.scrollHeight") <= height
        for name in ("Invite friends…", "Play today’s deal", "Learn by playing: Buru", "Play now: Tungaru", "Rules"):
            expect(page.get_by_role("button", name=name).first).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Start with a guided game").click()
    expect(page).to_have_url(re.compile("/t/"), timeout=WAIT)
    situation(page)
    expect(page.get_by_role("heading", name="Nusfjord")).to_be_visible()


def test_a_row_says_what_happened_last_and_who_stands_how(page: Page, house: House, wrong: None) -> None:
    lay(page, house, "Anna", "Runa", game="nusfjord", until=in_round(3), level="novice", seed="3")
    situation(page)
    page.goto(house.url)
    row = page.get_by_role("region", name="Your games").get_by_role("listitem")
    expect(row).to_contain_text("Your turn · Nusfjord, round 3 of 7", timeout=WAIT)
    expect(row.locator("[data-seat]")).to_have_text([re.compile(r"Anna.*\d"), re.compile(r"Runa.*\d")])
    expect(row.locator(".when")).to_have_text(re.compile(r"^(Anna|Runa) \w+ .* · just now"))


def test_rules_board_and_all_cards_are_a_click_away(page: Page, house: House, wrong: None, tools: None) -> None:
    page.goto(house.url)
    page.get_by_role("button", name="Rules of Buru").click(timeout=WAIT)
    drawer = page.get_by_role("dialog", name="Rules of Buru")
    expect(drawer).to_be_visible(timeout=WAIT)
    drawer.get_by_role("button", name="Tungaru").click()
    expect(page.get_by_role("dialog", name="Rules of Tungaru")).to_contain_text("Nomad", timeout=WAIT)
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Rules of Buru")).to_be_focused()
    for game, card in (("Nusfjord", "Elders"), ("Tungaru", "Nomads"), ("Buru", "Islanders")):
        page.get_by_role("button", name=f"All cards of {game}").click()
        cards = page.get_by_role("dialog", name=f"All cards of {game}")
        expect(cards.get_by_role("region", name=card).get_by_role("listitem").nth(8)).to_be_visible(timeout=WAIT)
        assert problems(page) == []
        page.keyboard.press("Escape")
        expect(cards).to_have_count(0)


def test_at_the_table_the_cards_say_what_is_left(page: Page, house: House, wrong: None) -> None:
    match = lay_and_read(page, house)
    page.keyboard.press("?")
    page.get_by_role("button", name="All cards, and what is left").click(timeout=WAIT)
    cards = page.get_by_role("dialog", name="All cards of Nusfjord")
    expect(cards).to_contain_text("can be built", timeout=WAIT)
    built = sum(cell.card is not None for player in match.players for cell in player.harbor)
    assert built > 0
    expect(cards.get_by_text(re.compile("^built by (Anna|Runa)$"))).to_have_count(built)
    expect(cards.get_by_text("in your hand", exact=True)).to_have_count(len(match.players[0].hand or []))
    cards.get_by_label("Only what is left").check()
    expect(cards.get_by_text(re.compile("^built by "))).to_have_count(0)


def lay_and_read(page: Page, house: House) -> Any:
    """A game of Nusfjord under way, and what the person there sees."""
    match = played("Anna", "Runa", game="nusfjord", until=in_round(4), level="novice", seed="3")
    put(page, house, match)
    situation(page)
    return match.game.view(match.state, 0)
