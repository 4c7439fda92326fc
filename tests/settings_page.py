"""Generates docs/settings.md from the settings model: `python -m tests.settings_page` writes the page."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from bot.settings import Settings
from storage.unknown_settings import FOR_OPERATORS

PAGE: Final = Path(__file__).parents[1] / "docs" / "settings.md"
WORDS: Final = {
    "DISCORD_TOKEN": "", "KRUPIER_SHARDS": "auto", "KRUPIER_SHARDS_PER_WORKER": "all", "KRUPIER_GUILDS": "",
    "KRUPIER_METRICS": "", "KRUPIER_PICTURES": "on", "KRUPIER_COMPUTERS": "calm", "KRUPIER_CLOCK": "on",
}  # fmt: skip
"""Setting → its default as an operator writes it, if the model stores the default in another form."""
ELSEWHERE: Final = {
    "KRUPIER_SECRET_KEY": (
        "",
        "A key that seals the seeds of unfinished games in the database. `krupier-storage new-key` makes one. To "
        "replace it, write `NEW,OLD`, stop the bot, run `krupier-storage reseal`, then write `NEW` only. Unfinished "
        "games cannot continue without their key, so keep a copy apart from the backups. Empty: seeds are not sealed.",
    ),
    "KRUPIER_MAFIA_CITY_DECK": (
        "",
        "Another deck for Mafia City: a TOML file like `rules/mafia_city/deck.toml`, with its own name. A running game "
        "needs the deck from which it was dealt, and so do `krupier-rules verify` and `replay`. Empty: the deck of the "
        "program, whose distribution of symbols is a reconstruction.",
    ),
    "KRUPIER_LOCAL_PORT": ("8420", "The port of the local table."),
    "KRUPIER_LOCAL_BIND": (
        "127.0.0.1",
        "The address of the local table. With another one, friends in the same network can play, each with a secret "
        "link.",
    ),
    "KRUPIER_RULES": (
        "",
        "Which rules run: `pure` (from source) or `compiled`. Only in the environment, not in `.env`. Empty: compiled "
        "if they were made from the same sources.",
    ),
}
"""Settings that are not fields of the model, because other modules read them: name → (default, meaning)."""
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
    rows = {
        str(field.validation_alias): (_default(str(field.validation_alias), field.default), field.description or "")
        for field in Settings.model_fields.values()
    }
    rows |= ELSEWHERE
    return HEAD + "".join(_row(name, *row) for name, row in rows.items())


def missing() -> set[str]:
    """Returns the names of the operators' settings that have no row in the page."""
    return {name for name in FOR_OPERATORS if f"| `{name}` |" not in page()}


def _default(name: str, value: object) -> str:
    return WORDS.get(name, str(value))


def _row(name: str, default: str, meaning: str) -> str:
    shown = f"`{default}`" if default else "(empty)"
    return f"| `{name}` | {shown} | {' '.join(meaning.split())} |\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
