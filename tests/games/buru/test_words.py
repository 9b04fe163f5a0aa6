"""Words: cards, questions, the outline."""

import pytest

from skerry.core.answers import Item
from skerry.core.state import SPECTATOR
from skerry.games.buru.state import DISCARD, GO, LAKE, NOON, SHORE, SPACE, VILLAGE, Buru
from tests.games.buru.builder import GAME, a_state, decree, elder, islander, rule_against, space


@pytest.mark.parametrize(
    ("id_", "words", "gist"),
    [
        (
            "G5",
            "Task: gain 2 fish, and 1 fish for each of your Gatherers (at most 4)",
            "2 fish + 1 fish per Gatherer, max 4",
        ),
        ("G8", "Task: gain 1 token of your choice", "1 token of your choice"),
        (
            "N2",
            "Task: gain 1 Esteem, and 2 more if you have the Emissary marker",
            "1 Esteem + 2 Esteem with the marker",
        ),
        ("A6", "Task: pay 1 palm and 1 clay to gain 1 ebony and 3 Esteem", "1 palm + 1 clay → 1 ebony + 3 Esteem"),
        ("A8", "Task: swap 1 token for 1 of another kind and gain 1 Esteem", "1 token → 1 other token + 1 Esteem"),
        ("N6", "Task: gain 1 Esteem for each totem you hold", "1 Esteem per totem"),
        (
            "N9",
            "Task: gain 1 Esteem for every 2 of your Nobles, rounded up (at most 3)",
            "1 Esteem per 2 Nobles, max 3",
        ),
        ("P1", "Always: your tributes to Banyu cost 1 token less", "Banyu costs 1 token less"),
        ("P5", "Always: gain 1 clay whenever you pay tribute to Gunung", "1 clay per Gunung tribute"),
        ("P7", "Always: gain 2 fish whenever you take a space at the Sacred Lake", "2 fish at the Lake"),
        (
            "P8",
            "Task: gain 1 Esteem, draw 1 Elder, then discard 1 of your Elders",
            "1 Esteem + draw 1 Elder, discard 1",
        ),
    ],
)
def test_an_islander_says_what_it_does(id_: str, words: str, gist: str) -> None:
    """§islander.goods"""
    face = a_state().state.kit.words.islanders[islander(id_)]
    assert (face.words, face.gist) == (words, gist)


@pytest.mark.parametrize(
    ("id_", "words", "gist"),
    [
        ("E4", "4 Esteem for each set of all three tributes", "4 per set of tributes"),
        ("E5", "1½ Esteem for each of your Gatherers, rounded down", "1½ per Gatherer"),
        ("E8", "2 Esteem for each of your Priests", "2 per Priest"),
        ("E11", "1 Esteem for every 3 fish you have (at most 5)", "1 per 3 fish, max 5"),
        ("E14", "4 Esteem with the Emissary marker, otherwise 1", "4 with the marker, else 1"),
    ],
)
def test_an_elder_says_what_it_is_worth(id_: str, words: str, gist: str) -> None:
    """§score.2"""
    face = a_state().state.kit.words.elders[elder(id_)]
    assert (face.words, face.gist) == (words, gist)


def test_spaces_and_decrees_tell_what_they_give() -> None:
    """§elder.1, §decree.1, §decree.2; number "elders_drawn" """
    words = a_state().state.kit.words
    assert words.spaces[space("L1") >> 4].words == "pay tribute up to twice, then draw 2 Elders and discard 1"
    assert words.spaces[space("L4") >> 4].words == "pay tribute once, then take the Emissary marker"
    assert words.spaces[space("S3") >> 4].name == "third Shore space"
    assert words.spaces[space("S3") >> 4].words == "recruit an Islander and cycle once"
    assert words.spaces[space("V2") >> 4].gist == "Task 2 + 1 fish"
    assert words.decrees[decree("d4")].words == "The Triumphant at the Sacred Lake draws 2 Elders and discards 1"
    assert words.decrees[decree("d9")].words == "Whoever pays tribute gains 1 fish"
    assert words.decrees[decree("d10")].words == "Whoever pays tribute to Banyu gains 1 fish"
    more = a_state(2, '[[numbers]]\nid = "elders_drawn"\nsource = "rulebook"\nvalue = 1\n').state.kit.words
    assert more.decrees[decree("d4")].words == "The Triumphant at the Sacred Lake draws 1 Elder and discards 1"


