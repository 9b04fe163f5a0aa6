"""A learner for two players that starts from nothing: PPO by self-play, in plain NumPy.

    python3 play.py python examples/ppo.py buru --minutes 20 --out agent.npz
    python3 play.py python examples/ppo.py buru --test agent.npz

One small network sees what the seat to move may know (`skerry.vector`), and gives a probability for every legal action
and an estimate of the result. It plays both sides of a few hundred games at once. What a game brought its seat, against
what was expected, says which actions become more likely.
"""

import argparse
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

import skerry

PLAYERS = 2
HIDDEN = 128
MARGINS = {"nusfjord": 10.0, "tungaru": 40.0, "buru": 25.0}  # points ahead that are as good as a sure win
CLIP, EPOCHS, BATCH, RATE, ENTROPY = 0.2, 3, 2048, 1e-3, 0.01


class Network:
    """Two layers; the last gives a score for every action and one estimate."""

    def __init__(self, game: str, seed: int = 0) -> None:
        rng = np.random.default_rng(seed)
        self.game = game
        width, actions = len(highs(game)), skerry.vector(game, PLAYERS, 1).actions

        def matrix(rows: int, columns: int, size: float) -> np.ndarray:
            return (rng.standard_normal((rows, columns)) * size / np.sqrt(rows)).astype(np.float32)

        self.weights = [matrix(width, HIDDEN, 1.4), matrix(HIDDEN, HIDDEN, 1.4), matrix(HIDDEN, actions + 1, 0.1)]
        self.biases = [np.zeros(layer.shape[1], np.float32) for layer in self.weights]
        self.scale = np.array([1.0 / max(1, high) for high in highs(game)], np.float32)
        self.moments = [(np.zeros_like(p), np.zeros_like(p)) for p in self.weights + self.biases]
        self.steps = 0

    def layers(self, rows: np.ndarray) -> list[np.ndarray]:
        found = [rows * self.scale]
        for weight, bias in zip(self.weights[:-1], self.biases[:-1], strict=True):
            found.append(np.maximum(found[-1] @ weight + bias, 0))
        return [*found, found[-1] @ self.weights[-1] + self.biases[-1]]

    def judge(self, rows: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The probability of every action, and the result to expect."""
        out = self.layers(rows)[-1]
        return softmax(np.where(masks, out[:, :-1], -1e9)), out[:, -1]

    def learn(self, layers: list[np.ndarray], slope: np.ndarray) -> None:
        """One step of Adam, from the slope of the loss at the last layer."""
        slopes_w, slopes_b = [], []
        for number in range(len(self.weights) - 1, -1, -1):
            slopes_w.insert(0, layers[number].T @ slope)
            slopes_b.insert(0, slope.sum(0))
            if number:
                slope = (slope @ self.weights[number].T) * (layers[number] > 0)
        self.steps += 1
        slopes = slopes_w + slopes_b
        size = np.sqrt(sum(float((one * one).sum()) for one in slopes))
        for number, parameter in enumerate(self.weights + self.biases):
            down = slopes[number] * min(1.0, 0.5 / (size + 1e-8))
            mean, square = self.moments[number]
            mean[:] += 0.1 * (down - mean)
            square[:] += 0.001 * (down * down - square)
            step = mean / (1 - 0.9**self.steps) / (np.sqrt(square / (1 - 0.999**self.steps)) + 1e-5)
            parameter[:] = parameter - RATE * step

    def save(self, path: Path) -> None:
        np.savez_compressed(path, *self.weights, *self.biases)

    def load(self, path: Path) -> None:
        with np.load(path) as kept:
            arrays = [kept[name] for name in kept.files]
        self.weights, self.biases = arrays[: len(self.weights)], arrays[len(self.weights) :]


def highs(game: str) -> list[int]:
    """The largest value of every number of an observation."""
    return [field.high for field in skerry.fields(game, PLAYERS) for _ in range(field.count)]


def softmax(scores: np.ndarray) -> np.ndarray:
    grown = np.exp(scores - scores.max(1, keepdims=True))
    return grown / grown.sum(1, keepdims=True)


class Games:
    """Self-play. What a seat has done waits until its game ends and shows what it was worth."""

    def __init__(self, game: str, count: int, seed: int) -> None:
        self.table = skerry.vector(game, PLAYERS, count, seed, reward="margin")
        self.margin = MARGINS[game]
        self.waiting: list[list[int]] = [[] for _ in range(count)]  # by game: its decisions, as places in `kept`
        self.kept: dict[int, tuple[np.ndarray, ...]] = {}
        self.rng = np.random.default_rng(seed)
        self.number = 0

    def collect(self, network: Network, decisions: int) -> tuple[np.ndarray, ...]:
        """At least so many decisions of finished games: rows, masks, actions, their probabilities, surplus, result."""
        found: list[tuple[np.ndarray, ...]] = []
        table = self.table
        every = np.arange(table.games)
        while len(found) < decisions:
            rows, masks, seats = table.observations, table.masks.astype(bool), table.seats.copy()
            chances, expected = network.judge(rows, masks)
            actions = (chances.cumsum(1) > self.rng.random((table.games, 1))).argmax(1)
            actions = np.where(masks[every, actions], actions, chances.argmax(1))
            for game in range(table.games):
                chance = chances[game, actions[game]]
                self.kept[self.number] = (rows[game], masks[game], actions[game], chance, expected[game], seats[game])
                self.waiting[game].append(self.number)
                self.number += 1
            table.step(actions)
            for game in np.flatnonzero(table.done):
                results = np.clip(table.rewards[game] / self.margin, -1, 1)
                for number in self.waiting[game]:
                    *decision, hoped, seat = self.kept.pop(number)
                    found.append((*decision, results[seat] - hoped, results[seat]))
                self.waiting[game] = []
        return tuple(np.stack(column) for column in zip(*found, strict=True))


def improve(network: Network, experience: tuple[np.ndarray, ...], rng: np.random.Generator) -> None:
    """PPO: surplus makes an action more likely, but never much more than it was when it was taken."""
    rows, masks, actions, before, surplus, result = experience
    surplus = ((surplus - surplus.mean()) / (surplus.std() + 1e-6)).astype(np.float32)
    for _ in range(EPOCHS):
        order = rng.permutation(len(rows))
        for some in np.array_split(order, max(1, len(order) // BATCH)):
            layers = network.layers(rows[some])
            out, mask, good = layers[-1], masks[some], surplus[some]
            chances = softmax(np.where(mask, out[:, :-1], -1e9))
            here = np.arange(len(some)), actions[some]
            ratio = chances[here] / before[some]
            moves = np.where(good > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)  # else it has moved far enough
            slope = np.zeros_like(out)
            pull = (-good * ratio * moves)[:, None]
            slope[:, :-1] = -pull * chances
            slope[:, :-1][here] += pull[:, 0]
            logs = np.log(chances + 1e-9)
            slope[:, :-1] += ENTROPY * chances * (logs - (chances * logs).sum(1, keepdims=True))
            slope[:, -1] = out[:, -1] - result[some]
            slope[:, :-1] *= mask
            network.learn(layers, slope / len(some))


def as_bot(network: Network) -> "skerry.api.bots.AnyBot":
    """The network as a bot: it takes what it likes best."""

    def choose(me: skerry.Seat) -> int:
        row = np.frombuffer(me.observe(), np.int16)[None].astype(np.float32)
        legal = np.array(me.legal)
        return int(legal[network.layers(row)[-1][0, legal].argmax()])

    return choose


def share(network: Network, level: str, games: int) -> float:
    """The share of games that it wins against a bot of this level."""
    table = skerry.arena(network.game, {"learner": as_bot(network), level: level}, games=games, seed="ppo")
    return table["learner"].wins.value


Told = Callable[[Network, float, int], None]  # the network, minutes, decisions


def train(game: str, minutes: float, tell: Told, count: int = 256, decisions: int = 16_384) -> Network:
    """From nothing; minutes are those of the processor, so that a busy machine teaches as much as a quiet one."""
    network, games, rng = Network(game), Games(game, count, 1), np.random.default_rng(1)
    began, seen = time.process_time(), 0
    while (spent := (time.process_time() - began) / 60) < minutes:
        experience = games.collect(network, decisions)
        improve(network, experience, rng)
        before, seen = seen, seen + len(experience[0])
        if seen // 250_000 != before // 250_000:
            tell(network, spent, seen)
    return network


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", choices=list(MARGINS), default="buru")
    parser.add_argument("--minutes", type=float, default=20, help="of the processor")
    parser.add_argument("--games", type=int, default=256, help="played side by side")
    parser.add_argument("--decisions", type=int, default=16_384, help="between two improvements")
    parser.add_argument("--out", type=Path, default=Path("agent.npz"))
    parser.add_argument("--test", type=Path, help="only play against the bots, with this agent")
    chosen = parser.parse_args()
    if chosen.test:
        network = Network(chosen.game)
        network.load(chosen.test)
        for level in ("random", "novice", "easy", "medium"):
            print(f"against {level}: {share(network, level, 200):.0%}", flush=True)
        return

    def tell(network: Network, minutes: float, seen: int) -> None:
        print(f"{minutes:.1f},{seen},{share(network, 'novice', 100):.2f}", flush=True)
        network.save(chosen.out)

    print("minutes,decisions,against_novice", flush=True)
    train(chosen.game, chosen.minutes, tell, chosen.games, chosen.decisions).save(chosen.out)


if __name__ == "__main__":
    main()
