"""How Skerry was started, so that the commands we suggest work as typed."""

import os

COMMAND = os.environ.get("SKERRY_COMMAND") or "skerry"  # play.py says that it was `python3 play.py`
