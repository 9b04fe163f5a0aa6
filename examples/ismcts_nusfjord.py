"""OpenSpiel's IS-MCTS plays Nusfjord against itself and a random player.

    python3 play.py add envs
    python3 play.py python examples/ismcts_nusfjord.py --simulations 50

Nothing here knows Nusfjord: OpenSpiel asks the game for legal actions, chance and what the player cannot see.
"""

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import skerry.envs.openspiel  # noqa: F401  registers the games


def play(simulations: int, seed: int) -> tuple[list[float], int]:
    """One game: IS-MCTS in seat 0, somebody who plays at random in seat 1; what it brought, and its decisions."""
    rng = np.random.RandomState(seed)
    game = pyspiel.load_game("skerry_nusfjord(players=2,reward=margin)")
    thinker = ismcts.ISMCTSBot(
        game=game,
        uct_c=20.0,  # about the points that a game is decided by
        evaluator=mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=rng),
        max_simulations=simulations,
        random_state=rng,
    )
    state, decisions = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            action = rng.choice(actions, p=weights)
        elif state.current_player() == 0:
            action, decisions = thinker.step(state), decisions + 1
        else:
            action = rng.choice(state.legal_actions())
        state.apply_action(int(action))
    return list(state.returns()), decisions


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--simulations", type=int, default=50, help="for each decision")
    chosen = parser.parse_args()
    for number in range(chosen.games):
        returns, decisions = play(chosen.simulations, number)
        print(f"game {number + 1}: {returns[0]:+.0f} points for IS-MCTS after {decisions} decisions", flush=True)


if __name__ == "__main__":
    main()
