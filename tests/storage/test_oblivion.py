"""Tests the operator's commands that forget users: one who has asked, or all inactive ones."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from storage import Database, Newcomer, seal
from storage.__main__ import main
from storage.dsn import Place
from storage.oblivion import forget_inactive
from tests.storage.table import ANNA, BERT, CYRIL, NOON, SEED, begin, minutes, named, new_game
from tests.storage.test_personal_data import XAVER, everywhere, where
from tests.storage.test_stats import ANNA_WINS, finished

YEAR = timedelta(days=365)


async def filled(path: Place) -> None:
    async with Database.opened(path) as db:
        await everywhere(db)


def test_the_operator_forgets_a_user(path: Place, capsys: pytest.CaptureFixture[str]) -> None:
    asyncio.run(filled(path))
    assert main(["forget", str(XAVER), "--database", named(path)]) == 0
    said = capsys.readouterr().out
    assert "decks: 1 row deleted or changed" in said
    assert "2 of the user's records sealed again without the name." in said
    assert "Backups from before still have the data" in said
    assert str(XAVER) not in said
    assert where(path, XAVER) == set()


def test_a_dry_run_says_the_same_and_changes_nothing(path: Place, capsys: pytest.CaptureFixture[str]) -> None:
    asyncio.run(filled(path))
    before = where(path, XAVER)
    assert main(["forget", str(XAVER), "--dry-run", "--database", named(path)]) == 0
    said = capsys.readouterr().out
    assert "decks: 1 row would be deleted or changed" in said
    assert "Nothing was changed." in said
    assert where(path, XAVER) == before


def test_an_unknown_user_is_no_error(path: Place, capsys: pytest.CaptureFixture[str]) -> None:
    asyncio.run(filled(path))
    assert main(["forget", "4711", "--database", named(path)]) == 0
    assert capsys.readouterr().out == "Nothing is stored about this user.\n"


@pytest.mark.parametrize("typed", ["0", "-1", "Anna", "4611686018427387904", "99999999999999999999", "1 OR 1=1", "٣"])
def test_a_number_that_is_not_a_users_id_is_refused(
    path: Place, capsys: pytest.CaptureFixture[str], typed: str
) -> None:
    with pytest.raises(SystemExit):
        main(["forget", "--database", named(path), "--", typed])
    assert "write the ID of a Discord account" in capsys.readouterr().err


def test_a_record_says_that_it_was_sealed_again(path: Place, capsys: pytest.CaptureFixture[str]) -> None:
    asyncio.run(filled(path))
    main(["forget", str(XAVER), "--database", named(path)])
    assert main(["record", "1", "--database", named(path)]) == 0
    assert "because a user was deleted from it" in capsys.readouterr().err


async def an_old_and_a_new_game(path: Place) -> None:
    """Stores a game that Anna, Bert and Cyril played at NOON, and one that Cyril plays now."""
    async with Database.opened(path) as db:
        await finished(db, ANNA_WINS)
        await begin_again(db)


async def begin_again(db: Database) -> None:
    game = await begin(db, channel=900)
    for user in (ANNA, BERT):
        seat = await db.seats.of_user(game, user)
        assert seat is not None
        await db.vacancies.replace(game, seat.seat, user + 50, "Other", NOON + minutes(1))


async def test_only_users_without_a_running_game_are_inactive(path: Place) -> None:
    await an_old_and_a_new_game(path)
    assert len((await forget_inactive(path, NOON + YEAR, timedelta(days=364))).forgotten) == 2
    assert where(path, ANNA) == where(path, BERT) == set()
    assert "seats.user" in where(path, CYRIL)


async def test_a_user_who_has_played_since_is_not_forgotten(path: Place) -> None:
    await an_old_and_a_new_game(path)
    assert (await forget_inactive(path, NOON + YEAR, timedelta(days=366))).forgotten == []


def test_without_the_setting_no_one_is_forgotten(
    path: Place, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asyncio.run(filled(path))
    monkeypatch.delenv("KRUPIER_RETENTION_DAYS", raising=False)
    before = where(path, XAVER)
    assert main(["retention", "--database", named(path)]) == 0
    assert "KRUPIER_RETENTION_DAYS is not set" in capsys.readouterr().out
    assert where(path, XAVER) == before


@pytest.mark.parametrize("days", ["-1", "soon", "1.5", "99999999999999"])
def test_a_wrong_number_of_days_is_refused(
    path: Place, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, days: str
) -> None:
    asyncio.run(filled(path))
    monkeypatch.setenv("KRUPIER_RETENTION_DAYS", days)
    assert main(["retention", "--database", named(path)]) == 2
    assert "write a number of days" in capsys.readouterr().err


def test_the_setting_names_the_days(
    path: Place, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def old_lobby() -> None:
        async with Database.opened(path) as db:
            await finished(db, ANNA_WINS)

    asyncio.run(old_lobby())
    days = (datetime.now(UTC) - NOON).days
    monkeypatch.setenv("KRUPIER_RETENTION_DAYS", str(days - 1))
    assert main(["retention", "--dry-run", "--database", named(path)]) == 0
    assert "3 users without a table" in capsys.readouterr().out
    assert main(["retention", "--database", named(path)]) == 0
    assert where(path, ANNA) == set()


async def test_a_user_who_has_never_played_is_inactive_by_the_day_of_the_last_interaction(path: Place) -> None:
    async with Database.opened(path) as db:
        await db.people.set(ANNA, ping="never")
        await db.people.set_seen(ANNA, "cs", NOON.date().isoformat())
        await db.people.set_seen(BERT, "cs", (NOON + timedelta(days=300)).date().isoformat())
    assert (await forget_inactive(path, NOON + YEAR, timedelta(days=366))).forgotten == []
    assert len((await forget_inactive(path, NOON + YEAR, timedelta(days=364))).forgotten) == 1
    assert where(path, ANNA) == set()
    assert "people.user" in where(path, BERT)


async def test_a_sealed_seed_without_its_key_leaves_one_user_out_and_no_other(path: Place) -> None:
    seal.install(seal.new_key())
    async with Database.opened(path) as db:
        game = await db.tables.open(new_game(500), SEED, [Newcomer(user, "N", NOON) for user in (ANNA, BERT, CYRIL)])
        await db.tables.start(game, 1, NOON)
        await db.vacancies.set_left(game, "a", NOON)
        await db.people.set_seen(XAVER, "en", "2020-01-01")
    seal.install("")
    done = await forget_inactive(path, NOON + YEAR, timedelta(days=364))
    assert (len(done.forgotten), len(done.sealed)) == (1, 1)
    assert where(path, XAVER) == set()
    assert "seats.user" in where(path, ANNA)


async def test_old_invitations_of_finished_tables_are_deleted(path: Place) -> None:
    async with Database.opened(path) as db:
        for channel in (500, 501):
            game = await db.tables.open(new_game(channel), SEED, [Newcomer(ANNA, "Anna", NOON)])
            await db.tables.invite(game, [XAVER])
        await db.tables.finish(1, "ended", None, NOON)
    await forget_inactive(path, NOON + YEAR, timedelta(days=364), dry_run=True)
    async with Database.opened(path) as db:
        assert [row.invited for row in await db.games.all()] == [(XAVER,), (XAVER,)]
    await forget_inactive(path, NOON + YEAR, timedelta(days=364))
    async with Database.opened(path) as db:
        assert [row.invited for row in await db.games.all()] == [(), (XAVER,)]
