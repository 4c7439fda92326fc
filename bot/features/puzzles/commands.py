"""The command `/learn puzzle`, and the buttons of a puzzle."""

from __future__ import annotations

from dataclasses import dataclass

import discord

from bot.features.positions.service import ASIDE, PositionPanels, meant
from bot.features.puzzles.service import NO_PUZZLE, DailyPuzzles
from bot.features.puzzles.view import CONFIRMED, FORM, KINDS, PREFIX
from bot.interactions.component_context import ComponentContext
from bot.interactions.handlers import command, modal, option, press
from bot.interactions.options import game_choices
from bot.interactions.resolvers import Resolver
from bot.tables.refusals import Refused
from bot.texts import N_


@dataclass(frozen=True)
class PuzzleHandlers:
    """Handlers of puzzles. A press always means the presser's own answer."""

    puzzles: DailyPuzzles
    resolver: Resolver
    panels: PositionPanels

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

    @press(*(PREFIX + verb for verb in ASIDE))
    async def _aside(self, press: ComponentContext) -> None:
        """Explains the position next to the panel, or opens a form."""
        if (place := await self.puzzles.place_of(press)) is not None:
            await self.panels.aside(press, place)

    @press(f"{PREFIX}share")
    async def _share(self, press: ComponentContext) -> None:
        await self.puzzles.share(press)

    @press(f"{PREFIX}walk", f"{PREFIX}do", f"{PREFIX}pick", f"{PREFIX}both")
    @modal(f"{PREFIX}{FORM}")
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
