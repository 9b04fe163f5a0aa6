"""What the last commit before format 2 wrote; see make.py."""

import zipfile
from pathlib import Path

FILE = Path(__file__).parent / "format1.zip"


def unpack(folder: Path, *names: str) -> None:
    """These files of the archive; all of them if none is named."""
    with zipfile.ZipFile(FILE) as found:
        found.extractall(folder, names or None)
