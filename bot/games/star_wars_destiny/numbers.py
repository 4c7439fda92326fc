"""Numbers that are chosen, in words: how something is split, how much of something."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.protocol import About
from bot.games.star_wars_destiny.names import Speaker, code_of
from bot.texts import Words


def shares(path: Sequence[str], about: About, speaker: Speaker, seat: str | None) -> str:
    """Every character with its share; where the rest is still to be split, how much is left for whom."""
    if "characters" not in about:
        return path[-1]
    characters, given = list(about["characters"]), [int(word) for word in path]
    left, others = int(about["amount"]) - sum(given), characters[len(given) :]
    if left == 0 or len(others) == 1:
        given += [left, *[0] * len(others)][: len(others)]
        others = []
    said = ", ".join(_share(speaker.piece(each, seat), count) for each, count in zip(characters, given, strict=False))
    if not others:
        return said
    return speaker.words("{shares}; {left} left for {others}", shares=said, left=left,
                         others=speaker.pieces(others, seat))  # fmt: skip


def _share(name: str, count: int) -> str:
    """Behind the number of a copy the share stands apart."""
    return f"{name}: {count}" if name[-1].isdigit() else f"{name} {count}"


def amount(number: int, about: About, words: Words) -> str:
    """How much of what the card that asks moves or removes."""
    match code_of(about.get("source", "")):
        case "draw_attention" if number:
            return words.plural("Move {n} damage", "Move {n} damage", number)
        case "draw_attention":
            return words("Move nothing")
        case "riposte" if number:
            return words.plural("Remove {n} shield", "Remove {n} shields", number)
        case "riposte":
            return words("Remove nothing")
    return str(number)
