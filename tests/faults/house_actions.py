"""Actions of users at several tables, which make the bot write everything that it can write.

Each action can be repeated after the bot died in it: what was done already is refused without harm.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from contextlib import suppress
from datetime import date
from random import Random
from typing import Any

from bot.emulator.world import acts
from bot.features.orders.view import orders_for
from bot.features.undo.service import Undos
from bot.tables.limits import HOUR, Limits
from bot.tables.lobby import Place
from bot.tables.order_execution import IDLE
from bot.tables.refusals import EXPECTED_ERRORS
from bot.texts import translator_for
from storage import Proposed, PuzzleAnswer, Schedule, TableRow
from storage.errors import StorageError
from storage.shards import EVERYTHING, Served
from tests.faults.judge import goes_on
from tests.faults.killed_house import Mortal

MAFIA, ROSADY, DESTINY, SMALL, CUP, FREE = (f"table-{number}" for number in range(1, 7))
TABLES = {
    MAFIA: ("mafia_city", "bank"),
    ROSADY: ("kralovske_rosady", "live"),
    DESTINY: ("star_wars_destiny", "untimed"),
}
THREE = ("Anna", "Bert", "Cyril")
GUEST = "Dora"
EN = translator_for("en")
NIGHTS = Schedule("Asia/Tokyo", "22:00-07:00")
SOLVED = PuzzleAnswer(date(2026, 2, 1), 1, "place:prison", True)
Act = Callable[[Mortal, Random], Coroutine[Any, Any, None]]


async def try_all(*works: Coroutine[Any, Any, object]) -> None:
    """Runs each of these actions; one that was done already is refused."""
    try:
        for work in works:
            with suppress(*EXPECTED_ERRORS, StorageError):
                await work
    finally:
        for work in works:
            work.close()


async def table_at(house: Mortal, where: str) -> int:
    """Returns the table of a channel, and makes it the current one."""
    house.here = where
    row = await house.bot.app.db.games.latest_in(house.channel.id)
    assert row is not None, where
    house.tables[where] = row.id
    await house.bot.app.tables.get(row.id)
    return row.id


def at_tables(house: Mortal) -> list[tuple[str, tuple[str, ...]]]:
    return [(where, THREE[:2] if where == DESTINY else THREE) for where in TABLES if where in house.tables]


async def people_come(house: Mortal, _dice: Random) -> None:
    app = house.bot.app
    for name in (*THREE, GUEST):
        await app.people.change(house.person(name).id, ping="each" if name == "Bert" else "late")
        await house.slash(name, "learn rules")
    await house.slash("Cyril", "learn lesson")


async def people_settle_in(house: Mortal, _dice: Random) -> None:
    """Lets people choose notifications and quiet hours, begin a lesson, solve a puzzle, and use what is limited."""
    app, dora, guild = house.bot.app, house.person(GUEST).id, house.channel.guild_id
    assert guild is not None
    for kinds in (["mafia_city"], ["kralovske_rosady", "star_wars_destiny"]):
        await app.db.subscriptions.set(dora, guild, kinds)
    await app.db.schedules.set(dora, NIGHTS)
    await app.db.lessons.begin(dora, "mafia_city", "first")
    await app.db.lessons.advance(dora, "mafia_city", "first", 0)
    await app.db.puzzles.add(dora, "mafia_city", SOLVED)
    await app.db.explanations.add(dora, "mafia_city", "window")
    async with app.services.get(Limits).call(house.person("Anna").id):
        house.clock.advance(HOUR.total_seconds())
    await app.services.get(Limits).notice(dora)
    assert await app.db.subscriptions.of(dora, guild) == ["kralovske_rosady", "star_wars_destiny"]
    assert await app.db.schedules.get(dora) == NIGHTS
    assert await app.db.puzzles.of(dora, "mafia_city") == [SOLVED]
    assert (await app.db.lessons.of(dora))["mafia_city", "first"] == 1


async def commands_are_taken_away(house: Mortal, _dice: Random) -> None:
    """Removes the commands with another program of the bot's token; they are registered again."""
    house.world.commands[None].clear()
    await house.bot.registration.begin()


