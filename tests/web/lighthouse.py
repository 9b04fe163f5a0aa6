"""Lighthouse, from the development tools of the front end, in a Chromium that sits at a table."""

import json
import socket
import subprocess
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, BrowserType

from tests.web.conftest import CHROMIUM, FLAGS
from tests.web.node import WEB, environment, node

ATTEMPTS = 3  # on a busy machine a page may not be painted in time


class Judge:
    """A browser of its own, in which one plays first and Lighthouse looks then, with the same cookies."""

    def __init__(self, chromium: BrowserType, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.folder = folder
        self.context: BrowserContext = chromium.launch_persistent_context(
            folder / "profile",
            executable_path=CHROMIUM,
            args=[*FLAGS.split(), f"--remote-debugging-port={self.port}"],
            viewport={"width": 1440, "height": 900},
        )

    def look(self, url: str, *categories: str, phone: bool = False, slowed: bool = True) -> dict[str, Any]:
        """The report: `categories` with their scores, `audits` with what was found.

        `slowed`: as if the line and the machine were slow, which matters for performance only.
        """
        report = self.folder / "report.json"
        command = [
            node(),
            WEB / "node_modules" / "lighthouse" / "cli" / "index.js",
            url,
            "--quiet",
            f"--port={self.port}",
            "--disable-storage-reset",
            f"--only-categories={','.join(categories)}",
            "--output=json",
            f"--output-path={report}",
            "--disable-full-page-screenshot",
            *([] if phone else ["--preset=desktop"]),
            *([] if slowed else ["--throttling-method=provided"]),
        ]
        for _ in range(ATTEMPTS):
            done = subprocess.run(command, env=environment(), capture_output=True, text=True)
            read: dict[str, Any] = json.loads(report.read_text()) if report.exists() else {}
            if read and "runtimeError" not in read:
                return read
        raise AssertionError(f"Lighthouse could not look at {url}: {read.get('runtimeError')}\n{done.stderr[-2000:]}")


def poor(report: dict[str, Any], least: float = 0.9) -> list[str]:
    """What is to be improved, in words."""
    audits = report["audits"].values()
    return [audit["title"] for audit in audits if audit.get("score") is not None and audit["score"] < least]
