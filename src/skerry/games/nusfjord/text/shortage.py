"""Refusals for want of goods, or of room for them."""

from skerry.core.answers import Reason
from skerry.games.nusfjord.text.words import listed


def short(rule: str, needs: list[tuple[int, int, str]]) -> Reason | None:
    """`you need 2 fish and have 1`, from (needed, there, good); None if everything is there."""
    lacking = [(int(need), int(has), good) for need, has, good in needs if need > has]
    if not lacking:
        return None
    names = {f"reserve_{good}": f"{good} in your Reserve" for good in ("wood", "fish", "gold")}
    if len(lacking) == 1:
        need, has, good = lacking[0]
        said = f"{need} {names.get(good, good)} and have {has or 'none'}"
    else:
        said = listed([f"{need} {names.get(good, good)} (you have {has or 'none'})" for need, has, good in lacking])
    numbers = {f"needs_{good}": need for need, _, good in lacking} | {f"has_{good}": has for _, has, good in lacking}
    missing = {good: need - has for need, has, good in lacking}
    return Reason(rule, f"you need {said}", numbers, missing)


def wood_full(rule: str, wood: int) -> Reason:
    return Reason(rule, f"your supply is full: {wood} wood", {"wood": int(wood)})
