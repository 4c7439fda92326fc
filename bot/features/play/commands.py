"""The handlers of the board's buttons and of the private panel, from the first press to the committed answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.features.finished_games.service import OwnFinishedGames
from bot.features.play import board_view, panel_base, panel_view
from bot.features.play import panel_notices as notices_view
from bot.features.play.open_panels import OpenPanels, next_panel
from bot.features.play.service import NOT_ALLOWED, OVER_ALREADY, MovePanels, answers_of
from bot.games import GAME_UIS, context
from bot.games.batch_moves import Answer, BatchMoves
from bot.games.confirmation import confirms
from bot.games.key_tree import chosen_keys, mask_of, step
from bot.games.log import outcome
from bot.games.pre_orders import PreOrders
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
from rules.decisions import PASS, Window
from rules.engine import Game
from rules.errors import NotAllowed, NotAsked, StaleNumber

DECISION_OVER: Final = N_("That decision is over. Press What is what? in the panel of the current one.")
NO_WINDOW: Final = N_("There is nothing to react to at the moment.")


@dataclass(frozen=True)
class PlayHandlers:
    """Handlers of the board's buttons and of the private panel."""

    people: People
    referee: Referee
    open_panels: OpenPanels
    panels: MovePanels
    replies: Replies
    hosting: Hosting
    finished_games: OwnFinishedGames

    # Buttons of the board

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
        """Shows any user everything on the board's picture as text, in their language."""
        live = await press.board_here() if press.custom.game else await self.finished_games.table_of(press)
        offers = press.user == live.row.host and live.row.phase == "running"
        await press.show(board_view.in_words(live.facts, begun(live), press.words, offers=offers))

    @press("board_words", "board_picture")
    async def _board_words(self, press: ComponentContext) -> None:
        """Sets, at the host's request, whether the board is text or a picture for everyone."""
        words = press.custom.verb == "board_words"
        await press.ack()
        await self.hosting.set_words(press.custom.game, press.user, words)
        told = N_("The board is text now, for everyone.") if words else N_("The board is a picture again.")
        await press.say(press.words(told))

    # Components of the private panel

    @press("walk")
    async def _walk(self, press: ComponentContext) -> None:
        await self._panel(press, press.custom.path, press.custom.chosen)

    @press("pick")
    async def _pick(self, press: ComponentContext) -> None:
        await self._to(press, (*press.custom.path, *press.way))

    @press("both")
    async def _both(self, press: ComponentContext) -> None:
        """Handles the select in which two pieces of a key are chosen at once."""
        live, game, seat = await _playing(press)
        chosen = press.values
        path, indices = None, [at for value in chosen if (at := parse_int(value)) is not None]
        if press.custom.number == game.number and len(indices) == len(chosen):
            panel = panel_view.panel_at(live.facts, game, seat, press.words)
            path = None if panel is None else panel.path_of_both(press.custom.path, indices)
        if path is None and press.custom.number == game.number:
            live, help_ = await self.panels.with_help(press)
            no_pair = GAME_UIS[live.facts.kind].get(BatchMoves).no_pair
            await self.panels.show(press, live, help_, note=press.words(no_pair))
        else:
            await self._to(press, path or ())

    async def _to(self, press: ComponentContext, path: tuple[int, ...]) -> None:
        """Shows the page of a panel at a path; plays a complete key at once if it needs no confirmation."""
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
        """Returns whether this user must confirm an answer."""
        wish = (await self.people.person(press.user)).confirm
        ctx = context(live.facts, press.words, live.playing(), live.player(press.user).seat)
        return confirms(live.game_ui, wish, ctx, kind, keys)

    @press("chosen")
    async def _chosen(self, press: ComponentContext) -> None:
        """Handles the select of a set of keys, whole or one of its pages."""
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
        """Handles the select of several answers at once; shows a confirmation if one of them needs it."""
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
            panel = panel_view.panel_at(live.facts, game, seat, press.words, help_=help_)
            view = None if panel is None else panel.shown_run(at)
        if view is None:
            await self.panels.show(press, live, help_, note=press.words(OVER_ALREADY))
        else:
            await self.panels.show_view(press, live, view)

    @press("do", "run_do")
    async def _do(self, press: ComponentContext, meant: CustomId | None = None) -> None:
        press.custom = meant or press.custom
        live = await press.committed()
        await self.answer(press, live, answers_of(press, live.facts, live.playing(), live.player(press.user).seat))

    async def answer(self, press: ComponentContext, live: LiveTable, answers: Sequence[Answer]) -> None:
        """Plays these answers one after the other and shows the result or the present question; raises Refused."""
        game, seat = live.playing(), live.player(press.user).seat
        number = press.custom.number
        rule = live.game_ui.rule(game.decision.kind) if game.decision is not None else ""
        if number is None:
            raise Refused(UNKNOWN)
        if not answers:
            await self._done_or_what_now(press, live, seat, number)
            return
        with self.open_panels.answering(live, press.user):
            try:
                played = await self.referee.play(
                    live.id, number, press.user, answers[0].keys, answers[1:], request=str(press.custom)
                )
            except NotAllowed:
                raise Refused(NOT_ALLOWED, rule=rule) from None
            except (StaleNumber, NotAsked, AnsweredAlready):
                await self._done_or_what_now(press, live, seat, number)
                return
            await self._show_done(press, played)

    async def _done_or_what_now(self, press: ComponentContext, live: LiveTable, seat: str, number: int) -> None:
        """Repeats the result of an answer whose button is pressed twice; otherwise shows the present question."""
        played = self.referee.played(live.id, number, seat, str(press.custom))
        if played is None:
            await self.panels.what_now(press)
        else:
            await self._show_done(press, played)

    async def _show_done(self, press: ComponentContext, played: Played) -> None:
        """Shows the result of an answer and the next question, which may come later if other seats are asked first."""
        # The table is read again: the next answer, of a computer for example, may be about to be committed.
        live, help_ = await self.panels.with_help(press)
        game, number = live.game, press.custom.number
        if game is None:
            return
        if number is not None:
            self.open_panels.take_backs.answered(live, press.user, number, played.told)
        if played.may_stay_out and _has_a_choice(live, played):
            await self.panels.show_view(press, live, notices_view.stay_out(live.facts, press.words))
            return
        facts = live.facts
        said = outcome(facts, game, played.seat, played.told, press.words)
        if not said:
            ctx = live.game_ui.context(facts, press.words, played.view, played.seat, played.about)
            said = live.game_ui.summary(ctx, played.kind, played.keys)
        view = next_panel(live, game, played.seat, press.words, f"✅ {said}", help_)
        self.open_panels.take_backs.offer(view, live, press.user, press.words)
        await self.panels.show_view(press, live, view)

    @press("pass")
    async def _pass(self, press: ComponentContext) -> None:
        """Passes in a window; the reply is the same for every hand, unless the window closes."""
        live = await press.committed()
        game, seat = live.playing(), live.player(press.user).seat
        number = game.number if press.custom.number is None else press.custom.number
        if number != game.number or not isinstance(game.decision, Window):
            if press.on_own_panel:
                await self._done_or_what_now(press, live, seat, number)
                return
            raise Refused(N_("That reaction is over. Nothing has changed."), rule=live.game_ui.rule("window"))
        with self.open_panels.answering(live, press.user):
            played = await self._answer_pass(press, live, seat, number)
            if live.game is not None and live.game.number == number:
                await self.panels.show_view(press, live, notices_view.passed(press.words))
            elif live.game is None or has_answered(live.game, number, seat):
                await self._show_done(press, played)
            else:  # The pass waited for the window's end (`keeps_pass`), which came in this moment.
                await self.panels.what_now(press)

    async def _answer_pass(self, press: ComponentContext, live: LiveTable, seat: str, number: int) -> Played:
        """Passes in a window; a second press on the same panel returns the same result. Raises Refused."""
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
        """Gives everyone in a window more time."""
        await self.referee.hold_on(press.custom.game, press.custom.number or 0, press.user)
        await press.say(press.words("Everyone has more time now. Press React to see what you can play."))

    @press("explain")
    async def _explain_button(self, press: ComponentContext) -> None:
        """Shows the explanation of a panel in a new message next to it."""
        live = await press.table()
        game, seat = live.playing(), live.player(press.user).seat
        if press.custom.number != game.number:
            await self.panels.what_now(press)
            return
        panel = panel_view.panel_at(live.facts, game, seat, press.words, press.custom.path)
        view = notices_view.not_asked(live.facts, game, press.words) if panel is None else panel.explained()
        await self.replies.aside(press.interaction, view)

    @press("why_not")
    async def _why_not(self, press: ComponentContext) -> None:
        """Says why the chosen card cannot be played, in place of the explanation or of another reason."""
        live = await press.table()
        game, seat = live.playing(), live.player(press.user).seat
        index, view = press.index, None
        if press.custom.number == game.number:
            panel = panel_view.panel_at(live.facts, game, seat, press.words, press.custom.path)
            view = None if panel is None else panel.reason(index)
        if view is None:
            raise Refused(DECISION_OVER)
        await press.show(view)

    @press("stay_out", "keep_asking")
    async def _stay_out(self, press: ComponentContext) -> None:
        out = press.custom.verb == "stay_out"
        await self.referee.stay_out(press.custom.game, press.user, out)
        not_now = N_("You will not be asked on your turns again in this phase.")
        text = not_now if out else N_("You will be asked again in this phase.")
        await press.say(press.words(text))


async def _playing(press: ComponentContext) -> tuple[LiveTable, Game, str]:
    live = await press.table()
    return live, live.playing(), live.player(press.user).seat


def _has_a_choice(live: LiveTable, played: Played) -> bool:
    """Returns whether a player who has passed is asked about staying out: always if others play, so that the question
    says nothing about the hand; among computers only if a card in hand allows another action."""
    if not live.solo:
        return True
    return live.game_ui.get(PreOrders).could_act_again(played.view, played.seat)
