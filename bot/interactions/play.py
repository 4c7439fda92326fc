"""The private panel: a move from the board's button to the answer that is committed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from discord.ui import LayoutView

from bot import views
from bot.games.confirming import confirms
from bot.games.log import happened
from bot.games.protocol import Answer
from bot.games.steps import chosen_keys, mask_of, step
from bot.interactions.press import UNKNOWN, Press, Verbs
from bot.measuring.digits import plain_number
from bot.messages.open_panels import help_for, next_panel, wishes_of
from bot.tables.answering import Played
from bot.tables.live import LiveTable
from bot.tables.refusals import NOT_ASKED, Refused
from bot.texts import later
from bot.views.custom_id import CustomId
from rules.decisions import PASS, Several, Window
from rules.engine import Game
from rules.errors import NotAllowed, NotAsked, StaleNumber

NOT_ALLOWED: Final = later("That is not among the moves allowed now; nothing has changed. Press My move again.")
OVER_ALREADY: Final = later("That decision is over already; this is what is asked now.")
NO_PAIR: Final = later("These two do not go together; nothing has changed.")
NO_WINDOW: Final = later("There is nothing to react to at the moment.")

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
    await _to(press, (*press.custom.path, *press.way))


async def _both(press: Press) -> None:
    """The two pieces of a key, chosen in one select."""
    live, game, seat = await _playing(press)
    chosen = press.values
    path, indices = None, [at for value in chosen if (at := plain_number(value)) is not None]
    if press.custom.number == game.number and len(indices) == len(chosen):
        path = views.path_of_both(live.facts, game, seat, press.custom.path, indices, press.words)
    if path is None and press.custom.number == game.number:
        live, help_ = await _with_help(press)
        await _show(press, live, help_, note=press.words(NO_PAIR))
    else:
        await _to(press, path or ())


async def _to(press: Press, path: tuple[int, ...]) -> None:
    """On to a point of the tree; a complete key that needs no Confirm is done at once."""
    live, game, seat = await _playing(press)
    found = step(game, seat, path) if press.custom.number == game.number else None
    if found is not None and found.key is not None and not await _asks(press, live, found.kind, (found.key,)):
        await _do(press, press.custom._replace(verb="do", path=path, chosen=None))
    else:
        await _panel(press, path, None)


async def _playing(press: Press) -> tuple[LiveTable, Game, str]:
    live = await press.table()
    return live, live.playing(), live.player(press.user).seat


async def _asks(press: Press, live: LiveTable, kind: str, keys: Sequence[str]) -> bool:
    """Whether an answer stands behind a Confirm, as the presser wishes."""
    return confirms(live.board, (await press.app.people.person(press.user)).confirm, kind, keys)


async def _chosen(press: Press) -> None:
    """Some keys of a set: all that fits into one select, or one page of a set that is being put together."""
    custom = press.custom
    live, game, seat = await _playing(press)
    mask = None
    if seat in game.waiting and custom.number == game.number:
        mask = mask_of(game, seat, press.values, custom.chosen or 0, next(iter(custom.path), 0))
    whole = not custom.path and mask is not None and game.decision is not None
    if whole and not await _asks(press, live, game.decision.kind, chosen_keys(game.keys(seat), mask or 0) or ()):  # type: ignore[union-attr]
        await _do(press, custom._replace(verb="do", chosen=mask))
    else:
        await _panel(press, custom.path, mask)


async def _panel(press: Press, path: tuple[int, ...], chosen: int | None) -> None:
    live, help_ = await _with_help(press)
    if press.custom.number == live.playing().number:
        await _show(press, live, help_, path, chosen)
    else:
        await _show(press, live, help_, note=press.words(OVER_ALREADY))


async def _run(press: Press) -> None:
    """Several answers at once, to be confirmed where one of them is."""
    at = press.index
    live, game, seat = await _playing(press)
    if press.custom.number == game.number:
        runs = views.runs_of(live.facts, game, seat, press.words)
        answers = runs[at].answers if at < len(runs) else ()
        asked = [await _asks(press, live, answer.kind, answer.keys) for answer in answers]
        if answers and not any(asked):
            await _do(press, press.custom._replace(verb="run_do", path=(at,)))
            return
    live, help_ = await _with_help(press)
    game, view = live.playing(), None
    if press.custom.number == game.number:
        view = views.run_panel(live.facts, game, seat, at, press.words, help_)
    if view is None:
        await _show(press, live, help_, note=press.words(OVER_ALREADY))
    else:
        await _stands(press, live, view)


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
    await _stands(press, live, view or views.not_asked(live.facts, game, press.words))


async def _stands(press: Press, live: LiveTable, view: LayoutView) -> None:
    """The presser's panel shows this, made of the table as it stands; where panels stay it follows what comes."""
    game = live.game
    number, told = (game.number, len(game.told)) if game is not None else (0, 0)
    sent = await press.show(view)
    press.app.open_panels.stands(live, press.user, sent, view, told, number)


