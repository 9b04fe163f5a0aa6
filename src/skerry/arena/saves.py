"""Games of a tournament as files for `skerry replay` and `skerry check`."""

from pathlib import Path

from skerry.arena.job import ArenaError, GameResult, TournamentSetting, entrant_seats
from skerry.match import Match
from skerry.match.save import encode_match, entry_of


class Saves:
    def __init__(self, setting: TournamentSetting, folder: Path) -> None:
        self.folder = folder
        self.setting = setting
        self.match: Match | None = None

    def write(self, result: GameResult) -> None:
        """Write the game, if the result has its decisions."""
        if not result.log:
            return
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            (self.folder / file_name(result)).write_bytes(self.text(result))
        except OSError as error:
            raise ArenaError(f"{self.folder}: games cannot be saved there: {error.strerror}") from error

    def text(self, result: GameResult) -> bytes:
        """All games share one match object, so that components are loaded only once."""
        setting, match = self.setting, self.match
        seats = entrant_seats(result.bots)
        if match is None:
            match = self.match = Match(setting.game, seats, options=setting.options, overlay=setting.overlay)
        match.seats, match.seed, match.log = seats, result.seed, [entry_of(line) for line in result.log]
        return encode_match(match)


def file_name(result: GameResult) -> str:
    return f"deal{result.deal + 1:04}-{result.seating + 1}.json"
