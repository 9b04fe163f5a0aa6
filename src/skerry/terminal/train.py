"""`skerry train`: fit a game's judgement by self-play and write its weights file."""

from math import log10
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from skerry.bots.judging import read_weights, write_weights
from skerry.bots.training import Learnt, TrainingPlan, train
from skerry.bots.tuning import tune

CURVE = 40  # characters of the longest bar


def run_training(plan: TrainingPlan, path: Path, console: Console, anew: bool) -> None:
    first = read_weights(path, plan.game) if path.exists() and not anew else None
    kept = path.with_name(f"{path.name}.training")  # after an interruption, the same command goes on with it
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=console) as progress:
        task = progress.add_task("starting", total=None)

        def tell(done: int, total: int, words: str) -> None:
            progress.update(task, description=words, completed=done, total=total)

        command = command_of(plan, first is not None)
        if plan.by_wins:
            tuned = tune(plan, first, command, tell, kept)
        else:
            learnt = train(plan, first, command, tell, kept)
            tuned = learnt.weights
    write_weights(path, tuned)
    kept.unlink(missing_ok=True)
    if plan.by_wins:
        console.print(f"The new weights won {tuned.making.won:.0%} of games of two against those before.")
    else:
        show_training(learnt, console)
    console.print(f"Written: {path}")


def command_of(plan: TrainingPlan, goes_on: bool) -> str:
    """The command that makes the same file again."""
    players = ",".join(map(str, plan.players))
    words = (
        f"skerry train {plan.game} --players {players} --rounds {plan.rounds} --games {plan.games} --seed {plan.seed}"
    )
    words += "".join(f" --option {name}={value}" for name, value in plan.options.items())
    if plan.pieces_only:
        words += " --pieces-only"
    if plan.by_wins:
        words += " --by-wins"
    return words if goes_on else f"{words} --anew"


def show_training(learnt: Learnt, console: Console) -> None:
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
    if len(learnt.rounds) > 1:
        show_curve(learnt, console)


def show_curve(learnt: Learnt, console: Console) -> None:
    """The wins added up: how much stronger the weights have become since the first round."""
    elos = learning_curve(learnt)
    most = max(1.0, *elos)
    console.print("Elo points since the first round, from the wins against the weights before:")
    for round, elo in zip(learnt.rounds, elos, strict=True):
        console.print(f"{round.number:>5} {elo:+5.0f} {'█' * int(CURVE * max(0.0, elo) / most)}", highlight=False)


def learning_curve(learnt: Learnt) -> list[float]:
    """Elo points after each round.  The first round does not count: it leaves ignorance behind."""
    total, found = 0.0, []
    for round in learnt.rounds:
        if round.taken and round.number > 1:
            share = min(0.99, max(0.01, round.won))
            total += 400.0 * log10(share / (1.0 - share))
        found.append(total)
    return found
