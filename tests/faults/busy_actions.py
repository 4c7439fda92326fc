"""Actions of users at several tables, which make the bot write everything that it can write.

Each action can be repeated after the bot died in it: what was done already is refused without harm.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from contextlib import suppress
from datetime import date
from random import Random
from typing import Any

from bot.features.orders.view import orders_for
from bot.features.undo.service import Undos
from bot.tables.limits import HOUR, Limits
from bot.tables.order_execution import IDLE
from bot.tables.refusals import EXPECTED_ERRORS
from bot.tables.wishes import Place
from bot.texts import translator_for
from storage import Proposed, PuzzleAnswer, Schedule, TableRow
from storage.errors import StorageError
from storage.shards import EVERYTHING, Served
from tests.emulator import moderation
from tests.faults.judge import goes_on
from tests.faults.killed_evening import MortalEvening

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
Act = Callable[[MortalEvening, Random], Coroutine[Any, Any, None]]


async def try_all(*works: Coroutine[Any, Any, object]) -> None:
    """Runs these actions one after another; refusals are ignored, because an action may have been done before a
    kill.
    """
    try:
        for work in works:
            with suppress(*EXPECTED_ERRORS, StorageError):
                await work
    finally:
        for work in works:
            work.close()


async def table_at(evening: MortalEvening, where: str) -> int:
    """Makes a channel the current one, loads its latest table, and returns the table's number."""
    evening.here = where
    row = await evening.bot.app.db.games.latest_in(evening.channel.id)
    assert row is not None, where
    evening.tables[where] = row.id
    await evening.bot.app.tables.get(row.id)
    return row.id


def at_tables(evening: MortalEvening) -> list[tuple[str, tuple[str, ...]]]:
    return [(where, THREE[:2] if where == DESTINY else THREE) for where in TABLES if where in evening.tables]


async def people_come(evening: MortalEvening, _dice: Random) -> None:
    app = evening.bot.app
    for name in (*THREE, GUEST):
        await app.people.change(evening.person(name).id, ping="each" if name == "Bert" else "late")
        await evening.slash(name, "learn rules")
    await evening.slash("Cyril", "learn lesson")


async def people_settle_in(evening: MortalEvening, _dice: Random) -> None:
    """Lets users choose notifications and quiet hours, begin a lesson, solve a puzzle, and call a rate-limited
    feature.

    An hour passes on the evening's clock.
    """
    app, dora, guild = evening.bot.app, evening.person(GUEST).id, evening.channel.guild_id
    assert guild is not None
    for kinds in (["mafia_city"], ["kralovske_rosady", "star_wars_destiny"]):
        await app.db.subscriptions.set(dora, guild, kinds)
    await app.db.schedules.set(dora, NIGHTS)
    await app.db.lessons.begin(dora, "mafia_city", "first")
    await app.db.lessons.advance(dora, "mafia_city", "first", 0)
    await app.db.puzzles.add(dora, "mafia_city", SOLVED)
    await app.db.explanations.add(dora, "mafia_city", "window")
    async with app.services.get(Limits).call(evening.person("Anna").id):
        evening.clock.advance(HOUR.total_seconds())
    await app.services.get(Limits).notice(dora)
    assert await app.db.subscriptions.of(dora, guild) == ["kralovske_rosady", "star_wars_destiny"]
    assert await app.db.schedules.get(dora) == NIGHTS
    assert await app.db.puzzles.of(dora, "mafia_city") == [SOLVED]
    assert (await app.db.lessons.of(dora))["mafia_city", "first"] == 1


async def commands_are_taken_away(evening: MortalEvening, _dice: Random) -> None:
    """Deletes the bot's commands, as another program with its token would; the bot then registers them again."""
    evening.world.commands[None].clear()
    await evening.bot.registration.begin()


async def tables_are_opened(evening: MortalEvening, _dice: Random) -> None:
    for where, (kind, pace) in TABLES.items():
        evening.here = where
        await evening.slash("Anna", "game new", game=kind, pace=pace)
        table = await table_at(evening, where)
        people = [evening.person(name) for name in THREE[1:]][: 1 if where == DESTINY else 2]
        await try_all(*(evening.bot.app.lobby.join(table, one.id, one.name) for one in people))
        await evening.settled()


async def a_lobby_is_left(evening: MortalEvening, _dice: Random) -> None:
    evening.here = SMALL
    await evening.slash("Bert", "game new", game="mafia_city")
    lobby, table = evening.bot.app.lobby, await table_at(evening, SMALL)
    bert, dora = evening.person("Bert").id, evening.person(GUEST).id
    await try_all(lobby.join(table, dora, GUEST), lobby.add_computer(table, bert), lobby.remove_computer(table, bert))
    await try_all(lobby.leave(table, bert), lobby.leave(table, dora))
    await evening.settled()


