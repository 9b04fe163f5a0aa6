"""Does what the teacher says agree with itself?  Every sum is added up again, and every number in a sentence is
compared with the table it comes from.  Used by tests, by `bench/review.py claims` and when puzzles are made.

Each function returns what is wrong, in words; an empty list if nothing is.
"""

import re
from collections.abc import Iterable, Mapping

from skerry.teacher.hints.model import Hint, Stated
from skerry.teacher.hints.phrases import UNDECIDED, plain_number, points_text
from skerry.teacher.hints.sums import ALL_ELSE
from skerry.teacher.hints.thought import ENOUGH_PAIRS
from skerry.teacher.puzzles import Puzzle, headline
from skerry.teacher.review.model import Ledger, Review
from skerry.teacher.review.words import ReviewWords

BARE = re.compile(r"^(As before: )?((the )?[\d−]+|yes|no|done|not at all|none)\b[^a-z]*[.;:]", re.IGNORECASE)
NUMBER = r"(half a point|[\d½]+ points?)"
MORE_POINTS = re.compile(rf"{NUMBER} more than", re.IGNORECASE)
BOUNDS_TOLD = re.compile(r"most likely between (−?[\d½]+) and (−?[\d½]+)")
MORE_GAMES = re.compile(r"about (\d+) more games? in 10")
AT_ONCE = re.compile(r"It is worth (\d+) points? at once: ([^.]*)\.")
SUM_PART = re.compile(r"([+−])(\d+)")
VAGUE = ("as good", "no difference", "changing my mind")  # what is said where nothing is known to be better
TOLERANCE = 1e-6


def wrong_hint(hint: Hint, lines: Iterable[str]) -> list[str]:
    """`lines` are those of the score."""
    found = [f"the move {hint.move!r} says nothing without its question"] if BARE.match(hint.move) else []
    if hint.certainty > UNDECIDED and any(words in hint.move for words in VAGUE[:1]):
        found.append(f"{hint.move!r} beside a certainty of {hint.certainty}")
    points, games = MORE_POINTS.search(hint.why), MORE_GAMES.search(hint.why)
    if points and games:
        found.append("points and games beside each other")
    if hint.stated is None:
        return [*found, f"a number without a table: {hint.why!r}"] if points or games else found
    if hint.certainty == UNDECIDED:
        found.append(f"a number where nothing is known to be better: {hint.why!r}")
    if hint.pairs < ENOUGH_PAIRS:
        found.append(f"a number from {hint.pairs} pairs")
    return [*found, *wrong_number(hint.why, hint.stated), *wrong_parts(hint.stated, lines), *wrong_sums(hint.why)]


def wrong_number(why: str, stated: Stated) -> list[str]:
    points, games = MORE_POINTS.search(why), MORE_GAMES.search(why)
    if not stated.low <= stated.number <= stated.high:
        return [f"{stated.number} is not between {stated.low} and {stated.high}"]
    if stated.kind == "games":
        return [] if games and float(games[1]) == stated.number else [f"{why!r} beside {stated.number} games"]
    if not points or points[1].casefold() != points_text(stated.number):
        return [f"{why!r} beside {stated.number} points"]
    between = BOUNDS_TOLD.search(why)
    if between and (between[1], between[2]) != (plain_number(stated.low), plain_number(stated.high)):
        return [f"{why!r} beside {stated.low} to {stated.high}"]
    return []


def wrong_parts(stated: Stated, lines: Iterable[str]) -> list[str]:
    if stated.kind != "points":
        return [f"parts of {stated.kind}"] if stated.parts else []
    known = {*lines, ALL_ELSE}
    total = sum(part.points for part in stated.parts)
    found = [f"{part.label!r} is no line of the score" for part in stated.parts if part.label not in known]
    return found if abs(total - stated.number) < TOLERANCE else [*found, f"the parts make {total}, not {stated.number}"]


def wrong_sums(why: str) -> list[str]:
    """What a turn is worth at once, and for what."""
    found = []
    for total, parts in AT_ONCE.findall(why):
        made = sum(int(number) * (1 if sign == "+" else -1) for sign, number in SUM_PART.findall(parts))
        if made != int(total):
            found.append(f"{parts!r} make {made}, not {total}")
    return found


# ---- reviews


def wrong_review(found: Review, words: ReviewWords, names: Mapping[str, int]) -> list[str]:
    """`names` are the seats of the players as the words call them."""
    wrong = [problem for ledger in (*found.points, *found.win) for problem in wrong_ledger(ledger)]
    for spot in found.spots:
        if abs(sum(seen.mean for seen in spot.win) - 1) > 1e-3 and len(spot.win) > 1:
            wrong.append(f"the chances after move {spot.move} make {sum(seen.mean for seen in spot.win)}")
    for missed, line in zip(found.missed, words.missed, strict=True):
        wrong += wrong_missed(line, missed.gap.points.mean, missed.gap.win.mean)
    for line in words.luck:
        wrong += wrong_luck(line, found.points, names)
    return wrong


def wrong_ledger(ledger: Ledger) -> list[str]:
    total = ledger.start + ledger.own + ledger.others + ledger.luck + ledger.unexplained
    return [] if abs(total - ledger.end) < TOLERANCE else [f"{ledger} makes {total}"]


def wrong_missed(line: str, points: float, win: float) -> list[str]:
    told = re.search(rf"brought (?:about )?{NUMBER} more", line)
    games = re.search(r"won about (\d+) more game", line)
    found = []
    if not told and not games:
        found.append(f"{line!r} says nothing about how much")
    if told and told[1] != points_text(points):
        found.append(f"{line!r} beside {points} points")
    if games and int(games[1]) != max(1, round(10 * win)):
        found.append(f"{line!r} beside {win}")
    return found


def wrong_luck(line: str, accounts: Iterable[Ledger], names: Mapping[str, int]) -> list[str]:
    told = re.search(rf"Dice and draws (brought|cost) (.+) about {NUMBER}\.", line)
    if not told:
        return []
    luck = list(accounts)[names[told[2]]].luck
    right = (luck > 0) == (told[1] == "brought") and told[3] == points_text(abs(luck))
    return [] if right else [f"{line!r} beside {luck}"]


# ---- puzzles


def wrong_puzzle(puzzle: Puzzle) -> list[str]:
    much = headline(puzzle.kind, puzzle.answer, puzzle.weights)
    found = [f"{puzzle.question!r} beside {much}"] if much not in puzzle.question else []
    if much not in puzzle.explanation:
        found.append(f"{puzzle.explanation!r} beside {much}")
    texts = [weight.text for weight in puzzle.weights]
    return found if set(puzzle.answer) <= set(texts) else [*found, "an answer that is not in the table"]
