"""Tests /privacy: a user gets and deletes their own data, and no one else's."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.features.privacy import commands
from bot.features.privacy.service import KEY_MISSING
from bot.features.tournaments import commands as tournament_commands
from storage import seal
from storage.personal_data import FORMER, is_former
from tests.bot.table import Evening
from tests.bot.tournament import FOUR, Tournament

THREE = ("Anna", "Bert", "Cyril")


async def exported(evening: Evening, name: str) -> dict[str, Any]:
    """Runs `/privacy export` and returns the content of the file that the user gets by direct message."""
    await evening.slash(name, "privacy export")
    person = evening.person(name)
    (file,) = [seen for seen in person.messages(person.dm()) if seen.attachments][-1].attachments
    found: dict[str, Any] = json.loads(person.download(file))
    return found


async def forget(evening: Evening, name: str) -> None:
    await evening.slash(name, "privacy forget")
    question = evening.private(name)
    await evening.press(name, question, evening.part(question, "forget_me"))


def rows_with(database: Path, user: int) -> list[str]:
    """Returns the names of the database's tables that contain a user's ID anywhere."""
    with closing(sqlite3.connect(database)) as db:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return [table for table in tables if str(user) in repr(db.execute(f"SELECT * FROM {table}").fetchall())]


async def test_the_export_comes_by_direct_message_and_is_about_the_asker(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        anna, bert = evening.person("Anna").id, evening.person("Bert").id
        found = await exported(evening, "Anna")
        assert (found["format"], found["version"], found["user"]) == ("krupier personal data", 1, str(anna))
        (seat,) = found["data"]["seats"]
        assert (seat["game"], seat["name"]) == (evening.table, "Anna")
        assert str(bert) not in json.dumps(found)
        assert "Bert" not in json.dumps(found)
        evening.clean()


async def test_the_export_of_a_running_game_has_no_seed_and_no_other_cards(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        seat = next(one.seat for one in evening.live.seats if one.user == evening.person("Anna").id)
        others = {entry.keys for entry in evening.game.entries if entry.seat not in {seat, "clock"}}
        found = (await exported(evening, "Anna"))["data"]
        assert found.keys() <= {"people", "seats", "entries", "messages", "games"}
        assert all(tuple(row["keys"].split()) not in others or len(row["keys"]) < 6 for row in found["entries"])
        evening.clean()


async def test_closed_direct_messages_are_a_clear_refusal(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        evening.person("Anna").close_dms()
        await evening.slash("Anna", "privacy export")
        assert "soukromou zprávu" in evening.private("Anna").text


async def test_a_large_export_is_compressed(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "MAX_PLAIN", 10)
    async with Evening.of(*THREE, database=database) as evening:
        await evening.slash("Anna", "privacy export")
        person = evening.person("Anna")
        (file,) = person.messages(person.dm())[-1].attachments
        assert file["filename"] == "krupier-data.json.gz"


async def test_forgetting_asks_first_and_changes_nothing_until_then(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        await evening.slash("Anna", "privacy forget")
        assert evening.private("Anna").buttons
        assert evening.person("Anna").id in {seat.user for seat in evening.live.seats}
        evening.clean()


async def test_forgetting_hands_the_seat_over_and_deletes_every_id(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        table, anna = evening.table, evening.person("Anna").id
        await forget(evening, "Anna")
        await evening.settled()
        live = await evening.bot.app.tables.get(table)
        (seat,) = [one for one in live.seats if is_former(one.user)]
        assert (seat.name, seat.record_name, seat.vacated) == (FORMER, FORMER, "left")
        assert live.row.host == evening.person("Bert").id
        assert rows_with(database, anna) == []
        assert f"<@{anna}>" not in evening.board().text
        assert str(seat.user) not in evening.board().text
        evening.clean()


@pytest.fixture
def without_key() -> Iterator[None]:
    """Removes the operator's key after a test."""
    yield
    seal.install("")


@pytest.mark.usefixtures("without_key")
async def test_a_seat_is_kept_if_its_user_cannot_be_forgotten(database: Path) -> None:
    async with Evening.of(*THREE, database=database, locale="en-US") as evening:
        seal.install(seal.new_key())
        await evening.sit_down()
        seal.install("")
        anna = evening.person("Anna").id
        await forget(evening, "Anna")
        assert KEY_MISSING in evening.private("Anna").text
        live = evening.live
        assert live.row.host == anna
        assert [seat.left for seat in live.seats if seat.user == anna] == [None]
        assert "seats" in rows_with(database, anna)