async def a_table_has_a_thread(evening: MortalEvening, _dice: Random) -> None:
    app, evening.here = evening.bot.app, SMALL
    guild, bert = evening.channel.guild_id or 0, evening.person("Bert").id
    await app.db.servers.change(guild, {"threads": True})
    await evening.slash("Bert", "game new", game="kralovske_rosady")
    for row in await app.db.games.lobbies_of(bert):
        await try_all(app.lobby.leave(row.id, bert))
    await app.db.servers.change(guild, {"threads": False})
    await evening.settled()


async def games_begin(evening: MortalEvening, _dice: Random) -> None:
    for where in TABLES:
        table = await table_at(evening, where)
        for name in THREE:
            seat = evening.person(name).id
            await try_all(evening.bot.app.lobby.bring(table, seat, "", "en"))
        await try_all(evening.bot.app.referee.start(table, evening.person("Anna").id))
        await evening.settled()


async def answers_are_given(evening: MortalEvening, dice: Random) -> None:
    for where, _names in at_tables(evening):
        table = await table_at(evening, where)
        with suppress(*EXPECTED_ERRORS):
            await goes_on(evening.bot.app, table, dice, evening.ledger, dice.randrange(4, 9))
    await evening.settled()


async def hands_are_looked_at(evening: MortalEvening, _dice: Random) -> None:
    for where, names in at_tables(evening):
        await table_at(evening, where)
        for name in names:
            await evening.slash(name, "game hand")
        await evening.slash("Anna", "game board")


async def time_goes_by(evening: MortalEvening, _dice: Random) -> None:
    for seconds in (95.0, 200.0, 400.0, 200.0):
        await evening.pass_time(seconds)


async def orders_are_given(evening: MortalEvening, dice: Random) -> None:
    app = evening.bot.app
    for where, names in at_tables(evening):
        table, user = await table_at(evening, where), evening.person(dice.choice(names)).id
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
    await evening.settled()


async def moves_are_taken_back(evening: MortalEvening, dice: Random) -> None:
    undos = evening.bot.app.services.get(Undos)
    for where, names in at_tables(evening):
        table = await table_at(evening, where)
        for way in ("agree", "refuse"):
            with suppress(*EXPECTED_ERRORS):
                await goes_on(evening.bot.app, table, dice, evening.ledger, 4)
            await try_all(*(undos.ask(table, evening.person(name).id, EN) for name in names))
            live = await evening.bot.app.tables.get(table)
            number = None if live.undo is None else live.undo[0]
            for name in names:
                await try_all(getattr(undos, way)(table, evening.person(name).id, number, EN))
    await evening.settled()


async def the_table_votes(evening: MortalEvening, _dice: Random) -> None:
    consent = evening.bot.app.consent
    for where, names in at_tables(evening):
        table = await table_at(evening, where)
        for what in ("pause", "resume", "end"):
            for name in names[: 1 if what == "end" else 3]:
                await try_all(consent.agree(table, evening.person(name).id, what, EN, by_button=True))
        await try_all(consent.agree(table, evening.person("Anna").id, "end", EN, by_button=True))
    await evening.settled()


async def seats_change_hands(evening: MortalEvening, _dice: Random) -> None:
    app, table = evening.bot.app, await table_at(evening, MAFIA)
    anna, bert, cyril, dora = (evening.person(name) for name in (*THREE, GUEST))
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
            await try_all(app.consent.agree(table, evening.person(name).id, "hand_over", EN))
        await try_all(app.lobby.join(table, dora.id, dora.name))
    await evening.settled()


async def the_place_is_in_trouble(evening: MortalEvening, dice: Random) -> None:
    app, table = evening.bot.app, await table_at(evening, ROSADY)
    moderation.forbid(evening.world, evening.channel, "view_channel")
    with suppress(*EXPECTED_ERRORS):
        await goes_on(app, table, dice, evening.ledger, 2)
    app.publisher.changed(table)
    await evening.settled()
    await try_all(app.channel_health.check_place(table))
    moderation.allow(evening.world, evening.channel, "view_channel")
    await app.channel_health.mended()
    await evening.settled()


async def a_table_moves(evening: MortalEvening, _dice: Random) -> None:
    app, table = evening.bot.app, evening.tables[DESTINY]
    for where in (FREE, DESTINY):
        await try_all(app.channel_health.move(table, evening.world.channel(where).id))
        app.bus.table_changed(await app.tables.get(table))
        await evening.settled()


async def someone_watches(evening: MortalEvening, _dice: Random) -> None:
    await table_at(evening, ROSADY)
    await evening.slash(GUEST, "game watch", delay="0")
    await evening.slash(GUEST, "game watch", delay="stop")
    await evening.slash(GUEST, "game watch", delay="15")


async def someone_stops_watching(evening: MortalEvening, _dice: Random) -> None:
    table = await table_at(evening, ROSADY)
    await try_all(evening.bot.app.spectators.stop(table, evening.person(GUEST).id))
    await evening.settled()


