"""Tests watching by DM: the public log, after the chosen delay, in few requests and without anything hidden."""

from __future__ import annotations

from pathlib import Path

from bot.emulator.people.seen import Seen
from bot.features.spectate import service
from bot.features.spectate.service import Spectator
from bot.texts import translator_for
from rules.events import ALL
from storage import PostSlot
from tests.bot.table import AnHourAhead, Evening

CS = translator_for("cs")
THREE = ("Anna", "Bert", "Cyril")
FOUR = (*THREE, "Dora")
NOTHING_YET = CS("There is nothing to show yet.")


def shown(evening: Evening, name: str = "Dora") -> Seen:
    """Returns the newest direct message in which a user watches the table."""
    dm = [seen for seen in evening.person(name).messages(evening.person(name).dm()) if seen.by_bot]
    return next(seen for seen in reversed(dm) if "·" in seen.text)


def requests(evening: Evening, since: int, name: str = "Dora") -> int:
    """Returns the number of requests for a user's DM, without the first `since` requests of the evening."""
    return sum(str(evening.person(name).dm().id) in one.path for one in evening.discord.requests[since:])


async def place(evening: Evening, where: str = "prison") -> None:
    await evening.answer(evening.game.waiting[0], f"place:{where}")


def sentence(evening: Evening) -> str:
    """Returns the Czech sentence about the last public event of the game."""
    live = evening.live
    event = [event for event in evening.game.told if event.to == ALL][-1]
    return str(live.game_ui.sentence(live.game_ui.context(live.facts, CS), event))


