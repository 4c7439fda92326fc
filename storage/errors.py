"""What can go wrong with the store, each with a message that says what to do."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final


class StorageError(Exception):
    """Anything the store refuses or cannot do; its text is fit to be shown to whoever can mend it."""


class DatabaseError(StorageError):
    """Something that the operator mends: the file, its folder, its disk, its version."""


class DatabaseInUse(DatabaseError):
    """Another process serves this database already."""

    def __init__(self, path: Path, holder: str) -> None:
        self.path = path
        self.holder = holder
        super().__init__(
            f"{path} is served by another running Krupier ({holder}). One database has one process: "
            "stop that one first, or give this one its own file with KRUPIER_DATABASE."
        )


class DatabaseTooNew(DatabaseError):
    """The database was written by a newer program."""

    def __init__(self, path: str, found: int, known: int) -> None:
        self.found = found
        self.known = known
        super().__init__(
            f"{path} was written by a newer Krupier (schema {found}, this program knows {known}). "
            "Update the program, or use the database that belongs to this version."
        )


class NotADatabase(DatabaseError):
    """The path leads to something that is not Krupier's database."""

    def __init__(self, path: Path | str, what: str) -> None:
        super().__init__(
            f"{path} is {what}, not Krupier's database. Name another file with KRUPIER_DATABASE; "
            "a file that does not exist yet is created."
        )


class DatabaseMissing(DatabaseError):
    """There is no database to read, or no folder to put one into."""


class DatabaseUnreadable(DatabaseError):
    """The system does not let this user read and write the database or its folder."""

    def __init__(self, path: Path | str, why: str) -> None:
        super().__init__(
            f"{path} cannot be opened for reading and writing ({why}). Krupier needs both, for the file and "
            "for its folder (SQLite keeps two more files beside it): correct the owner or the permissions, "
            "or name another place with KRUPIER_DATABASE."
        )


class DatabaseExposed(DatabaseError):
    """Other users of the machine can read the database, and that could not be changed."""

    def __init__(self, path: Path | str, why: str) -> None:
        super().__init__(
            f"{path} can be read by other users ({why}), and it holds hands and seeds. "
            "Let Krupier's user own it, or take the rights of group and others away (chmod go-rwx)."
        )


class SeedSealed(DatabaseError):
    """A seed was sealed with a key that this process does not have."""

    def __init__(self, game: int, what_to_do: str, what: str = "game") -> None:
        self.game, self.what = game, what
        super().__init__(f"The seed of {what} {game} is sealed: {what_to_do}")


class DatabaseBusy(DatabaseError):
    """Another program holds a lock on the database for too long."""

    def __init__(self, path: Path | str) -> None:
        super().__init__(
            f"{path} is locked by another program (an open sqlite3 shell, perhaps). Close that program and try again."
        )


class DatabaseUnreachable(DatabaseError):
    """The database's server does not answer (now); what was being written may be saved or not."""

    def __init__(self, place: object, why: str) -> None:
        super().__init__(
            f"{place} cannot be reached ({why}). See whether its server runs and is reachable from here, or correct "
            "KRUPIER_DATABASE."
        )


class AccessRefused(DatabaseError):
    """The database's server does not let this user in, or not do what is needed."""

    def __init__(self, place: object, why: str) -> None:
        super().__init__(
            f"{place} refuses ({why}). Correct the user, the password or the name in KRUPIER_DATABASE, or let that "
            "user create tables there."
        )


class DatabaseDamaged(DatabaseError):
    """The database's content is broken."""

    def __init__(self, path: Path | str, why: str) -> None:
        super().__init__(
            f"{path} is damaged ({why}). Keep the file for a repair, and go on from the last copy made with "
            "`python -m storage backup FILE`."
        )


class RecordDamaged(StorageError):
    """A game's record is not what was written; it is set aside, all others go on."""

    def __init__(self, game: int, where: str) -> None:
        self.game = game
        self.where = where
        super().__init__(f"The record of game {game} is damaged: {where} is not what was written.")


class DiskTrouble(DatabaseError):
    """The disk is full or failing; nothing of the refused step was saved."""

    def __init__(self, path: Path | str, why: str) -> None:
        super().__init__(f"{path} could not be written ({why}). Nothing was lost: make room on the disk and try again.")


FOR_NOW: Final = (DatabaseBusy, DatabaseUnreachable, DiskTrouble)
"""What is over once another program lets go of the file, its disk has room again, or the server answers: nobody has to
restart anything.
"""


class MigrationFailed(DatabaseError):
    """A schema file did not apply; the database is as it was before."""


