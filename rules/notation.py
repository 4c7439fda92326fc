"""Reads and writes records as text lines (docs/protocol.md, "The record")."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rules.decisions import NOTHING
from rules.errors import BadRecord, BadRequest

FORMAT = "krupier 1"
SEPARATOR = " | "

_WORD = r"[a-z0-9_+-]+(?::[a-z0-9_+-]+)*"
_ENTRY = re.compile(rf"([1-9][0-9]{{0,8}}) ([a-z]+) ([a-z_]+)(?:: ({_WORD}(?: {_WORD})*))?")
_HEX = re.compile(r"[0-9a-f]{64}")
_ID = re.compile(r"[^\s\x00-\x1f\x7f\ud800-\udfff]{1,80}")
_CUTS = re.compile(r"(?:-|[0-9a-f]{64})(?: (?:-|[0-9a-f]{64}))*")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
LONGEST_KEY = 80


class Entry(NamedTuple):
    """An answer in a record: the number of its decision, its seat (`a` …, `chance` or `clock`), kind and keys.

    `clock` means that no one answered in time; the kind `undo` takes earlier answers back.
    """

    number: int
    seat: str
    kind: str
    keys: tuple[str, ...]

    def line(self) -> str:
        """Returns the entry as a line of a record; the clock's has no keys, an empty set is `-`."""
        start = f"{self.number} {self.seat} {self.kind}"
        if self.seat == "clock":
            return start
        return f"{start}: {' '.join(self.keys) or NOTHING}"


