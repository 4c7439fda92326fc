"""The private panel that walks the keys of a move, and what is said once it is made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import discord
from discord import ui

from bot.games import BOARDS, Board, Label, View
from bot.games.facts import TableFacts
from bot.games.steps import Option, Step, chosen_keys, step
from bot.texts import Words, cited
from bot.views.custom_id import CustomId
from bot.views.learning import topics_together
from bot.views.parts import Button, Row, Style, button, choice, message, rows, select
from rules.decisions import CHANCE, PASS, Window
from rules.engine import Game

MOST_BUTTONS = 8
"""More options than these are offered in a select."""


@dataclass(frozen=True, slots=True)
class Help:
    """How much a panel explains: `hints` say what each choice leads to, a newcomer is offered the walk-through."""

    hints: bool = False
    newcomer: bool = False


UNAIDED = Help()
Offered = Sequence[tuple[Option, Label]]
"""Options as they are labelled."""


class Panel:
    """One seat's panel at one step of one decision."""

    def __init__(
        self, facts: TableFacts, game: Game, seat: str, found: Step, words: Words, help_: Help = UNAIDED
    ) -> None:
        self.help = help_
        assert game.decision is not None  # noqa: S101 - a step exists only of a decision
        self.facts = facts
        self.decision = game.decision
        self.step = found
        self.words = words
        self.board: Board = BOARDS[facts.kind]
        self.view: View = game.view(seat)
        self.seat = seat
        self.keys = game.keys(seat)

    def shown(self, chosen: int | None, note: str | None) -> ui.LayoutView | None:
        """The panel; None where the chosen set makes no sense."""
        heading = [note] if note else []
        heading.append(self._question())
        if chosen is not None:
            keys = chosen_keys(self.keys, chosen) if self.step.several else None
            return None if keys is None else self._confirming(heading, keys, self._id("do", chosen=chosen))
        if self.step.key is not None:
            return self._confirming(heading, (self.step.key,), self._id("do", self.step.path))
        if self.step.several:
            return message("\n".join(heading), rows=self._several())
        offered = self._labelled()
        return message("\n".join(heading), self._hand(), self._explained(offered), rows=self._offered(offered))

    def _hand(self) -> str:
        """The own cards, where they are what the question is about and no option names them."""
        return self.board.hand(self.view, self.seat, self.words) if self.board.about_hand(self.step.kind) else ""

    def _question(self) -> str:
        decision = self.decision
        asked = "**" + self.board.question(decision.kind, decision.about, self.view, self.facts, self.words) + "**"
        lead = self._hint(()) if not self.step.path else ""
        return f"{asked}\n{lead}" if lead else asked

    def _hint(self, path: tuple[str, ...]) -> str:
        return self.board.hint(self.step.kind, path, self.words) if self.help.hints else ""

    def _confirming(self, heading: list[str], keys: Sequence[str], confirmed: CustomId) -> ui.LayoutView:
        summary = self.board.summary(self.step.kind, keys, self.view, self.facts, self.words)
        confirm = button(self.words("Confirm"), confirmed, Style.success)
        return message("\n".join(heading), summary, rows=rows([confirm, self._back()]))

    def _back(self) -> Button:
        return button(self.words("Back"), self._id("walk", self.step.path[:-1]))

    def _id(self, verb: str, path: tuple[int, ...] = (), chosen: int | None = None) -> CustomId:
        return CustomId(self.facts.id, verb, self.step.number, path, chosen)

    def _label(self, option: Option) -> Label:
        label = self._named(option.first)
        if option.first == option.last:
            return label
        several = self.words("these one by one, on the next page")
        return Label(f"{label.text} – {self._named(option.last).text}", several, label.emoji)

    def _named(self, path: tuple[str, ...]) -> Label:
        return self.board.option(self.step.kind, path, self.view, self.facts, self.words)

    def _labelled(self) -> Offered:
        """The options without the pass of a window, which has its own button."""
        window = isinstance(self.decision, Window)
        options = (option for option in self.step.options if not (window and option.words == (PASS,)))
        return [(option, self._label(option)) for option in options]

    def _explained(self, offered: Offered) -> str:
        """What the buttons do; a select says it beside each option."""
        if not offered:
            return self.words("You hold nothing that could be played here.")
        if len(offered) > MOST_BUTTONS:
            return ""
        lines = ((label.text, self._described(option, label)) for option, label in offered)
        return "\n".join(f"**{text}** – {described}" for text, described in lines if described)

    def _described(self, option: Option, label: Label) -> str:
        hint = self._hint(option.first) if option.first == option.last else ""
        return " · ".join(part for part in (label.description, hint) if part)

    def _choices(self, offered: Offered) -> list[discord.SelectOption]:
        """Options of a select, what each leads to beside it: first for a beginner, for there is little room."""
        choices = []
        for option, label in offered:
            hint = self._hint(option.first) if option.first == option.last else ""
            said = " · ".join(part for part in (hint, label.description) if part)
            choices.append(choice(label._replace(description=said), str(option.index)))
        return choices

    def _offered(self, offered: Offered) -> list[Row]:
        below = self._below()
        if len(offered) <= MOST_BUTTONS:
            return rows([self._button(option, label) for option, label in offered]) + rows(below)
        pick = self._id("pick", self.step.path)
        return [select(pick, self.words("Choose"), self._choices(offered)), *rows(below)]

    def _button(self, option: Option, label: Label) -> Button:
        direct = option.leaf and self.board.direct(self.step.kind, option.words)
        style = Style.primary if direct else Style.secondary
        return button(label.text, self._id("do" if direct else "walk", option.path), style, emoji=label.emoji)

    def _below(self) -> list[Button]:
        buttons = []
        if self.step.path:
            buttons.append(self._back())
        elif isinstance(self.decision, Window):
            buttons.append(button(self.words("Let it pass"), self._id("pass")))
        return [*buttons, *self._helping()]

    def _helping(self) -> list[Button]:
        explain = button(self.words("What is what?"), self._id("explain", self.step.path), emoji="❓")
        if not self.help.newcomer or self.step.path:
            return [explain]
        return [explain, button(self.words("How it is played"), CustomId(self.facts.id, "learn"), emoji="📖")]

    def explained(self) -> ui.LayoutView:
        """All that stands in this panel, each with its rule, for its owner alone."""
        paths = [option.words for option in self.step.options] or [self.step.words]
        paths = [path for path in paths if path]
        met = self.board.met(self.step.kind, paths, self.decision.about, self.view)
        topics = {topic.key: topic for topic in self.board.topics(self.words)}
        return topics_together([topics[key] for key in met if key in topics], self.words)

    def _several(self) -> list[Row]:
        options = self.step.options
        everything = (1 << len(options)) - 1
        buttons = [
            button(self.words("None"), self._id("walk", chosen=0)),
            button(self.words("All"), self._id("walk", chosen=everything)),
        ]
        buttons += self._helping()
        if len(options) == 1:
            return rows(buttons)
        offered = self._choices(self._labelled())
        return [select(self._id("chosen"), self.words("Choose some"), offered, len(offered)), *rows(buttons)]


