"""What is seen, said and written in the log."""

import re

import msgspec
import pytest

from skerry.core.answers import Moved, Section, Terms
from skerry.core.rng import Rng
from skerry.core.state import SPECTATOR
from skerry.games.tungaru import state as N
from skerry.games.tungaru.state import KEEP, LEADER, MEANS, MONUMENT, SAIL_TO, SELL, TURN
from skerry.games.tungaru.steps.leaders import IMMUNE, NO_GIFT, TO_THE_OTHER
from skerry.games.tungaru.steps.turns import TO_HARVEST, TO_SAIL
from skerry.match import Match, SeatPlan
from skerry.match.picture import picture
from tests.games.tungaru.builder import GAME, NOMADS, a_state, dice, do, options, pack


def labels(state: N.Tungaru) -> list[str]:
    return [GAME.label(state, action) for action in state.legal_actions()]


def test_everything_on_the_table_is_in_the_view() -> None:
    """§setup.1, R51"""
    builder = a_state(3).player(0, settlers="A", exhausted="A", monuments="AB", goods=(1, 0, 2, 0), nomads=["N01"])
    builder.player(1, travellers=["N04"], leader="trader").reserved(2, "C").market("D", fish=1, pearl=1)
    state = builder.dice_on("A", 3, 5, seat=1).state
    view = GAME.view(state, SPECTATOR)
    a = view.islands[0]
    assert [(die.seat, die.face) for die in a.dice] == [(1, 3), (1, 5)]
    assert [(settler.seat, settler.exhausted) for settler in a.settlers] == [(0, True)]
    assert a.monuments == [0] and a.offer == "small_A"
    assert view.islands[2].reserved_by == 2 and view.islands[3].market == ["fish", "pearl"]
    assert list(view.grounds.values()) == [[0], [1], [2], [], [], []]
    mine = view.players[0]
    assert mine.goods == {"fish": 1, "coconut": 2} and mine.capacity == 7
    assert mine.storage == ["fish", "coconut", "coconut", "", "", "monument", "", ""]
    assert [slot.nomad for slot in mine.nomads] == ["N01", None, None, None, None]
    assert [slot.closed for slot in mine.nomads] == [False, False, False, True, True]
    assert view.players[1].travellers == ["N04"]
    assert view.players[1].leader is not None and view.players[1].leader.id == "trader"
    assert len(view.pile) == 32 - 6 - 4 - 2 and view.pile == sorted(view.pile)
    assert msgspec.json.decode(msgspec.json.encode(view), type=type(view)) == view


def test_what_is_printed_is_in_the_catalogue() -> None:
    """§setup.1, §sail.2, §space.2"""
    catalogue = GAME.catalogue(a_state(2).state)
    makin = catalogue.islands["A"]
    assert (makin.name, makin.walkways, makin.migration, makin.dice_spaces) == ("Makin", ["B", "F"], ["M1", "M4"], 3)
    assert catalogue.offers[makin.offer].dice == [1, 2, 3] and catalogue.offers["1-3"].pays == "fish"
    ways = catalogue.grounds["g1"].ways
    assert (ways["g3"].sections, ways["g3"].fish) == (["s1", "s2", "s3"], 0)
    assert len(ways["g4"].sections) == 4 and ways["g4"].fish == 1
    assert next((face.name, face.sign) for face in catalogue.migration.values()) == ("Sun", "sun")
    healer = catalogue.nomads["N18"]
    assert (healer.name, healer.cost, healer.benefit.kind) == ("Healer", {"fish": 1, "coconut": 1}, "shift")
    assert (healer.scores.kind, healer.scores.points) == ("storage", 4)
    keeper = catalogue.nomads["N24"].benefit
    assert (keeper.kind, keeper.good, keeper.amount, keeper.price, keeper.dice) == (
        *("match_many", "coconut", 2, 5),
        [1, 6],
    )
    assert "N40" not in catalogue.nomads and "N40" in GAME.catalogue(a_state(5).state).nomads
    worker = catalogue.leaders["worker"]
    assert (worker.number, worker.ability, worker.benefit) == (1, "fourth_die", "twice")
    assert [space.closed for space in worker.spaces] == [False, True]
    assert not any(space.closed for space in GAME.catalogue(a_state(3).state).leaders["worker"].spaces)
    assert catalogue.track[0] == {"fish": 1} and len(catalogue.track) == 5
    assert catalogue.refills == 24 - 6 and GAME.view(a_state(2).state, 0).refills == 24 - 6


