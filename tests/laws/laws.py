"""The laws that hold for every game, as functions that fail with an AssertionError.

`test_laws.py` runs them over every registered game; `test_laws_bite.py` breaks a game on purpose and sees them fail.
"""

import copy
import io
import pickle
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import pairwise
from typing import Any

from skerry.core.game import Game, OptionError
from skerry.core.playout import play_out, random_action
from skerry.core.rng import Rng
from skerry.core.state import BY_ITSELF, CHANCE, SPECTATOR, Kit, State, new_buffer, step_of
from skerry.match import Match
from skerry.match.picture import choices, move_lines

MAX_DECISIONS = 20_000  # a random game that is longer does not end


class Pickler(pickle.Pickler):
    def persistent_id(self, value: Any) -> str | None:
        return value.hash if isinstance(value, Kit) else None


def position(state: State) -> bytes:
    """Everything in a state except its components and the notes for the log: equal bytes, equal positions."""
    noting, notes = state.noting, state.notes
    state.noting, state.notes = False, []
    out = io.BytesIO()
    Pickler(out).dump(state)
    state.noting, state.notes = noting, notes
    return out.getvalue()


def variants(game: Game[Any]) -> list[dict[str, str]]:
    """The defaults, and each other choice of each option: by itself, or with the one other choice that it needs."""
    plain = game.complete_options({})
    changes = [
        {option.name: choice} for option in game.options for choice in option.choices if choice != option.default
    ]
    found = [plain]
    for change in changes:
        tries = [plain | change, *(plain | other | change for other in changes)]
        found.append(next((options for options in tries if is_playable(game, options)), plain | change))
    return found


def is_playable(game: Game[Any], options: Mapping[str, str]) -> bool:
    return any(start(game, seats, options) is not None for seats in game.seats)


@cache
def kit_of(game: Game[Any]) -> Kit:
    return game.load_kit()


def start(game: Game[Any], seats: int, options: Mapping[str, str]) -> State | None:
    """A new state; None if the game says that this variant is not for so many players."""
    try:
        state = game.new(kit_of(game), seats, options)
    except OptionError:
        return None
    state.settle()
    return state


def states(game: Game[Any], seats: int, seed: int, options: Mapping[str, str]) -> Iterator[tuple[State, int]]:
    """(state, the action that random play takes there) through one random game."""
    state = start(game, seats, options)
    if state is None:
        return
    rng = Rng(seed)
    buffers = new_buffer(), new_buffer()
    for _ in range(MAX_DECISIONS):
        if state.over:
            return
        action = int(random_action(state, *buffers, rng))
        yield state, action
        state = state.clone()
        state.apply(action)
    raise AssertionError(f"{game.name}: no end after {MAX_DECISIONS} decisions")


