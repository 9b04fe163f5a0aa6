"""Play those games of a plan that are not yet in the results file, in tasks of a sensible size."""

from collections.abc import Callable, Generator
from pathlib import Path

from msgspec import Struct

from skerry.arena.job import GameResult, Job
from skerry.arena.places_to_play import Tasks, play_here, play_in_processes, play_on_ray
from skerry.arena.plan import Plan
from skerry.arena.results import ResultsFile
from skerry.arena.saves import Saves
from skerry.core.playout import count_choices
from skerry.core.rng import Rng
from skerry.games import GAMES

LEAST_ON_RAY = 1_000  # playouts in a task, so that sending it costs little in comparison
LEAST_IN_PROCESS = 100
PLAYOUTS_PER_SECOND = 1_000  # a bot makes at least as many


class Run(Struct):
    """A plan and the folder for its results and saved games.

    Without `ray` it is played by `jobs` processes; a single one is this process.
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

    def play(self, tell: Callable[[int, bool], None] = lambda count, before: None) -> list[GameResult]:
        """All results of the plan, in order.  `tell` gets the number of games found on disk, then 1 for each game."""
        wanted = self.plan.jobs()
        with ResultsFile(self.results_path) as file:
            todo = [job for job in wanted if job.key not in file.results]
            tell(len(wanted) - len(todo), True)
            saves = Saves(self.plan.setting, self.folder / "games")
            workers = self.workers(todo)
            try:
                for results in workers:
                    for result in results:
                        saves.write(result)  # first, so that every line in the file has its game
                        if file.add(result):
                            tell(1, False)
            finally:
                workers.close()
            return [file.results[job.key] for job in wanted]

    def workers(self, todo: list[Job]) -> Generator[list[GameResult], None, None]:
        setting = self.plan.setting
        if self.ray:
            return play_on_ray(setting, self.tasks(todo, LEAST_ON_RAY), self.ray)
        if self.jobs == 1 or len(todo) < 2:
            return play_here(setting, [todo])
        fair = -(-len(todo) // (4 * self.jobs))
        return play_in_processes(setting, self.tasks(todo, LEAST_IN_PROCESS, fair), self.jobs)

    def tasks(self, todo: list[Job], least: int, most_games: int = 0) -> Tasks:
        """Jobs in tasks of at least `least` playouts (except the last), but of at most `most_games` games."""
        decisions = decisions_per_seat(self.plan) if todo else 0.0
        tasks: Tasks = []
        left = 0.0
        for job in todo:
            if left <= 0 or (most_games and len(tasks[-1]) >= most_games):
                tasks.append([])
                left = least
            tasks[-1].append(job)
            left -= playouts(job, decisions)
        return tasks


def playouts(job: Job, decisions: float) -> float:
    """Roughly how many games this one amounts to, counting those its bots imagine."""
    thought = [bot.budget.simulations or (bot.budget.seconds or 0.0) * PLAYOUTS_PER_SECOND for bot in job.seats]
    return 1 + decisions * sum(thought)


def decisions_per_seat(plan: Plan, games: int = 3) -> float:
    """How often a seat has a choice, estimated from a few random games."""
    setting = plan.setting
    game = GAMES[setting.game]
    start = game.new(game.load_kit(setting.overlay), setting.players, setting.options)
    start.settle()
    return int(count_choices(start, games, Rng(1))) / games / setting.players
