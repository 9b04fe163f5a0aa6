"""What is seen, said and written in the log."""

import msgspec
import pytest

from skerry.core.state import SPECTATOR
from skerry.games.tungaru import state as N
from skerry.games.tungaru.state import KEEP, LEADER, MEANS, MONUMENT, SAIL_TO, SELL, TURN
from skerry.games.tungaru.steps.leaders import IMMUNE, NOTHING, TO_THE_OTHER
from skerry.games.tungaru.steps.turns import TO_HARVEST, TO_SAIL
from skerry.games.tungaru.text.log import WORDS
from skerry.match import Match, SeatPlan
from skerry.match.picture import picture
from tests.games.tungaru.builder import GAME, NOMADS, a_state, do, options


def labels(state: N.Tungaru) -> list[str]:
    return [GAME.label(state, action) for action in state.legal_actions()]


def test_everything_on_the_table_is_in_the_view() -> None:
    """§setup.1, R51"""
    builder = a_state(3).player(0, settlers="A", exhausted="A", monuments="AB", goods=(1, 0, 2, 0), nomads=["N01"])
    builder.player(1, travellers=["N04"], leader="trader").reserved(2, "C").market("D", fish=1, pearl=1)
    state = builder.dice_on("A", 3, 5, seat=1).state
    view = GAME.view(state, SPECTATOR)
    a = view.islands[0]
    assert [(die.seat, die.face) for die in a.dice] == [(1, 3), (1, 5)] and a.dice_spaces == 3
    assert [(settler.seat, settler.exhausted) for settler in a.settlers] == [(0, True)]
    assert a.monuments == [0] and a.walkways == ["B", "F"] and a.migration == ["M1", "M4"]
    assert view.islands[2].reserved_by == 2 and view.islands[3].market == ["fish", "pearl"]
    assert [ground.boats for ground in view.grounds] == [[0], [1], [2], [], [], []]
    assert view.grounds[0].borders == {"g2": 1, "g3": 2, "g4": 3, "g5": 2, "g6": 1}
    assert view.players[0].goods == {"fish": 1, "coconut": 2} and view.players[0].storage == 7
    assert [nomad.id for nomad in view.players[1].travellers] == ["N04"]
    assert view.players[1].leader is not None and view.players[1].leader.name == "Trader"
    assert len(view.pile) == 32 - 6 - 4 - 2 and view.pile == sorted(view.pile)
    assert msgspec.json.decode(msgspec.json.encode(view), type=type(view)) == view


def test_the_outline_tells_what_one_needs_to_play() -> None:
    """§turn.1"""
    builder = a_state(3).player(0, settlers="A", monuments="AB", dice=[2, 5], goods=(1, 0, 2, 0), nomads=["N04"])
    builder.reserved(2, "C").market("D", fish=1)
    sections = GAME.outline(GAME.view(builder.state, 0))
    text = {
        section.title.split(" (")[0]: " · ".join(f"{item.label} {item.value}" for item in section.items)
        for section in sections
    }
    assert "Harvest 1/2/3 → Shell · Trade Fish → 1 Coconut" in text["A Makin"]
    assert "Settlers {0} (1 of 2)" in text["A Makin"] and "Boats {0}" in text["A Makin"]
    assert "reserved by {2}" in text["C Tarawa"] and "Market Fish (1 of 2)" in text["D Maiana"]
    assert "Goods 1 Fish + 2 Coconuts (3 of 5 spaces)" in text["{0}"] and "Dice 2 5 ±1" in text["{0}"]


