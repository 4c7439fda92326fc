"""The front end of a game: everything that the bot says about a game goes through its `GameUI`.

A game must implement the first part of `GameUI`. Features that not every game has are abilities: `Pictures`,
`Tutorial`, `PreOrders`, `Loadout`, `DeckBuilder`, `BatchMoves` and `Reasons`. A game lists its abilities in
`GameUI.abilities`; the rest of the bot looks them up with `GameUI.get` or `GameUI.find`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, NamedTuple, TypeVar

from bot.games.batch_moves import BatchMoves
from bot.games.context import C, Context, Label, Path, View, ranked
from bot.games.sentences import Sentence, say
from bot.texts import N_, Translator
from rules.description import Rules
from rules.events import Event, from_spoken
from rules.undo import UNDO

A = TypeVar("A")
Ask = Callable[[Any], str]
"""A function that returns a text about a decision from the game's context."""


EVERY: Final = N_("All")
"""The default label of the button that chooses everything."""


class Unplayable(NamedTuple):
    """A card in hand, or an own piece, that cannot be played now, and the reason in one sentence."""

    label: Label
    reason: str


class Topic(NamedTuple):
    """An entry of the rules help; entries of one group are in one select."""

    key: str
    group: str
    title: str
    text: str
    short: str = ""
    """The text for the panels of a first game; empty: the first sentences of `text`."""


@dataclass(frozen=True, slots=True)
class Question:
    """The texts about one kind of decision.

    `asked`, `waiting` and `detail` are functions, or templates with placeholders (`bot.games.sentences`) for the facts
    of the decision and of the view. The other texts are messages to be translated.
    """

    asked: str | Ask
    """The question to the seat that must answer, in at most twelve words."""
    waiting: str | Ask
    """The action for which the table waits, for everyone: it follows "Waiting for {player} to". Empty: it is the
    player's turn. Of a window, a whole text: what was played, and the question."""
    rule: str
    """The number of the rule that asks the question."""
    topics: Sequence[str] = ()
    """The keys of the topics in the rules help that explain the question."""
    lead: str = ""
    """The explanation for beginners."""
    about_hand: bool = False
    """Whether the question is about the seat's cards although its options do not name them."""
    detail: str | Ask = ""
    """The facts that are necessary to understand the question, shown below it."""
    none: str = N_("None")
    """The label of the button that chooses nothing, if the answer is a set."""
    every: str = EVERY
    """The label of the button that chooses everything, if the answer is a set of several options."""

    def prompt(self, ctx: Context) -> str:
        """Returns the question as text, for the seat that must answer."""
        return _said(self.asked, ctx)

    def facts(self, ctx: Context) -> str:
        """Returns the text with facts that is shown below the question, for the seat that must answer; or empty."""
        return _said(self.detail, ctx) if self.detail else ""

    def waiting_for(self, ctx: Context) -> str:
        """Returns the text for everyone about the decision for which the table waits; empty: it is a player's turn."""
        return _said(self.waiting, ctx) if self.waiting else ""

    def awaited(self, ctx: Context, seat: str) -> str:
        """Returns the sentence for everyone that the table waits for the answer of a seat, without a full stop."""
        holder, what = ctx.facts.seat(seat), self.waiting_for(ctx)
        player = holder.name if holder.user is None else holder.mention
        if not what:
            return ctx.t("It is {player}'s turn", player=player)
        return ctx.t("Waiting for {player} to {what}", player=player, what=what)


