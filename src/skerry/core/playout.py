"""Random play: for rollouts, laws and measurements."""

from librt.vecs import vec
from mypy_extensions import i64

from skerry.core.rng import Rng
from skerry.core.state import CHANCE, IllegalAction, State, new_buffer


def pick_weighted(options: vec[i64], weights: vec[i64], total: i64, rng: Rng) -> i64:
    left = rng.below(total)
    i: i64 = 0
    while left >= weights[i]:
        left -= weights[i]
        i += 1
    return options[i]


def random_action(state: State, options: vec[i64], weights: vec[i64], rng: Rng) -> i64:
    """A random legal action; CHANCE keeps to its weights.  Both buffers are overwritten."""
    count = state.legal_into(options)
    if count == 1:
        return options[0]
    if count == 0:
        raise IllegalAction(f"question {state.ask_now()} has no legal answer")
    if state.to_move() == CHANCE:
        total = state.weights_into(weights)
        if total > 0:
            return pick_weighted(options, weights, total, rng)
    return options[rng.below(count)]


def play_out(state: State, rng: Rng, options: vec[i64], weights: vec[i64]) -> i64:
    """Play random legal actions to the end; return the number of decisions, chance included."""
    decisions: i64 = 0
    while not state.over:
        state.apply(random_action(state, options, weights, rng))
        decisions += 1
    return decisions


def play_chance(state: State, rng: Rng) -> None:
    """Play rolls, draws and forced moves until a seat has a choice."""
    options, weights = new_buffer(), new_buffer()
    while not state.over and (state.to_move() == CHANCE or state.legal_into(options) == 1):
        state.apply(random_action(state, options, weights, rng))


def play_some(state: State, decisions: i64, rng: Rng) -> None:
    """Play this many random decisions, chance included."""
    options, weights = new_buffer(), new_buffer()
    for _decision in range(decisions):
        state.apply(random_action(state, options, weights, rng))


def count_choices(start: State, games: i64, rng: Rng) -> i64:
    """How often a seat has more than one legal action, in this many random games together."""
    options, weights = new_buffer(), new_buffer()
    found: i64 = 0
    for _game in range(games):
        state = start.clone()
        while not state.over:
            if state.to_move() != CHANCE and state.legal_into(options) > 1:
                found += 1
            state.apply(random_action(state, options, weights, rng))
    return found


# ---- drivers for laws and benchmarks: many games without leaving compiled code


def play_many(start: State, games: i64, seed: i64) -> i64:
    """Play clones of `start` to their ends; return the number of decisions."""
    rng = Rng(seed)
    options = new_buffer()
    weights = new_buffer()
    decisions: i64 = 0
    for _game in range(games):
        decisions += play_out(start.clone(), rng, options, weights)
    return decisions


def hash_many(start: State, games: i64, seed: i64) -> tuple[int, int]:
    """(hash over every action and all final scores, decisions) of random games."""
    rng = Rng(seed)
    options = new_buffer()
    weights = new_buffer()
    decisions: i64 = 0
    digest: i64 = 7
    for _game in range(games):
        state = start.clone()
        while not state.over:
            action = random_action(state, options, weights, rng)
            state.apply(action)
            digest = (digest * 1000003 + action) % 2147483647
            decisions += 1
        for seat in range(state.seats):
            digest = (digest * 1000003 + state.score(seat) + 1000) % 2147483647
    return digest, decisions


def clone_many(state: State, count: i64) -> None:
    for _time in range(count):
        state.clone()


def legal_many(state: State, count: i64) -> None:
    options = new_buffer()
    for _time in range(count):
        state.legal_into(options)
