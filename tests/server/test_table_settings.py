"""The settings of a table for friends: a row is all it takes, and tables from before it stay as they are."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from skerry.server.protocol import table_settings
from skerry.server.protocol.calls import NewTable
from skerry.server.protocol.messages import Agree, Friends
from skerry.server.protocol.table_settings import SETTINGS_FORM, TABLE_SETTINGS, TableSettings
from skerry.server.store.seats import TableTerms, read_terms
from skerry.server.store.store import Store
from tests.server.browser import Guest, Running
from tests.server.test_friends import gathered

# The last row of the class, as somebody would write it.
ROW = """    bot_speed: Annotated[
        Literal["calm", "quick"],
        TableSetting(
            title="Bots",
            explanation="How long they think.",
            in_words={"calm": "calm bots", "quick": "quick bots"},
            changes=ChangedBy.HOST_ANY_TIME,
        ),
    ] = "calm"
"""
# Runs a server with that row in it: call, database, message, form.
PROGRAM = """
import json, sys, types
from pathlib import Path

name, (source, row, folder, old) = "skerry.server.protocol.table_settings", sys.argv[1:]
text = Path(source).read_text(encoding="utf-8")
head, tail = text.split("\\n\\n\\nclass TableSettingRow(")
module = types.ModuleType(name)
sys.modules[name] = module
exec(compile(head + "\\n" + row + "\\n\\nclass TableSettingRow(" + tail, source, "exec"), module.__dict__)

from skerry.server.settings import Settings
from skerry.server.store.seats import read_terms
from skerry.server.store.store import Store
from tests.server.browser import Guest, Running
from tests.server.test_friends import all_ready, gathered

store = Store(Path(folder) / "matches.sqlite3")
found = {"old": read_terms(store, old).bot_speed}
store.close()
running = Running(Settings(data=Path(folder)))
ann, ben = Guest(running.host), Guest(running.host)
found["form"] = [info for info in ann.home()["settings"] if info["name"] == "bot_speed"]
ben.home()
default = ann.start("Ann open")
table, screens = gathered(ann, ben, bot_speed="quick", listed=True)
found["table"] = table
found["shown"] = screens[0].friends["bot_speed"]
found["terms"] = screens[0].friends["terms"]
found["refused"] = ann.ask_for("Ann open", bot_speed="slow").status_code
running.stop()

running = Running(Settings(data=Path(folder)))
for guest in (ann, ben):
    guest.lines.close()
    guest.http.base_url, guest.http.headers["Origin"] = f"http://{running.host}", f"http://{running.host}"
    guest.host = running.host
found["default"] = ann.gather(default).friends["bot_speed"]
screens = [ann.gather(table), ben.gather(table)]
found["stored"] = screens[1].friends["bot_speed"]
all_ready(screens)
screens[0].send(type="agree", bot_speed="calm")
found["changed"] = screens[1].until_friends(lambda friends: friends["bot_speed"] == "calm")["listed"]
running.stop()
print(json.dumps(found))
"""


def run_with(row: str, folder: Path, old: str) -> dict[str, Any]:
    command = [sys.executable, "-c", PROGRAM, str(table_settings.__file__), row, str(folder), old]
    here = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}  # the same sources as this test's
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, env=here)
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return answer


def test_a_row_is_all_that_a_new_setting_takes(run: Callable[..., Running], visit: Callable[[Running], Guest]) -> None:
    before = run()
    old = visit(before).start("Ann open")
    before.stop()
    found = run_with(ROW, before.data, old)
    assert found["form"] == [
        {
            "name": "bot_speed",
            "kind": "choice",
            "title": "Bots",
            "explanation": "How long they think.",
            "default": "calm",
            "choices": {"calm": "calm bots", "quick": "quick bots"},
            "in_lobby": True,
            "implies": {},
            "only_with": "",
        }
    ]
    assert (found["shown"], found["stored"], found["default"]) == ("quick", "quick", "calm")
    assert "quick bots" in found["terms"]
    assert found["refused"] == 400
    assert found["changed"] is True  # what the message left out stayed as it was
    assert found["old"] == "calm"  # at a table from before
    store = Store(before.data / "matches.sqlite3")
    terms = read_terms(store, found["table"])  # by a Skerry that does not know the setting
    store.close()
    assert terms is not None and terms.listed


def test_every_setting_is_in_the_call_the_terms_the_message_and_the_form() -> None:
    names = {row.name for row in TABLE_SETTINGS}
    assert names == set(TableSettings.__struct_fields__) == {info.name for info in SETTINGS_FORM}
    for struct in (NewTable, TableTerms, Friends):
        assert names <= set(struct.__struct_fields__)
    assert set(Agree.__struct_fields__) - {"n"} == {info.name for info in SETTINGS_FORM if info.in_lobby}


def test_a_setting_that_no_form_can_show_is_refused_at_the_start() -> None:
    row = TABLE_SETTINGS[0]._replace(type=bytes)
    with pytest.raises(TypeError, match="no form for the setting pace"):
        table_settings.setting_info(row)


def test_the_host_changes_one_setting_and_the_others_stay(ann: Guest, ben: Guest) -> None:
    _, screens = gathered(ann, ben, watching=False)
    screens[0].send(type="agree", hints=False)
    friends = screens[1].until_friends(lambda friends: not friends["hints"])
    assert (friends["watching"], friends["listed"]) == (False, False)
    assert friends["terms"][0] == "no clock" and {"by link only", "no spectators", "no hints"} <= set(friends["terms"])
    screens[0].send(type="agree", pace={"kind": "none", "amount": 0, "late": "nothing"})
    assert screens[0].problem()["words"] == "The server did not understand this request. Please reload the page."


def test_the_terms_are_told_in_words(ann: Guest, ben: Guest) -> None:
    for pace, words in [
        ({"kind": "live", "amount": 20, "late": "bot"}, "20 minutes per player, then a bot takes over"),
        ({"kind": "live", "amount": 1, "late": "move"}, "1 minute per player, then a bot moves"),
        ({"kind": "slow", "amount": 1, "late": "nothing"}, "1 day per turn"),
    ]:
        table = ann.start("Ann open", pace=pace, listed=True)
        assert ann.gather(table).friends["terms"][0] == words
        assert [shown["terms"][0] for shown in ben.home()["open"] if shown["id"] == table] == [words]


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        ({"pace": {"kind": "live", "amount": 500, "late": "bot"}}, "1 to 180 minutes"),
        ({"pace": {"kind": "slow", "amount": 2, "late": "move"}, "typed_in": True}, "With real dice and cards"),
    ],
)
def test_a_table_cannot_have_every_pace(ann: Guest, wish: dict[str, Any], words: str) -> None:
    answer = ann.ask_for("Ann open", **wish)
    assert (answer.status_code, words in answer.json()["words"]) == (400, True)
