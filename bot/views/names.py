"""Display names of users, cleaned so that they cannot be read as markup, mentions or placeholders."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

import discord

from bot.texts.isolation import isolated

MAX_LENGTH = 32
NAMELESS = "?"
_MARKS_IN_A_ROW = 2
_LOOKALIKES = str.maketrans({
    "*": "∗", "_": "ˍ", "~": "∼", "`": "ˋ", "|": "¦", "\\": "∖", "<": "‹", ">": "›", "@": "＠", "#": "＃",
    "[": "［", "]": "］", "{": "｛", "}": "｝",
})  # fmt: skip
"""Characters that would be read as markup, a mention or a template's placeholder, with their replacements."""
_BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters that are invisible."""


@lru_cache(4096)
def clean(name: str) -> str:
    """Returns a display name as 1 to 32 harmless characters on one line, fit to be stored in a record."""
    flat = _flat(name)
    flat = re.sub(r"\s+", " ", flat.translate(_LOOKALIKES).replace("://", "꞉//"))
    flat = re.sub(r"^[\s\-+]+", "", flat)[:MAX_LENGTH].strip()
    return flat if any(unicodedata.category(letter)[0] in "LNSP" for letter in flat) else NAMELESS


def place(client: discord.Client, channel: int, guild: int | None) -> str:
    """Returns a link to a table's channel, with the server's name, for direct messages to its players."""
    server = client.get_guild(guild) if guild is not None else None
    return f"<#{channel}>" if server is None else f"<#{channel}> · {isolated(clean(server.name))}"


def deck_name(name: str) -> str:
    """Returns the harmless form of a deck's name; empty if no part of the name is readable."""
    cleaned = clean(name)
    return "" if cleaned == NAMELESS else cleaned


def quotable(text: str, most: int) -> str:
    """Returns the text as at most that many visible characters on one line, fit to be shown between backticks.

    Discord reads neither markup nor mentions there. Nothing but backticks and invisible characters is replaced.
    """
    return re.sub(r"\s+", " ", _flat(text).replace("`", "'")).strip()[:most].strip()


def _flat(text: str) -> str:
    return "".join(_kept(unicodedata.normalize("NFC", text)))


def _kept(name: str) -> list[str]:
    """Returns the visible characters; long runs of combining accents are shortened, invisible characters removed."""
    kept: list[str] = []
    marks = 0
    for letter in name:
        category = unicodedata.category(letter)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if letter in _BLANK or category[0] == "Z" or letter in "\t\n\r\v\f":
            kept.append(" ")
        elif category[0] != "C" and category != "Me" and 0 <= marks <= _MARKS_IN_A_ROW:
            kept.append(letter)
    return kept
