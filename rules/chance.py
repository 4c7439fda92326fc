"""The verifiable draws of a game (docs/protocol.md, "Chance"): a secret seed decides them, a commitment proves it."""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Iterator, Sequence

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

    __slots__ = ("_keyed", "_seed", "game_id")

    def __init__(self, seed: bytes, game_id: str, cuts: Cuts = ()) -> None:
        if len(seed) != SEED_BYTES:
            raise BadRequest(f"a seed must have {SEED_BYTES} bytes ({2 * SEED_BYTES} hexadecimal digits)")
        self._seed = seed
        self.game_id = game_id
        self._keyed = hmac.new(hmac.digest(_cut(seed, cuts), game_id.encode(), "sha256"), digestmod="sha256")

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
        return _arranged(self._words(number), options, count)

    def _words(self, number: int) -> Iterator[int]:
        block = 0
        while True:
            keyed = self._keyed.copy()
            keyed.update(f"{number}:{block}".encode())
            yield from _FOUR_WORDS.unpack(keyed.digest())
            block += 1


def _cut(seed: bytes, cuts: Cuts) -> bytes:
    """Returns the seed of all draws: a hash of the secret and every seat's cut; without cuts, the secret itself."""
    if not any(cuts):
        return seed
    hashes = [bytes.fromhex(cut or "") for cut in cuts]
    return hashlib.sha256(b"krupier-cuts1" + seed + b"".join([bytes([len(one)]) + one for one in hashes])).digest()


def _arranged(words: Iterator[int], options: Sequence[str], count: int) -> tuple[str, ...]:
    """Returns the first `count` of the options after a shuffle by these random 64-bit numbers."""
    pool = list(options)
    for place in range(count):
        other = place + _uniform(words, len(pool) - place)
        pool[place], pool[other] = pool[other], pool[place]
    return tuple(pool[:count])


def _uniform(words: Iterator[int], bound: int) -> int:
    """Returns a uniform number below `bound`; 64-bit numbers in the incomplete last part of their range are skipped."""
    for word in words:
        rest = word % bound
        if word - rest <= _WORD - bound:
            return rest
    raise AssertionError("the stream of words never ends")
