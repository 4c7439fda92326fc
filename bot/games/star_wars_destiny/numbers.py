"""Numbers that are chosen, in words: how something is split, how much of something."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.star_wars_destiny.names import DestinyContext, code_of


def shares(ctx: DestinyContext, path: Sequence[str], seat: str | None) -> str:
    """Every character with its share; where the rest is still to be split, how much is left for whom."""
    if "characters" not in ctx.about:
        return path[-1]
    characters, given = list(ctx.about["characters"]), [int(word) for word in path]
    left, others = int(ctx.about["amount"]) - sum(given), characters[len(given) :]
    if left == 0 or len(others) == 1:
        given += [left, *[0] * len(others)][: len(others)]
        others = []
    said = ", ".join(_share(ctx.piece(each, seat), count) for each, count in zip(characters, given, strict=False))
    if not others:
        return said
    return ctx.t("{shares}; {left} left for {others}", shares=said, left=left,
                         others=ctx.pieces(others, seat))  # fmt: skip


def _share(name: str, count: int) -> str:
    """Behind the number of a copy the share stands apart."""
    return f"{name}: {count}" if name[-1].isdigit() else f"{name} {count}"


def amount(ctx: DestinyContext, number: int) -> str:
    """How much of what the card that asks moves or removes."""
    match code_of(ctx.about.get("source", "")):
        case "draw_attention" if number:
            return ctx.t.plural("Move {n} damage", "Move {n} damage", number)
        case "draw_attention":
            return ctx.t("Move nothing")
        case "riposte" if number:
            return ctx.t.plural("Remove {n} shield", "Remove {n} shields", number)
        case "riposte":
            return ctx.t("Remove nothing")
    return str(number)
