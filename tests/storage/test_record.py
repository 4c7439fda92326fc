from __future__ import annotations

import asyncio
import gc

import pytest

from storage import KEEP, AlreadyAnswered, Deadline, Entry, Outcome, Store, WrongPhase
from storage.dsn import Place
from storage.errors import BadRow
from storage.moments import NaiveTime
from tests.storage.table import NOON, REFUSED, answer, begin, minutes, open_lobby, raw

DEAL = [answer(1, "chance", "b", kind="start"), answer(2, "chance", "harbour", "prison", kind="city")]


async def test_the_record_comes_back_in_the_order_in_which_it_was_answered(store: Store) -> None:
    game = await begin(store)
    answers = [
        *DEAL,
        answer(3, "c", "pass", kind="react"),
        answer(3, "a", "informer-star:harbour:2", kind="react"),
        answer(3, "clock", kind="react"),
        answer(4, "b", kind="several"),
    ]
    await store.append(game, answers[:3])
    await store.append(game, answers[3:])
    assert await store.entries(game) == answers


async def test_records_of_two_games_do_not_mix(store: Store) -> None:
    here, there = await begin(store), await begin(store, channel=501)
    await store.append(here, [answer(1, "a", "x")])
    await store.append(there, [answer(1, "a", "y")])
    assert [entry.keys for entry in await store.entries(here)] == [("x",)]
    assert [entry.keys for entry in await store.entries(there)] == [("y",)]


async def test_an_entry_is_made_of_the_rules_entry(store: Store) -> None:
    from rules.notation import Entry as Answer  # noqa: PLC0415 - only here

    assert Entry.of(Answer(3, "b", "turn", ("place:harbour",)), NOON) == Entry(3, "b", "turn", ("place:harbour",), NOON)


async def test_appending_tells_sets_the_deadline_and_finishes_in_one_step(store: Store) -> None:
    game = await begin(store)
    await store.append(game, DEAL, told=4, deadline=Deadline(3, NOON + minutes(2)))
    assert (await store.game(game)).told == 4
    assert (await store.state(game)).deadline == Deadline(3, NOON + minutes(2), 0)
    await store.append(game, [answer(3, "b", "keep")], deadline=KEEP)
    assert (await store.game(game)).told == 4
    assert (await store.state(game)).deadline == Deadline(3, NOON + minutes(2), 0)
    await store.append(game, [answer(4, "c", "keep")], deadline=None)
    assert (await store.state(game)).deadline is None
    await store.append(game, [answer(5, "a", "win")], told=9, outcome=Outcome("over", "{}", NOON + minutes(9)))
    row = await store.game(game)
    assert (row.phase, row.result, row.told, row.finished) == ("over", "{}", 9, NOON + minutes(9))


async def test_nothing_to_append_still_sets_the_deadline(store: Store) -> None:
    game = await begin(store)
    await store.append(game, [], deadline=Deadline(1, NOON, reminded=1))
    assert (await store.state(game)).deadline == Deadline(1, NOON, 1)
    assert await store.entries(game) == []


async def test_a_double_press_writes_nothing(store: Store) -> None:
    game = await begin(store)
    await store.append(game, DEAL, told=2, deadline=Deadline(3, NOON))
    with pytest.raises(AlreadyAnswered) as refused:
        await store.append(game, [answer(3, "b", "keep"), DEAL[1]], told=7, deadline=None)
    assert (refused.value.game, refused.value.number, refused.value.seat) == (game, 2, "chance")
    assert await store.entries(game) == DEAL
    assert (await store.game(game)).told == 2
    assert (await store.state(game)).deadline == Deadline(3, NOON, 0)


async def test_two_answers_of_one_seat_in_one_step_write_nothing(store: Store) -> None:
    game = await begin(store)
    with pytest.raises(AlreadyAnswered, match="Seat b has answered decision 1"):
        await store.append(game, [answer(1, "b", "keep"), answer(1, "b", "redraw")])
    assert await store.entries(game) == []


async def test_of_many_presses_at_once_one_stands(store: Store) -> None:
    game = await begin(store)
    presses = (store.append(game, [answer(1, "b", f"key-{press}")]) for press in range(8))
    results = await asyncio.gather(*presses, return_exceptions=True)
    assert results.count(None) == 1
    assert sum(isinstance(result, AlreadyAnswered) for result in results) == 7
    assert [entry.keys for entry in await store.entries(game)] == [(f"key-{results.index(None)}",)]


