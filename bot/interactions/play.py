"""The private panel: a move from the board's button to the answer that is committed."""

from __future__ import annotations

from typing import Final

from bot import views
from bot.games import steps
from bot.games.steps import chosen_keys, step
from bot.interactions.press import UNKNOWN, Press, Verbs
from bot.tables.live import LiveTable
from bot.tables.referee import Played
from bot.tables.refusals import NOT_ASKED, Refused
from bot.texts import later
from bot.views.custom_id import CustomId
from rules.decisions import PASS, Several, Window
from rules.engine import Game
from rules.errors import NotAllowed, NotAsked, StaleNumber

NOT_ALLOWED: Final = later("That is not among the moves allowed now; nothing has changed. Press My move again.")
OVER_ALREADY: Final = later("That decision is over already; this is what is asked now.")
NO_WINDOW: Final = later("There is nothing to react to at the moment.")

FIRST_ANSWERS: Final = 1
"""After so many answers of a seat its first real panel has been seen."""

# The table's own buttons


async def _move(press: Press) -> None:
    live, help_ = await _with_help(press)
    await _show(press, live, help_)


async def _react(press: Press) -> None:
    live = await press.table()
    if not isinstance(live.playing().decision, Window):
        live.player(press.user)
        raise Refused(NO_WINDOW, rule=live.board.rule("window"))
    await _move(press)


# The private panel


async def _walk(press: Press) -> None:
    await _panel(press, press.custom.path, press.custom.chosen)


async def _pick(press: Press) -> None:
    await _panel(press, (*press.custom.path, press.index), None)


async def _chosen(press: Press) -> None:
    live = await press.table()
    mask = steps.mask_of(live.playing(), live.player(press.user).seat, press.values)
    await _panel(press, (), mask)


async def _panel(press: Press, path: tuple[int, ...], chosen: int | None) -> None:
    live, help_ = await _with_help(press)
    if press.custom.number == live.playing().number:
        await _show(press, live, help_, path, chosen)
    else:
        await _show(press, live, help_, note=press.words(OVER_ALREADY))


async def what_now(press: Press) -> None:
    """A panel of a decision that is over: what is asked now, or whose turn it is."""
    live, help_ = await _with_help(press)
    await _show(press, live, help_, note=press.words(OVER_ALREADY))


async def _show(
    press: Press,
    live: LiveTable,
    help_: views.Help,
    path: tuple[int, ...] = (),
    chosen: int | None = None,
    *,
    note: str | None = None,
) -> None:
    """The presser's panel at a step of what is asked now, or whose turn it is."""
    game, seat = live.playing(), live.player(press.user).seat
    view = views.panel(live.facts, game, seat, path, press.words, chosen=chosen, note=note, help_=help_)
    await press.show(view or views.not_asked(live.facts, game, press.words))


async def _with_help(press: Press) -> tuple[LiveTable, views.Help]:
    """The table as it is committed, and how much the presser's panels explain: that is looked up before."""
    kind = (await press.table()).row.kind
    new = await press.app.people.is_new(press.user, kind)
    live = await press.table()
    return live, help_for(live, press.user, new=new)


async def _do(press: Press) -> None:
    await press.ack()
    live = await press.app.tables.get(press.custom.game)
    game, seat = live.playing(), live.player(press.user).seat
    number, keys = press.custom.number, keys_of(game, seat, press.custom)
    rule = live.board.rule(game.decision.kind) if game.decision is not None else ""
    if number is None:
        raise Refused(UNKNOWN)
    if keys is None:
        await _done_or_what_now(press, live, seat, number)
        return
    try:
        played = await press.app.referee.play(live.id, number, press.user, keys)
    except NotAllowed:
        raise Refused(NOT_ALLOWED, rule=rule) from None
    except (StaleNumber, NotAsked):
        await _done_or_what_now(press, live, seat, number)
        return
    await _show_done(press, live, played)


async def _done_or_what_now(press: Press, live: LiveTable, seat: str, number: int) -> None:
    """A button of a decision that is over: pressed twice, it says once more what was done."""
    played = press.app.referee.played(live.id, number, seat)
    if played is None:
        await what_now(press)
    else:
        await _show_done(press, live, played)


async def _show_done(press: Press, live: LiveTable, played: Played) -> None:
    if played.keys == (PASS,) and press.custom.verb == "pass":
        await press.show(views.passed(press.words))
        return
    done = views.done(live.facts, played.kind, played.keys, played.view, press.words)
    await press.show(views.stay_out(live.facts, press.words) if played.may_stay_out else done)


async def _pass(press: Press) -> None:
    await press.ack()
    live = await press.app.tables.get(press.custom.game)
    game, _ = live.playing(), live.player(press.user)
    number = game.number if press.custom.number is None else press.custom.number
    if number != game.number or not isinstance(game.decision, Window):
        raise Refused(later("That window is closed already; nothing has changed."), rule=live.board.rule("window"))
    try:
        await press.app.referee.play(live.id, number, press.user, (PASS,))
    except NotAsked:
        raise Refused(NOT_ASKED, rule=live.board.rule("window")) from None
    await press.show(views.passed(press.words))


async def _stay_out(press: Press) -> None:
    await press.ack()
    out = press.custom.verb == "stay_out"
    await press.app.referee.stay_out(press.custom.game, press.user, out)
    text = later("You stay out for the rest of this phase.") if out else later("You will be asked again in this phase.")
    await press.say(press.words(text))


def keys_of(game: Game, seat: str, custom_id: CustomId) -> tuple[str, ...] | None:
    """The answer that a committing press means; None where it is stale, foreign or nonsense."""
    if custom_id.number != game.number or seat not in game.waiting or game.decision is None:
        return None
    if custom_id.verb == PASS:
        return (PASS,) if PASS in game.keys(seat) else None
    if isinstance(game.decision, Several):
        return None if custom_id.chosen is None else chosen_keys(game.keys(seat), custom_id.chosen)
    found = step(game, seat, custom_id.path) if custom_id.chosen is None else None
    return None if found is None or found.key is None else (found.key,)


def help_for(live: LiveTable, user: int, *, new: bool) -> views.Help:
    """How much the panels of somebody explain: hints in a first game, the walk-through at its beginning."""
    game, seat = live.game, live.seat_of(user).seat
    new = new and game is not None
    newcomer = new and game is not None and sum(entry.seat == seat for entry in game.entries) <= FIRST_ANSWERS
    return views.Help(new or live.board.first_game(live.row.options), newcomer)


VERBS: Final[Verbs] = {
    "move": _move,
    "react": _react,
    "walk": _walk,
    "pick": _pick,
    "chosen": _chosen,
    "do": _do,
    "pass": _pass,
    "stay_out": _stay_out,
    "keep_asking": _stay_out,
}
