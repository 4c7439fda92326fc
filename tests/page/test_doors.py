"""Tests access to pages, and the messages about everything that prevents it or the start of `make run`."""

from __future__ import annotations

import ast
import asyncio
import fcntl
import json
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest

from bot import emulator
from bot.emulator import LocalDiscord
from bot.emulator.page.site import Site
from bot.emulator.people import crowd
from bot.emulator.world import state_file
from bot.local import play
from bot.local.demo import pace
from bot.local.plan import CannotPlay, Plan, addresses, reach
from bot.local.play import held, main, told_to_bot, woken
from bot.local.process import BotProcess
from rules import GAMES
from storage.dsn import IN_THE_BROWSER
from tests.ports import free_port

Told = dict[str, object]
PATIENCE = 90.0
Process = asyncio.subprocess.Process


@asynccontextmanager
async def served(*, everybody: bool) -> AsyncIterator[tuple[LocalDiscord, Site, aiohttp.ClientSession]]:
    """Serves a page without a bot for a block; yields the local Discord, the page and an HTTP client."""
    site = Site(crowd.with_people("Anna", "Bert", "Olga"), everybody=everybody)
    async with LocalDiscord(site.world, also=site.add_routes) as discord, aiohttp.ClientSession() as asker:
        yield discord, site, asker


async def first_word(discord: LocalDiscord, asker: aiohttp.ClientSession, **said: str) -> Told:
    """Connects as a page that introduces itself with these data; returns the message that admits or refuses it."""
    async with asker.ws_connect(f"{discord.root}/live", headers={"Origin": discord.root}) as ws:
        await ws.send_json(said)
        while True:
            told: Told = json.loads(await ws.receive_str(timeout=PATIENCE))
            if told["t"] in ("scene", "unwelcome"):
                return told


async def test_the_page_has_a_picture_of_each_game_in_each_language() -> None:
    site = Site(crowd.with_people("Anna"), cover=play.cover)
    async with LocalDiscord(site.world, also=site.add_routes) as discord, aiohttp.ClientSession() as asker:
        shown = set[bytes]()
        for game in GAMES:
            answer = await asker.get(f"{discord.root}/cover/en/{game}.png")
            assert answer.content_type == "image/png"
            shown.add(await answer.read())
        assert len(shown) == len(GAMES)
        for unknown in ("en/chess", "xx/mafia_city"):
            assert (await asker.get(f"{discord.root}/cover/{unknown}.png")).status == 204


async def test_on_loopback_one_page_may_be_anyone() -> None:
    async with served(everybody=True) as (discord, site, asker):
        for path in ("/", "/as/anna", "/as/olga"):
            assert (await asker.get(discord.root + path)).status == 200
        told = await first_word(discord, asker, **{"as": "bert", "version": site.audience.version})
        assert told["me"] == {
            "id": str(site.doors.people["bert"].id),
            "name": "Bert",
            "slug": "bert",
            "locale": "en-US",
            "chosenLocale": "",
        }


async def test_elsewhere_each_page_needs_its_persons_key() -> None:
    async with served(everybody=False) as (discord, site, asker):
        anna, bert = site.doors.people["anna"], site.doors.people["bert"]
        assert len({site.doors.key(anna), site.doors.key(bert)}) == 2
        assert (await asker.get(discord.root + site.doors.path(anna))).status == 200
        for path in ("/", "/as/anna", f"/as/anna/{site.doors.key(bert)}", "/as/nobody", "/as/anna/ý"):
            refused = await asker.get(discord.root + path)
            assert refused.status == 403
            assert "by invitation" in await refused.text()
        mine = {"as": "anna", "key": site.doors.key(anna), "version": site.audience.version}
        assert (await first_word(discord, asker, **mine))["t"] == "scene"
        for wrong in ({"key": ""}, {"key": site.doors.key(bert)}, {"as": "bert"}, {"key": "ý"}, {"as": ""}):
            assert (await first_word(discord, asker, **{**mine, **wrong}))["why"] == "stranger"


