"""`python -m storage`: `check`, `backup FILE`, safe while a bot runs; `rebuild-stats`, `move TO`, while none does."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from storage.backup import backup
from storage.check import check
from storage.dsn import Dsn, Place, place
from storage.errors import BackupRefused, StorageError
from storage.move import move
from storage.rebuild import rebuild_stats
from storage.settings import WHICH, database_place, found_decks

PG_DUMP: Final = (
    "{} is copied by PostgreSQL's own tools, while the bots run: `pg_dump --format=custom --file=FILE` makes a copy, "
    "`pg_restore --dbname=…` brings it back into an empty database. It holds hands and seeds: keep it to yourself."
)


def main(arguments: Sequence[str] | None = None) -> int:
    """0: done; 1: some game does not replay; 2: it could not be done, and standard error says what to do."""
    options = _parser().parse_args(arguments)
    try:
        database = options.database or database_place()
        found_decks()
        if options.command == "backup":
            return asyncio.run(_backup(database, options.file))
        if options.command == "rebuild-stats":
            return asyncio.run(_rebuild_stats(database))
        if options.command == "move":
            return asyncio.run(_move(database, options.to))
        return asyncio.run(_check(database))
    except StorageError as error:
        print(error, file=sys.stderr)
        return 2


async def _check(database: Place) -> int:
    games = bad = damaged = 0
    broken: list[StorageError] = []

    def told(error: StorageError) -> None:
        print(error, file=sys.stderr, flush=True)
        broken.append(error)

    async for finding in check(database, told):
        print(finding)
        games += not finding.game.finished_yet
        damaged += finding.damaged
        bad += finding.trouble is not None and not finding.damaged
    unfinished = f"{games} unfinished {'game' if games == 1 else 'games'}"
    print(f"{unfinished}, {bad} that {'does' if bad == 1 else 'do'} not replay")
    if damaged:
        print(f"{damaged} with a damaged record: docs/operations.md, *A damaged record*, says what to do")
    return 2 if broken else 1 if bad or damaged else 0


async def _backup(database: Place, target: Path) -> int:
    if isinstance(database, Dsn):
        raise BackupRefused(PG_DUMP.format(database))
    await backup(database, target)
    print(f"{target} is a checked copy of {database}. It holds hands and seeds: keep it to yourself.")
    return 0


async def _rebuild_stats(database: Place) -> int:
    rebuilt = await rebuild_stats(database)
    for trouble in rebuilt.troubles:
        print(trouble)
    counted = f"{rebuilt.games} {'game' if rebuilt.games == 1 else 'games'} counted"
    print(f"{counted}, {rebuilt.replayed} of them replayed, {len(rebuilt.troubles)} left out")
    return 1 if rebuilt.troubles else 0


async def _move(database: Place, target: Place) -> int:
    moved = await move(database, target)
    games = f"{moved.games} {'game' if moved.games == 1 else 'games'} with {moved.entries} entries"
    print(f"{games} moved to {target}: the same rows, and every record replays to the same on both sides.")
    if moved.unreplayed:
        print(f"{moved.unreplayed} of them replay on neither side; `python -m storage check` tells of unfinished ones.")
    print("Set KRUPIER_DATABASE to it before the next start, and keep the old one until you trust the new one.")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m storage", description="Look after Krupier's database.")
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("--database", type=place, metavar="DATABASE", help=WHICH)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("check", parents=[shared], help="check every record and replay every unfinished game")
    commands.add_parser(
        "rebuild-stats",
        parents=[shared],
        help="derive the statistics again from all finished games (stop the bot first)",
    )
    moving = commands.add_parser(
        "move", parents=[shared], help="move everything into another database (stop the bot first)"
    )
    moving.add_argument("to", type=place, metavar="TO", help="a new file or an empty database postgresql://…")
    copying = commands.add_parser("backup", parents=[shared], help="copy the database into a new file")
    copying.add_argument("file", type=Path, metavar="FILE", help="must not exist yet")
    return parser


if __name__ == "__main__":
    sys.exit(main())
