"""Tests `python -m bot` as a process: ready, stopped, refused for a wrong token, and no secrets in its log."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import types
from pathlib import Path

import aiohttp
import pytest

from bot.emulator import LocalDiscord
from bot.emulator.people import crowd
from bot.run import FAILED, WRONG_SETTING, loop_factory
from tests.bot.test_settings import NAMES, ROOT


async def started(folder: Path, discord: LocalDiscord, **environment: str) -> asyncio.subprocess.Process:
    bare = {name: value for name, value in os.environ.items() if name not in NAMES}
    ours = {
        "PYTHONPATH": str(ROOT),
        "DISCORD_API_URL": discord.api_url,
        "DISCORD_GATEWAY_URL": discord.gateway_url,
        "DISCORD_TOKEN": discord.token,
        "KRUPIER_LOG": "DEBUG",
    }
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", cwd=folder, env={**bare, **ours, **environment}, stderr=asyncio.subprocess.PIPE
    )  # fmt: skip


def test_uvloop_is_used_if_it_is_installed_and_not_missed_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    theirs = types.ModuleType("uvloop")
    setattr(theirs, "new_event_loop", asyncio.SelectorEventLoop)  # noqa: B010
    monkeypatch.setitem(sys.modules, "uvloop", theirs)
    assert loop_factory() is asyncio.SelectorEventLoop
    monkeypatch.setitem(sys.modules, "uvloop", None)
    assert loop_factory() is None


async def log_of(process: asyncio.subprocess.Process) -> str:
    _, log = await asyncio.wait_for(process.communicate(), 90)
    return log.decode()


async def test_if_orjson_is_installed_it_does_not_start_and_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "orjson.py").write_text("from json import dumps, loads\n")
    async with LocalDiscord(crowd.with_people("Anna")) as discord:
        process = await started(tmp_path, discord)
        _, said = await process.communicate()
    assert process.returncode == WRONG_SETTING
    assert b"pip uninstall orjson" in said


async def test_it_serves_and_stops_in_order(tmp_path: Path) -> None:
    world = crowd.with_people("Anna")
    async with LocalDiscord(world) as discord:
        process = await started(tmp_path, discord)
        await discord.bot_is_ready()
        anna = crowd.person(world, "Anna")
        outcome = await anna.slash(world.channel("table-1"), "game new", game="mafia_city")
        assert outcome.message is not None
        await anna.until(anna.dms)
        second = await started(tmp_path, discord)
        refused = await log_of(second)
        assert second.returncode == 2
        assert "KRUPIER_DATABASE" in refused
        assert "Traceback" not in refused
        process.send_signal(signal.SIGTERM)
        log = await log_of(process)
    assert process.returncode == 0, log
    assert "Traceback" not in log
    assert discord.token not in log
    tokens = list(world.tokens)
    assert tokens
    assert not [token for token in tokens if token in log]


async def test_without_a_gateway_url_it_asks_discord_for_it(tmp_path: Path) -> None:
    world = crowd.with_people("Anna")
    async with LocalDiscord(world) as discord:
        process = await started(tmp_path, discord, DISCORD_GATEWAY_URL="")
        await discord.bot_is_ready()
        process.send_signal(signal.SIGINT)
        log = await log_of(process)
    assert process.returncode == 0, log


async def test_a_wrong_token_stops_it_with_a_message(tmp_path: Path) -> None:
    world = crowd.with_people("Anna")
    async with LocalDiscord(world) as discord:
        process = await started(tmp_path, discord, DISCORD_TOKEN="wrong")
        log = await log_of(process)
    assert process.returncode == 2
    assert "DISCORD_TOKEN" in log
    assert "Traceback" not in log
    assert len([one for one in world.refusals if one.status == 401]) == 1


@pytest.mark.parametrize("route", ["GET /users/@me", "GET /gateway/bot"])
async def test_a_refusal_at_the_start_is_logged_with_status_and_code(tmp_path: Path, route: str) -> None:
    world = crowd.with_people("Anna")
    async with LocalDiscord(world) as discord:
        world.faults.demand(403, on=route, times=9)
        process = await started(tmp_path, discord)
        log = await log_of(process)
    assert process.returncode == FAILED
    last = log.splitlines()[-1]
    assert "status 403" in last
    assert "code 0" in last
    assert "network" not in last
    assert "Traceback" not in log


async def test_operators_see_that_it_serves(tmp_path: Path, unused_tcp_port: int) -> None:
    async with LocalDiscord(crowd.with_people("Anna")) as discord:
        process = await started(
            tmp_path, discord, KRUPIER_METRICS=str(unused_tcp_port), KRUPIER_LOG_FORMAT="json", KRUPIER_LOG="INFO"
        )
        await discord.bot_is_ready()
        address = f"http://127.0.0.1:{unused_tcp_port}"
        async with aiohttp.ClientSession() as session:
            while (ready := await session.get(f"{address}/readyz")).status != 200:
                assert await ready.text() in ("the tables are being read\n", "not connected to Discord\n")
                await asyncio.sleep(0.02)
            assert (await session.get(f"{address}/healthz")).status == 200
            figures = await (await session.get(f"{address}/metrics")).text()
        assert "krupier_ready 1.0" in figures
        assert discord.token not in figures
        process.terminate()
        lines = (await log_of(process)).splitlines()
    assert process.returncode == 0
    assert {"time", "level", "logger", "message"} <= set(json.loads(lines[0]))
    assert [line for line in lines if json.loads(line)["level"] != "INFO"] == []


async def test_a_port_that_is_taken_is_named(tmp_path: Path, unused_tcp_port: int) -> None:
    taken = await asyncio.start_server(lambda *_: None, "127.0.0.1", unused_tcp_port)
    async with LocalDiscord(crowd.with_people("Anna")) as discord:
        process = await started(tmp_path, discord, KRUPIER_METRICS=str(unused_tcp_port), KRUPIER_LOG="INFO")
        log = await log_of(process)
    taken.close()
    assert process.returncode == 2
    assert log.splitlines()[-1].startswith("KRUPIER_METRICS: ")
