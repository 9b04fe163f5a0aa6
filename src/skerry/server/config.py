"""Settings from one TOML file, the environment and the command line; of each, where it came from.

An option beats the environment, the environment beats the file, the file beats the default.
"""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, inspect
from msgspec.structs import FieldInfo, fields

from skerry.server.settings import INTERNAL, SECRETS, Settings, data_folder, without_passwords

CONFIG_FILE = Path("/etc/skerry/skerry.toml")  # read if it is there and no other is named
PREFIX = "SKERRY_"
# Variables that are read elsewhere, or are there for play.py and the tests.
OTHER_VARIABLES = frozenset(
    (
        *("SKERRY_BARE", "SKERRY_BUILD", "SKERRY_CHROMIUM", "SKERRY_COMMAND", "SKERRY_CONFIG", "SKERRY_FULL"),
        *("SKERRY_LONG", "SKERRY_NO_WEB", "SKERRY_PURE", "SKERRY_REQUIRE_BROWSER", "SKERRY_REQUIRE_COMPILED"),
        *("SKERRY_REQUIRE_POSTGRESQL", "SKERRY_REQUIRE_TOOLS", "SKERRY_SOON", "SKERRY_WHEEL", "SKERRY_WHEELS"),
    )
)
DEFAULT = "default"
WORDS_OF_KINDS: dict[type, str] = {
    inspect.IntType: "a whole number",
    inspect.FloatType: "a number",
    inspect.BoolType: "true or false",
    inspect.StrType: "a text",
    inspect.VarTupleType: "a list of texts",
    inspect.CustomType: "a path",
}


class ConfigError(Exception):
    """A setting that cannot be used; the words name the file or the variable, and the key."""


class Config(Struct, frozen=True):
    settings: Settings
    sources: dict[str, str]  # where each setting came from, by its name
    unknown: list[str]  # variables of the environment that look like settings and are none


def read_config(options: Mapping[str, object], file: Path | None = None) -> Config:
    """Put the settings together; options that are None or empty were not given."""
    known = {field.name: field for field in fields(Settings) if field.name not in INTERNAL}
    found: dict[str, tuple[object, str]] = {"data": (data_folder(), DEFAULT)}
    found |= of_file(known, file)
    found |= of_environment(known)
    found |= {name: (value, option_name(name)) for name, value in options.items() if value not in (None, [], ())}
    values = {name: value for name, (value, _) in found.items()}
    sources = {name: found[name][1] if name in found else DEFAULT for name in known}
    unknown = sorted(name for name in os.environ if name.startswith(PREFIX) and is_unknown(name, known))
    return Config(Settings(**values), sources, unknown)  # type: ignore[arg-type]


def option_name(key: str) -> str:
    return f"--{key.replace('_', '-')}"


def variable_name(key: str) -> str:
    return f"{PREFIX}{key.upper()}"


def is_unknown(variable: str, known: Mapping[str, FieldInfo]) -> bool:
    return variable not in OTHER_VARIABLES and variable.removeprefix(PREFIX).lower() not in known


# ---- the file


def of_file(known: Mapping[str, FieldInfo], named: Path | None) -> dict[str, tuple[object, str]]:
    path = named or Path(os.environ.get(f"{PREFIX}CONFIG") or CONFIG_FILE)
    found = {}
    for key, value in toml_of(path, must_exist=path != CONFIG_FILE).items():
        if key not in known:
            raise ConfigError(f"{path}: there is no setting {key!r}{did_you_mean(key, known)}")
        found[key] = (converted(value, known[key], f"{path}: {key}", path.absolute().parent), str(path))
    return found


def toml_of(path: Path, must_exist: bool) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        if must_exist:
            raise ConfigError(f"{path}: there is no such file") from None
        return {}
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror}") from error
    except ValueError as error:  # tomllib's error, or bytes that are no text
        raise ConfigError(f"{path}: is not a TOML file: {error}") from error


def did_you_mean(key: str, known: Mapping[str, FieldInfo]) -> str:
    import difflib

    close = difflib.get_close_matches(key.lower().replace("-", "_"), known, n=1)
    return f"; did you mean {close[0]!r}?" if close else ""


# ---- the environment


def of_environment(known: Mapping[str, FieldInfo]) -> dict[str, tuple[object, str]]:
    """Lists are separated by commas.  An empty variable counts as not set."""
    found = {}
    for key, field in known.items():
        variable = variable_name(key)
        if text := os.environ.get(variable, "").strip():
            value: object = text
            if isinstance(inspect.type_info(field.type), inspect.VarTupleType):
                value = [word.strip() for word in text.split(",") if word.strip()]
            found[key] = (converted(value, field, variable, Path.cwd(), strict=False), variable)
    return found


# ---- values


def converted(value: object, field: FieldInfo, place: str, folder: Path, strict: bool = True) -> object:
    """The value as the setting needs it; `folder` is where relative paths begin."""

    def as_path(kind: type, text: object) -> Path:
        if not isinstance(text, str) or not text:
            raise ValueError
        return folder / Path(text).expanduser()

    try:
        return msgspec.convert(value, field.type, strict=strict, dec_hook=as_path)
    except (msgspec.ValidationError, ValueError) as error:
        shown = "" if field.name in SECRETS else f", not {value!r:.60}"
        raise ConfigError(f"{place} must be {wanted_words(field)}{shown}") from error


def wanted_words(field: FieldInfo) -> str:
    kind = inspect.type_info(field.type)
    if isinstance(kind, inspect.UnionType):  # with None, which TOML does not have
        (kind,) = (part for part in kind.types if not isinstance(part, inspect.NoneType))
    if isinstance(kind, inspect.LiteralType):
        return " or ".join(f'"{value}"' for value in sorted(map(str, kind.values)))
    words = WORDS_OF_KINDS[type(kind)]
    least, most = getattr(kind, "ge", None), getattr(kind, "le", None)
    if most is not None:
        return f"{words} from {least} to {most}"
    return f"{words} of at least {least}" if least is not None else words


# ---- what is in force


def shown_config(config: Config) -> str:
    """A TOML file again, with the source of each value; passwords are left out."""
    rows = []
    for name, source in config.sources.items():
        value = getattr(config.settings, name)
        rows.append((f"# {name} is not set" if value is None else f"{name} = {toml_text(masked(name, value))}", source))
    width = min(60, max(len(row) for row, _ in rows))
    return "\n".join(f"{row:{width}}  # {source}" for row, source in rows)


def masked(name: str, value: object) -> object:
    return without_passwords(value) if name in SECRETS and isinstance(value, str) else value


def toml_text(value: object) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(toml_text, value))}]"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return f"{value:_}" if isinstance(value, int) and value >= 10_000 else str(value)
    return msgspec.json.encode(str(value)).decode()  # a TOML text is written like one of JSON
