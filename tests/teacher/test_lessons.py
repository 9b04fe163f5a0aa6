"""The guided first game: every lesson file is played through by newcomers who do as they are told, and who do not."""

import re
from fnmatch import fnmatchcase
from functools import cache

import pytest

from skerry.bots import Observer
from skerry.games import GAMES
from skerry.teacher.lessons import courses
from skerry.teacher.lessons.courses import LEARNER_SEAT
from skerry.teacher.lessons.guide import FAREWELL, Guide
from skerry.teacher.lessons.guided_hint import bits_text, guided_hint
from tests.teacher.newcomers import Played, at_random, bots_move, never_does, next_step, now_and_then, play, takes_it

COURSES = [name for name in GAMES if courses.course_of(name) is not None]


@cache
def taken(game: str) -> Played:
    return play(game, takes_it)


@cache
def others(game: str) -> list[Played]:
    return [
        play(game, never_does, 1),
        play(game, at_random, 2),
        play(game, now_and_then, 3),
        play(game, now_and_then, 4),
    ]


def course(game: str) -> courses.Course:
    found = courses.course_of(game)
    assert found is not None
    return found


def test_the_three_games_have_a_course() -> None:
    assert set(COURSES) == {"nusfjord", "tungaru", "buru"}


@pytest.mark.parametrize("game", COURSES)
def test_whoever_takes_the_suggestions_meets_every_lesson(game: str) -> None:
    played = taken(game)
    assert sorted(played.shown) == sorted(lesson.id for lesson in course(game).lesson)
    assert played.unseen == []
    assert played.broken == []
    assert played.match.over


@pytest.mark.parametrize("game", COURSES)
def test_lessons_fit_whatever_the_newcomer_does(game: str) -> None:
    for played in others(game):
        assert played.match.over
        assert played.broken == []
        assert len(played.shown) >= 8


@pytest.mark.parametrize("game", COURSES)
def test_every_name_in_a_lesson_exists(game: str) -> None:
    match = taken(game).match
    kinds = set.union(*(played.kinds for played in (taken(game), *others(game))))
    ids = [lesson.id for lesson in course(game).lesson]
    assert len(ids) == len(set(ids))
    assert {term.rule for term in course(game).term} <= set(match.game.rules)
    for lesson in course(game).lesson:
        moments = [*lesson.when, *(tried.when for tried in lesson.tries)]
        assert lesson.rule in match.game.rules, lesson.id
        for when in moments:
            assert set(when.ask) <= kinds, lesson.id
            assert set(when.after) <= set(ids), lesson.id
            assert {*when.least, *when.below} <= set(match.game.goods(match.state, LEARNER_SEAT)), lesson.id
            assert all(pattern.split()[0] in match.game.rules for pattern in (*when.log, *when.unlogged)), lesson.id
        known = [text for tried in lesson.tries for text in tried.texts] + [can for when in moments for can in when.can]
        for pattern in known:
            assert any(fnmatchcase(text, pattern) for text in match.actions.texts), f"{lesson.id}: {pattern}"


@pytest.mark.parametrize("game", COURSES)
def test_words_refer_to_pieces_that_are_named(game: str) -> None:
    for lesson in course(game).lesson:
        for words in (lesson.words, *(tried.because for tried in lesson.tries)):
            assert all(1 <= int(number) <= len(lesson.at) for number in re.findall(r"\[(\d)\]", words)), lesson.id
            assert len(words.split()) <= 50, lesson.id
            assert not re.search(r"\b(as|at|in|of|on|the|to) \[", words), f"{lesson.id} makes no sense without numbers"
        assert all(": " in move for tried in lesson.tries for move in tried.moves), lesson.id


@pytest.mark.parametrize("game", COURSES)
def test_pages_show_pieces_of_the_deal(game: str) -> None:
    match = courses.new_guided(game, "Anna")
    pieces = match.game.pieces(match.game.view(match.state, LEARNER_SEAT))
    assert {piece for page in course(game).page for piece in page.pieces} <= pieces


def test_the_deal_is_always_the_same() -> None:
    one, two = (courses.new_guided("nusfjord", name) for name in ("Anna", "Runa"))
    for match in (one, two):
        match.play(LEARNER_SEAT, "place gold")
        bots_move(match)
    assert [move.entry.text for move in one.moves] == [move.entry.text for move in two.moves]
    assert len({seat.name for seat in two.seats}) == len(two.seats)


def test_an_undo_takes_lessons_back() -> None:
    match, guide = courses.new_guided("nusfjord", "Anna"), Guide("nusfjord")
    first = guide.now(match)
    match.play(LEARNER_SEAT, "place take_elder")
    later = guide.now(match)
    assert later.steps[0].done and next_step(later) == "take elder_7"
    match.undo(LEARNER_SEAT)
    assert guide.now(match) == first
    match.play(LEARNER_SEAT, "place gold")
    assert guide.now(match).steps == ()


@pytest.mark.parametrize("game", COURSES)
def test_a_game_that_is_taken_up_again_goes_on_where_it_was(game: str) -> None:
    match, guide = courses.new_guided(game, "Anna"), Guide(game)
    for _ in range(30):
        if match.to_move == LEARNER_SEAT:
            now = guide.now(match)
            assert Guide(game).now(match) == now
            match.play(LEARNER_SEAT, next_step(now) or match.actions.text(match.state.legal_actions()[0]))
        else:
            bots_move(match)


@pytest.mark.parametrize("game", COURSES)
def test_a_suggestion_stands_below_its_own_lesson_and_hints_say_the_same(game: str) -> None:
    match, guide, followed = courses.new_guided(game, "Anna"), Guide(game), 0
    while not match.over:
        if match.to_move != LEARNER_SEAT:
            assert guide.now(match).cards == (), "what was said was about a move that has been made"
            bots_move(match)
            continue
        now, observer = guide.now(match), Observer(match.game, match.state, LEARNER_SEAT)
        text, taught = next_step(now), guided_hint(observer, now)
        assert (taught is None) == (text == "")
        if taught is not None:
            followed += 1
            chain = guide.points[-1].chain
            assert chain is not None and now.cards[-1].id == chain.lesson.id
            assert taught.best == (text,) and taught.why == bits_text(now.because)
        match.play(LEARNER_SEAT, text or match.actions.text(observer.legal[0]))
    assert followed > 10


@pytest.mark.parametrize("game", COURSES)
def test_the_goodbye_is_said_once_and_only_after_everything_else(game: str) -> None:
    for played in (taken(game), *others(game)):
        guide = Guide(game)
        guide.follow(played.match)
        told = [bits_text(card.words) for point in guide.points for card in point.cards]
        goodbyes = [words for words in told if FAREWELL.strip() in words]
        is_complete = len(guide.points[-1].seen) == len(course(game).lesson)
        assert len(goodbyes) == is_complete


def test_other_matches_are_not_guided() -> None:
    guided = courses.new_guided("buru", "Anna")
    assert courses.is_guided(guided)
    assert not courses.is_guided(type(guided)("buru", guided.seats))


def test_late_lessons_come_one_at_a_time_and_suggest_nothing() -> None:
    for game in COURSES:
        for played in others(game):
            guide = Guide(game)
            guide.follow(played.match)
            late = [
                (before, point)
                for before, point in zip(guide.points, guide.points[1:], strict=False)
                if played.match.game.round(played.match.at(point.move)) >= course(game).deal.fades
            ]
            assert all(len(point.seen) - len(before.seen) <= 1 for before, point in late)
            assert all(point.chain is None or before.chain is not None for before, point in late)
