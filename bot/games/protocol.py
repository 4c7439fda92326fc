"""What a game's front end offers: everything that the bot says and shows of a game goes through this."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from bot.games.facts import TableFacts
from bot.texts import Words
from rules.engine import Event

View = Mapping[str, Any]
About = Mapping[str, Any]


class Label(NamedTuple):
    """How an option looks: a text of at most 80 characters, a description of at most 100, an emoji."""

    text: str
    description: str = ""
    emoji: str | None = None


class Topic(NamedTuple):
    """One entry of the rules help; topics of one group are offered together."""

    key: str
    group: str
    title: str
    text: str


class Lesson(NamedTuple):
    """One page of the walk-through for newcomers; `picture` names what is drawn beside it (`Pictures.lesson`)."""

    title: str
    text: str
    picture: str = ""


class Board(Protocol):
    """The front end of one game; all its words are in the given language.

    A method with a body holds for a game that has nothing of the kind; the others every game writes itself.
    """

    name: str
    """The game's name in `rules`."""
    colours: Mapping[str, str]
    """For each seat the emoji of its colour."""

    def title(self, words: Words) -> str:
        """The game's name as people know it."""

    def setting(self, name: str, value: str, seats: int | None, words: Words) -> str | None:
        """An option of the game in words (`seats`: how many play, where known); None where it needs none."""
        return None

    def phase_mark(self, view: View) -> str:
        """Changes when a new board should be posted; standing orders hold for one mark."""
        return f"{view['round']} {view['phase']}"

    def public(self, view: View, facts: TableFacts, words: Words) -> str:
        """The public state as a text table, at most 2,500 characters."""

    def hand(self, view: View, seat: str, words: Words) -> str:
        """The seat's own cards and what each of them does."""

    def other_hand(self, view: View, seat: str, facts: TableFacts, words: Words) -> str | None:
        """Somebody's hand as far as the view's owner may see it, else None."""
        return None

    def standing(self, view: View, seat: str, facts: TableFacts, words: Words) -> str:
        """What stands beside the own hand: the seat's figures, and what else of the table is worth a look."""

    def sentence(self, event: Event, facts: TableFacts, words: Words) -> str | None:
        """An event in one sentence for whom it is told to; None where it needs no words."""

    def begins_chapter(self, event: Event) -> bool:
        """Whether a part of the story begins here that should be read in one piece: the last one stands at the end."""

    def question(self, kind: str, about: About, view: View, facts: TableFacts, words: Words) -> str:
        """What is asked, told to whoever is asked, with the rule's number."""

    def about_hand(self, kind: str) -> bool:
        """Whether a question is about the own cards without its options naming them."""
        return False

    def waiting_for(self, kind: str, about: About, view: View, facts: TableFacts, words: Words) -> str:
        """What is waited for, told to everybody."""

    def option(
        self, kind: str, path: tuple[str, ...], view: View, facts: TableFacts, words: Words
    ) -> Label:  # fmt: skip
        """The label of the last of the words of a key walked so far."""

    def summary(self, kind: str, keys: Sequence[str], view: View, facts: TableFacts, words: Words) -> str:
        """What an answer will do, in one sentence, before it is confirmed."""

    def direct(self, kind: str, path: tuple[str, ...]) -> bool:
        """Whether this complete answer is public, harmless and common enough to need no confirmation."""

    def topics(self, words: Words) -> Sequence[Topic]:
        """The rules help, each entry citing its rule."""

    def lessons(self, words: Words) -> Sequence[Lesson]:
        """The walk-through for newcomers: five short pages."""

    def first_game(self, options: Mapping[str, str]) -> bool:
        """Whether these options are for a first game: panels then say what each choice leads to."""
        return False

    def hint(self, kind: str, path: tuple[str, ...], words: Words) -> str:
        """For beginners: what a question is about (no path), or what an option leads to; empty: nothing to add."""

    def met(self, kind: str, paths: Iterable[tuple[str, ...]], about: About, view: View) -> Sequence[str]:
        """The keys of the topics that explain a question and these options of it, the question's own first."""

    def rule(self, kind: str) -> str:
        """The number of the rule of a kind of question, a `window` or a `peek`; empty: the game has no such thing."""

    def ending(self, view: View, over: Mapping[str, Any], facts: TableFacts, words: Words) -> str:
        """The ranking with the tie-breaks that decided."""

    def stays_out(self, kind: str) -> str | None:
        """The key with which somebody who stays out for the phase answers; None where it is asked all the same."""
        return None

    def may_stay_out_after(self, kind: str, key: str) -> bool:
        """Whether somebody who answered so may wish to stay out for the rest of the phase."""
        return False

    def aimed_at(self, kind: str, about: About, view: View, seat: str) -> bool:
        """Whether what a window is about is aimed at the seat, by public facts (`view` is an onlooker's)."""
        return False

    def remedy(self, keys: Iterable[str]) -> str | None:
        """The key by which the order "cancel when it is aimed at me" is carried out, if there is one."""
        return None

    def sensible(self, keys: Sequence[str]) -> Sequence[str]:
        """The keys of a choice that a computer thinks of: some of them, without what nobody would do."""
        return keys
