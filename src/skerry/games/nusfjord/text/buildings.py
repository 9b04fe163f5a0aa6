"""Words for the Buildings: one or two sentences for each card, made from its effects."""

from skerry.games.nusfjord.buildings.card import ANYTIME, ONCE, Building, Effect
from skerry.games.nusfjord.buildings.moments import MOMENTS
from skerry.games.nusfjord.buildings.things import THINGS, amounts, thing
from skerry.games.nusfjord.text.words import cased, listed, up_to


def card_words(card: Building) -> str:
    """What the card does."""
    if card.category in (ANYTIME, ONCE):
        first = "once" if card.category == ONCE else f"{up_to(card.uses)} per round"
        return effect_sentence(first, [effect.words() for effect in card.effects], ", or ")
    sentences: list[tuple[str, list[str]]] = []
    for effect in card.effects:
        moment = moment_words(card, effect)
        if not sentences or sentences[-1][0] != moment or not moment:
            sentences.append((moment, []))
        sentences[-1][1].append(conditional(effect, sentences[-1][1], bool(conditions(card.effects[0]))))
    return " ".join(effect_sentence(moment, deeds, "; ") for moment, deeds in sentences)


def conditional(effect: Effect, before: list[str], rivals: bool) -> str:
    """What the effect does, and on which condition; after an effect without one it comes in addition."""
    condition = conditions(effect)
    if condition and before and not rivals:
        return effect.added_words(condition)
    return f"{condition}, {effect.words()}" if condition else effect.words()


def effect_sentence(first: str, deeds: list[str], joint: str) -> str:
    said = f"{first}: {joint.join(deeds)}" if first else joint.join(deeds)
    return f"{cased(said)}."


def moment_words(card: Building, effect: Effect) -> str:
    """`whenever you Thin Out`; nothing for what happens at once or holds all the time."""
    if effect.is_scoring():
        return "at the end"
    if not effect.when or effect.when == ["built"]:
        return ""
    said = [event_words(moment, effect) for moment in effect.when]
    if all(words.startswith("you ") for words in said):
        said = [said[0], *(words.removeprefix("you ") for words in said[1:])]
    limit = f" ({up_to(card.uses)} per round)" if card.uses else ""
    first = "" if said[0].startswith("after") else "whenever "
    return first + listed(said, "or") + limit


def event_words(name: str, effect: Effect) -> str:
    """The moment, with what is asked of its amount."""
    least, fewer = amounts(effect.need).get("amount"), amounts(effect.unless).get("amount")
    moment = MOMENTS[name]
    if name == "building" and (least or fewer):
        letters = [letter for number, letter in enumerate("ABC", 1) if number >= (least or 1) and number < (fewer or 9)]
        return f"you build another {' or '.join(letters)} Building"
    if name == "ship" and least:
        return f"{moment.words} and then have {least} or more of its type"
    if name == "ship" and fewer == 2:
        return f"{moment.words} that is your first of its type"
    if name == "ship" and fewer:
        return f"{moment.words} and have fewer than {fewer} like it"
    if name == "paid" and least == 1:
        return "you pay wood for a Building or Ship"
    if name == "forest_removed" and fewer == 1:
        return "the last Forest leaves one of your double spaces"
    at_least = said_of(name, moment.at_least, least) if least else ""
    return moment.words + at_least + (said_of(name, moment.fewer, fewer) if fewer else "")


def said_of(name: str, words: str, n: int) -> str:
    """A condition on the amount; where it means nothing, there are no words for it."""
    if not words:
        raise KeyError(name)
    return words.format(n=n)


def conditions(effect: Effect) -> str:
    """`if you have …`: conditions on other things than the amount."""
    said = [f"at least {thing(name, n)}" for name, n in amounts(effect.need).items() if name != "amount"]
    for name, n in amounts(effect.unless).items():
        if name != "amount":
            said.append(f"no {THINGS[name].one}" if n == 1 else f"fewer than {thing(name, n)}")
    return f"if you have {' and '.join(said)}" if said else ""
