"""Newcomers who play a guided game by a script."""

from collections.abc import Callable
from random import Random

from msgspec import Struct

from skerry.bots import Observer
from skerry.core.state import CHANCE
from skerry.match import Match
from skerry.teacher.lessons import courses
from skerry.teacher.lessons.courses import LEARNER_SEAT
from skerry.teacher.lessons.guide import Chain, Guide, Guided

Newcomer = Callable[[Random, str, list[str]], str]  # what is suggested, if anything, and what is possible


def takes_it(rng: Random, wanted: str, options: list[str]) -> str:
    return wanted or rng.choice(options)


def never_does(rng: Random, wanted: str, options: list[str]) -> str:
    return rng.choice([text for text in options if text != wanted])


def at_random(rng: Random, wanted: str, options: list[str]) -> str:
    return rng.choice(options)


def now_and_then(rng: Random, wanted: str, options: list[str]) -> str:
    return wanted if wanted and rng.random() < 0.6 else rng.choice(options)


class Played(Struct):
    match: Match
    shown: list[str]  # lessons, in the order they came up
    kinds: set[str]  # of questions
    unseen: list[str]  # pieces that a lesson could not point at
    broken: list[str]  # suggestions that were followed, and could not be any more, though nobody else had moved


def play(game: str, newcomer: Newcomer, seed: int = 0) -> Played:
    rng = Random(seed)
    match, guide = courses.new_guided(game, "Anna"), Guide(game)
    played = Played(match, [], set(), [], [])
    followed: tuple[int, Chain] | None = None  # the length of the match then, and what was left
    while not match.over:
        if match.to_move != LEARNER_SEAT:
            bots_move(match)
            continue
        now = guide.now(match)
        point = guide.points[-1]
        fresh = point.seen[len(played.shown) :]
        assert list(point.seen[: len(played.shown)]) == played.shown, "a lesson is shown once"
        played.shown += fresh
        played.kinds.add(match.game.question(match.state).kind)
        played.unseen += [card.id for card in now.cards if card.id in fresh and "" in card.at]
        if followed and point.chain is None and is_alone(match, followed[0]):
            played.broken.append(f"{followed[1].lesson.id}: {followed[1].tried.texts[followed[1].done + 1]}")
        options = [match.actions.text(action) for action in match.state.legal_actions()]
        wanted = next_step(now)
        assert wanted in ("", *options), "a move that is not legal is never suggested"
        text = newcomer(rng, wanted, options)
        chain = point.chain
        goes_on = chain is not None and text == wanted and chain.done + 1 < len(chain.tried.moves)
        followed = (len(match.moves), chain) if chain and goes_on else None
        match.play(LEARNER_SEAT, text)
    return played


def bots_move(match: Match) -> None:
    seat = match.to_move
    assert seat is not None
    observer = Observer(match.game, match.state, seat)
    action = courses.choose_in_guide(match.seats[seat].bot or "", observer, courses.lesson_bot_seed(match, seat))
    match.play(seat, match.actions.text(action))


def next_step(now: Guided) -> str:
    return next((step.text for step in now.steps if not step.done), "")


def is_alone(match: Match, since: int) -> bool:
    """Has nobody else moved since then, and did the moves that followed by themselves not end the suggestion?"""
    after = match.moves[since + 1 :]
    return all(move.entry.seat in (LEARNER_SEAT, CHANCE) and not move.entry.forced for move in after)