async def test_an_onlooker_reads_the_public_log_by_dm(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        await evening.sit_down(*THREE)
        await place(evening)
        outcome = await evening.slash("Dora", "game watch")
        assert "Sleduješ tento stůl" in outcome.text
        assert sentence(evening) in shown(evening).text
        await place(evening, "harbour")
        assert sentence(evening) not in shown(evening).text
        await evening.pass_time(31)
        assert sentence(evening) in shown(evening).text
        assert Evening.verbs(shown(evening)) == {"unwatch"}
        evening.clean()


async def test_nothing_comes_before_its_delay(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        await evening.sit_down(*THREE, pace="untimed")
        await evening.slash("Dora", "game watch", delay="5")
        assert NOTHING_YET in shown(evening).text
        await evening.pass_time(200)
        await place(evening)
        told = sentence(evening)
        await evening.pass_time(110)
        assert NOTHING_YET not in shown(evening).text, "what happened before five minutes ago"
        for _ in range(18):
            assert told not in shown(evening).text
            await evening.pass_time(10)
        for _ in range(30):
            await evening.pass_time(10)
        assert told in shown(evening).text


async def test_many_moves_are_one_edit_a_step(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        await evening.sit_down(*THREE, pace="untimed")
        await evening.slash("Dora", "game watch")
        since = len(evening.discord.requests)
        for _ in range(12):
            await place(evening)
            await evening.pass_time(5)
        assert 1 <= requests(evening, since) <= 2, "two a minute at most"
        await evening.pass_time(31)
        since = len(evening.discord.requests)
        for _ in range(10):
            await evening.pass_time(60)
        assert requests(evening, since) == 0, "nothing new costs nothing"


async def test_a_window_s_secret_answers_change_nothing_for_watchers(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        await evening.sit_down(*THREE)
        await evening.slash("Dora", "game watch")
        await evening.to_window()
        game = evening.game
        await evening.pass_time(31)
        before, since = shown(evening).text, len(evening.discord.requests)
        assert sentence(evening) in before
        assert game.decision is not None
        seats = game.decision.seats
        if len(seats) > 1:
            await evening.answer(seats[0], "pass")
            assert game.waiting == seats[1:]
        assert shown(evening).text == before
        assert requests(evening, since) == 0


async def test_a_player_who_watches_reads_public_facts_alone(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        await evening.sit_down(*THREE)
        await place(evening)
        for name in ("Anna", "Dora"):
            await evening.slash(name, "game watch")
        assert shown(evening, "Anna").text == shown(evening, "Dora").text
        private = [event for event in evening.game.told if event.to != ALL]
        live = evening.live
        assert private
        for event in private:
            said = live.game_ui.sentence(live.game_ui.context(live.facts, CS), event)
            assert not said or said not in shown(evening, "Anna").text


async def test_the_button_and_the_command_stop_watching(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        await evening.sit_down(*THREE)
        for stop in ("button", "command"):
            await evening.slash("Dora", "game watch")
            message = shown(evening)
            if stop == "button":
                await evening.press("Dora", message, Evening.part(message, "unwatch"))
            else:
                await evening.slash("Dora", "game watch", delay="stop")
            assert await evening.bot.app.db.spectators.of() == []
            since = len(evening.discord.requests)
            await place(evening)
            await evening.pass_time(60)
            assert requests(evening, since) == 0
            last = [seen for seen in evening.person("Dora").messages(evening.person("Dora").dm()) if seen.by_bot][-1]
            assert CS("You do not watch this table any more.") in last.text
            assert not last.usable
        evening.clean()


async def test_it_ends_with_the_game_and_shows_the_rest(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        await evening.sit_down(*THREE)
        await evening.slash("Dora", "game watch", delay="15")
        await place(evening)
        told = sentence(evening)
        await evening.end("Anna")
        await evening.pass_time(1)
        assert told in shown(evening).text
        assert CS("The game is over; thank you for watching.") in shown(evening).text
        assert not shown(evening).usable
        assert await evening.bot.app.db.spectators.of() == []
        evening.clean()


async def test_it_goes_on_after_a_restart_and_nothing_comes_too_early(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        await evening.sit_down(*THREE, pace="untimed")
        await evening.slash("Dora", "game watch", delay="1")
        await place(evening)
        told = sentence(evening)
        await evening.restart()
        await evening.pass_time(50)
        assert told not in shown(evening).text
        await evening.pass_time(15)
        assert told in shown(evening).text
        await evening.end_untold("Anna")
        await evening.restart()
        await evening.pass_time(1)
        assert CS("The game is over; thank you for watching.") in shown(evening).text
        assert await evening.bot.app.db.spectators.of() == []


async def test_closed_dms_are_said_at_once_and_once(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        await evening.sit_down(*THREE)
        evening.person("Dora").close_dms()
        outcome = await evening.slash("Dora", "game watch")
        assert CS(service.CLOSED_TO_ME) in outcome.text
        assert await evening.bot.app.db.spectators.of() == []
        since = len(evening.discord.requests)
        await place(evening)
        await evening.pass_time(60)
        assert requests(evening, since) == 0
        evening.person("Dora").close_dms(False)
        assert "Sleduješ tento stůl" in (await evening.slash("Dora", "game watch")).text


async def test_a_deleted_message_ends_watching(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        await evening.sit_down(*THREE)
        await evening.slash("Dora", "game watch")
        evening.person("Dora").close_dms()
        (watcher,) = await evening.bot.app.db.spectators.of()
        await evening.bot.get_partial_messageable(watcher.channel).get_partial_message(watcher.message).delete()
        await place(evening)
        await evening.pass_time(60)
        assert await evening.bot.app.db.spectators.of() == []


async def test_a_second_request_gets_a_new_message_if_the_old_one_is_gone(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        await evening.sit_down(*THREE)
        await evening.slash("Dora", "game watch")
        (watcher,) = await evening.bot.app.db.spectators.of()
        await evening.bot.get_partial_messageable(watcher.channel).get_partial_message(watcher.message).delete()
        assert "Sleduješ tento stůl" in (await evening.slash("Dora", "game watch", delay="1")).text
        (again,) = await evening.bot.app.db.spectators.of()
        assert (again.message != watcher.message, again.delay) == (True, 60)
        assert Evening.verbs(shown(evening)) == {"unwatch"}


async def test_an_old_message_is_followed_by_a_new_one(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        await evening.sit_down(*THREE, pace="untimed")
        await evening.slash("Dora", "game watch")
        (first,) = await evening.bot.app.db.spectators.of()
        await evening.pass_time(56 * 60)
        await place(evening)
        await evening.pass_time(31)
        (second,) = await evening.bot.app.db.spectators.of()
        assert second.message != first.message
        assert sentence(evening) in shown(evening).text
        assert len([one for one in evening.person("Dora").messages(evening.person("Dora").dm()) if one.by_bot]) == 1


async def test_the_number_of_spectators_is_limited(database: Path) -> None:
    names = tuple(f"P{number}" for number in range(service.MOST + 4))
    async with Evening.of(*names, database=database) as evening:
        await evening.sit_down(*names[:3])
        for name in names[3:-1]:
            await evening.slash(name, "game watch")
        outcome = await evening.slash(names[-1], "game watch")
        assert CS("{most} people watch this table already; no more can.", most=service.MOST) in outcome.text
        assert len(await evening.bot.app.db.spectators.of()) == service.MOST


async def test_a_lobby_is_not_watched(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        await evening.open(*THREE)
        await evening.slash("Dora", "game watch")
        assert await evening.bot.app.db.spectators.of() == []
        assert requests(evening, 0) == 0


async def test_a_machine_whose_clock_is_ahead_edits_the_message_too(database: Path) -> None:
    async with AnHourAhead.of(*FOUR, database=database) as evening:
        await evening.sit_down(*THREE, pace="untimed")
        await evening.slash("Dora", "game watch")
        since, message = len(evening.discord.requests), shown(evening).id
        for _ in range(5):
            await place(evening)
            await evening.pass_time(31)
        assert shown(evening).id == message
        assert requests(evening, since) == 5
        await evening.pass_time(3_600)
        await place(evening)
        await evening.pass_time(31)
        assert shown(evening).id != message, "an old message is not edited"


async def test_a_log_posted_again_after_discord_forgot_its_nonce_is_the_only_one(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        await evening.sit_down(*THREE)
        await evening.slash("Dora", "game watch")
        first = shown(evening)
        # The process died before it stored the message, and starts when Discord does not know the nonce any more.
        db, dora = evening.bot.app.db, evening.person("Dora")
        await db.spectators.remove(evening.table, dora.id)
        await db.messages.begin(PostSlot("watcher", evening.table, dora.id), "a nonce")
        await evening.restart()
        await evening.slash("Dora", "game watch")
        logs = [seen.id for seen in dora.dms() if "unwatch" in Evening.verbs(seen)]
        assert logs == [shown(evening).id] != [first.id]
        evening.clean()


async def test_who_watches_again_after_a_lost_post_gets_a_new_log(database: Path) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        await evening.sit_down(*THREE)
        lost = Spectator(PostSlot("watcher", evening.table, evening.person("Dora").id))
        lost.pending = True
        evening.bot.app.spectators._watchers[evening.table] = {lost.slot.user: lost}
        outcome = await evening.slash("Dora", "game watch")
        assert "Sleduješ tento stůl" in outcome.text
        assert Evening.verbs(shown(evening)) == {"unwatch"}
        evening.clean()
