"""Tests the games that `make demo` shows: one of each kind, complete, controlled by keys and a slider."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, expect

from bot.emulator import Limits, LocalDiscord
from bot.emulator.page.site import Site
from bot.emulator.people import crowd
from bot.games import GAME_UIS
from bot.games.replay_frames import ReplayFrames
from bot.local.demo import RECORDS, SECONDS_A_STEP, announced, ask_for_it, lay_out, recorded
from bot.local.plan import Plan
from bot.local.play import PEOPLE, woken
from rules.verify import verify
from tests.bot.table import Evening
from tests.emulator.driven_clock import DrivenClock
from tests.page.local_table import browsing, small_local_table
from tests.page.test_doors import program
from tests.ports import free_port

MAX_SECONDS = 450
GOES_ON = re.compile(r"Move (?:[3-9]|\d\d+) of")
STEP = re.compile(r"Move (\d+) of (\d+)")


def test_there_is_a_whole_short_game_of_each_kind() -> None:
    assert list(RECORDS) == list(GAME_UIS)
    for number, (kind, record) in enumerate(zip(RECORDS, recorded(), strict=True), 1):
        game = verify(record.lines())
        assert game.over is not None
        assert (record.game, record.game_id) == (kind, str(number))
        assert len(ReplayFrames(game).frames) * SECONDS_A_STEP <= MAX_SECONDS


async def test_everyone_finds_each_game_in_a_channel_of_its_own(tmp_path: Path) -> None:
    world = crowd.with_people(*PEOPLE, channels=3, limits=Limits.generous(), clock=DrivenClock())
    channels = [world.channel(f"table-{number}") for number in (1, 2, 3)]
    people = [crowd.person(world, name) for name in ("Anna", "Olga")]
    async with LocalDiscord(world) as discord:
        evening = Evening(world, discord, DrivenClock(), database := tmp_path / "demo.sqlite3")
        await lay_out(database, world, channels, datetime(2026, 11, 22, tzinfo=UTC))
        await evening.start()
        try:
            await ask_for_it(channels, people)
            await evening.settled()
            for person in people:
                for channel, kind in zip(channels, RECORDS, strict=True):
                    (seen,) = person.messages(channel)
                    assert GAME_UIS[kind].title in seen.text
                    assert STEP.search(seen.text)
                    assert seen.attachments
            evening.clean()
        finally:
            await evening.stop()


def test_in_a_network_the_demo_gives_everyone_a_link(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plan = Plan(bind="10.0.0.7", database=tmp_path / "t.sqlite3")
    site = Site(woken(plan.state), everybody=plan.everybody, demo=1)
    announced(plan, site)
    said = capsys.readouterr().out
    assert all(f"http://10.0.0.7:8420{site.doors.path(person)}" in said for person in site.doors.people.values())


@pytest.mark.browser
async def test_only_the_page_without_a_name_follows_the_demo() -> None:
    async with small_local_table() as at:
        at.site.audience.demo = 1
        olga = await at.window("/as/olga", wait=False)
        switch = olga.page.get_by_role("switch", name="Play every seat here")
        await expect(switch).to_have_attribute("aria-checked", "false")
        anybody = await at.window(wait=False)
        await expect(anybody.page.get_by_role("switch")).to_have_attribute("aria-checked", "true")


async def at(page: Page) -> int:
    """Returns the number of the move that the page shows."""
    found = STEP.search(await where(page).inner_text())
    assert found is not None
    return int(found[1])


def replay(page: Page) -> Locator:
    return page.locator("#channel article.ephemeral").last


def where(page: Page) -> Locator:
    """Returns the line of the page that shows the number of the present move."""
    return replay(page).locator("strong").filter(has_text=STEP)


async def stands(page: Page, move: int) -> None:
    await expect(where(page)).to_contain_text(re.compile(rf"Move {move} of "))


@pytest.mark.browser
async def test_the_demo_plays_itself_and_is_paused_stepped_and_slid_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KRUPIER_DEMO_SECONDS", "1")
    port = free_port()
    async with program(tmp_path, port, "bot.local.demo") as process, browsing() as browser:
        assert process.stdout
        assert f"http://127.0.0.1:{port}" in (await process.stdout.readline()).decode()
        page = await browser.new_page()
        await page.goto(f"http://127.0.0.1:{port}/")
        await expect(replay(page)).to_contain_text("Mafia City")
        await expect(where(page)).to_contain_text(GOES_ON)
        shown, channel = await replay(page).bounding_box(), await page.locator("#channel").bounding_box()
        assert shown is not None
        assert channel is not None
        assert channel["x"] <= shown["x"]
        assert shown["x"] + shown["width"] <= channel["x"] + channel["width"], "in the middle, not at the side"
        await expect(page.locator("#dm")).to_be_hidden()
        await replay(page).get_by_role("button", name="Pause").click()
        await expect(replay(page).get_by_role("button", name="Play", exact=False)).to_be_visible()
        before = await at(page)
        await page.keyboard.press("ArrowRight")
        await expect(where(page)).not_to_contain_text(f"Move {before} of")
        after = await at(page)
        await page.keyboard.press("ArrowLeft")
        await stands(page, after - 1)
        slider = replay(page).get_by_role("slider")
        await slider.fill(str(await slider.get_attribute("max")))
        await expect(where(page)).to_have_text(re.compile(r"Move (\d+) of \1$"))
        await expect(replay(page)).to_contain_text("wins")
        await replay(page).get_by_role("button", name="⏮").click()
        await stands(page, 1)
        await page.locator("#channels button").nth(1).click()
        await expect(replay(page)).to_contain_text("Královské rošády")
        await expect(where(page)).to_contain_text(GOES_ON)
