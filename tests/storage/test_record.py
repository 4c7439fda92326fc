from __future__ import annotations

import asyncio
import gc

import pytest

from storage import KEEP, AlreadyAnswered, Database, Deadline, Entry, Outcome, WrongPhase
from storage.dsn import Place
from storage.errors import BadRow
from storage.timestamps import NaiveTime
from tests.storage.table import NOON, REFUSED, answer, begin, minutes, open_lobby, raw

DEAL = [answer(1, "chance", "b", kind="start"), answer(2, "chance", "harbour", "prison", kind="city")]


async def test_the_record_comes_back_in_the_order_in_which_it_was_answered(db: Database) -> None:
    game = await begin(db)
    answers = [
        *DEAL,
        answer(3, "c", "pass", kind="react"),
        answer(3, "a", "informer-star:harbour:2", kind="react"),
        answer(3, "clock", kind="react"),
        answer(4, "b", kind="several"),
    ]
    await db.record.append(game, answers[:3])
    await db.record.append(game, answers[3:])
    assert await db.record.entries(game) == answers


async def test_records_of_two_games_do_not_mix(db: Database) -> None:
    here, there = await begin(db), await begin(db, channel=501)
    await db.record.append(here, [answer(1, "a", "x")])
    await db.record.append(there, [answer(1, "a", "y")])
    assert [entry.keys for entry in await db.record.entries(here)] == [("x",)]
    assert [entry.keys for entry in await db.record.entries(there)] == [("y",)]


async def test_an_entry_is_made_of_the_rules_entry(db: Database) -> None:
    from rules.notation import Entry as Answer  # noqa: PLC0415 - only here

    assert Entry.of(Answer(3, "b", "turn", ("place:harbour",)), NOON) == Entry(3, "b", "turn", ("place:harbour",), NOON)


async def test_appending_tells_sets_the_deadline_and_finishes_in_one_step(db: Database) -> None:
    game = await begin(db)
    await db.record.append(game, DEAL, told=4, deadline=Deadline(3, NOON + minutes(2)))
    assert (await db.games.get(game)).told == 4
    assert (await db.tables.state(game)).deadline == Deadline(3, NOON + minutes(2), 0)
    await db.record.append(game, [answer(3, "b", "keep")], deadline=KEEP)
    assert (await db.games.get(game)).told == 4
    assert (await db.tables.state(game)).deadline == Deadline(3, NOON + minutes(2), 0)
    await db.record.append(game, [answer(4, "c", "keep")], deadline=None)
    assert (await db.tables.state(game)).deadline is None
    await db.record.append(game, [answer(5, "a", "win")], told=9, outcome=Outcome("over", "{}", NOON + minutes(9)))
    row = await db.games.get(game)
    assert (row.phase, row.result, row.told, row.finished) == ("over", "{}", 9, NOON + minutes(9))


async def test_nothing_to_append_still_sets_the_deadline(db: Database) -> None:
    game = await begin(db)
    await db.record.append(game, [], deadline=Deadline(1, NOON, reminded=1))
    assert (await db.tables.state(game)).deadline == Deadline(1, NOON, 1)
    assert await db.record.entries(game) == []


async def test_a_double_press_writes_nothing(db: Database) -> None:
    game = await begin(db)
    await db.record.append(game, DEAL, told=2, deadline=Deadline(3, NOON))
    with pytest.raises(AlreadyAnswered) as refused:
        await db.record.append(game, [answer(3, "b", "keep"), DEAL[1]], told=7, deadline=None)
    assert (refused.value.game, refused.value.number, refused.value.seat) == (game, 2, "chance")
    assert await db.record.entries(game) == DEAL
    assert (await db.games.get(game)).told == 2
    assert (await db.tables.state(game)).deadline == Deadline(3, NOON, 0)


async def test_two_answers_of_one_seat_in_one_step_write_nothing(db: Database) -> None:
    game = await begin(db)
    with pytest.raises(AlreadyAnswered, match="Seat b has answered decision 1"):
        await db.record.append(game, [answer(1, "b", "keep"), answer(1, "b", "redraw")])
    assert await db.record.entries(game) == []


async def test_of_many_presses_at_once_one_is_recorded(db: Database) -> None:
    game = await begin(db)
    presses = (db.record.append(game, [answer(1, "b", f"key-{press}")]) for press in range(8))
    results = await asyncio.gather(*presses, return_exceptions=True)
    assert results.count(None) == 1
    assert sum(isinstance(result, AlreadyAnswered) for result in results) == 7
    assert [entry.keys for entry in await db.record.entries(game)] == [(f"key-{results.index(None)}",)]


