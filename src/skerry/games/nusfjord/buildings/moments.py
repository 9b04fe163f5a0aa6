"""The moments that a row can name in `when`: their words, their picture, and how often they come in an average game."""

from msgspec import Struct


class CardMoment(Struct, frozen=True):
    """A moment at which a card reacts; its number is its place in the table (see card.py)."""

    words: str
    gist: str
    often: tuple[float, float, float]  # how often it still comes for a card of letter A, B, C
    likely: float = 0.6  # how often a condition on its amount is met
    at_least: str = ""  # words for a condition on its amount
    fewer: str = ""


MOMENTS = {
    "built": CardMoment("you build this Building", "", (1, 1, 1)),
    "gold_space": CardMoment("you take +1 gold", "+1 gold", (0.7, 0.6, 0.5)),
    "transfer": CardMoment(
        "you Transfer Reserve",
        "Transfer",
        (1.3, 1.2, 0.8),
        likely=0.6,
        at_least=" with {n} or more goods",
        fewer=" with fewer than {n} goods",
    ),
    "serve": CardMoment(
        "you Serve Fish",
        "Serve",
        (1.1, 1, 0.8),
        likely=0.7,
        at_least=" on {n} or more plates",
        fewer=" on fewer than {n} plates",
    ),
    "building": CardMoment("you build another Building", "New Building", (2.5, 1.8, 1.6), likely=0.6),
    "issue": CardMoment("you Issue a Share", "Issue", (1, 0.7, 0.4)),
    "buy": CardMoment(
        "you Buy All Shares", "Buy", (0.7, 0.6, 0.5), at_least=" and take {n} or more", fewer=" and take fewer than {n}"
    ),
    "deforest": CardMoment("you Deforest", "Deforest", (0.8, 1, 0.6)),
    "reforest": CardMoment("you Reforest", "Reforest", (0.5, 0.5, 0.4)),
    "thin_out": CardMoment("you Thin Out", "Thin Out", (1.3, 1.1, 0.7)),
    "ship": CardMoment("you build a Ship", "New Ship", (1.4, 1.2, 0.8), likely=0.4),
    "take_elder": CardMoment("you take an Elder", "New Elder", (1.3, 0.9, 0.6)),
    "use_elder": CardMoment("one of your Elders acts", "Elder acts", (4, 4, 2.5)),
    "forest_removed": CardMoment("a Forest leaves your harbor", "Forest goes", (1.3, 1, 0.7), likely=0.8),
    "elder_cleared": CardMoment("one of your Elders is cleared of fish", "Elder cleared", (1.7, 1.6, 1.2)),
    "paid": CardMoment(
        "you pay for a Building or Ship", "You pay", (3.9, 3, 2.4), likely=0.6, at_least=" with {n} or more wood"
    ),
    "second_build": CardMoment("you build your second Building or Ship of a round", "2nd build", (1.3, 1.1, 1)),
    "pass": CardMoment("you pass", "Pass", (2.2, 1.6, 1.1)),
    "fishing_end": CardMoment("after every Fishing Phase", "After fishing", (2.8, 2.2, 1.9)),
    "work_end": CardMoment(
        "after every Work Phase",
        "After work",
        (2.8, 2.4, 2.4),
        likely=0.8,
        at_least=" in which {n} of your Workers are on the Action board or copy spaces",
    ),
    "other_ship": CardMoment("another player builds a Ship", "Others' Ship", (2.8, 2.1, 1.6)),
    "other_serve": CardMoment(
        "another player serves fish",
        "Others serve",
        (2.8, 2.4, 2),
        likely=0.5,
        at_least=" on {n} or more plates",
        fewer=" on fewer than {n} plates",
    ),
    "other_transfer": CardMoment("another player takes Transfer Reserve", "Others transfer", (0.6, 0.5, 0.4)),
}
MOMENT_NAMES = tuple(MOMENTS)
