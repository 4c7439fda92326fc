"""The pictures in words: what stands in a heading, and the alt texts."""

from __future__ import annotations

from bot.games.star_wars_destiny.picture_scene import Table
from bot.texts import Words, later

PHASES = {
    "setup": later("set-up"), "action": later("action phase"), "upkeep": later("upkeep phase"),
    "end": later("end of the round"),
}  # fmt: skip


def heading(table: Table, words: Words) -> list[str]:
    """The round and its phase."""
    said = [words("Round {number}", number=table.round)]
    return [*said, words(PHASES[table.phase])] if table.phase in PHASES else said
