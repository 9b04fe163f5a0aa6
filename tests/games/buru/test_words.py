"""Words: cards, questions, the outline."""

import pytest

from skerry.core.state import SPECTATOR
from skerry.games.buru.state import DISCARD, GO, LAKE, NOON, SHORE, SPACE, VILLAGE
from tests.games.buru.builder import GAME, a_state, decree, elder, islander, rule_against, space


@pytest.mark.parametrize(
    ("id_", "words"),
    [
        ("G8", "task: 1 palm + 1 clay"),
        ("A6", "task: 1 palm + 1 clay → 1 ebony + 3 Esteem"),
        ("A8", "task: 1 token → 1 token of another kind + 1 Esteem"),
        ("N2", "task: 1 Esteem; +1 Esteem with the Emissary marker"),
        ("N6", "task: 1 Esteem per totem held"),
        ("N8", "task: 1 Esteem per Decree collected, at most 2"),
        ("N9", "task: 1 Esteem per 2 own Nobles, rounded up, at most 3"),
        ("P1", "always: tribute to Banyu costs you 1 token less"),
        ("P5", "always: 1 Esteem when you pay tribute to Gunung"),
        ("P7", "always: 1 fish when you act at the Sacred Lake"),
        ("P8", "task: draw 1 Elder, then discard 1 Elder + 1 Esteem"),
    ],
)
def test_an_islander_says_what_it_does(id_: str, words: str) -> None:
    """§islander.goods"""
    assert a_state().state.kit.words.islanders[islander(id_)] == words


@pytest.mark.parametrize(
    ("id_", "words"),
    [
        ("E4", "4 Esteem per set of all three tributes"),
        ("E5", "1½ Esteem per own Gatherer, the sum rounded down"),
        ("E6", "1½ Esteem per own Artisan, the sum rounded down"),
        ("E7", "1½ Esteem per own Noble, the sum rounded down"),
        ("E11", "1 Esteem per 3 fish, at most 5"),
        ("E14", "4 Esteem with the Emissary marker, else 1"),
    ],
)
def test_an_elder_says_what_it_is_worth(id_: str, words: str) -> None:
    """§score.2"""
    assert a_state().state.kit.words.elders[elder(id_)] == words


def test_spaces_and_decrees_tell_what_they_give() -> None:
    """§elder.1, §decree.1, §decree.2; number "elders_drawn" """
    words = a_state().state.kit.words
    assert words.spaces[space("L1") >> 4] == "tribute up to 2 times, then draw 2 Elders, discard 1"
    assert words.spaces[space("L3") >> 4] == "tribute up to 1 time, then draw 2 Elders, discard 1"
    assert words.decrees[decree("d4")] == "Triumphant at the Sacred Lake: draw 2 Elders, discard 1"
    assert words.decrees[decree("d9")] == "Whenever a tribute is paid: 1 fish for the payer"
    assert words.decrees[decree("d10")] == "Whenever a tribute to Banyu is paid: 1 fish for the payer"
    more = a_state(2, '[[numbers]]\nid = "elders_drawn"\nsource = "rulebook"\nvalue = 1\n').state.kit.words
    assert more.decrees[decree("d4")] == "Triumphant at the Sacred Lake: draw 1 Elder, discard 1"


def test_a_tribute_tells_that_a_priest_spares_a_token() -> None:
    """§lake.3"""
    state = a_state().player(0, islanders=["P1"]).at(LAKE, 0, space("L5"))
    labels = [GAME.label(state, GAME.actions.number(f"tribute {spirit}")) for spirit in ("banyu", "gunung")]
    assert labels[0] == "Pay tribute to Banyu (2 fish + 2 palm + 1 clay → 5 Esteem; a Priest spares 1 token)"
    assert labels[1] == "Pay tribute to Gunung (2 fish + 2 clay + 1 ebony → 6 Esteem)"


def test_questions_name_the_seat_and_what_is_left() -> None:
    assert GAME.question(a_state().at(SHORE, 1, space("S1"))).words == "{1}, recruit up to 2; you may cycle once"
    forced = a_state(cycle="forced").at(SHORE, 1, space("S1"))
    assert GAME.question(forced).words == "{1}, recruit up to 2 and cycle once"
    assert GAME.question(a_state().at(SHORE, 1, space("S1") & ~7)).words == "{1}, you may cycle once"
    assert GAME.question(a_state().at(SHORE, 1, space("S4"))).words == "{1}, recruit up to 1"
    assert GAME.question(a_state().at(VILLAGE, 0, space("V5"))).words == "{0}, task up to 1 Islander"
    assert GAME.question(a_state().at(SPACE, 0, 3)).words == "{0}, choose an action space at the Sacred Lake"


def test_a_refusal_cites_the_rule_of_the_open_question() -> None:
    """§morning.1, §shore.1, §village.1, §elder.1, §noon.1"""
    assert rule_against(a_state().at(GO, 0), "space S1") == "morning.1"
    assert rule_against(a_state().at(SHORE, 0, space("S1")), "go lake") == "shore.1"
    assert rule_against(a_state().at(VILLAGE, 0, space("V1")), "go lake") == "village.1"
    assert rule_against(a_state().at(DISCARD, 0), "go lake") == "elder.1"
    assert rule_against(a_state().at(NOON, 0), "go lake") == "noon.1"


def lines(seat: int) -> dict[str, dict[str, str]]:
    builder = a_state(2, lawan="yes").player(0, fish=4, elders=["E5"], islanders=["G1"], tasked=["G1"])
    builder.player(2, esteem=3).explorers(0, shore=[2, 5]).explorers(2, shore=[0]).row("A4").forest("f10")
    state = builder.decrees("d9", "d6").totem("banyu", 2).at(GO, 0)
    return {
        section.title: {item.label: item.value for item in section.items}
        for section in GAME.outline(GAME.view(state, seat))
    }


def test_the_outline_shows_the_island_and_everybody() -> None:
    own = lines(0)
    assert own["Shore"]["Explorers"] == "{0} 2+5 = 7; Lawan A ■"
    assert own["Shore"]["Totem"] == "Banyu, with Lawan A" and own["Shore"]["Decree"] == "2 fish"
    assert own["Shore"]["Artisan"] == "Kiln Master"
    assert own["Forest"]["Cards"] == "2 fish + 2 clay"
    assert own["Lawan A  3 points"]["Goods"] == "0 fish, 0 palm, 0 clay, 0 ebony"
    assert own["{0} (Emissary)"]["Gatherer"] == "Palm Cutter (tasked)"
    assert own["{0} (Emissary)"]["On your mat"] == "Power 1, 3, 4"


def test_the_outline_of_others_keeps_secrets() -> None:
    """§morning.2, §elder.1"""
    for seat in (1, SPECTATOR):
        other = lines(seat)
        assert other["Shore"]["Explorers"] == "{0} ■■; Lawan A ■"
        assert other["{0} (Emissary)"]["Elders"] == "1" and other["{0} (Emissary)"]["On the mat"] == "■■■"
