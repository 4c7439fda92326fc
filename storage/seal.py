"""Seeds of games that are not over, sealed where the operator has given a key (KRUPIER_SECRET_KEY).

Whether a seed is sealed shows by the table in which it lies, so databases of both kinds and mixed ones are read alike.
A game's end opens its seed: from then on anybody may check the shuffles, with or without the key.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cryptography.fernet import Fernet, InvalidToken, MultiFernet

from storage.connection import Connection
from storage.core import Core, first
from storage.errors import BadSetting, SeedSealed, UnknownGame
from storage.rows import Seed

NAME: Final = "KRUPIER_SECRET_KEY"
_UNFINISHED: Final = """
SELECT sealed_seeds.game, sealed FROM sealed_seeds JOIN games ON games.id = sealed_seeds.game
WHERE phase IN ('lobby', 'running') ORDER BY games.id
"""


class Seal:
    """The operator's keys: the first one seals, each of them opens; printing shows none."""

    def __init__(self, keys: Iterable[str]) -> None:
        try:
            self._fernets = [Fernet(key) for key in keys]
        except ValueError:
            raise BadSetting(
                f"{NAME} is no key, nor several with commas between: make one with `python -m storage new-key`."
            ) from None

    def sealed(self, game: int, seed: bytes) -> bytes:
        """The seed as only these keys open it, and only as that game's."""
        return MultiFernet(self._fernets).encrypt(b"%d:%s" % (game, seed))

    def opened(self, game: int, sealed: bytes) -> Seed:
        """The seed; SeedSealed where no key fits, or where it is another game's."""
        if not self._fernets:
            raise SeedSealed(game, f"set {NAME} to the key with which it was sealed.")
        try:
            number, _, seed = MultiFernet(self._fernets).decrypt(sealed).partition(b":")
        except InvalidToken:
            raise SeedSealed(game, f"{NAME} has another key: add the one with which it was sealed.") from None
        if number != b"%d" % game:
            raise SeedSealed(game, "it was sealed for another game, so somebody has altered the database.")
        return Seed(seed)

    def renewed(self, game: int, sealed: bytes) -> bytes:
        """The same under the first key."""
        return self.sealed(game, self.opened(game, sealed))

    def __bool__(self) -> bool:
        return bool(self._fernets)


_keys = Seal(())


def install(keys: str) -> None:
    """From now on these keys count, the present one first, with commas between; BadSetting where they are none."""
    global _keys  # noqa: PLW0603 - one process has one operator
    _keys = Seal(key for key in keys.replace(",", " ").split())


def new_key() -> str:
    """A fresh key."""
    return Fernet.generate_key().decode()


async def put_seed(db: Connection, game: int, seed: bytes) -> None:
    """Keep a new game's seed, inside a transaction: sealed where there is a key."""
    if _keys:
        await db.execute("INSERT INTO sealed_seeds (game, sealed) VALUES (?, ?)", (game, _keys.sealed(game, seed)))
    else:
        await db.execute("INSERT INTO seeds (game, seed) VALUES (?, ?)", (game, Seed(seed)))


async def reveal_seed(db: Connection, game: int) -> None:
    """The game is over, so its seed is no secret any more; inside a transaction."""
    row = await first(db, "SELECT sealed FROM sealed_seeds WHERE game = ?", (game,))
    if row is not None:
        seed = _keys.opened(game, row["sealed"])
        await db.execute("DELETE FROM sealed_seeds WHERE game = ?", (game,))
        await db.execute("INSERT INTO seeds (game, seed) VALUES (?, ?)", (game, seed))


class Seals(Core):
    """The games' seeds."""

    async def seed(self, game: int) -> Seed:
        """The secret 32 bytes; they must reach nobody before the game is over. SeedSealed without the key."""
        # First where it lies until the end: it may be opened between the two.
        row = await self._row("SELECT sealed FROM sealed_seeds WHERE game = ?", game)
        if row is not None:
            return _keys.opened(game, row["sealed"])
        row = await self._row("SELECT seed FROM seeds WHERE game = ?", game)
        if row is None:
            raise UnknownGame(game)
        return Seed(row["seed"])

    async def must_open_seeds(self) -> None:
        """Raise SeedSealed where the keys do not open the seed of a game that is to go on."""
        for row in await self._rows(_UNFINISHED):
            _keys.opened(row["game"], row["sealed"])

    async def reseal(self) -> int:
        """Seal again with the first key what was sealed with an older one; how many seeds that were."""
        return await self._write(_reseal)


async def _reseal(db: Connection) -> int:
    rows = list(await db.execute_fetchall("SELECT game, sealed FROM sealed_seeds"))
    for row in rows:
        renewed = _keys.renewed(row["game"], row["sealed"])
        await db.execute("UPDATE sealed_seeds SET sealed = ? WHERE game = ?", (renewed, row["game"]))
    return len(rows)
