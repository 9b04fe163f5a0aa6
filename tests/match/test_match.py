"""A match: who may decide, what is remembered, what is taken back."""

import hashlib
import sys

import msgspec
import pytest
from msgspec.structs import replace

from skerry.core.components import Overlay
from skerry.core.game import OptionError
from skerry.core.state import CHANCE, SPECTATOR
from skerry.match import Match, MatchError, Refused, SeatPlan, luck
from skerry.match.match import POSITION_STRIDE, Entry
from skerry.match.picture import picture, whole_story
from tests.laws.laws import position


def a_match(seats: int = 2, *, seed: str = "5", table_mode: bool = False, overlay: Overlay | None = None) -> Match:
    match = Match(
        "_blank",
        [SeatPlan(name) for name in ["Anna", "Bo", "Cy"][:seats]],
        seed=seed,
        typed_in=table_mode,
        overlay=overlay,
    )
    match.begin()
    return match


def first(match: Match) -> int:
    assert match.to_move is not None
    return match.to_move


def play_to_the_end(match: Match) -> None:
    while not match.over:
        match.play(first(match), match.game.actions.text(match.state.legal_actions()[0]))


def test_chance_speaks_until_somebody_has_a_choice() -> None:
    match = a_match()
    assert [entry.text.split()[0] for entry in match.log] == ["begin", "deal", "deal", "deal", "deal", "tide"]
    assert first(match) in (0, 1)


def test_only_the_seat_to_move_decides_and_only_what_is_legal() -> None:
    match = a_match()
    seat, before = first(match), len(match.log)
    other = 1 - seat
    with pytest.raises(MatchError, match="it is .* turn, not"):
        match.play(other, "rest")
    with pytest.raises(MatchError, match="did you mean 'gather'"):
        match.play(seat, "gathre")
    with pytest.raises(Refused, match=r"That does not answer the question \(§turn\.1\)"):
        match.play(seat, "hide rock")
    with pytest.raises(Refused, match=r"This card is not in your hand \(§turn\.4\)"):
        match.play(
            seat,
            next(f"play {c}" for i, c in enumerate(match.state.kit.ids) if not match.state.players[seat].hand >> i & 1),
        )
    assert len(match.log) == before


def test_a_forced_choice_is_played_and_said_to_be_forced() -> None:
    """Without Shells, without cards and with an empty supply one can only rest."""
    rows = {"shells_per_player": 1, "start_shells": 0, "start_cards": 0, "tides": 1}
    overlay = "".join(
        f'[[numbers]]\nid = "{name}"\nsource = "reported"\nvalue = {value}\n' for name, value in rows.items()
    )
    match = a_match(1, overlay=Overlay("poor.toml", overlay))
    match.play(0, "gather")
    match.play(0, "draw")
    lines = [line for line in picture(match, 0).lines if line.forced]
    assert lines == [] and first(match) == 0
    match = a_match(2, overlay=Overlay("poor.toml", overlay))
    while not any(entry.forced for entry in match.log):
        match.play(first(match), "gather" if match.state.supply else "hide kelp")
    forced = [line.words for line in picture(match, 0).lines if line.forced]
    assert forced and all(words.endswith(" rests") for words in forced)


def test_undo_goes_back_decision_by_decision_until_chance_has_spoken() -> None:
    """§undo.chance, §undo.start"""
    match = a_match(1)
    with pytest.raises(Refused, match=r"There is nothing to undo yet.*§undo\.start"):
        match.undo(0)
    start = match.state
    match.play(0, "gather")
    match.play(0, "gather")
    match.undo(0)
    match.undo(0)
    assert match.state.players[0].shells == start.players[0].shells
    assert [entry.text for entry in match.log][-4:] == ["gather", "gather", "undo", "undo"]
    match.play(0, "rest")
    match.play(0, "rest")
    match.play(0, "hide rock")
    assert match.undo_or_reason(0).words.startswith("There has been a roll or a draw since then: It is ")  # type: ignore[union-attr]


