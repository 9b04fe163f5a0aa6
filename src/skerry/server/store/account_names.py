"""What an account may be called, and which passwords are too easy to guess."""

from unicodedata import category, name, normalize

from skerry.match.names import is_valid_name, lookalike_key

# Letters that `lookalike_key` does not know, because among players at one table they do less harm.
ALIKE = str.maketrans("01|ıɩӏɑɡɪѵԝԛոօսⅼ", "ollillagivwqnoul")
# Writing systems that use several scripts at once.
MIXED_SCRIPTS = [{"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"}, {"CJK", "HANGUL"}, {"CJK", "BOPOMOFO"}]
LETTER_CATEGORIES = ("Lu", "Ll", "Lt", "Lo")

RUNS = [
    "01234567890123456789",
    "abcdefghijklmnopqrstuvwxyz",
    "qwertyuiop",
    "qwertzuiop",
    "azertyuiop",
    "asdfghjkl",
    "zxcvbnm",
    "1qaz2wsx3edc4rfv5tgb",
    "1q2w3e4r5t6y7u8i9o0p",
    "qazwsxedcrfvtgb",
    "qweasdzxc",
    "147258369",
    "a1b2c3d4e5f6",
]
LEET = str.maketrans("@4301$5!7", "aaeoissit")
DIGITS_AND_SIGNS = "0123456789!?.,;:-_+*#$%&/()=@ "
# The words that guessers try first, alone or with digits and signs around them.
TRIED_FIRST = """
password passwort passw0rd passwd motdepasse contrasena contraseña senha parola haslo hasło salasana wachtwoord
welcome willkommen bienvenue letmein iloveyou ilovegod loveyou tequiero teamo jetaime iluvyou sunshine princess
football baseball basketball soccer hockey softball superman batman spiderman ironman starwars startrek pokemon
naruto minecraft fortnite trustno dragon monkey master shadow michael michelle jennifer jessica jordan ashley
daniel thomas charlie nicole andrew anthony computer internet whatever freedom forever nothing secret mysecret
changeme default administrator admin root guest login testtest test testing master hunter killer flower butterfly
purple orange cookie chocolate cheese banana pepper summer winter spring autumn ginger buster maggie bailey
samsung iphone google facebook linkedin twitter youtube microsoft windows apple android qwerty qwertz azerty
asdf asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qwer abc abcd abcdef abcdefg abcdefgh hello hallo hola bonjour
liverpool chelsea arsenal barcelona juventus realmadrid manchester yankees lakers cowboys steelers eagles
mustang ferrari porsche mercedes corvette harley yamaha matrix merlin gandalf jesus christ jesuschrist blessed
angel angels god family mother father mommy daddy babygirl lovely lover friends boardgame boardgames skerry
nusfjord tungaru buru tidepool solitaire access passport passphrase qwertyuiop
"""
COMMON_PASSWORDS = frozenset(TRIED_FIRST.split())


def skeleton(account: str) -> str:
    """The same for names that people would take for each other."""
    return lookalike_key(account).translate(ALIKE)


def name_problem(account: str) -> str:
    """Why nobody can have this account name, in words; empty if somebody can."""
    if not account.isprintable() or account != account.strip() or not is_valid_name(account):
        return "An account name needs printable characters, with no space at either end."
    used = scripts(account)
    if len(used) > 1 and not any(used <= together for together in MIXED_SCRIPTS):
        return "An account name uses the letters of one alphabet only, so that nobody is taken for somebody else."
    return ""


def scripts(text: str) -> set[str]:
    """The scripts of its letters, by the first word of their Unicode names."""
    letters = [letter for letter in normalize("NFKC", text) if category(letter) in LETTER_CATEGORIES]
    return {name(letter, "UNKNOWN").split()[0] for letter in letters}


def password_problem(password: str, account: str) -> str:
    plain = normalize("NFKC", password).casefold()
    if is_easy(plain) or is_easy(plain.translate(LEET)) or is_mostly(plain, account.casefold()):
        return "This password is too easy to guess. Take a few words that nobody would expect together."
    return ""


def is_easy(plain: str) -> bool:
    unit = unit_of(plain)
    if len(unit) <= 4 or len(set(plain)) < 4:
        return True
    if any(unit in run or unit in run[::-1] for run in RUNS):
        return True
    core = unit.strip(DIGITS_AND_SIGNS)
    return core in COMMON_PASSWORDS or (
        len(core) >= 4 and len(unit) - len(core) <= 4 and any(core in run for run in RUNS)
    )


def unit_of(text: str) -> str:
    """The shortest part that makes the text when it is repeated."""
    return text[: (text + text).find(text, 1)]


def is_mostly(plain: str, account: str) -> bool:
    """Is there little in it besides the account's name, forwards or backwards?"""
    return any(
        len(part) >= 3 and part in plain and len(plain.replace(part, "")) < 6 for part in (account, account[::-1])
    )