def test_a_tribute_tells_what_a_priest_saves_and_what_comes_at_once() -> None:
    """§lake.3, §totem.2"""
    state = a_state().player(0, islanders=["P1"]).totem("gunung", 0).decrees("d9").at(LAKE, 0, space("L5"))
    labels = [GAME.label(state, GAME.actions.number(f"tribute {spirit}")) for spirit in ("banyu", "gunung")]
    assert labels == [
        "Tribute to Banyu: 2 fish, 2 palm and 1 clay for 5 Esteem; also gain 1 fish "
        "(your Priest of Banyu saves you 1 token)",
        "Tribute to Gunung: 2 fish, 2 clay and 1 ebony for 6 Esteem; also gain 1 fish and 1 Esteem",
    ]


def asked(state: Buru) -> str:
    return GAME.question(state).words


def test_questions_name_the_seat_and_what_is_left() -> None:
    """§shore.1, §village.1, §lake.1"""
    either = "{1}, recruit up to 2 Islanders and cycle the row if you like"
    assert asked(a_state(cycle="optional").at(SHORE, 1, space("S1"))) == either
    assert (
        asked(a_state(cycle="forced").at(SHORE, 1, space("S1"))) == "{1}, recruit up to 2 Islanders and cycle the row"
    )
    assert asked(a_state(cycle="optional").at(SHORE, 1, space("S1") & ~7)) == "{1}, cycle the row if you like"
    assert asked(a_state().at(SHORE, 1, space("S4"))) == "{1}, recruit an Islander"
    assert asked(a_state().at(SHORE, 1, space("S2") - 1)) == "{1}, recruit another Islander"
    assert asked(a_state().at(VILLAGE, 0, space("V5"))) == "{0}, task an Islander"
    assert asked(a_state().at(VILLAGE, 0, space("V1") - 1)) == "{0}, task up to 2 more Islanders"
    assert asked(a_state().at(LAKE, 0, space("L1"))) == "{0}, pay tribute up to twice"
    assert asked(a_state().at(LAKE, 0, space("L1") - 1)) == "{0}, pay tribute once more"
    assert asked(a_state().at(SPACE, 0, 3)) == "{0}, choose a space at the Sacred Lake"


def test_a_refusal_cites_the_rule_of_the_open_question() -> None:
    """§morning.1, §shore.1, §village.1, §elder.1, §noon.1"""
    assert rule_against(a_state().at(GO, 0), "space S1") == "morning.1"
    assert rule_against(a_state().at(SHORE, 0, space("S1")), "go lake") == "shore.1"
    assert rule_against(a_state().at(VILLAGE, 0, space("V1")), "go lake") == "village.1"
    assert rule_against(a_state().at(DISCARD, 0), "go lake") == "elder.1"
    assert rule_against(a_state().at(NOON, 0), "go lake") == "noon.1"


def sections(seat: int) -> dict[str, dict[str, Item]]:
    builder = a_state(2, lawan="yes").player(0, fish=4, elders=["E5"], islanders=["G1"], tasked=["G1"])
    builder.player(2, esteem=3).explorers(0, shore=[2, 5]).explorers(2, shore=[0]).row("A4").forest("f10")
    state = builder.decrees("d9", "d6").totem("banyu", 2).at(GO, 0)
    outline = GAME.outline(GAME.view(state, seat), GAME.catalogue(state))
    return {section.title: {item.label: item for item in section.items} for section in outline}


def test_the_outline_shows_the_island_and_everybody() -> None:
    own = sections(0)
    stacks = own["Shore"]["Explorers"].things
    assert [(thing.name, thing.traits[0]) for thing in stacks] == [("{0}", "2 + 5 = 7"), ("Lawan A", "1 face down")]
    assert own["Shore"]["Totem"].note == "held by Lawan A" and own["Shore"]["Decree"].value == "2 fish"
    assert [thing.name for thing in own["Shore"]["Row"].things] == ["Kiln Master"]
    assert [thing.name for thing in own["Forest"]["Cards"].things] == ["2 fish + 2 clay"]
    assert own["Lawan A, 3 points"]["Goods"].value == "none"
    assert "tasked" in own["{0} (Emissary)"]["Islanders"].things[0].traits
    assert own["{0} (Emissary)"]["On your mat"].value == "Power 1, 3, 4"


def test_every_region_and_space_is_always_listed() -> None:
    """§region.4: the Sacred Lake as well, though nobody is there"""
    for title, spaces in (("Shore", 4), ("Village", 5), ("Sacred Lake", 5)):
        assert len(sections(0)[title]["Spaces"].things) == spaces


def test_the_outline_of_others_keeps_secrets() -> None:
    """§morning.2, §elder.1"""
    for seat in (1, SPECTATOR):
        other = sections(seat)
        assert other["Shore"]["Explorers"].things[0].traits == ("2 face down", "3 to 9")
        assert other["{0} (Emissary)"]["Elders"].value == "1"
        assert "On your mat" not in other["{0} (Emissary)"]
