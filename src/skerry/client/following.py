"""What a client remembers of its stream of events, so that nothing is missed when it breaks."""

from collections.abc import Sequence

from skerry.server.protocol.calls import TableInfo
from skerry.server.protocol.program_calls import InvitedEvent, OverEvent, ProgramEvent, StartedEvent


class Following:
    """After a break, the server tells again what is open; what ended meanwhile is found in the list of tables."""

    def __init__(self, tables: Sequence[str] = ()) -> None:
        self.open = dict.fromkeys(tables, "")  # tables that were open when last heard of, and their games

    def hear(self, event: ProgramEvent) -> None:
        if isinstance(event, OverEvent):
            self.open.pop(event.table, None)
        elif isinstance(event, InvitedEvent | StartedEvent):
            self.open[event.table] = event.game

    def missed(self, tables: Sequence[TableInfo]) -> list[ProgramEvent]:
        listed = {info.id: info for info in tables}
        found: list[ProgramEvent] = []
        for table, game in list(self.open.items()):
            info = listed.get(table)
            if info is None or info.over:
                found.append(OverEvent(table, info.game if info else game, list(info.points) if info else []))
                del self.open[table]
        return found
