"""`python -m storage`: `check`, `backup FILE`, `new-key`, safe while a bot runs; `rebuild-stats`, `reseal`."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

from storage.backup import backup
from storage.check import check
from storage.errors import StorageError
from storage.rebuild import rebuild_stats
from storage.seal import new_key
from storage.settings import database_path, found_decks, install_keys
from storage.store import Store


def main(arguments: Sequence[str] | None = None) -> int:
    """0: done; 1: some game does not replay; 2: it could not be done, and standard error says what to do."""
    options = _parser().parse_args(arguments)
    try:
        if options.command == "new-key":
            print(new_key())
            return 0
        database = options.database or database_path()
        found_decks()
        install_keys()
        if options.command == "backup":
            return asyncio.run(_backup(database, options.file, for_sharing=options.for_sharing))
        if options.command == "reseal":
            return asyncio.run(_reseal(database))
        if options.command == "rebuild-stats":
            return asyncio.run(_rebuild_stats(database))
        return asyncio.run(_check(database))
    except StorageError as error:
        print(error, file=sys.stderr)
        return 2


async def _check(database: Path) -> int:
    games = bad = 0
    async for finding in check(database):
        print(finding)
        games += 1
        bad += finding.trouble is not None
    unfinished = f"{games} unfinished {'game' if games == 1 else 'games'}"
    print(f"{unfinished}, {bad} that {'does' if bad == 1 else 'do'} not replay")
    return 1 if bad else 0


async def _backup(database: Path, target: Path, *, for_sharing: bool) -> int:
    await backup(database, target, for_sharing=for_sharing)
    if for_sharing:
        print(f"{target} has the finished games of {database}, no other game, no secret seed, no private setting.")
    else:
        print(f"{target} is a checked copy of {database}. It holds hands and seeds: keep it to yourself.")
    return 0


async def _reseal(database: Path) -> int:
    async with Store.opened(database) as store:
        count = await store.reseal()
    print(f"{count} {'seed is' if count == 1 else 'seeds are'} sealed with the first key of KRUPIER_SECRET_KEY.")
    return 0


async def _rebuild_stats(database: Path) -> int:
    rebuilt = await rebuild_stats(database)
    for trouble in rebuilt.troubles:
        print(trouble)
    counted = f"{rebuilt.games} {'game' if rebuilt.games == 1 else 'games'} counted"
    print(f"{counted}, {rebuilt.replayed} of them replayed, {len(rebuilt.troubles)} left out")
    return 1 if rebuilt.troubles else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m storage", description="Look after Krupier's database.")
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("--database", type=Path, metavar="FILE", help="default: KRUPIER_DATABASE, else krupier.sqlite3")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("check", parents=[shared], help="replay every unfinished game under the present rules")
    commands.add_parser(
        "rebuild-stats",
        parents=[shared],
        help="derive the statistics again from all finished games (stop the bot first)",
    )
    commands.add_parser("new-key", help="print a key for KRUPIER_SECRET_KEY, which seals the seeds of running games")
    commands.add_parser(
        "reseal", parents=[shared], help="seal all sealed seeds with the first key (stop the bot first)"
    )
    copying = commands.add_parser("backup", parents=[shared], help="copy the database into a new file")
    copying.add_argument(
        "--for-sharing", action="store_true", help="leave out unfinished games, seeds and all that is private"
    )
    copying.add_argument("file", type=Path, metavar="FILE", help="must not exist yet")
    return parser


if __name__ == "__main__":
    sys.exit(main())
