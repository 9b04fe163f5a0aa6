"""Find a deal for the guided first game: seeds with which whoever takes every suggestion meets every lesson.

    python3 tools/find_deal.py nusfjord --deals 1 --bots 200

Deals are the one in lessons.toml and others named like it; the bots' seeds count from the one there.  Print every pair
with which all lessons come up, and the round by which they have; the earliest is the best.  Write it into lessons.toml.
"""

import argparse
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "src"))

from msgspec.structs import replace

from skerry.bots import Observer
from skerry.match import Match, SeatPlan
from skerry.teacher.lessons import courses
from skerry.teacher.lessons.courses import Course, LessonDeal
from skerry.teacher.lessons.guide import Guide

ROUNDS = 6  # lessons that come later come too late


def follow(game: str, course: Course, deal: LessonDeal) -> tuple[int, set[str]]:
    """The round in which the last lesson came up, and the lessons that never did."""
    seats = [SeatPlan("You"), *(SeatPlan(f"Bot {n}", level) for n, level in enumerate(deal.bots))]
    match = Match(game, seats, options=deal.options, seed=deal.seed)
    match.begin()
    guide, last = Guide(game), 0
    missing = {lesson.id for lesson in course.lesson}
    while not match.over and match.game.round(match.state) < ROUNDS and missing:
        seat = match.to_move
        assert seat is not None
        if seat != courses.LEARNER_SEAT:
            seed = deal.bot_seed + courses.SEED_STRIDE * len(match.moves) + seat
            action = courses.choose_in_guide(match.seats[seat].bot or "", Observer(match.game, match.state, seat), seed)
            match.play(seat, match.actions.text(action))
            continue
        now = guide.now(match)
        seen = missing & set(guide.points[-1].seen)
        missing -= seen
        last = match.game.round(match.state) if seen else last
        wanted = next((step.text for step in now.steps if not step.done), "")
        match.play(seat, wanted or match.actions.text(match.state.legal_actions()[0]))
    return last, missing


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--deals", type=int, default=1)
    parser.add_argument("--bots", type=int, default=50)
    chosen = parser.parse_args()
    course = courses.course_of(chosen.game)
    if course is None:
        sys.exit(f"{chosen.game} has no lessons.toml")
    name, number = re.fullmatch(r"(.*-)(\d+)", course.deal.seed).groups()  # type: ignore[union-attr]
    for place in range(chosen.deals):
        for more in range(chosen.bots):
            deal = replace(course.deal, seed=f"{name}{int(number) + place}", bot_seed=course.deal.bot_seed + more)
            last, missing = follow(chosen.game, course, deal)
            if not missing:
                print(f"{deal.seed}  bot_seed {deal.bot_seed}: all by round {last}", flush=True)


if __name__ == "__main__":
    main()
