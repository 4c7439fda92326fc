"""Refused and unanswered requests, each counted at the table that it strikes."""

from __future__ import annotations

import re
from typing import Any, Final

from bot.emulator.limits import Fault, Faults
from bot.emulator.objects import Channel

_PLACE: Final = re.compile(r"/(channels|webhooks/\d+|interactions)/([^/]+)")


class CountedFaults(Faults):
    """Discord's failures as the simulation requests them; each is counted when it strikes its first request."""

    def __init__(self, evening: Any) -> None:
        super().__init__()
        self._evening = evening
        self._counted: list[Fault] = []

    def strike(self, route: str) -> Fault | None:
        """Returns the failure that was requested for this route, and counts it at its first use; None if there is
        none.
        """
        fault = super().strike(route)
        if fault is not None and not any(fault is one for one in self._counted):
            self._counted.append(fault)
            self._count(self._evening.discord.rest.requests[-1].path)
        return fault

    def _count(self, path: str) -> None:
        """Counts a failure of the request to this path at the table of its channel, or at all tables of a user."""
        channel = self._channel(path)
        if channel is None:
            return
        if channel.guild_id is not None:
            self._evening.struck("refusal", channel.guild_id)
            return
        for live in self._evening.tables_of(channel.recipient_id):
            self._evening.struck("refusal", live.row.guild)

    def _channel(self, path: str) -> Channel | None:
        """Returns the channel of a request; None if it has none or is not known."""
        world, found = self._evening.world, _PLACE.match(path)
        if found is None:
            return None
        if found[1] == "channels":
            return world.channels.get(int(found[2])) if found[2].isdecimal() else None
        interactions = world.interactions.values()
        used = next((one for one in interactions if found[2] in {one.token, str(one.id)}), None)
        return None if used is None else world.channels.get(used.channel_id)
