"""Tests that all draws follow from the commitment, computed here from docs/protocol.md only."""

from __future__ import annotations

import hashlib
import hmac

import pytest

from .mafia_city.layout import layout
from .mafia_city.oracle import LOCATIONS, WHOLE_DECK
from .sitting import (
    NEW,
    OTHER_SEED,
    SEED,
    accepted,
    record_of,
    sat_down,
)


class Stream:
    """The random bytes of draw number n, from the seed S, as docs/protocol.md defines them:
    HMAC-SHA256(K, `n:0`) + HMAC-SHA256(K, `n:1`) + … with K = HMAC-SHA256(S, game id).
    """

    def __init__(self, seed: bytes, game_id: str, number: int) -> None:
        self.key = hmac.digest(seed, game_id.encode(), "sha256")
        self.number = number
        self.block = 0
        self.bytes = b""

    def uniform(self, bound: int) -> int:
        while True:
            while len(self.bytes) < 8:
                self.bytes += hmac.digest(self.key, f"{self.number}:{self.block}".encode(), "sha256")
                self.block += 1
            u = int.from_bytes(self.bytes[:8], "big")
            self.bytes = self.bytes[8:]
            if u < (2**64 // bound) * bound:
                return u % bound

    def pick(self, options: list[str], count: int) -> list[str]:
        options = list(options)
        for i in range(count):
            j = i + self.uniform(len(options) - i)
            options[i], options[j] = options[j], options[i]
        return options[:count]


def drawn(seed: str, game_id: str, number: int, options: list[str], count: int) -> str:
    return " ".join(Stream(bytes.fromhex(seed), game_id, number).pick(options, count))


@pytest.mark.parametrize(("seed", "game_id"), [(SEED, "42"), (OTHER_SEED, "42"), (SEED, "0"), ("00" * 32, "žába-7")])
def test_the_first_draws_follow_the_commitment(seed: str, game_id: str) -> None:
    """A new game's commitment, starting player, city and deck are those that docs/protocol.md gives for its seed."""
    session, _ = sat_down({**NEW, "seed": seed, "id": game_id})
    record = record_of(session)
    commitment = hashlib.sha256(b"krupier1" + game_id.encode() + bytes.fromhex(seed)).hexdigest()
    assert record[5:] == [
        f"commitment {commitment}",
        f"1 chance start: {drawn(seed, game_id, 1, ['a', 'b', 'c'], 1)}",
        f"2 chance city: {drawn(seed, game_id, 2, list(LOCATIONS), 7)}",
        f"3 chance deck: {drawn(seed, game_id, 3, WHOLE_DECK, 49)}",
    ]


def test_later_draws_use_the_stream_of_their_own_number() -> None:
    """In a position with a seed, the card stolen by decision 3 is drawn from stream 3, though there were no draws
    before it.
    """
    hand = "fbi-bullet hitman-fist thief-hat complicity-fist informer-star"
    table = layout(hands={"a": "thief-fist", "b": hand})
    session, reply = sat_down({"cmd": "position", "table": table, "seed": SEED, "id": "p"})
    accepted(session, 1, "a", "thief-fist:b")
    reply = accepted(session, 2, "b", "pass")
    assert reply["asked"]["number"] == 4
    assert record_of(session)[-1] == f"3 chance steal: {drawn(SEED, 'p', 3, hand.split(), 1)}"


def test_reshuffles_are_drawn_from_the_pile_oldest_first() -> None:
    """A reshuffle draws from the discard pile in its order, oldest card first, so that anyone can recompute it."""
    pile = "thief-hat fbi-bullet hitman-fist complicity-fist thief-hat"
    table = layout(hands={"a": "rackets-fist"}, deck="", discard=pile)
    session, _ = sat_down({"cmd": "position", "table": table, "seed": SEED})
    accepted(session, 1, "a", "rackets-fist")
    assert record_of(session)[-1] == f"2 chance reshuffle: {drawn(SEED, '0', 2, pile.split(), 5)}"
