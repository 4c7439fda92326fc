"""A reader of gettext catalogues (`.po`), so that there are no compiled files that could be out of date."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from typing import Final

_LINE: Final = re.compile(r'(?:(msgid|msgid_plural|msgstr|msgstr\[\d\])\s+)?"((?:[^"\\]|\\.)*)"')
_ESCAPED: Final = re.compile(r"\\(.)")
_CONTROL: Final = {"n": "\n", "t": "\t", "r": "\r"}
_MAGIC, _REVISION, _HEAD_BYTES, _ROW_BYTES = 0x950412DE, 0, 28, 8


class BadCatalogue(Exception):
    """The error that a catalogue cannot be read; the message names its file and line."""


@dataclass(slots=True)
class _Entry:
    """One message of a catalogue with its translation, in one form or in several plural forms."""

    fuzzy: bool
    fields: dict[str, str] = field(default_factory=dict)

    @property
    def message(self) -> str:
        """The message ID: the English text; for a plural, both English forms with a null character between them."""
        plural = self.fields.get("msgid_plural")
        return self.fields["msgid"] + ("" if plural is None else f"\0{plural}")

    @property
    def forms(self) -> list[str]:
        """The plural forms of the translation in order."""
        return [text for name, text in sorted(self.fields.items()) if name.startswith("msgstr")]

    @property
    def usable(self) -> bool:
        """Whether the translation is used: all its forms have a text and it is not fuzzy. The header may be fuzzy."""
        return bool(self.forms) and all(self.forms) and (not self.fuzzy or not self.message)


def compiled(files: Iterable[Path]) -> GNUTranslations:
    """Returns the merged catalogues of one language; later files take precedence; raises BadCatalogue, OSError."""
    whole: dict[str, str] = {}
    for file in files:
        whole |= read(file)
    return GNUTranslations(BytesIO(machine_object(whole)))


def read(file: Path) -> dict[str, str]:
    """Returns the usable translations in a catalogue file by message ID, with its header under the empty ID.

    Plural forms are joined by null characters. Raises BadCatalogue, OSError.
    """
    return {entry.message: "\0".join(entry.forms) for entry in _entries(file) if entry.usable}


def machine_object(translations: Mapping[str, str]) -> bytes:
    """Returns the translations in gettext's binary format (`.mo`): a header, two tables of lengths and offsets, the
    texts."""
    rows = sorted((message.encode(), text.encode()) for message, text in translations.items())
    columns = [[row[0] for row in rows], [row[1] for row in rows]]
    texts_at = _HEAD_BYTES + len(columns) * len(rows) * _ROW_BYTES
    tables, texts = bytearray(), bytearray()
    for column in columns:
        for text in column:
            tables += struct.pack("<2I", len(text), texts_at + len(texts))
            texts += text + b"\0"
    second = _HEAD_BYTES + len(rows) * _ROW_BYTES
    head = struct.pack("<7I", _MAGIC, _REVISION, len(rows), _HEAD_BYTES, second, 0, texts_at)
    return bytes(head + tables + texts)


def _entries(file: Path) -> list[_Entry]:
    found: list[_Entry] = []
    name, fuzzy = "", False
    for number, raw in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        line = raw.strip()
        if not line or line.startswith("#"):
            fuzzy = fuzzy or (line.startswith("#,") and "fuzzy" in line)
            continue
        keyword, text = _read_line(line, f"{file.name}, line {number}")
        if keyword == "msgid":
            found.append(_Entry(fuzzy))
            fuzzy = False
        name = keyword or name
        if not found or (keyword and name in found[-1].fields):
            raise BadCatalogue(f"{file.name}, line {number}: a msgid must come first, found {line}")
        found[-1].fields[name] = found[-1].fields.get(name, "") + text
    return found


def _read_line(line: str, place: str) -> tuple[str | None, str]:
    """Returns the keyword of a line, if it has one, and its text without quotes and escapes; raises BadCatalogue."""
    found = _LINE.fullmatch(line)
    if found is None:
        raise BadCatalogue(f'{place}: expected msgid, msgid_plural, msgstr or msgstr[N] and "a text", found {line}')
    return found[1], _ESCAPED.sub(lambda escaped: _CONTROL.get(escaped[1], escaped[1]), found[2])
