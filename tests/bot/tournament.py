"""A helper for tests of tournaments on the local Discord: it finds their message and presses as their players."""

from __future__ import annotations

import random
from typing import Any

from bot.emulator.objects import Channel
from bot.emulator.people.outcome import Outcome
from bot.emulator.people.seen import Seen
from bot.tables.table_data import by_computer
from storage import TournamentState
from tests.any_answer import any_answer
from tests.bot.played_out import GAME
from tests.bot.table import Evening

FOUR = ("Anna", "Bert", "Cyril", "Dora")
FIVE = (*FOUR, "Emil")


class Tournament:
    """The tournament in an evening's channel, with what its players see and do."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening

    @property
    def message(self) -> Seen:
        """Returns the public message with the tournament's buttons."""
        shown = [
            seen for seen in self.evening.person("Anna").messages(self.evening.channel)
            if not seen.ephemeral and any(part.custom_id.startswith("kr:0:t_") for part in seen.buttons)
        ]  # fmt: skip
        assert len(shown) == 1
        return shown[0]

    @property
    def threads(self) -> list[Channel]:
        return [channel for channel in self.evening.world.channels.values() if channel.is_thread]

    async def state(self) -> TournamentState:
        return await self.evening.bot.app.db.tournaments.get(1)

    async def open(self, *names: str, host: str = "Bert", game: str = GAME, **options: Any) -> None:
        """Opens a tournament as the host, by default Bert, who has no permissions, and lets these users join it."""
        outcome = await self.evening.slash(host, "league tournament", game=game, **options)
        assert outcome.message is not None
        assert not outcome.message.ephemeral, outcome.text
        for name in names:
            await self.press(name, "t_join")

    async def press(self, name: str, verb: str) -> Outcome:
        return await self.evening.press(name, self.message, self.evening.part(self.message, verb))

    async def press_private(self, name: str, outcome: Outcome, verb: str) -> Outcome:
        """Presses the button with that verb on the private answer in the outcome of a user's press."""
        panel = [*outcome.followups, *([outcome.message] if outcome.message else [])]
        private = next(seen for seen in panel if seen.ephemeral)
        return await self.evening.press(name, private, self.evening.part(private, verb))

    async def everyone_opens(self) -> None:
        """Lets every player ask for their table; the first player of each table opens it."""
        for one in (await self.state()).entrants:
            if not one.dropped:
                await self.press(one.name, "t_mine")

    async def play(self, number: int) -> None:
        """Starts the open table with this number of the latest round; plays it to its end, answered by `any_answer`."""
        game = next(table.game for table in (await self.state()).rounds[-1].tables if table.number == number)
        assert game is not None
        app = self.evening.bot.app
        thread = self.evening.world.channels[game.channel]
        lobby = next(seen for seen in self.evening.person("Anna").messages(thread) if seen.usable)
        live = await app.tables.get(game.game)
        people = [seat.user for seat in live.people()]
        starter = next(one for one in FIVE if self.evening.person(one).id == people[0])
        await self.evening.press(starter, lobby, self.evening.part(lobby, "start"))
        live, dice = await app.tables.get(game.game), random.Random(number)
        assert live.game is not None
        while live.game.decision is not None:
            seat = next((one for one in live.game.waiting if not by_computer(live.seat(one))), None)
            if seat is None:
                await self.evening.settled()  # computers answer in the background
                continue
            keys = any_answer(live.game, seat, dice)
            await app.referee.play(live.id, live.game.number, live.seat(seat).user, keys)
        await self.evening.settled()

    async def play_round(self) -> None:
        await self.everyone_opens()
        for table in (await self.state()).rounds[-1].tables:
            if table.number:
                await self.play(table.number)

    async def rule(self, name: str, value: str, text: str) -> Outcome:
        """Enters places for a table as the organiser `name`, and returns the outcome.

        `value`: the option for the table; `text`: the places as typed.
        """
        outcome = await self.press(name, "t_rule")
        panel = next(seen for seen in (*outcome.followups, outcome.message) if seen and seen.ephemeral)
        picked = await self.evening.person(name).select(panel, self.evening.part(panel, "t_rule_pick"), [value])
        done = await self.evening.person(name).submit(picked.modal, {"places": text})
        await done.done()
        await self.evening.settled()
        return done
