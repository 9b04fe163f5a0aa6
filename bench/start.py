"""How long the first start takes, step by step, here and now: packages, server, page, compiled engine.

    python3 bench/start.py               up to the first page
    python3 bench/start.py --compiled    until the bots have changed over to the compiled engine

Takes away .venv and build/ first if --anew is given; in a fresh checkout there is nothing to take away.
"""

import contextlib
import http.cookiejar
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 600


def main(words: list[str]) -> None:
    if "--anew" in words:
        for name in (".venv", "build", "web/dist"):
            shutil.rmtree(ROOT / name, ignore_errors=True)
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    began = time.monotonic()

    def tell(what: str) -> None:
        print(f"{time.monotonic() - began:6.1f} s  {what}", flush=True)

    with tempfile.TemporaryDirectory() as data, game(data) as said:
        url = ""
        while not url:
            line = next(said)
            tell(line)
            found = re.search(r"http://\S+", line)
            url = found[0] if found else ""
        page = get(url)
        assets = re.findall(r'(?:src|href)="/(assets/[^"]+)"', page)
        size = len(page) + sum(len(get(url + asset)) for asset in assets)
        home = json.loads(get(f"{url}api/home"))
        tell(f"the first page: {size // 1000} kB in {len(assets) + 1} files, {len(home['games'])} games")
        if "--compiled" in words:
            while "faster" not in (line := next(said)):
                tell(line)
            tell(line)


@contextlib.contextmanager
def game(data: str) -> Iterator[Iterator[str]]:
    """The game as somebody starts it; what it says, line by line."""
    command = [sys.executable, str(ROOT / "play.py"), "serve", "--port", "0", "--data", data]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert process.stdout is not None
    alarm = threading.Timer(PATIENCE, process.kill)
    alarm.start()
    try:
        yield (line.strip() for line in process.stdout)
    except StopIteration:
        sys.exit("The game ended before its time.")
    finally:
        alarm.cancel()
        process.send_signal(signal.SIGINT)
        process.communicate()


def get(url: str) -> str:
    return OPENER.open(url, timeout=30).read().decode()


OPENER = urllib.request.build_opener(
    urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
)

if __name__ == "__main__":
    main(sys.argv[1:])