def test_undo_stops_where_somebody_else_has_decided() -> None:
    """§undo.turn"""
    match = a_match()
    seat = first(match)
    match.play(seat, "rest")
    assert isinstance(match.undo_or_reason(seat), int)
    assert match.undo_or_reason(1 - seat).rule == "undo.start", "who has decided nothing has nothing to take back"  # type: ignore[union-attr]
    match.play(1 - seat, "rest")
    with pytest.raises(Refused, match="has moved since then"):
        match.undo(seat)
    match.undo(1 - seat)
    match.undo(seat)
    assert first(match) == seat


def test_undo_stops_where_something_hidden_came_to_light() -> None:
    """§undo.news: the last choice of the last round shows the pools, and no chance follows it."""
    overlay = '[[numbers]]\nid = "tides"\nsource = "reported"\nvalue = 1\n'
    match = a_match(2, overlay=Overlay("short.toml", overlay))
    for _ in range(4):
        match.play(first(match), "rest")
    match.play(first(match), "hide rock")
    last = first(match)
    match.play(last, "hide sand")
    assert match.over
    with pytest.raises(Refused, match=r"Something hidden has been revealed since then \(§undo\.news\)"):
        match.undo(last)


def test_when_the_match_is_over_nothing_is_taken_back() -> None:
    """§undo.end"""
    overlay = '[[numbers]]\nid = "tides"\nsource = "reported"\nvalue = 1\n'
    match = a_match(2, overlay=Overlay("short.toml", overlay))
    for text in ["rest"] * 4 + ["hide rock", "hide sand"]:
        last = first(match)
        match.play(last, text)
    match.moves[-1] = replace(match.moves[-1], news=False)  # as in a game whose last decision uncovers nothing
    with pytest.raises(Refused, match=r"The game is over.*\(§undo\.end\)"):
        match.undo(last)


def test_there_is_nothing_to_take_back_at_the_start() -> None:
    """§undo.start"""
    match = Match("_blank", [SeatPlan("Anna")], typed_in=True)
    with pytest.raises(Refused, match=r"There is nothing to undo yet \(§undo\.start\)"):
        match.undo(0)


