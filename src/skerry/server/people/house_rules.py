"""Who may come in, and what everybody is told: the operator's decisions, read again every few seconds."""

import asyncio
import hmac
import ipaddress
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence

from skerry.server.errors import Denied, Ended
from skerry.server.runtime import machine_clock
from skerry.server.runtime.secret_hash import hash_of_secret
from skerry.server.store import house
from skerry.server.store.house import HouseRule, RuleKind
from skerry.server.store.store import Store

RULES_READ_EVERY = 2.0  # seconds
INVITE_ONLY = "This server is by invitation. Ask its host for a link, or sign in if you have played here before."
USED_UP = "This invitation has been used up, or it is too old. Ask the host for a new one."

BannedNetwork = ipaddress.IPv4Network | ipaddress.IPv6Network


class HouseRules:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.rules: Sequence[HouseRule] = ()
        self.networks: list[tuple[BannedNetwork, HouseRule]] = []
        self.banned: dict[str, HouseRule] = {}
        self.take(house.read_house_rules(store, machine_clock.wall()))

    def take(self, rules: Sequence[HouseRule]) -> list[HouseRule]:
        """Use these from now on; return those that are new."""
        new = [rule for rule in rules if rule not in self.rules]
        self.rules = rules
        bans = [rule for rule in rules if rule.kind == "ban"]
        self.networks = [(network, rule) for rule in bans if (network := network_named(rule.name))]
        self.banned = {rule.name: rule for rule in bans}
        return new

    async def watch(self, apply: Callable[[HouseRule], Awaitable[None]]) -> None:
        """`apply` is called for each new rule: people may be here already whom it concerns."""
        while True:
            await asyncio.sleep(RULES_READ_EVERY)
            for rule in self.take(await asyncio.to_thread(house.read_house_rules, self.store, machine_clock.wall())):
                await apply(rule)

    def words_of(self, kind: RuleKind) -> str:
        return next((rule.words for rule in self.rules if rule.kind == kind), "")

    @property
    def message(self) -> str:
        return self.words_of("message")

    @property
    def is_invite_only(self) -> bool:
        return any(rule.kind == "invite_only" for rule in self.rules)

    def is_operator(self, token: str) -> bool:
        """Is it the operator's token?"""
        kept = self.words_of("token")
        return bool(kept) and hmac.compare_digest(kept, hash_of_secret(token))

    # ---- who may come in
    def check(self, person: str | None, host: str, is_new: bool, owner: str | None = None) -> None:
        """Denied with words for somebody who may not.  Of a program, whoever made its token is the `owner`."""
        if ban := self.ban_of((person, owner), host):
            raise Denied(ban_words(ban))
        if is_new and self.is_invite_only:
            raise Denied(INVITE_ONLY)

    def ban_of(self, people: Iterable[str | None], host: str) -> HouseRule | None:
        """The ban in force on one of these or their address, if any."""
        return next(self.bans_on(people, host), None)

    def bans_on(self, people: Iterable[str | None], host: str) -> Iterator[HouseRule]:
        """All that are in force; expired bans do not count, even before they are read again."""
        found = [self.banned[person] for person in people if person in self.banned]
        if self.networks:
            found += [rule for network, rule in self.networks if is_inside(host, network)]
        now = machine_clock.wall()
        return (rule for rule in found if rule.ends is None or rule.ends > now)

    def check_table(self, id_: str) -> None:
        """Ended if the operator has ended it."""
        for rule in self.rules:
            if rule.kind == "ended" and rule.name == id_:
                raise Ended(ending_words(rule))


def network_named(words: str) -> BannedNetwork | None:
    """None: it is a person."""
    if "." not in words and ":" not in words:
        return None
    try:
        return ipaddress.ip_network(words, strict=False)
    except ValueError:
        return None


def is_inside(host: str, network: BannedNetwork) -> bool:
    try:
        found = ipaddress.ip_address(host)
    except ValueError:
        return False
    mapped = getattr(found, "ipv4_mapped", None)
    return (mapped or found) in network


def ban_words(ban: HouseRule) -> str:
    until = "" if ban.ends is None else time.strftime(" until %Y-%m-%d %H:%M UTC", time.gmtime(ban.ends))
    return f"The host has banned you from this server{until}.{f' Reason: {ban.words}' if ban.words else ''}"


def ending_words(rule: HouseRule) -> str:
    return f"The host has ended this game.{f' Reason: {rule.words}' if rule.words else ''}"
