#!/usr/bin/env python3
"""Sets Skerry up in .venv, where need be, and starts it. Needs Python 3.11 or later and nothing else.

python3 play.py             starts the game and opens it in the browser
python3 play.py --wait ...  compiles the engine before it starts anything
python3 play.py test ...    runs all tests (or what the further words tell pytest); first word --all: with Ray and more
python3 play.py add ...     installs an extra: envs (for learners), accounts, client, club (PostgreSQL), metrics, ray
python3 play.py docs        builds the documentation and opens it
python3 play.py python ...  the Python of .venv with the compiled package, for scripts in bench/ and tools/
python3 play.py ARGS...     the skerry command
"""

import sys

# This file must parse on every Python, however old, to tell its owner so.
if sys.version_info < (3, 11):
    sys.exit("Skerry needs Python 3.11 or later, and this is %d.%d. Try: python3.12 play.py" % sys.version_info[:2])

from setup.start import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
