"""Shows the private panels of players at a table, and finds out what a press in them answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from discord import ui
from discord.ui import LayoutView

from bot.features.play import panel_forms, panel_view
from bot.features.play import panel_notices as notices_view
from bot.features.play.open_panels import OpenPanels, next_panel, wishes_of
from bot.features.play.panel_base import Help, PanelBase, runs_of
from bot.features.play.panel_moments import moment_of
from bot.features.play.publisher import Publisher
from bot.games.batch_moves import Answer
from bot.games.facts import TableFacts
from bot.games.key_tree import chosen_keys, step
from bot.interactions.component_context import ComponentContext
from bot.measuring.parsing import parse_int
from bot.tables.answering import has_answered
from bot.tables.live import LiveTable
from bot.tables.people import People
from bot.tables.refusals import ANSWERED_ELSEWHERE, Refused
from bot.texts import N_
from bot.views.custom_id import CustomId
from rules.decisions import PASS, Several
from rules.engine import Game

__all__ = ["Help", "MovePanels", "Publisher", "next_panel"]

NOT_ALLOWED: Final = N_("That move is not allowed now, and nothing has changed. Press My move again.")
WRONG_NUMBER: Final = N_("Choose {least} to {most}. Nothing has changed. Press the button again.")
OVER_ALREADY: Final = N_("That decision is over. This is the current one.")


@dataclass(frozen=True)
class MovePanels:
    """A service that shows users their panel in reply to a press."""

    people: People
    open_panels: OpenPanels

    async def what_now(self, press: ComponentContext) -> None:
        """Shows the present question, or that it is not the user's turn, after a press on a panel that is over."""
        live, help_ = await self.with_help(press)
        await self.show(press, live, help_, note=press.words(OVER_ALREADY))

    async def show(
        self,
        press: ComponentContext,
        live: LiveTable,
        help_: Help,
        path: tuple[int, ...] = (),
        chosen: int | None = None,
        *,
        note: str | None = None,
    ) -> None:
        """Shows the user's panel at a step of the present question, or that it is not their turn."""
        game, seat = live.playing(), live.player(press.user).seat
        number = press.custom.number
        answered = number is not None and has_answered(game, number, seat)
        elsewhere = press.words(ANSWERED_ELSEWHERE) if answered else ""
        note = elsewhere or note
        view = panel_view.panel(live.facts, game, seat, path, press.words, chosen=chosen, note=note, help_=help_)
        view = view or notices_view.not_asked(live.facts, game, press.words, note=elsewhere)
        if not path and chosen is None:
            self.open_panels.take_backs.offer(view, live, press.user, press.words)
        await self.show_view(press, live, view)

    async def show_view(self, press: ComponentContext, live: LiveTable, view: LayoutView) -> None:
        """Shows a view in the user's panel, and registers the panel for automatic updates."""
        moment = moment_of(live, press.user)
        in_words = (await self.people.person(press.user)).words
        hand = None if in_words else self.open_panels.hand(live, press.user, press.words)
        sent = await press.show_panel(view, hand, live.id)
        self.open_panels.register(live, press.user, sent, view, moment)

    async def with_help(self, press: ComponentContext) -> tuple[LiveTable, Help]:
        """Returns the committed table, and how much the user's panels explain, which is looked up first."""
        wishes = await wishes_of(self.people, press.user, (await press.table()).row.kind)
        live = await press.table()
        return live, self.open_panels.help_for(live, press.user, wishes, press.words)


# What a press answers


def answers_of(press: ComponentContext, facts: TableFacts, game: Game, seat: str) -> Sequence[Answer]:
    """Returns the answers of a press that plays a move; empty if it is outdated or invalid, or none is asked for."""
    if press.custom.verb == "run_do":
        runs = runs_of(facts, game, seat, press.words) if press.custom.number == game.number else ()
        index = next(iter(press.custom.path), 0)
        return runs[index].answers if index < len(runs) else ()
    keys = keys_of(game, seat, press.custom)
    return () if keys is None or game.decision is None else (Answer(game.decision.kind, keys),)


def keys_of(game: Game, seat: str, custom_id: CustomId) -> tuple[str, ...] | None:
    """Returns the answer of a press that plays a move; None if it is outdated or invalid, or none is asked for."""
    if custom_id.number != game.number or seat not in game.waiting or game.decision is None:
        return None
    if custom_id.verb == PASS:
        return (PASS,) if PASS in game.keys(seat) else None
    if isinstance(game.decision, Several):
        return None if custom_id.chosen is None else chosen_keys(game.keys(seat), custom_id.chosen)
    found = step(game, seat, custom_id.path) if custom_id.chosen is None else None
    return None if found is None or found.key is None else (found.key,)


def form_of(verb: str, panel: PanelBase) -> ui.Modal | None:
    """Returns the form that a button with that verb opens; None if there is none."""
    return (panel_forms.set_form if verb == "tick" else panel_forms.batch_form)(panel)


def set_answer(press: ComponentContext, panel: PanelBase) -> Sequence[Answer]:
    """Returns the answer of a form for a set; raises Refused if it is forged or has the wrong number of keys."""
    places, decision = panel_forms.ticked(press), panel.decision
    if places is None or not isinstance(decision, Several) or any(at >= len(panel.keys) for at in places):
        raise Refused(NOT_ALLOWED)
    if not decision.least <= len(places) <= decision.most:
        raise Refused(WRONG_NUMBER, least=decision.least, most=decision.most)
    keys = list(panel.keys)
    return (Answer(decision.kind, tuple(keys[at] for at in sorted(places))),)


def batch_answers(press: ComponentContext, panel: PanelBase) -> Sequence[Answer]:
    """Returns the answers of a form for a choice and the set after it; raises Refused if they are forged or too few."""
    found = panel_forms.batch_of(panel)
    first = parse_int(next(iter(press.ticked(panel_forms.FIRST)), "0"))
    places = panel_forms.ticked(press)
    if found is None or first is None or first >= len(found.firsts) or places is None:
        raise Refused(NOT_ALLOWED)
    if len(places) < found.least or any(at >= len(found.keys) for at in places):
        raise Refused(NOT_ALLOWED)
    keys = tuple(found.keys[at][0] for at in sorted(places))
    return Answer(panel.step.kind, (found.firsts[first][0],)), Answer(found.kind, keys)
