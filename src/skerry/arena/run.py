"""Play a plan: what is not yet in the results file, in tasks that are worth sending."""

from collections.abc import Callable, Generator
from pathlib import Path

from msgspec import Struct

from skerry.arena.job import Job, Result
from skerry.arena.plan import Plan
from skerry.arena.results import ResultsFile
from skerry.arena.saves import Saves
from skerry.arena.workers import Tasks, play_here, play_in_processes, play_on_ray
from skerry.core.playout import pick
from skerry.core.rng import Rng
from skerry.core.state import CHANCE, new_buffer
from skerry.games import GAMES

LEAST_ON_RAY = 1_000  # playouts of a task, so that sending it costs little
LEAST_IN_PROCESS = 100
PLAYOUTS_PER_SECOND = 1_000  # that a bot makes at the very least


class Run(Struct):
    """A plan and the folder of its results and saved games.

    Without `ray` it is played by `jobs` processes; one plays here.
    """

    plan: Plan
    folder: Path
    jobs: int = 1
    ray: str = ""

    @property
    def results_path(self) -> Path:
        return self.folder / "results.jsonl"

    def kept(self) -> int:
        """How many games of the plan are on disk."""
        with ResultsFile(self.results_path) as file:
            return sum(job.key in file.results for job in self.plan.jobs())

    def play(self, tell: Callable[[int, bool], None] = lambda count, before: None) -> list[Result]:
        """All results of the plan, in its order; `tell` hears how many games were there before, then of each."""
        wanted = self.plan.jobs()
        with ResultsFile(self.results_path) as file:
            todo = [job for job in wanted if job.key not in file.results]
            tell(len(wanted) - len(todo), True)
            saves = Saves(self.plan.setting, self.folder / "games")
            workers = self.workers(todo)
            try:
                for results in workers:
                    for result in results:
                        saves.write(result)  # first, so that no line in the file is without its game
                        if file.add(result):
                            tell(1, False)
            finally:
                workers.close()
            return [file.results[job.key] for job in wanted]

    def workers(self, todo: list[Job]) -> Generator[list[Result], None, None]:
        setting = self.plan.setting
        if self.ray:
            return play_on_ray(setting, self.tasks(todo, LEAST_ON_RAY), self.ray)
        if self.jobs == 1 or len(todo) < 2:
            return play_here(setting, [todo])
        fair = -(-len(todo) // (4 * self.jobs))
        return play_in_processes(setting, self.tasks(todo, LEAST_IN_PROCESS, fair), self.jobs)

    def tasks(self, todo: list[Job], least: int, most_games: int = 0) -> Tasks:
        """Jobs in tasks of at least so many playouts (save the last one), but of no more than so many games."""
        decisions = decisions_per_seat(self.plan) if todo else 0.0
        tasks: Tasks = []
        room = 0.0
        for job in todo:
            if room <= 0 or (most_games and len(tasks[-1]) >= most_games):
                tasks.append([])
                room = least
            tasks[-1].append(job)
            room -= playouts(job, decisions)
        return tasks


def playouts(job: Job, decisions: float) -> float:
    """About how many games are played for this one, in the heads of its bots too."""
    thought = [bot.budget.simulations or (bot.budget.seconds or 0.0) * PLAYOUTS_PER_SECOND for bot in job.seats]
    return 1 + decisions * sum(thought)


def decisions_per_seat(plan: Plan, games: int = 3) -> float:
    """How often a seat has a choice, from a few random games."""
    setting = plan.setting
    game = GAMES[setting.game]
    start = game.new(game.load_kit(setting.overlay), setting.players, setting.options)
    start.settle()
    rng, options, weights = Rng(1), new_buffer(), new_buffer()
    found = 0
    for _ in range(games):
        state = start.clone()
        while not state.over:
            found += state.to_move() != CHANCE and state.legal_into(options) > 1
            state.apply(pick(state, options, weights, rng))
    return found / games / setting.players
