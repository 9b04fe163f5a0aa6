"""Who plays whom, how often and with which deals."""

import hashlib
import re
from collections.abc import Mapping

import msgspec
from msgspec import Struct

from skerry.arena.job import ArenaError, CustomBot, Entrant, Job, TournamentSetting, code_of
from skerry.bots import LEVELS, OTHER_BOTS, Budget
from skerry.core.components import Overlay
from skerry.core.rng import Rng
from skerry.match.match import game_named

MAX_GAMES = 10_000_000
KNOWN_BOTS = LEVELS | OTHER_BOTS
MAX_BOT_NAME = 32  # characters of a bot's name, so that a seat's name still fits a match


class Plan(Struct, frozen=True):
    """A tournament.  Each deal is played once per bot, so that every bot sits in every seat once."""

    setting: TournamentSetting
    bots: tuple[Entrant, ...]
    deals: int
    seed: str

    @property
    def games(self) -> int:
        return self.deals * len(self.bots)

    @property
    def name(self) -> str:
        """Depends on the tournament, but not on how many of its games are asked for."""
        short = re.sub(r"\W", "", self.setting.game).strip("_")
        return f"{short}-{self.setting.players}p-{plan_hash(self.setting_key(), self.bots, self.seed)[:8]}"

    def jobs(self) -> list[Job]:
        return [job for deal in range(self.deals) for job in self.deal(deal)]

    def deal(self, number: int) -> list[Job]:
        """All seatings of one deal.  Each deal draws a new order, so that neighbours change."""
        order, rng = list(self.bots), Rng(int(plan_hash(self.seed, number)[:15], 16))
        for place in range(len(order) - 1, 0, -1):
            other = int(rng.below(place + 1))
            order[place], order[other] = order[other], order[place]
        found = []
        for turn in range(len(order)):
            seats = tuple(order[(seat + turn) % len(order)] for seat in range(self.setting.players))
            seed = f"{self.seed}:{number + 1}"
            key = plan_hash(self.setting_key(), seats, seed)[:20]
            found.append(Job(key, number, turn, seed, seats))
        return found

    def setting_key(self) -> tuple[object, ...]:
        """Everything in the setting that decides the outcome of a game."""
        s = self.setting
        return s.game, s.players, sorted(s.options.items()), s.components, s.code


def plan_hash(*parts: object) -> str:
    return hashlib.sha256(msgspec.json.encode(parts)).hexdigest()


def make_plan(
    game: str,
    bots: str,
    games: int,
    *,
    players: int = 0,
    seed: str = "1",
    budget: str = "",
    at_most: str = "",
    options: Mapping[str, str] | None = None,
    overlay: Overlay | None = None,
    logs: bool = True,
    own: Mapping[str, CustomBot] | None = None,
) -> Plan:
    """A checked plan from what a person types; `games` is rounded up to whole deals.

    `bots` may name bots of one's own; a name with a colon calls a level something else: `fast:hard@50ms`.
    """
    rules = game_named(game)
    field = read_bots(
        bots, read_budget(budget) if budget else None, read_budget(at_most) if at_most else None, own or {}
    )
    players = players or min(max(len(field), 2, rules.seats[0]), rules.seats[-1])
    rules.check_seats(players)
    if not 1 <= games <= MAX_GAMES:
        raise ArenaError(f"--games {games}: choose a number from 1 to {MAX_GAMES:,}")
    setting = TournamentSetting(
        game=rules.name,
        players=players,
        options=rules.complete_options({**rules.among_bots, **(options or {})}),
        overlay=overlay,
        components=rules.load_kit(overlay).hash,
        code=code_of(rules.name),
        logs=logs,
        own={bot.name: (own or {})[bot.name] for bot in field if bot.source},
    )
    return Plan(setting, field, -(-games // len(field)), seed)


def read_bots(
    words: str, budget: Budget | None = None, at_most: Budget | None = None, own: Mapping[str, CustomBot] | None = None
) -> tuple[Entrant, ...]:
    """`hard,medium,fast:hard@200sims`: levels, each with a budget and a name of its own if given, and own bots."""
    field: dict[str, Entrant] = {}
    for word in (word.strip() for word in words.split(",") if word.strip()):
        name, _, kind = word.rpartition(":")
        name = name or word
        if name in field:
            raise ArenaError(f"{name} is named twice; to let a bot play itself, name it once")
        if len(name) > MAX_BOT_NAME:
            raise ArenaError(f"{name[:40]!r} is too long for a bot's name; {MAX_BOT_NAME} characters are allowed")
        if own and word in own:
            field[word] = Entrant(word, "", Budget(), own[word].source)
            continue
        level, _, limit = kind.partition("@")
        if level not in KNOWN_BOTS:
            raise ArenaError(f"there is no bot {level[:40]!r}; choose from: {', '.join([*KNOWN_BOTS, *(own or {})])}")
        field[name] = Entrant(name, level, read_budget(limit) if limit else budget or own_budget(level, at_most))
    if not field:
        raise ArenaError(f"name the bots, for example --bots {','.join(list(LEVELS)[-2:])}")
    return tuple(field.values())


def own_budget(level: str, at_most: Budget | None) -> Budget:
    """The level's own budget, cut down to the limit."""
    own = KNOWN_BOTS[level].budget
    if at_most is None:
        return own
    if at_most.seconds is None:
        raise ArenaError("--at-most takes a time, for instance 50ms")
    return own if own.seconds is None else Budget(min(own.seconds, at_most.seconds), own.simulations)


def read_budget(words: str) -> Budget:
    """`50ms`, `2s`, `200sims`"""
    found = re.fullmatch(r"(\d{1,9}(?:\.\d{1,6})?)(ms|s|sims)", words.strip())
    amount = float(found[1]) if found else 0.0
    if not found or amount <= 0 or (found[2] == "sims" and amount != int(amount)):
        raise ArenaError(f"a budget is a time or a number of simulations, like 50ms, 2s or 200sims, not {words[:40]!r}")
    if found[2] == "sims":
        return Budget(simulations=int(amount))
    return Budget(seconds=amount / 1000 if found[2] == "ms" else amount)