async def tables_are_opened(house: Mortal, _dice: Random) -> None:
    for where, (kind, pace) in TABLES.items():
        house.here = where
        await house.slash("Anna", "game new", game=kind, pace=pace)
        table = await table_at(house, where)
        people = [house.person(name) for name in THREE[1:]][: 1 if where == DESTINY else 2]
        await try_all(*(house.bot.app.lobby.join(table, one.id, one.name) for one in people))
        await house.settled()


async def a_lobby_is_left(house: Mortal, _dice: Random) -> None:
    house.here = SMALL
    await house.slash("Bert", "game new", game="mafia_city")
    lobby, table = house.bot.app.lobby, await table_at(house, SMALL)
    bert, dora = house.person("Bert").id, house.person(GUEST).id
    await try_all(lobby.join(table, dora, GUEST), lobby.add_computer(table, bert), lobby.remove_computer(table, bert))
    await try_all(lobby.leave(table, bert), lobby.leave(table, dora))
    await house.settled()


async def a_table_has_a_thread(house: Mortal, _dice: Random) -> None:
    app, house.here = house.bot.app, SMALL
    guild, bert = house.channel.guild_id or 0, house.person("Bert").id
    await app.db.servers.change(guild, {"threads": True})
    await house.slash("Bert", "game new", game="kralovske_rosady")
    for row in await app.db.games.lobbies_of(bert):
        await try_all(app.lobby.leave(row.id, bert))
    await app.db.servers.change(guild, {"threads": False})
    await house.settled()


async def games_begin(house: Mortal, _dice: Random) -> None:
    for where in TABLES:
        table = await table_at(house, where)
        for name in THREE:
            seat = house.person(name).id
            await try_all(house.bot.app.lobby.bring(table, seat, "", "en"))
        await try_all(house.bot.app.referee.start(table, house.person("Anna").id))
        await house.settled()


async def answers_are_given(house: Mortal, dice: Random) -> None:
    for where, _names in at_tables(house):
        table = await table_at(house, where)
        with suppress(*EXPECTED_ERRORS):
            await goes_on(house.bot.app, table, dice, house.ledger, dice.randrange(4, 9))
    await house.settled()


async def hands_are_looked_at(house: Mortal, _dice: Random) -> None:
    for where, names in at_tables(house):
        await table_at(house, where)
        for name in names:
            await house.slash(name, "game hand")
        await house.slash("Anna", "game board")


async def time_goes_by(house: Mortal, _dice: Random) -> None:
    for seconds in (95.0, 200.0, 400.0, 200.0):
        await house.pass_time(seconds)


async def orders_are_given(house: Mortal, dice: Random) -> None:
    app = house.bot.app
    for where, names in at_tables(house):
        table, user = await table_at(house, where), house.person(dice.choice(names)).id
        live = await app.tables.get(table)
        # Under one of them a pass is no answer yet: it waits for the end of the time.
        order = dice.choice([one for one in orders_for(live.game_ui) if one != IDLE])
        seat = live.seat_of(user).seat
        await try_all(
            app.referee.set_order(table, user, order), app.referee.stay_out(table, user, out=True),
            app.referee.stay_out(table, user, out=False),
            app.db.orders.set_lasting(table, seat, "nothing", "nothing", "never"),
            app.db.orders.set_lasting(table, seat, "nothing", None, "never"),
        )  # fmt: skip
    await house.settled()


async def moves_are_taken_back(house: Mortal, dice: Random) -> None:
    undos = house.bot.app.services.get(Undos)
    for where, names in at_tables(house):
        table = await table_at(house, where)
        for way in ("agree", "refuse"):
            with suppress(*EXPECTED_ERRORS):
                await goes_on(house.bot.app, table, dice, house.ledger, 4)
            await try_all(*(undos.ask(table, house.person(name).id, EN) for name in names))
            live = await house.bot.app.tables.get(table)
            number = None if live.undo is None else live.undo[0]
            for name in names:
                await try_all(getattr(undos, way)(table, house.person(name).id, number, EN))
    await house.settled()


