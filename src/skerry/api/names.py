"""Names that editors can offer; any other text is still checked when it is used."""

from typing import Literal

OfferedGame = Literal["nusfjord", "tungaru", "buru", "tidepool"]
OfferedLevel = Literal["random", "novice", "easy", "medium", "hard", "expert"]
