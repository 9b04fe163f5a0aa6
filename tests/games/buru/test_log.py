"""The log: each event once, in the third person, with its reason."""

from skerry.core.answers import Moved
from skerry.games.buru.kit.load import ACTIONS
from skerry.games.buru.state import LAKE, SHORE, SPACE, VILLAGE, Buru
from tests.games.buru.builder import GAME, a_state, space, told


def decision(state: Buru, text: str) -> str | None:
    """What the log says of the decision itself."""
    event = GAME.decision_event(state, ACTIONS.number(text))
    return None if event is None else event.words


def test_a_tribute_is_told_once_with_all_that_follows() -> None:
    """§lake.2, §lake.3"""
    builder = a_state(2).player(0, palm=2, clay=1, fish=2, islanders=["P1", "P4"]).decrees("d9", "d10")
    state = builder.totem("banyu", 1).player(1, islanders=["P9"]).at(LAKE, 0, space("L2"))
    assert decision(state, "tribute banyu") is None
    assert told(state, "tribute banyu") == []
    assert told(state, "spare clay") == [
        "P0 pays 2 fish and 2 palm to Banyu for a card worth 5 Esteem (the Priest of Banyu saves 1 clay)",
        "P0 gains 1 fish from the Decree of the altars",
        "P0 gains 1 fish from the Decree of Banyu's altar",
        "P0 gains 1 Esteem thanks to the Singer of Banyu",
        "P1 gains 1 Esteem as the holder of Banyu's totem",
        "P1 gains 1 Esteem thanks to the Medium",
    ]


def test_a_recruit_tells_what_was_paid_and_where_the_card_went() -> None:
    """§shore.1"""
    state = a_state(2).player(0, fish=5).row("G1", "G2").at(SHORE, 0, space("S2"))
    state.noting = True
    state.apply(ACTIONS.number("recruit G1"))
    (note,) = state.notes
    event = GAME.event(state, note)
    assert event.words == "{0} recruits the Palm Cutter for 3 fish"
    assert event.moved == (Moved("islander:G1", "row", "player:0"), Moved("fish", "player:0", "", 3))


def test_a_swapped_token_is_one_line() -> None:
    """§islander.dye"""
    builder = a_state(2).player(0, palm=1, islanders=["A8"])
    builder.state.ask(SPACE, 1, 3)
    state = builder.at(VILLAGE, 0, space("V5"))
    lines = told(state, "task A8", "give palm", "get clay")
    assert lines == ["P0 tasks the Dyer, gives 1 palm and gains 1 clay and 1 Esteem"]


def test_who_does_nothing_says_whether_by_choice() -> None:
    """§region.5"""
    rich = a_state(2).player(0, fish=5).row("G1")
    assert decision(rich.at(SHORE, 0, space("S4")), "done") == "{0} recruits nobody"
    poor = a_state(2).player(0, fish=2).row("G1")
    assert decision(poor.at(SHORE, 0, space("S4")), "done") == "{0} cannot afford anybody in the row"
    assert decision(a_state(2).at(VILLAGE, 0, space("V5")), "done") == "{0} has nobody to task"
    assert decision(a_state(2).at(LAKE, 0, space("L5")), "done") == "{0} cannot pay a tribute"


def test_who_stops_after_doing_something_is_told_only_if_there_was_no_choice() -> None:
    """§region.5"""
    builder = a_state(2).player(0, fish=20).row("G1", "G2", "G3", "G4", "G5")
    builder.state.ask(SPACE, 1, 1)
    state = builder.at(SPACE, 0, 1)
    for text in ("space S2", "recruit G1", "arrive A1"):
        state.step(ACTIONS.number(text))
    assert decision(state, "done") is None
    state.players[0].goods[0] = 0
    assert decision(state, "done") == "{0} cannot afford another Islander"


def test_the_marker_is_told_as_taken_or_kept() -> None:
    """§lake.4"""
    for emissary, verb in ((0, "keeps"), (1, "takes")):
        builder = a_state(2).with_(emissary=emissary)
        builder.state.ask(SPACE, 1, 3)
        lines = told(builder.at(SPACE, 0, 3), "space L4", "done")
        assert lines == ["P0 takes the fourth Sacred Lake space", f"P0 {verb} the Emissary marker"]
