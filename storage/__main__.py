"""The operator's command line `python -m storage`: checks, printed records, statistics, backups, moves, keys, and the
deletion of users.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from storage import engines
from storage.backup import backup
from storage.check import check
from storage.database import Database
from storage.dsn import Dsn, Place, place
from storage.errors import BackupRefused, StorageError
from storage.move import move
from storage.oblivion import forget, forget_inactive, user_id
from storage.rebuild import rebuild_stats
from storage.seal import new_key
from storage.settings import WHICH, database_place, install, retention
from storage.unknown_settings import unknown_settings

PG_DUMP: Final = (
    "{} is copied by PostgreSQL's own tools, while the bots run: `pg_dump --format=custom --file=FILE` makes a copy, "
    "`pg_restore --dbname=…` brings it back into an empty database. It holds hands and seeds: keep it to yourself."
)

SHARING: Final = (
    "{} is on a server, and what others may see is made from a file: stop the bots and `krupier-storage move FILE`, "
    "then `krupier-storage backup --for-sharing --database FILE COPY` (or, while they run, move a copy that "
    "`pg_restore` has made)."
)


NOT_DONE: Final = "Nothing was changed. Run the command without --dry-run to do it."
FORGOTTEN: Final = (
    "Done. Backups from before still have the data: delete them when their time has come, and run this again after "
    "you restore one."
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit code.

    0: done; 1: done, but some record is damaged or does not replay, or some seed, user or game was left out; 2: it
    could not be done (or `check` found the database itself broken), and standard error says what to do. Raises
    SystemExit for wrong arguments and for `--help`.
    """
    options = _parser().parse_args(arguments)
    for sentence in unknown_settings():
        _warn(sentence)
    try:
        if options.command == "new-key":
            print(new_key())
            return 0
        database = options.database or database_place()
        install()
        return asyncio.run(_run(options, database))
    except StorageError as error:
        print(error, file=sys.stderr)
        return 2


async def _run(options: argparse.Namespace, database: Place) -> int:
    match options.command:
        case "backup":
            return await _backup(database, options.file, for_sharing=options.for_sharing)
        case "reseal":
            return await _reseal(database)
        case "rebuild-stats":
            return await _rebuild_stats(database)
        case "move":
            return await _move(database, options.to)
        case "record":
            return await _record(database, options.game)
        case "forget":
            return await _forget(database, options.user, dry_run=options.dry_run)
        case "retention":
            return await _retention(database, dry_run=options.dry_run)
        case _:
            return await _check(database)


async def _check(database: Place) -> int:
    games = bad = damaged = 0
    broken: list[StorageError] = []

    def told(error: StorageError) -> None:
        _warn(error)
        broken.append(error)

    async for finding in check(database, told):
        print(finding)
        games += not finding.game.finished_yet
        damaged += finding.damaged
        bad += finding.trouble is not None and not finding.damaged
    print(f"{_counted(games, 'unfinished game')}, {bad} that {'does' if bad == 1 else 'do'} not replay")
    if damaged:
        print(f"{damaged} with a damaged record: docs/operations.md, *A damaged record*, says what to do")
    return 2 if broken else 1 if bad or damaged else 0


async def _record(database: Place, game: int) -> int:
    async with Database.snapshot(database, _warn) as db:
        await db.games.get(game)
        rows, flaw = await db.record.checked(game)
        resealed = await db.privacy.resealed(game)
    for row in rows:
        print(f"{row['number']} {row['seat']} {row['kind']}: {row['keys'] or '-'}   {row['at']}")
    print(f"{len(rows)} entries. They contain hands: do not share them.", file=sys.stderr)
    if resealed is not None:
        print(f"The record was sealed again at {resealed}, because a user was deleted from it.", file=sys.stderr)
    if flaw is not None:
        print(f"Damaged: {flaw} differs from what was written.", file=sys.stderr)
    return 0 if flaw is None else 1


