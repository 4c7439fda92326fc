"""Tests a start from a checkout: the page answers at once, says what is missing, and becomes the table by itself."""

from __future__ import annotations

import asyncio
import http.client
import io
import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import aiohttp
import pytest
from playwright.async_api import expect

from bot.emulator import LocalDiscord
from bot.emulator.page.site import Site
from bot.emulator.people import crowd
from bot.local.start import local_table_is_meant
from bot.local.steps import SECONDS_BETWEEN_LINES, WORDS, Step, Terminal
from bot.local.waiting_page import HEADER, STARTING, WaitingPage, listener, page_in, preferred, texts_in, wanted_address
from bot.texts import LANGUAGES, translator_for
from tests.packaging.installed import ROOT
from tests.page.local_table import browsing
from tests.ports import free_port

PATIENCE = 90.0
PROGRAM = (
    "bot.__main__", "bot.local.start", "bot.local.waiting_page", "bot.local.environment", "bot.local.background_build",
)  # fmt: skip
SMALL = ("bot", "bot.commands", "bot.local", "bot.local.steps", "bot.measuring", "bot.measuring.parsing")
"""The modules that may be imported before the page answers."""


@contextmanager
def listening() -> Iterator[socket.socket]:
    """Yields a socket that listens on a free port of the loopback interface."""
    found = listener("127.0.0.1", free_port())
    assert found is not None
    with found:
        yield found


def url(of: socket.socket) -> str:
    return f"http://127.0.0.1:{of.getsockname()[1]}/"


def connection(to: socket.socket) -> http.client.HTTPConnection:
    return http.client.HTTPConnection("127.0.0.1", to.getsockname()[1], timeout=PATIENCE)


@asynccontextmanager
async def local_table(folder: Path, on: socket.socket) -> AsyncIterator[asyncio.subprocess.Process]:
    """Starts `python -m bot local` on that socket, as a start from a checkout does; ends it with the block."""
    host, port = on.getsockname()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "local", "--listener", str(on.fileno())),
        env={**os.environ, "KRUPIER_LOCAL_BIND": host, "KRUPIER_LOCAL_PORT": str(port),
             "KRUPIER_DATABASE": str(folder / "t.sqlite3")},
        stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, pass_fds=(on.fileno(),),
    )  # fmt: skip
    try:
        yield process
    finally:
        if process.returncode is None:
            process.terminate()
        await process.communicate()


async def test_a_process_answers_starting_and_becomes_the_table(tmp_path: Path) -> None:
    with listening() as found:
        # Sent before the process exists, so the first server to start answers it.
        early = connection(found)
        early.request("GET", "/")
        async with local_table(tmp_path, found), asyncio.timeout(PATIENCE), aiohttp.ClientSession() as client:
            first = await asyncio.to_thread(early.getresponse)
            assert first.headers[HEADER] == STARTING
            assert "Krupier is starting" in first.read().decode()
            early.close()
            found.close()
            while HEADER in (answer := await client.get(url_of(early))).headers:
                assert answer.status == 200
            assert "krupier-version" in await answer.text()
            version = (await answer.text()).partition('krupier-version" content="')[2].partition('"')[0]
            origin = {"Origin": url_of(early).rstrip("/")}
            async with client.ws_connect(f"{url_of(early)}live", headers=origin) as ws:
                await ws.send_json({"as": "anna", "version": version})
                scene = await ws.receive_json()
                while scene["t"] != "scene":
                    scene = await ws.receive_json()
                assert scene["starting"] is not scene["bot"]
                while not scene["bot"] and (await ws.receive_json()) != {"t": "bot", "up": True}:
                    pass


def url_of(connection: http.client.HTTPConnection) -> str:
    return f"http://{connection.host}:{connection.port}/"


@pytest.mark.browser
async def test_an_open_waiting_page_follows_the_steps_and_turns_into_the_table() -> None:
    with listening() as found:
        async with browsing() as browser:
            page = await browser.new_page()
            with WaitingPage(found) as waiting:
                waiting.report(Step("packages", ".venv", 3, 29))
                await page.goto(url(found))
                await expect(page.locator("#step")).to_have_text("Missing: packages. Installing 3 of 29.")
                waiting.report(Step("loading"))
                await expect(page.locator("#step")).to_have_text("Missing: the croupier. The program is loading.")
            site = Site(crowd.with_people("Anna", "Bert", "Olga"))
            async with LocalDiscord(site.world, port=found, also=site.add_routes):
                guide = page.locator("#guide")
                await expect(guide).to_contain_text("The croupier is starting")
                await expect(guide.get_by_role("button")).to_be_disabled()
                await page.close()


async def test_a_request_between_two_servers_is_answered_by_the_second() -> None:
    with listening() as found:
        with WaitingPage(found):
            pass
        early = connection(found)
        early.request("GET", "/")
        site = Site(crowd.with_people("Anna"))
        async with LocalDiscord(site.world, port=found, also=site.add_routes) as discord:
            assert discord.port == found.getsockname()[1]
            answer = await asyncio.to_thread(early.getresponse)
            assert answer.headers[HEADER] is None
            assert "krupier-version" in answer.read().decode()
            early.close()