def panel(  # noqa: PLR0913 - where it is, and what was chosen there
    facts: TableFacts,
    game: Game,
    seat: str,
    path: tuple[int, ...],
    words: Words,
    *,
    chosen: int | None = None,
    note: str | None = None,
    help_: Help = UNAIDED,
) -> ui.LayoutView | None:
    """The panel of a seat at a step of its keys; None where it is not asked or the path makes no sense."""
    found = step(game, seat, path)
    return None if found is None else Panel(facts, game, seat, found, words, help_).shown(chosen, note)


def explained(
    facts: TableFacts, game: Game, seat: str, path: tuple[int, ...], words: Words
) -> ui.LayoutView | None:  # fmt: skip
    """What is what in a panel; None where the seat is not asked or the path makes no sense."""
    found = step(game, seat, path)
    return None if found is None else Panel(facts, game, seat, found, words).explained()


def not_asked(facts: TableFacts, game: Game, words: Words) -> ui.LayoutView:
    """Somebody pressed out of turn: whose turn it is, by what everybody may know."""
    decision = game.decision
    if decision is None:
        return message(words("The game is over."))
    if CHANCE in decision.seats:
        return message(words("The cards are being dealt. Press again in a moment."))
    if isinstance(decision, Window):
        said = words("You have no answer to give in this window, or you have given it already.")
        return message(cited(said, BOARDS[facts.kind].rule(decision.kind)))
    what = BOARDS[facts.kind].waiting_for(decision.kind, decision.about, game.view(None), facts, words)
    players = ", ".join(facts.seat(seat).mention for seat in decision.seats)
    return message(words("It is not your turn. Waiting for {player}: {what}", player=players, what=what))


def done(facts: TableFacts, kind: str, keys: Sequence[str], view: View, words: Words) -> ui.LayoutView:
    """A committed answer, acknowledged; `view` is what the seat saw before it answered."""
    return message("✅ " + BOARDS[facts.kind].summary(kind, keys, view, facts, words))


def passed(words: Words) -> ui.LayoutView:
    """A window's pass, acknowledged in the same words whatever is held."""
    return message("👌 " + words("You let it pass. The window closes when all have answered or time is up."))


def stay_out(facts: TableFacts, words: Words, text: str | None = None) -> ui.LayoutView:
    """After a pass: stay out for the rest of the phase (which holds anyway), or be asked again."""
    said = BOARDS[facts.kind].staying_out(words)
    buttons = [
        button(words("Stay out"), CustomId(facts.id, "stay_out"), Style.primary),
        button(words("Keep asking me"), CustomId(facts.id, "keep_asking")),
    ]
    return message(text or "", said, rows=rows(buttons))


def end_twice(game: int, noted: str, words: Words) -> ui.LayoutView:
    """Whoever may manage the channel and plays, or has pressed a button, is asked twice whether to end the game."""
    said = words(
        "You may manage this channel, so your word alone ends the game for everybody, without a winner. End it?"
    )
    buttons = [
        button(words("End the game for everybody"), CustomId(game, "end_sure"), Style.danger),
        button(words("Let it go on"), CustomId(game, "keep_on")),
    ]
    return message(noted, said, rows=rows(buttons))


def leave_twice(facts: TableFacts, words: Words) -> ui.LayoutView:
    """Leaving a running game is asked twice: this is the first time."""
    said = words(
        "The game is running. If you leave, the computer plays your seat on until somebody takes it over. Leave?"
    )
    buttons = [
        button(words("Leave the game"), CustomId(facts.id, "leave_really"), Style.danger),
        button(words("Stay"), CustomId(facts.id, "stay_in")),
    ]
    return message(said, rows=rows(buttons))


def leave_really(facts: TableFacts, words: Words) -> ui.LayoutView:
    """The second time."""
    said = words("Really leave? The others go on without you.")
    buttons = [
        button(words("Really leave"), CustomId(facts.id, "leave_sure"), Style.danger),
        button(words("Stay"), CustomId(facts.id, "stay_in")),
    ]
    return message(said, rows=rows(buttons))