async def _backup(database: Place, target: Path, *, for_sharing: bool) -> int:
    if isinstance(database, Dsn):
        raise BackupRefused((SHARING if for_sharing else PG_DUMP).format(database))
    await backup(database, target, for_sharing=for_sharing)
    if for_sharing:
        print(f"{target} has the finished games of {database}, without secret seeds and private settings.")
    else:
        print(f"{target} is a checked copy of {database}. It contains hands and seeds: do not share it.")
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
    counted = f"{_counted(rebuilt.games, 'game')} counted"
    print(f"{counted}, {rebuilt.replayed} of them replayed, {len(rebuilt.troubles)} left out")
    return 1 if rebuilt.troubles else 0


async def _move(database: Place, target: Place) -> int:
    moved = await move(database, target)
    games = f"{_counted(moved.games, 'game')} with {moved.entries} entries"
    print(f"{games} moved to {target}. All rows are equal, and every record replays to the same game.")
    if moved.unreplayed:
        print(f"{moved.unreplayed} of them replay in neither database; `krupier-storage check` lists unfinished ones.")
    print(f"Set KRUPIER_DATABASE to {target} before the next start. Keep the old database until you trust the new one.")
    return 0


async def _forget(database: Place, user: int, *, dry_run: bool) -> int:
    done = await forget(database, user, datetime.now(UTC), dry_run=dry_run)
    if not done.rows and not done.games:
        print("Nothing is stored about this user.")
        return 0
    would = "would be " if dry_run else ""
    for table, count in done.rows.items():
        print(f"{table}: {_counted(count, 'row')} {would}deleted or changed")
    print(f"{len(done.resealed)} of the user's records {would}sealed again without the name.")
    print(NOT_DONE if dry_run else FORGOTTEN)
    return 0


async def _retention(database: Place, *, dry_run: bool) -> int:
    if (age := retention()) is None:
        print("KRUPIER_RETENTION_DAYS is not set, so no data is deleted. Set it to a number of days.")
        return 0
    done = await forget_inactive(database, datetime.now(UTC), age, dry_run=dry_run)
    for sealed in done.sealed:
        _warn(sealed)
    users = _counted(len(done.forgotten), "user")
    print(f"{users} without a table, tournament, season or use of the bot in the last {age.days} days.")
    print(NOT_DONE if dry_run else FORGOTTEN)
    return 1 if done.sealed else 0


def _warn(problem: object) -> None:
    print(problem, file=sys.stderr, flush=True)


def _counted(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="krupier-storage", description="Maintenance of Krupier's database.")
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("--database", type=place, metavar="DATABASE", help=WHICH)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("check", parents=[shared], help="check every record and replay every unfinished game")
    commands.add_parser(
        "rebuild-stats",
        parents=[shared],
        help="compute the statistics again from all finished games (stop the bot first)",
    )
    moving = commands.add_parser(
        "move", parents=[shared], help="move everything into another database (stop the bot first)"
    )
    moving.add_argument("to", type=place, metavar="TO", help="a new file or an empty database postgresql://…")
    looking = commands.add_parser("record", parents=[shared], help="print the record of a game, even a damaged one")
    looking.add_argument("game", type=int, metavar="GAME", help="the number of the game")
    forgetting = commands.add_parser(
        "forget", parents=[shared], help="delete everything about a user, as /privacy forget does (stop the bot first)"
    )
    forgetting.add_argument("user", type=user_id, metavar="USER", help="the ID of the Discord account")
    retaining = commands.add_parser(
        "retention",
        parents=[shared],
        help="forget users who have neither played nor used the bot for KRUPIER_RETENTION_DAYS (stop the bot first)",
    )
    for parser_of_deletion in (forgetting, retaining):
        parser_of_deletion.add_argument("--dry-run", action="store_true", help="only print what would be deleted")
    commands.add_parser("new-key", help="print a new KRUPIER_SECRET_KEY, which encrypts seeds until a game is over")
    commands.add_parser(
        "reseal",
        parents=[shared],
        help="encrypt the seeds of unfinished games and tournaments with the first key (stop the bot first)",
    )
    copying = commands.add_parser("backup", parents=[shared], help="copy the database into a new file")
    copying.add_argument(
        "--for-sharing", action="store_true", help="leave out unfinished games, seeds and private data"
    )
    copying.add_argument("file", type=Path, metavar="FILE", help="must not exist yet")
    return parser


if __name__ == "__main__":
    sys.exit(main())
