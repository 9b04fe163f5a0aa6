"""What is asked; everybody may read it."""

from collections.abc import Callable

from skerry.core.answers import Question
from skerry.core.state import arg_of, seat_of, step_of
from skerry.core.words import join_words
from skerry.games.buru import actions as A
from skerry.games.buru import state as S
from skerry.games.buru.cards import NO_TOKEN, PALM
from skerry.games.buru.catalogue import piece_id
from skerry.games.buru.kit.rows import GOODS
from skerry.games.buru.state import Buru
from skerry.games.buru.text.words import TIMES
from skerry.games.buru.view import lawan_name


def who(state: Buru, number: int) -> str:
    return lawan_name(state, number) if state.is_lawan(number) else f"{{{number}}}"


def question(state: Buru) -> Question:
    ask = state.ask_now()
    return QUESTIONS[step_of(ask)](state, int(seat_of(ask)), int(arg_of(ask)))


# ---- chance


def emissary(state: Buru, seat: int, arg: int) -> Question:
    return Question("Who is the first Emissary?", "setup.3", "emissary", ("marker",))


def decree(state: Buru, seat: int, arg: int) -> Question:
    return Question("Which Decree is revealed?", "dawn.1", "decree", ("deck:decrees",))


def grow(state: Buru, seat: int, arg: int) -> Question:
    return Question("Which card is added to the Forest?", "dawn.2", "grow", ("deck:forest",))


def arrive(state: Buru, seat: int, arg: int) -> Question:
    return Question("Which Islander joins the recruitment row?", "shore.3", "arrive", ("deck:islanders", "row"))


def elder(state: Buru, seat: int, arg: int) -> Question:
    return Question(f"Which Elder does {who(state, arg)} draw?", "elder.1", "elder", ("deck:elders", f"player:{arg}"))


def scheme(state: Buru, seat: int, arg: int) -> Question:
    words = f"Where does {who(state, arg)} place an Explorer?"
    return Question(words, "lawan.morning", "scheme", (f"mat:{arg}",))


def plot(state: Buru, seat: int, arg: int) -> Question:
    return Question(f"Which Plot card does {who(state, arg)} reveal?", "lawan.plot", "plot", (f"player:{arg}",))


def power(state: Buru, seat: int, arg: int) -> Question:
    lawan, region = arg & 15, arg >> 4
    if region == A.N_REGIONS:
        words = f"Which Explorer has {who(state, lawan)} kept?"
        return Question(words, "lawan.morning", "power", (f"mat:{lawan}",))
    words = f"Which Explorer does {who(state, lawan)} reveal {state.kit.words.places[region]}?"
    return Question(words, "lawan.morning", "power", (stack(state, region, lawan),))


# ---- people


def go(state: Buru, seat: int, arg: int) -> Question:
    turn = state.players[seat].how_many_placed() + 1
    words = f"{who(state, seat)}, where do you send an Explorer? ({turn} of {A.N_EXPLORERS - 1})"
    return Question(words, "morning.1", "go", (f"mat:{seat}",))


def lay(state: Buru, seat: int, arg: int) -> Question:
    words = f"{who(state, seat)}, which Explorer do you place {state.kit.words.places[arg]}, face down?"
    return Question(words, "morning.2", "lay", (piece_id(state, "region", arg),))


def take(state: Buru, seat: int, arg: int) -> Question:
    return Question(f"{who(state, seat)}, take a Forest card", "forest.1", "take", ("region:forest",))


def space(state: Buru, seat: int, arg: int) -> Question:
    words = f"{who(state, seat)}, choose a space {state.kit.words.places[arg]}"
    return Question(words, "region.4", "space", (piece_id(state, "region", arg),))


def shore(state: Buru, seat: int, arg: int) -> Question:
    parts = [recruits(state, arg)] if arg & 7 else []
    if arg & 8:
        parts.append("cycle the row" if state.cycle_forced else "cycle the row if you like")
    return Question(f"{who(state, seat)}, {join_words(parts)}", "shore.1", "shore", (at_space(state, arg), "row"))


def recruits(state: Buru, arg: int) -> str:
    more = "another Islander" if arg & 7 < state.kit.space_parts[arg >> 4] else "an Islander"
    return f"recruit {more}" if arg & 7 == 1 else f"recruit up to {arg & 7} Islanders"


def village(state: Buru, seat: int, arg: int) -> Question:
    more = " more" if arg & 7 < state.kit.space_parts[arg >> 4] else ""
    one = "another Islander" if more else "an Islander"
    words = f"task {one}" if arg & 7 == 1 else f"task up to {arg & 7}{more} Islanders"
    return Question(f"{who(state, seat)}, {words}", "village.1", "village", (at_space(state, arg),))


def give(state: Buru, seat: int, arg: int) -> Question:
    words = f"{who(state, seat)}, which token do you give?"
    return Question(words, "islander.dye", "give", (piece_id(state, "islander", arg),))


def get(state: Buru, seat: int, arg: int) -> Question:
    at = (piece_id(state, "islander", arg >> 2),)
    if arg & 3 == NO_TOKEN:
        return Question(f"{who(state, seat)}, which token do you take?", "islander.pick", "get", at)
    words = f"{who(state, seat)}, which token do you take for the {GOODS[PALM + (arg & 3)]}?"
    return Question(words, "islander.dye", "get", at)


def lake(state: Buru, seat: int, arg: int) -> Question:
    again = arg & 7 < state.kit.space_parts[arg >> 4]
    words = ("once more" if again else "once") if arg & 7 == 1 else f"up to {TIMES[arg & 7]}"
    return Question(f"{who(state, seat)}, pay tribute {words}", "lake.1", "lake", (at_space(state, arg),))


def spare(state: Buru, seat: int, arg: int) -> Question:
    words = f"{who(state, seat)}, which token of the tribute to {state.kit.words.tributes[arg].name} do you save?"
    return Question(words, "lake.3", "spare", (piece_id(state, "spirit", arg),))


def discard(state: Buru, seat: int, arg: int) -> Question:
    return Question(
        f"{who(state, seat)}, discard one of your Elders, face down", "elder.1", "discard", ("deck:elders",)
    )


def noon(state: Buru, seat: int, arg: int) -> Question:
    mats = tuple(f"mat:{number}" for number in range(state.n))
    return Question("Noon: everyone reveals the Explorer they kept", "noon.1", "noon", mats)


def reckoning(state: Buru, seat: int, arg: int) -> Question:
    return Question("The game is over: everyone reveals their Elders", "end.1", "count")


def at_space(state: Buru, arg: int) -> str:
    return piece_id(state, "space", arg >> 4)


def stack(state: Buru, region: int, number: int) -> str:
    return f"stack:{state.kit.words.region_ids[region]}.{number}"


QUESTIONS: dict[int, Callable[[Buru, int, int], Question]] = {
    S.EMISSARY: emissary,
    S.DECREE: decree,
    S.GROW: grow,
    S.ARRIVE: arrive,
    S.ELDER: elder,
    S.SCHEME: scheme,
    S.PLOT: plot,
    S.POWER: power,
    S.GO: go,
    S.LAY: lay,
    S.TAKE: take,
    S.SPACE: space,
    S.SHORE: shore,
    S.GIVE: give,
    S.GET: get,
    S.VILLAGE: village,
    S.LAKE: lake,
    S.SPARE: spare,
    S.DISCARD: discard,
    S.NOON: noon,
    S.COUNT: reckoning,
}
