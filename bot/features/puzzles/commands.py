"""The command `/learn puzzle`, and the buttons of a puzzle."""

from __future__ import annotations

from dataclasses import dataclass

import discord

from bot.features.lessons.service import meant
from bot.features.play import board_view, panel_view
from bot.features.play.service import form_of
from bot.features.puzzles import view as puzzle_view
from bot.features.puzzles.service import NO_PUZZLE, DailyPuzzles
from bot.features.puzzles.view import CONFIRMED, FORM, KINDS, PREFIX
from bot.interactions.component_context import UNKNOWN, ComponentContext
from bot.interactions.handlers import command, modal, option, press
from bot.interactions.options import game_choices
from bot.interactions.resolvers import Resolver
from bot.messages.reply import Replies
from bot.tables.refusals import Refused
from bot.texts import N_


@dataclass(frozen=True)
class PuzzleHandlers:
    """Handlers of puzzles. A press always means the presser's own answer."""

    puzzles: DailyPuzzles
    resolver: Resolver
    replies: Replies

    @command(N_("/learn puzzle"), N_("The puzzle of the day: find the best move"))
    @option(N_("option game"), N_("Which game"), choices=game_choices)
    async def _puzzle(self, interaction: discord.Interaction, game: str | None = None) -> None:
        words = await self.resolver.words_for(interaction)
        if game is None:
            await self.puzzles.listed(interaction, words)
        else:
            await self.puzzles.open(interaction, game, words)

    @press(f"{PREFIX}list")
    async def _list(self, press: ComponentContext) -> None:
        await self.puzzles.listed(press.interaction, press.words)

    @press(f"{PREFIX}open")
    async def _open(self, press: ComponentContext) -> None:
        index = next(iter(press.custom.path), len(KINDS))
        if index >= len(KINDS):
            raise Refused(NO_PUZZLE)
        await self.puzzles.open(press.interaction, KINDS[index], press.words)

    @press(f"{PREFIX}words")
    async def _words(self, press: ComponentContext) -> None:
        """Shows the board of the puzzle as text, next to the panel."""
        if (place := await self.puzzles.place_of(press)) is not None:
            await self.replies.aside(press.interaction, board_view.in_words(place.facts, place.game, press.words))

    @press(f"{PREFIX}explain")
    async def _explain(self, press: ComponentContext) -> None:
        """Shows the explanation of the panel's options, next to the panel."""
        if (place := await self.puzzles.place_of(press)) is not None:
            view = panel_view.explained(place.facts, place.game, place.seat, press.custom.path, press.words)
            if view is None:
                raise Refused(UNKNOWN)
            await self.replies.aside(press.interaction, puzzle_view.of_puzzle(place, view))

    @press(f"{PREFIX}why_not")
    async def _why_not(self, press: ComponentContext) -> None:
        """Says why a card cannot be played now, in place of the explanation."""
        if (place := await self.puzzles.place_of(press)) is not None:
            path, index = press.custom.path, press.index
            view = panel_view.why_not(place.facts, place.game, place.seat, path, index, press.words)
            if view is None:
                raise Refused(UNKNOWN)
            await press.show(puzzle_view.of_puzzle(place, view))

    @press(f"{PREFIX}batch")
    async def _form(self, press: ComponentContext) -> None:
        if (place := await self.puzzles.place_of(press)) is not None:
            panel = panel_view.panel_at(place.facts, place.game, place.seat, press.custom.path, press.words)
            form = None if panel is None else form_of(press.custom.verb, panel)
            if form is None:
                raise Refused(UNKNOWN)
            form.custom_id = puzzle_view.in_puzzle(place, form.custom_id) or form.custom_id
            await press.ask(form)

    @press(f"{PREFIX}walk", f"{PREFIX}do", f"{PREFIX}pick", f"{PREFIX}both")
    async def _press(self, press: ComponentContext) -> None:
        await self._answered(press)

    @modal(f"{PREFIX}{FORM}")
    async def _submitted(self, press: ComponentContext) -> None:
        await self._answered(press)

    @press(f"{PREFIX}share")
    async def _share(self, press: ComponentContext) -> None:
        await self.puzzles.share(press)

    async def _answered(self, press: ComponentContext) -> None:
        """Shows a page of the panel, or takes the answer; of several answers at once the first one is judged."""
        place = await self.puzzles.place_of(press)
        if place is None:
            return
        found = meant(press, place, CONFIRMED)
        if found.answers and found.counts and len(found.answers[0].keys) == 1:
            await self.puzzles.answer(press, place, found.answers[0].keys[0])
        else:
            await self.puzzles.show(press, place, found.path)