async def test_only_a_running_game_has_answers(db: Database) -> None:
    lobby, over = await open_lobby(db), await begin(db, channel=501)
    await db.tables.finish(over, "ended", None, NOON)
    for game in (lobby, over):
        with pytest.raises(WrongPhase):
            await db.record.append(game, DEAL)
        assert await db.record.entries(game) == []


async def test_a_key_has_80_characters_at_most(db: Database) -> None:
    game, longest = await begin(db), answer(1, "a", "x" * 80)
    await db.record.append(game, [longest])
    assert await db.record.entries(game) == [longest]


@pytest.mark.parametrize("key", ["", "two words", "Upper", "x" * 81, "a;b"])
async def test_an_invalid_key_is_refused_without_being_shown(db: Database, key: str) -> None:
    game = await begin(db)
    with pytest.raises(ValueError, match="A key is") as refused:
        await db.record.append(game, [*DEAL, answer(3, "a", key)])
    assert not key or key not in str(refused.value).replace("A key is 1 to 80 of a-z", "")
    assert await db.record.entries(game) == []


async def test_an_answer_without_a_zone_is_refused(db: Database) -> None:
    game = await begin(db)
    with pytest.raises(NaiveTime):
        await db.record.append(game, [Entry(1, "a", "turn", ("x",), NOON.replace(tzinfo=None))])
    with pytest.raises(BadRow):
        await db.record.append(game, [*DEAL, answer(0, "a", "x")])
    assert await db.record.entries(game) == []


async def test_a_step_whose_caller_goes_away_is_finished(db: Database) -> None:
    game = await begin(db)
    step = asyncio.ensure_future(db.record.append(game, DEAL, told=2))
    await asyncio.sleep(0)
    step.cancel()
    with pytest.raises(asyncio.CancelledError):
        await step
    assert (await db.record.entries(game), (await db.games.get(game)).told) == (DEAL, 2)


@pytest.mark.tier("test")
async def test_of_a_step_that_fails_after_its_caller_has_gone_the_log_has_one_sentence(
    db: Database, caplog: pytest.LogCaptureFixture
) -> None:
    stumbled: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: stumbled.append(context))
    step = asyncio.ensure_future(db.record.append(4711, DEAL))
    await asyncio.sleep(0)
    step.cancel()
    with pytest.raises(asyncio.CancelledError):
        await step
    await db.deadlines.running()
    gc.collect()
    assert stumbled == []
    (said,) = [record for record in caplog.records if record.name == "storage.repository"]
    assert "failed after its caller was cancelled: " in said.getMessage()
    assert said.exc_info is None


async def test_closing_waits_for_what_is_being_written(path: Place) -> None:
    db = await Database.open(path)
    game = await begin(db)
    step = asyncio.ensure_future(db.record.append(game, DEAL))
    await asyncio.sleep(0)
    await db.close()
    await step
    async with Database.opened(path) as again:
        assert await again.record.entries(game) == DEAL


async def test_readers_never_see_half_a_step(db: Database) -> None:
    game = await begin(db)
    step = asyncio.ensure_future(db.record.append(game, DEAL, told=2))
    seen = []
    while not step.done():
        seen.append(((await db.games.get(game)).told, len(await db.record.entries(game))))
    assert (await db.games.get(game)).told == 2
    assert all(told == 0 or entries == 2 for told, entries in seen)


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM entries",
        "UPDATE entries SET keys = 'other'",
        "UPDATE entries SET sequence = sequence + 10",
    ],
)
async def test_the_record_is_only_ever_added_to(db: Database, path: Place, sql: str) -> None:
    game = await begin(db)
    await db.record.append(game, DEAL)
    with raw(path) as connection, pytest.raises(REFUSED, match=r"only ever added to|entries are kept for ever"):
        connection.execute(sql)
    assert await db.record.entries(game) == DEAL


@pytest.mark.parametrize("sql", ["DELETE FROM substitutions", "UPDATE substitutions SET former_user = 5"])
async def test_the_seats_of_a_game_never_change(db: Database, path: Place, sql: str) -> None:
    game = await begin(db)
    await db.vacancies.replace(game, "b", 99, "Dana", NOON)
    with raw(path) as connection, pytest.raises(REFUSED, match="kept for ever"):
        connection.execute(sql)
    with raw(path) as connection:
        assert connection.execute("SELECT former_name FROM substitutions").fetchall() == [("Bert",)]
