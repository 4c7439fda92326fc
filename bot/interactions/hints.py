"""What would the computer do? A button of the own panel, where the table allows it; nobody else sees who asks."""

from __future__ import annotations

import asyncio
from typing import Final

from bot import views
from bot.interactions.play import what_now
from bot.interactions.press import Press, Verbs
from bot.tables.refusals import NOT_ASKED, Refused
from bot.texts import later

NOT_ALLOWED: Final = later("Hints are not allowed at this table; `/game new` has an option for it.")
TOO_LATE: Final = later("That decision is over already; there is nothing left to advise.")
NO_IDEA: Final = later("The computer does not know what to make of this; choose as you like.")


async def _hint(press: Press) -> None:
    """Beside the panel, which stays as it is; what is asked now where the decision is over."""
    live = await press.table()
    game, seat, number = live.playing(), live.player(press.user).seat, press.custom.number
    if not live.row.hints:
        raise Refused(NOT_ALLOWED)
    if number != game.number:
        await what_now(press)
        return
    if seat not in game.waiting:
        raise Refused(NOT_ASKED)
    facts, thinking = live.facts, press.app.hints.advice(live, seat)
    await press.ack()
    advice = await asyncio.shield(thinking)
    live = await press.app.tables.get(press.custom.game)
    over = live.game is None or live.game.number != number or live.row.phase != "running"
    if advice is None or over or live.seat_of(press.user).seat != seat:
        view = views.say(press.words(TOO_LATE if over else NO_IDEA))
    else:
        view = views.hint(facts, *advice, press.words)
    await press.app.replies.aside(press.interaction, view)


VERBS: Final[Verbs] = {"hint": _hint}
