"""Deletes the boards of running tables, and waits until they are posted again."""

from __future__ import annotations

from bot.emulator.people import crowd
from tests.workers.proof import RIGHT_WITHIN, Proof


async def posted_again(them: Proof) -> int:
    """Lets the owner of all servers delete the board of each running table, and waits until each has a new board with
    buttons, `RIGHT_WITHIN` seconds at most; returns the number of deleted boards.
    """
    owner, *_ = crowd.people(them.discord.world)
    gone = [(table, table.final) for table in them.tables if not table.watch.over(table.host)]
    for _, board in gone:
        owner.remove(board)

    def all_are_new() -> bool:
        boards = [(table.watch.board(table.host), old) for table, old in gone]
        return all(board is not None and board.usable and board.id != old.id for board, old in boards)

    await them.discord.world.until(all_are_new, RIGHT_WITHIN)
    return len(gone)
