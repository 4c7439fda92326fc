"""The verifiable draws of a game (docs/protocol.md, "Chance"): a secret seed decides them, a commitment proves it."""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Callable, Iterable, Sequence

from rules.errors import BadRequest

SEED_BYTES = 32
Cuts = Sequence[str | None]
"""The players' cuts in the order of the seats: the hash of each (`cut_hash`); None for a seat without one."""
_WORD = 2**64
_FOUR_WORDS = struct.Struct(">4Q")


def cut_hash(game_id: str, text: str) -> str:
    """Returns the SHA-256 hash of a player's cut, in hex, which the record keeps instead of the text."""
    return hashlib.sha256(f"krupier-cut1 {game_id} {text}".encode()).hexdigest()


class Chance:
    """The draws of a game from its secret 32-byte seed, its ID and the players' cuts.

    Printing shows nothing of the seed. Creating it raises BadRequest for a seed of another length.
    """

    __slots__ = ("_inner", "_outer", "_seed", "game_id")

    def __init__(self, seed: bytes, game_id: str, cuts: Cuts = ()) -> None:
        if len(seed) != SEED_BYTES:
            raise BadRequest(f"a seed must have {SEED_BYTES} bytes ({2 * SEED_BYTES} hexadecimal digits)")
        self._seed = seed
        self.game_id = game_id
        key = hmac.digest(_cut(seed, cuts), game_id.encode(), "sha256").ljust(64, b"\0")
        # The two hashes of an HMAC (RFC 2104): copies of them cost half as much as those of `hmac.HMAC`.
        self._inner = hashlib.sha256(bytes([byte ^ 0x36 for byte in key]))
        self._outer = hashlib.sha256(bytes([byte ^ 0x5C for byte in key]))

    def __repr__(self) -> str:
        return f"<Chance of game {self.game_id}>"

    @property
    def commitment(self) -> str:
        """The SHA-256 hash of `krupier1`, the ID and the seed, in hex; public before the first draw."""
        return hashlib.sha256(b"krupier1" + self.game_id.encode() + self._seed).hexdigest()

    def reveal(self) -> str:
        """Returns the seed in hex; must only be called at the end of the game."""
        return self._seed.hex()

    def pick(self, number: int, options: Sequence[str], count: int) -> tuple[str, ...]:
        """Returns `count` of the options in the order drawn, for the decision with that number: always the same."""
        return _arranged(lambda block: self._words(number, block), options, count)

    def _words(self, number: int, block: int) -> tuple[int, ...]:
        """Returns four random 64-bit numbers: the HMAC of the decision's number and the block's."""
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(f"{number}:{block}".encode())
        outer.update(inner.digest())
        return _FOUR_WORDS.unpack(outer.digest())


def _cut(seed: bytes, cuts: Cuts) -> bytes:
    """Returns the seed of all draws: a hash of the secret and every seat's cut; without cuts, the secret itself."""
    if not any(cuts):
        return seed
    hashes = [bytes.fromhex(cut or "") for cut in cuts]
    return hashlib.sha256(b"krupier-cuts1" + seed + b"".join([bytes([len(one)]) + one for one in hashes])).digest()


def _arranged(words: Callable[[int], Iterable[int]], options: Sequence[str], count: int) -> tuple[str, ...]:
    """Returns the first `count` of the options after a shuffle by the random 64-bit numbers of block 0, 1 and so on."""
    pool, place, block = list(options), 0, 0
    while place < count:
        for word in words(block):
            rest = _uniform(word, len(pool) - place)
            if rest is None:
                continue
            other = place + rest
            pool[place], pool[other] = pool[other], pool[place]
            place += 1
            if place == count:
                break
        block += 1
    return tuple(pool[:count])


def _uniform(word: int, bound: int) -> int | None:
    """Returns a uniform number below `bound`; None for a 64-bit number in the incomplete last part of their range."""
    rest = word % bound
    return rest if word - rest <= _WORD - bound else None
