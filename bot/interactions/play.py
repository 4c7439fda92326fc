"""What each press does: the verb of a custom_id -> its handler."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from bot import views
from bot.games import BOARDS, steps
from bot.interactions import afterwards, consenting
from bot.interactions.press import UNKNOWN, Press
from bot.interactions.seating import join, leave, leave_for_sure
from bot.interactions.settings import change_setting
from bot.messages.lessons import help_for
from bot.messages.reply import ack, aside
from bot.tables.live import LiveTable
from bot.tables.referee import Played
from bot.tables.refusals import NOT_ASKED, NotRunning, Refused
from bot.texts import later
from rules.decisions import PASS, Window
from rules.errors import NotAllowed, NotAsked, StaleNumber

NOT_ALLOWED: Final = later("That is not among the moves allowed now; nothing has changed. Press My move again.")
OVER_ALREADY: Final = later("That decision is over already; this is what is asked now.")
NO_WINDOW: Final = later("There is nothing to react to at the moment.")

# The table's own buttons


async def _move(press: Press) -> None:
    live = await press.table()
    game, seat = live.playing(), live.player(press.user).seat
    help_ = await help_for(press.app, live, press.user)
    view = views.panel(live.facts, game, seat, (), press.words, help_=help_)
    await press.show(view or views.not_asked(live.facts, game, press.words))


async def _react(press: Press) -> None:
    live = await press.table()
    if not isinstance(live.playing().decision, Window):
        live.player(press.user)
        raise Refused(NO_WINDOW, rule=live.board.rule("window"))
    await _move(press)


async def _hand(press: Press) -> None:
    live = await press.table()
    game, seat = live.running(), live.holder(press.user).seat
    sketch = press.app.illustrator.hand(game, seat, seat, press.words)
    await press.show(views.hand(live.facts, game, seat, press.words, now=True), sketch)


# The private panel


async def _walk(press: Press) -> None:
    await _panel(press, press.custom.path, press.custom.chosen)


async def _pick(press: Press) -> None:
    if not press.value.isdigit() or len(press.value) > 4:
        raise Refused(UNKNOWN)
    await _panel(press, (*press.custom.path, int(press.value)), None)


async def _chosen(press: Press) -> None:
    live = await press.table()
    mask = steps.mask_of(live.playing(), live.player(press.user).seat, press.values)
    await _panel(press, (), mask)


async def _panel(press: Press, path: tuple[int, ...], chosen: int | None) -> None:
    live = await press.table()
    game, seat = live.playing(), live.player(press.user).seat
    if press.custom.number != game.number:
        await _what_now(press, live, seat)
        return
    help_ = await help_for(press.app, live, press.user)
    view = views.panel(live.facts, game, seat, path, press.words, chosen=chosen, help_=help_)
    await press.show(view or views.not_asked(live.facts, game, press.words))


async def _what_now(press: Press, live: LiveTable, seat: str) -> None:
    """A panel of a decision that is over: what is asked now, or whose turn it is."""
    game, note = live.playing(), press.words(OVER_ALREADY)
    help_ = await help_for(press.app, live, press.user)
    view = views.panel(live.facts, game, seat, (), press.words, note=note, help_=help_)
    await press.show(view or views.not_asked(live.facts, game, press.words))


async def _explain(press: Press) -> None:
    """What is what in the panel, beside it."""
    live = await press.table()
    game, seat = live.playing(), live.player(press.user).seat
    if press.custom.number != game.number:
        await _what_now(press, live, seat)
        return
    view = views.explained(live.facts, game, seat, press.custom.path, press.words)
    await aside(press.interaction, view or views.not_asked(live.facts, game, press.words))


async def _do(press: Press) -> None:
    await press.ack()
    live = await press.app.tables.get(press.custom.game)
    game, seat = live.playing(), live.player(press.user).seat
    number = press.custom.number
    keys = steps.keys_of(game, seat, press.custom)
    if number is None:
        raise Refused(UNKNOWN)
    if keys is None:
        await _done_or_what_now(press, live, seat, number)
        return
    try:
        played = await press.app.referee.play(live.id, number, press.user, keys)
    except NotAllowed:
        rule = live.board.rule(game.decision.kind) if game.decision is not None else ""
        raise Refused(NOT_ALLOWED, rule=rule) from None
    except (StaleNumber, NotAsked):
        await _done_or_what_now(press, live, seat, number)
        return
    await _show_done(press, live, played)


async def _done_or_what_now(press: Press, live: LiveTable, seat: str, number: int) -> None:
    """A button of a decision that is over: pressed twice, it says once more what was done."""
    played = press.app.referee.played(live.id, number, seat)
    if played is None:
        await _what_now(press, live, seat)
    else:
        await _show_done(press, live, played)


async def _show_done(press: Press, live: LiveTable, played: Played) -> None:
    if played.keys == (PASS,) and press.custom.verb == "pass":
        await press.show(views.passed(press.words))
        return
    done = views.done(live.facts, played.kind, played.keys, played.view, press.words, played.about)
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


# The lobby and the table's own decisions


async def _join(press: Press) -> None:
    await press.ack()
    await join(press.app, press.interaction, press.custom.game, press.words)


async def _leave(press: Press) -> None:
    await press.ack()
    await leave(press.app, press.interaction, press.custom.game, press.words)


async def _leave_really(press: Press) -> None:
    live = await press.table()
    live.player(press.user)
    await press.show(views.leave_really(live.facts, press.words))


async def _leave_sure(press: Press) -> None:
    await press.ack()
    await leave_for_sure(press.app, press.interaction, press.custom.game, press.words)


async def _stay_in(press: Press) -> None:
    await press.say(press.words("You stay at the table."))


async def _computer(press: Press) -> None:
    await press.ack()
    lobby = press.app.lobby
    change = lobby.add_computer if press.custom.verb == "computer" else lobby.remove_computer
    await change(press.custom.game, press.user)


async def _start(press: Press) -> None:
    await press.ack()
    await press.app.referee.start(press.custom.game, press.user)


async def _agree(press: Press) -> None:
    await press.ack()
    what, custom = press.custom.verb.removeprefix("agree_"), press.custom
    await consenting.agree(press.app, press.interaction, custom.game, what, press.words, custom.number)


async def _end_sure(press: Press) -> None:
    await press.ack()
    await consenting.end_for_sure(press.app, press.interaction, press.custom.game, press.words)


async def _keep_on(press: Press) -> None:
    await press.say(press.words("The game stays as it is."))


async def _wait(press: Press) -> None:
    await press.ack()
    await press.say(await press.app.consent.wait(press.custom.game, press.user, press.words))


# After the end


async def _reveal(press: Press) -> None:
    await afterwards.reveal(press.app, press.interaction, await press.app.store.game(press.custom.game))


async def _rematch(press: Press) -> None:
    await afterwards.rematch(press.app, press.interaction, await press.app.store.game(press.custom.game))


# Pages


async def _topic(press: Press) -> None:
    boards = list(BOARDS.items())
    number = press.custom.number or 0
    if number >= len(boards):
        raise Refused(UNKNOWN)
    kind, board = boards[number]
    view = views.rules_topic(board, press.value, press.words, kind)
    sketch = press.app.illustrator.topic(kind, press.value, press.words) if view else None
    await press.show(view or views.rules_overview(board, press.words, kind), sketch)


async def _learn(press: Press) -> None:
    if press.custom.number is not None:
        kind = next(iter(press.custom.path), 0)
        await press.app.lessons.turn(press.interaction, kind, press.custom.number, press.words)
        return
    row = await press.app.store.game(press.custom.game)
    await press.app.lessons.begin(press.interaction, row.kind, press.words)


async def _log(press: Press) -> None:
    live = press.app.tables.peek(press.custom.game)
    if live is None:
        await ack(press.interaction)
        live = await press.app.tables.get(press.custom.game)
    if live.game is None:
        raise NotRunning(live.row.phase)
    await press.show(views.log_page(live.facts, live.game, press.custom.number, press.words))


async def _set(press: Press) -> None:
    await ack(press.interaction)
    view = await change_setting(press.app, press.custom, press.user, press.values, press.words)
    await press.show(view)


VERBS: Final[dict[str, Callable[[Press], Awaitable[None]]]] = {
    "move": _move, "react": _react, "hand": _hand, "walk": _walk, "pick": _pick, "chosen": _chosen, "do": _do,
    "pass": _pass, "stay_out": _stay_out, "keep_asking": _stay_out, "join": _join, "leave": _leave,
    "leave_really": _leave_really, "leave_sure": _leave_sure, "stay_in": _stay_in,
    "computer": _computer, "nocomputer": _computer, "start": _start,
    "agree_pause": _agree, "agree_resume": _agree, "agree_replace": _agree, "agree_end": _agree,
    "end_sure": _end_sure, "keep_on": _keep_on,
    "let_computer": _agree, "hand_over": _agree, "wait": _wait, "explain": _explain, "learn": _learn,
    "topic": _topic, "log": _log, "reveal": _reveal, "rematch": _rematch,
    "set_language": _set, "set_dms": _set, "set_ping": _set, "set_order": _set,
}  # fmt: skip
"""What each verb of a custom_id means."""
