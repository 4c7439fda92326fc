"""Checks of the emulator itself against Discord's document: its responses, and the objects in its events."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.emulator.checks.openapi import Schemas
from bot.emulator.errors import Json
from bot.emulator.world.events import Event

THINGS = {
    "MESSAGE_CREATE": "MessageResponse",
    "MESSAGE_UPDATE": "MessageResponse",
    "CHANNEL_CREATE": "GuildChannelResponse",
    "CHANNEL_UPDATE": "GuildChannelResponse",
    "CHANNEL_DELETE": "GuildChannelResponse",
    "THREAD_CREATE": "ThreadResponse",
    "THREAD_UPDATE": "ThreadResponse",
    "GUILD_MEMBER_ADD": "GuildMemberResponse",
    "GUILD_MEMBER_UPDATE": "GuildMemberResponse",
    "GUILD_CREATE": "GuildResponse",
}
"""Event -> the name of the document's schema that the event's data as a whole must fit."""
PARTS = {
    "guild": {"channels": "GuildChannelResponse", "threads": "ThreadResponse", "members": "GuildMemberResponse"},
    "interaction": {"message": "MessageResponse", "user": "UserResponse", "member": "GuildMemberResponse"},
}
CHANNELS = {0: "GuildChannelResponse", 1: "PrivateChannelResponse", 11: "ThreadResponse", 12: "ThreadResponse"}


class Unfaithful(Exception):
    """The error that the emulator's responses or events differ from Discord's document; the message lists the
    places.
    """


class Answers:
    """A checker that collects the places where the emulator's responses and events differ from the document.

    It collects no values. Without a document (`schemas` is None) it checks nothing.
    """

    def __init__(self, schemas: Schemas | None) -> None:
        self.schemas = schemas
        self.misfits: list[str] = []

    def answered(self, method: str, route: str, status: int, body: Any) -> None:
        """Checks a response of the emulator and notes the differences.

        Responses with a status of 500 or more are not Discord's own and have no schema, so they are not checked.
        """
        if self.schemas is None or status >= 500:
            return
        for place in self.schemas.misfits(method, route, status, body):
            self._note(f"{method} {route} answers {status}: {place}")

    def told(self, event: Event) -> None:
        """Checks the objects in an event of the emulator and notes the differences."""
        if self.schemas is None:
            return
        for where, name, thing in _things(event.name, event.data):
            for place in self.schemas.misfits_of(name, thing):
                self._note(f"{event.name}{where} is no {name}: {place}")

    def settle(self) -> None:
        """Raises Unfaithful with all differences, if there are any."""
        if self.misfits:
            raise Unfaithful("\n".join(["different from Discord's document:", *self.misfits]))

    def _note(self, misfit: str) -> None:
        if misfit not in self.misfits:
            self.misfits.append(misfit)


def _things(name: str, data: Json) -> Iterator[tuple[str, str, Any]]:
    """Yields the parts of an event's data that have a schema, each as (place, schema, object)."""
    if name in THINGS:
        yield "", THINGS[name], data
    if name == "GUILD_CREATE":
        for part, kind in PARTS["guild"].items():
            yield from ((f".{part}", kind, _alone(one) if part == "threads" else one) for one in data[part])
    if name in {"GUILD_ROLE_CREATE", "GUILD_ROLE_UPDATE"}:
        yield ".role", "GuildRoleResponse", data["role"]
    if name == "INTERACTION_CREATE":
        yield from _of_interaction(data)


def _alone(thread: Json) -> Json:
    """Returns a thread without the bot's membership, which GUILD_CREATE abbreviates."""
    return {key: value for key, value in thread.items() if key != "member"}


def _of_interaction(data: Json) -> Iterator[tuple[str, str, Any]]:
    yield ".channel", CHANNELS[data["channel"]["type"]], data["channel"]
    for part, kind in PARTS["interaction"].items():
        if part in data:
            yield f".{part}", kind, data[part]
    if "resolved" in data["data"]:
        yield ".data.resolved", "ResolvedObjectsResponse", data["data"]["resolved"]
