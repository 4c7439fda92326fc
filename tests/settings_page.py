"""Generates docs/settings.md from the settings model: `python -m tests.settings_page` writes the page."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from pydantic.fields import FieldInfo

from storage.settings import Settings

PAGE: Final = Path(__file__).parents[1] / "docs" / "settings.md"
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
    return HEAD + "".join(map(_row, Settings.model_fields.values()))


def _row(field: FieldInfo) -> str:
    default = f"`{field.default}`" if field.default else "(empty)"
    return f"| `{field.validation_alias}` | {default} | {' '.join((field.description or '').split())} |\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