def test_a_browser_that_only_connects_does_not_hold_up_the_others() -> None:
    with listening() as found, WaitingPage(found), socket.create_connection(found.getsockname()[:2]):
        asked = connection(found)
        asked.request("GET", "/as/anna/key", headers={"Accept-Language": "cs-CZ,cs;q=0.9,en;q=0.8"})
        answer = asked.getresponse()
        assert (answer.status, answer.headers["Cache-Control"]) == (200, "no-store")
        assert "Krupiér se spouští" in answer.read().decode()
        asked.close()


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("de-DE,de", "en"),
        ("sk", "sk"),
        ("de,cs;q=0.5", "cs"),
        ("en-US,en;q=0.9,cs;q=0.1", "en"),
        (";,", "en"),
    ],
)
def test_the_waiting_page_speaks_the_browsers_language(header: str, language: str) -> None:
    assert preferred(header) == language


def test_every_step_has_words_in_the_terminal_and_in_each_language_of_the_page() -> None:
    for language in LANGUAGES:
        assert set(texts_in(translator_for(language))) - {"", "starting", "then"} == set(WORDS)
        for name in ("", *WORDS):
            assert f'<html lang="{language}">' in page_in(language, Step(name, ".venv", 2, 3))


# --- what the terminal says -----------------------------------------------------------------------------------------


def test_a_step_is_printed_at_once_and_its_progress_every_two_seconds() -> None:
    out, now = io.StringIO(), [100.0]
    terminal = Terminal(out, lambda: now[0])
    for at, step in (
        (100.0, Step("environment", ".venv")), (100.1, Step("packages", ".venv", 0, 29)),
        (100.2, Step("packages", ".venv", 1, 29)), (102.0, Step("packages", ".venv", 5, 29)),
        (102.1 + SECONDS_BETWEEN_LINES, Step("packages", ".venv", 9, 29)), (109.0, Step("packages", ".venv", 9, 29)),
        (110.0, Step("loading")),
    ):  # fmt: skip
        now[0] = at
        terminal.report(step)
    assert out.getvalue().splitlines() == [
        "Creating the virtual environment .venv …", "Installing packages into .venv: 0 of 29 …",
        "Installing packages into .venv: 9 of 29 …", "Loading Krupier …",
    ]  # fmt: skip


# --- what make run starts -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("module", PROGRAM)
def test_code_before_the_installation_uses_only_the_standard_library(module: str) -> None:
    asked = f"import {module}, json, sys; print(json.dumps([n for n in sys.modules if n.startswith('bot')]))"
    done = subprocess.run(
        [sys.executable, "-S", "-c", asked], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stderr
    assert set(json.loads(done.stdout)) <= {*SMALL, *PROGRAM}


def test_the_waiting_page_is_translated_before_the_installation() -> None:
    asked = "from bot.local.waiting_page import Step, page_in; print(page_in('cs', Step('')))"
    done = subprocess.run(
        [sys.executable, "-S", "-c", asked], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert "Krupiér se spouští" in done.stdout, done.stderr


def test_the_local_table_is_meant_only_if_nothing_is_configured(tmp_path: Path) -> None:
    settings = tmp_path / ".env"
    assert local_table_is_meant({"KRUPIER_LOCAL_BIND": "0.0.0.0"}, settings)
    for environment in ({"DISCORD_TOKEN": ""}, {"KRUPIER_METRICS": "9464"}, {"KRUPIER_DATABASE": "postgresql://h/d"}):
        assert not local_table_is_meant(environment, settings)
    settings.write_text("DISCORD_TOKEN=\n", encoding="utf-8")
    assert not local_table_is_meant({}, settings), "the bot itself judges a token that is empty or misspelt"


def test_the_address_is_the_one_that_the_table_will_use(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    assert wanted_address({}, file) == ("127.0.0.1", 8420)
    file.write_text(
        '# KRUPIER_LOCAL_PORT=1\nKRUPIER_LOCAL_PORT = "9000"\nKRUPIER_LOCAL_BIND=0.0.0.0\n', encoding="utf-8"
    )
    assert wanted_address({"KRUPIER_LOCAL_BIND": ""}, file) == ("0.0.0.0", 9000)
    assert wanted_address({"KRUPIER_LOCAL_PORT": "9001"}, file) == ("0.0.0.0", 9001)
    assert wanted_address({"KRUPIER_LOCAL_PORT": "²"}, file) == ("0.0.0.0", 8420)


def test_an_address_that_cannot_be_used_is_left_to_the_table_to_explain() -> None:
    with listening() as found:
        assert listener("127.0.0.1", found.getsockname()[1]) is None
    for bind, port in (("localhost.example", 0), ("192.0.2.1", 1), ("127.0.0.1", 99_999)):
        assert listener(bind, port) is None


def test_make_run_starts_without_waiting_for_a_compiler() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    recipe = re.search(r"^run:(.*)\n\t(.*)$", makefile, re.MULTILINE)
    assert recipe is not None
    assert recipe[1].strip() == "", "nothing is made before the page answers"
    assert recipe[2] == "@$(PYTHON) -m bot.local.start"
