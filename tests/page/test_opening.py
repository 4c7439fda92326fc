"""Tests the empty page: what Krupier is, a card for each game, and three presses to the first decision."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import ViewportSize, expect

from bot.games import GAME_UIS
from bot.texts import translator_for
from rules import GAMES
from tests.emulator.croupier import Croupier
from tests.page.local_table import PHONE, WIDE, Scheme, small_local_table
from tests.page.scenes import dealt
from tests.page.test_seating import violations

pytestmark = pytest.mark.browser
MAX_PRESSES = 3


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize("kind", GAME_UIS)
async def test_three_presses_lead_from_the_empty_page_to_the_first_own_decision(
    tmp_path: Path, kind: str, size: ViewportSize
) -> None:
    async with dealt(tmp_path, seed=16) as (local_table, evening):
        for person in local_table.world.users.values():
            person.locale = "en-US"
        window = await local_table.window(size=size)
        guide, presses = window.page.locator("#guide"), 0
        await guide.get_by_role("button", name=GAME_UIS[kind].title).click()
        await expect(window.page.get_by_role("button", name="Play against computers")).to_have_count(1)
        await window.press(window.board, "Play against computers")
        presses += 2
        await expect(guide).to_contain_text("Waiting for")
        assert len(evening.live.seats) == GAMES[kind].seats[0]
        decides = window.panel.locator(f"[data-id^='kr:{evening.table}:'][data-id*=':{evening.game.number}:']:enabled")
        if not await decides.count():
            await window.press(window.board, "My move")
            presses += 1
        await expect(decides.first).to_be_visible()
        assert presses <= MAX_PRESSES
        assert not window.errors
        assert not local_table.world.refusals


async def test_a_new_table_has_the_language_that_the_pages_options_name(tmp_path: Path) -> None:
    async with dealt(tmp_path, seed=16) as (local_table, evening):
        for person in local_table.world.users.values():
            person.locale = "cs"
        window = await local_table.window()
        page, guide = window.page, window.page.locator("#guide")
        await page.locator("#more").click()
        menu = page.get_by_label("Language of new tables")
        await expect(menu.locator("option")).to_have_text(["As for the host", "English", "Čeština", "Slovenčina"])
        await menu.select_option("Slovenčina")
        await page.reload()
        await guide.get_by_role("button", name="Mafia City").click()
        await expect(window.board).to_be_visible()
        assert evening.live.row.language == "sk"
        assert not window.errors
        assert not local_table.world.refusals


async def test_the_empty_page_opens_a_lesson_without_a_table(tmp_path: Path) -> None:
    async with dealt(tmp_path, seed=16) as (local_table, _):
        for person in local_table.world.users.values():
            person.locale = "en-US"
        window = await local_table.window()
        await window.page.locator("#guide").get_by_role("button", name="Learn").click()
        await window.page.locator("[data-id^='kr:0:lesson_open:']", has_text="Mafia City").click()
        await expect(window.page.get_by_text("Step 1 of 9", exact=True)).to_be_visible()
        assert not window.errors
        assert not local_table.world.refusals


@pytest.mark.parametrize(("button", "shown"), [("Puzzle", "Puzzles of the day"), ("Rules", "Mafia City")])
async def test_the_empty_page_opens_the_puzzles_and_the_rules(tmp_path: Path, button: str, shown: str) -> None:
    async with dealt(tmp_path, seed=16) as (local_table, _):
        for person in local_table.world.users.values():
            person.locale = "en-US"
        window = await local_table.window()
        await window.press(window.page.locator("#guide"), button)
        await expect(window.panel).to_contain_text(shown)
        assert not window.errors
        assert not local_table.world.refusals


async def test_a_second_press_lets_a_seated_person_get_up_but_not_the_last_one(tmp_path: Path) -> None:
    async with dealt(tmp_path, seed=16) as (local_table, evening):
        for person in local_table.world.users.values():
            person.locale = "en-US"
        window = await local_table.window()
        guide = window.page.locator("#guide")
        await guide.get_by_role("button", name="Mafia City").click()
        await expect(guide.get_by_role("button", name="Anna is seated")).to_be_disabled()
        await window.press(guide, "Seat Bert")
        await window.press(guide, "Bert is seated")
        await expect(guide.get_by_role("button", name="Seat Bert")).to_have_attribute("aria-pressed", "false")
        assert [seat.user for seat in evening.live.seats] == [evening.person("Anna").id]
        assert not window.errors
        assert not local_table.world.refusals


@pytest.mark.parametrize(("locale", "language"), [("en-US", "en"), ("cs", "cs")])
async def test_the_empty_page_says_what_krupier_is_and_what_each_game_is_about(
    tmp_path: Path, locale: str, language: str
) -> None:
    async with dealt(tmp_path, seed=16) as (local_table, _):
        for person in local_table.world.users.values():
            person.locale = locale
        window = await local_table.window(locale=locale)
        guide = window.page.locator("#guide")
        await expect(guide.get_by_role("button")).to_have_count(len(GAME_UIS) + 3)
        await expect(guide).to_contain_text("Krupier ")
        for game_ui in GAME_UIS.values():
            title, about = translator_for(language)(game_ui.pitch).split(" – ")
            card = guide.get_by_role("button", name=title)
            await expect(card).to_contain_text(about)


async def test_a_bot_that_names_no_games_has_one_button_for_a_table() -> None:
    async with small_local_table(Croupier()) as at:
        window = await at.window()
        await expect(window.page.locator("#guide").get_by_role("button")).to_have_text(["New table"])


async def test_the_host_sets_a_lobby_up_and_invites_on_the_page(tmp_path: Path) -> None:
    async with dealt(tmp_path, seed=16) as (local_table, evening):
        for person in local_table.world.users.values():
            person.locale = "en-US"
        window = await local_table.window()
        guide, page = window.page.locator("#guide"), window.page
        await guide.get_by_role("button", name="Mafia City").click()
        await window.press(window.board, "⚙️ Settings")
        form = page.get_by_role("dialog", name="Settings")
        await form.get_by_role("radio", name="invited people only").check()
        await form.get_by_role("button", name="Submit").click()
        await expect(window.board).to_contain_text("Only invited people may join.")
        await window.board.get_by_role("button", name="Invite someone").click()
        await window.board.get_by_role("option", name="Bert").click()
        await expect(window.channel).to_contain_text("Bert, @Anna invites you")
        await expect(window.board).to_contain_text("Invited: @Bert")
        await expect(guide.get_by_role("button", name="Seat Bert")).to_be_enabled()
        assert evening.live.row.invited == (evening.person("Bert").id,)
        assert not window.errors
        assert not local_table.world.refusals


@pytest.mark.parametrize(("size", "scheme"), [(WIDE, "light"), (PHONE, "dark")], ids=["wide", "phone"])
async def test_axe_has_no_complaints_about_the_empty_page_a_lobby_and_its_settings(
    tmp_path: Path, size: ViewportSize, scheme: Scheme
) -> None:
    async with dealt(tmp_path, seed=16) as (local_table, _):
        window = await local_table.window(size=size, scheme=scheme)
        guide = window.page.locator("#guide")
        await expect(guide.get_by_role("button", name="Mafia City")).to_be_enabled()
        assert await violations(window.page) == []
        await guide.get_by_role("button", name="Mafia City").click()
        await expect(window.board.get_by_role("button", name="Play against computers")).to_be_visible()
        assert await violations(window.page) == []
        await window.press(window.board, "⚙️ Settings")
        await expect(window.page.get_by_role("dialog", name="Settings")).to_be_visible()
        assert await violations(window.page) == []
