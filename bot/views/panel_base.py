"""What every panel has: whose it is, what is asked, its options as they are labelled, and what they lead to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import discord

from bot.games import BOARDS, Board, Label, View
from bot.games.facts import TableFacts
from bot.games.protocol import Run
from bot.games.steps import Option, Step
from bot.texts import Words
from bot.views.custom_id import CustomId
from bot.views.parts import Button, Style, button, choice
from rules.decisions import PASS, Window
from rules.engine import Game


@dataclass(frozen=True, slots=True)
class Help:
    """How much a panel explains: `hints` say what each choice leads to, a newcomer is offered the walk-through."""

    hints: bool = False
    newcomer: bool = False


UNAIDED = Help()
Offered = Sequence[tuple[Option, Label]]
"""Options as they are labelled."""


class PanelBase:
    """One seat's panel at one step of one decision."""

    def __init__(
        self, facts: TableFacts, game: Game, seat: str, found: Step, words: Words, help_: Help = UNAIDED
    ) -> None:
        self.help = help_
        assert game.decision is not None  # noqa: S101 - a step exists only of a decision
        self.facts = facts
        self.game = game
        self.decision = game.decision
        self.step = found
        self.words = words
        self.board: Board = BOARDS[facts.kind]
        self.view: View = game.view(seat)
        self.seat = seat
        self.keys = game.keys(seat)
        self.runs = runs_of(facts, game, seat, words)

    def hint(self, path: tuple[str, ...]) -> str:
        """For beginners: what the question is about (no path), or what an option leads to."""
        if not self.help.hints:
            return ""
        return self.board.hint(self.step.kind, path, self.words, [option.words for option in self.step.options])

    def back(self) -> Button:
        """One step back; from what stands side by side on the first page to that page."""
        path = self.step.path[:-1]
        if len(path) == 1 and self.step.kind in self.board.side_by_side:
            path = ()
        return button(self.words("Back"), self.id_of("walk", path))

    def id_of(self, verb: str, path: tuple[int, ...] = (), chosen: int | None = None) -> CustomId:
        """What a press in this panel means."""
        return CustomId(self.facts.id, verb, self.step.number, path, chosen)

    def label_of(self, option: Option) -> Label:
        """An option as it is shown; a group of many says where it begins and ends."""
        label = self.named(option.first)
        if option.first == option.last:
            return label
        several = self.words("these one by one, on the next page")
        return Label(f"{label.text} – {self.named(option.last).text}", several, label.emoji)

    def named(self, path: tuple[str, ...]) -> Label:
        """The game's own label of the words of a key."""
        return self.board.option(self.step.kind, path, self.view, self.facts, self.words, self.decision.about)

    def labelled(self) -> Offered:
        """The options without the pass of a window, which has its own button."""
        window = isinstance(self.decision, Window)
        options = (option for option in self.step.options if not (window and option.words == (PASS,)))
        return [(option, self.label_of(option)) for option in options]

    def choices(self, offered: Offered) -> list[discord.SelectOption]:
        """Options of a select, what each leads to beside it: first for a beginner, for there is little room."""
        choices = []
        for option, label in offered:
            hint = self.hint(option.first) if option.first == option.last else ""
            said = " · ".join(part for part in (hint, label.description) if part)
            choices.append(choice(label._replace(description=said), str(option.index)))
        return choices

    def button_of(self, option: Option, label: Label) -> Button:
        direct = option.leaf and self.board.direct(self.step.kind, option.words)
        style = Style.primary if direct else Style.secondary
        return button(label.text, self.id_of("do" if direct else "walk", option.path), style, emoji=label.emoji)

    def helping(self) -> list[Button]:
        explain = button(self.words("What is what?"), self.id_of("explain", self.step.path), emoji="❓")
        if not self.help.newcomer or self.step.path:
            return [explain]
        return [explain, button(self.words("How it is played"), CustomId(self.facts.id, "learn"), emoji="📖")]


def runs_of(facts: TableFacts, game: Game, seat: str, words: Words) -> Sequence[Run]:
    """What a seat may answer at once now."""
    decision = game.decision
    if decision is None or seat not in game.waiting:
        return ()
    keys, view = list(game.keys(seat)), game.view(seat)
    return BOARDS[facts.kind].runs(decision.kind, keys, decision.about, view, facts, words)
