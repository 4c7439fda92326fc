"""Orders given in the private panel itself: several answers at once, and what is let pass from now on."""

from __future__ import annotations

from typing import Final

from bot import views
from bot.games.confirming import ALWAYS
from bot.games.log import happened
from bot.interactions.play import _stands, _with_help, what_now
from bot.interactions.press import UNKNOWN, Press, Verbs
from bot.measuring.digits import plain_number
from bot.messages.open_panels import next_panel
from bot.tables.refusals import Refused
from bot.texts import later
from bot.views.pages import orders_for
from rules.errors import NotAsked, StaleNumber

NOTED: Final = later("Noted; `/game me` shows your orders.")
MOST_CHOSEN: Final = 25


async def _ahead(press: Press) -> None:
    """An order is chosen: given at once, or confirmed first by whoever wants that."""
    mask = press.custom.chosen
    if mask is None:
        mask = _chosen(press.values)
    wish = (await press.app.people.person(press.user)).confirm
    live = await press.table()
    game, seat, custom = live.playing(), live.player(press.user).seat, press.custom
    if wish == ALWAYS and custom.verb == "ahead" and custom.number == game.number:
        view = views.ordering(live.facts, game, seat, next(iter(custom.path), 0), mask, press.words)
        if view is not None:
            await _stands(press, live, view)
            return
    await _give(press, mask)


def _chosen(values: list[str]) -> int:
    """The set that a select's values mean; raises Refused."""
    found = {plain_number(one) for one in values}
    if not found or not all(one is not None and one < MOST_CHOSEN for one in found):
        raise Refused(UNKNOWN)
    return sum(1 << one for one in found if one is not None)


async def _give(press: Press, mask: int) -> None:
    await press.ack()
    live = await press.app.tables.get(press.custom.game)
    game, seat, number = live.playing(), live.player(press.user).seat, press.custom.number
    index = next(iter(press.custom.path), 0)
    meant = views.order_of(live.facts, game, seat, index, mask, press.words) if number == game.number else None
    if meant is None or number is None:
        await what_now(press)
        return
    ahead, standing = meant
    told = len(game.told)
    press.app.open_panels.taken(live.id, press.user)
    try:
        await press.app.in_advance.order(live.id, number, press.user, ahead.topic, standing, lasting=ahead.lasting)
    except (StaleNumber, NotAsked):
        await what_now(press)
        return
    await _shows(press, told)


async def _order_here(press: Press) -> None:
    """The order for windows, where a window asks."""
    await press.ack()
    live = await press.app.tables.get(press.custom.game)
    game, value = live.playing(), press.value
    live.player(press.user)
    if value not in orders_for(live.board):
        raise Refused(UNKNOWN)
    told = len(game.told)
    press.app.open_panels.taken(live.id, press.user)
    await press.app.referee.set_order(live.id, press.user, value)
    await _shows(press, told)


async def _shows(press: Press, told: int) -> None:
    """What has come of it, and what is asked now."""
    live, help_ = await _with_help(press)
    game = live.game
    if game is None:
        return
    seat = live.seat_of(press.user).seat
    note = happened(live.facts, game, seat, told, press.words) or press.words(NOTED)
    await _stands(press, live, next_panel(live.facts, game, seat, press.words, f"✅ {note}", help_))


VERBS: Final[Verbs] = {"ahead": _ahead, "ahead_do": _ahead, "order_here": _order_here}
