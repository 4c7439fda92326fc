"""The repository of Discord servers: their settings, when the bot greeted them, and when it was removed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final, Literal

from storage.connection import Row
from storage.repository import Repository, transaction
from storage.timestamps import read_or_none, written

Openers = Literal["everyone", "role", "managers"]
"""Those who may open tables on a server: everyone, members of a role, or only managers (who always may)."""
MAX_LOBBIES: Final = 10
"""The maximum of the setting `lobbies`."""
MAX_CHANNEL_LOBBIES: Final = 25
"""The maximum of the setting `channel_lobbies`."""

_ADD: Final = "INSERT INTO servers (guild) VALUES (?) ON CONFLICT (guild) DO NOTHING"
BEGUN: Final = "begun"
"""The value of `greeted_at` while a greeting is being sent."""
_GREET: Final = f"""
UPDATE servers SET greeted_at = '{BEGUN}' WHERE guild = ? AND greeted_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM games WHERE games.guild = servers.guild)
"""
_REMOVED: Final = "UPDATE servers SET removed_at = ? WHERE guild = ? AND removed_at IS NULL"
_WITH_PUZZLE: Final = """
SELECT * FROM servers WHERE puzzle_channel IS NOT NULL AND removed_at IS NULL
    AND (puzzle_day IS NULL OR puzzle_day < ?) ORDER BY guild
"""
_CLAIM_PUZZLE: Final = """
UPDATE servers SET puzzle_day = ?1 WHERE guild = ?2 AND puzzle_channel IS NOT NULL
    AND (puzzle_day IS NULL OR puzzle_day < ?1)
"""


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The settings of a server. None: there is no setting, and players or Discord decide."""

    language: str | None = None
    channels: tuple[int, ...] = ()
    """Channels and categories in which tables may be opened; empty: in all."""
    kind: str | None = None
    """The game that `/game new` opens if the host names none."""
    pace: str | None = None
    hints: bool = False
    openers: Openers = "everyone"
    opener_role: int | None = None
    log_channel: int | None = None
    lobbies: int = 3
    """The maximum number of open lobbies of each host on this server."""
    threads: bool = False
    """Whether each table is played in its own thread."""
    zone: str | None = None
    """The time zone of the quiet hours."""
    quiet: str | None = None
    """The hours in which the bot pings no one and sends no reminders, for example `22:00-07:00`."""
    call_role: int | None = None
    """The role that hosts may call to their tables."""
    channel_lobbies: int = 5
    """The maximum number of open lobbies in a channel and its threads."""
    puzzle_channel: int | None = None
    """The channel in which the puzzle of the day is posted."""


class Servers(Repository):
    """The repository of all servers' settings.

    They are read again for each use, so a change applies at once in every process.
    """

    async def get(self, guild: int) -> ServerSettings:
        """Returns the server's settings, or the defaults."""
        row = await self._row("SELECT * FROM servers WHERE guild = ?", guild)
        return ServerSettings() if row is None else _settings(row)

    @transaction
    async def change(self, guild: int, changes: Mapping[str, object]) -> ServerSettings:
        """Changes the settings with these names and returns all of them; raises KeyError for an unknown name."""
        await self._execute(_ADD, guild)
        for name, value in changes.items():
            if name not in ServerSettings.__slots__:
                raise KeyError(name)
            stored = json.dumps(value) if name == "channels" else int(value) if isinstance(value, bool) else value
            await self._execute(f"UPDATE servers SET {name} = ? WHERE guild = ?", stored, guild)
        return await self.get(guild)

    @transaction
    async def claim_greeting(self, guild: int) -> bool:
        """Reserves the greeting of a server: returns True to only one caller ever, and to none if the server has games.

        That caller greets the server and calls `end_greeting`; after a crash in between, `begun_greetings` names it.
        """
        await self._execute(_ADD, guild)
        return bool(await self._execute(_GREET, guild))

    @transaction
    async def end_greeting(self, guild: int, at: datetime) -> None:
        """Stores that the greeting of a server was sent, or that Discord refuses it everywhere."""
        await self._execute("UPDATE servers SET greeted_at = ? WHERE guild = ?", written(at), guild)

    async def begun_greetings(self) -> frozenset[int]:
        """Returns the servers whose greeting was claimed but perhaps not sent."""
        return frozenset(await self._column("SELECT guild FROM servers WHERE greeted_at = ?", BEGUN))

    async def quiet(self) -> frozenset[int]:
        """Returns the servers that have quiet hours."""
        return frozenset(await self._column("SELECT guild FROM servers WHERE quiet IS NOT NULL"))

    # The puzzle of the day

    async def awaiting_puzzle(self, day: date) -> dict[int, ServerSettings]:
        """Returns the servers in which that day's puzzle is still to be posted, with their settings."""
        return {row["guild"]: _settings(row) for row in await self._rows(_WITH_PUZZLE, day.isoformat())}

    @transaction
    async def claim_puzzle(self, guild: int, day: date) -> bool:
        """Reserves the post of a day's puzzle on a server: only the first caller gets True, if a channel is set."""
        return bool(await self._execute(_CLAIM_PUZZLE, day.isoformat(), guild))

    # Servers that have removed the bot

    async def is_removed(self, guild: int) -> bool:
        """Returns whether the bot was removed from a server whose settings are still kept."""
        sql = "SELECT 1 FROM servers WHERE guild = ? AND removed_at IS NOT NULL"
        return await self._row(sql, guild) is not None

    @transaction
    async def set_removed(self, guild: int, at: datetime) -> None:
        """Stores the time at which the server removed the bot, unless it is stored already."""
        await self._execute(_ADD, guild)
        await self._execute(_REMOVED, written(at), guild)

    @transaction
    async def set_back(self, guild: int) -> None:
        """Stores that the bot is on the server again."""
        await self._execute("UPDATE servers SET removed_at = NULL WHERE guild = ? AND removed_at IS NOT NULL", guild)

    async def known(self) -> dict[int, datetime | None]:
        """Returns every stored server -> since when the bot is not there (None: it is there)."""
        rows = await self._rows("SELECT guild, removed_at FROM servers ORDER BY guild")
        return {row["guild"]: read_or_none(row["removed_at"]) for row in rows}

    @transaction
    async def forget(self, guild: int) -> None:
        """Deletes the server's settings and its users' subscriptions."""
        await self._execute("DELETE FROM servers WHERE guild = ?", guild)
        await self._execute("DELETE FROM subscriptions WHERE guild = ?", guild)


def _settings(row: Row) -> ServerSettings:
    known: dict[str, Any] = {name: row[name] for name in ServerSettings.__slots__}
    known["hints"], known["threads"] = bool(known["hints"]), bool(known["threads"])
    known["channels"] = tuple(json.loads(known["channels"]))
    return ServerSettings(**known)
