"""The open question, and its answers, in words."""

from skerry.core.game import Question
from skerry.core.state import arg_of, seat_of, step_of
from skerry.games.buru import actions as A
from skerry.games.buru import state as S
from skerry.games.buru.cards import PALM
from skerry.games.buru.state import Buru
from skerry.games.buru.text.words import GOODS_WORDS
from skerry.games.buru.view import lawan_name


def who(state: Buru, number: int) -> str:
    return lawan_name(state, number) if state.is_lawan(number) else f"{{{number}}}"


def times(n: int, one: str) -> str:
    return f"{n} {one}" if n == 1 else f"{n} {one}s"


def question(state: Buru) -> Question:
    ask = state.ask_now()
    step, arg = step_of(ask), arg_of(ask)
    if step <= S.POWER:
        return chance_question(state, step, arg)
    you = who(state, seat_of(ask))
    regions = state.kit.words.regions
    if step == S.GO:
        turn = state.players[seat_of(ask)].how_many_placed() + 1
        return Question(f"{you}, where does Explorer {turn} of {A.N_EXPLORERS - 1} go?", "morning.1")
    if step == S.LAY:
        return Question(f"{you}, which Explorer goes to the {regions[arg]}, face down?", "morning.2")
    if step == S.TAKE:
        return Question(f"{you}, take a Forest card", "forest.1")
    if step == S.SPACE:
        return Question(f"{you}, choose an action space at the {regions[arg]}", "region.4")
    if step == S.SHORE:
        parts = [f"recruit up to {arg & 7}"] if arg & 7 else []
        parts += [cycle_words(state)] if arg & 8 else []
        return Question(f"{you}, {(' and ' if state.cycle_forced else '; ').join(parts)}", "shore.1")
    if step == S.VILLAGE:
        return Question(f"{you}, task up to {times(arg & 7, 'Islander')}", "village.1")
    if step == S.GIVE:
        return Question(f"{you}, which token do you give?", "islander.dye")
    if step == S.GET:
        given = GOODS_WORDS[PALM + (arg & 3)]
        return Question(f"{you}, which token do you get for the {given}?", "islander.dye")
    if step == S.LAKE:
        return Question(f"{you}, pay tribute up to {times(arg & 7, 'time')}", "lake.1")
    if step == S.SPARE:
        spirit = state.kit.words.spirits[arg]
        return Question(f"{you}, which token of the tribute to {spirit} is spared?", "lake.3")
    if step == S.NOON:
        return Question("Noon: all turn up the Explorer that they kept", "noon.1")
    if step == S.COUNT:
        return Question("The end: all show their Elders", "end.1")
    return Question(f"{you}, discard an Elder, face down", "elder.1")


def cycle_words(state: Buru) -> str:
    return "cycle once" if state.cycle_forced else "you may cycle once"


def chance_question(state: Buru, step: int, arg: int) -> Question:
    if step == S.EMISSARY:
        return Question("Who is the first Emissary?", "setup.3")
    if step == S.DECREE:
        return Question("Which Decree is revealed?", "dawn.1")
    if step == S.GROW:
        return Question("Which card comes into the Forest?", "dawn.2")
    if step == S.ARRIVE:
        return Question("Which Islander comes into the recruitment row?", "shore.3")
    if step == S.ELDER:
        return Question(f"Which Elder does {who(state, arg)} draw?", "elder.1")
    if step == S.SCHEME:
        return Question(f"Where does {who(state, arg)} place an Explorer?", "lawan.morning")
    if step == S.PLOT:
        return Question(f"Which Plot card does {who(state, arg)} turn up?", "lawan.plot")
    place = place_words(state, arg >> 4)
    return Question(
        f"Which Explorer of {who(state, arg & 15)} is turned up {place}?",
        "lawan.morning",
    )


def place_words(state: Buru, region: int) -> str:
    return "on its mat" if region == A.N_REGIONS else f"at the {state.kit.words.regions[region]}"
