"""Tests how reliably people play, as the lobby and `/profile` show it, and what a host can require."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from bot.emulator.people.outcome import Outcome
from storage import Entry, Newcomer
from tests.bot.refused import CZECH
from tests.bot.table import Evening
from tests.storage.table import NOON, SEED, new_game

TWO = ("Anna", "Bert")
THREE = ("Anna", "Bert", "Cyril")
DAY = 86_400
OTHER = 4711


async def has_played(
    evening: Evening, name: str, games: int, *, finished: int, seconds: float, turn: int = 1_800, before: int = 0
) -> None:
    """Stores that many ended games of a user against another one, each with one answer after `seconds`.

    The user stayed to the end of `finished` of them and left the others. `before`: games stored by earlier calls;
    `turn`: seconds that the tables have for a turn.
    """
    db, user = evening.bot.app.db, evening.person(name).id
    for at in range(games):
        opened = replace(new_game(9_000 + before + at), turn_seconds=turn)
        game = await db.tables.open(opened, SEED, [Newcomer(user, "X", NOON), Newcomer(OTHER, "Y", NOON)])
        await db.tables.start(game, 1, NOON)
        given = ((1, "b", NOON), (2, "a", NOON + timedelta(seconds=seconds)))
        await db.record.append(game, [Entry(number, seat, "turn", ("pass",), time) for number, seat, time in given])
        if at < games - finished:
            await db.vacancies.set_left(game, "a", NOON)
        await db.tables.finish(game, "over", None, NOON)


def line_of(evening: Evening, name: str, reader: str) -> str:
    """Returns a user's line of the lobby, as the reader sees it."""
    mention = evening.person(name).mention
    return next(line for line in evening.board(reader).text.splitlines() if mention in line and "·" in line)


async def set_up_guests(evening: Evening, name: str, **values: str) -> Outcome:
    """Opens the lobby's form with requirements for players, changes some fields and sends it; returns the outcome."""
    board = evening.board(name)
    opened = await evening.person(name).press(board, Evening.part(board, "guests"))
    assert opened.modal is not None, opened.text
    outcome = await evening.person(name).submit(opened.modal, values)
    await evening.settled()
    return outcome


