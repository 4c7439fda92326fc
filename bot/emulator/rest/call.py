"""One call of a route, and the types of the route tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from bot.emulator.checks import fields
from bot.emulator.checks.fields import Fields
from bot.emulator.errors import Findings, Json, invalid, refused
from bot.emulator.gateway.session import Sessions
from bot.emulator.objects import Guild, Upload
from bot.emulator.world.world import World


@dataclass(slots=True)
class Call:
    """One request to a route: its parameters and its body."""

    world: World
    sessions: Sessions
    params: dict[str, str]
    query: dict[str, str]
    body: Any = None
    files: Sequence[Upload] = ()

    def id(self, name: str) -> int:
        """Returns the ID in a path parameter; raises Refused (50035) if the parameter is no ID."""
        value = self.params[name]
        if not (value.isascii() and value.isdigit()):
            raise invalid((name,), "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')
        return int(value)

    @property
    def form(self) -> Json:
        """The body as a JSON object, empty without a body; raises Refused (50035) if the body is no object."""
        if self.body is None:
            return {}
        if not isinstance(self.body, dict):
            raise invalid((), "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
        return self.body

    def check(self, table: Fields) -> None:
        """Raises Refused (50035) if the body is no object or a field of it does not fit the table."""
        found = Findings()
        fields.form(found, self.form, (), table)
        found.settle()

    def guild(self) -> Guild:
        """Returns the guild of the path; raises Refused (10004) if there is none, (50001) if the bot is not in it."""
        guild = self.world.guilds.get(self.id("guild_id"))
        if guild is None:
            raise refused(10004)
        if self.world.bot.id not in guild.members:
            raise refused(50001)
        return guild


@dataclass(slots=True)
class Reply:
    """A route's response that is not simply 200 with JSON."""

    status: int
    body: Any = None


Handler = Callable[[Call], Any]
Routes = dict[str, dict[str, Handler]]
"""Path template as Discord writes it -> method -> handler, which returns JSON, None (status 204) or a Reply."""
