"""A match stored before something became an option goes on as it was played."""

from msgspec.structs import replace

from skerry.games import GAMES
from skerry.match import Match, SeatPlan
from skerry.match.save import Saved, from_saved, to_saved

TODAY = {"tungaru": {"gifts": "supply", "trader": "must"}, "buru": {"cycle": "forced", "tasks": "forced"}}
THEN = {"tungaru": {"gifts": "swap", "trader": "may"}, "buru": {"cycle": "optional", "tasks": "optional"}}


def stored(game: str, rules: int) -> Saved:
    """A match as it was stored without these options."""
    match = Match(game, [SeatPlan("Anna"), SeatPlan("Bo")], rules=rules)
    saved = to_saved(match)
    return replace(saved, options={name: value for name, value in saved.options.items() if name not in TODAY[game]})


def test_a_new_match_follows_the_text() -> None:
    for game, expected in TODAY.items():
        assert expected.items() <= Match(game, [SeatPlan("Anna"), SeatPlan("Bo")]).options.items()
        assert expected.items() <= from_saved(stored(game, GAMES[game].version)).options.items()


def test_an_older_one_keeps_what_was_played_then() -> None:
    for game, expected in THEN.items():
        match = from_saved(stored(game, 1))
        assert expected.items() <= match.options.items() and match.rules == 1
        assert from_saved(to_saved(match)).options == match.options


def test_what_was_chosen_stays_chosen() -> None:
    saved = stored("buru", 1)
    saved.options["cycle"] = "forced"
    assert from_saved(saved).options["cycle"] == "forced"


def test_every_older_version_that_is_played_knows_only_options_there_are() -> None:
    for game in GAMES.values():
        assert set(game.earlier) <= set(game.plays)
        for chosen in game.earlier.values():
            assert chosen.items() <= game.complete_options(chosen).items()