async def test_the_lobby_shows_the_share_of_the_last_twenty_games_and_the_usual_time(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await has_played(evening, "Bert", 5, finished=0, seconds=999)
        await has_played(evening, "Bert", 20, finished=17, seconds=40, before=5)
        await has_played(evening, "Cyril", 4, finished=0, seconds=5, before=25)
        await evening.open(*THREE)
        assert "dohrává 85\u00a0% her, doba odpovědi: 40 sekund" in line_of(evening, "Bert", "Anna")
        assert "nový hráč" in line_of(evening, "Cyril", "Anna")
        assert line_of(evening, "Cyril", "Anna").count("%") == 0
        evening.clean()


async def test_hiding_from_leaderboards_hides_it_in_open_lobbies_at_once(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await has_played(evening, "Bert", 20, finished=17, seconds=41)
        await evening.open("Anna", "Bert")
        assert "85" in line_of(evening, "Bert", "Anna")
        for verb, shown in (("l_hide", False), ("l_show", True)):
            outcome = await evening.slash("Bert", "league me", evening.world.channel("table-2"))
            assert outcome.message is not None
            await evening.press("Bert", outcome.message, Evening.part(outcome.message, verb))
            await evening.settled()
            assert ("85" in line_of(evening, "Bert", "Anna")) == shown
        evening.clean()


async def test_a_lobby_by_the_day_shows_the_time_of_such_tables(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await has_played(evening, "Bert", 5, finished=5, seconds=40)
        await has_played(evening, "Bert", 5, finished=5, seconds=7_200, turn=DAY, before=5)
        await evening.open(*TWO, pace="correspondence")
        assert "dohrává 100\u00a0% her, doba odpovědi: 2 hodiny" in line_of(evening, "Bert", "Anna")
        evening.clean()


async def test_a_profile_shows_its_own_reliability_for_both_sorts_of_tables(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await has_played(evening, "Bert", 12, finished=12, seconds=40)
        await has_played(evening, "Bert", 13, finished=11, seconds=7_200, turn=DAY, before=12)
        shown = (await evening.slash("Bert", "profile")).text
        assert (
            "Spolehlivost (počet posledních her s lidmi: 20): dohrává 90\u00a0% her, doba odpovědi: 40 sekund" in shown
        )
        assert "U korespondenčních stolů: doba odpovědi 2 hodiny" in shown
        assert (
            "Spolehlivost (počet posledních her s lidmi: 0): nový hráč" in (await evening.slash("Anna", "profile")).text
        )
        evening.clean()


async def test_the_host_sees_no_more_of_it_than_anyone_else(database: Path) -> None:
    async with Evening.of(*THREE, "Dora", database=database) as evening:
        await has_played(evening, "Bert", 20, finished=17, seconds=41)
        await evening.open("Anna", "Bert")
        lines = {line_of(evening, "Bert", reader) for reader in (*THREE, "Dora")}
        assert len(lines) == 1
        assert "85" in lines.pop()
        told = [(await evening.press_board("Anna", verb)) for verb in ("settings", "guests", "remove", "shuffle")]
        forms = [str(one.modal.data) if one.modal is not None else one.text for one in told]
        assert [form for form in forms if "85\u00a0%" in form or "41 s" in form] == []
        evening.clean()


async def test_a_user_who_hides_from_rankings_hides_it_too(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await has_played(evening, "Bert", 20, finished=17, seconds=40)
        await evening.bot.app.db.people.set_listed(evening.person("Bert").id, False)
        await evening.open(*TWO)
        for reader in TWO:
            assert "spolehlivost skrytá" in line_of(evening, "Bert", reader)
            assert "85" not in line_of(evening, "Bert", reader)
        assert "dohrává 85\u00a0% her" in (await evening.slash("Bert", "profile")).text
        evening.clean()


async def test_the_board_of_a_running_game_shows_no_reliability(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await has_played(evening, "Bert", 20, finished=17, seconds=40)
        await evening.sit_down(*TWO, game="kralovske_rosady", keep=False)
        assert "85\u00a0%" not in evening.board("Anna").text
        evening.clean()


async def test_a_table_may_require_a_minimum_that_only_the_refused_user_learns(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await has_played(evening, "Bert", 20, finished=17, seconds=40)
        await has_played(evening, "Cyril", 20, finished=20, seconds=400, before=20)
        await evening.open("Anna")
        await set_up_guests(evening, "Anna", share="90", time="300")
        before = [seen.text for seen in evening.person("Anna").messages(evening.channel)]
        await evening.press_board("Bert", "join")
        assert "aspoň 90\u00a0% her. Ty dohráváš 85\u00a0%" in evening.private("Bert").text
        await evening.press_board("Cyril", "join")
        assert "rychleji než ty" in evening.private("Cyril").text
        assert [seat.name for seat in evening.live.seats] == ["Anna"]
        assert [seen.text for seen in evening.person("Anna").messages(evening.channel)] == before
        await set_up_guests(evening, "Anna", share="0", time="0")
        for name in ("Bert", "Cyril"):
            await evening.press_board(name, "join")
        assert [seat.name for seat in evening.live.seats] == [*THREE]
        evening.clean()


async def test_a_new_player_meets_every_requirement(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await has_played(evening, "Bert", 4, finished=0, seconds=999)
        await evening.open("Anna")
        await set_up_guests(evening, "Anna", share="90", time="60")
        await evening.press_board("Bert", "join")
        assert [seat.name for seat in evening.live.seats] == [*TWO]
        evening.clean()


@pytest.mark.parametrize(
    ("field", "value"), [("share", "85"), ("share", "²"), ("time", "1"), ("time", "-1"), ("weekends", "perhaps")]
)
async def test_a_forged_requirement_changes_nothing(database: Path, field: str, value: str) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await evening.open("Anna")
        before, board = evening.live.row, evening.board("Anna")
        opened = await evening.person("Anna").press(board, Evening.part(board, "guests"))
        assert opened.modal is not None
        component = next(one.part.data for one in opened.modal.fields if one.custom_id == field)
        component["options"][0]["value"] = value
        await evening.person("Anna").submit(opened.modal, {field: value})
        await evening.settled()
        assert evening.private("Anna").text == CZECH("This form is out of date. Open it again from the lobby.")
        assert evening.live.row == before