def some_states(
    game: Game[Any], seats: int, seed: int, options: Mapping[str, str], most: int
) -> list[tuple[State, int]]:
    """At most so many states of a random game, spread over all of it; which ones depends on the seed."""
    every = list(states(game, seats, seed, options))
    if len(every) <= most:
        return every
    rng = Rng(seed + 1)
    return [every[at * len(every) // most + int(rng.below(len(every) // most))] for at in range(most)]


def seats_and_spectator(state: State) -> list[int]:
    return [SPECTATOR, *range(state.seats)]


# ---- the laws


def ends_without_problem(game: Game[Any], seats: int, seed: int, options: Mapping[str, str]) -> None:
    """Random play ends; goods and pieces are conserved all the way."""
    state = None
    for state, action in states(game, seats, seed, options):
        assert not (found := game.problems(state)), f"{game.name}: {found}"
        last = action
    if state is not None:
        state = state.clone()
        state.apply(last)
        assert state.over
        assert not (found := game.problems(state)), f"{game.name} at the end: {found}"
        assert state.legal_actions() == []
        check_scores(game, state)


def check_scores(game: Game[Any], state: State) -> None:
    lines = game.breakdown(state, SPECTATOR)
    sums = [sum(line.points[seat] for line in lines) for seat in range(state.seats)]
    assert sums == state.scores(), f"{game.name}: the breakdown adds up to {sums}, the scores are {state.scores()}"
    for line in lines:
        assert line.rule in game.rules, f"{game.name}: score line {line.label!r} names no rule"
    rivals = game.rivals(state)
    assert all(len(rival.points) == len(lines) for rival in rivals), f"{game.name}: a rival's points are not by line"
    assert sum(rival.won for rival in rivals) == (not state.winners() if rivals else 0)


def options_are_in_order(game: Game[Any], state: State) -> None:
    """At least one legal action, ascending, no doubles; chance weights are positive."""
    legal = state.legal_actions()
    assert legal, f"{game.name}: a question without an answer"
    assert all(a < b for a, b in pairwise(legal)), f"{game.name}: options not ascending: {legal}"
    assert 0 <= legal[0] and legal[-1] < len(game.actions)
    for action in legal:
        assert game.actions.number(game.actions.text(action)) == action
    if state.to_move() == CHANCE:
        weights = new_buffer()
        total = state.weights_into(weights)
        if total:
            used = [weights[i] for i in range(len(legal))]
            assert min(used) > 0 and sum(used) == total, f"{game.name}: weights {used}, sum {total}"


def is_told_well(words: str) -> bool:
    """It stands alone as well as before a full stop: `You need 2 fish and have 1`."""
    return (words[0].isupper() or words[0] == "{") and words[-1] != "."


def legal_means_no_reason(game: Game[Any], state: State) -> None:
    """Every candidate is legal, or there is a reason with a rule that exists."""
    legal = set(state.legal_actions())
    candidates = game.candidates(state)
    assert legal <= set(candidates), f"{game.name}: legal but no candidate: {texts(game, legal - set(candidates))}"
    assert candidates == sorted(set(candidates))
    names = [f"P{seat}" for seat in range(state.seats)]
    question = game.question(state)
    assert question.words.format(*names) and question.rule in game.rules, f"{game.name}: {question}"
    for action in candidates:
        reason = game.reason(state, action)
        assert (reason is None) == (action in legal), f"{game.name}: {game.actions.text(action)}: reason {reason}"
        assert game.label(state, action).format(*names), f"{game.name}: {game.actions.text(action)} has no words"
        if reason is not None:
            assert reason.rule in game.rules, f"{game.name}: §{reason.rule} is not in rules.md"
            assert is_told_well(reason.words), f"{game.name}: {reason.words}"


def texts(game: Game[Any], actions: set[int]) -> list[str]:
    return [game.actions.text(action) for action in sorted(actions)]


def clone_is_equal_and_independent(
    game: Game[Any], state: State, action: int, clone: Callable[[State], State] = lambda state: state.clone()
) -> None:
    """A clone equals its original, and what happens to one does not touch the other."""
    before = position(state)
    other = clone(state)
    assert position(other) == before, f"{game.name}: a clone differs"
    rng = Rng(action)
    other.apply(action)
    if not other.over:
        play_out(other, rng, new_buffer(), new_buffer())
    assert position(state) == before, f"{game.name}: playing on a clone changes the original"


def pickle_and_copy_work(game: Game[Any], state: State) -> None:
    before = position(state)
    for twin in (pickle.loads(pickle.dumps(state)), copy.copy(state), copy.deepcopy(state)):
        assert position(twin) == before, f"{game.name}: a pickled or copied state differs"
        assert twin.legal_actions() == state.legal_actions()
        assert twin.kit is state.kit, f"{game.name}: a pickled or copied state has a kit of its own"


def no_view_tells_truth_from_fancy(game: Game[Any], state: State, rng: Rng) -> None:
    """Views, questions and own options are the same in every imagined state; imagined states are sound."""
    for seat in seats_and_spectator(state):
        fancy = game.imagine(state, seat, rng)
        seen = game.view(state, seat)
        assert game.view(fancy, seat) == seen, f"{game.name}: the view of seat {seat} leaks"
        shown = game.reveal(lambda: game.view(state, SPECTATOR), state, seat)
        assert shown == seen, f"{game.name}: reveal shows seat {seat} something else than view"
        same_scores = game.breakdown(fancy, seat) == game.breakdown(state, seat)
        assert same_scores, f"{game.name}: the score sheet of seat {seat} leaks"
        assert game.rivals(fancy) == game.rivals(state), f"{game.name}: the points of rivals leak to seat {seat}"
        assert not (found := game.problems(fancy)), f"{game.name}: imagined by seat {seat}: {found}"
        assert fancy.to_move() == state.to_move() and fancy.over == state.over
        assert game.question(fancy) == game.question(state), f"{game.name}: the question leaks to seat {seat}"
        if state.to_move() == seat:
            assert fancy.legal_actions() == state.legal_actions(), f"{game.name}: the options of seat {seat} leak"
            for action in game.candidates(state):
                assert game.label(fancy, action) == game.label(state, action), f"{game.name}: a label leaks"
                assert game.terms(fancy, action) == game.terms(state, action), f"{game.name}: terms leak"
                assert game.reason(fancy, action) == game.reason(state, action), f"{game.name}: a reason leaks"


def fancy_does_not_depend_on_the_truth(game: Game[Any], state: State, seed: int) -> None:
    """Whoever imagines from what they know gets the same, whatever the truth is."""
    for seat in seats_and_spectator(state):
        fancy = game.imagine(state, seat, Rng(seed))
        twice = game.imagine(fancy, seat, Rng(seed + 1))
        once = game.imagine(state, seat, Rng(seed + 1))
        assert position(twice) == position(once), f"{game.name}: what seat {seat} imagines depends on the truth"


def fancy_can_be_played_out(game: Game[Any], state: State, rng: Rng) -> None:
    for seat in seats_and_spectator(state):
        fancy = game.imagine(state, seat, rng)
        play_out(fancy, rng, new_buffer(), new_buffer())
        assert not (found := game.problems(fancy)), f"{game.name}: played out from seat {seat}'s fancy: {found}"


def secret_moves_stay_secret(game: Game[Any], state: State, action: int, rng: Rng) -> None:
    """Who does not witness a move cannot tell from the view which one it was, and has to guess."""
    witnesses = state.witnesses(action)
    names = [f"P{seat}" for seat in range(state.seats)]
    for seat in seats_and_spectator(state):
        knows = witnesses >> (CHANCE if seat == SPECTATOR else seat) & 1
        if knows:
            continue
        assert game.decision_event_unseen(state).words.format(*names)
        views, fancies, guesses = [], set(), []
        for other in state.legal_actions()[:4]:
            if state.witnesses(other) == witnesses:
                after = state.clone()
                after.apply(other)
                views.append(game.view(after, seat))
                fancies.add(position(game.imagine(after, seat, Rng(11))))
                guess = position(game.imagine(after, seat, rng))
                guesses.append(any(position(game.imagine(after, seat, rng)) != guess for _ in range(39)))
        assert all(view == views[0] for view in views), f"{game.name}: seat {seat} sees a secret move"
        assert len(fancies) < 2, f"{game.name}: what seat {seat} imagines depends on the truth"
        if len(views) > 1:
            assert all(guesses), f"{game.name}: seat {seat} imagines only one truth behind a secret move"


def news_are_announced(game: Game[Any], state: State, action: int, rng: Rng) -> None:
    """What a move brings to light must grow `news`, or an undo could cross it."""
    mover = int(state.to_move())
    if mover == CHANCE:
        return
    after = state.clone()
    after.apply(action)
    if after.news != state.news:
        return
    for _ in range(4):
        fancy = game.imagine(state, mover, rng)
        fancy.apply(action)
        same = game.view(fancy, mover) == game.view(after, mover)
        assert same, f"{game.name}: {game.actions.text(action)} shows seat {mover} something new without news"


# ---- words and data say the same


def options_can_be_told_apart(game: Game[Any], state: State) -> None:
    """No two legal options of a question have the same label."""
    labels: dict[str, int] = {}
    for action in state.legal_actions():
        label = game.label(state, action)
        assert label not in labels, f"{game.name}: {texts(game, {labels[label], action})} are both {label!r}"
        labels[label] = action


def terms_are_true(game: Game[Any], state: State, action: int) -> None:
    """Price and gives of an option are what the engine then takes and gives."""
    seat = int(state.to_move())
    terms = game.terms(state, action)
    before = game.goods(state, seat)
    after = game.goods(done(game, state, action), seat)
    change = {good: after[good] - n for good, n in before.items() if after[good] != n}
    goods = terms.gives.keys() | terms.price.keys()
    promised = {good: terms.gives.get(good, 0) - terms.price.get(good, 0) for good in goods}
    promised = {good: n for good, n in promised.items() if n}
    assert change == promised, f"{game.name}: {game.actions.text(action)} promises {promised}, does {change}"
    assert all(n > 0 for n in [*terms.price.values(), *terms.gives.values(), *terms.owes.values()]), terms


def done(game: Game[Any], state: State, action: int) -> State:
    """The position once the action itself is over: at its next question, or before a new turn or phase begins."""
    after = state.clone()
    ask = after.ask_now()
    below = after.depth = after.depth - 1
    after.step_at(ask).apply(after, ask, action)
    while after.depth > below and not after.over and after.ask_now() & BY_ITSELF:
        ask = after.ask_now()
        if int(step_of(ask)) in game.interludes:
            break
        after.depth -= 1
        after.step_at(ask).run(after, ask)
    return after


def pieces_seen(game: Game[Any], state: State) -> dict[int, set[str]]:
    """By seat, what can be seen in this position."""
    return {seat: game.pieces(game.view(state, seat)) for seat in seats_and_spectator(state)}


def named_pieces_are_seen(game: Game[Any], match: Match, lately: Mapping[int, Mapping[int, set[str]]]) -> None:
    """Every piece that an option or the newest log lines name is in the view of the seat that gets them.

    `lately` has what was seen in the last positions, by number of moves.
    """
    pieces, question = lately[len(match.moves)], game.question(match.state)
    assert question.kind, f"{game.name}: {question.words!r} is a question without a kind"
    for choice in choices(match):
        unseen = {*choice.at, *choice.uses} - pieces[int(match.state.to_move())]
        assert not unseen, f"{game.name}: {choice.text} names {unseen}, which whoever decides does not see"
    for seat in seats_and_spectator(match.state):
        assert set(question.at) <= pieces[seat], f"{game.name}: the question {question.kind} names {question.at}"
        for number in sorted(lately)[:-1]:
            known = lately[number][seat] | lately[number + 1][seat] | set(game.goods(match.state, 0)) | {""}
            for line in move_lines(match, number, 1 << (CHANCE if seat == SPECTATOR else seat)):
                named = {*line.about, *(place for move in line.moved for place in (move.what, move.start, move.end))}
                assert named <= known, f"{game.name}: {line.words!r} names {named - known} to seat {seat}"


def catalogue_never_changes(game: Game[Any], match: Match) -> None:
    """What is printed is sent once: it depends on components, players and variants alone."""
    assert game.catalogue(match.state) == game.catalogue(match.start), f"{game.name}: the catalogue changes"
