"""Tests that stuck tables end with an apology and idle ones are archived with a notice; the record stays."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from bot.cli import age, states
from storage.sqlite.requests import ask
from tests.bot.refused import APOLOGIES
from tests.bot.table import Evening
from tests.emulator import moderation
from tests.storage.table import file_of

THREE = ("Anna", "Bert", "Cyril")
DAY = 86_400.0


def said(evening: Evening) -> list[str]:
    """Returns the texts of the bot's public messages."""
    return [
        seen.text for seen in evening.person("Bert").messages(evening.channel) if seen.by_bot and not seen.ephemeral
    ]


async def test_the_shell_closes_a_table_of_the_running_bot(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        table = evening.live.id
        request = ask(database, table)
        await evening.pass_time(1)
        assert not request.exists()
        assert (await evening.bot.app.db.games.get(table)).phase == "ended"
        assert APOLOGIES in said(evening)[-1]
        public = evening.person("Bert").messages(evening.channel)
        assert not [part for seen in public for part in Evening.of_a_game(seen)]
        assert (await evening.slash("Bert", "game new", game="mafia_city")).message is not None
        evening.clean()


async def test_also_a_table_that_cannot_be_opened_any_more(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        table, app = evening.live.id, evening.bot.app
        await file_of(app.db).execute("UPDATE games SET edition = 99 WHERE id = ?", (table,))
        await file_of(app.db).commit()
        app.tables.drop(table)
        ask(database, table)
        await evening.pass_time(1)
        assert (await app.db.games.get(table)).phase == "ended"
        assert APOLOGIES in said(evening)[-1]
        public = evening.person("Bert").messages(evening.channel)
        assert not [part for seen in public for part in Evening.of_a_game(seen)]
        assert not evening.person("Bert").dms()[0].usable


async def test_a_request_for_no_table_is_thrown_away(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        request = ask(database, 77)
        stranger = database.with_name(f"{database.name}.close-me")
        stranger.touch()
        await evening.pass_time(1)
        assert not request.exists()
        assert stranger.exists()


@pytest.mark.parametrize(
    ("pace", "language", "still", "then"),
    [
        (
            "untimed",
            "cs",
            "nikdo nehrál už 27 dní. Když nikdo nezahraje ani si nepřisedne, půjde stůl za 3 dny",
            "30 dní nikdo nehrál",
        ),
        (
            "live",
            "sk",
            "nikto nehral už 27 dní. Ak nikto nezahrá ani si neprisadne, pôjde stôl o 3 dni",
            "30 dní nikto nehral",
        ),
        ("live", "en", "for 27 days. This table will be archived in 3 days", "for 30 days"),
    ],
)
async def test_a_forgotten_table_is_warned_and_then_archived(
    database: Path, pace: str, language: str, still: str, then: str
) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down(pace=pace, language=language)
        await evening.slash("Anna", "game pause")
        table = evening.live.id
        await evening.pass_time(26 * DAY)
        before = len(said(evening))
        await evening.pass_time(1.5 * DAY)
        assert still in said(evening)[-1]
        await evening.pass_time(2 * DAY)
        assert len(said(evening)) == before + 1
        assert (await evening.bot.app.db.games.get(table)).phase == "running"
        await evening.pass_time(1 * DAY)
        assert (await evening.bot.app.db.games.get(table)).phase == "ended"
        assert any(then in text for text in said(evening)[before + 1 :])
        public = evening.person("Bert").messages(evening.channel)
        assert not [part for seen in public for part in Evening.of_a_game(seen)]
        assert await evening.bot.app.db.record.entries(table)


async def test_a_move_after_the_warning_keeps_the_table(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down(pace="untimed")
        game = evening.game
        await evening.pass_time(28 * DAY)
        await evening.answer(game.waiting[0], "place:harbour")
        await evening.pass_time(20 * DAY)
        assert evening.live.row.phase == "running"
        evening.clean()


async def test_after_a_month_without_the_bot_no_one_is_archived_unwarned(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down(pace="untimed")
        table = evening.live.id
        await evening.stop()
        evening.clock.advance(40 * DAY)
        await evening.start()
        await evening.pass_time(1)
        assert any("za 3 dny" in text for text in said(evening))
        await evening.pass_time(2.9 * DAY)
        assert (await evening.bot.app.db.games.get(table)).phase == "running"
        await evening.pass_time(0.2 * DAY)
        assert (await evening.bot.app.db.games.get(table)).phase == "ended"


async def test_a_forgotten_lobby_is_archived_too(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.open()
        table = evening.live.id
        await evening.pass_time(27 * DAY)
        await evening.pass_time(3 * DAY)
        assert (await evening.bot.app.db.games.get(table)).phase == "ended"
        assert not Evening.of_a_game(evening.board())


async def test_the_list_names_state_and_age_and_no_one(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down(pace="correspondence")
        await evening.pass_time(3 * 3_600)
        (found,) = await states(database)
        line = found.line(evening.now())
        assert line.startswith(f"table {evening.live.id} · mafia_city · running · 3 people · opened 3 h ago")
        assert "last move 3 h ago" in line
        assert f"channel {evening.channel.id}" in line
        assert "waits 21 h more" in line
        await evening.slash("Anna", "game pause")
        moderation.delete_channel(evening.world, evening.channel)
        (found,) = await states(database)
        assert found.state() == "paused"


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [(0, "0 s"), (59, "59 s"), (60, "1 min"), (3_599, "59 min"), (86_399, "23 h"), (200_000, "2 d")],
)
def test_ages_are_shown_in_their_largest_unit(seconds: int, expected: str) -> None:
    assert age(timedelta(seconds=seconds)) == expected
