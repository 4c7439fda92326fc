"""Seeds of unfinished games and tournaments, encrypted (sealed) if the operator has set KRUPIER_SECRET_KEY.

The table in which a seed is stored says whether it is sealed, so databases of both kinds are read the same way. When a
game or tournament ends, its seed is stored decrypted: from then on anyone may check the draws, also without the key.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from pydantic import SecretBytes

from storage.connection import Row
from storage.errors import BadSetting, SeedSealed
from storage.repository import Repository, transaction
from storage.rows import Seed
from storage.table_errors import UnknownGame, UnknownTournament

log = logging.getLogger(__name__)

NAME: Final = "KRUPIER_SECRET_KEY"


class Drawn(NamedTuple):
    """A kind of owner of seeds, game or tournament: its tables and queries in the database.

    `mark`: a text that is encrypted with a seed, so that it cannot be opened for another kind of owner.
    """

    what: str
    open: str
    sealed: str
    mark: bytes
    unfinished: str
    in_the_clear: str


GAME: Final = Drawn(
    "game", "seeds", "sealed_seeds", b"",
    "SELECT game AS number, sealed FROM sealed_seeds JOIN games ON games.id = game"
    " WHERE phase IN ('lobby', 'running') ORDER BY game",
    "SELECT game AS number, seed FROM seeds JOIN games ON games.id = game"
    " WHERE phase IN ('lobby', 'running') ORDER BY game",
)  # fmt: skip
TOURNAMENT: Final = Drawn(
    "tournament", "tournament_seeds", "sealed_tournament_seeds", b"tournament ",
    "SELECT tournament AS number, sealed FROM sealed_tournament_seeds JOIN tournaments ON tournaments.id = tournament"
    " WHERE phase IN ('open', 'running') ORDER BY tournament",
    "SELECT tournament AS number, seed FROM tournament_seeds JOIN tournaments ON tournaments.id = tournament"
    " WHERE phase IN ('open', 'running') ORDER BY tournament",
)  # fmt: skip


class Seal:
    """The operator's keys: the first one encrypts, all of them decrypt; printing shows none."""

    def __init__(self, keys: Iterable[str]) -> None:
        known = [key.encode() for key in keys]
        try:
            self._fernets = [Fernet(key) for key in known]
        except ValueError:
            raise BadSetting(
                f"{NAME} is no key, nor several with commas between: make one with `krupier-storage new-key`."
            ) from None

        self._secrets = tuple(map(SecretBytes, known))

    @property
    def keys(self) -> tuple[bytes, ...]:
        """The keys, with the one that encrypts first."""
        return tuple(secret.get_secret_value() for secret in self._secrets)

    def sealed(self, number: int, seed: bytes, of: Drawn = GAME) -> bytes:
        """Returns the seed encrypted for that game or tournament."""
        return MultiFernet(self._fernets).encrypt(b"%s%d:%s" % (of.mark, number, seed))

    def opened(self, number: int, sealed: bytes, of: Drawn = GAME) -> Seed:
        """Decrypts a seed and returns it; raises SeedSealed if no key fits, or if it belongs to another owner."""
        if not self._fernets:
            raise SeedSealed(number, f"set {NAME} to the key with which it was sealed.", of.what)
        try:
            whose, _, seed = MultiFernet(self._fernets).decrypt(sealed).partition(b":")
        except InvalidToken:
            what = f"{NAME} has another key (add the one with which it was sealed), or a disk has altered the seed."
            raise SeedSealed(number, what, of.what) from None
        if whose != b"%s%d" % (of.mark, number):
            what = f"it was sealed for another {of.what}, so the database was altered."
            raise SeedSealed(number, what, of.what)
        return Seed(seed)

    def renewed(self, number: int, sealed: bytes, of: Drawn = GAME) -> bytes:
        """Decrypts a seed and returns it encrypted again with the first key; raises SeedSealed."""
        return self.sealed(number, self.opened(number, sealed, of), of)

    def __bool__(self) -> bool:
        return bool(self._fernets)


_keys = Seal(())


def install(keys: str) -> None:
    """Sets the operator's keys for this process, separated by commas, the present one first; raises BadSetting if one
    is invalid."""
    global _keys  # noqa: PLW0603 - one process has one operator
    _keys = Seal(key for key in keys.replace(",", " ").split())


def keys() -> tuple[bytes, ...]:
    """Returns the operator's keys, the present one first."""
    return _keys.keys


def new_key() -> str:
    """Returns a new random key for KRUPIER_SECRET_KEY."""
    return Fernet.generate_key().decode()


