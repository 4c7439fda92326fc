"""The verifiable stream of draws (docs/protocol.md, "Chance"): a secret seed decides all, a commitment binds it."""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Iterator, Sequence

from rules.errors import BadRequest

SEED_BYTES = 32
_WORD = 2**64
_FOUR_WORDS = struct.Struct(">4Q")


class Chance:
    """Draws from a secret 32-byte seed and a game's id; says nothing of the seed when printed."""

    __slots__ = ("_keyed", "_seed", "game_id")

    def __init__(self, seed: bytes, game_id: str) -> None:
        if len(seed) != SEED_BYTES:
            raise BadRequest(f"a seed has {SEED_BYTES} bytes ({2 * SEED_BYTES} hexadecimal digits)")
        self._seed = seed
        self.game_id = game_id
        self._keyed = hmac.new(hmac.digest(seed, game_id.encode(), "sha256"), digestmod="sha256")

    def __repr__(self) -> str:
        return f"<Chance of game {self.game_id}>"

    @property
    def commitment(self) -> str:
        """SHA-256 over `krupier1`, the id and the seed, in hex: public before the first draw."""
        return hashlib.sha256(b"krupier1" + self.game_id.encode() + self._seed).hexdigest()

    def reveal(self) -> str:
        """The seed in hex: for the end of the game and for nothing before it."""
        return self._seed.hex()

    def pick(self, number: int, options: Sequence[str], count: int) -> tuple[str, ...]:
        """`count` of the options in order, drawn for the decision of that number."""
        return _arranged(self._words(number), options, count)

    def _words(self, number: int) -> Iterator[int]:
        block = 0
        while True:
            keyed = self._keyed.copy()
            keyed.update(f"{number}:{block}".encode())
            yield from _FOUR_WORDS.unpack(keyed.digest())
            block += 1


def _arranged(words: Iterator[int], options: Sequence[str], count: int) -> tuple[str, ...]:
    """The first `count` places of the options once these words have shuffled them."""
    pool = list(options)
    for place in range(count):
        other = place + _uniform(words, len(pool) - place)
        pool[place], pool[other] = pool[other], pool[place]
    return tuple(pool[:count])


def _uniform(words: Iterator[int], bound: int) -> int:
    """A fair number below `bound`: words in the incomplete last run of the range are thrown away."""
    for word in words:
        rest = word % bound
        if word - rest <= _WORD - bound:
            return rest
    raise AssertionError("the stream of words never ends")
