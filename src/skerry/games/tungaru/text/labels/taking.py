"""What statistics count."""

from skerry.games.tungaru import actions as A
from skerry.games.tungaru.state import NONE, Tungaru


def taking(state: Tungaru, action: int) -> str | None:
    """Recruiting a Nomad."""
    island = action - A.RECRUIT
    if not 0 <= island < state.side.islands or state.nomad[island] == NONE:
        return None
    return state.nomad_at(island).name