async def test_the_others_play_on_after_a_restart(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        await forget(evening, "Anna")
        table, before = evening.table, len(evening.game.entries)
        await evening.restart()
        live = await evening.bot.app.tables.get(table)
        assert live.game is not None
        assert len(live.game.entries) >= before
        assert live.row.phase == "running"
        evening.clean()


async def test_the_last_player_who_is_forgotten_ends_the_table(database: Path) -> None:
    async with Evening.of("Anna", database=database) as evening:
        await evening.open("Anna")
        await evening.press_board("Anna", "solo")
        table = evening.table
        await forget(evening, "Anna")
        assert (await evening.bot.app.tables.get(table)).row.phase == "ended"
        assert rows_with(database, evening.person("Anna").id) == []


async def test_a_lobby_goes_on_without_the_forgotten_user(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.open()
        table, anna = evening.table, evening.person("Anna").id
        await forget(evening, "Anna")
        live = await evening.bot.app.tables.get(table)
        assert {seat.user for seat in live.seats} == {evening.person(name).id for name in ("Bert", "Cyril")}
        assert rows_with(database, anna) == []
        evening.clean()


async def test_pressing_another_users_question_forgets_only_who_presses(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        await evening.slash("Anna", "privacy forget")
        question = evening.private("Anna")
        await evening.person("Bert").forge(evening.board("Bert"), evening.part(question, "forget_me"))
        await evening.settled()
        assert evening.person("Anna").id in {seat.user for seat in evening.live.seats}


async def test_a_player_forgotten_before_a_drawn_table_opens_is_played_by_a_computer(
    database: Path,
) -> None:
    async with Evening.of(*FOUR, database=database, pictures=False) as evening:
        tournament = Tournament(evening)
        await tournament.open(*FOUR, host="Bert", seats=4)
        await tournament.press("Bert", "t_next")
        await forget(evening, "Cyril")
        assert evening.person("Cyril").mention not in tournament.message.text
        await tournament.press("Anna", "t_mine")
        assert [seat.computer for seat in evening.live.seats if seat.name == FORMER] == [True]
        await tournament.play(1)
        assert evening.live.row.phase == "over"
        evening.clean()


@pytest.mark.parametrize("opened", [False, True])
async def test_a_drawn_game_against_a_forgotten_player_counts_as_against_a_computer(
    database: Path, opened: bool
) -> None:
    async with Evening.of("Anna", "Bert", "Cyril", database=database, pictures=False) as evening:
        tournament, db = Tournament(evening), evening.bot.app.db
        await tournament.open("Bert", "Cyril", host="Bert", game="kralovske_rosady", seats=2)
        await tournament.press("Bert", "t_next")
        if opened:
            await tournament.press("Bert", "t_mine")
        await forget(evening, "Cyril")
        if not opened:
            await tournament.press("Bert", "t_mine")
        await tournament.play(1)
        bert = evening.person("Bert").id
        (tally,) = await db.statistics.tallies(bert)
        assert (tally.games, tally.rated) == (1, 0)
        assert (await db.reliability.of(bert)).games == 0
        shown = (await evening.slash("Anna", "league leaderboard", game="kralovske_rosady")).text
        assert evening.person("Bert").mention not in shown
        assert "46116860" not in shown, "a stand-in"
        evening.clean()


async def test_a_player_forgotten_while_a_drawn_table_opens_gets_no_seat(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Evening.of(*FOUR, database=database, pictures=False) as evening:
        tournament, found = Tournament(evening), tournament_commands._in_a_thread

        async def slowly(interaction: Any, state: Any, table: Any) -> Any:
            place = await found(interaction, state, table)
            await evening.bot.app.db.privacy.forget(evening.person("Cyril").id, evening.now())
            return place

        await tournament.open(*FOUR, host="Bert", seats=4)
        await tournament.press("Bert", "t_next")
        monkeypatch.setattr(tournament_commands, "_in_a_thread", slowly)
        await tournament.press("Anna", "t_mine")
        assert evening.person("Cyril").id not in {seat.user for seat in evening.live.seats}
        assert [seat.computer for seat in evening.live.seats if seat.name == FORMER] == [True]
        evening.clean()


async def test_a_start_updates_the_message_of_an_open_tournament(database: Path) -> None:
    async with Evening.of(*FOUR, database=database, pictures=False) as evening:
        tournament = Tournament(evening)
        await tournament.open(*FOUR, host="Bert", seats=4)
        await evening.bot.app.db.privacy.forget(evening.person("Bert").id, evening.now())
        await evening.restart()
        assert evening.person("Bert").mention not in tournament.message.text
        evening.clean()


async def test_a_drawn_lobby_gets_another_host_and_ends_without_people(database: Path) -> None:
    async with Evening.of("Anna", "Bert", "Cyril", database=database, pictures=False) as evening:
        tournament = Tournament(evening)
        await tournament.open("Bert", "Cyril", host="Bert", game="kralovske_rosady", seats=2)
        await tournament.press("Bert", "t_next")
        await tournament.press("Cyril", "t_mine")
        number = evening.live.id
        await forget(evening, "Cyril")
        row = await evening.bot.app.db.games.get(number)
        assert (row.host, row.phase) == (evening.person("Bert").id, "lobby")
        assert evening.person("Bert").mention in evening.person("Anna").messages(tournament.threads[0])[0].text
        await forget(evening, "Bert")
        assert (await evening.bot.app.db.games.get(number)).phase == "ended"
        evening.clean()


async def test_a_tournament_s_message_no_longer_names_an_organiser_who_is_forgotten(database: Path) -> None:
    async with Evening.of(*FOUR, database=database, pictures=False) as evening:
        tournament = Tournament(evening)
        await tournament.open(*FOUR, host="Bert", seats=4)
        assert evening.person("Bert").mention in tournament.message.text
        await forget(evening, "Bert")
        assert evening.person("Bert").mention not in tournament.message.text
        evening.clean()
