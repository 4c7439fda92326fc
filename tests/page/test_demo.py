"""The game that `make demo` shows: recorded, short, and pressed by people on what they are shown."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from playwright.async_api import expect

from bot.emulator import DrivenClock, Limits, LocalDiscord
from bot.emulator.errors import Json
from bot.emulator.page.site import Site
from bot.emulator.people import crowd
from bot.local.demo import RECORD, SECONDS_A_PRESS, Players, Press, announced, recorded, seed
from bot.local.play import PEOPLE, Plan, woken
from rules.verify import verify
from tests.bot.table import Evening
from tests.page.house import small_house

MOST_SECONDS = 240
SECONDS_OF_THE_TABLE = 0.3
"""What the table takes to answer a press, at most."""


def test_the_record_is_a_whole_game_with_cancelled_cards_and_short() -> None:
    game = verify(RECORD.read_text(encoding="utf-8").splitlines())
    assert game.over is not None
    assert any(entry.kind == "react" and entry.keys != ("pass",) for entry in game.entries)
    assert len(recorded()) * (SECONDS_A_PRESS + SECONDS_OF_THE_TABLE) <= MOST_SECONDS


async def test_the_presses_play_the_record(tmp_path: Path) -> None:
    world = crowd.with_people(*PEOPLE, limits=Limits.generous(), clock=DrivenClock())
    async with LocalDiscord(world) as discord:
        evening = Evening(world, discord, DrivenClock(), tmp_path / "demo.sqlite3")
        evening.seed, evening.pictures = bytes.fromhex(seed()), False
        await evening.start()
        try:
            await Players(world, world.channel("table-1"), 0.0).play()
            await evening.settled()
            game = evening.game
            assert game.record().lines() == RECORD.read_text(encoding="utf-8").splitlines()
            evening.clean()
        finally:
            await evening.stop()


def test_a_press_names_its_person_and_what_is_chosen() -> None:
    presses = recorded()
    assert presses[0] == Press("Bert", "join")
    chosen = [press for press in presses if press.values]
    assert chosen
    assert all(value.isdigit() for press in chosen for value in press.values)


def test_in_a_network_the_demo_gives_everybody_a_link(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plan = Plan(bind="10.0.0.7", database=tmp_path / "t.sqlite3")
    site = Site(woken(plan.state), everybody=plan.everybody, demo=True)
    announced(plan, site)
    said = capsys.readouterr().out
    assert all(f"http://10.0.0.7:8420{site.doors.path(person)}" in said for person in site.doors.people.values())


def test_known_cards_are_not_dealt_on_discord(tmp_path: Path) -> None:
    settings: Json = {"DISCORD_TOKEN": "MTA.not-a-local-one", "KRUPIER_DATABASE": str(tmp_path / "t.sqlite3")}
    command = [sys.executable, "-m", "bot.local.rehearsal", seed()]
    done = subprocess.run(command, env=settings, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert "of this machine alone" in done.stderr
    assert not (tmp_path / "t.sqlite3").exists()


@pytest.mark.browser
async def test_only_the_page_without_a_name_follows_the_demo() -> None:
    async with small_house() as at:
        at.site.audience.demo = True
        olga = await at.window("/as/olga", wait=False)
        switch = olga.page.get_by_role("switch", name="Seat me everywhere")
        await expect(switch).to_have_attribute("aria-checked", "false")
        anybody = await at.window(wait=False)
        await expect(anybody.page.get_by_role("switch")).to_have_attribute("aria-checked", "true")