def test_any_point_of_the_match_can_be_looked_at_without_changing_it() -> None:
    match = a_match()
    play_to_the_end(match)
    half = match.at(len(match.moves) // 2)
    assert not half.over and match.over
    half.apply(half.legal_actions()[0])
    assert match.at(0).round == 0 or match.at(0).depth > 0
    with pytest.raises(MatchError, match="there is no move 10000"):
        match.at(10_000)


def test_every_position_can_be_looked_at_though_few_are_kept() -> None:
    match = a_match(3, seed="long")
    undone = 0
    while not match.over:
        seat = first(match)
        match.play(seat, match.actions.text(match.state.legal_actions()[-1]))
        if undone < 5 and isinstance(match.undo_or_reason(seat), int):
            match.undo(seat)
            undone += 1
        assert len(match.stored_positions) == -(-len(match.moves) // POSITION_STRIDE)
    assert 1 < len(match.stored_positions) <= len(match.moves) // 10
    for number, (_, state) in enumerate(match.positions()):
        assert position(match.at(number)) == position(state)
        past = match.until(number)
        assert position(past.state) == position(state) and len(past.moves) == number
        assert position(past.at(number // 2)) == position(match.at(number // 2))


def test_undo_goes_back_over_a_kept_position() -> None:
    """Real dice: all that happens before the first pools can be taken back."""
    match = Match("_blank", [SeatPlan(name) for name in "ABCDE"], typed_in=True)
    match.play(CHANCE, "begin 0")
    while len(match.moves) < 22:
        match.play(first(match), match.actions.text(match.state.legal_actions()[0]))
    assert len(match.stored_positions) == 2
    while match.moves:
        last = match.moves[-1].entry.seat
        match.undo(0 if last == CHANCE else last)
    assert position(match.state) == position(match.start) and match.stored_positions == []


def test_the_log_is_marked_now_and_then_and_at_the_end() -> None:
    match = a_match(3)
    play_to_the_end(match)
    marked = [number for number, entry in enumerate(match.log, 1) if entry.mark]
    assert marked == [*range(25, len(match.log), 25), len(match.log)]


def test_no_mark_reaches_a_client() -> None:
    """It could be tried out against every hand somebody may have."""
    match = a_match(3)
    while len(match.log) < 30:
        match.play(first(match), match.actions.text(match.state.legal_actions()[0]))
    marks = [entry.mark for entry in match.log if entry.mark]
    shown = [msgspec.json.encode(picture(match, seat)).decode() for seat in (SPECTATOR, 0, 1, 2)]
    assert marks and not any(mark in text for mark in marks for text in shown)


def test_anyone_can_compute_a_draw_again(monkeypatch: pytest.MonkeyPatch) -> None:
    due = [int.from_bytes(hashlib.sha256(f"secret:{number}".encode()).digest(), "big") % 36 for number in range(50)]
    assert [luck.seeded_number("secret", number, 36) for number in range(50)] == due
    for name in ("_sha2", "_sha256"):  # a Python without SHA-256 of its own
        monkeypatch.setitem(sys.modules, name, None)
    assert luck.quickest() is hashlib.sha256


def test_dice_and_draws_can_be_checked_when_the_seed_is_published() -> None:
    match = a_match(seed="secret")
    assert picture(match, 0).seed is None
    assert picture(match, 0).commitment == hashlib.sha256(b"skerry:secret").hexdigest()
    play_to_the_end(match)
    assert picture(match, 0).seed == "secret"
    again = a_match(seed="secret")
    play_to_the_end(again)
    assert again.log == match.log
    assert a_match(seed="other").log != a_match(seed="secret").log


def test_new_matches_have_seeds_nobody_can_guess() -> None:
    seeds = {Match("_blank", [SeatPlan("Anna")]).seed for _ in range(20)}
    assert len(seeds) == 20 and all(len(seed) == 32 for seed in seeds)


def test_at_a_typed_in_a_person_answers_for_chance() -> None:
    match = a_match(2, table_mode=True)
    assert match.to_move == CHANCE and match.log == []
    match.play(CHANCE, "begin 1")
    assert [c.text for c in picture(match, 0).choices] == [f"deal {card}" for card in match.state.kit.ids]
    assert picture(match, 1).choices == []  # not the one who draws
    match.play(CHANCE, "deal rake")
    match.play(CHANCE, "deal heron")
    shown = [c for c in picture(match, 1).choices if c.text == "deal rake"]
    assert shown[0].reason is None  # a reason would tell what Anna holds
    with pytest.raises(Refused, match="no longer in the deck"):
        match.play(CHANCE, "deal rake")
    for text in ("deal museum", "deal bucket", "tide high"):
        match.play(CHANCE, text)
    assert first(match) == 1


def test_a_slip_at_a_typed_in_can_be_taken_back() -> None:
    """§undo.table"""
    match = a_match(1, table_mode=True)
    match.play(CHANCE, "begin 0")
    match.play(CHANCE, "deal rake")
    match.undo(0)
    match.play(CHANCE, "deal heron")
    assert [move.entry.text for move in match.moves] == ["begin 0", "deal heron"]


def test_that_a_secret_choice_was_forced_stays_secret() -> None:
    match = a_match(2)
    seat = first(match)
    match.apply_entry(Entry(seat, "rest", forced=True), match.game.actions.number("rest"))
    assert picture(match, 1 - seat).lines[-1].forced
    while "hide rock" not in [match.game.actions.text(action) for action in match.state.legal_actions()]:
        match.play(first(match), "rest")
    seat = first(match)
    match.apply_entry(Entry(seat, "hide rock", forced=True), match.game.actions.number("hide rock"))
    assert picture(match, seat).lines[-1].forced and not picture(match, 1 - seat).lines[-1].forced


def test_each_seat_reads_its_own_log() -> None:
    match = a_match(2, table_mode=True)
    for text in ("begin 0", "deal rake", "deal heron", "deal museum", "deal bucket", "tide low"):
        match.play(CHANCE, text)

    def read(seat: int) -> str:
        return "\n".join(line.words for line in picture(match, seat).lines)

    assert "Anna draws Rake" in read(0) and "Bo draws a card" in read(0) and "Museum" not in read(0)
    assert "Bo draws Museum" in read(1) and "Rake" not in read(1)
    assert "Rake" not in read(SPECTATOR) and "Museum" not in read(SPECTATOR) and "Bo draws a card" in read(SPECTATOR)


def test_a_table_shows_options_to_who_decides_only() -> None:
    match = a_match()
    seat = first(match)
    mine, theirs = picture(match, seat), picture(match, 1 - seat)
    assert mine.choices and not theirs.choices and not picture(match, SPECTATOR).choices
    assert {choice.text for choice in mine.choices if not choice.reason} == {
        match.game.actions.text(action) for action in match.state.legal_actions()
    }
    assert mine.question == theirs.question and "{" not in str(mine.question)


@pytest.mark.parametrize(
    ("wish", "error"),
    [
        ({"game": "chess", "seats": [SeatPlan("A")]}, "there is no game 'chess'; choose from: _blank"),
        ({"game": "_blank", "seats": []}, "for 1 to 5 players, not 0"),
        ({"game": "_blank", "seats": [SeatPlan("A")] * 6}, "for 1 to 5 players, not 6"),
        ({"game": "_blank", "seats": [SeatPlan("")]}, "1 to 40 printable characters"),
        ({"game": "_blank", "seats": [SeatPlan("A\x1b[2J")]}, "1 to 40 printable characters"),
        ({"game": "_blank", "seats": [SeatPlan("A")], "options": {"x": "y"}}, "no option 'x'; it has none"),
    ],
)
def test_a_match_that_cannot_be_made_says_why(wish: dict[str, object], error: str) -> None:
    with pytest.raises((MatchError, OptionError), match=error):
        Match(**wish)  # type: ignore[arg-type]


def test_names_with_braces_are_only_names() -> None:
    match = Match("_blank", [SeatPlan("{0.__class__}"), SeatPlan("{1}")], seed="1")
    match.begin()
    assert any("{0.__class__}" in line.words for line in picture(match, 0).lines)


def test_what_merely_follows_is_nobodys_only_option() -> None:
    match = Match("buru", [SeatPlan("Anna"), SeatPlan("Bo")], seed="follows")
    match.begin()
    while match.to_move is not None:
        match.play(match.to_move, match.actions.text(match.state.legal_actions()[0]))
    lines = picture(match, 0).lines + whole_story(match)
    assert any(entry.forced for entry in match.log)
    assert [line.words for line in lines if line.forced and line.rule.startswith(("end", "dusk"))] == []


def test_what_all_have_agreed_to_take_back_is_taken_back_and_replays() -> None:
    """§undo.agreed, though another has moved since; the log keeps both, and nobody goes back to another's decision."""
    match = a_match(2)
    mover = first(match)
    before, score = len(match.moves), match.state.scores()
    match.play(mover, "rest")
    match.play(first(match), "rest")
    decision = match.last_decision(mover)
    assert decision == before
    with pytest.raises(MatchError):
        match.replay(Entry(1 - mover, f"(taken back to {decision})"))
    match.replay(Entry(mover, f"(taken back to {decision})"))
    assert first(match) == mover and match.state.scores() == score
    again = Match("_blank", match.seats, options=match.options, seed=match.seed)
    for entry in match.log:
        again.replay(entry)
    assert again.moves == match.moves and again.log == match.log
