"""Tests that export and forget reach every column that may hold a user's ID or name, on both engines."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import date
from typing import Final

import pytest

from rules.description import Rules
from storage import (
    Database,
    DrawnTable,
    Newcomer,
    Proposed,
    PuzzleAnswer,
    RoundRow,
    Schedule,
    SeatChange,
    TableRow,
    Watcher,
)
from storage.check import check
from storage.dsn import Dsn, Place
from storage.move import TABLES
from storage.personal_data import FIRST_STAND_IN, FORMER, HELD, is_former
from storage.timestamps import written
from tests.storage.table import (
    ANNA,
    BERT,
    CYRIL,
    NOON,
    REFUSED,
    SEED,
    answer,
    hand,
    minutes,
    new_game,
    raw,
)  # fmt: skip
from tests.storage.test_check import KINDS, play
from tests.storage.test_handing_over import COLUMNS_SQLITE
from tests.storage.test_tournaments import NEW

XAVER: Final = 100000000000000123
LONGER: Final = 1000000000000001239
"""Another user, whose ID begins with Xaver's."""
NAME: Final = "Xaver Ω"
CUT: Final = "my dog Rex"
ESCAPE: Final = re.compile(r"\\x[0-9a-f]{2}")
"""A control character in the output of `repr`; it ends in a digit that is not part of a number after it."""
MAY_HOLD: Final = "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema()"
NO_USERS: Final = {
    "games": "id guild channel kind edition language options turn_seconds window_seconds pace phase created started"
    " finished result told paused_at remaining bank_seconds link hints access words weekends_off called starts_full"
    " least_share longest_answer practice_of parent hints_chosen",
    "subscriptions": "guild kind", "limited_uses": "kind slot at",
    "seeds": "game seed", "sealed_seeds": "game sealed", "resealed": "game at",
    "seats": "game position seat computer joined left_at absences part level vacated cut cut_hash",
    "substitutions": "id game seat at computer", "seat_changes": "id game seat told kind at",
    "entries": "game number seat sequence kind keys at link", "reasons": "game number seat level measure weighed",
    "reliability": "game finished seconds", "reviews": "game seat found", "schedules": "zone quiet days_off holidays",
    "deadlines": "game number due reminded away", "graces": "game seat phase_mark number",
    "banks": "game seat phase_mark remaining", "heartbeats": "shard shards at", "identifies": "shard moment",
    "messages": "kind subject old channel message posted_at fingerprint about nonce", "untold_ends": "game",
    "watchers": "game delay shown", "resting": "game number due program",
    "people": "language dms ping locale confirm words explains seen", "decks": "id kind name part",
    "lessons": "kind lesson step",
    "puzzle_answers": "kind day puzzle answer solved", "explained": "kind concept",
    "standing_orders": "game seat standing phase_mark", "lasting_orders": "game seat topic standing phase_mark",
    "staying_out": "game seat phase_mark", "votes": "game what yes", "proposals": "game number seat level",
    "offers": "game seat", "undos": "game number seat", "set_aside": "game at", "troubles": "game",
    "departures": "game", "notices": "game at", "standings": "game seat place points won",
    "seasons": "id guild kind name opened closed", "memberships": "id season joined left_at",
    "tournaments": "id guild channel kind language options pace turn_seconds window_seconds bank_seconds rounds seats"
    " phase created finished",
    "tournament_seeds": "tournament seed", "sealed_tournament_seeds": "tournament sealed",
    "tournament_players": "tournament position dropped cut cut_hash removed", "rounds": "tournament round at",
    "pairings": "tournament round number place", "tournament_games": "game tournament round number",
    "rulings": "id tournament round number at",
    "servers": "guild language channels kind pace hints openers opener_role log_channel lobbies greeted_at removed_at"
    " threads zone quiet call_role channel_lobbies puzzle_channel puzzle_day",
    # Only on PostgreSQL
    "close_requests": "game", "changes": "game by worker", "krupier_schema": "version",
}  # fmt: skip
"""Columns without a user's ID or name. Rules, orders, results and answers know seats only, never users."""


def columns(path: Place) -> set[tuple[str, str]]:
    """Returns the pairs of table and column of a whole database."""
    with raw(path) as db:
        rows = db.execute(MAY_HOLD if isinstance(path, Dsn) else COLUMNS_SQLITE).fetchall()
    return {(table, column) for table, column in rows if not table.startswith("sqlite_")}


async def test_every_column_is_free_of_users_or_in_the_list(db: Database, path: Place) -> None:
    listed = {(held.table, column) for held in HELD for column in held.columns}
    free = {(table, column) for table, named in NO_USERS.items() for column in named.split()}
    assert columns(path) - listed - free == set()
    assert listed & free == set()
    assert listed <= columns(path)


