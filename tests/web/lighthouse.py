"""Lighthouse, from the development tools of the front end, in a Chromium that sits at a table."""

import json
import socket
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, BrowserType

from tests.web.conftest import CHROMIUM, FLAGS
from tests.web.node import WEB, environment, node

ATTEMPTS = 3  # on a busy machine a page may not be painted in time

# All pages in one process: it takes longer to start than to look.
SCRIPT = """
import { readFileSync, writeFileSync } from "node:fs";
import lighthouse, { desktopConfig } from "lighthouse";
const { urls, categories, port, phone, file } = JSON.parse(readFileSync(0, "utf8"));
const flags = { port, onlyCategories: categories, disableStorageReset: true, disableFullPageScreenshot: true };
const reports = [];
for (const url of urls) reports.push((await lighthouse(url, flags, phone ? undefined : desktopConfig)).lhr);
writeFileSync(file, JSON.stringify(reports));
process.exit();
"""


class Judge:
    """A browser of its own, in which one plays first and Lighthouse looks then, with the same cookies."""

    def __init__(self, chromium: BrowserType, folder: Path) -> None:
        self.file = folder / "reports.json"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.context: BrowserContext = chromium.launch_persistent_context(
            folder / "profile",
            executable_path=CHROMIUM,
            args=[*FLAGS.split(), f"--remote-debugging-port={self.port}"],
            viewport={"width": 1440, "height": 900},
        )

    def look(self, urls: Sequence[str], *categories: str, phone: bool = False) -> list[dict[str, Any]]:
        """A report of each page: `categories` with their scores, `audits` with what was found."""
        wish = {"urls": urls, "categories": categories, "port": self.port, "phone": phone, "file": str(self.file)}
        words = ""
        for _ in range(ATTEMPTS):
            command = [node(), "--input-type=module", "--eval", SCRIPT]
            done = subprocess.run(
                command, cwd=WEB, env=environment(), input=json.dumps(wish), capture_output=True, text=True
            )
            reports: list[dict[str, Any]] = json.loads(self.file.read_text()) if done.returncode == 0 else []
            errors = [report["runtimeError"] for report in reports if "runtimeError" in report]
            if reports and not errors:
                return reports
            words = f"{errors} {done.stderr[-2000:]}"
        raise AssertionError(f"Lighthouse could not look: {words}")


def poor(report: dict[str, Any], least: float = 0.9) -> list[str]:
    """What is to be improved, in words."""
    audits = report["audits"].values()
    return [audit["title"] for audit in audits if audit.get("score") is not None and audit["score"] < least]
