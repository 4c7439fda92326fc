"""A server with every kind of table at once, and everything that can be pressed there."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from random import Random

from bot.emulator.objects import Channel
from bot.emulator.people import crowd
from bot.emulator.people.seen import Seen
from bot.emulator.world import acts
from rules.decisions import Draw
from tests.any_answer import any_answer
from tests.bot.table import Evening

PEOPLE = ("Anna", "Bert", "Cyril", "Dora")
"""Anna owns the server and plays everywhere with Bert and Cyril; Dora only watches."""
FOREIGNER = "Emil"
"""A user on another server."""
MAFIA, ROSADY, DESTINY, LOBBY, OVER, CUP = (f"table-{number}" for number in range(1, 7))
RUNNING = {MAFIA: "mafia_city", ROSADY: "kralovske_rosady", DESTINY: "star_wars_destiny"}
Dump = dict[str, list[tuple[object, ...]]]


class House(Evening):
    """A game server with several channels; actions happen in `here`."""

    here = MAFIA
    tables: dict[str, int]
    """The table of each channel."""

    @property
    def channel(self) -> Channel:
        return self.world.channel(self.here)

    @property
    def table(self) -> int:
        return self.tables.get(self.here) or super().table

    async def lend(self, where: str, answers: int, dice: Random) -> None:
        """Gives a number of answers for the asked seats of a table."""
        self.here = where
        for _ in range(answers):
            live = await self.bot.app.tables.get(self.table)
            game = live.game
            if game is None or game.decision is None or isinstance(game.decision, Draw):
                break
            seat = game.waiting[0]
            await self.bot.app.referee.play(live.id, game.number, live.seat(seat).user, any_answer(game, seat, dice))
        await self.settled()

    def dump(self, but: int) -> Dump:
        """Returns everything that is stored, except a user's own settings."""
        assert isinstance(self.database, Path)
        with closing(sqlite3.connect(self.database)) as db:
            names = [
                name
                for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
                if not name.startswith("sqlite_")
            ]
            found = {name: db.execute(f"SELECT * FROM {name}").fetchall() for name in names}
        for name in OWN:
            found[name] = [row for row in found[name] if but not in row]
        return {name: sorted(rows, key=repr) for name, rows in found.items()}

    def seen(self, name: str) -> list[Seen]:
        """Returns every message of the bot that a user sees anywhere."""
        person = self.person(name)
        places = [*person.channels(), person.dm()]
        return [seen for place in places for seen in person.messages(place) if seen.by_bot]


OWN = (
    "people", "lessons", "schedules", "subscriptions", "decks", "unlisted", "blocks", "memberships", "watchers",
    "messages", "puzzle_answers", "explained",
)  # fmt: skip


@asynccontextmanager
async def opened(database: Path, dice: Random) -> AsyncIterator[House]:
    """Opens three running games, a lobby, a finished game, a season, a tournament, and a spectator."""
    async with House.of(*PEOPLE, database=database, channels=6, pictures=False, seed=dice.randbytes(32)) as house:
        assert isinstance(house, House)
        house.tables = {}
        away = acts.add_guild(house.world, "Elsewhere")
        acts.add_channel(house.world, "away", away)
        crowd.add_person(house.world, FOREIGNER)
        leave(house)
        await house.settled()
        for where, kind in RUNNING.items():
            await _sits_down(house, where, kind)
            await house.lend(where, dice.randrange(2, 40), dice)
        await _sits_down(house, OVER, "kralovske_rosady")
        await house.lend(OVER, 10_000, dice)
        house.here = LOBBY
        await house.open("Anna", "Bert", game="mafia_city")
        house.tables[LOBBY] = max(house.bot.app.tables._live)
        await _meets(house)
        await looks_round(house)
        yield house


def leave(house: House) -> None:
    """Lets a user leave the present table."""
    here = house.world.channel(MAFIA).guild_id
    assert here is not None
    house.world.guilds[here].members.pop(house.person(FOREIGNER).id, None)


async def _sits_down(house: House, where: str, kind: str) -> None:
    house.here = where
    names = PEOPLE[:2] if kind == "star_wars_destiny" else PEOPLE[:3]
    await house.open(*names, game=kind, pace="untimed")
    house.tables[where] = max(house.bot.app.tables._live)
    await house.press_board("Anna", "start")


async def _meets(house: House) -> None:
    house.here = CUP
    await house.slash("Anna", "league open", game="mafia_city")
    outcome = await house.slash("Anna", "league tournament", game="kralovske_rosady")
    assert outcome.message is not None
    for name in PEOPLE[:3]:
        await house.press(name, outcome.message, house.part(outcome.message, "t_join"))
    await house.press("Anna", outcome.message, house.part(outcome.message, "t_next"))


async def looks_round(house: House) -> None:
    """Opens everything that can be opened, so that its buttons can be forged."""
    for where in RUNNING:
        house.here = where
        for name in PEOPLE[:3]:
            for verb in ("move", "hand", "log"):
                if verb in house.verbs(house.board(name)):
                    await house.press_board(name, verb)
        await house.slash("Anna", "profile")
        await house.slash("Anna", "game undo")
    house.here = MAFIA
    await house.slash("Dora", "game watch")
    for command in ("rules", "learn", "deck", "me"):
        await house.slash("Dora", f"game {command}")
    house.here = OVER
    for name in ("Anna", "Dora"):
        await house.slash(name, "record replay")
    for command in ("results", "games", "leaderboard", "me"):
        await house.slash("Bert", f"league {command}")
    await house.slash(FOREIGNER, "learn rules", house.world.channel("away"))
    for name in (*PEOPLE, FOREIGNER):
        await house.slash(name, "learn lesson", house.person(name).dm())
