"""A turn that is checked before the others go on: what could not be undone is held back until it is confirmed."""

from skerry.match.asides import CHECKING, TURN_DONE
from skerry.match.foresight import NOTHING_ENDS, foresee
from skerry.match.match import Entry, Match, ends_turn


def play_and_hold(match: Match, seat: int, text: str, is_shared: bool = False) -> tuple[list[Entry], bool]:
    """Decide; if that ends the turn, hold it.  Return what was added to the log, and whether the turn matters.

    At a shared screen every turn does, since what it has brought will be gone from the screen.
    """
    match.check_step(seat, text)
    seen = NOTHING_ENDS
    if not match.typed_in and not match.log_use.is_used_up(seat):
        seen = foresee(match, seat, text)
    if seen.ends and seen.at_once:
        return match.aside(seat, f"(means: {text})"), True
    # a turn that merely ends with a draw is checked with the card in hand, where the screen is shared
    pauses = seen.ends and (seen.ends_round or not is_shared)
    entries = match.play(seat, text, pauses)
    has_choice = match.to_move == seat and len(match.state.legal_actions()) > 1
    if (pauses and not has_choice and not match.over) or ends_turn(match, seat, is_shared):
        entries = [*entries, *match.aside(seat, CHECKING)]
    elif has_choice and not match.typed_in and (declining := offer_declined(match)):
        seen = foresee(match, seat, declining)
        entries = [*entries, *match.aside(seat, f"(means: {declining})")]
    return entries, seen.matters or is_shared


def offer_declined(match: Match) -> str:
    """The decision that ends the turn without taking up what is offered; empty if nothing is merely offered."""
    if match.game.question(match.state).kind not in match.game.offers:
        return ""
    texts = [match.actions.text(action) for action in match.state.legal_actions()]
    return next((text for text in texts if text in match.game.passes), "")


def has_offer(match: Match, seat: int) -> bool:
    """May the seat that checks its turn still take up an offer instead?"""
    return match.pending.held == seat and match.pending.meant != "" and match.pending.meant == offer_declined(match)


def confirmed(match: Match, seat: int, is_shared: bool) -> list[Entry]:
    """The turn is done, and what was held back happens.  At a shared screen, what it brings can be looked at."""
    entries = match.aside(seat, TURN_DONE)
    if is_shared and len(entries) > 1 and ends_turn(match, seat, is_shared):
        entries = [*entries, *match.aside(seat, CHECKING)]
    return entries
