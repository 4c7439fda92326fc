"""Errors of the storage, each with a message that says what to do."""

from __future__ import annotations

from pathlib import Path
from typing import Final


class StorageError(Exception):
    """Base class of all errors of the storage; its text may be shown to the person who can correct it."""


class DatabaseError(StorageError):
    """An error that the operator corrects: the file, its folder, its disk, its version."""


class DatabaseInUse(DatabaseError):
    """Another process serves this database already."""

    def __init__(self, path: Path, holder: str) -> None:
        self.holder = holder
        super().__init__(
            f"{path} is served by another running Krupier ({holder}). One database has one process: "
            "stop that one first, or give this one its own file with KRUPIER_DATABASE."
        )


class ServerInUse(DatabaseError):
    """Bots serve this server's database, and the operation needs it to be unused."""

    def __init__(self, place: object, count: int) -> None:
        bots = "another Krupier is" if count == 1 else f"{count} other connections of Krupier are"
        super().__init__(f"{place} is served: {bots} there. Stop every bot first.")


class OtherCount(DatabaseError):
    """Workers run with another number of shards."""

    def __init__(self, wanted: int, found: int) -> None:
        super().__init__(
            f"KRUPIER_SHARDS: {wanted} shards are wanted, but workers run with {found}. Write {found}, or stop all "
            "workers first: the number changes only while none runs."
        )


class ClaimsLost(DatabaseError):
    """The connection that held the claims is gone, and they with it."""

    def __init__(self, place: object) -> None:
        super().__init__(f"{place}: the connection that holds this worker's shards is lost.")


class DatabaseTooNew(DatabaseError):
    """The database was written by a newer program."""

    def __init__(self, path: str, found: int, known: int) -> None:
        super().__init__(
            f"{path} was written by a newer Krupier (schema {found}, this program knows {known}). "
            "Update the program, or use the database that belongs to this version."
        )


class DatabaseTooOld(DatabaseError):
    """The database was last used by a program so old that this one does not upgrade it."""

    def __init__(self, path: str, found: int, oldest: int) -> None:
        super().__init__(
            f"{path} was written by an old Krupier (schema {found}), and this version upgrades databases from schema "
            f"{oldest} on. Nothing was changed. Start the newest Krupier 0.1 on it once, then this version."
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
            "for its folder (SQLite keeps two more files next to it): correct the owner or the permissions, "
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
        self.where = where
        super().__init__(f"The record of game {game} is damaged: {where} is not what was written.")


class DiskTrouble(DatabaseError):
    """The disk is full or failing; nothing of the refused step was saved."""

    def __init__(self, path: Path | str, why: str) -> None:
        super().__init__(f"{path} could not be written ({why}). Nothing was lost: make room on the disk and try again.")


TRANSIENT_ERRORS: Final = (DatabaseBusy, DatabaseUnreachable, DiskTrouble)
"""Errors that pass without a restart: another program releases the file, the disk has room again, or the server
answers."""


class MigrationFailed(DatabaseError):
    """A schema file did not apply; the database is as it was before."""


class RequestUnwritable(DatabaseError):
    """The bot cannot get a request: the system does not let this user create a file next to the database."""

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