def test_a_nomad_keeps_its_space_and_a_good_its_place() -> None:
    """§recruit.4, §storage.1"""
    builder = a_state(4).player(0, nomads=["N20", "N12"], goods=(1, 1, 1, 1), dice=[6, 6], ground="g1")
    state = builder.nomad("A", "N18").at(TURN, 0)
    do(state, "recruit A", "die 6", "monument none", "face_up")

    def mine() -> tuple[list[str | None], list[str]]:
        seen = GAME.view(state, 0).players[0]
        return [slot.nomad for slot in seen.nomads[:3]], seen.storage[:5]

    assert mine() == (["N20", "N12", "N18"], ["", "shell", "", "pearl", ""])
    state.gain(0, 1)
    assert mine()[1] == ["fish", "shell", "", "pearl", ""]
    state.ask(TURN, 0)
    do(state, "nomad N12", "skip")
    assert mine()[0] == ["N20", None, "N18"]


def test_goods_beyond_the_storage_move_up_when_there_is_room() -> None:
    """§storage.2"""
    state = a_state(4).player(0, goods=(0, 5, 0, 0)).state
    state.gain(0, pack(pearl=1))
    assert GAME.view(state, 0).players[0].storage == ["shell"] * 5 + ["monument", "pearl"]
    do(state, "return shell")
    assert GAME.view(state, 0).players[0].storage == ["pearl", *["shell"] * 4, "monument"]


def test_a_die_is_seen_where_it_lies() -> None:
    """§turn.2"""
    builder = a_state(4).player(0, nomads=["N17"], goods=(1, 1, 0, 0), dice=[2, 2, 4], ground="g1", leader="fisher")
    state = builder.with_(roll=dice([2, 2, 4])).at(TURN, 0)
    do(state, "nomad N17", "die 2", "sell 1")
    state.ask(TURN, 0)
    do(state, "leader_space 1", "die 4")
    state.ask(TURN, 0)
    do(state, "sail", "sail_to g2", "die 2")
    mine = GAME.view(state, 1).players[0]
    assert [(die.face, die.at) for die in mine.dice] == [(2, "nomad:N17"), (2, "sail:0"), (4, "space:0.1")]
    assert mine.sail_die == 2 and mine.nomads[0].die == 2
    assert mine.leader is not None and mine.leader.dice == [4, 0, 0]


def test_the_action_under_way_is_in_the_view() -> None:
    """§recruit.1"""
    builder = a_state(4).player(0, goods=(2, 1, 1, 2), dice=[6], ground="g1").nomad("A", "N18")
    state = builder.at(TURN, 0)
    assert GAME.view(state, 1).action is None
    do(state, "recruit A")
    found = GAME.view(state, 1).action
    assert found is not None and (found.verb, found.at, found.nomad) == ("recruit", "island:A", "N18")
    assert (found.means, found.steps[found.step]) == ("", "pay")
    do(state, "die 6")
    found = GAME.view(state, 1).action
    assert found is not None and (found.means, found.steps[found.step]) == ("die:0.1", "monument")
    do(state, "monument none", "face_up")
    found = GAME.view(state, 1).action
    assert found is not None and found.steps[found.step] == "refill"
    state = a_state(4).player(0, dice=[6], ground="g1").at(TURN, 0)
    do(state, "sail", "sail_to g2")
    found = GAME.view(state, 1).action
    assert found is not None and (found.verb, found.to, found.at) == ("sail", "ground:g2", "boat:0")


