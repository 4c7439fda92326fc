"""The private panel in which a player chooses the words of a move step by step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from discord import ui

from bot.features.play.panel_base import SHORT_LABEL, UNAIDED, Help, Offered, PanelBase
from bot.features.play.panel_orders import order_buttons, order_rows
from bot.features.play.panel_selects import SideBySide, pick_rows, run_rows, several_rows
from bot.games import Topic
from bot.games.concepts import brief, without_rules
from bot.games.context import NOTHING
from bot.games.facts import TableFacts
from bot.games.game_ui import Unplayable
from bot.games.key_tree import MAX_OPTIONS, chosen_keys, path_to, step
from bot.games.pre_orders import Ahead
from bot.games.tutorial import Tutorial
from bot.messages.api import HandText
from bot.texts import Translator
from bot.views.custom_id import CustomId
from bot.views.parts import MAX_TEXT, Button, Row, Style, button, choice, length, message, rows, select
from rules.decisions import Window
from rules.engine import Game

MAX_BUTTONS = 8
"""The maximum number of options that are shown as buttons; more are shown in a select."""
_RESERVED_FOR_NAMES = 500
"""The number of characters reserved for the names of topics whose text does not fit."""


class Panel(PanelBase):
    """The panel of one seat at one step of one decision, as a message."""

    def shown(self, chosen: int | None, note: str | None, *, choosing: bool = False) -> ui.LayoutView | None:
        """Returns the panel; None if the chosen set is invalid. `choosing`: the set is not complete yet."""
        if chosen is not None and not choosing:
            keys = chosen_keys(self.keys, chosen) if self.step.several else None
            return None if keys is None else self._confirming(note, keys, self.id_of("do", chosen=chosen))
        if self.step.key is not None:
            return self._confirming(note, (self.step.key,), self.id_of("do", self.step.path))
        heading = "\n".join(filter(None, (note, self._question())))
        if self.step.several:
            return message(heading, self._hand(), rows=[*order_rows(self), *several_rows(self, chosen or 0)])
        beside = SideBySide(self) if self.step.kind in self.game_ui.side_by_side and not self.step.path else None
        if beside is not None and beside.fits:
            return message(heading, self._hand(), rows=[*beside.rows(), *rows(self.below())])
        offered, runs = self.labelled(), [] if self.step.path else run_rows(self)
        if not offered:
            return self._nothing_to_play(note)
        return message(heading, self._hand(), rows=[*runs, *self._offered(offered), *order_rows(self)])

    def _nothing_to_play(self, note: str | None) -> ui.LayoutView:
        """Returns a short panel for a player without a playable card, with buttons to pass now or always."""
        detail = self.game_ui.questions[self.decision.kind].facts(self.ctx)
        said = " ".join(part for part in (detail, self.words("You have nothing to play here.")) if part)
        return message(note or "", said, rows=rows([*self.below(), *order_buttons(self)]))

    def path_of_both(self, path: tuple[int, ...], chosen: Sequence[int]) -> tuple[int, ...] | None:
        """Returns the path to the key of two chosen pieces, in any order; None if there is none."""
        pieces = self.pieces(path)
        if len(set(chosen)) != 2 or max(chosen) >= len(pieces):
            return None
        word, (one, other) = self.step.options[path[0]].words[0], (pieces[at].words for at in chosen)
        keys = (":".join((word, *first, *second)) for first, second in ((one, other), (other, one)))
        ways = (path_to(self.game, self.seat, key) for key in keys)
        return next((way for way in ways if way is not None), None)

    def shown_run(self, number: int) -> ui.LayoutView | None:
        """Returns the confirmation dialogue of several answers; None if the number is invalid."""
        if number >= len(self.runs):
            return None
        summed = [
            ("- ⚠️ " if self.harms_own(answer.kind, *map(_words, answer.keys)) else "- ")
            + self.game_ui.summary(replace(self.ctx, about=NOTHING), answer.kind, answer.keys)
            for answer in self.runs[number].answers
        ]  # fmt: skip
        ends = "-# " + self.words("They are answered one after the other, until a new decision comes.")
        confirm = button(self.words("Confirm"), self.id_of("run_do", (number,)), Style.success)
        said = "\n".join([f"**{self.runs[number].label.text}**", *summed, ends])
        return message(said, rows=rows([confirm, self.back()]))

    def order_of(self, index: int, mask: int) -> tuple[Ahead, str | None] | None:
        """Returns the order of a press and its new value (None: it is removed); None if the press is invalid."""
        offered = self.ahead
        if index >= len(offered) or mask >> len(offered[index].offers):
            return None
        ahead = offered[index]
        standing = [offer.standing for at, offer in enumerate(ahead.offers) if mask >> at & 1]
        if len(standing) > (ahead.most if ahead.several else 1):
            return None
        return ahead, " ".join(standing) or None

    def shown_order(self, index: int, mask: int) -> ui.LayoutView | None:
        """Returns the confirmation dialogue of an order; None if it is invalid."""
        if self.order_of(index, mask) is None:
            return None
        offers = self.ahead[index].offers
        said = "\n".join(f"- {offer.text}" for at, offer in enumerate(offers) if mask >> at & 1)
        confirm = button(self.words("Confirm"), self.id_of("ahead_do", (index,), chosen=mask), Style.success)
        return message(said or self.words("Ask me again"), rows=rows([confirm, self.back()]))

    def _hand(self) -> HandText:
        """Returns the names of the seat's cards.

        Empty unless the player wants no pictures, or the question is about the cards and no option names them.
        """
        about_hand = self.game_ui.questions[self.step.kind].about_hand and not self.step.several
        if not (about_hand or (self.help.in_words and not self.step.path)):
            return HandText("")
        lines = self.game_ui.hand(self.ctx).splitlines()
        return HandText("\n".join(line for line in lines if not line.startswith("-#")))

    def _question(self) -> str:
        question = self.game_ui.questions[self.decision.kind]
        lines = (f"**{question.prompt(self.ctx)}**", question.facts(self.ctx), self.lead())
        return "\n".join(line for line in lines if line)

    def _confirming(self, note: str | None, keys: Sequence[str], confirmed: CustomId) -> ui.LayoutView:
        summary = self.game_ui.summary(self.ctx, self.step.kind, keys)
        confirm = button(self.words("Confirm"), confirmed, Style.success)
        own = self.harms_own(self.step.kind, *map(_words, keys))
        warning = "\n⚠️ " + self.words("Your own: this harms you, not an opponent.") if own else ""
        return message(note or "", f"**{summary}**{warning}", rows=rows([confirm, self.back()]))

    def _offered(self, offered: Offered) -> list[Row]:
        below = self.below()
        short = all(length(label.text) <= SHORT_LABEL for _, label in offered)
        if len(offered) <= MAX_BUTTONS and short:
            primary = self.primary(offered) if not self.step.path else None
            buttons = [self.button_of(option, label, primary=option is primary) for option, label in offered]
            return rows(buttons) + rows(below)
        declines = self._declining(offered) if len(offered) > MAX_OPTIONS else ()
        chosen = [one for one in offered if one not in declines]
        picked = pick_rows(self, self.step.path, self.words("Choose"), self.choices(chosen))
        return [*picked, *rows([*(self.button_of(*one) for one in declines), *below])]

    def _declining(self, offered: Offered) -> Offered:
        """Returns the options of one word that give something up and are short enough for a button."""
        return [
            (option, label)
            for option, label in offered
            if option.leaf and len(option.words) == 1 and self.rank(option) > 0 and length(label.text) <= SHORT_LABEL
        ]

    def below(self) -> list[Button]:
        buttons = []
        if self.step.path:
            buttons.append(self.back())
        elif isinstance(self.decision, Window):
            buttons.append(button(self.words("Don't react"), self.id_of("pass")))
        return [*buttons, *self.helping()]

    def explained(self) -> ui.LayoutView:
        """Returns the explanations of all options in this panel, then of open cards on the table, for its player only.

        The numbers of rules are only in the rules help.
        """
        paths = [option.words for option in self.step.options] or [self.step.words]
        if not self.step.path and self.step.kind in self.game_ui.side_by_side:
            paths += [tuple(key.split(":")) for key in self.keys]
        paths = [path for path in paths if path]
        kind = self.step.kind
        tutorial = self.game_ui.get(Tutorial)
        met = dict.fromkeys([*self.game_ui.questions[kind].topics, *tutorial.met(self.ctx, kind, paths)])
        others = [key for key in dict.fromkeys(tutorial.on_table(self.ctx)) if key not in met]
        topics = {topic.key: topic for topic in self.game_ui.topics(self.words)}
        view = _topics_together(
            [topics[key] for key in met if key in topics], [topics[key] for key in others if key in topics], self.words
        )
        for row in self._why_not_rows():
            view.add_item(row)
        return view

    def reason(self, index: int) -> ui.LayoutView | None:
        """Returns why that unplayable card cannot be played, and the select of all; None without such a card."""
        unplayable = self._unplayable()
        if index >= len(unplayable):
            return None
        label, reason = unplayable[index]
        return message(f"**{label.text}**\n{reason}", rows=self._why_not_rows())

    def _unplayable(self) -> Sequence[Unplayable]:
        found = self.game_ui.why_not(self.ctx, self.step.kind, list(self.keys))
        return list(dict.fromkeys(found))[:MAX_OPTIONS]

    def _why_not_rows(self) -> list[Row]:
        """Returns a select of everything of the seat's own that cannot be played now."""
        offered = [
            choice(each.label._replace(description=each.reason), str(at)) for at, each in enumerate(self._unplayable())
        ]
        if not offered:
            return []
        return [select(self.id_of("why_not", self.step.path), self.words("Why not? Choose a card."), offered)]