def test_a_benefit_is_ready_until_it_is_used_or_its_owner_has_passed() -> None:
    """§benefit.1, §turn.4"""

    def told(state: N.Tungaru) -> tuple[bool, bool, str]:
        view = GAME.view(state, SPECTATOR)
        leader = view.players[0].leader
        assert leader is not None
        mine = next(section for section in GAME.outline(view) if section.title.startswith("{0}"))
        words = next(str(item.value) for item in mine.items if item.label == "Leader")
        return leader.benefit_ready, leader.benefit_used, words.split("[")[1].split(" | ")[0]

    def chief(benefit: bool = True) -> a_state:
        return a_state(3).player(0, leader="chief", benefit=benefit)

    assert told(chief().state) == (True, False, "swap the Nomads of two islands")
    assert told(chief(benefit=False).with_(phase=2).state) == (True, False, "swap the Nomads of two islands")
    assert told(chief(benefit=False).state) == (False, True, "benefit used")
    assert told(chief().with_(passed=1).state) == (False, False, "benefit not used")
    for benefit, words in ((True, "benefit not used"), (False, "benefit used")):
        builder = chief(benefit).with_(passed=7, ending=True)
        builder.state.then(N.ROUND_END)
        state = builder.run(N.CLEANUP)
        assert state.over and told(state) == (False, not benefit, words)


@pytest.mark.parametrize(
    ("fish", "words"),
    [
        (5, "{0} moves the Fisher's Fish to the storage"),
        (6, "{0} has no room for the Fisher's Fish: 1 good is returned"),
    ],
)
def test_the_log_says_whether_the_fish_on_the_fisher_finds_room(fish: int, words: str) -> None:
    """§leader.fisher, §storage.2"""
    builder = a_state(3).player(0, goods=(fish, 0, 0, 0), leader="fisher", fisher_fish=1)
    builder.state.noting = True
    state = builder.run(N.CLEANUP)
    assert [GAME.event(state, note).words for note in state.notes] == [words]


@pytest.mark.parametrize(
    ("leader", "dice", "sailed", "asked"),
    [
        ("worker", [2], 0, "{0}, Sail: with which die?"),
        ("fisher", [2], 0, "{0}, Sail: with which die, or with your Leader's benefit?"),
        ("fisher", [2], 1, "{0}, Sail: with your Leader's benefit?"),
        ("fisher", [], 0, "{0}, Sail: with your Leader's benefit?"),
    ],
)
def test_who_sails_is_asked_for_a_die_only_if_one_can_be_used(
    leader: str, dice: list[int], sailed: int, asked: str
) -> None:
    """§sail.1, §benefit.sail"""
    state = a_state(3).player(0, leader=leader, dice=dice, sailed=sailed).at(MEANS, 0, TO_SAIL)
    assert GAME.question(state).words == asked


def test_options_say_what_they_cost_and_give() -> None:
    """§turn.1"""
    builder = a_state(4).player(0, dice=[2], ground="g1", goods=(2, 1, 1, 1), nomads=["N23"], leader="worker")
    state = builder.nomad("A", "N18").at(TURN, 0)
    found = labels(state)
    assert "Harvest 1 Shell on B Butaritari (1/2/3)" in found
    assert "Recruit N18 (dice ±1; 4 VP per Storage Nomad) on A Makin for 1 Fish + 1 Coconut" in found
    assert "Settle on A Makin for 2 Fish" in found
    assert "Trade on A Makin (1 Shell → 1 Pearl)" in found
    assert "Activate N23: any die: sell 1 Pearl for 7 VP (scores 4 VP per Settler)" in found
    assert "Worker's space 2: 2 → 1 Shell" in found


def test_a_turned_die_says_so() -> None:
    """§nomad.shift"""
    state = a_state(4).player(0, dice=[4], nomads=["N04"], ground="g1").at(MEANS, 0, TO_HARVEST | 1 << 4)
    assert labels(state) == ["Die 4, turned to 3"]


def test_sailing_names_borders_and_fish() -> None:
    """§sail.2"""
    state = a_state(4).player(0, ground="g1", goods=(1, 0, 0, 0)).at(SAIL_TO, 0)
    assert "Sail to g2 (B Butaritari, C Marakei): 1 border" in labels(state)
    assert "Sail to g4 (D Abaiang, E Tarawa): 3 borders, 1 Fish" in labels(state)