def test_an_option_names_its_pieces_and_the_dice_that_fit() -> None:
    """§harvest.1, §turn.3, §sail.2"""
    builder = a_state(4).player(0, dice=[2, 6], ground="g1", settlers="A", goods=(2, 1, 1, 1)).nomad("A", "N18")
    state = builder.with_(roll=dice([2, 6])).at(TURN, 0)

    def terms(text: str) -> Terms:
        return GAME.terms(state, GAME.actions.number(text))

    assert terms("harvest B").at == ("harvest:B", "island:B", "die:0.1")  # Shell with a 1, 2 or 3
    assert terms("recruit A").at == ("nomad:N18", "island:A", "die:0.1", "die:0.2", "settler:0.A")
    assert terms("recruit A").owes == {"fish": 1, "coconut": 1}
    assert (terms("recruit A").group, terms("recruit A").short) == ("Recruit", "Healer")
    do(state, "sail")
    assert terms("sail_to g3").at == ("ground:g3", "section:s1", "section:s2", "section:s3")
    assert terms("sail_to g4").price == {"fish": 1}


def texts_of(section: Section) -> str:
    found = []
    for item in section.items:
        things = [f"{thing.name} [{' | '.join(thing.traits)}]" for thing in item.things]
        found.append(" ".join([item.label, item.value, *things, f"({item.note})"]))
    return " · ".join(found)


def test_the_outline_tells_what_one_needs_to_play() -> None:
    """§turn.1"""
    builder = a_state(3).player(0, settlers="A", monuments="AB", dice=[2, 5], goods=(1, 0, 2, 0), nomads=["N04"])
    builder.reserved(2, "C").market("D", fish=1)
    sections = GAME.outline(GAME.view(builder.state, 0), GAME.catalogue(builder.state))
    text = {section.title: texts_of(section) for section in sections}
    assert "Harvest 1 Shell with a 1, 2 or 3 () · Trade 1 Fish for 1 Coconut" in text["Makin"]
    assert "Settlers {0} (1 of 2)" in text["Makin"] and "Boats {0}" in text["Makin"]
    assert "reserved by {2}]" in text["Tarawa"] and "Market Fish (1 of 2)" in text["Maiana"]
    assert "Market empty (0 of 2)" in text["Makin"] and "Dice none (0 of 3)" in text["Makin"]
    assert "Goods 1 Fish and 2 Coconuts (3 of 5 spaces)" in text["{0}"] and "Dice 2 5 (±1)" in text["{0}"]
    assert "Boat at the anchorage between Makin and Marakei" in text["{0}"]


def test_a_benefit_is_ready_until_it_is_used_or_its_owner_has_passed() -> None:
    """§benefit.1, §turn.4"""

    def told(state: N.Tungaru) -> tuple[bool, bool, str]:
        view = GAME.view(state, SPECTATOR)
        leader = view.players[0].leader
        assert leader is not None
        sections = GAME.outline(view, GAME.catalogue(state))
        mine = next(section for section in sections if section.title.startswith("{0}"))
        traits = next(item.things[0].traits for item in mine.items if item.label == "Leader")
        return leader.benefit_ready, leader.benefit_used, traits[0]

    def chief(benefit: bool = True) -> a_state:
        return a_state(3).player(0, leader="chief", benefit=benefit)

    swap = "benefit: swap the Nomads of two islands"
    assert told(chief().state) == (True, False, swap)
    assert told(chief(benefit=False).with_(phase=2).state) == (True, False, swap)
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
        (5, "{0} stores the Fisher's Fish"),
        (6, "{0} has no room for the Fisher's Fish and must return a good"),
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
        ("worker", [2], 0, "{0}, which die do you use to sail?"),
        ("fisher", [2], 0, "{0}, do you use a die or your Leader's benefit to sail?"),
        ("fisher", [2], 1, "{0}, do you use your Leader's benefit to sail?"),
        ("fisher", [], 0, "{0}, do you use your Leader's benefit to sail?"),
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
    assert "Harvest 1 Shell on Butaritari with a 1, 2 or 3" in found
    assert "Recruit the Healer on Makin for 1 Fish and 1 Coconut (dice ±1; 4 points per Storage Nomad)" in found
    assert "Settle on Makin for 2 Fish" in found
    assert "Trade on Makin: 1 Shell for 1 Pearl" in found
    assert "Use the Bead Stringer: sell 1 Pearl for 7 points with any die" in found
    assert "Use the Worker's second dice space: 1 Shell with a 2" in found


