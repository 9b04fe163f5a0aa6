"""What systemd and a service tell each other: the listening socket, readiness, and that the loop still turns."""

import asyncio
import os
import socket

FIRST_FILE = 3  # the first file that systemd hands over


def handed_over() -> socket.socket | None:
    """The socket that systemd listens on for us, if there is one; processes that we start do not get it."""
    pid, count = os.environ.pop("LISTEN_PID", ""), os.environ.pop("LISTEN_FDS", "")
    os.environ.pop("LISTEN_FDNAMES", None)
    if pid != str(os.getpid()) or count in ("", "0"):
        return None
    os.set_inheritable(FIRST_FILE, False)
    return socket.socket(fileno=FIRST_FILE)


def tell_systemd(state: str) -> None:
    """Nothing happens where nobody listens."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address.startswith(("/", "@")) or not hasattr(socket, "AF_UNIX"):
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        try:
            line.sendto(state.encode(), "\0" + address[1:] if address.startswith("@") else address)
        except OSError:  # it is not our task to keep systemd well
            return


async def watchdog() -> None:
    """Tell systemd that the loop turns, twice as often as it wants to hear it."""
    microseconds = os.environ.get("WATCHDOG_USEC", "")
    if not microseconds.isdecimal() or os.environ.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return
    while True:
        tell_systemd("WATCHDOG=1")
        await asyncio.sleep(int(microseconds) / 2_000_000)