@dataclass(frozen=True, slots=True)
class Record:
    """A record: the data that is necessary to replay a game, and its result once it is over."""

    game: str
    edition: int
    game_id: str
    names: tuple[str, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    position: Mapping[str, Any] | None = None
    commitment: str | None = None
    cuts: tuple[str | None, ...] = ()
    """The hash of each seat's cut (`rules.chance.cut_hash`); empty if no seat has cut."""
    entries: tuple[Entry, ...] = ()
    seed: str | None = None
    result: str | None = None
    first_entry_line: int = 1

    def lines(self) -> list[str]:
        """Returns the record as text lines: the head, one line per entry, then seed and result if it has them."""
        lines = [FORMAT, f"game {self.game} {self.edition}", f"id {self.game_id}"]
        lines.append(f"seats {SEPARATOR.join(self.names)}")
        if self.position is None:
            lines += [f"option {name} {value}" for name, value in self.options.items()]
            lines += [f"commitment {self.commitment}"] if self.commitment else []
            lines += [f"cuts {' '.join(cut or NOTHING for cut in self.cuts)}"] if self.cuts else []
        else:
            lines.append(f"position {json.dumps(self.position, ensure_ascii=False, separators=(',', ':'))}")
        lines += [entry.line() for entry in self.entries]
        lines += [f"seed {self.seed}"] if self.seed else []
        lines += [f"result {self.result}"] if self.result else []
        return lines


def result_line(ranking: Iterable[Mapping[str, Any]]) -> str:
    """Returns the line of a result, such as `b 10, a 8, c 7`: the seats by rank with their points."""
    return ", ".join(f"{rank['seat']} {rank['points']}" for rank in ranking)


def check_names(names: Sequence[object]) -> tuple[str, ...]:
    """Returns the names of seats as a tuple; raises BadRequest if one of them cannot be written into a record."""
    checked: list[str] = []
    for name in names:
        if not isinstance(name, str) or not name:
            raise BadRequest("a seat's name must be a text that is not empty")
        if _CONTROL.search(name) or name != name.strip(" "):
            raise BadRequest("a seat's name must not have control characters, or spaces at its ends")
        if SEPARATOR in name or name.startswith("|") or name.endswith("|"):
            raise BadRequest("a seat's name must not contain ' | ', or have '|' at its ends")
        checked.append(name)
    return tuple(checked)


def check_id(game_id: object) -> str:
    """Returns a game's ID unchanged; raises BadRequest unless it is one word of 1 to 80 characters."""
    if not isinstance(game_id, str) or not _ID.fullmatch(game_id):
        raise BadRequest("an id must be one word of 1 to 80 characters")
    return game_id


class _Lines:
    """A reader of a record's lines, one after another, that names the current line in its errors."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        self.at = 0

    def fail(self, expected: str) -> BadRecord:
        found = repr(self.lines[self.at]) if self.at < len(self.lines) else "the end of the record"
        return BadRecord(expected, found, self.at + 1)

    def rest(self, start: str) -> str | None:
        """Moves past the current line and returns its text after the given prefix; if the prefix differs, returns None
        and stays at the line.
        """
        if self.at == len(self.lines) or not self.lines[self.at].startswith(start):
            return None
        self.at += 1
        return self.lines[self.at - 1].removeprefix(start)

    def take(self, start: str, expected: str) -> str:
        rest = self.rest(start)
        if rest is None:
            raise self.fail(expected)
        return rest

    def again(self) -> _Lines:
        """Moves back to the previous line, so that `fail` reports an error in it; returns this reader."""
        self.at -= 1
        return self


def parse(lines: Sequence[str]) -> Record:
    """Returns the record of these lines, checked for form only; raises BadRecord.

    A replay shows whether it fits the rules.
    """
    source = _Lines(lines)
    if source.take("", f"'{FORMAT}'") != FORMAT:
        raise source.again().fail(f"'{FORMAT}'")
    game, edition = _game(source)
    game_id = _checked_id(source)
    names = _names(source)
    position = _position(source)
    options = _options(source) if position is None else {}
    commitment = _hex(source, "commitment ") if position is None else None
    cuts = _cuts(source, len(names)) if commitment is not None else ()
    first = source.at + 1
    entries = _entries(source)
    seed = _hex(source, "seed ")
    result = source.rest("result ")
    if source.at < len(lines):
        raise source.fail("an entry, the seed, the result or the end")
    return Record(
        game,
        edition,
        game_id,
        names,
        options,
        position,
        commitment,
        cuts,
        entries,
        seed,
        result,
        first_entry_line=first,
    )


def _game(source: _Lines) -> tuple[str, int]:
    found = re.fullmatch(r"([a-z0-9_]+) ([1-9][0-9]{0,5})", source.take("game ", "'game NAME EDITION'"))
    if not found:
        raise source.again().fail("'game NAME EDITION'")
    return found[1], int(found[2])


def _checked_id(source: _Lines) -> str:
    try:
        return check_id(source.take("id ", "'id WORD'"))
    except BadRequest:
        raise source.again().fail("'id WORD'") from None


def _names(source: _Lines) -> tuple[str, ...]:
    try:
        return check_names(source.take("seats ", "'seats NAME | NAME …'").split(SEPARATOR))
    except BadRequest as refused:
        raise source.again().fail(f"'seats NAME | NAME …' ({refused})") from None


def _position(source: _Lines) -> Mapping[str, Any] | None:
    text = source.rest("position ")
    if text is None:
        return None
    try:
        position = json.loads(text)
    except (ValueError, RecursionError):
        raise source.again().fail("'position {…}' in JSON") from None
    if not isinstance(position, dict):
        raise source.again().fail("'position {…}' in JSON")
    return position


def _options(source: _Lines) -> dict[str, str]:
    options: dict[str, str] = {}
    while (option := source.rest("option ")) is not None:
        name, _, value = option.partition(" ")
        if not name or not value or name in options:
            raise source.again().fail("'option NAME VALUE' with a name that has not occurred yet")
        options[name] = value
    return options


def _hex(source: _Lines, start: str) -> str | None:
    digits = source.rest(start)
    if digits is not None and not _HEX.fullmatch(digits):
        raise source.again().fail(f"'{start}' and 64 hexadecimal digits")
    return digits


def _cuts(source: _Lines, seats: int) -> tuple[str | None, ...]:
    words = source.rest("cuts ")
    if words is None:
        return ()
    cuts = tuple(None if word == NOTHING else word for word in words.split(" "))
    if not _CUTS.fullmatch(words) or len(cuts) != seats or not any(cuts):
        raise source.again().fail("'cuts' and for each seat 64 hexadecimal digits or '-', not '-' for all")
    return cuts


def _entries(source: _Lines) -> tuple[Entry, ...]:
    entries: list[Entry] = []
    while source.at < len(source.lines) and source.lines[source.at][:1].isdigit():
        entry = parse_entry(source.lines[source.at])
        if entry is None:
            raise source.fail("'NUMBER SEAT KIND: KEYS'")
        entries.append(entry)
        source.at += 1
    return tuple(entries)


def parse_entry(line: str) -> Entry | None:
    """Parses an entry; returns None if the line does not have that form."""
    found = _ENTRY.fullmatch(line)
    if not found:
        return None
    number, seat, kind, words = found.groups()
    if (seat == "clock") != (words is None):
        return None
    keys = () if words in (None, NOTHING) else tuple(words.split())
    if any([len(key) > LONGEST_KEY for key in keys]):
        return None
    return Entry(int(number), seat, kind, keys)