def panel(  # noqa: PLR0913 - where it is, and what was chosen there
    facts: TableFacts,
    game: Game,
    seat: str,
    path: tuple[int, ...],
    words: Translator,
    *,
    chosen: int | None = None,
    note: str | None = None,
    help_: Help = UNAIDED,
) -> ui.LayoutView | None:
    """Returns a seat's panel at a step of its keys; None if it is not asked or the path is invalid."""
    choosing = chosen is not None and bool(path)
    found = panel_at(facts, game, seat, words, () if choosing else path, help_)
    return None if found is None else found.shown(chosen, note, choosing=choosing)


def panel_at(
    facts: TableFacts, game: Game, seat: str, words: Translator, path: tuple[int, ...] = (), help_: Help = UNAIDED
) -> Panel | None:  # fmt: skip
    """Returns a seat's panel at a step of its keys; None if it is not asked or the path is invalid."""
    found = step(game, seat, path)
    return None if found is None else Panel(facts, game, seat, found, words, help_)


def _words(key: str) -> tuple[str, ...]:
    return tuple(key.split(":"))


def _topics_together(topics: Sequence[Topic], others: Sequence[Topic], words: Translator) -> ui.LayoutView:
    """Returns one message with as many rules topics as fit, and the names of those that do not fit.

    `others`: topics that are shown last, with their first sentences only.
    """
    said: list[str] = []
    named: list[str] = []
    room = MAX_TEXT - _RESERVED_FOR_NAMES
    texts = [(topic, f"**{topic.title}**\n{without_rules(topic.text)}") for topic in topics]
    texts += [(topic, f"**{topic.title}**: {brief(topic.text)}") for topic in others]
    for topic, text in texts:
        if named or length(text) > room:
            named.append(topic.title)
        else:
            said.append(text)
            room -= length(text) + 1
    if named:
        said.append(words("Also here: {topics}.", topics=", ".join(named)))
    return message("\n".join(said), "-# " + words("All topics: `/learn rules`."))
