"""A decision without a table as one user sees it, with its panel."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from discord import ui

from bot.features.play import panel_view
from bot.features.play.service import Help
from bot.games import GAME_UIS, Context, context
from bot.games.facts import Seat, TableFacts
from bot.games.lessons import Lesson
from bot.games.log import sentences
from bot.games.puzzles import Puzzle
from bot.texts import Translator
from bot.views.custom_id import NO_GAME, CustomId
from bot.views.parts import Button, Style, button
from bot.views.renaming import Renaming
from rules.engine import Game
from rules.events import ALL, Event


@dataclass(frozen=True)
class Position(ABC):
    """A decision without a table, as one user sees it: a step of a lesson, or a puzzle. Its game comes from a file."""

    user: int
    name: str
    """The user's cleaned display name."""
    words: Translator
    source: Lesson | Puzzle

    @property
    def kind(self) -> str:
        """The identifier of the game, a key of `GAME_UIS`."""
        return self.source.kind

    @property
    def seat(self) -> str:
        """The seat of the user."""
        return self.source.seat

    @property
    @abstractmethod
    def game(self) -> Game:
        """The game before the answer; not to be changed."""

    @property
    @abstractmethod
    def renaming(self) -> Renaming:
        """The rule by which the components of a table's panel get custom_ids of this lesson or puzzle."""

    @property
    def facts(self) -> TableFacts:
        """The description of a table with this position, for the panel: the user in one seat, computers in the others.

        It has no channel and no number.
        """
        record = self.source.record
        seats = tuple(
            Seat(letter, self.user, self.name) if letter == self.seat else Seat(letter, None, f"🤖 {name}")
            for letter, name in zip(self.game.seats, record.names, strict=True)
        )
        return TableFacts(
            NO_GAME, self.kind, "running", self.words.language, record.options, "", None, None, self.user, "", seats
        )

    @property
    def context(self) -> Context:
        """The context of the user's seat, for texts of the game."""
        return context(self.facts, self.words, self.game, self.seat)

    @property
    def own_cards(self) -> str:
        """The text about the seat's hand and the other facts that are shown with it, as at a table."""
        game_ui, ctx = GAME_UIS[self.kind], self.context
        heading = f"**{self.words('Your hand')}**"
        return "\n".join(filter(None, (heading, game_ui.own(ctx), game_ui.standing(ctx))))

    def panel(
        self, help_: Help, path: tuple[int, ...] = (), chosen: int | None = None, *, note: str = ""
    ) -> ui.LayoutView:
        """Returns the user's panel at the page of a path, or its first page if there is no such page.

        No button is primary, because the usual move of a table would compete with the goal, or give a puzzle away.
        `note`: the text above it.
        """
        facts, game, seat, words = self.facts, self.game, self.seat, self.words
        view = panel_view.panel(
            facts, game, seat, path, words, chosen=chosen, note=note, help_=help_
        ) or panel_view.panel(facts, game, seat, (), words, note=note, help_=help_)
        assert view is not None  # noqa: S101 - in every position the user is asked
        for part in view.walk_children():
            if isinstance(part, ui.Button) and part.style is Style.primary:
                part.style = Style.secondary
        return self.renaming.view(view)

    def button(self, label: str, verb: str) -> Button:
        """Returns a button with this label and verb whose custom_id names this lesson or puzzle."""
        names = self.renaming
        return button(label, CustomId(NO_GAME, names.prefix + verb, self.game.number, names.path))

    def told(self, events: Sequence[Event], most: int) -> Sequence[str]:
        """Returns the last sentences, at most `most`, about those of the events that the user's seat may see."""
        seen = [event for event in events if event.to in (ALL, self.seat)]
        return sentences(self.facts, seen, self.words, self.seat)[-most:]
