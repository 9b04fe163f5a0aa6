"""Builds the page anew and keeps it in web/page.zip, for everybody who has no Node. Run it after a change in web/.

python3 tools/build_page.py             builds it if web/ has changed
python3 tools/build_page.py --always    builds it in any case
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from setup import environment  # noqa: E402
from setup.page import Page  # noqa: E402
from setup.start import build_page  # noqa: E402
from setup.steps import SetupError  # noqa: E402


def main(always: bool) -> None:
    page = Page(ROOT / "web")
    if page.kept_stamp() == page.sources and not always:
        print("web/page.zip is up to date.")
        return
    if always or not page.is_current():
        environment.ensure(["play"], "building the page")
        build_page(page)
    page.keep()
    print(f"web/page.zip: {page.kept.stat().st_size // 1000} kB, from sources {page.sources}")


if __name__ == "__main__":
    try:
        main("--always" in sys.argv[1:])
    except SetupError as error:
        sys.exit(str(error))
