"""What is said where several processes share a database."""

from __future__ import annotations

from storage.errors import DatabaseError


class ServerInUse(DatabaseError):
    """Bots serve this server's database, and what is asked for needs it to stand still."""

    def __init__(self, place: object, count: int) -> None:
        bots = "another Krupier is" if count == 1 else f"{count} other connections of Krupier are"
        super().__init__(f"{place} is served: {bots} there. Stop every bot first.")


class OtherCount(DatabaseError):
    """Workers run with another number of shards."""

    def __init__(self, wanted: int, found: int) -> None:
        self.found = found
        super().__init__(
            f"KRUPIER_SHARDS: {wanted} shards are wanted, but workers run with {found}. Write {found}, or stop all "
            "workers first: the number changes only while none runs."
        )


class ClaimsLost(DatabaseError):
    """The connection that held the claims is gone, and they with it."""

    def __init__(self, place: object) -> None:
        super().__init__(f"{place}: the connection that holds this worker's shards is lost.")