async def test_with_a_key_one_can_neither_become_nor_act_for_another() -> None:
    async with served(everybody=False) as (discord, site, asker):
        anna, table = site.doors.people["anna"], site.world.channel("table-1")
        async with asker.ws_connect(f"{discord.root}/live", headers={"Origin": discord.root}) as ws:
            await ws.send_json({"as": "anna", "key": site.doors.key(anna), "version": site.audience.version})
            await ws.send_json({"n": 1, "do": "be", "as": "bert"})
            await ws.send_json({"n": 2, "do": "say", "for": "bert", "channel": str(table.id), "text": "hello"})
            await ws.send_json({"n": 3, "do": "read", "channel": str(site.doors.people["bert"].dm().id)})
            done: dict[object, Told] = {}
            while len(done) < 3:
                told = json.loads(await ws.receive_str(timeout=PATIENCE))
                if told["t"] == "done":
                    done[told["n"]] = told
        assert done[1]["kind"] == done[3]["kind"] == "impossible"
        assert [seen.data["author"]["id"] for seen in anna.messages(table)] == [str(anna.id)]


async def test_a_page_of_an_older_version_is_asked_to_reload() -> None:
    async with served(everybody=True) as (discord, site, asker):
        told = await first_word(discord, asker, **{"as": "anna", "version": "older"})
        assert told == {"t": "unwelcome", "why": "outdated", "version": site.audience.version}
        assert (await asker.get(f"{discord.root}/page/older/main.js")).status == 404
        assert (await asker.get(f"{discord.root}/favicon.ico")).status == 204
        assert (await asker.get(f"{discord.root}/page/{site.audience.version}/main.js")).status == 200


async def test_other_sites_cannot_reach_the_table() -> None:
    async with served(everybody=True) as (discord, _, asker):
        rebound = await asker.get(discord.root, headers={"Host": "evil.example:8420"})
        assert rebound.status == 404
        for headers in ({"Origin": "http://evil.example"}, {"Origin": "null"}, {}):
            with pytest.raises(aiohttp.WSServerHandshakeError):
                await asker.ws_connect(f"{discord.root}/live", headers=headers)


async def test_nonsense_from_a_page_harms_nothing() -> None:
    async with served(everybody=True) as (discord, site, asker):
        ws = await asker.ws_connect(f"{discord.root}/live", headers={"Origin": discord.root})
        async with ws:
            await ws.send_json({"as": "anna", "version": site.audience.version})
            for nonsense in ("{", "[]", "7", '{"n": 1}', '{"n": "x", "do": "say"}'):
                await ws.send_str(nonsense)
            wrong: list[Told] = [
                {"do": "no such thing"}, {"do": "press"}, {"do": "press", "channel": "x", "message": 1, "id": "a"},
                {"do": "say", "channel": "1", "text": "hi"}, {"do": "select", "channel": None, "values": 7},
                {"do": "submit", "interaction": "1", "values": []}, {"do": "slash", "for": "nobody"},
                {"do": "locale", "to": "xx"}, {"do": "be", "as": "nobody"},
            ]  # fmt: skip
            for number, one in enumerate(wrong):
                await ws.send_json({**one, "n": number})
            answered: set[object] = set()
            while len(answered) < len(wrong):
                told = json.loads(await ws.receive_str(timeout=PATIENCE))
                if told["t"] == "done":
                    assert told["kind"] == "impossible"
                    answered.add(told["n"])


# --- settings ------------------------------------------------------------------------------------------------------


def test_the_plan_reads_bind_port_and_database() -> None:
    plan = Plan.from_environment(
        {"KRUPIER_LOCAL_BIND": "0.0.0.0", "KRUPIER_LOCAL_PORT": "9", "KRUPIER_DATABASE": "a/b.sqlite3"}
    )
    assert (plan.bind, plan.port, plan.everybody) == ("0.0.0.0", 9, False)
    assert plan.state == Path("a/b.discord.json")
    assert Plan.from_environment({}) == Plan("127.0.0.1", 8420, Path("var/table.sqlite3"))
    assert Plan().everybody
    assert Plan().database == IN_THE_BROWSER
    assert (reach("0.0.0.0"), reach("::"), reach("10.0.0.7")) == ("127.0.0.1", "[::1]", "10.0.0.7")


