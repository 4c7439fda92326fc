"""Why did the computer do that? For whoever may see a finished game again, to them alone."""

from __future__ import annotations

from typing import Final

from bot import views
from bot.interactions.press import Press, Verbs
from bot.interactions.replay import of_number


async def _why(press: Press) -> None:
    await _show(press, next(iter(press.custom.path), 0))


async def _jump(press: Press) -> None:
    await _show(press, press.index)


async def _then(press: Press) -> None:
    """What a computer chose last before a moment of the replay, which stays beside it."""
    row = await of_number(press.app, press.interaction, press.finished)
    await press.ack()
    which = await press.app.afterthoughts.before(row.id, next(iter(press.custom.path), 0))
    live, thought = await press.app.afterthoughts.at(row.id, which)
    await press.app.replies.aside(press.interaction, views.why(live.facts, thought, press.words))


async def _show(press: Press, which: int) -> None:
    row = await of_number(press.app, press.interaction, press.finished)
    await press.ack()
    live, thought = await press.app.afterthoughts.at(row.id, which)
    await press.show(views.why(live.facts, thought, press.words))


VERBS: Final[Verbs] = {"why": _why, "why_jump": _jump, "why_then": _then}
