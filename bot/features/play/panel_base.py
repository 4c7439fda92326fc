"""The base class of panels: the question, the options with their labels, and the explanations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import discord

from bot.features.hand.view import peek_buttons
from bot.games import GAME_UIS, Label, context
from bot.games.batch_moves import BatchMoves, Piece, Run
from bot.games.concepts import explanation
from bot.games.confirmation import COSTLY, confirms
from bot.games.facts import TableFacts
from bot.games.key_tree import MAX_OPTIONS, Option, Step, leaves, step
from bot.games.pre_orders import Ahead, PreOrders
from bot.games.tutorial import Tutorial
from bot.texts import Translator
from bot.views.custom_id import CustomId
from bot.views.parts import MAX_DESCRIPTION, MAX_LABEL, Button, Style, button, choice, clip, length
from rules.decisions import PASS, Window
from rules.engine import Game

SHORT_LABEL, SHORT_PLACEHOLDER = 34, 40
"""The number of characters of a button's label and of a select's placeholder that fit on one line of a phone."""


@dataclass(frozen=True, slots=True)
class Help:
    """The explanations and settings of a panel.

    `hints`: each choice is described; `newcomer`: the tutorial is offered; `confirm`: the answers that need a
    confirmation (`bot.games.confirmation`).
    """

    hints: bool = False
    newcomer: bool = False
    confirm: str = COSTLY
    order: str = "ask"
    """The seat's order for windows."""
    orders: Mapping[str, str] = field(default_factory=dict)
    """The seat's other orders by topic."""
    in_words: bool = False
    """Whether the player wants text instead of pictures."""
    concept: str = ""
    """The concept that is new to the player (`bot.games.concepts`); empty: none."""


UNAIDED = Help()
Offered = Sequence[tuple[Option, Label]]
"""Options with their labels."""


