"""What we override in uvicorn has no promise of staying: each name is checked, and the versions are those we tried."""

import inspect
import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from skerry.server.web.connections import HttpConnection, SocketConnection
from skerry.server.web.serve import Server

PROJECT = Path(__file__).parents[2] / "pyproject.toml"
OVERRIDDEN: list[tuple[type, type, set[str]]] = [
    (
        HttpConnection,
        HttpToolsProtocol,
        {
            "connection_made",
            "connection_lost",
            "data_received",
            "on_headers_complete",
            "on_body",
            "on_message_complete",
            "handle_websocket_upgrade",
            "pause_writing",
            "resume_writing",
        },
    ),
    (
        SocketConnection,
        WebSocketsSansIOProtocol,
        {
            "connection_made",
            "connection_lost",
            "pause_writing",
            "resume_writing",
            "handle_ping",
            "handle_cont",
            "send_receive_event_to_app",
            "keepalive_timeout",
        },
    ),
    (Server, uvicorn.Server, {"capture_signals", "startup", "shutdown"}),
]
USED: list[tuple[type, set[str]]] = [
    (HttpToolsProtocol, {"config", "client", "transport", "cycle", "url", "headers"}),
    (RequestResponseCycle, {"response_complete"}),
    (
        WebSocketsSansIOProtocol,
        {"config", "transport", "conn", "writable", "frames", "queue", "read_paused", "curr_msg_data_type"},
    ),
    (uvicorn.Server, {"config", "servers", "server_state", "started", "should_exit"}),
    (ServerState, {"connections"}),
]


def missing(ours: type, base: type, names: set[str]) -> list[str]:
    """Overridden methods that the base does not have, or calls with other arguments."""
    found = []
    for name in sorted(names):
        if not hasattr(base, name):
            found.append(f"{base.__name__} has no {name} any more, which {ours.__name__} overrides")
        elif list(inspect.signature(getattr(ours, name)).parameters) != list(
            inspect.signature(getattr(base, name)).parameters
        ):
            found.append(f"{base.__name__}.{name} takes other arguments than {ours.__name__}.{name}")
    return found


@pytest.mark.parametrize(("ours", "base", "names"), OVERRIDDEN, ids=lambda value: getattr(value, "__name__", ""))
def test_the_methods_we_override_are_still_there(ours: type, base: type, names: set[str]) -> None:
    assert missing(ours, base, names) == [], f"adapt skerry/server/web to uvicorn {version('uvicorn')}"


@pytest.mark.parametrize(("ours", "base", "names"), OVERRIDDEN, ids=lambda value: getattr(value, "__name__", ""))
def test_the_list_names_all_that_we_override(ours: type, base: type, names: set[str]) -> None:
    assert {name for name in vars(ours) if not name.startswith("__") and hasattr(base, name)} == names


@pytest.mark.parametrize(("base", "names"), USED, ids=lambda value: getattr(value, "__name__", ""))
def test_the_attributes_we_use_are_still_there(base: type, names: set[str]) -> None:
    source = inspect.getsource(base)
    gone = sorted(name for name in names if not re.search(rf"\bself\.{name}\b\s*(:[^=\n]+)?=", source))
    assert gone == [], f"{base.__name__} of uvicorn {version('uvicorn')} has no such attributes any more"


def test_a_method_that_is_gone_or_takes_other_arguments_is_noticed() -> None:
    class Base:
        def kept(self, data: bytes) -> None: ...

    class Ours(Base):
        def kept(self, data: bytes, more: int) -> None: ...  # type: ignore[override]

        def gone(self) -> None: ...

    assert missing(Ours, Base, {"kept", "gone"}) == [
        "Base has no gone any more, which Ours overrides",
        "Base.kept takes other arguments than Ours.kept",
    ]


def test_the_versions_are_those_that_were_tried() -> None:
    needs = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["optional-dependencies"]["play"]
    ranges = {name: found for name in ("uvicorn", "websockets") for found in needs if found.startswith(name)}
    assert ranges == {"uvicorn": "uvicorn>=0.54,<0.55", "websockets": "websockets>=17.4,<18"}
    assert version("uvicorn").startswith("0.54.")
    assert version("websockets").startswith("17.")
