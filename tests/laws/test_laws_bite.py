"""A law that cannot fail is worth nothing: each is shown a game that breaks it."""

import copyreg
from collections.abc import Mapping
from typing import Any

import pytest

from skerry.core.answers import Question, Reason, ScoreLine
from skerry.core.rng import Rng
from skerry.core.state import Kit, State
from skerry.games._blank.game import Tidepool
from skerry.games._blank.state import Blank
from tests.laws import laws

OPTIONS: dict[str, str] = {}


def all_states(game: Tidepool, seats: int = 3) -> list[tuple[Any, int]]:
    return list(laws.states(game, seats, 5, OPTIONS))


class ShowsAHand(Tidepool):
    """A leak: everybody sees what player 0 holds."""

    def view(self, state: Blank, seat: int) -> Any:
        return (super().view(state, seat), state.players[0].hand)


class ShowsThePool(Tidepool):
    """A leak: the choice made face down."""

    def view(self, state: Blank, seat: int) -> Any:
        return (super().view(state, seat), [p.pool for p in state.players])


class LeaksInTheQuestion(Tidepool):
    def question(self, state: Blank) -> Question:
        asked = super().question(state)
        return Question(f"{asked.words} ({state.players[0].hand})", asked.rule)


class ImaginesTheTruth(Tidepool):
    """An `imagine` that peeps: bots would play with open cards."""

    def imagine(self, state: Blank, seat: int, rng: Rng) -> Blank:
        return state.clone()


class LosesAShell(Tidepool):
    def new(self, kit: Kit, seats: int, options: Mapping[str, str]) -> Blank:
        state = super().new(kit, seats, options)
        state.supply -= 1
        return state


class HasNoReason(Tidepool):
    def reason(self, state: Blank, action: int) -> Reason | None:
        reason = super().reason(state, action)
        return None if reason is not None and reason.rule == "turn.3" else reason


class NamesAWrongRule(Tidepool):
    def reason(self, state: Blank, action: int) -> Reason | None:
        reason = super().reason(state, action)
        return reason and Reason("turn.99", reason.words)


class ForgetsPoints(Tidepool):
    def breakdown(self, state: Blank, seat: int) -> Any:
        return super().breakdown(state, seat)[:1]


class CountsTheHand(Tidepool):
    """A leak: points for cards that nobody else sees."""

    def breakdown(self, state: Blank, seat: int) -> Any:
        return [*super().breakdown(state, seat), ScoreLine("Hand", [p.hand for p in state.players], "score.2")]


class KnowsThePools(Tidepool):
    """Imagines hands, but peeps at the choices made face down."""

    def imagine(self, state: Blank, seat: int, rng: Rng) -> Blank:
        fancy = super().imagine(state, seat, rng)
        for twin, p in zip(fancy.players, state.players, strict=True):
            twin.pool = p.pool
        return fancy


@pytest.mark.parametrize("broken", [ShowsAHand(), ShowsThePool(), LeaksInTheQuestion(), CountsTheHand()])
def test_a_leak_is_seen(broken: Tidepool) -> None:
    with pytest.raises(AssertionError, match="leaks"):
        for state, _ in all_states(broken):
            laws.no_view_tells_truth_from_fancy(broken, state, Rng(1))


@pytest.mark.parametrize("broken", [ImaginesTheTruth(), KnowsThePools()])
def test_a_peeping_imagine_is_seen(broken: Tidepool) -> None:
    with pytest.raises(AssertionError, match="depends on the truth"):
        for state, action in all_states(broken):
            laws.secret_moves_stay_secret(broken, state, action, Rng(1))


def test_an_imagine_that_guesses_only_once_is_seen() -> None:
    class Stubborn(Tidepool):
        def imagine(self, state: Blank, seat: int, rng: Rng) -> Blank:
            return super().imagine(state, seat, Rng(1))

    broken = Stubborn()
    with pytest.raises(AssertionError, match="only one truth"):
        for state, action in all_states(broken):
            laws.secret_moves_stay_secret(broken, state, action, Rng(1))


def test_a_leak_that_imagine_covers_up_is_seen() -> None:
    class Both(ShowsThePool, KnowsThePools):
        """Its view leaks, but agrees with what it imagines."""

    broken = Both()
    for state, _ in all_states(broken):
        laws.no_view_tells_truth_from_fancy(broken, state, Rng(1))
    with pytest.raises(AssertionError, match="sees a secret move"):
        for state, action in all_states(broken):
            laws.secret_moves_stay_secret(broken, state, action, Rng(1))


def test_a_vanished_good_is_seen() -> None:
    with pytest.raises(AssertionError, match="Shells in all"):
        laws.ends_without_problem(LosesAShell(), 3, 1, OPTIONS)


def test_a_missing_reason_is_seen() -> None:
    broken = HasNoReason()
    with pytest.raises(AssertionError, match="reason None"):
        for state, _ in all_states(broken):
            laws.legal_means_no_reason(broken, state)


def test_a_rule_that_does_not_exist_is_seen() -> None:
    broken = NamesAWrongRule()
    with pytest.raises(AssertionError, match=r"§turn\.99"):
        for state, _ in all_states(broken):
            laws.legal_means_no_reason(broken, state)


def test_a_score_sheet_that_does_not_add_up_is_seen() -> None:
    with pytest.raises(AssertionError, match="adds up"):
        laws.ends_without_problem(ForgetsPoints(), 3, 1, OPTIONS)


def test_a_shallow_clone_is_seen() -> None:
    def shallow(state: State) -> State:
        assert isinstance(state, Blank)
        twin = state.clone()
        twin.players = state.players
        return twin

    game = Tidepool()
    with pytest.raises(AssertionError, match="changes the original"):
        for state, action in all_states(game):
            laws.clone_is_equal_and_independent(game, state, action, shallow)


def test_a_forgotten_field_is_seen() -> None:
    def forgetful(state: State) -> State:
        assert isinstance(state, Blank)
        twin = state.clone()
        twin.tide = 0
        return twin

    game = Tidepool()
    with pytest.raises(AssertionError, match="a clone differs"):
        for state, action in all_states(game):
            laws.clone_is_equal_and_independent(game, state, action, forgetful)


def test_a_copied_kit_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(copyreg.dispatch_table, type(Tidepool().load_kit()))
    state, _ = next(iter(all_states(Tidepool())))
    with pytest.raises(AssertionError, match="a kit of its own"):
        laws.pickle_and_copy_work(Tidepool(), state)


def test_news_that_nobody_announces_are_seen() -> None:
    class Silent(Tidepool):
        """Its view shows the deck to whoever rests: a look at hidden cards without `news`."""

        def view(self, state: Blank, seat: int) -> Any:
            return (super().view(state, seat), state.deck if state.players[0].n_played else 0)

    broken = Silent()
    with pytest.raises(AssertionError, match="something new without news"):
        for state, action in all_states(broken):
            laws.news_are_announced(broken, state, action, Rng(1))