async def the_table_votes(house: Mortal, _dice: Random) -> None:
    consent = house.bot.app.consent
    for where, names in at_tables(house):
        table = await table_at(house, where)
        for what in ("pause", "resume", "end"):
            for name in names[: 1 if what == "end" else 3]:
                await try_all(consent.agree(table, house.person(name).id, what, EN, by_button=True))
        await try_all(consent.agree(table, house.person("Anna").id, "end", EN, by_button=True))
    await house.settled()


async def seats_change_hands(house: Mortal, _dice: Random) -> None:
    app, table = house.bot.app, await table_at(house, MAFIA)
    anna, bert, cyril, dora = (house.person(name) for name in (*THREE, GUEST))
    cyrils = next((seat.seat for seat in (await app.tables.get(table)).seats if seat.user == cyril.id), None)
    await try_all(app.lobby.leave_running(table, bert.id), app.lobby.join(table, bert.id, bert.name))
    if cyrils is not None:
        for newcomer in (anna.id + 1, dora.id):
            proposed = Proposed(cyrils, newcomer, "normal")
            await try_all(app.consent.propose(table, anna.id, proposed, EN))
        number = (await app.tables.get(table)).proposals
        await try_all(app.consent.agree(table, anna.id, "replace", EN, number=number, by_button=True))
        await try_all(app.consent.propose(table, anna.id, proposed, EN))
        await try_all(app.consent.propose(table, bert.id, proposed, EN), app.lobby.join(table, dora.id, dora.name))
        await try_all(app.db.consents.set_departed(table, bert.id), app.db.seats.set_absences(table, cyrils, 9))
        await app.tables.reload(await app.tables.get(table))
        await try_all(app.consent.wait(table, anna.id, EN))
        await try_all(app.db.seats.set_absences(table, cyrils, 9))
        await app.tables.reload(await app.tables.get(table))
        for name in THREE:
            await try_all(app.consent.agree(table, house.person(name).id, "hand_over", EN))
        await try_all(app.lobby.join(table, dora.id, dora.name))
    await house.settled()


async def the_place_is_in_trouble(house: Mortal, dice: Random) -> None:
    app, table = house.bot.app, await table_at(house, ROSADY)
    acts.forbid(house.world, house.channel, "view_channel")
    with suppress(*EXPECTED_ERRORS):
        await goes_on(app, table, dice, house.ledger, 2)
    app.publisher.changed(table)
    await house.settled()
    await try_all(app.channel_health.check_place(table))
    acts.allow(house.world, house.channel, "view_channel")
    await app.channel_health.mended()
    await house.settled()


async def a_table_moves(house: Mortal, _dice: Random) -> None:
    app, table = house.bot.app, house.tables[DESTINY]
    for where in (FREE, DESTINY):
        await try_all(app.channel_health.move(table, house.world.channel(where).id))
        app.bus.table_changed(await app.tables.get(table))
        await house.settled()


async def someone_watches(house: Mortal, _dice: Random) -> None:
    await table_at(house, ROSADY)
    await house.slash(GUEST, "game watch", delay="0")
    await house.slash(GUEST, "game watch", delay="stop")
    await house.slash(GUEST, "game watch", delay="15")


async def someone_stops_watching(house: Mortal, _dice: Random) -> None:
    table = await table_at(house, ROSADY)
    await try_all(house.bot.app.spectators.stop(table, house.person(GUEST).id))
    await house.settled()


async def decks_are_kept(house: Mortal, _dice: Random) -> None:
    db, user = house.bot.app.db, house.person("Anna").id
    for _ in range(2):
        await db.decks.save(user, "star_wars_destiny", "One", "part")
    for deck in await db.decks.of_user(user):
        await try_all(db.decks.rename(user, deck.id, "Two"), db.decks.copy(user, deck.id))
    for deck in await db.decks.of_user(user):
        await try_all(db.decks.remove(user, deck.id))


