"""One readable file; a bad one is told apart and left alone."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from skerry.core.components import Overlay
from skerry.core.frozen import Frozen
from skerry.match import Match, SaveError, load_match, save_match
from skerry.match.match import SeatPlan
from tests.laws.laws import position
from tests.match.test_match import a_match, first, play_to_the_end


def in_the_middle(tmp_path: Path) -> tuple[Match, Path]:
    match = a_match()
    match.play(first(match), "gather")
    match.undo(match.moves[-1].entry.seat)
    match.play(first(match), "draw")
    path = tmp_path / "match.json"
    save_match(match, path)
    return match, path


def test_a_loaded_match_goes_on_where_it_stopped(tmp_path: Path) -> None:
    match, path = in_the_middle(tmp_path)
    again = load_match(path)
    assert position(again.state) == position(match.state) and again.log == match.log
    play_to_the_end(match)
    play_to_the_end(again)
    assert again.log == match.log  # the same dice to the end


def test_matches_with_the_same_components_share_them(tmp_path: Path) -> None:
    _, path = in_the_middle(tmp_path)
    assert load_match(path).components is load_match(path).components


def test_the_file_can_be_read_by_people(tmp_path: Path) -> None:
    _, path = in_the_middle(tmp_path)
    saved = json.loads(path.read_text())
    assert saved["game"] == "_blank" and saved["rules"] == 1 and len(saved["components"]) == 16
    assert saved["log"][0] in ("chance: begin 0", "chance: begin 1")
    assert saved["log"][-2].endswith(": draw") and saved["log"][-1].startswith("chance: deal ")
    assert sum(line.endswith(": undo") for line in saved["log"]) == 1


def test_an_owners_components_travel_with_the_match(tmp_path: Path) -> None:
    overlay = Overlay("mine.toml", '[[numbers]]\nid = "tides"\nsource = "rulebook"\nvalue = 1\n')
    match = Match("_blank", [SeatPlan("Anna")], overlay=overlay)
    match.begin()
    save_match(match, tmp_path / "m.json")
    assert load_match(tmp_path / "m.json").state.kit.tides == 1


def spoil(change: Callable[[dict[str, Any]], None]) -> Callable[[str], str]:
    def spoiler(text: str) -> str:
        saved = json.loads(text)
        change(saved)
        return json.dumps(saved)

    return spoiler


def with_rows(change: Callable[[Any], None]) -> Callable[[str], str]:
    """A file with other components and the right hash for them, made by hand."""

    def other(saved: dict[str, Any]) -> None:
        change(saved["rows"])
        saved["components"] = Frozen.from_rows(saved["rows"]).hash

    return spoil(other)


def mark(saved: dict[str, Any], entry: int, mark: str) -> None:
    saved["log"][entry] += f" #{mark}"


@pytest.mark.parametrize(
    ("spoiler", "error"),
    [
        (lambda text: text[: len(text) // 2], "damaged, or not a saved game"),
        (lambda text: "", "damaged, or not a saved game"),
        (lambda text: "[1, 2]", "damaged, or not a saved game"),
        (lambda text: "x" * 6_000_000, "larger than 5 MB"),
        (
            spoil(lambda s: s.update(skerry=4)),
            "written by a newer version .format 4, this one reads 1.; update Skerry",
        ),
        (spoil(lambda s: s.update(skerry=4, seats="other")), "written by a newer version"),
        (
            spoil(lambda s: s.update(skerry=3)),
            "newer version or by one from before the first release .format 3, ",
        ),
        (
            spoil(lambda s: s.update(skerry=2)),
            "newer version or by one from before the first release .format 2, ",
        ),
        (spoil(lambda s: s.update(skerry=1, overlay=None)), "from before the first release; only the version"),
        (spoil(lambda s: s.update(skerry=0)), "from before the first release; only the version"),
        (
            spoil(lambda s: s.update(rules=9)),
            "was started under version 9 of the rules, which this version of Skerry does not know yet; update Skerry",
        ),
        (
            spoil(lambda s: s.update(rules=0)),
            "was started under version 0 of the rules, which this version of Skerry can no longer play",
        ),
        (spoil(lambda s: s.update(game="chess")), "there is no game 'chess'"),
        (spoil(lambda s: s.pop("log")), "missing required field `log`"),
        (spoil(lambda s: s.update(seed="other")), "the seed does not fit its published hash"),
        (spoil(lambda s: s["log"].append("0: hide rock")), r"entry 11 \('0: hide rock'\): "),
        (
            spoil(lambda s: s["log"].insert(1, "chance: tide low")),
            r"entry 2 \('chance: tide low'\): That does not answer the question",
        ),
        (spoil(lambda s: s["log"].append("bla")), r"entry 11 \('bla'\): is not of the form `seat: decision`"),
        (spoil(lambda s: s["log"].append("0: fly")), r"entry 11 \('0: fly'\): "),
        (spoil(lambda s: s["log"].append("9999999999: rest")), r"entry 11 .*it is .* turn, not seat 9999's"),
        (spoil(lambda s: s.pop("rows")), "components that this version of Skerry does not have"),
        (spoil(lambda s: s.update(rows=5)), "damaged, or not a saved game"),
        (spoil(lambda s: s["rows"]["cards"][0].pop("id")), "the component rows are damaged"),
        (spoil(lambda s: s["rows"]["cards"][0].update(cost=5)), "the component rows do not match their hash"),
        (with_rows(lambda rows: rows["cards"][0].update(cost=500)), "gull_feather field cost"),
        (with_rows(lambda rows: rows["cards"].pop()), "this version of Skerry cannot use the components"),
        (with_rows(lambda rows: rows.update(wings=[{"id": "1"}])), "wings.*: this version of Skerry has no such table"),
        (
            with_rows(lambda rows: rows["tides"].reverse()),
            "other tides than this version of Skerry, so 'tide' means",
        ),
        (
            with_rows(lambda rows: rows["pools"].pop()),
            "other pools than this version of Skerry, so 'hide' means",
        ),
        (with_rows(lambda rows: rows["numbers"].pop()), "shells_per_point: this number is missing"),
        (with_rows(lambda rows: rows["cards"][0].pop("cost")), "gull_feather field cost: .*missing"),
        (spoil(lambda s: mark(s, 3, "01234567")), r"entry 4 .*: the game no longer plays out as it was recorded"),
    ],
)
def test_a_bad_file_is_told_with_its_place_and_left_alone(
    tmp_path: Path, spoiler: Callable[[str], str], error: str
) -> None:
    _, path = in_the_middle(tmp_path)
    bad = spoiler(path.read_text())
    path.write_text(bad)
    with pytest.raises(SaveError, match=error) as raised:
        load_match(path)
    assert str(path) in str(raised.value)
    assert path.read_text() == bad


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="cannot be read: No such file"):
        load_match(tmp_path / "nothing.json")


def test_a_match_keeps_its_components_when_ours_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It started when all cards were free, so they still are; a warning says so."""
    free = "".join(f'[[cards]]\nid = "{card}"\nsource = "reported"\ncost = 0\n' for card in a_match().state.kit.ids)
    match = a_match(overlay=Overlay("free.toml", free))
    save_match(match, tmp_path / "m.json")
    again = load_match(tmp_path / "m.json")
    assert {int(card.cost) for card in again.state.kit.cards} == {0}
    assert again.warnings == ["This game uses the component values it started with; they have changed since."]
    play_to_the_end(match)
    play_to_the_end(again)
    assert again.log == match.log
    save_match(again, tmp_path / "n.json")
    assert load_match(tmp_path / "n.json").components == match.components


