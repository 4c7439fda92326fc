"""The hash chain of a game: each link is a hash of the one before and of what was added, so that changes are noticed.

The first link covers the number and the seed, the next one what the game begins with (rules, options, seats, their
names and cuts). Then there is one for each answer, and one for the end. The latest is stored with the game itself.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import Final

from storage.connection import Row

ENTRIES: Final = "SELECT number, seat, kind, keys, at, link FROM entries WHERE game = ? ORDER BY sequence"
GAME: Final = "SELECT id, kind, edition, options, started, phase, result, finished, link FROM games WHERE id = ?"
SEATS: Final = "SELECT seat, record_name, cut_hash FROM seats WHERE game = ? ORDER BY position"
FINISHED: Final = ("over", "ended")


def opened(game: int, seed: bytes) -> bytes:
    """Returns the first link of a game's chain: the hash of the opened lobby's number and seed."""
    return _link(b"", "opened", game, seed)


def begun(link: bytes, kind: str, edition: int, options: str, seats: Iterable[Sequence[str]]) -> bytes:
    """Returns the next link at a game's start: the hash of the previous `link`, the rules, the options, and each seat
    with its recorded name and its cut's hash.
    """
    return _link(link, "begun", kind, edition, options, [list(seat) for seat in seats])


def seated(rows: Iterable[Row]) -> list[Sequence[str]]:
    """Returns what the link of a game's start covers of each seat: letter, recorded name and, if there is one, the
    hash of its cut of the deck."""
    return [[row["seat"], row["record_name"], *([row["cut_hash"]] if row["cut_hash"] else [])] for row in rows]


def answered(link: bytes, entry: Sequence[object]) -> bytes:
    """Returns the next link of the chain: the hash of the previous `link` and of an answer's stored number, seat, kind,
    keys and time.
    """
    return _link(link, "answered", *entry)


def finished(link: bytes, phase: str, result: str | None, at: str) -> bytes:
    """Returns the last link of a chain, at a game's end: the hash of the previous `link`, phase, result and time."""
    return _link(link, "finished", phase, result, at)


def links(game: Row, seed: bytes, seats: Iterable[Row], entries: Iterable[Row]) -> tuple[list[bytes], bytes]:
    """Computes a game's chain again; returns the correct link of each answer, and the game's latest link."""
    link, found = opened(game["id"], seed), []
    if game["started"] is not None:
        link = begun(link, game["kind"], game["edition"], game["options"], seated(seats))
    for entry in entries:
        link = answered(link, [entry[name] for name in ("number", "seat", "kind", "keys", "at")])
        found.append(link)
    if game["phase"] in FINISHED:
        link = finished(link, game["phase"], game["result"], game["finished"])
    return found, link


def flaw(game: Row, seed: bytes, seats: Iterable[Row], entries: Sequence[Row]) -> str | None:
    """Returns the place where the chain is broken, as a text that names no card; None if it is intact."""
    should, latest = links(game, seed, seats, entries)
    for at, (link, entry) in enumerate(zip(should, entries, strict=True)):
        if link != entry["link"]:
            start = "what the game began with, or " if not at else ""
            return f"{start}entry {at + 1} of {len(entries)} (to decision {_number(entry['number'])})"
    if latest != game["link"]:
        return f"its end after entry {len(entries)}" if entries else "what the game began with"
    return None


def _number(stored: object) -> str:
    return str(stored) if isinstance(stored, int) else "?"


def _link(before: bytes, *facts: object) -> bytes:
    told = json.dumps(facts, ensure_ascii=False, separators=(",", ":"), default=lambda blob: {"blob": blob.hex()})
    return hashlib.sha256(before + told.encode("utf-8", "surrogatepass")).digest()