def test_every_table_of_the_list_is_one_that_moves() -> None:
    assert {held.table for held in HELD} <= TABLES.keys()


async def everywhere(db: Database) -> tuple[int, int]:
    """Stores rows about Xaver in every table that may hold a user's ID or name; returns the numbers of a running game
    and a finished one that he played.
    """
    await db.people.set(XAVER, language="cs")
    await db.people.set_listed(XAVER, False)
    await db.schedules.set(XAVER, Schedule())
    await db.decks.save(XAVER, "some_game", "secret deck", "cards")
    await db.lessons.begin(XAVER, "some_game", "first")
    await db.puzzles.add(XAVER, "some_game", PuzzleAnswer(date(2026, 11, 27), 3, "pass", False))
    await db.explanations.add(XAVER, "some_game", "window")
    await db.subscriptions.set(XAVER, 7, ["some_game"])
    await db.limited_uses.take("call", XAVER, 1, NOON - minutes(60), NOON)
    running, finished = await table(db, 500), await table(db, 501)
    await db.messages.put(hand(running, XAVER, 1, 2))
    await db.spectators.set(Watcher(running, XAVER, 0, 1, 3, 0))
    await db.orders.set(running, "b", "pass", "x")
    await db.orders.set_lasting(running, "b", "topic", "pass", "x")
    await db.orders.set_staying_out(running, "b", "x")
    await db.record.append(running, [answer(1, "b", "own"), answer(2, "a", "annas")])
    await db.consents.set_vote(running, "end", XAVER, True)
    await db.consents.set_departed(running, XAVER)
    await db.record.append(finished, [answer(1, "b", "own")])
    await db.vacancies.replace(finished, "a", BERT, "Bert", NOON)
    await db.vacancies.replace(finished, "b", LONGER, "Longer", NOON + minutes(2))
    await db.vacancies.replace(finished, "b", XAVER, NAME, NOON + minutes(3))
    await db.consents.propose(finished, BERT, Proposed("a", XAVER))
    ranking = [{"seat": "b", "points": 3}, {"seat": "a", "points": 1}]
    result = json.dumps({"ranking": ranking, "winners": ["b"]})
    await db.tables.finish(finished, "over", result, NOON + minutes(9))
    await db.statistics.up_to_date()
    offering = await table(db, 502, others=(CYRIL,))
    await db.consents.propose(offering, CYRIL, Proposed("a", XAVER))
    await leagues(db)
    await db.blocks.add(XAVER, LONGER)  # a tournament has no room for both
    await db.blocks.add(ANNA, XAVER)
    return running, finished


async def table(db: Database, channel: int, others: tuple[int, ...] = (XAVER,)) -> int:
    people = [Newcomer(user, NAME if user == XAVER else "Other", NOON) for user in (ANNA, *others)]
    game = await db.tables.open(new_game(channel), SEED, people)
    if XAVER in others:
        await db.seats.set_cut(game, XAVER, CUT)
    await db.tables.invite(game, [LONGER, XAVER])
    await db.tables.start(game, 1, NOON)
    return game


async def leagues(db: Database) -> None:
    season = await db.seasons.open(7, "some_game", "Spring", XAVER, NOON)
    await db.seasons.join(season.id, XAVER, NOON)
    await db.seasons.close(season.id, XAVER, NOON)
    tournament = await db.tournaments.create(replace(NEW, organiser=XAVER), SEED)
    for user, name in ((XAVER, NAME), (LONGER, "Longer"), (ANNA, "Anna")):
        await db.tournaments.enter(tournament, user, name)
    await db.tournaments.set_cut(tournament, XAVER, CUT)
    users = (XAVER, LONGER, ANNA)
    paired = RoundRow(1, tuple((user, 0) for user in users), (TableRow(1, users),))
    await db.tournaments.add_round(tournament, paired, NOON)
    await db.tournaments.rule(tournament, 1, 1, XAVER, NOON, {XAVER: 1, LONGER: 2, ANNA: None})
    await db.tournaments.finish(tournament, "over", NOON)
    await db.blocks.add(XAVER, LONGER)
    await db.blocks.add(ANNA, XAVER)


def everything(path: Place) -> dict[str, str]:
    """Returns the values of each column of the database as one text, by `table.column`."""
    found: dict[str, str] = {}
    with raw(path) as db:
        for table, column in columns(path):
            rows = db.execute(f'SELECT "{column}" FROM {table}').fetchall()
            found[f"{table}.{column}"] = ESCAPE.sub(" ", repr([row[0] for row in rows]))
    return found


def where(path: Place, text: object) -> set[str]:
    """Returns the columns with that text or number; a number that only contains its digits is another one."""
    found = re.compile(rf"(?<!\d){re.escape(str(text))}(?!\d)")
    return {column for column, said in everything(path).items() if found.search(said)}


