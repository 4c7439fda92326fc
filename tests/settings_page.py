"""Generates docs/settings.md from the settings model: `python -m tests.settings_page` writes the page."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from pydantic.fields import FieldInfo

import rules
from storage.settings import Settings

PAGE: Final = Path(__file__).parents[1] / "docs" / "settings.md"
OF_GAMES: Final = {
    "KRUPIER_MAFIA_CITY_DECK": "Another deck for Mafia City: a TOML file like `rules/mafia_city/deck.toml`, with its "
    "own name. A running game needs the deck from which it was dealt, and so do `krupier-rules verify` and `replay`. "
    "Empty: the deck of the program, whose distribution of symbols is a reconstruction.",
}
"""The settings that games declare -> their meaning; each is empty by default."""
HEAD: Final = """# Settings

For a person who hosts Krupier. This page is generated from the settings model (`python -m tests.settings_page`).

Copy `.env.example` to `.env` and write `NAME=value`, one per line. A variable in the environment wins over `.env`. An
empty value is the default. The bot warns about names that start with `KRUPIER_` and are not settings. If a value cannot
be used, it exits with code 2 and says what to write instead. A change applies after a restart:
[operations](operations.md#change-a-setting) says which file an installation reads.

| setting | default | meaning |
|---|---|---|
"""


def page() -> str:
    """Returns the text of docs/settings.md: the introduction and a table with a row for each setting."""
    of_games = [name for game in rules.GAMES.values() for name in game.settings]
    rows = [*map(_of_model, Settings.model_fields.values()), *(_row(name, "", OF_GAMES[name]) for name in of_games)]
    return HEAD + "".join(rows)


def _of_model(field: FieldInfo) -> str:
    return _row(str(field.validation_alias), field.default, " ".join((field.description or "").split()))


def _row(name: str, default: str, meaning: str) -> str:
    return f"| `{name}` | {f'`{default}`' if default else '(empty)'} | {meaning} |\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
