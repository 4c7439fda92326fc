"""Errors of the storage package, each with a message that says what to do."""

from __future__ import annotations

from pathlib import Path
from typing import Final


class StorageError(Exception):
    """The base class of all errors of the storage package, whose text may be shown to the person who can correct it."""


class DatabaseError(StorageError):
    """The base class of errors that an operator corrects: the file, its folder, its disk, its version."""


class DatabaseInUse(DatabaseError):
    """The error that another process already serves this database."""

    def __init__(self, path: Path, holder: str) -> None:
        self.holder = holder
        super().__init__(
            f"{path} is in use by another running Krupier ({holder}). Only one process can use a database: "
            "stop that one first, or give this one its own file with KRUPIER_DATABASE."
        )


class ServerInUse(DatabaseError):
    """The error that bots serve this server's database, although the operation needs it to be unused."""

    def __init__(self, place: object, count: int) -> None:
        bots = "another Krupier is" if count == 1 else f"{count} other connections of Krupier are"
        super().__init__(f"{place} is in use: {bots} there. Stop every bot first.")


class OtherCount(DatabaseError):
    """The error that other workers run with another number of shards."""

    def __init__(self, wanted: int, found: int) -> None:
        super().__init__(
            f"KRUPIER_SHARDS: {wanted} shards are wanted, but workers run with {found}. Write {found}, or stop all "
            "workers first: the number changes only while none runs."
        )


class ClaimsLost(DatabaseError):
    """The error that this worker has lost its database connection, and with it its claims on shards."""

    def __init__(self, place: object) -> None:
        super().__init__(f"{place}: the connection that holds this worker's shards is lost.")


class DatabaseTooNew(DatabaseError):
    """The error that the database was written by a newer version of Krupier."""

    def __init__(self, path: str, found: int, known: int) -> None:
        super().__init__(
            f"{path} was written by a newer Krupier (schema {found}, this program knows {known}). "
            "Update the program, or use the database that belongs to this version."
        )


class DatabaseTooOld(DatabaseError):
    """The error that the database is too old to be upgraded by this version."""

    def __init__(self, path: str, found: int, oldest: int) -> None:
        super().__init__(
            f"{path} was written by an old Krupier (schema {found}), and this version upgrades databases from schema "
            f"{oldest} on. Nothing was changed. Start the newest Krupier 0.1 on it once, then this version."
        )


class NotADatabase(DatabaseError):
    """The error that the path leads to a file which is not Krupier's database."""

    def __init__(self, path: Path | str, what: str) -> None:
        super().__init__(
            f"{path} is {what}, not Krupier's database. Name another file with KRUPIER_DATABASE; "
            "a file that does not exist yet is created."
        )


class DatabaseMissing(DatabaseError):
    """The error that there is no database, or no folder for one."""


class DatabaseUnreadable(DatabaseError):
    """The error that the operating system does not let this process read and write the database or its folder."""

    def __init__(self, path: Path | str, why: str) -> None:
        super().__init__(
            f"{path} cannot be opened for reading and writing ({why}). Krupier needs both, for the file and "
            "for its folder (SQLite keeps two more files next to it): correct the owner or the permissions, "
            "or name another place with KRUPIER_DATABASE."
        )


class DatabaseExposed(DatabaseError):
    """The error that other users of the machine can read the database, and that this could not be changed."""

    def __init__(self, path: Path | str, why: str) -> None:
        super().__init__(
            f"{path} can be read by other users ({why}), and it contains hands and seeds. "
            "Give it to the user that runs Krupier, or remove the permissions of group and others (chmod go-rwx)."
        )


class SeedSealed(DatabaseError):
    """The error that a game's or tournament's encrypted seed cannot be opened: no key fits, or the seed was altered."""

    def __init__(self, game: int, what_to_do: str, what: str = "game") -> None:
        self.game, self.what = game, what
        super().__init__(f"The seed of {what} {game} is sealed: {what_to_do}")


class DatabaseBusy(DatabaseError):
    """The error that another program has held a lock on the database for too long."""

    def __init__(self, path: Path | str) -> None:
        super().__init__(
            f"{path} is locked by another program (an open sqlite3 shell, perhaps). Close that program and try again."
        )


class DatabaseUnreachable(DatabaseError):
    """The error that the database server does not answer. What was being written may be stored or not."""

    def __init__(self, place: object, why: str) -> None:
        super().__init__(
            f"{place} cannot be reached ({why}). Check that its server runs and can be reached from here, or correct "
            "KRUPIER_DATABASE."
        )


class AccessRefused(DatabaseError):
    """The error that the database server refuses this user, or an operation that is necessary."""

    def __init__(self, place: object, why: str) -> None:
        super().__init__(
            f"{place} refuses ({why}). Correct the user, the password or the name in KRUPIER_DATABASE, or let that "
            "user create tables there."
        )


class DatabaseDamaged(DatabaseError):
    """The error that the content of the database is broken."""

    def __init__(self, path: Path | str, why: str) -> None:
        super().__init__(
            f"{path} is damaged ({why}). Keep the file for a repair, and continue with the last copy made by "
            "`krupier-storage backup FILE`."
        )


class RecordDamaged(StorageError):
    """The error that a game's record was altered. Its table is quarantined; all others continue."""

    def __init__(self, game: int, where: str) -> None:
        self.where = where
        super().__init__(f"The record of game {game} is damaged: {where} differs from what was written.")


class DiskTrouble(DatabaseError):
    """The error that the disk is full or failing. Nothing of the failed step was stored."""

    def __init__(self, path: Path | str, why: str) -> None:
        super().__init__(f"{path} could not be written ({why}). Nothing was lost: free some disk space and try again.")


TRANSIENT_ERRORS: Final = (DatabaseBusy, DatabaseUnreachable, DiskTrouble)
"""Errors that pass without a restart: a lock is released, the disk has room again, or the server answers."""


class MigrationFailed(DatabaseError):
    """The error that a schema file is missing or could not be applied. The database is as it was before."""


class RequestUnwritable(DatabaseError):
    """The error that a request to the bot could not be created as a file next to the database."""

    def __init__(self, folder: Path, why: str) -> None:
        super().__init__(
            f"The request to the bot is a file in {folder}, and it could not be created ({why}). Run the "
            "command as the user who runs the bot (sudo -u USER …), or correct the folder's permissions or its disk."
        )


class BackupRefused(DatabaseError):
    """The error that a backup was not made. Nothing was overwritten."""


class MoveRefused(DatabaseError):
    """The error that a move failed: the target is not empty, or the copy differs. The source keeps its data."""


class BadSetting(DatabaseError):
    """The error that a setting is invalid."""


class StoreClosed(StorageError):
    """The error that the database was used after it had been closed."""

    def __init__(self) -> None:
        super().__init__("The database is closed because the program is stopping. Try again when it runs.")


class BadRow(StorageError):
    """The error that the database does not accept a value, because it violates the schema. Nothing was written."""
