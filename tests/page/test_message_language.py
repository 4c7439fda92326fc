"""Tests that times within a message are in the message's language, even if the page has another one."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from playwright.async_api import expect

from bot.emulator.world import messages
from bot.features.play import board_view
from bot.games import GAME_UIS
from bot.texts import LANGUAGES, translator_for
from rules import GAMES
from tests.bot.games.every_board import facts, undecided
from tests.bot.screen import Screen
from tests.page.local_table import small_local_table

pytestmark = pytest.mark.browser

START = datetime.fromtimestamp(1_800_000_000, UTC)
DUE = "<t:1800000110:R>"
TEXTS = {
    "en": (f"The table in <#1> is waiting for you. Deadline: {DUE}.", "in 100 seconds", "in 97 seconds"),
    "cs": (f"Stůl v <#1> čeká na tebe. Konec lhůty: {DUE}.", "za 100 sekund", "za 97 sekund"),
    "sk": (f"Stôl v <#1> čaká na teba. Koniec lehoty: {DUE}.", "o 100 sekúnd", "o 97 sekúnd"),
}
RECOGNISE = """async texts => {
    const version = document.querySelector('meta[name="krupier-version"]').content;
    const { languageOf } = await import(`/page/${version}/language.js`);
    return texts.map(text => languageOf(text));
}"""


@pytest.mark.parametrize("page", ["en-US", "cs-CZ", "sk-SK"])
async def test_a_countdown_is_in_the_language_of_its_message(page: str) -> None:
    async with small_local_table() as at:
        anna = await at.window(wait=False, locale=page)
        await anna.page.clock.install(time=START)
        await anna.page.clock.pause_at(START + timedelta(seconds=10))
        await anna.page.reload()
        for text, _, _ in TEXTS.values():
            at.posts({"content": text})
        texts = anna.channel.locator(".text:has(time)")
        await expect(texts.locator("time")).to_have_text([first for _, first, _ in TEXTS.values()])
        assert await texts.evaluate_all("them => them.map(it => it.lang)") == list(TEXTS)
        await anna.page.clock.run_for(3_000)
        await expect(texts.locator("time")).to_have_text([later for _, _, later in TEXTS.values()])
        assert not anna.errors


async def test_a_message_that_is_edited_into_another_language_changes_its_moments() -> None:
    async with small_local_table() as at:
        anna = await at.window(wait=False, locale="cs-CZ")
        message = at.posts({"content": TEXTS["cs"][0].replace(":R", ":F")})
        await expect(anna.channel.locator(".text time")).to_contain_text("ledna 2027")
        messages.edit(at.world, message, {"content": TEXTS["en"][0].replace(":R", ":F")})
        await expect(anna.channel.locator(".text time")).to_contain_text("January")


async def test_a_moment_without_a_text_has_the_pages_language() -> None:
    async with small_local_table() as at:
        anna = await at.window(wait=False, locale="cs-CZ")
        at.posts({"content": "<t:1800000110:F> 42 <@1>"})
        await expect(anna.channel.locator(".text time")).to_contain_text("ledna 2027")
        assert await anna.channel.locator(".text[lang]").count() == 0


async def test_the_language_of_every_games_boards_is_recognised() -> None:
    async with small_local_table() as at:
        anna = await at.window(wait=False)
        shown = list(boards())
        found = await anna.page.evaluate(RECOGNISE, [text for _, text in shown])
        wrong = [text for (language, text), one in zip(shown, found, strict=True) if one != language]
        assert not wrong, wrong[0]


def boards() -> Iterator[tuple[str, str]]:
    """Yields (language, text) of boards of every game in every language, at each twentieth decision."""
    for kind in GAME_UIS:
        seats = GAMES[kind].seats[0]
        for at, game in enumerate(undecided(kind, seats, 1, most=200)):
            if at % 20 == 0:
                for language in LANGUAGES:
                    view = board_view.board(facts(kind, seats, due=START), game, translator_for(language))
                    yield language, Screen(view).text
