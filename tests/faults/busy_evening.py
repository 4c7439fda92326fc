"""An evening on a server with every kind of table at once, where everything that can be pressed is open."""

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
from rules.draws import Draw
from tests.any_answer import any_answer
from tests.bot.table import Evening

PEOPLE = ("Anna", "Bert", "Cyril", "Dora")
"""Anna owns the server and plays everywhere with Bert and Cyril; Dora only watches."""
FOREIGNER = "Emil"
"""A user on another server."""
MAFIA, ROSADY, DESTINY, LOBBY, OVER, CUP = (f"table-{number}" for number in range(1, 7))
RUNNING = {MAFIA: "mafia_city", ROSADY: "kralovske_rosady", DESTINY: "star_wars_destiny"}
Dump = dict[str, list[tuple[object, ...]]]


class BusyEvening(Evening):
    """An evening on a server with several channels; actions happen in the channel `here`."""

    here = MAFIA
    tables: dict[str, int]
    """Channel → the number of its table."""

    @property
    def channel(self) -> Channel:
        return self.world.channel(self.here)

    @property
    def table(self) -> int:
        return self.tables.get(self.here) or super().table

    async def lend(self, where: str, answers: int, dice: Random) -> None:
        """Gives that many answers for the asked seats at a channel's table, fewer if the game ends."""
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
        """Returns all rows of the database by table, except the rows of user `but` in the tables `OWN`."""
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
"""Database tables in which users change rows of their own."""


@asynccontextmanager
async def opened(database: Path, dice: Random) -> AsyncIterator[BusyEvening]:
    """Starts a bot with three running games, a lobby, a finished game, a season, a tournament and a spectator for a
    block, and opens all panels.
    """
    async with BusyEvening.of(
        *PEOPLE, database=database, channels=6, pictures=False, seed=dice.randbytes(32)
    ) as evening:
        assert isinstance(evening, BusyEvening)
        evening.tables = {}
        away = acts.add_guild(evening.world, "Elsewhere")
        acts.add_channel(evening.world, "away", away)
        crowd.add_person(evening.world, FOREIGNER)
        leave(evening)
        await evening.settled()
        for where, kind in RUNNING.items():
            await _sits_down(evening, where, kind)
            await evening.lend(where, dice.randrange(2, 40), dice)
        await _sits_down(evening, OVER, "kralovske_rosady")
        await evening.lend(OVER, 10_000, dice)
        evening.here = LOBBY
        await evening.open("Anna", "Bert", game="mafia_city")
        evening.tables[LOBBY] = max(evening.bot.app.tables._live)
        await _meets(evening)
        await looks_round(evening)
        yield evening


def leave(evening: BusyEvening) -> None:
    """Removes the user FOREIGNER from the server with the tables."""
    here = evening.world.channel(MAFIA).guild_id
    assert here is not None
    evening.world.guilds[here].members.pop(evening.person(FOREIGNER).id, None)


async def _sits_down(evening: BusyEvening, where: str, kind: str) -> None:
    evening.here = where
    names = PEOPLE[:2] if kind == "star_wars_destiny" else PEOPLE[:3]
    await evening.open(*names, game=kind, pace="untimed")
    evening.tables[where] = max(evening.bot.app.tables._live)
    await evening.press_board("Anna", "start")


async def _meets(evening: BusyEvening) -> None:
    evening.here = CUP
    await evening.slash("Anna", "league open", game="mafia_city")
    outcome = await evening.slash("Anna", "league tournament", game="kralovske_rosady")
    assert outcome.message is not None
    for name in PEOPLE[:3]:
        await evening.press(name, outcome.message, evening.part(outcome.message, "t_join"))
    await evening.press("Anna", outcome.message, evening.part(outcome.message, "t_next"))


async def looks_round(evening: BusyEvening) -> None:
    """Opens every panel, menu and list that users can open, so that their buttons can be forged."""
    for where in RUNNING:
        evening.here = where
        for name in PEOPLE[:3]:
            for verb in ("move", "hand", "log"):
                if verb in evening.verbs(evening.board(name)):
                    await evening.press_board(name, verb)
        await evening.slash("Anna", "profile")
        await evening.slash("Anna", "game undo")
    evening.here = MAFIA
    await evening.slash("Dora", "game watch")
    for command in ("rules", "learn", "deck", "me"):
        await evening.slash("Dora", f"game {command}")
    evening.here = OVER
    for name in ("Anna", "Dora"):
        await evening.slash(name, "record replay")
    for command in ("results", "games", "leaderboard", "me"):
        await evening.slash("Bert", f"league {command}")
    await evening.slash(FOREIGNER, "learn rules", evening.world.channel("away"))
    for name in (*PEOPLE, FOREIGNER):
        await evening.slash(name, "learn lesson", evening.person(name).dm())
