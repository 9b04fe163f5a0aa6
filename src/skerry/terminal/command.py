"""How Skerry was started, so that what people are told to type works for them, too."""

import os

COMMAND = os.environ.get("SKERRY_COMMAND") or "skerry"  # play.py says that it was `python3 play.py`