class RequestUnwritable(DatabaseError):
    """The bot cannot be asked for anything: the system does not let this user put a file beside the database."""

    def __init__(self, folder: Path, why: str) -> None:
        super().__init__(
            f"The bot cannot be asked: that takes a file in {folder}, and none can be put there ({why}). Type the "
            "command as the user who runs the bot (sudo -u USER …), or see to the folder's permissions and its disk."
        )


class BackupRefused(DatabaseError):
    """A backup was not made, and nothing was overwritten."""


class MoveRefused(DatabaseError):
    """A database was not moved; the one that it should have left is as it was."""


class BadSetting(DatabaseError):
    """A setting that cannot be read."""


class StoreClosed(StorageError):
    """The store was used after it had been closed."""

    def __init__(self) -> None:
        super().__init__("The store is closed: the program is stopping. Try again once it runs.")


class BadRow(StorageError):
    """A value that the schema does not allow; nothing was written."""


class TableError(StorageError):
    """Something asked for that the table's state does not allow; nothing was written."""


class UnknownGame(TableError):
    """No game has this number."""

    def __init__(self, game: int | None = None) -> None:
        self.game = game
        name = "that number" if game is None else f"number {game}"
        super().__init__(f"There is no game with {name}. Open one with /game new.")


class ChannelBusy(TableError):
    """The channel has an unfinished game."""

    def __init__(self, channel: int, game: int) -> None:
        self.channel = channel
        self.game = game
        super().__init__(f"Game {game} is not finished in this channel. Finish or end it, or take another channel.")


class WrongPhase(TableError):
    """The game is not in a phase in which this can be done."""

    def __init__(self, game: int, phase: str, wanted: str) -> None:
        self.game = game
        self.phase = phase
        super().__init__(f"Game {game} is {phase}; this can be done only while it is {wanted}.")


class AlreadySeated(TableError):
    """Nobody sits in two seats of one game."""

    def __init__(self, game: int, user: int) -> None:
        self.game = game
        self.user = user
        super().__init__(f"This player sits in game {game} already; nobody sits in two seats.")


class NotSeated(TableError):
    """The user or the seat is not part of the game."""

    def __init__(self, game: int, who: int | str) -> None:
        self.game = game
        self.who = who
        super().__init__(f"Nobody like that sits in game {game}. Join it first.")


class AlreadyAnswered(TableError):
    """That seat's answer to that decision is in the record; the first one stands."""

    def __init__(self, game: int, number: int, seat: str) -> None:
        self.game = game
        self.number = number
        self.seat = seat
        super().__init__(f"Seat {seat} has answered decision {number} of game {game} already; that answer stands.")


class Overtaken(TableError):
    """Another worker has appended to the record meanwhile: read what is new and try again."""

    def __init__(self, game: int, believed: int, found: int) -> None:
        self.game = game
        self.believed = believed
        self.found = found
        super().__init__(f"Game {game} has gone on meanwhile. Look at it again.")


class UnknownDeck(TableError):
    """The user keeps no such deck (any more)."""

    def __init__(self) -> None:
        super().__init__("You keep no such deck (any more). /game deck lists those that you have.")


class DeckNameTaken(TableError):
    """Another deck of the same user and game has that name."""

    def __init__(self) -> None:
        super().__init__("Another of your decks has that name. Take another one.")


class TooManyDecks(TableError):
    """A user keeps as many decks of a game as there is room for."""

    def __init__(self, most: int) -> None:
        self.most = most
        super().__init__(f"You keep {most} decks already. Remove one with /game deck.")


@contextmanager
def explained(path: Path | str) -> Iterator[None]:
    """Turn SQLite's errors into the store's own, which say what to do."""
    try:
        yield
    except UnicodeDecodeError:
        raise DatabaseDamaged(path, "a text in it is none") from None
    except sqlite3.Error as error:
        if "Could not decode" in str(error):
            # SQLite's own words hold the text itself, perhaps somebody's cards.
            raise DatabaseDamaged(path, "a text in it is none") from None
        raise _explanation(path, error) from error


def _explanation(path: Path | str, error: sqlite3.Error) -> StorageError:
    code = getattr(error, "sqlite_errorcode", 0)
    if code == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY:
        return UnknownGame()
    match code & 0xFF:
        case sqlite3.SQLITE_NOTADB:
            return NotADatabase(path, "some other file")
        case sqlite3.SQLITE_CORRUPT:
            return DatabaseDamaged(path, str(error))
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return DatabaseBusy(path)
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM | sqlite3.SQLITE_AUTH:
            return DatabaseUnreadable(path, str(error))
        case sqlite3.SQLITE_FULL | sqlite3.SQLITE_IOERR:
            return DiskTrouble(path, str(error))
        case sqlite3.SQLITE_CONSTRAINT:
            return BadRow(f"{path} does not accept that: {error}. Nothing was written.")
    return DatabaseError(f"{path}: {error}. Check it with `python -m storage check`.")
