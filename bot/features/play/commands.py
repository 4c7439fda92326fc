"""The private panel: a move from the board's button to the answer that is committed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.features.play import board_view, panel_base, panel_view
from bot.features.play import panel_notices as notices_view
from bot.features.play.open_panels import OpenPanels, help_for, next_panel, wishes_of
from bot.features.play.service import OVER_ALREADY, MovePanels
from bot.features.undo import service as undo
from bot.games import context
from bot.games.batch_moves import Answer
from bot.games.confirmation import confirms
from bot.games.key_tree import chosen_keys, mask_of, step
from bot.games.log import outcome
from bot.interactions.component_context import UNKNOWN, ComponentContext
from bot.interactions.handlers import press
from bot.interactions.resolvers import begun
from bot.measuring.parsing import parse_int
from bot.messages.reply import Replies
from bot.tables.answering import Played, has_answered
from bot.tables.hosting import Hosting
from bot.tables.live import LiveTable
from bot.tables.people import People
from bot.tables.referee import Referee
from bot.tables.refusals import NOT_ASKED, AnsweredAlready, Refused
from bot.texts import N_
from bot.views.custom_id import CustomId
from rules.decisions import PASS, Several, Window
from rules.engine import Game
from rules.errors import NotAllowed, NotAsked, StaleNumber

NOT_ALLOWED: Final = N_("That move is not allowed now, and nothing has changed. Press My move again.")
NO_PAIR: Final = N_("These two cannot be combined. Nothing has changed.")
NO_WINDOW: Final = N_("There is nothing to react to at the moment.")


@dataclass(frozen=True)
class PlayHandlers:
    """Handlers of the private panel in which a player moves."""

    people: People
    referee: Referee
    open_panels: OpenPanels
    panels: MovePanels
    replies: Replies
    hosting: Hosting

    # The table's own buttons

    @press("move")
    async def _move(self, press: ComponentContext) -> None:
        live, help_ = await self.panels.with_help(press)
        await self.panels.show(press, live, help_)

    @press("react")
    async def _react(self, press: ComponentContext) -> None:
        live = await press.table()
        if not isinstance(live.playing().decision, Window):
            live.player(press.user)
            raise Refused(NO_WINDOW, rule=live.game_ui.rule("window"))
        await self._move(press)

    @press("in_words")
    async def _in_words(self, press: ComponentContext) -> None:
        """Everything that the board's picture shows, as text in the reader's language, for any onlooker."""
        live = await press.table()
        offers = press.user == live.row.host and live.row.phase == "running"
        await press.show(board_view.in_words(live.facts, begun(live), press.words, offers=offers))

    @press("board_words", "board_picture")
    async def _board_words(self, press: ComponentContext) -> None:
        """Shows everyone the board as text, or as a picture again, by the wish of the table's host."""
        words = press.custom.verb == "board_words"
        await press.ack()
        await self.hosting.set_words(press.custom.game, press.user, words)
        told = N_("The board is text now, for everyone.") if words else N_("The board is a picture again.")
        await press.say(press.words(told))

    # The private panel

    @press("walk")
    async def _walk(self, press: ComponentContext) -> None:
        await self._panel(press, press.custom.path, press.custom.chosen)

    @press("pick")
    async def _pick(self, press: ComponentContext) -> None:
        await self._to(press, (*press.custom.path, *press.way))

    @press("both")
    async def _both(self, press: ComponentContext) -> None:
        """The two pieces of a key, chosen in one select."""
        live, game, seat = await _playing(press)
        chosen = press.values
        path, indices = None, [at for value in chosen if (at := parse_int(value)) is not None]
        if press.custom.number == game.number and len(indices) == len(chosen):
            path = panel_view.path_of_both(live.facts, game, seat, press.custom.path, indices, press.words)
        if path is None and press.custom.number == game.number:
            live, help_ = await self.panels.with_help(press)
            await self.panels.show(press, live, help_, note=press.words(NO_PAIR))
        else:
            await self._to(press, path or ())

    async def _to(self, press: ComponentContext, path: tuple[int, ...]) -> None:
        """On to a point of the tree; a complete key that needs no Confirm is done at once."""
        live, game, seat = await _playing(press)
        number = press.custom.number
        if number is not None and has_answered(game, number, seat):
            press.custom = press.custom._replace(verb="do", path=path, chosen=None)
            await self._done_or_what_now(press, live, seat, number)
            return
        found = step(game, seat, path) if number == game.number else None
        if found is not None and found.key is not None and not await self._asks(press, live, found.kind, (found.key,)):
            await self._do(press, press.custom._replace(verb="do", path=path, chosen=None))
        else:
            await self._panel(press, path, None)

    async def _asks(self, press: ComponentContext, live: LiveTable, kind: str, keys: Sequence[str]) -> bool:
        """Whether an answer stands behind a Confirm, as the presser wishes."""
        wish = (await self.people.person(press.user)).confirm
        ctx = context(live.facts, press.words, live.playing(), live.player(press.user).seat)
        return confirms(live.game_ui, wish, ctx, kind, keys)

    @press("chosen")
    async def _chosen(self, press: ComponentContext) -> None:
        """Some keys of a set: all that fits into one select, or one page of a set that is being put together."""
        custom = press.custom
        live, game, seat = await _playing(press)
        mask, decision = None, game.decision
        if seat in game.waiting and custom.number == game.number:
            mask = mask_of(game, seat, press.values, custom.chosen or 0, next(iter(custom.path), 0))
        if decision is not None and mask is not None and not custom.path:
            keys = chosen_keys(game.keys(seat), mask) or ()
            if not await self._asks(press, live, decision.kind, keys):
                await self._do(press, custom._replace(verb="do", chosen=mask))
                return
        await self._panel(press, custom.path, mask)

    async def _panel(self, press: ComponentContext, path: tuple[int, ...], chosen: int | None) -> None:
        live, help_ = await self.panels.with_help(press)
        if press.custom.number == live.playing().number:
            await self.panels.show(press, live, help_, path, chosen)
        else:
            await self.panels.show(press, live, help_, note=press.words(OVER_ALREADY))

    @press("run")
    async def _run(self, press: ComponentContext) -> None:
        """Several answers at once, to be confirmed where one of them is."""
        at = press.index
        live, game, seat = await _playing(press)
        if press.custom.number == game.number:
            runs = panel_base.runs_of(live.facts, game, seat, press.words)
            answers = runs[at].answers if at < len(runs) else ()
            asked = [await self._asks(press, live, answer.kind, answer.keys) for answer in answers]
            if answers and not any(asked):
                await self._do(press, press.custom._replace(verb="run_do", path=(at,)))
                return
        live, help_ = await self.panels.with_help(press)
        game, view = live.playing(), None
        if press.custom.number == game.number:
            view = panel_view.run_panel(live.facts, game, seat, at, press.words, help_)
        if view is None:
            await self.panels.show(press, live, help_, note=press.words(OVER_ALREADY))
        else:
            await self.panels.show_view(press, live, view)

    @press("do", "run_do")
    async def _do(self, press: ComponentContext, meant: CustomId | None = None) -> None:
        press.custom = meant or press.custom
        live = await press.committed()
        game, seat = live.playing(), live.player(press.user).seat
        number, answers = press.custom.number, _answers(press, live, game, seat)
        rule = live.game_ui.rule(game.decision.kind) if game.decision is not None else ""
        if number is None:
            raise Refused(UNKNOWN)
        if not answers:
            await self._done_or_what_now(press, live, seat, number)
            return
        self.open_panels.taken(live.id, press.user)
        try:
            played = await self.referee.play(
                live.id, number, press.user, answers[0].keys, answers[1:], request=str(press.custom)
            )
        except NotAllowed:
            raise Refused(NOT_ALLOWED, rule=rule) from None
        except (StaleNumber, NotAsked, AnsweredAlready):
            await self._done_or_what_now(press, live, seat, number)
            return
        await self._show_done(press, live, played)

    async def _done_or_what_now(self, press: ComponentContext, live: LiveTable, seat: str, number: int) -> None:
        """Repeats the result of an answer whose button is pressed twice; any other press shows what is asked now."""
        played = self.referee.played(live.id, number, seat, str(press.custom))
        if played is None:
            await self.panels.what_now(press)
        else:
            await self._show_done(press, live, played)

    async def _show_done(self, press: ComponentContext, live: LiveTable, played: Played) -> None:
        """Shows the result of an answer and the next question: of the same seat at once, otherwise when it is asked."""
        wishes = await wishes_of(self.people, press.user, live.row.kind)
        game = live.game
        if game is None:
            return
        if played.may_stay_out:
            await self.panels.show_view(press, live, notices_view.stay_out(live.facts, press.words))
            return
        facts = live.facts
        said = outcome(facts, game, played.seat, played.told, press.words)
        if not said:
            ctx = live.game_ui.context(facts, press.words, played.view, played.seat, played.about)
            said = live.game_ui.summary(ctx, played.kind, played.keys)
        help_ = help_for(live, press.user, wishes)
        view = next_panel(facts, game, played.seat, press.words, f"✅ {said}", help_)
        number = press.custom.number
        if number is not None and undo.at_once(live, played.seat, number, played.told):
            notices_view.add_take_back(view, CustomId(live.id, "take_back", number), press.words)
        await self.panels.show_view(press, live, view)

    @press("pass")
    async def _pass(self, press: ComponentContext) -> None:
        """Passes in a window; the message is the same for every hand, unless the window closes."""
        live = await press.committed()
        game, seat = live.playing(), live.player(press.user).seat
        number = game.number if press.custom.number is None else press.custom.number
        if number != game.number or not isinstance(game.decision, Window):
            if press.on_own_panel:
                await self._done_or_what_now(press, live, seat, number)
                return
            raise Refused(N_("That reaction is over. Nothing has changed."), rule=live.game_ui.rule("window"))
        if seat in game.waiting:
            self.open_panels.taken(live.id, press.user)
        played = await self._answer_pass(press, live, seat, number)
        if live.game is not None and live.game.number == number:
            await self.panels.show_view(press, live, notices_view.passed(press.words))
        else:
            await self._show_done(press, live, played)

    async def _answer_pass(self, press: ComponentContext, live: LiveTable, seat: str, number: int) -> Played:
        """Passes in a window; a repeated press on a panel returns the same result again. Raises Refused."""
        request, again = str(press.custom), None
        try:
            return await self.referee.play(live.id, number, press.user, (PASS,), request=request)
        except AnsweredAlready:
            if press.on_own_panel:
                again = self.referee.played(live.id, number, seat, request)
                if again is None:
                    raise
        except NotAsked:
            pass
        if again is None:
            raise Refused(NOT_ASKED, rule=live.game_ui.rule("window"))
        return again

    @press("hold_on")
    async def _hold_on(self, press: ComponentContext) -> None:
        """More time for everybody in a window."""
        await self.referee.hold_on(press.custom.game, press.custom.number or 0, press.user)
        await press.say(press.words("Everyone has more time now. Press React to see what you can play."))

    @press("explain")
    async def _explain_button(self, press: ComponentContext) -> None:
        """Shows the explanation of the panel next to it."""
        live = await press.table()
        game, seat = live.playing(), live.player(press.user).seat
        if press.custom.number != game.number:
            await self.panels.what_now(press)
            return
        view = panel_view.explained(live.facts, game, seat, press.custom.path, press.words)
        await self.replies.aside(press.interaction, view or notices_view.not_asked(live.facts, game, press.words))

    @press("stay_out", "keep_asking")
    async def _stay_out(self, press: ComponentContext) -> None:
        out = press.custom.verb == "stay_out"
        await self.referee.stay_out(press.custom.game, press.user, out)
        text = N_("You stay out for the rest of this phase.") if out else N_("You will be asked again in this phase.")
        await press.say(press.words(text))


async def _playing(press: ComponentContext) -> tuple[LiveTable, Game, str]:
    live = await press.table()
    return live, live.playing(), live.player(press.user).seat


def _answers(press: ComponentContext, live: LiveTable, game: Game, seat: str) -> Sequence[Answer]:
    """Returns the answers of a committing press; empty if it is old, another user's or nonsense."""
    if press.custom.verb == "run_do":
        runs = panel_base.runs_of(live.facts, game, seat, press.words) if press.custom.number == game.number else ()
        index = next(iter(press.custom.path), 0)
        return runs[index].answers if index < len(runs) else ()
    keys = keys_of(game, seat, press.custom)
    return () if keys is None or game.decision is None else (Answer(game.decision.kind, keys),)


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
