"""What a game's front end offers: everything that the bot says and shows of a game goes through its `Board`.

A game must write what stands first in `Board`; all else has a default, and what not every game has is grouped:
`Lessons` (learning it at the table), `StandingOrders` (answers given in advance) and `Reasons` (of computer players).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from bot.games.brings import Brings
from bot.games.facts import TableFacts
from bot.games.naming import COLOURS, NamesPeople, Speaker, ranked
from bot.games.reasons import Reasons
from bot.games.standing_orders import StandingOrders
from bot.texts import Words
from rules.description import Rules
from rules.engine import Event
from rules.undo import UNDO

View = Mapping[str, Any]
About = Mapping[str, Any]
Path = tuple[str, ...]
"""The words of a key walked so far."""
Told = Mapping[str, Any]
"""The facts of an event."""
Ask = Callable[[Any, About, View], str]
"""What is said to whoever is asked, or to everybody: from the game's speaker, what it is about, and a view."""
Sentence = Callable[[Any, Told], str | None]
"""An event in words, from the game's speaker and the event's facts; None where it needs no words."""
NO_FACTS: About = {}
END = ""
"""The last word of an option that takes a key as it is, where others go on from there."""


class Label(NamedTuple):
    """How an option looks: a text of at most 80 characters, a description of at most 100, an emoji."""

    text: str
    description: str = ""
    emoji: str | None = None


class Answer(NamedTuple):
    """What is answered to a kind of decision."""

    kind: str
    keys: tuple[str, ...]


class Run(NamedTuple):
    """Several answers in a row under one Confirm; they end as soon as something else is asked than they answer."""

    label: Label
    answers: tuple[Answer, ...]
    """The first of them answers what is asked now."""


class Piece(NamedTuple):
    """Some words of a key that are chosen by themselves, beside another piece of the same key."""

    words: Path
    label: Label
    leads: Path = ()
    """For beginners: the words of a key whose last one is explained beside it."""


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


@dataclass(frozen=True, slots=True)
class Question:
    """All words about one kind of decision; each of the texts a message, or what makes one of the facts."""

    asked: str | Ask
    """Told to whoever is asked, with the rule's number."""
    waiting: str | Ask
    """What is waited for, told to everybody."""
    rule: str
    """The number of the rule by which it is asked."""
    topics: Sequence[str] = ()
    """The keys of the topics that explain it."""
    lead: str = ""
    """For beginners: what it is about."""
    about_hand: bool = False
    """Whether it is about the own cards without its options naming them."""


class Lessons(ABC):
    """Learning the game at the table; by default from what the questions and the rules help say anyway."""

    @property
    @abstractmethod
    def questions(self) -> Mapping[str, Question]:
        """Every kind of decision that people can be asked."""

    @abstractmethod
    def topics(self, words: Words) -> Sequence[Topic]:
        """The rules help, each entry citing its rule; those of the first group are the course of the game."""

    def lessons(self, words: Words) -> Sequence[Lesson]:
        """The walk-through for newcomers: a few short pages."""
        topics = self.topics(words)
        return [Lesson(topic.title, topic.text) for topic in topics if topic.group == topics[0].group]

    def first_game(self, options: Mapping[str, str]) -> bool:
        """Whether these options are for a first game: panels then say what each choice leads to."""
        return False

    def leads_to(self, kind: str, path: Path, words: Words) -> str:
        """For beginners: what an option leads to; empty where its label says enough."""
        return ""

    def hint(self, kind: str, path: Path, words: Words, paths: Collection[Path] = ()) -> str:
        """For beginners: what a question with these options is about (no path), or what one leads to; or nothing."""
        if path:
            return self.leads_to(kind, path, words)
        lead = self.questions[kind].lead if kind in self.questions else ""
        return words(lead) if lead else ""

    def met(self, kind: str, paths: Iterable[Path], about: About, view: View) -> Sequence[str]:
        """The keys of the topics that explain a question and these options of it, the question's own first."""
        found = [*self.questions[kind].topics, *self.met_in(kind, paths, about, view)]
        return list(dict.fromkeys(found))

    def met_in(self, kind: str, paths: Iterable[Path], about: About, view: View) -> Iterable[str]:
        """The keys of the topics that explain what else stands in a panel with these options."""
        return ()