async def test_the_export_has_the_own_points_and_places_of_tournaments_and_no_one_else_s(db: Database) -> None:
    await leagues(db)
    ruling = {"tournament": 1, "round": 1, "number": 1, "at": written(NOON)}
    for user, by_you, place in ((XAVER, 1, 1), (LONGER, 0, 2), (ANNA, 0, None)):
        found = await db.privacy.export(user)
        assert found["rounds"] == [{"tournament": 1, "round": 1, "points": 0}]
        assert found["rulings"] == [{**ruling, "by_you": by_you, "place": place}]
    assert "rulings" not in await db.privacy.export(BERT)


async def test_a_computer_plays_a_drawn_lobby_s_seat_of_a_forgotten_user(db: Database, path: Place) -> None:
    number = await db.tournaments.create(replace(NEW, organiser=ANNA), SEED)
    for user, name in ((ANNA, "Anna"), (XAVER, NAME), (BERT, "Bert")):
        await db.tournaments.enter(number, user, name)
    users = (XAVER, ANNA, BERT)
    paired = RoundRow(1, tuple((user, 0) for user in users), (TableRow(1, users),))
    await db.tournaments.add_round(number, paired, NOON)
    game = await db.tables.open(replace(new_game(500), host=XAVER), SEED, (), DrawnTable(number, 1, 1))
    assert [seat.user for seat in await db.seats.of(game)] == [XAVER, ANNA, BERT]
    await db.privacy.forget(XAVER, NOON + minutes(1))
    assert [(seat.computer, seat.name) for seat in await db.seats.of(game)] == [
        (True, FORMER), (False, "Anna"), (False, "Bert"),
    ]  # fmt: skip
    assert (await db.games.get(game)).host == ANNA
    assert where(path, XAVER) == where(path, NAME) == set()
    await db.tables.finish(game, "ended", None, NOON + minutes(2))
    again = await db.tables.open(replace(new_game(501), host=XAVER), SEED, (), DrawnTable(number, 1, 1))
    assert [seat.computer for seat in await db.seats.of(again)] == [True, False, False]
    assert (await db.games.get(again)).host == ANNA, "the opener was forgotten a moment before"


def test_every_table_with_users_is_exported() -> None:
    assert [held.table for held in HELD if held.columns and not held.export] == []


async def test_forgetting_leaves_neither_id_nor_name_in_any_table(db: Database, path: Place) -> None:
    await everywhere(db)
    assert {"seats.user", "rounds.scores", "rulings.places", "games.invited"} <= where(path, XAVER)
    await db.privacy.forget(XAVER, NOON + minutes(10))
    assert where(path, XAVER) == where(path, NAME) == where(path, "secret deck") == where(path, CUT) == set()


async def test_a_user_whose_id_begins_alike_stays(db: Database, path: Place) -> None:
    await everywhere(db)
    before = {column for column, said in everything(path).items() if str(LONGER) in said}
    await db.privacy.forget(XAVER, NOON + minutes(10))
    after = {column for column, said in everything(path).items() if str(LONGER) in said}
    assert after == before - {"blocks.blocked"}


async def test_records_still_verify_and_say_that_they_were_sealed_again(db: Database) -> None:
    running, finished = await everywhere(db)
    before = [await db.record.entries(game) for game in (running, finished)]
    done = await db.privacy.forget(XAVER, NOON + minutes(10))
    assert [await db.record.entries(game) for game in (running, finished)] == before
    assert set(done.resealed) == {running, finished}
    assert await db.privacy.resealed(finished) is not None
    assert {seat.record_name for seat in await db.seats.of(finished)} == {"Other", FORMER}


async def test_a_running_game_goes_on_after_it_was_sealed_again(db: Database) -> None:
    running, _ = await everywhere(db)
    await db.privacy.forget(XAVER, NOON + minutes(10))
    await db.record.append(running, [answer(3, "a", "next")])
    assert len(await db.record.entries(running)) == 3


async def test_a_damaged_record_stays_damaged(db: Database, path: Place) -> None:
    _, finished = await everywhere(db)
    with raw(path) as other:
        other.execute("UPDATE seats SET record_name = 'Forged' WHERE game = ? AND seat = 'a'", (finished,))
    done = await db.privacy.forget(XAVER, NOON + minutes(10))
    assert finished not in done.resealed
    assert (await db.record.checked(finished))[1] is not None


async def test_ratings_of_the_others_stay_and_the_stand_in_is_unlisted(db: Database) -> None:
    _, finished = await everywhere(db)
    (before,) = await db.statistics.matches("some_game", 7)
    await db.privacy.forget(XAVER, NOON + minutes(10))
    (after,) = await db.statistics.matches("some_game", 7)
    ((stand_in, place), other) = after.places if is_former(after.places[0][0]) else after.places[::-1]
    assert {(XAVER, place), other} == set(before.places)
    assert stand_in in await db.people.unlisted()
    assert await db.statistics.tallies(XAVER) == []
    assert finished == after.game


