"""Tests the links of /help: to invite the bot, for support, about privacy, and to the terms."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from storage.settings import Settings
from tests.bot import table
from tests.bot.table import Evening

SUPPORT, PRIVACY, TERMS = (f"https://example.org/{page}" for page in ("support", "privacy", "terms"))
README = Path(__file__).parents[4] / "README.md"


@pytest.mark.parametrize(
    "pages",
    [{}, {"support_url": SUPPORT}, {"support_url": SUPPORT, "privacy_url": PRIVACY, "terms_url": TERMS}],
    ids=["none", "one", "all"],
)
async def test_help_has_the_operators_links_and_the_one_that_invites(
    database: Path, monkeypatch: pytest.MonkeyPatch, pages: dict[str, Any]
) -> None:
    monkeypatch.setattr(table, "Settings", partial(Settings, **pages))
    async with Evening.of("Anna", database=database, locale="en-US") as evening:
        await evening.slash("Anna", "help")
        invites, *others = [part.data["url"] for part in evening.private("Anna").buttons if "url" in part.data]
        assert others == list(pages.values())
        assert f"client_id={evening.bot.application_id}" in invites
        granted = re.search(r"&permissions=(\d+)", README.read_text("utf-8"))
        assert granted is not None
        assert f"permissions={granted[1]}" in invites
        evening.clean()