class GameUI(ABC, Generic[C]):
    """The front end of one game: all its texts, and its abilities."""

    # Attributes and methods that every game must have

    rules: Rules
    """The rules of the game, with its name, seats and options."""
    questions: Mapping[str, Question]
    """The questions of the game by their kind."""
    sentences: Mapping[str, Sentence]
    """The sentences of the game's events by the event's name."""
    title: str
    """The game's name as players know it."""
    pitch: str
    """A message to be translated: the title, a dash and a short description, in at most 100 characters."""
    minutes: tuple[int, int]
    """The usual duration of a game among people: the shortest and the longest, in minutes.

    Estimated as decisions times 20 seconds (docs/performance.md).
    """

    @abstractmethod
    def topics(self, t: Translator) -> Sequence[Topic]:
        """Returns the entries of the rules help, each with its rule; the first group is the course of the game."""

    @abstractmethod
    def public(self, ctx: C) -> str:
        """Returns the public state as a text table of at most 2,500 characters."""

    @abstractmethod
    def hand(self, ctx: C) -> str:
        """Returns the cards in the seat's hand as text, with what each of them does."""

    @abstractmethod
    def option(self, ctx: C, kind: str, path: Path) -> Label:
        """Returns the label of an option: of the last word of a key's beginning (`path`).

        The last word is END if the key is complete without a further word.
        """

    # Methods and attributes with a default

    context: type[Context] = Context
    """The class of the contexts of this game, which adds the names of its own things."""
    abilities: Collection[object] = ()
    """The abilities that this game has."""
    chapters: Collection[str] = ()
    """The events that begin a chapter of the game; the log never splits a chapter."""
    moves: Collection[str] = ()
    """The events that begin a move of the seat in their fact `seat`; a last board begins with the move that ended it,
    and a board counts what it leaves out since the last move of the active seat."""
    routine: Collection[str] = ()
    """The events that a board leaves out before all others, because others or the picture say the same."""
    lasting: str = ""
    """The name of a fact: if it is not empty, a board keeps the event's sentence in its chapter, and until the seat on
    turn has moved. Empty: the game has no such events."""
    further_rules: Mapping[str, str] = {}
    """The rule numbers of a `window` (reactions) and of a `peek` (a look at another hand), if the game has them."""
    side_by_side: Collection[str] = ()
    """The kinds of decisions whose first words (verbs) each get a select on one page."""
    first_words: Sequence[str] = ()
    """The first words of keys that a panel offers first, in this order: the most common moves."""
    last_words: Sequence[str] = ("pass",)
    """The first words of keys that a panel offers last, in this order, and never as the primary control."""

    def summary(self, ctx: C, kind: str, keys: Sequence[str]) -> str:
        """Returns a short text that says what an answer does, shown before the player confirms it.

        By default, it consists of the labels of the answer's options.
        """
        return by_labels(self, ctx, kind, keys)

    def ending(self, ctx: C, over: Mapping[str, Any]) -> str:
        """Returns the ranking with the tie-breaks that decided; by default without: equal points share a place."""
        points = [entry["points"] for entry in over["ranking"]]
        return "\n".join(ranked(ctx, points.index(entry["points"]) + 1, entry) for entry in over["ranking"])

    def own(self, ctx: C) -> str:
        """Returns the text of everything that only the seat knows about its cards; by default, its hand."""
        return self.hand(ctx)

    def known(self, ctx: C) -> str:
        """Returns what a player needs apart from the board and the hand to judge a position, as text: for example their
        face-down cards, or what the cards in play do; empty by default.

        A puzzle shows it, because its reader has not seen the game so far.
        """
        return ""

    def standing(self, ctx: C) -> str:
        """Returns the text that is shown with the hand: the seat's figures and other useful facts; empty by default."""
        return ""

    def other_hand(self, ctx: C, other: str) -> str | None:
        """Returns another seat's hand as text, if the owner of the view may see it; otherwise None."""
        return None

    def setting(self, name: str, value: str, seats: int | None, t: Translator) -> str | None:
        """Returns an option of the game as text; None if it need not be mentioned.

        `seats`: the number of players, if known.
        """
        return None

    def direct(self, kind: str, path: Path) -> bool:
        """Returns whether this complete answer costs nothing valuable, so that it needs no confirmation."""
        return False

    def harms_own(self, ctx: C, kind: str, path: Path) -> bool:
        """Returns whether this complete answer harms the seat's own piece; then it is marked ⚠️ and needs a
        confirmation, unless the user never wants one.
        """
        return False

    def why_not(self, ctx: C, kind: str, keys: Sequence[str]) -> Sequence[Unplayable]:
        """Returns the own cards and pieces that these keys do not play, each with the reason that the seat may know."""
        return ()

    def epoch(self, view: View) -> str:
        """Returns a text that identifies the present epoch.

        When it changes, a new board is posted, and standing orders end unless they hold for the whole game.
        """
        return f"{view['round']} {view['phase']}"

    def sentence(self, ctx: C, event: Event) -> str | None:
        """Returns an event's sentence for its audience; None if it is not mentioned.

        If the context has a seat, sentences about that seat's own moves address its holder; those about an undo do not.
        """
        if event.name == UNDO:
            return _taken_back(self, ctx, event)
        return say(self.sentences[event.name], ctx, event.facts)

    def is_routine(self, event: Event) -> bool:
        """Returns whether a board leaves out the sentence of a public event before all others."""
        return event.name in self.routine

    # Methods that no game overrides

    def get(self, ability: type[A]) -> A:
        """Returns the game's ability of that kind, or a default one that offers nothing.

        An abstract ability (`Loadout`) has no default and must be looked up with `find`.
        """
        return self.find(ability) or ability()

    def find(self, ability: type[A]) -> A | None:
        """Returns the game's ability of that kind; None if the game has none."""
        for one in self.abilities:
            if isinstance(one, ability):
                return one
        return None

    def rule(self, kind: str) -> str:
        """Returns the rule number of a kind of question, a `window` or a `peek`; empty if the game has none."""
        return self.questions[kind].rule if kind in self.questions else self.further_rules.get(kind, "")


def by_labels(ui: GameUI[Any], ctx: Context, kind: str, keys: Sequence[str]) -> str:
    """Returns an answer as text: the labels of the options that lead to its keys; "Nothing" if it has no keys."""
    ways = [tuple(key.split(":")) for key in keys]
    said = [[ui.option(ctx, kind, way[: at + 1]).text for at in range(len(way))] for way in ways]
    # Each label of a distribution contains the whole distribution.
    said = [[label for at, label in enumerate(labels) if label not in labels[at - 1 : at]] for labels in said]
    return "; ".join(" – ".join(labels) for labels in said) or ctx.t("Nothing")


def _said(text: str | Ask, ctx: Context) -> str:
    return str(say(text, ctx, {**ctx.view, **ctx.about})) if isinstance(text, str) else text(ctx)


def _taken_back(ui: GameUI[Any], ctx: Context, event: Event) -> str:
    ctx = replace(ctx, seat="")
    undone = map(from_spoken, event.facts["events"])
    said = [ui.sentence(ctx, one) for one in ui.get(BatchMoves).joined(undone)]
    player = ctx.who(event.facts["seat"])
    what = "; ".join(one.rstrip(".") for one in said if one)
    if not what:
        return "↩️ " + ctx.t("{player} takes a move back.", player=player)
    return "↩️ " + ctx.t("{player} takes back: {what}.", player=player, what=what.replace("\n", " "))