@pytest.mark.parametrize("seconds", ["x", "-1", "1e9", "nan", "0"])
def test_a_wrong_pace_of_the_demo_is_named(seconds: str) -> None:
    with pytest.raises(CannotPlay, match="KRUPIER_DEMO_SECONDS"):
        pace(seconds)


@pytest.mark.parametrize("port", ["x", "0", "65536", "-1", "80.5", "²"])
def test_a_wrong_port_is_named(port: str) -> None:
    with pytest.raises(CannotPlay, match="KRUPIER_LOCAL_PORT"):
        Plan.from_environment({"KRUPIER_LOCAL_PORT": port})


def test_each_player_is_given_a_link(tmp_path: Path) -> None:
    plan = Plan(bind="10.0.0.7", database=tmp_path / "t.sqlite3")
    site = Site(woken(plan.state), everybody=plan.everybody)
    lines = addresses(plan, site)
    assert len(lines) == 1 + len(site.doors.people)
    assert all(
        f"http://10.0.0.7:8420/as/{name}/{site.doors.key(one)}" in "\n".join(lines)
        for name, one in site.doors.people.items()
    )
    assert addresses(Plan(), Site(site.world)) == ["Krupier's table is ready: http://127.0.0.1:8420"]


def test_a_kept_state_belongs_to_one_process(tmp_path: Path) -> None:
    state = tmp_path / "table.discord.json"
    with held(state), pytest.raises(CannotPlay, match="already"), held(state):
        pass
    with held(state):
        pass


# --- the program ---------------------------------------------------------------------------------------------------


@asynccontextmanager
async def program(folder: Path, port: int, module: str = "bot.local.play") -> AsyncIterator[asyncio.subprocess.Process]:
    """Starts the program of `make run` (or another module) without a token, and kills it at the end of the block."""
    settings = {"KRUPIER_LOCAL_PORT": str(port), "KRUPIER_DATABASE": str(folder / "t.sqlite3"), "KRUPIER_LOG": "INFO"}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", module),
        env={**os.environ, **settings},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def ended(process: Process) -> tuple[int | None, str]:
    """Waits until the process ends; returns its exit code and the whole output."""
    out, err = await asyncio.wait_for(process.communicate(), PATIENCE)
    return process.returncode, (out + err).decode()


async def until_said(process: Process, words: str) -> None:
    """Reads the process's standard error until a line has these words; raises TimeoutError after `PATIENCE` seconds."""
    assert process.stderr
    async with asyncio.timeout(PATIENCE):
        while words not in (await process.stderr.readline()).decode():
            assert process.returncode is None


async def test_it_plays_stops_in_order_and_keeps_its_world(tmp_path: Path) -> None:
    port = free_port()
    async with program(tmp_path, port) as process, aiohttp.ClientSession() as asker:
        await until_said(process, "ready, in 1 server")
        page = await (await asker.get(f"http://127.0.0.1:{port}/")).text()
        version = page.partition('krupier-version" content="')[2].partition('"')[0]
        origin = {"Origin": f"http://127.0.0.1:{port}"}
        async with asker.ws_connect(f"http://127.0.0.1:{port}/live", headers=origin) as ws:
            await ws.send_json({"as": "anna", "version": version, "locale": "cs"})
            scene = json.loads(await ws.receive_str(timeout=PATIENCE))
            while scene["t"] != "scene":
                scene = json.loads(await ws.receive_str(timeout=PATIENCE))
            await ws.send_json({"n": 1, "do": "say", "channel": scene["channel"], "text": "Here I am"})
            while json.loads(await ws.receive_str(timeout=PATIENCE)).get("n") != 1:
                pass
        process.send_signal(signal.SIGINT)
        code, said = await ended(process)
        assert code == 0
        assert f"http://127.0.0.1:{port}" in said
        assert "Traceback" not in said
    world = state_file.load(tmp_path / "t.discord.json")
    anna = crowd.person(world, "Anna")
    assert [seen.content for seen in anna.messages(world.channel("table-1"))] == ["Here I am"]
    assert crowd.person(world, "Bert").locale == "cs", "nobody has chosen another language than the browser's"