async def a_season_goes_by(house: Mortal, _dice: Random) -> None:
    house.here = CUP
    db, guild = house.bot.app.db, house.channel.guild_id
    assert guild is not None
    await house.slash("Anna", "league open", game="mafia_city")
    for season in await db.seasons.in_guild(guild):
        for name in THREE:
            user = house.person(name).id
            await try_all(db.seasons.join(season.id, user, house.now()))
            await try_all(db.seasons.leave(season.id, user, house.now()))
        await try_all(db.seasons.close(season.id, house.person("Anna").id, house.now()))
    for listed in (False, True):
        await db.people.set_listed(house.person("Bert").id, listed)


async def a_tournament_is_played(house: Mortal, _dice: Random) -> None:
    app, house.here = house.bot.app, CUP
    people = [house.person(name) for name in THREE]
    outcome = await house.slash("Anna", "league tournament", game="kralovske_rosady", rounds=1, seats=3)
    assert outcome.text
    number = await app.db.tournaments.in_channel(house.channel.id)
    if number is None:
        return
    for who in (*people, house.person(GUEST)):
        await try_all(app.tournaments.enter(number, who.id, who.name))
    await try_all(app.tournaments.drop_out(number, house.person(GUEST).id), app.tournaments.go_on(number))

    await app.tournament_messages.show(number)
    with suppress(AssertionError):  # the table has a thread already
        await house.press("Anna", house.board("Anna"), house.part(house.board("Anna"), "t_mine"))

    async def place(_table: TableRow) -> Place:
        return Place(house.channel.guild_id, house.channel.id, people[0].id, people[0].name, "cs")

    await try_all(app.tournaments.open_table(number, people[0].id, place))
    places = {who.id: at for at, who in enumerate(people, 1)}
    await try_all(
        app.tournaments.drop_out(number, people[2].id), app.tournaments.enter(number, people[2].id, "Cyril"),
        app.tournaments.rule(number, 1, 1, people[0].id, places), app.tournaments.finish(number),
    )  # fmt: skip
    await house.settled()


async def tables_are_set_aside(house: Mortal, _dice: Random) -> None:
    app, table = house.bot.app, await table_at(house, DESTINY)
    await app.db.games.quarantine(table, house.now())
    await app.db.games.end_quarantine(table)
    await try_all(app.db.consents.set_notice(table, house.now()))
    await app.db.messages.forget_closed_dms(house.person("Bert").id)
    for where in TABLES:
        await app.warm_start.note(await table_at(house, where))


async def servers_are_split_again(house: Mortal, _dice: Random) -> None:
    for served in (Served(2, frozenset({0, 1})), EVERYTHING):
        await house.bot.app.db.deadlines.give_back_downtime(house.now(), served)


async def an_hour_goes_by(house: Mortal, dice: Random) -> None:
    """Lets an hour pass: old messages are replaced by new ones."""
    await table_at(house, ROSADY)
    await house.slash(GUEST, "game watch", delay="0")
    house.clock.advance(3600.0)
    for where, names in at_tables(house):
        table = await table_at(house, where)
        with suppress(*EXPECTED_ERRORS):
            await goes_on(house.bot.app, table, dice, house.ledger, 6)
        await house.settled()
        for name in names:
            await house.slash(name, "game hand")
    await house.pass_time(100.0)


async def games_end(house: Mortal, dice: Random) -> None:
    app, table = house.bot.app, await table_at(house, ROSADY)
    with suppress(*EXPECTED_ERRORS):
        await goes_on(app, table, dice, house.ledger)
    await house.settled()
    await app.db.statistics.up_to_date()
    for where in (MAFIA, DESTINY):
        table = await table_at(house, where)
        for name in THREE:
            await try_all(app.consent.agree(table, house.person(name).id, "end", EN))
    await house.settled()


EVENING: tuple[Act, ...] = (
    people_come, people_settle_in, commands_are_taken_away, tables_are_opened, a_lobby_is_left,
    a_table_has_a_thread, games_begin, hands_are_looked_at,
    answers_are_given, orders_are_given, time_goes_by, moves_are_taken_back, answers_are_given, the_table_votes,
    someone_watches, the_place_is_in_trouble, seats_change_hands, a_table_moves, decks_are_kept, a_season_goes_by,
    a_tournament_is_played, tables_are_set_aside, servers_are_split_again, an_hour_goes_by, someone_stops_watching,
    answers_are_given, games_end,
)  # fmt: skip
