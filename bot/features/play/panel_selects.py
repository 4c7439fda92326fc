"""Panels with several selects: sets of keys, pages of options, and moves with several verbs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import discord

from bot.features.play.panel_base import SHORT_LABEL, SHORT_PLACEHOLDER, PanelBase
from bot.features.play.panel_forms import asked_for, batch_button, set_button
from bot.features.play.panel_orders import order_rows
from bot.games import Label
from bot.games.batch_moves import Piece
from bot.games.game_ui import EVERY
from bot.games.key_tree import MAX_OPTIONS, Option, chosen_keys, leaves, step
from bot.views.custom_id import CustomId
from bot.views.parts import MAX_LABEL, Button, Row, Style, button, choice, clip, length, rows, select
from rules.decisions import Several

# Sets of keys


def several_rows(panel: PanelBase, chosen: int) -> list[Row]:
    """Returns the selects of a set of keys, or the button of a form, and the buttons to continue."""
    decision = panel.decision
    least, most = (decision.least, decision.most) if isinstance(decision, Several) else (0, len(panel.step.options))
    options = panel.choices(panel.labelled())
    paged = len(options) > MAX_OPTIONS
    below = [*_whole_sets(panel, least, most, chosen if paged else None), *panel.helping()]
    if len(options) <= 1:
        return rows(below)
    whole = list(_whole_sets(panel, least, most, None))
    if whole and (form := set_button(panel)) is not None:  # a program without checkboxes can press a whole set
        return rows([form, *whole, *panel.helping()])
    if not paged:
        picked = select(
            panel.id_of("chosen"), asked_for(panel, least, most), options, min(most, len(options)), least=max(least, 1)
        )
        return [picked, *rows(below)]
    pages = [options[at : at + MAX_OPTIONS] for at in range(0, len(options), MAX_OPTIONS)]
    count = chosen.bit_count()
    label = panel.words("Continue with {count}", count=count)
    go_on = button(label, _set_id(panel, chosen), disabled=not least <= count <= most)
    return [*(_page(panel, number, page, most, chosen) for number, page in enumerate(pages)), *rows([go_on, *below])]


def _page(panel: PanelBase, number: int, page: list[discord.SelectOption], most: int, chosen: int) -> Row:
    for option in page:
        option.default = bool(chosen >> int(option.value) & 1)
    most = max(min(most, len(page)), sum(option.default for option in page))
    first = number * MAX_OPTIONS + 1
    placeholder = _paged(panel.words("Choose some"), first, first + len(page) - 1)
    return select(panel.id_of("chosen", (number,), chosen), placeholder, page, most, least=0)


def _whole_sets(panel: PanelBase, least: int, most: int, chosen: int | None) -> Iterator[Button]:
    """Yields the buttons that choose no key and all keys, unless another button chooses the same keys."""
    everything, question = (1 << len(panel.step.options)) - 1, panel.game_ui.questions[panel.step.kind]
    if least == 0 and chosen != 0:
        yield button(panel.words(question.none), _set_id(panel, 0))
    if everything and most >= len(panel.step.options) and chosen != everything:
        yield button(_every(panel), _set_id(panel, everything))


def _every(panel: PanelBase) -> str:
    """Returns the label of the button that chooses all keys: the name of the only one, if it is short."""
    question, offered = panel.game_ui.questions[panel.step.kind], panel.labelled()
    only = offered[0][1].text if len(offered) == 1 and question.every == EVERY else ""
    return only if only and length(only) <= SHORT_LABEL else panel.words(question.every)


def _set_id(panel: PanelBase, chosen: int) -> CustomId:
    """Returns the custom_id that plays a set of keys, or opens its confirmation."""
    keys = chosen_keys(panel.keys, chosen) or ()
    return panel.id_of("walk" if panel.asks(*keys) else "do", chosen=chosen)


# Several answers at once


def run_rows(panel: PanelBase) -> list[Row]:
    """Returns the selects in which several answers are given at once; empty if none are offered."""
    runs = panel.runs
    placeholder = panel.words("Several at once ({count})", count=len(runs))
    return [
        select(
            panel.id_of("run", (at // MAX_OPTIONS,)),
            placeholder,
            [choice(run.label, str(at + place)) for place, run in enumerate(runs[at : at + MAX_OPTIONS])],
        )
        for at in range(0, len(runs), MAX_OPTIONS)
    ]


# Pages of options


def pick_rows(panel: PanelBase, path: tuple[int, ...], text: str, choices: list[discord.SelectOption]) -> list[Row]:
    """Returns selects of options of which one is chosen: as few as possible, of about equal length.

    Several selects name their first and last option, or the numbers of these if the names are long.
    """
    count = -(-len(choices) // MAX_OPTIONS)
    if count == 1:
        return [select(panel.id_of("pick", path), clip(text, SHORT_PLACEHOLDER), choices)]
    ends = [len(choices) * number // count for number in range(count + 1)]
    pages = [choices[begin:end] for begin, end in pairwise(ends)]
    named = [f"{text}: {page[0].label} – {page[-1].label}" for page in pages]
    if any(length(one) > SHORT_PLACEHOLDER for one in named):
        named = [_paged(text, begin + 1, end) for begin, end in pairwise(ends)]
    return [select(panel.id_of("pick", path, chosen=at), named[at], page) for at, page in enumerate(pages)]


def _paged(text: str, first: int, last: int) -> str:
    """Returns the placeholder of a page with the numbers of its first and last option."""
    pages = f" · {first}–{last}"
    return clip(text, SHORT_PLACEHOLDER - len(pages)) + pages


def with_emoji(label: Label) -> str:
    """Returns the text of a label with its emoji, for a placeholder."""
    return f"{label.emoji or ''} {label.text}".strip()


# Moves with several verbs


MAX_SELECTS = 12
"""The maximum number of selects on a first page, with everything else in the message."""


class SideBySide:
    """The first page of a move with several verbs: a select of moves for each verb, or a button for a single move.

    If a verb has more moves than fit into a select, the select lists its second words.
    """

    def __init__(self, panel: PanelBase) -> None:
        self._panel = panel
        self._leaves: dict[Option, Sequence[Option]] = {}
        self._options = panel.labelled()
        self._buttons = {option: self._is_lonely(option) for option, _ in self._options}

    @property
    def fits(self) -> bool:
        """Returns whether there is room for a select of each verb."""
        chosen = [option for option, lonely in self._buttons.items() if not lonely]
        selects = sum(max(1, -(-len(self._whole(option)) // MAX_OPTIONS)) for option in chosen)
        return selects + len(run_rows(self._panel)) + len(order_rows(self._panel)) <= MAX_SELECTS

    def _is_lonely(self, option: Option) -> bool:
        """Returns whether an option is a single move, which gets a button instead of a select."""
        return option.leaf or (len(option.words) > 1 and not self._whole(option)) or len(self._below(option)) <= 1

    def rows(self) -> list[Row]:
        """Returns the primary button, the selects, with those of orders after those of the common moves, and the other
        buttons.
        """
        selects: list[Row] = []
        first: list[Button] = []
        buttons, orders = [], order_rows(self._panel)
        for option, label in self._options:
            if orders and self._panel.rank(option) >= 0:
                selects, orders = [*selects, *orders], []
            if (form := batch_button(self._panel, option, label)) is not None:
                buttons.append(form)
            elif not self._buttons[option]:
                selects += self._selects(option, label)
            elif length((lonely := self._lonely(option, label)).text) <= SHORT_LABEL:
                one = self._panel.button_of(option, lonely, primary=option is self._panel.primary(self._options))
                (first if one.style is Style.primary else buttons).append(one)
            else:
                selects.append(self._single(option, label))
        return [*rows(first), *selects, *orders, *run_rows(self._panel), *rows(buttons)]

    def _single(self, option: Option, label: Label) -> Row:
        """Returns a select of a single option, whose label is too long for a button."""
        panel, whole = self._panel, len(option.words) > 1
        text = with_emoji(label) if whole else panel.words("Choose")
        only = panel.label_of_whole(option, 1) if whole else label
        placeholder = clip(text, SHORT_PLACEHOLDER)
        return select(panel.id_of("pick", (), option.index), placeholder, panel.choices([(option, only)], 0))

    def _selects(self, option: Option, label: Label) -> list[Row]:
        panel, pieces, text = self._panel, self._panel.pieces(option.path), with_emoji(label)
        if 2 <= len(pieces) <= MAX_OPTIONS:
            parts = [choice(self._explained_piece(piece), str(at)) for at, piece in enumerate(pieces)]
            placeholder = clip(text, SHORT_PLACEHOLDER)
            return [select(panel.id_of("both", option.path), placeholder, parts, 2, least=2)]
        whole = [(one, panel.label_of_whole(one, 1)) for one in self._whole(option)]
        offered = whole or [(one, panel.label_of(one)) for one in self._below(option)]
        return pick_rows(panel, option.path, text, panel.choices(offered, len(option.path)))

    def _explained_piece(self, piece: Piece) -> Label:
        said = (self._panel.hint(piece.leads) if piece.leads else "", piece.label.description)
        return piece.label._replace(description=" · ".join(part for part in said if part))

    def _whole(self, option: Option) -> Sequence[Option]:
        if option not in self._leaves:
            self._leaves[option] = leaves(self._panel.game, self._panel.seat, option.path)
        return self._leaves[option]

    def _below(self, option: Option) -> Sequence[Option]:
        found = step(self._panel.game, self._panel.seat, option.path)
        return () if found is None else found.options

    def _lonely(self, option: Option, label: Label) -> Label:
        """Returns the label of a verb with only one move, including all words of the move."""
        if len(option.words) < 2:
            return label
        rest = self._panel.label_of_whole(option, 1)
        return Label(clip(f"{label.text}: {rest.text}", MAX_LABEL), rest.description, rest.emoji or label.emoji)