@pytest.mark.parametrize(("written", "told"), [(None, "off"), ("", "off"), ("on", "on")])
def test_new_tables_have_no_clock_unless_the_environment_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: str | None, told: str
) -> None:
    monkeypatch.delenv("KRUPIER_CLOCK", raising=False)
    if written is not None:
        monkeypatch.setenv("KRUPIER_CLOCK", written)
    discord = LocalDiscord(crowd.with_people("Anna"))
    assert told_to_bot(Plan(database=tmp_path / "t.sqlite3"), discord)["KRUPIER_CLOCK"] == told


async def test_a_bot_that_dies_is_started_again(tmp_path: Path) -> None:
    site = Site(crowd.with_people("Anna"))
    said: list[str] = []
    async with LocalDiscord(site.world, also=site.add_routes) as discord:
        plan = Plan(port=discord.port, database=tmp_path / "t.sqlite3")
        bot = BotProcess(told_to_bot(plan, discord), said.append)
        running = asyncio.create_task(bot.run())
        try:
            await site.world.until(lambda: site.audience.bot_is_up, PATIENCE)
            assert bot.process
            bot.process.kill()
            await site.world.until(lambda: not site.audience.bot_is_up, PATIENCE)
            await site.world.until(lambda: site.audience.bot_is_up, PATIENCE)
        finally:
            running.cancel()
            await bot.stop()
        assert bot.process.returncode == 0
    assert said == ["The bot has ended unexpectedly (exit code -9); it starts again in 1 s."]


async def test_a_taken_port_is_named(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = int(other.getsockname()[1])
        async with program(tmp_path, port) as process:
            code, said = await ended(process)
    assert code == 2
    assert f"Port {port} is taken" in said
    assert "KRUPIER_LOCAL_PORT" in said
    assert "Traceback" not in said


async def test_a_database_that_another_bot_uses_stops_it_with_a_clear_word(tmp_path: Path) -> None:
    with (tmp_path / "t.sqlite3.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        async with program(tmp_path, free_port()) as process:
            code, said = await ended(process)
    assert code == 2
    assert "t.sqlite3" in said
    assert "Nothing is lost" in said
    assert "ready" not in said
    assert "Traceback" not in said


def test_an_unreadable_state_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "t.discord.json").write_text("{")
    monkeypatch.setenv("KRUPIER_DATABASE", str(tmp_path / "t.sqlite3"))
    monkeypatch.setenv("KRUPIER_LOCAL_PORT", str(free_port()))
    assert main() == 1
    assert "t.discord.json" in capsys.readouterr().err
    assert (tmp_path / "t.discord.json").read_text() == "{"


async def test_every_change_is_kept_soon_after(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loop, kept = asyncio.get_running_loop(), asyncio.Queue[str]()
    monkeypatch.setattr(play, "SECONDS_BETWEEN_SAVES", 0.0)
    monkeypatch.setattr(state_file, "write", lambda text, _: loop.call_soon_threadsafe(kept.put_nowait, text()))
    site = Site(crowd.with_people("Anna"))
    async with LocalDiscord(site.world, also=site.add_routes):
        keeping_on = asyncio.create_task(play.keep(site.world, site, tmp_path / "t.discord.json"))
        anna, room = site.doors.people["anna"], site.world.channel("table-1")
        for text in ("one", "two"):
            anna.say(room, text)
            assert f'"content":"{text}"' in await asyncio.wait_for(kept.get(), PATIENCE)
        keeping_on.cancel()


def test_the_local_discord_knows_nothing_of_the_bot() -> None:
    for file in Path(emulator.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
            names += [str(node.module)] if isinstance(node, ast.ImportFrom) else []
            for name in names:
                top = name.split(".")[0]
                assert top not in ("rules", "storage", "discord"), file.name
                assert top != "bot" or name.startswith("bot.emulator"), file.name
