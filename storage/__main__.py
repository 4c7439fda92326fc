"""`python -m storage`: `check` and `backup FILE`, both safe while a bot runs, and `rebuild-stats` while none does."""

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
        return asyncio.run(_check(database))
    except StorageError as error:
        print(error, file=sys.stderr)
        return 2


async def _check(database: Place) -> int:
    games = bad = 0
    async for finding in check(database):
        print(finding)
        games += 1
        bad += finding.trouble is not None
    unfinished = f"{games} unfinished {'game' if games == 1 else 'games'}"
    print(f"{unfinished}, {bad} that {'does' if bad == 1 else 'do'} not replay")
    return 1 if bad else 0


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


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m storage", description="Look after Krupier's database.")
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("--database", type=place, metavar="DATABASE", help=WHICH)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("check", parents=[shared], help="replay every unfinished game under the present rules")
    commands.add_parser(
        "rebuild-stats",
        parents=[shared],
        help="derive the statistics again from all finished games (stop the bot first)",
    )
    copying = commands.add_parser("backup", parents=[shared], help="copy the database into a new file")
    copying.add_argument("file", type=Path, metavar="FILE", help="must not exist yet")
    return parser


if __name__ == "__main__":
    sys.exit(main())
