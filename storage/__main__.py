"""`python -m storage`: `check`, `record`, `backup`, `new-key` at any time; the rest while no bot runs."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from storage import engines
from storage.backup import backup
from storage.check import check
from storage.database import Database
from storage.dsn import Dsn, Place, place
from storage.errors import BackupRefused, StorageError
from storage.move import move
from storage.rebuild import rebuild_stats
from storage.seal import new_key
from storage.settings import WHICH, database_place, found_decks, install_keys
from storage.unknown_settings import unknown_settings

PG_DUMP: Final = (
    "{} is copied by PostgreSQL's own tools, while the bots run: `pg_dump --format=custom --file=FILE` makes a copy, "
    "`pg_restore --dbname=…` brings it back into an empty database. It holds hands and seeds: keep it to yourself."
)

SHARING: Final = (
    "{} is on a server, and what others may see is made from a file: stop the bots and `python -m storage move FILE`, "
    "then `python -m storage backup --for-sharing --database FILE COPY` (or, while they run, move a copy that "
    "`pg_restore` has made)."
)


def main(arguments: Sequence[str] | None = None) -> int:
    """0: done; 1: some game does not replay; 2: it could not be done, and standard error says what to do."""
    options = _parser().parse_args(arguments)
    for sentence in unknown_settings():
        print(sentence, file=sys.stderr, flush=True)
    try:
        if options.command == "new-key":
            print(new_key())
            return 0
        database = options.database or database_place()
        found_decks()
        install_keys()
        if options.command == "backup":
            return asyncio.run(_backup(database, options.file, for_sharing=options.for_sharing))
        if options.command == "reseal":
            return asyncio.run(_reseal(database))
        if options.command == "rebuild-stats":
            return asyncio.run(_rebuild_stats(database))
        if options.command == "move":
            return asyncio.run(_move(database, options.to))
        if options.command == "record":
            return asyncio.run(_record(database, options.game))
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


async def _record(database: Place, game: int) -> int:
    def told(error: StorageError) -> None:
        print(error, file=sys.stderr, flush=True)

    async with Database.snapshot(database, told) as db:
        await db.games.get(game)
        rows, flaw = await db.record.checked(game)
    for row in rows:
        print(f"{row['number']} {row['seat']} {row['kind']}: {row['keys'] or '-'}   {row['at']}")
    print(f"{len(rows)} entries. They hold hands: keep them to yourself.", file=sys.stderr)
    if flaw is not None:
        print(f"Damaged: {flaw} is not what was written.", file=sys.stderr)
    return 0 if flaw is None else 1


async def _backup(database: Place, target: Path, *, for_sharing: bool) -> int:
    if isinstance(database, Dsn):
        raise BackupRefused((SHARING if for_sharing else PG_DUMP).format(database))
    await backup(database, target, for_sharing=for_sharing)
    if for_sharing:
        print(f"{target} has the finished games of {database}, no other game, no secret seed, no private setting.")
    else:
        print(f"{target} is a checked copy of {database}. It holds hands and seeds: keep it to yourself.")
    return 0


async def _reseal(database: Place) -> int:
    await engines.must_stand_still(database)
    async with Database.opened(database) as db:
        count, left = await db.seeds.reseal()
    print(f"{count} {'seed is' if count == 1 else 'seeds are'} sealed with the first key of KRUPIER_SECRET_KEY.")
    for sealed in left:
        print(sealed, file=sys.stderr)
    return 1 if left else 0


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
    looking = commands.add_parser("record", parents=[shared], help="print what stands in a game's record, also damaged")
    looking.add_argument("game", type=int, metavar="GAME", help="its number")
    commands.add_parser("new-key", help="print a key for KRUPIER_SECRET_KEY, which seals seeds until the end")
    commands.add_parser(
        "reseal", parents=[shared], help="seal the seeds of what is not over with the first key (stop the bot first)"
    )
    copying = commands.add_parser("backup", parents=[shared], help="copy the database into a new file")
    copying.add_argument(
        "--for-sharing", action="store_true", help="leave out unfinished games, seeds and all that is private"
    )
    copying.add_argument("file", type=Path, metavar="FILE", help="must not exist yet")
    return parser


if __name__ == "__main__":
    sys.exit(main())