def test_a_turned_die_says_so() -> None:
    """§nomad.shift"""
    state = a_state(4).player(0, dice=[4], nomads=["N04"], ground="g1").at(MEANS, 0, TO_HARVEST | 1 << 4)
    assert labels(state) == ["Use a 4 as a 3 and gain 1 Shell"]


def test_sailing_names_borders_and_fish() -> None:
    """§sail.2"""
    state = a_state(4).player(0, ground="g1", goods=(1, 0, 0, 0)).at(SAIL_TO, 0)
    assert "Sail to the anchorage between Butaritari and Marakei (1 border)" in labels(state)
    assert "Sail to the anchorage between Abaiang and Tarawa (3 borders, costs 1 Fish)" in labels(state)


def test_questions_and_monuments_are_told_in_plain_words() -> None:
    """§recruit.2, §recruit.4, §nomad.any_many"""
    state = a_state(4).at(MONUMENT, 0, 0)
    assert GAME.question(state).words == "{0}, which Monument do you place on Makin, if any?"
    assert "Place the top Monument from the Culture track and gain 1 Fish" in labels(state)
    state = a_state(4).nomad("A", "N18").at(KEEP, 0, 0)
    assert GAME.question(state).words == "{0}, does the Healer work for you or join your Traveller pile?"
    state = a_state(4).player(0, goods=(2, 0, 0, 0)).at(SELL, 0, NOMADS.index("N17"))
    assert labels(state) == ["Sell 1 Fish for 3 points", "Sell 2 Fish for 6 points"]


def test_an_answer_to_another_question_is_refused_with_the_question() -> None:
    """§leader.1"""
    state = a_state(3).at(LEADER, 1)
    reason = GAME.reason(state, GAME.actions.number("pass"))
    assert reason is not None and reason.rule == "leader.1"
    assert reason.words == "That does not answer the question: {1}, choose a Leader, face down"
    assert GAME.reason(state, GAME.actions.number("leader chief")) is None


def test_the_log_says_why_a_beggar_gets_nothing() -> None:
    """§leader.immune, §leader.beggar, §leader.between"""
    state = a_state(3).player(1, leader="chief").state
    told = [GAME.event(state, (N.NOTE_NO_GIFT, 1, 0, why)) for why in (IMMUNE, NO_GIFT, TO_THE_OTHER)]
    assert [event.words for event in told] == [
        "{1} shows a Chief and gives {0} nothing",
        "{1} has nothing to give to {0}",
        "{1} gives to the other Beggar, not to {0}",
    ]
    assert [event.rule for event in told] == ["leader.immune", "leader.beggar", "leader.between"]


def test_the_log_says_why_the_game_ends_and_who_starts() -> None:
    """§end.2, §cleanup.3"""
    assert GAME.event(a_state(3).no_nomad("ABCDEF").state, (N.NOTE_STALL, 0, 1, 0)).words.startswith("No island")
    start = [GAME.event(a_state(3).state, (N.NOTE_START, 1, chiefs, 0)).words for chiefs in (1, 2)]
    assert start == [
        "{1}'s Chief takes the starting player token",
        "{1}'s Chief takes the starting player token: of 2 Chiefs, this one comes last in turn order",
    ]


ANCHORAGE = "the anchorage between Abaiang and Tarawa"