def test_questions_and_monuments_are_told_in_plain_words() -> None:
    """§recruit.2, §recruit.4, §nomad.any_many"""
    state = a_state(4).at(MONUMENT, 0, 0)
    assert GAME.question(state).words == "{0}, do you place a Monument on A Makin?"
    assert "The topmost Monument of the Culture track (take 1 Fish)" in labels(state)
    state = a_state(4).nomad("A", "N18").at(KEEP, 0, 0)
    assert GAME.question(state).words == "{0}, where do you put N18 (dice ±1; 4 VP per Storage Nomad)?"
    state = a_state(4).player(0, goods=(2, 0, 0, 0)).at(SELL, 0, NOMADS.index("N17"))
    assert labels(state) == ["Sell 1 Fish for 3 VP", "Sell 2 Fish for 6 VP"]


def test_an_answer_to_another_question_is_refused_with_the_question() -> None:
    """§leader.1"""
    state = a_state(3).at(LEADER, 1)
    reason = GAME.reason(state, GAME.actions.number("pass"))
    assert reason is not None and reason.rule == "leader.1"
    assert reason.words == "this does not answer the question: {1}, choose a Leader, face down"
    assert GAME.reason(state, GAME.actions.number("leader chief")) is None


@pytest.mark.parametrize("kind", WORDS)
def test_every_note_has_words(kind: int) -> None:
    """§round.1"""
    state = a_state(3).state
    event = GAME.event(state, (kind, 1, 1, 1))
    assert event.words.format("Ann", "Ben", "Cas") and event.rule in GAME.rules


def test_the_log_says_why_a_beggar_gets_nothing() -> None:
    """§leader.immune, §leader.between"""
    state = a_state(3).state
    words = [GAME.event(state, (N.NOTE_NO_GIFT, 1, 0, why)).words for why in (IMMUNE, NOTHING, TO_THE_OTHER)]
    assert words == [
        "{1} is immune to {0}'s Beggar",
        "{1} has nothing to give to {0}",
        "{1} does not give to {0} but to the other Beggar",
    ]
    assert GAME.event(state, (N.NOTE_SETTLED, 1, N.ISLET, 0)).words == "{1}'s third Settler lies on the islet"
    assert GAME.event(a_state(3).no_nomad("ABCDEF").state, (N.NOTE_STALL, 0, 1, 0)).words.startswith("No island")


def test_the_log_names_the_rule_of_each_case() -> None:
    """§leader.immune, §leader.beggar, §leader.between, §settle.3"""
    state = a_state(3).state
    rules = [GAME.event(state, (N.NOTE_NO_GIFT, 1, 0, why)).rule for why in (IMMUNE, NOTHING, TO_THE_OTHER)]
    assert rules == ["leader.immune", "leader.beggar", "leader.between"]
    assert GAME.event(state, (N.NOTE_SETTLED, 1, N.ISLET, 0)).rule == "settle.3"
    assert GAME.event(state, (N.NOTE_SETTLED, 1, 2, 0)).rule == "settle.1"


@pytest.mark.parametrize(
    ("leader", "step", "moves", "rule"),
    [
        ("chief", TURN, ["settle A", "die 6"], "settle.2"),
        ("trader", TURN, ["settle A", "die 6", "pay"], "settle.2"),
        ("chief", N.FLIP_SETTLE, ["settle A"], "nomad.flip_settle"),
        ("chief", SAIL_TO, ["sail_to g4"], "sail.2"),
        ("trader", SAIL_TO, ["sail_to g4", "die 6", "pay"], "sail.2"),
        ("chief", TURN, ["recruit A", "die 6"], "recruit.1"),
        ("beggar", TURN, ["recruit A", "die 6", "pay_without fish"], "recruit.1"),
        ("trader", N.COST, ["pay"], "storage.1"),
    ],
)
def test_a_payment_in_the_log_names_what_it_is_for(leader: str, step: int, moves: list[str], rule: str) -> None:
    """§settle.2, §nomad.flip_settle, §sail.2, §recruit.1"""
    builder = a_state(4).player(0, dice=[6], ground="g1", goods=(2, 0, 1, 0), leader=leader).nomad("A", "N18")
    builder.state.noting = True
    state = do(builder.at(step, 0, 1 if step == N.COST else 0), *moves)
    events = [GAME.event(state, note) for note in state.notes]
    assert [event.rule for event in events if " pays " in event.words] == [rule]


