"""The server's log: plain lines, or a JSON object for each."""

import logging
import os
import re
import time
from typing import Literal

import msgspec

from skerry.server.runtime.figures import ProblemHandler
from skerry.server.settings import without_passwords

TABLE_ID = re.compile(r"\b[Tt]able ([a-z2-9]{12})\b")


class JsonLines(logging.Formatter):
    """time, level, logger, process, table, words; and where an exception came from, in `trace`."""

    def format(self, record: logging.LogRecord) -> str:
        words = without_passwords(record.getMessage())
        table = TABLE_ID.search(words)
        line: dict[str, object] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": os.getpid(),
        }
        if table:
            line["table"] = table[1]
        line["words"] = words
        if record.exc_info and record.exc_info[0] is not None:
            line["trace"] = without_passwords(self.formatException(record.exc_info))
        return msgspec.json.encode(line).decode()


def start_log(how: Literal["text", "json"]) -> None:
    """For a process that is nothing but a server."""
    root = logging.getLogger()
    root.addHandler(ProblemHandler())
    stream = logging.StreamHandler()
    if how == "json":
        stream.setFormatter(JsonLines())
        logging.getLogger("skerry").setLevel(logging.INFO)
    else:
        stream.setLevel(logging.WARNING)
    root.addHandler(stream)
