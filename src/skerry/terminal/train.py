"""`skerry train`: fit a game's judgement by self-play and write its weights file."""

from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from skerry.bots.judging import read_weights, write_weights
from skerry.bots.training import Learnt, Plan, train


def run(plan: Plan, path: Path, console: Console, anew: bool) -> None:
    first = read_weights(path, plan.game) if path.exists() and not anew else None
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=console) as progress:
        task = progress.add_task("starting", total=None)

        def tell(done: int, total: int, words: str) -> None:
            progress.update(task, description=words, completed=done, total=total)

        learnt = train(plan, first, command_of(plan, first is not None), tell)
    write_weights(path, learnt.weights)
    show(learnt, console)
    console.print(f"Written: {path}")


def command_of(plan: Plan, goes_on: bool) -> str:
    """The command that makes the same file again."""
    players = ",".join(map(str, plan.players))
    words = (
        f"skerry train {plan.game} --players {players} --rounds {plan.rounds} --games {plan.games} --seed {plan.seed}"
    )
    words += "".join(f" --option {name}={value}" for name, value in plan.options.items())
    return words if goes_on else f"{words} --anew"


def show(learnt: Learnt, console: Console) -> None:
    """Scores by number of players, errors in points (on new games and after the fit), wins against the old weights."""
    table = Table(box=None, pad_edge=False)
    for column in ("round", *(f"{seats} players" for seats in learnt.rounds[0].score), "error", "fitted", "won", ""):
        table.add_column(column, justify="right", no_wrap=True)
    for round in learnt.rounds:
        table.add_row(
            str(round.number),
            *(f"{score:.1f}" for score in round.score.values()),
            f"{round.error_before:.2f}",
            f"{round.error:.2f}",
            f"{round.won:.0%}",
            "" if round.taken else "rejected",
        )
    console.print(table)
