"""Seeds of games that are not over, sealed where the operator has given a key (KRUPIER_SECRET_KEY).

Whether a seed is sealed shows by the table in which it lies, so databases of both kinds and mixed ones are read alike.
A game's end opens its seed: from then on anybody may check the shuffles, with or without the key.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from typing import Final

from cryptography.fernet import Fernet, InvalidToken, MultiFernet

from storage.connection import Connection, Row
from storage.core import Core, first
from storage.errors import BadSetting, SeedSealed, UnknownGame
from storage.rows import Seed

log = logging.getLogger(__name__)

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
            what = f"{NAME} has another key (add the one with which it was sealed), or a disk has altered the seed."
            raise SeedSealed(game, what) from None
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
        try:
            seed = _keys.opened(game, row["sealed"])
        except SeedSealed as sealed:
            # A game whose seed a disk has altered can be ended all the same.
            log.error("%s Game %s ends without it.", sealed, game)  # noqa: TRY400 - it says all
            return
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
        """Raise SeedSealed where the keys open none of the sealed seeds of games that are to go on.

        Where they open another one, the key is right and the seed is altered: that game alone is set aside.
        """
        _must_open_some(await self._rows(_UNFINISHED))

    async def reseal(self) -> tuple[int, list[SeedSealed]]:
        """Seal again with the first key what was sealed with an older one: how many, and what was left as it is.

        Raises SeedSealed where the keys open none.
        """
        return await self._write(_reseal)


async def _reseal(db: Connection) -> tuple[int, list[SeedSealed]]:
    rows = list(await db.execute_fetchall("SELECT game, sealed FROM sealed_seeds ORDER BY game"))
    left = _must_open_some(rows)
    for row in rows:
        if row["game"] not in {sealed.game for sealed in left}:
            renewed = _keys.renewed(row["game"], row["sealed"])
            await db.execute("UPDATE sealed_seeds SET sealed = ? WHERE game = ?", (renewed, row["game"]))
    return len(rows) - len(left), left


def _must_open_some(rows: Sequence[Row]) -> list[SeedSealed]:
    """The seeds that do not open; raises the first of them where none does."""
    refused: list[SeedSealed] = []
    for row in rows:
        try:
            _keys.opened(row["game"], row["sealed"])
        except SeedSealed as sealed:
            refused.append(sealed)
    if refused and len(refused) == len(rows):
        raise refused[0]
    return refused
