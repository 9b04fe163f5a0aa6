"""Those who watch a game: their list and their chat.

The players see neither before the game is over: nobody can tell them anything from there.
"""

import asyncio
from typing import TYPE_CHECKING

from skerry.server.store.gallery import MAX_GALLERY, GalleryLine, read_gallery, say_in_gallery
from skerry.server.store.store import durable

if TYPE_CHECKING:
    from skerry.server.tables.socket import Socket
    from skerry.server.tables.table import LiveTable

UNNAMED = "Somebody"  # who watches and has never said a name


class WatchersGallery:
    def __init__(self, table: "LiveTable") -> None:
        self.table = table
        self.lines: list[GalleryLine] | None = None  # None: not read yet

    async def read(self) -> bool:
        """Is there anything new?"""
        store, last = self.table.store, self.lines[-1].seq if self.lines else -1
        new = await asyncio.to_thread(read_gallery, store, self.table.id, last)
        self.lines = [*(self.lines or []), *new][-MAX_GALLERY:]
        return bool(new)

    async def say(self, line: GalleryLine) -> None:
        await self.read()
        numbered = await durable(say_in_gallery(self.table.store, self.table.id, line))
        if numbered is None:
            return
        await self.read()
        self.show()
        self.table.store.tell(f"gallery {self.table.id}")

    def is_open_to(self, socket: "Socket") -> bool:
        """Those who watch, while the game goes on; everybody once it is over.  A link to the replay shows no chat."""
        match = self.table.match
        if socket.is_replay:
            return False
        return not socket.seats or (match is not None and match.over)

    def show(self) -> None:
        if self.lines is None:
            return
        names = [name or UNNAMED for name in self.table.presence.watching]
        for socket in self.table.sockets:
            if self.is_open_to(socket) and (names or self.lines):
                socket.show_gallery(names, self.lines)
