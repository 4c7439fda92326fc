"""Tests that the moderators' log names every opening, end, removal and replacement once, also in tournaments."""

from __future__ import annotations

from pathlib import Path

from bot.features.server.service import (
    CLOSED,
    ENDED,
    LEFT,
    LEFT_LAST,
    OPENED,
    OVER,
    REPLACED,
    TAKEN,
    TOURNAMENT_CANCELLED,
    TOURNAMENT_FINISHED,
    TOURNAMENT_OPENED,
    TOURNAMENT_REMOVED,
    VOTED_OUT,
    VOTED_TO_END,
)
from bot.games import GAME_UIS
from tests.bot.features.privacy.test_commands import forget
from tests.bot.played_out import GAME, played_out
from tests.bot.table import Evening
from tests.bot.tournament import FOUR, Tournament
from tests.emulator import moderation

THREE = ("Anna", "Bert", "Cyril")
REST = ("Bert", "Cyril", "Dora")


class Log:
    """The channel of the moderators' log, as Anna, the owner of the server, reads it."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.channel = evening.world.channel("table-2")

    async def begin(self) -> None:
        """Sets the second channel as the server's log channel, and English as the server's language."""
        guild = self.channel.guild_id or 0
        await self.evening.bot.app.db.servers.change(guild, {"log_channel": self.channel.id, "language": "en"})

    async def lines(self) -> list[str]:
        await self.evening.settled()
        return [seen.text for seen in self.evening.person("Anna").messages(self.channel)]

    def line(self, text: str, channel: int = 0, game: int = 1, kind: str = "Mafia City", **names: str) -> str:
        """Returns the line of the log that a test expects about a table or tournament; `names`: the people to mention
        in it.
        """
        people = {what: self.evening.person(name).mention for what, name in names.items()}
        return text.format(
            game=game, tournament=game, kind=kind, channel=f"<#{channel or self.evening.channel.id}>", **people
        )


async def test_the_last_player_who_leaves_a_lobby_is_named(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        log = Log(evening)
        await log.begin()
        await evening.open("Bert", "Cyril", host="Bert")
        await evening.slash("Bert", "game leave")
        assert await log.lines() == [log.line(OPENED, user="Bert")]
        await evening.slash("Cyril", "game leave")
        assert await log.lines() == [log.line(OPENED, user="Bert"), log.line(LEFT_LAST, user="Cyril")]
        evening.clean()


async def test_everyone_who_leaves_a_running_game_is_named(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        log = Log(evening)
        await evening.sit_down()
        await log.begin()
        for name in THREE:
            await evening.slash(name, "game leave")
            question = evening.private(name)
            if "leave_really" in Evening.verbs(question):
                await evening.press(name, question, Evening.part(question, "leave_really"))
            question = evening.private(name)
            await evening.press(name, question, Evening.part(question, "leave_sure"))
        assert await log.lines() == [
            log.line(LEFT, user="Anna"), log.line(LEFT, user="Bert"), log.line(LEFT_LAST, user="Cyril")
        ]  # fmt: skip
        evening.clean()


async def test_a_player_who_is_forgotten_leaves_a_running_game_without_a_line(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        log = Log(evening)
        await evening.sit_down()
        await log.begin()
        await forget(evening, "Bert")
        assert len(evening.live.people()) == 2
        assert await log.lines() == []
        evening.clean()


async def test_a_table_that_closes_because_its_player_is_forgotten_names_no_one(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        log = Log(evening)
        await evening.open("Bert", host="Bert")
        await log.begin()
        await forget(evening, "Bert")
        assert await log.lines() == [log.line(CLOSED)]
        evening.clean()


async def test_a_lobby_whose_channel_is_deleted_is_noted_as_closed(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        log, gone = Log(evening), evening.channel.id
        await evening.open()
        await log.begin()
        moderation.delete_channel(evening.world, evening.channel)
        await evening.until(lambda: evening.person("Anna").messages(log.channel))
        assert await log.lines() == [log.line(CLOSED, gone)]


async def test_replacements_by_a_vote_and_by_a_manager_are_noted(database: Path) -> None:
    async with Evening.of(*THREE, "Dora", database=database) as evening:
        log = Log(evening)
        await evening.sit_down(*THREE)
        await log.begin()
        dora = evening.person("Dora").user
        seat = next(seat.seat for seat in evening.live.seats if seat.name == "Cyril")
        await evening.slash("Bert", "game replace", player=seat, by=dora)
        await evening.press_board("Anna", "agree_replace")
        voted = log.line(VOTED_OUT, player="Cyril")
        assert await log.lines() == [voted]
        await evening.slash("Dora", "game join")
        taken = log.line(TAKEN, user="Dora", player="Cyril")
        assert await log.lines() == [voted, taken]
        evening.clean()


async def test_an_end_by_a_vote_names_no_one_and_one_by_a_manager_names_the_manager(database: Path) -> None:
    async with Evening.of("Anna", *REST, database=database) as evening:
        log = Log(evening)
        await evening.sit_down(*REST)
        await log.begin()
        await evening.slash("Bert", "game end")
        await evening.slash("Cyril", "game end")
        assert await log.lines() == [log.line(VOTED_TO_END)]
        await evening.sit_down(*REST)
        await evening.end("Anna")
        assert (await log.lines())[-1] == log.line(ENDED, user="Anna", game=2)
        evening.clean()


async def test_a_manager_who_completes_a_vote_as_a_player_is_not_named(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        log = Log(evening)
        await evening.sit_down()
        await log.begin()
        await evening.slash("Bert", "game end")
        await evening.slash("Anna", "game end")
        assert await log.lines() == [log.line(VOTED_TO_END)]
        evening.clean()


async def test_a_replacement_that_a_manager_decides_alone_names_the_manager(database: Path) -> None:
    async with Evening.of("Anna", "Bert", "Cyril", "Dora", database=database) as evening:
        log = Log(evening)
        await evening.sit_down("Bert", "Cyril", "Dora")
        await log.begin()
        seat = next(seat.seat for seat in evening.live.seats if seat.name == "Cyril")
        await evening.slash("Anna", "game replace", player=seat)
        assert await log.lines() == [log.line(REPLACED, user="Anna", player="Cyril")]
        evening.clean()


async def test_a_game_that_is_played_to_its_end_is_noted_once(database: Path) -> None:
    async with Evening.of("Anna", "Bert", database=database) as evening:
        log = Log(evening)
        await log.begin()
        await played_out(evening)
        said = await log.lines()
        assert said[-1] == log.line(OVER, kind=evening.live.game_ui.title)
        assert len(said) == 2
        evening.clean()


async def test_tables_of_tournaments_are_noted_like_others(database: Path) -> None:
    async with Evening.of(*THREE, database=database, pictures=False) as evening:
        log = Log(evening)
        await log.begin()
        tournament = Tournament(evening)
        await tournament.open(*THREE, seats=3)
        await tournament.press("Bert", "t_next")
        await tournament.press("Cyril", "t_mine")
        (thread,) = tournament.threads
        kind = evening.bot.app.tables.peek(1).game_ui.title  # type: ignore[union-attr]
        assert await log.lines() == [
            log.line(TOURNAMENT_OPENED, kind=kind, user="Bert"), log.line(OPENED, thread.id, kind=kind, user="Cyril")
        ]  # fmt: skip
        evening.clean()


async def test_the_end_of_a_tournament_and_removals_from_it_are_noted(database: Path) -> None:
    async with Evening.of(*FOUR, database=database, pictures=False) as evening:
        log, tournament = Log(evening), Tournament(evening)
        await tournament.open(*FOUR, rounds=1, seats=3)
        await log.begin()
        await evening.slash("Cyril", "league drop")
        await evening.slash("Bert", "league drop", player=evening.person("Dora").user)
        kind = GAME_UIS[GAME].title
        removed = log.line(TOURNAMENT_REMOVED, kind=kind, user="Bert", player="Dora")
        assert await log.lines() == [removed]
        for name in ("Cyril", "Dora"):
            await tournament.press(name, "t_join")
        await tournament.press("Bert", "t_next")
        await tournament.play_round()
        before = await log.lines()
        await tournament.press_private("Bert", await tournament.press("Bert", "t_finish"), "t_finish_sure")
        assert await log.lines() == [*before, log.line(TOURNAMENT_FINISHED, kind=kind, user="Bert")]
        evening.clean()


async def test_a_manager_who_cancels_a_tournament_is_noted(database: Path) -> None:
    async with Evening.of(*THREE, database=database, pictures=False) as evening:
        log, tournament = Log(evening), Tournament(evening)
        await tournament.open(*THREE)
        await log.begin()
        await tournament.press_private("Anna", await tournament.press("Anna", "t_off"), "t_off_sure")
        assert await log.lines() == [log.line(TOURNAMENT_CANCELLED, kind=GAME_UIS[GAME].title, user="Anna")]
        evening.clean()


async def test_a_seat_whose_former_holder_was_forgotten_is_taken_without_a_line(database: Path) -> None:
    async with Evening.of(*THREE, "Dora", database=database) as evening:
        log = Log(evening)
        await evening.sit_down(*THREE)
        await log.begin()
        seat = next(seat.seat for seat in evening.live.seats if seat.name == "Cyril")
        await evening.slash("Bert", "game replace", player=seat, by=evening.person("Dora").user)
        await evening.press_board("Anna", "agree_replace")
        before = await log.lines()
        await forget(evening, "Cyril")
        await evening.slash("Dora", "game join")
        assert evening.live.seat(seat).user == evening.person("Dora").id
        assert await log.lines() == before
        evening.clean()
