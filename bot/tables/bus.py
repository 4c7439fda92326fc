"""The message bus of one process: calls the handlers of each event in the order in which they are listed."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.background import Background
from bot.services import Services
from bot.tables.events import Event, OwnTableChanged, TableChanged, TableEnded
from bot.tables.live import LiveTable

log = logging.getLogger(__name__)

Handler = Callable[..., Any]
"""A function that handles an event, which `Services.bind` passes to it. If it is `async`, it runs in the background."""
Handlers = Mapping[type[Event], Sequence[Handler]]


@dataclass(eq=False, repr=False)
class Bus:
    """A message bus that calls the handlers of published events and logs their exceptions, so publishers never fail."""

    _handlers: Handlers
    _services: Services
    _background: Background
    _bound: dict[type[Event], list[tuple[str, Callable[[Event], Any]]]] = field(default_factory=dict, init=False)

    def publish(self, event: Event) -> None:
        """Calls every handler of the event in order; the coroutines of async handlers run in the background.

        The exception of a handler is logged and not raised, and the next handler is called.
        """
        for name, handler in self._of(type(event)):
            try:
                work = handler(event)
            except Exception:
                log.exception("%s failed", name)
                continue
            if inspect.iscoroutine(work):
                self._background.run(work, name)

    def table_changed(self, live: LiveTable, *, elsewhere: bool = False) -> None:
        """Publishes TableChanged: after OwnTableChanged if this process runs the table, before TableEnded if it is
        over.

        `elsewhere`: whether another process has committed the change.
        """
        if live.ours:
            self.publish(OwnTableChanged(live))
        self.publish(TableChanged(live, elsewhere))
        if live.row.finished_yet:
            self.publish(TableEnded(live))

    def _of(self, kind: type[Event]) -> list[tuple[str, Callable[[Event], Any]]]:
        bound = self._bound.get(kind)
        if bound is None:
            bound = self._bound[kind] = [
                (f"{handler.__qualname__} on {kind.__name__}", self._services.bind(handler, kind))
                for handler in self._handlers.get(kind, ())
            ]
        return bound