class Board(Lessons, StandingOrders, Reasons):
    """The front end of one game; all its words are in the given language."""

    # What only the game can know, beside its `questions` and `topics`

    @property
    @abstractmethod
    def rules(self) -> Rules:
        """The game itself, from which its name, seats and options are known."""

    @property
    @abstractmethod
    def sentences(self) -> Mapping[str, Sentence]:
        """Every event of the game."""

    @abstractmethod
    def title(self, words: Words) -> str:
        """The game's name as people know it."""

    @abstractmethod
    def public(self, view: View, facts: TableFacts, words: Words) -> str:
        """The public state as a text table, at most 2,500 characters."""

    @abstractmethod
    def hand(self, view: View, seat: str, words: Words) -> str:
        """The seat's own cards and what each of them does."""

    @abstractmethod
    def option(
        self, kind: str, path: Path, view: View, facts: TableFacts, words: Words, about: About = NO_FACTS
    ) -> Label:
        """The label of the last of the words of a key walked so far; END is the last where the key goes no further."""

    # What most games say better themselves

    colours: Mapping[str, str] = COLOURS
    """For each seat the emoji of its colour."""
    chapters: Collection[str] = ()
    """The events with which a part of the story begins that should be read in one piece: the last stands at the end."""
    brings: Brings | None = None
    """Where each seat brings something of its own to the table (a deck): how that is read and told."""
    further_rules: Mapping[str, str] = {}
    """The numbers of rules of what is no question: a `window` and a `peek`, where the game has them."""
    side_by_side: Collection[str] = ()
    """The kinds of decisions of many verbs: each first word of their keys stands in a select of the second ones."""

    def speaker(self, words: Words, facts: TableFacts) -> NamesPeople:
        """Who says the questions and the sentences: names people, and what else this game has names for."""
        return Speaker(words, facts)

    def summary(
        self, kind: str, keys: Sequence[str], view: View, facts: TableFacts, words: Words, about: About = NO_FACTS
    ) -> str:
        """What an answer will do, in one sentence, before it is confirmed."""
        ways = [tuple(key.split(":")) for key in keys]
        said = [
            [self.option(kind, way[: at + 1], view, facts, words, about).text for at in range(len(way))]
            for way in ways
        ]  # fmt: skip
        # Each label of a sharing-out says the whole of it.
        said = [[label for at, label in enumerate(labels) if label not in labels[at - 1 : at]] for labels in said]
        return "; ".join(" – ".join(labels) for labels in said) or words("Nothing")

    def ending(self, view: View, over: Mapping[str, Any], facts: TableFacts, words: Words) -> str:
        """The ranking with the tie-breaks that decided; by default equal points share a place."""
        points = [entry["points"] for entry in over["ranking"]]
        speaker = Speaker(words, facts)
        return "\n".join(ranked(points.index(entry["points"]) + 1, entry, speaker) for entry in over["ranking"])

    def standing(self, view: View, seat: str, facts: TableFacts, words: Words) -> str:
        """What stands beside the own hand: the seat's figures, and what else of the table is worth a look."""
        return ""

    def beside_hand(self, view: View, seat: str, words: Words) -> str:
        """What else the seat alone knows of its own cards (such as lie face down on the table)."""
        return ""

    def other_hand(self, view: View, seat: str, facts: TableFacts, words: Words) -> str | None:
        """Somebody's hand as far as the view's owner may see it, else None."""
        return None

    def setting(self, name: str, value: str, seats: int | None, words: Words) -> str | None:
        """An option of the game in words (`seats`: how many play, where known); None where it needs none."""
        return None

    def direct(self, kind: str, path: Path) -> bool:
        """Whether this complete answer costs neither a card nor what is as dear: it needs no Confirm."""
        return False

    def pieces(
        self, kind: str, word: str, keys: Sequence[str], view: View, facts: TableFacts, words: Words
    ) -> Sequence[Piece]:
        """Where all keys of a first word name two of some pieces (a pair): the pieces, to be chosen in one select."""
        return ()

    def offered(self, kind: str, keys: Sequence[str], view: View) -> Sequence[str]:
        """The keys of a choice that a panel offers: of those between which nothing differs, one is enough."""
        return keys

    def runs(
        self, kind: str, keys: Sequence[str], about: About, view: View, facts: TableFacts, words: Words
    ) -> Sequence[Run]:
        """Several answers at once, offered where they are the same as one after the other."""
        return ()

    def joined(self, events: Iterable[Event], before: Iterable[Event] = ()) -> Sequence[Event]:
        """The events that one audience is told after those `before`, those that one sentence tells put into one."""
        return list(events)

    apart: Collection[str] = ()
    """The events that `joined` never puts into an earlier one: the last of the story is read from there."""

    turning_points: Collection[str] = ()
    """The events worth a picture where a finished game is shared as a short film; by default its chapters."""

    def scenes(self, events: Sequence[Event]) -> Sequence[int]:
        """After how many of one answer's public events each part ends that is better seen one after the other.

        What follows the last part comes with the table as it is then; none: all of it is seen at once.
        """
        return ()

    def phase_mark(self, view: View) -> str:
        """Changes when a new board should be posted; standing orders hold for one mark."""
        return f"{view['round']} {view['phase']}"

    # What follows from all that

    @property
    def name(self) -> str:
        """The game's name in `rules`."""
        return self.rules.name

    def own(self, view: View, seat: str, words: Words) -> str:
        """All that the seat alone knows of its own cards: the hand, and what lies elsewhere."""
        return "\n".join(filter(None, (self.hand(view, seat, words), self.beside_hand(view, seat, words))))

    def question(self, kind: str, about: About, view: View, facts: TableFacts, words: Words) -> str:
        """What is asked, told to whoever is asked, with the rule's number."""
        return self._said(self.questions[kind].asked, about, view, facts, words)

    def waiting_for(self, kind: str, about: About, view: View, facts: TableFacts, words: Words) -> str:
        """What is waited for, told to everybody."""
        return self._said(self.questions[kind].waiting, about, view, facts, words)

    def _said(self, text: str | Ask, about: About, view: View, facts: TableFacts, words: Words) -> str:
        return words(text) if isinstance(text, str) else text(self.speaker(words, facts), about, view)

    def about_hand(self, kind: str) -> bool:
        """Whether a question is about the own cards without its options naming them."""
        return self.questions[kind].about_hand

    def rule(self, kind: str) -> str:
        """The number of the rule of a kind of question, a `window` or a `peek`; empty: the game has no such thing."""
        return self.questions[kind].rule if kind in self.questions else self.further_rules.get(kind, "")

    def sentence(self, event: Event, facts: TableFacts, words: Words) -> str | None:
        """An event in one sentence for whom it is told to; None where it needs no words."""
        if event.name == UNDO:
            return self._taken_back(event, facts, words)
        return self.sentences[event.name](self.speaker(words, facts), event.facts)

    def is_turning_point(self, event: Event) -> bool:
        """Whether a finished game, told in a few pictures, should have one of this."""
        return event.name in (self.turning_points or self.chapters)

    def _taken_back(self, event: Event, facts: TableFacts, words: Words) -> str:
        undone = (Event(one["to"], one["event"], one) for one in event.facts["events"])
        said = [self.sentence(one, facts, words) for one in self.joined(undone)]
        player = self.speaker(words, facts).who(event.facts["seat"])
        what = "; ".join(one.rstrip(".") for one in said if one)
        if not what:
            return "↩️ " + words("{player} takes a move back.", player=player)
        return "↩️ " + words("{player} takes back: {what}.", player=player, what=what.replace("\n", " "))

    def begins_chapter(self, event: Event) -> bool:
        """Whether a part of the story begins here that should be read in one piece: the last one stands at the end."""
        return event.name in self.chapters