class PanelBase:
    """The panel of one seat at one step of one decision."""

    def __init__(
        self, facts: TableFacts, game: Game, seat: str, found: Step, words: Translator, help_: Help = UNAIDED
    ) -> None:
        self.help = help_
        assert game.decision is not None  # noqa: S101 - a step exists only of a decision
        self.facts = facts
        self.game = game
        self.decision = game.decision
        self.step = found
        self.words = words
        self.game_ui = GAME_UIS[facts.kind]
        self.ctx = context(facts, words, game, seat)
        self.seat = seat
        self.keys = game.keys(seat)
        self.runs = runs_of(facts, game, seat, words)
        root = None if found.several else step(game, seat, ())
        self._first = root.options if root is not None else ()

    @cached_property
    def ahead(self) -> Sequence[Ahead]:
        """The standing orders that the present question offers, except empty ones."""
        ctx = replace(self.ctx, view=self.game.view())
        asked = self.game_ui.get(PreOrders).ahead(ctx, self.step.kind)
        return [ahead for ahead in asked if 0 < len(ahead.offers) <= MAX_OPTIONS]

    def hint(self, path: tuple[str, ...]) -> str:
        """Returns the effect of an option for beginners; empty for others."""
        return self.game_ui.get(Tutorial).leads_to(self.step.kind, path, self.words) if self.help.hints else ""

    def lead(self) -> str:
        """Returns the explanation of the concept that is new to the player; empty if there is none."""
        concept = self.help.concept
        if not concept or self.step.path:
            return ""
        said = explanation(self.facts, self.game, self.seat, concept, self.words)
        return f"💡 {said}" if said else ""

    def back(self) -> Button:
        """Returns the button to the previous page, even if several words were chosen there at once."""
        return button(self.words("Back"), self.id_of("walk", self._came_from()))

    def _came_from(self) -> tuple[int, ...]:
        path, beside = self.step.path, self.step.kind in self.game_ui.side_by_side
        if beside and path and self.pieces(path[:1]):
            return ()
        flat = (at for at in range(beside, len(path)) if leaves(self.game, self.seat, path[:at]))
        to = path[: next(flat, len(path) - 1)]
        return () if beside and len(to) == 1 else to

    def pieces(self, path: tuple[int, ...]) -> Sequence[Piece]:
        """Returns the parts of that first word's keys of which two are chosen in one select; empty if none."""
        if not self.game_ui.side_by_side or len(path) != 1 or path[0] >= len(self._first):
            return ()
        word, below = self._first[path[0]].words[0], self.keys_below(path[0])
        return self.game_ui.get(BatchMoves).pieces(self.ctx, self.step.kind, word, below)

    def keys_below(self, index: int) -> Sequence[str]:
        """Returns the keys that begin with the first word at that index."""
        word = self._first[index].words[0]
        return [key for key in self.keys if key.partition(":")[0] == word]

    def asks(self, *keys: str) -> bool:
        """Returns whether the player must confirm the answer.

        Always or never if they have set that; otherwise if the answer is costly or harms an own piece.
        """
        return confirms(self.game_ui, self.help.confirm, self.ctx, self.step.kind, keys)

    def id_of(self, verb: str, path: tuple[int, ...] = (), chosen: int | None = None) -> CustomId:
        """Returns the custom_id of a component in this panel."""
        return CustomId(self.facts.id, verb, self.step.number, path, chosen)

    def label_of(self, option: Option) -> Label:
        """Returns the label of an option; that of a group names its first and last member."""
        label = self.named(option.first)
        if option.first == option.last:
            return self._warned(option, label)
        several = self.words("one by one, on the next page")
        return Label(f"{label.text} – {self.named(option.last).text}", several, label.emoji)

    def named(self, path: tuple[str, ...]) -> Label:
        """Returns the label of a key's words, as the game's front end gives it."""
        return self.game_ui.option(self.ctx, self.step.kind, path)

    def labelled(self) -> Offered:
        """Returns the options with their labels, except a window's pass, which has its own button.

        If there are only a few keys, they are listed completely instead of word by word.
        """
        window, whole = isinstance(self.decision, Window), self._whole()
        options = [one for one in whole or self.step.options if not (window and one.words == (PASS,))]
        if not self.step.path and not self.step.several:
            options.sort(key=self.rank)
        if not whole:
            return [(option, self.label_of(option)) for option in options]
        below = len(self.step.words) if self.step.path else 0
        return [(option, self.label_of_whole(option, below)) for option in options]

    def rank(self, option: Option) -> int:
        """Returns an option's sort key: low for the most common moves, high for those that give something up."""
        first, last, word = self.game_ui.first_words, self.game_ui.last_words, option.words[0] if option.words else ""
        if option.first != option.last:
            return 0
        return last.index(word) + 1 if word in last else first.index(word) - len(first) if word in first else 0

    def primary(self, offered: Offered) -> Option | None:
        """Returns the option for the primary button: the first common move, or the only one that does something."""
        does = [option for option, _ in offered if self.rank(option) <= 0]
        return does[0] if does and (len(does) == 1 or self.rank(does[0]) < 0) else None

    def _warned(self, option: Option, label: Label) -> Label:
        """Returns the label, with a warning if the answer harms a piece of the seat itself."""
        harms = option.leaf and self.harms_own(self.step.kind, option.words)
        return label._replace(text=f"⚠️ {label.text}") if harms else label

    def harms_own(self, kind: str, *paths: tuple[str, ...]) -> bool:
        """Returns whether one of the keys with these words harms a piece of the seat itself."""
        return any(self.game_ui.harms_own(self.ctx, kind, path) for path in paths)

    def _whole(self) -> Sequence[Option]:
        """Returns the complete keys from here on, if there are only a few and the options do not show them anyway."""
        beside = self.step.kind in self.game_ui.side_by_side and not self.step.path
        if beside or self.step.several or all(option.leaf for option in self.step.options):
            return ()
        return leaves(self.game, self.seat, self.step.path)

    def label_of_whole(self, option: Option, below: int) -> Label:
        """Returns the label of a complete key: the words that are still to be chosen, as many as there is room for."""
        labels = [self.named(option.words[: at + 1]) for at in range(below, len(option.words))]
        texts = [label.text for label in labels]
        while len(texts) > 1 and length(" – ".join(texts)) > MAX_LABEL:
            del texts[0]
        said = " · ".join(dict.fromkeys(label.description for label in labels[-2:] if label.description))
        emoji = next((label.emoji for label in reversed(labels) if label.emoji), None)
        return self._warned(option, Label(" – ".join(texts), clip(said, MAX_DESCRIPTION), emoji))

    def choices(self, offered: Offered, below: int | None = None) -> list[discord.SelectOption]:
        """Returns the options of a select with their descriptions; for a beginner the effect comes first."""
        choices = []
        for option, label in offered:
            hint = self.hint(option.first) if option.first == option.last else ""
            said = " · ".join(part for part in (hint, label.description) if part)
            choices.append(choice(label._replace(description=said), self.value_of(option, below)))
        return choices

    def value_of(self, option: Option, below: int | None = None) -> str:
        """Returns the value of an option in a select: its path from the step that the select belongs to."""
        if self.step.several:
            return str(option.index)
        start = len(self.step.path) if below is None else below
        return ".".join(str(index) for index in option.path[start:])

    def button_of(self, option: Option, label: Label, *, primary: bool = False) -> Button:
        direct = option.leaf and not self.asks(":".join(option.words))
        style = Style.primary if direct and primary else Style.secondary
        return button(label.text, self.id_of("do" if direct else "walk", option.path), style, emoji=label.emoji)

    def helping(self) -> list[Button]:
        """Returns the buttons that help the player: the explanation and, if the table allows it, advice; on the first
        page also what else the player may look at and, for a newcomer, the tutorial."""
        helping = [button(self.words("What is what?"), self.id_of("explain", self.step.path), emoji="❓")]
        if self.facts.hints:
            helping.append(button(self.words("Hint"), self.id_of("hint"), emoji="🧭"))
        if self.step.path:
            return helping
        if not isinstance(self.decision, Window):
            # This has no room in a short window; the hand's message offers it, too.
            helping += peek_buttons(self.facts, self.game, self.seat, self.words)
        if not self.help.newcomer:
            return helping
        return [*helping, button(self.words("How to play"), CustomId(self.facts.id, "learn"), emoji="📖")]


def runs_of(facts: TableFacts, game: Game, seat: str, words: Translator) -> Sequence[Run]:
    """Returns the groups of answers that a seat may give at once now."""
    decision = game.decision
    if decision is None or seat not in game.waiting:
        return ()
    batch = GAME_UIS[facts.kind].get(BatchMoves)
    return batch.runs(context(facts, words, game, seat), decision.kind, list(game.keys(seat)))