class Seeds(Repository):
    """The repository of the secret seeds of games and tournaments."""

    async def get(self, game: int) -> Seed:
        """Returns a game's 32 secret bytes, which no user may see before its end; raises SeedSealed or UnknownGame."""
        seed = await self._seed_of(game, GAME)
        if seed is None:
            raise UnknownGame(game)
        return seed

    async def of_tournament(self, tournament: int) -> Seed:
        """Returns a tournament's 32 secret bytes, which no user may see before its end.

        Raises SeedSealed or UnknownTournament.
        """
        seed = await self._seed_of(tournament, TOURNAMENT)
        if seed is None:
            raise UnknownTournament
        return seed

    async def must_open(self) -> None:
        """Raises SeedSealed if there are sealed seeds of unfinished games and tournaments and the keys open none.

        If the keys open some, they are right, and the other seeds were altered: only those games are quarantined.
        """
        _must_open_some([(of, row) for of in (GAME, TOURNAMENT) for row in await self._rows(of.unfinished)])

    @transaction
    async def reseal(self) -> tuple[int, list[SeedSealed]]:
        """Encrypts seeds with the first key: all encrypted ones again, and the unencrypted ones of unfinished games and
        tournaments.

        Returns how many seeds were encrypted, and an error for each that no key opens and that was left as it is.
        Raises SeedSealed if the keys open none.
        """
        count, left = await self._renew()
        for of in (GAME, TOURNAMENT) if _keys else ():
            count += await self._seal_the_open(of)
        return count, left

    # Steps of other repositories' transactions

    async def put(self, number: int, seed: bytes, of: Drawn = GAME) -> None:
        """Stores the seed of a new game or tournament, sealed if there is a key."""
        if _keys:
            await self._execute(
                f"INSERT INTO {of.sealed} ({of.what}, sealed) VALUES (?, ?)", number, _keys.sealed(number, seed, of)
            )
        else:
            await self._put_open(number, seed, of)

    async def reveal(self, number: int, of: Drawn = GAME) -> None:
        """Stores the seed of a game or tournament that ends decrypted, so that anyone may check its draws.

        If no key opens it, logs an error and leaves it encrypted.
        """
        row = await self._row(f"SELECT sealed FROM {of.sealed} WHERE {of.what} = ?", number)
        if row is not None:
            try:
                seed = _keys.opened(number, row["sealed"], of)
            except SeedSealed as sealed:
                # A game whose seed a disk has altered can be ended nevertheless.
                log.error("%s %s %s ends without it.", sealed, of.what.capitalize(), number)  # noqa: TRY400 - it says all
                return
            await self._execute(f"DELETE FROM {of.sealed} WHERE {of.what} = ?", number)
            await self._put_open(number, seed, of)

    async def _put_open(self, number: int, seed: bytes, of: Drawn) -> None:
        await self._execute(f"INSERT INTO {of.open} ({of.what}, seed) VALUES (?, ?)", number, Seed(seed))

    async def _seed_of(self, number: int, of: Drawn) -> Seed | None:
        # The sealed seeds come first, because a seed may be opened between the two queries.
        row = await self._row(f"SELECT sealed FROM {of.sealed} WHERE {of.what} = ?", number)
        if row is not None:
            return _keys.opened(number, row["sealed"], of)
        row = await self._row(f"SELECT seed FROM {of.open} WHERE {of.what} = ?", number)
        return None if row is None else Seed(row["seed"])

    async def _seal_the_open(self, of: Drawn) -> int:
        """Encrypts the seeds of unfinished games and tournaments that are not encrypted yet; returns their number."""
        rows = await self._rows(of.in_the_clear)
        async with self.session.engine.unguarded(self.session, of.open, f"{of.open}_are_never_deleted"):
            for row in rows:
                await self._execute(f"DELETE FROM {of.open} WHERE {of.what} = ?", row["number"])
        for row in rows:
            await self.put(row["number"], bytes(row["seed"]), of)
        return len(rows)

    async def _renew(self) -> tuple[int, list[SeedSealed]]:
        rows: list[tuple[Drawn, Row]] = []
        for of in (GAME, TOURNAMENT):
            sql = f"SELECT {of.what} AS number, sealed FROM {of.sealed} ORDER BY {of.what}"
            rows += [(of, row) for row in await self._rows(sql)]
        left = _must_open_some(rows)
        for of, row in rows:
            if (of.what, row["number"]) not in {(sealed.what, sealed.game) for sealed in left}:
                renewed = _keys.renewed(row["number"], row["sealed"], of)
                await self._execute(f"UPDATE {of.sealed} SET sealed = ? WHERE {of.what} = ?", renewed, row["number"])
        return len(rows) - len(left), left


def _must_open_some(rows: Sequence[tuple[Drawn, Row]]) -> list[SeedSealed]:
    """Returns the errors of the seeds that do not open; raises the first one if none opens."""
    refused: list[SeedSealed] = []
    for of, row in rows:
        try:
            _keys.opened(row["number"], row["sealed"], of)
        except SeedSealed as sealed:
            refused.append(sealed)
    if refused and len(refused) == len(rows):
        raise refused[0]
    return refused