async def decks_are_kept(evening: MortalEvening, _dice: Random) -> None:
    db, user = evening.bot.app.db, evening.person("Anna").id
    for _ in range(2):
        await db.decks.save(user, "star_wars_destiny", "One", "part")
    for deck in await db.decks.of_user(user):
        await try_all(db.decks.rename(user, deck.id, "Two"), db.decks.copy(user, deck.id))
    for deck in await db.decks.of_user(user):
        await try_all(db.decks.remove(user, deck.id))


async def a_season_goes_by(evening: MortalEvening, _dice: Random) -> None:
    evening.here = CUP
    db, guild = evening.bot.app.db, evening.channel.guild_id
    assert guild is not None
    await evening.slash("Anna", "league open", game="mafia_city")
    for season in await db.seasons.in_guild(guild):
        for name in THREE:
            user = evening.person(name).id
            await try_all(db.seasons.join(season.id, user, evening.now()))
            await try_all(db.seasons.leave(season.id, user, evening.now()))
        await try_all(db.seasons.close(season.id, evening.person("Anna").id, evening.now()))
    for listed in (False, True):
        await db.people.set_listed(evening.person("Bert").id, listed)


async def a_tournament_is_played(evening: MortalEvening, _dice: Random) -> None:
    app, evening.here = evening.bot.app, CUP
    people = [evening.person(name) for name in THREE]
    outcome = await evening.slash("Anna", "league tournament", game="kralovske_rosady", rounds=1, seats=3)
    assert outcome.text
    number = await app.db.tournaments.in_channel(evening.channel.id)
    if number is None:
        return
    for who in (*people, evening.person(GUEST)):
        await try_all(app.tournaments.enter(number, who.id, who.name))
    await try_all(app.tournaments.drop_out(number, evening.person(GUEST).id), app.tournaments.go_on(number))

    await app.tournament_messages.show(number)
    with suppress(AssertionError):  # the table has a thread already
        await evening.press("Anna", evening.board("Anna"), evening.part(evening.board("Anna"), "t_mine"))

    async def place(_table: TableRow) -> Place:
        return Place(evening.channel.guild_id, evening.channel.id, people[0].id, people[0].name, "cs")

    await try_all(app.tournaments.open_table(number, people[0].id, place))
    places = {who.id: at for at, who in enumerate(people, 1)}
    await try_all(
        app.tournaments.drop_out(number, people[2].id), app.tournaments.enter(number, people[2].id, "Cyril"),
        app.tournaments.rule(number, 1, 1, people[0].id, places), app.tournaments.finish(number),
    )  # fmt: skip
    await evening.settled()


async def tables_are_set_aside(evening: MortalEvening, _dice: Random) -> None:
    app, table = evening.bot.app, await table_at(evening, DESTINY)
    await app.db.games.quarantine(table, evening.now())
    await app.db.games.end_quarantine(table)
    await try_all(app.db.consents.set_notice(table, evening.now()))
    await app.db.messages.forget_closed_dms(evening.person("Bert").id)
    for where in TABLES:
        await app.warm_start.note(await table_at(evening, where))


async def servers_are_split_again(evening: MortalEvening, _dice: Random) -> None:
    for served in (Served(2, frozenset({0, 1})), EVERYTHING):
        await evening.bot.app.db.deadlines.give_back_downtime(evening.now(), served)


async def an_hour_goes_by(evening: MortalEvening, dice: Random) -> None:
    """Lets an hour pass, and gives six answers at each table, which replace old messages by new ones.

    Dora watches one table, and every player opens their hand.
    """
    await table_at(evening, ROSADY)
    await evening.slash(GUEST, "game watch", delay="0")
    evening.clock.advance(3600.0)
    for where, names in at_tables(evening):
        table = await table_at(evening, where)
        with suppress(*EXPECTED_ERRORS):
            await goes_on(evening.bot.app, table, dice, evening.ledger, 6)
        await evening.settled()
        for name in names:
            await evening.slash(name, "game hand")
    await evening.pass_time(100.0)


async def games_end(evening: MortalEvening, dice: Random) -> None:
    app, table = evening.bot.app, await table_at(evening, ROSADY)
    with suppress(*EXPECTED_ERRORS):
        await goes_on(app, table, dice, evening.ledger)
    await evening.settled()
    await app.db.statistics.up_to_date()
    for where in (MAFIA, DESTINY):
        table = await table_at(evening, where)
        for name in THREE:
            await try_all(app.consent.agree(table, evening.person(name).id, "end", EN))
    await evening.settled()


EVENING: tuple[Act, ...] = (
    people_come, people_settle_in, commands_are_taken_away, tables_are_opened, a_lobby_is_left,
    a_table_has_a_thread, games_begin, hands_are_looked_at,
    answers_are_given, orders_are_given, time_goes_by, moves_are_taken_back, answers_are_given, the_table_votes,
    someone_watches, the_place_is_in_trouble, seats_change_hands, a_table_moves, decks_are_kept, a_season_goes_by,
    a_tournament_is_played, tables_are_set_aside, servers_are_split_again, an_hour_goes_by, someone_stops_watching,
    answers_are_given, games_end,
)  # fmt: skip
