"""Tests the message bus and the table of its handlers."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from bot import app
from bot.background import Background
from bot.services import Services
from bot.tables.bus import Bus
from bot.tables.events import Event, SeatOffered, TableDamaged, TableReleased
from bot.tables.live import LiveTable
from tests.bot.table import Evening


class Log(list[str]):
    """A service with handlers, which records their calls."""

    def first(self, game: int, *, empty: bool = True) -> None:
        self.append(f"first {game} {empty}")

    async def later(self, game: int) -> None:
        self.append(f"later {game}")

    def last(self, game: int) -> None:
        self.append(f"last {game}")

    def offer(self, live: str, seat: str) -> None:
        self.append(f"offer {live} {seat}")


def fails(_event: TableReleased) -> None:
    raise RuntimeError("hidden card")


async def test_handlers_run_in_order_and_neither_raise_into_the_publisher_nor_block_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    log, background, services = Log(), Background(), Services()
    bus = Bus({TableReleased: [Log.first, fails, Log.later, Log.last]}, services, background)
    services.add(log)
    bus.publish(TableReleased(7))
    assert log == ["first 7 True", "last 7"]
    await background.settled()
    assert log == ["first 7 True", "last 7", "later 7"]
    assert [record.getMessage() for record in caplog.records] == ["fails on TableReleased failed"]


def test_a_service_s_method_gets_the_event_s_attributes_of_the_same_names() -> None:
    log, services = Log(), Services()
    services.add(log)
    Bus({SeatOffered: [Log.offer]}, services, Background()).publish(SeatOffered(cast("LiveTable", "table"), "a", 1))
    assert log == ["offer table a"]


async def test_an_event_without_handlers_does_nothing() -> None:
    Bus({}, Services(), Background()).publish(TableDamaged(1))


async def test_every_handler_gets_its_services_and_every_event_has_a_handler(database: Path) -> None:
    async with Evening.of("Anna", "Bert", database=database) as evening:
        for kind, handlers in app.HANDLERS.items():
            assert len(evening.bot.app.bus._of(kind)) == len(handlers) > 0
    assert set(app.HANDLERS) == set(Event.__subclasses__())


def test_an_event_does_not_print_its_table() -> None:
    assert "secret" not in repr(SeatOffered(cast("LiveTable", "secret"), "a", 1))


def test_a_service_is_not_replaced_after_others_may_have_got_it() -> None:
    services = Services()
    assert services.get(Background) is services.get(Background)
    with pytest.raises(TypeError, match="Background"):
        services.add(Background())