@pytest.mark.parametrize(
    ("leader", "step", "moves", "words", "rule"),
    [
        ("chief", TURN, "settle A, die 6", "{0} settles on Makin with a 6 for 2 Fish", "settle.1"),
        ("trader", TURN, "settle A, die 6, pay", "{0} settles on Makin with a 6 for 2 Fish", "settle.1"),
        ("chief", TURN, "sail, sail_to g4, die 6", f"{{0}} sails to {ANCHORAGE} with a 6 for 1 Fish", "sail.1"),
        ("trader", TURN, "sail, sail_to g4, die 6, pay", f"{{0}} sails to {ANCHORAGE} with a 6 for 1 Fish", "sail.1"),
        ("fisher", TURN, "sail, sail_to g2, benefit", None, "benefit.sail"),
        (
            *("chief", TURN, "recruit A, die 6"),
            *("{0} recruits the Healer on Makin with a 6 for 1 Fish and 1 Coconut", "recruit.1"),
        ),
        (
            *("beggar", TURN, "recruit A, die 6, pay_without fish"),
            "{0} recruits the Healer on Makin with a 6 for 1 Coconut, 1 Fish less with the Beggar's benefit",
            "recruit.1",
        ),
        ("chief", TURN, "harvest A, die 6", "{0} harvests 1 Fish on Makin with a 6", "harvest.1"),
        (
            *("worker", TURN, "harvest A, die 6, twice"),
            *("{0} harvests 2 Fish on Makin with a 6 and the Worker's benefit", "benefit.twice"),
        ),
        ("chief", TURN, "nomad N12, settle A", "{0} flips the House Builder and settles on Makin for 1 Fish", None),
        ("chief", TURN, "trade B, die 6, barter", "{0} trades 1 Fish for 1 Coconut on Butaritari with a 6", "trade.2"),
    ],
)
def test_an_action_is_told_once_and_with_its_price(
    leader: str, step: int, moves: str, words: str | None, rule: str | None
) -> None:
    """§settle.2, §nomad.flip_settle, §sail.2, §recruit.1"""
    builder = a_state(4).player(0, dice=[6], ground="g1", goods=(2, 0, 1, 0), leader=leader, nomads=["N12"])
    state = builder.nomad("A", "N18").at(step, 0)
    told = []
    for text in moves.split(", "):
        told.append(GAME.decision_event(state, GAME.actions.number(text)))
        do(state, text)
    assert all(event is None for event in told[:-1])
    event = told[-1]
    assert event is not None and event.words == (words or event.words) and event.rule == (rule or event.rule)


def test_the_log_says_what_moved_from_where_to_where() -> None:
    """§recruit.4, §recruit.5"""
    builder = a_state(4).player(0, goods=(2, 1, 1, 2), dice=[6], ground="g1").nomad("A", "N18").migration(M1="N20")
    state = builder.at(TURN, 0)
    do(state, "recruit A", "die 6", "monument none")
    event = GAME.decision_event(state, GAME.actions.number("face_up"))
    assert event is not None and event.moved == (Moved("nomad:N18", "island:A", "slot:0.1"),)
    do(state, "face_up")
    event = GAME.decision_event(state, GAME.actions.number("refill M1"))
    assert event is not None and event.moved == (Moved("nomad:N20", "migration:M1", "island:A"),)
    assert event.words == "{0} brings the Pearl Sorter from the Sun space to Makin"


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
    assert own[-1] == f"{match.names[seat]} chooses the Fisher, face down"
    assert other[-1] == f"{match.names[seat]} chooses a Leader, face down"
    assert any(" reserves the " in words for words in other)


def test_no_id_of_a_piece_stands_before_people() -> None:
    """A whole game at random: questions, options, refusals and log speak of names.  §turn.1"""
    match = Match("tungaru", [SeatPlan("Ann"), SeatPlan("Ben"), SeatPlan("Cas")], seed="ids")
    match.begin()
    rng = Rng(3)
    ids = re.compile(r"\b([NDM]\d+|g\d+|s\d+|[A-J]|VP)\b|[{}]")
    while not match.over:
        seat = match.to_move
        assert seat is not None
        shown = picture(match, seat)
        said = [shown.question.words if shown.question else "", *(choice.label for choice in shown.choices)]
        said += [f"{choice.group} {choice.short}" for choice in shown.choices]
        said += [choice.reason.words for choice in shown.choices if choice.reason]
        for words in [*said, *(line.words for line in shown.lines[-12:])]:
            assert not ids.search(words), words
        texts = options(match.state)  # type: ignore[arg-type]
        match.play(seat, texts[int(rng.below(len(texts)))])


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
        "is exhausted where": lambda s: setattr(s.players[0], "exhausted", 1),
        "Nomad spaces hold": lambda s: setattr(s.players[0], "slots", 1),
        "storage spaces hold": lambda s: setattr(s.players[0], "store", 0),
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


def test_whose_turns_follow_is_in_the_view() -> None:
    """§turn.1"""
    state = a_state(4).with_(turn=2, passed=0b0001).at(TURN, 2)
    assert GAME.view(state, SPECTATOR).turns == [3, 1]
    assert GAME.view(a_state(4).with_(turn=N.NONE).at(LEADER, 0), SPECTATOR).turns == []