async def test_the_seat_of_a_running_game_goes_to_a_computer(db: Database) -> None:
    running, _ = await everywhere(db)
    await db.privacy.forget(XAVER, NOON + minutes(10))
    seat = (await db.seats.of(running))[1]
    assert is_former(seat.user)
    assert (seat.left, seat.vacated) == (NOON + minutes(10), "left")
    last: SeatChange = (await db.tables.state(running)).seat_changes[-1]
    assert (last.kind, last.seat, last.user) == ("left", "b", seat.user)


async def test_a_lobby_loses_the_user_and_gets_another_host(db: Database) -> None:
    lobby = await db.tables.open(new_game(600), SEED, [Newcomer(ANNA, "Anna"), Newcomer(BERT, "Bert")])
    alone = await db.tables.open(new_game(601), SEED, [Newcomer(ANNA, "Anna")])
    await db.privacy.forget(ANNA, NOON)
    assert [seat.user for seat in await db.seats.of(lobby)] == [BERT]
    assert (await db.games.get(lobby)).host == BERT
    assert (await db.games.get(alone)).phase == "ended"


async def test_the_export_has_every_row_about_the_user_and_no_other_user(db: Database) -> None:
    running, _ = await everywhere(db)
    found = await db.privacy.export(XAVER)
    expected = {held.table for held in HELD if held.export} - {"offers"}
    assert expected <= found.keys()
    assert found.pop("blocks") == [{"blocked": LONGER}]
    said = json.dumps(found)
    for other in (str(ANNA), str(LONGER), str(BERT), "Other", "Longer", "annas"):
        assert other not in said.replace("some_game", "")
    assert [row["cut"] for row in found["seats"]] == [CUT, None]  # the finished game's seat was handed over
    assert [row["cut"] for row in found["tournament_players"]] == [CUT]
    assert found["decks"] == [{"kind": "some_game", "name": "secret deck", "part": "cards"}]
    assert [(row["keys"], row["game"]) for row in found["entries"]] == [("own", running)]


async def test_the_export_ends_where_the_user_left_a_running_game(db: Database) -> None:
    running = await table(db, 500)
    await db.record.append(running, [answer(1, "b", "own")])
    await db.vacancies.set_left(running, "b", NOON + minutes(2))
    await db.record.append(running, [answer(3, "b", "by_computer")])
    await db.orders.set(running, "b", "pass", "x")
    found = await db.privacy.export(XAVER)
    assert [row["keys"] for row in found["entries"]] == ["own"]
    assert "standing_orders" not in found


async def test_the_export_of_an_unknown_user_is_empty(db: Database) -> None:
    await everywhere(db)
    assert await db.privacy.export(4711) == {}
    assert (await db.privacy.forget(4711, NOON)).rows == {}


@pytest.mark.parametrize("user", [0, -1, FIRST_STAND_IN, FIRST_STAND_IN + 5])
async def test_only_users_can_be_forgotten(db: Database, user: int) -> None:
    with pytest.raises(ValueError, match="only the data of users"):
        await db.privacy.forget(user, NOON)


REWRITTEN: Final = (
    "UPDATE substitutions SET former_user = 5",
    "UPDATE substitutions SET name = 'Eve'",
    "UPDATE seat_changes SET user = 5",
    f"UPDATE seat_changes SET user = {FIRST_STAND_IN}, kind = 'left'",
    "UPDATE memberships SET user = 5",
    "UPDATE seasons SET closed_by = 5",
    "UPDATE rounds SET scores = '[]'",
    "UPDATE pairings SET user = 5",
    "UPDATE rulings SET places = '[]'",
    "UPDATE rulings SET ruled_by = 5",
    "UPDATE entries SET link = NULL",
    "UPDATE entries SET keys = 'other'",
)


@pytest.mark.parametrize("sql", REWRITTEN)
async def test_the_history_may_lose_users_and_change_in_no_other_way(db: Database, path: Place, sql: str) -> None:
    await everywhere(db)
    with raw(path) as other, pytest.raises(REFUSED):
        other.execute(sql)


async def test_only_a_record_that_lost_a_name_may_be_sealed_again(db: Database, path: Place) -> None:
    await everywhere(db)
    with raw(path) as other, pytest.raises(REFUSED):
        other.execute("UPDATE entries SET link = link")


@KINDS
@pytest.mark.tier("test")
async def test_a_game_replays_after_its_player_was_forgotten(rules: Rules, path: Place) -> None:
    played = await play(path, rules)
    async with Database.opened(path) as db:
        await db.privacy.forget(ANNA, NOON)
    findings = [finding async for finding in check(path)]
    assert [(finding.trouble, finding.entries) for finding in findings] == [(None, len(played.entries))]