async def test_only_a_running_game_has_answers(store: Store) -> None:
    lobby, over = await open_lobby(store), await begin(store, channel=501)
    await store.finish_game(over, "ended", None, NOON)
    for game in (lobby, over):
        with pytest.raises(WrongPhase):
            await store.append(game, DEAL)
        assert await store.entries(game) == []


async def test_a_key_has_80_characters_at_most(store: Store) -> None:
    game, longest = await begin(store), answer(1, "a", "x" * 80)
    await store.append(game, [longest])
    assert await store.entries(game) == [longest]


@pytest.mark.parametrize("key", ["", "two words", "Upper", "x" * 81, "a;b"])
async def test_what_is_no_key_is_refused_without_being_shown(store: Store, key: str) -> None:
    game = await begin(store)
    with pytest.raises(ValueError, match="A key is") as refused:
        await store.append(game, [*DEAL, answer(3, "a", key)])
    assert not key or key not in str(refused.value).replace("A key is 1 to 80 of a-z", "")
    assert await store.entries(game) == []


async def test_an_answer_without_a_zone_is_refused(store: Store) -> None:
    game = await begin(store)
    with pytest.raises(NaiveTime):
        await store.append(game, [Entry(1, "a", "turn", ("x",), NOON.replace(tzinfo=None))])
    with pytest.raises(BadRow):
        await store.append(game, [*DEAL, answer(0, "a", "x")])
    assert await store.entries(game) == []


async def test_a_step_whose_caller_goes_away_is_finished(store: Store) -> None:
    game = await begin(store)
    step = asyncio.ensure_future(store.append(game, DEAL, told=2))
    await asyncio.sleep(0)
    step.cancel()
    with pytest.raises(asyncio.CancelledError):
        await step
    assert (await store.entries(game), (await store.game(game)).told) == (DEAL, 2)


async def test_of_a_step_that_fails_after_its_caller_has_gone_the_log_has_one_sentence(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    stumbled: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: stumbled.append(context))
    step = asyncio.ensure_future(store.append(4711, DEAL))
    await asyncio.sleep(0)
    step.cancel()
    with pytest.raises(asyncio.CancelledError):
        await step
    await store.running_deadlines()
    gc.collect()
    assert stumbled == []
    (said,) = [record for record in caplog.records if record.name == "storage.core"]
    assert "whose caller has gone away failed: " in said.getMessage()
    assert said.exc_info is None


async def test_closing_waits_for_what_is_being_written(path: Place) -> None:
    store = await Store.open(path)
    game = await begin(store)
    step = asyncio.ensure_future(store.append(game, DEAL))
    await asyncio.sleep(0)
    await store.close()
    await step
    async with Store.opened(path) as again:
        assert await again.entries(game) == DEAL


async def test_readers_never_see_half_a_step(store: Store) -> None:
    game = await begin(store)
    step = asyncio.ensure_future(store.append(game, DEAL, told=2))
    seen = []
    while not step.done():
        seen.append(((await store.game(game)).told, len(await store.entries(game))))
    assert (await store.game(game)).told == 2
    assert all(told == 0 or entries == 2 for told, entries in seen)


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM entries",
        "UPDATE entries SET keys = 'other'",
        "UPDATE entries SET sequence = sequence + 10",
    ],
)
async def test_the_record_is_only_ever_added_to(store: Store, path: Place, sql: str) -> None:
    game = await begin(store)
    await store.append(game, DEAL)
    with raw(path) as db, pytest.raises(REFUSED, match="the record is only ever added to"):
        db.execute(sql)
    assert await store.entries(game) == DEAL


@pytest.mark.parametrize("sql", ["DELETE FROM substitutions", "UPDATE substitutions SET former_user = 5"])
async def test_who_sat_where_never_changes(store: Store, path: Place, sql: str) -> None:
    game = await begin(store)
    await store.replace(game, "b", 99, "Dana", NOON)
    with raw(path) as db, pytest.raises(REFUSED, match="kept for ever"):
        db.execute(sql)
    with raw(path) as db:
        assert db.execute("SELECT former_name FROM substitutions").fetchall() == [("Bert",)]
