"""Tests wrong settings: the process ends with a clear message, without a traceback and without a secret."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.emulator import Limits, LocalDiscord
from bot.emulator.people import crowd
from tests.wire.bot_process import BotProcess


async def refused(room: Path, *words: str, **settings: str) -> list[str]:
    """Starts the bot with these settings and returns the lines of its output, without discord.py's.

    Fails unless the bot ends by itself with an error, each of `words` is in the output, and no traceback or token is.
    """
    async with LocalDiscord(crowd.with_people("Anna", limits=Limits.generous())) as discord:
        bot = BotProcess(discord, room, **settings)
        code, said = await bot.run_to_its_end()
        check_words(said, discord.token)
        assert code not in (0, None)
        told = [line for line in said.splitlines() if " discord." not in line]
        for word in words:
            assert any(word in line for line in told), said
        assert discord.world.channel("table-1").messages == {}
        return told


def check_words(said: str, token: str) -> None:
    """Checks that the output has no traceback and does not contain the token."""
    assert "Traceback" not in said, said
    assert token not in said


async def test_without_a_token_and_a_terminal_one_line_says_what_to_do(tmp_path: Path) -> None:
    said = await refused(tmp_path, "DISCORD_TOKEN", "README.md", "python -m bot local", DISCORD_TOKEN="")
    assert len(said) == 1


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DISCORD_API_URL", "somewhere"),
        ("DISCORD_GATEWAY_URL", "http://127.0.0.1:1"),
        ("KRUPIER_GUILDS", "my server"),
        ("KRUPIER_LOG", "LOUD"),
    ],
)
async def test_a_wrong_setting_is_named(tmp_path: Path, name: str, value: str) -> None:
    assert len(await refused(tmp_path, name, **{name: value})) == 1


async def test_a_wrong_token_stops_it_at_once(tmp_path: Path) -> None:
    wrong = "not.the.token"
    async with LocalDiscord(crowd.with_people("Anna")) as discord:
        bot = BotProcess(discord, tmp_path, DISCORD_TOKEN=wrong)
        code, said = await bot.run_to_its_end()
        assert code not in (0, None)
        assert "DISCORD_TOKEN" in said
        check_words(said, wrong)
        assert len(discord.requests) == 1, "what cannot succeed is never tried again"


async def test_a_token_that_the_gateway_refuses_stops_it(tmp_path: Path) -> None:
    async with LocalDiscord(crowd.with_people("Anna")) as discord, BotProcess(discord, tmp_path) as bot:
        discord.world.token = "another.token.by.now"
        await discord.gateway.drop(4004, resumable=False)
        assert await bot.exit() != 0
        assert "DISCORD_TOKEN" in bot.log
        check_words(bot.log, discord.token)


async def test_discord_out_of_reach_is_said(tmp_path: Path) -> None:
    await refused(tmp_path, "cannot be reached", "DISCORD_API_URL", DISCORD_API_URL="http://127.0.0.1:9/api/v10")


async def test_a_text_is_no_database(tmp_path: Path) -> None:
    file = write(tmp_path / "letter.txt", b"Dear Krupier, " * 500)
    await refused(tmp_path, str(file), "KRUPIER_DATABASE", KRUPIER_DATABASE=str(file))
    assert file.stat().st_size == 14 * 500


async def test_a_folder_is_no_database(tmp_path: Path) -> None:
    await refused(tmp_path, str(tmp_path), "KRUPIER_DATABASE", KRUPIER_DATABASE=str(tmp_path))


async def test_a_database_needs_a_folder(tmp_path: Path) -> None:
    file = tmp_path / "nowhere" / "games.sqlite3"
    await refused(tmp_path, str(file.parent), KRUPIER_DATABASE=str(file))


async def test_another_programs_database_is_not_touched(tmp_path: Path) -> None:
    file = tmp_path / "other.sqlite3"
    with closing(sqlite3.connect(file)) as db:
        db.execute("CREATE TABLE recipes (name TEXT)")
    before = file.read_bytes()
    await refused(tmp_path, str(file), "KRUPIER_DATABASE", KRUPIER_DATABASE=str(file))
    assert file.read_bytes() == before


async def test_a_database_of_the_future_is_not_touched(tmp_path: Path) -> None:
    async with LocalDiscord(crowd.with_people("Anna")) as discord:
        async with BotProcess(discord, tmp_path) as bot:
            assert await bot.stop() == 0
        with closing(sqlite3.connect(bot.database)) as db:
            db.execute("PRAGMA user_version = 9999")
        code, said = await bot.run_to_its_end()
        assert code not in (0, None)
        assert "newer" in said
        check_words(said, discord.token)


async def test_a_damaged_database_is_said(tmp_path: Path) -> None:
    async with LocalDiscord(crowd.with_people("Anna")) as discord:
        async with BotProcess(discord, tmp_path) as bot:
            assert await bot.stop() == 0
        size = bot.database.stat().st_size
        with bot.database.open("r+b") as file:
            file.seek(1024)
            file.write(b"\xa5" * (size - 1024))
        code, said = await bot.run_to_its_end()
        assert code not in (0, None)
        assert str(bot.database) in said
        check_words(said, discord.token)


async def test_two_bots_do_not_share_a_database(tmp_path: Path) -> None:
    async with LocalDiscord(crowd.with_people("Anna")) as discord, BotProcess(discord, tmp_path) as bot:
        second = BotProcess(discord, tmp_path, name="second")
        code, said = await second.run_to_its_end()
        assert code not in (0, None)
        assert str(bot.database) in said
        assert "KRUPIER_DATABASE" in said
        check_words(said, discord.token)
        assert bot.running
        outcome = await crowd.people(discord.world)[0].slash(
            discord.world.channel("table-1"), "game new", game="mafia_city"
        )
        assert outcome.message is not None


DECKS = {
    "no JSON": "{",
    "no deck": "[]",
    "an unknown card": json.dumps({"cards": [{"card": "joker", "symbol": "fist", "copies": 49}]}),
}


@pytest.mark.parametrize("text", DECKS.values(), ids=DECKS)
async def test_a_deck_that_cannot_be_used_is_said(tmp_path: Path, text: str) -> None:
    file = write(tmp_path / "deck.json", text.encode())
    await refused(tmp_path, str(file), KRUPIER_MAFIA_CITY_DECK=str(file))


async def test_a_missing_deck_is_said(tmp_path: Path) -> None:
    await refused(tmp_path, str(tmp_path / "none.json"), KRUPIER_MAFIA_CITY_DECK=str(tmp_path / "none.json"))


def write(file: Path, content: bytes) -> Path:
    """Writes a file with this content; returns its path."""
    file.write_bytes(content)
    return file