def test_a_match_tells_its_story_and_keeps_the_choice_secret() -> None:
    """§leader.1, §setup.6"""
    match = Match("tungaru", [SeatPlan("Ann"), SeatPlan("Ben")], seed="story")
    match.begin()
    while match.state.phase < 2:
        seat = match.to_move
        assert seat is not None
        match.play(seat, options(match.state)[0])  # type: ignore[arg-type]
    seat = match.to_move
    assert seat is not None
    match.play(seat, "leader fisher")
    own = [line.words for line in picture(match, seat).lines]
    other = [line.words for line in picture(match, 1 - seat).lines]
    assert own[-1].startswith(f"{match.names[seat]}: Fisher")
    assert other[-1] == f"{match.names[seat]}: chooses a Leader, face down"
    assert any("Reserve N" in words for words in other)


def test_problems_are_found() -> None:
    """Each broken piece is named.  §storage.1, §setup.2"""
    state = a_state(3).with_(phase=1).state
    assert GAME.problems(state) == []
    broken = {
        "Nomads are lost": lambda s: setattr(s, "pile", 0),
        "reservations are off": lambda s: setattr(s, "reserved", 1),
        "Settlers are lost": lambda s: setattr(s.players[0], "reserve", 2),
        "Monuments are lost": lambda s: setattr(s.players[0], "track", 1),
        "goods in 5 storage spaces": lambda s: setattr(s.players[0], "goods", 6),
        "storage spaces is off": lambda s: setattr(s.players[0], "capacity", 6),
        "Leader cards": lambda s: setattr(s.players[0], "hand", 1),
        "dice, there should be 0": lambda s: setattr(s.players[0], "dice", 1),
        "boats": lambda s: setattr(s.players[0], "ground", 1),
        "Settler spaces used": lambda s: setattr(s, "settlers_full", 1),
        "mark of its Nomad": lambda s: setattr(s, "nomads", 0),
        "Fisher's Fish": lambda s: (setattr(s.players[0], "goods", 0), setattr(s.players[0], "fisher_fish", 1)),
        "face-up Nomads": lambda s: setattr(s.players[0], "face_up", 1),
        "dice ±1": lambda s: setattr(s.players[0], "shift", 1),
        "lies flat": lambda s: setattr(s.players[0], "exhausted", 1),
        "second Monument": lambda s: setattr(s.players[0], "seconds", 1),
    }
    for words, damage in broken.items():
        twin = state.clone()
        damage(twin)
        assert any(words in found for found in GAME.problems(twin)), words


@pytest.mark.parametrize("name", ["D01", "N01"])
def test_a_lost_nomad_is_a_problem_with_deluxe_ones_too(name: str) -> None:
    """§setup.10"""
    builder = a_state(5, deluxe_nomads="yes").with_(phase=1)
    assert GAME.problems(builder.state) == []
    builder.take_out(name)
    assert GAME.problems(builder.state.clone()) == ["Nomads are lost or doubled"]


def test_a_deluxe_nomad_that_should_be_in_the_box_is_a_problem() -> None:
    """§setup.10"""
    state = a_state(5).with_(phase=1).state
    state.pile |= 1 << NOMADS.index("D01")
    assert GAME.problems(state) == ["Nomads are lost or doubled"]