def test_matches_with_the_same_components_share_one_kit(tmp_path: Path) -> None:
    mine = Overlay("mine.toml", '[[numbers]]\nid = "tides"\nsource = "rulebook"\nvalue = 1\n')
    for name in ("a.json", "b.json"):
        save_match(a_match(overlay=mine), tmp_path / name)
    assert load_match(tmp_path / "a.json").kit is load_match(tmp_path / "b.json").kit
    assert a_match().kit is a_match().kit is not load_match(tmp_path / "a.json").kit


def test_older_rules_that_can_still_be_played_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, path = in_the_middle(tmp_path)
    game = type(a_match().game)
    monkeypatch.setattr(game, "version", 2)
    with pytest.raises(SaveError, match="can no longer play"):
        load_match(path)
    monkeypatch.setattr(game, "plays", (1,))
    match = load_match(path)
    play_to_the_end(match)
    save_match(match, path)
    assert json.loads(path.read_text())["rules"] == 1 and a_match().rules == 2


def test_todays_components_need_no_word(tmp_path: Path) -> None:
    _, path = in_the_middle(tmp_path)
    assert load_match(path).warnings == []


def test_what_is_told_to_others_quotes_nothing_of_the_log(tmp_path: Path) -> None:
    _, path = in_the_middle(tmp_path)
    saved = json.loads(path.read_text())
    saved["log"][1] = "chance: deal moon"
    path.write_text(json.dumps(saved))
    with pytest.raises(SaveError, match="deal moon") as raised:
        load_match(path)
    assert raised.value.public == f"{path}: cannot be continued: the log does not follow the rules (entry 2)"


def test_saving_leaves_the_old_file_when_it_cannot_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match, path = in_the_middle(tmp_path)
    before = path.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space left"):
        save_match(match, path)
    assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path]
