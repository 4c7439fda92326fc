"""Between processes that share a database: who changes a table, and that it has changed. In a file: nothing of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager

from storage.core import Core


class Hints(Core):
    """Locks that all processes see, hints that may be lost, and a look that finds what was lost."""

    def alone(self, game: int) -> AbstractAsyncContextManager[None]:
        """A block in which no other process changes this table, as far as it asks for the same.

        DatabaseError where another process does not let go of it.
        """
        return self._engine.alone(game)

    async def hint(self, game: int) -> None:
        """Tell other processes that this table has changed; what is told may be lost, and never fails."""
        await self._engine.hint(game)

    def listen(self, heard: Callable[[int], None]) -> None:
        """From now on hear the numbers of tables that any process gives hints about."""
        self._engine.listen(heard)

    async def changed_since(self, mark: str | None) -> tuple[Mapping[int, int | None], str]:
        """The tables that other processes have changed since that mark, with their servers, and the next mark.

        None: no tables, only a mark to begin with. A table may come more than once, none is left out.
        """
        return await self._engine.changed_since(mark)