async def _with_help(press: Press) -> tuple[LiveTable, views.Help]:
    """The table as it is committed, and how much the presser's panels explain: that is looked up before."""
    wishes = await wishes_of(press.app.people, press.user, (await press.table()).row.kind)
    live = await press.table()
    return live, help_for(live, press.user, wishes)


async def _do(press: Press, meant: CustomId | None = None) -> None:
    press.custom = meant or press.custom
    live = await press.committed()
    game, seat = live.playing(), live.player(press.user).seat
    number, answers = press.custom.number, _answers(press, live, game, seat)
    rule = live.board.rule(game.decision.kind) if game.decision is not None else ""
    if number is None:
        raise Refused(UNKNOWN)
    if not answers:
        await _done_or_what_now(press, live, seat, number)
        return
    press.app.open_panels.taken(live.id, press.user)
    try:
        played = await press.app.referee.play(live.id, number, press.user, answers[0].keys, answers[1:])
    except NotAllowed:
        raise Refused(NOT_ALLOWED, rule=rule) from None
    except (StaleNumber, NotAsked):
        await _done_or_what_now(press, live, seat, number)
        return
    await _show_done(press, live, played)


def _answers(press: Press, live: LiveTable, game: Game, seat: str) -> Sequence[Answer]:
    """What a committing press answers; nothing where it is stale, foreign or nonsense."""
    if press.custom.verb == "run_do":
        runs = views.runs_of(live.facts, game, seat, press.words) if press.custom.number == game.number else ()
        index = next(iter(press.custom.path), 0)
        return runs[index].answers if index < len(runs) else ()
    keys = keys_of(game, seat, press.custom)
    return () if keys is None or game.decision is None else (Answer(game.decision.kind, keys),)


async def _done_or_what_now(press: Press, live: LiveTable, seat: str, number: int) -> None:
    """A button of a decision that is over: pressed twice, it says once more what was done."""
    played = press.app.referee.played(live.id, number, seat)
    if played is None:
        await what_now(press)
    else:
        await _show_done(press, live, played)


async def _show_done(press: Press, live: LiveTable, played: Played) -> None:
    """What has come of an answer, and what is asked next: of the same seat at once, else as soon as it is asked."""
    wishes = await wishes_of(press.app.people, press.user, live.row.kind)
    game = live.game
    if game is None:
        return
    if played.may_stay_out:
        await _stands(press, live, views.stay_out(live.facts, press.words))
        return
    facts = live.facts
    said = happened(facts, game, played.seat, played.told, press.words)
    said = said or live.board.summary(played.kind, played.keys, played.view, facts, press.words, played.about)
    help_ = help_for(live, press.user, wishes)
    await _stands(press, live, next_panel(facts, game, played.seat, press.words, f"✅ {said}", help_))


async def _pass(press: Press) -> None:
    """Let a window pass: said in the same words whatever is held, unless the window is closed by it."""
    live = await press.committed()
    game, seat = live.playing(), live.player(press.user).seat
    number = game.number if press.custom.number is None else press.custom.number
    if number != game.number or not isinstance(game.decision, Window):
        if press.on_own_panel:
            await what_now(press)
            return
        raise Refused(later("That window is closed already; nothing has changed."), rule=live.board.rule("window"))
    if seat in game.waiting:
        press.app.open_panels.taken(live.id, press.user)
    try:
        played = await press.app.referee.play(live.id, number, press.user, (PASS,))
    except NotAsked:
        raise Refused(NOT_ASKED, rule=live.board.rule("window")) from None
    if live.game is not None and live.game.number == number:
        await _stands(press, live, views.passed(press.words))
    else:
        await _show_done(press, live, played)


async def _stay_out(press: Press) -> None:
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


VERBS: Final[Verbs] = {
    "move": _move,
    "react": _react,
    "walk": _walk,
    "pick": _pick,
    "both": _both,
    "chosen": _chosen,
    "do": _do,
    "run": _run,
    "run_do": _do,
    "pass": _pass,
    "stay_out": _stay_out,
    "keep_asking": _stay_out,
}
