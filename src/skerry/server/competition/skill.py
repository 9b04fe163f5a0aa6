"""What a game says about the strength of its players (openskill, Plackett–Luce), and the number that people read."""

from collections.abc import Sequence
from statistics import fmean

from openskill.models import PlackettLuce

from skerry.server.protocol.competition_calls import RatingShown
from skerry.server.store.ratings import Skill

MODEL = PlackettLuce()
NEWCOMER = Skill(MODEL.mu, MODEL.sigma)
START = 1000  # the number of a newcomer
PER_UNIT = 24  # so that a newcomer has 1000 ± 400
UNSURE_FROM = 250  # a spread from which on the number says little: about 20 games with two players, 30 with four


def rate_game(sitting: Sequence[tuple[str, int]], known: dict[str, Skill]) -> dict[str, Skill]:
    """From the players with their places, and what is known of them, to what is known after the game.

    A level of bots that has several seats is rated for each of them, and the changes are averaged.
    """
    before = [known.get(player, NEWCOMER) for player, _ in sitting]
    teams = [[MODEL.rating(mu=skill.mu, sigma=skill.sigma)] for skill in before]
    rated = MODEL.rate(teams, ranks=[float(place) for _, place in sitting])
    after: dict[str, list[Skill]] = {}
    for (player, _), skill, team in zip(sitting, before, rated, strict=True):
        after.setdefault(player, []).append(Skill(team[0].mu, team[0].sigma, skill.games + 1))
    return {
        player: Skill(fmean(skill.mu for skill in found), fmean(skill.sigma for skill in found), found[0].games)
        for player, found in after.items()
    }


def rating_number(skill: Skill) -> int:
    return round(START + PER_UNIT * (skill.mu - NEWCOMER.mu))


def rating_spread(skill: Skill) -> int:
    """Two standard deviations."""
    return round(PER_UNIT * 2 * skill.sigma)


def rating_shown(skill: Skill) -> RatingShown:
    return RatingShown(rating_number(skill), rating_spread(skill), skill.games, rating_spread(skill) >= UNSURE_FROM)
