"""Panels made of several selects: a set of keys, page by page, and the verbs of a move side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import discord

from bot.features.play.panel_base import SHORT_LABEL, SHORT_PLACEHOLDER, PanelBase
from bot.games import Label
from bot.games.batch_moves import Piece
from bot.games.key_tree import MAX_OPTIONS, Option, chosen_keys, leaves, step
from bot.views.custom_id import CustomId
from bot.views.parts import MAX_LABEL, Button, Row, button, choice, clip, length, rows, select
from rules.decisions import Several

# A set of keys


def several_rows(panel: PanelBase, chosen: int) -> list[Row]:
    """Selects of the keys of a set, with what is chosen of them, and the ways on."""
    decision = panel.decision
    least, most = (decision.least, decision.most) if isinstance(decision, Several) else (0, len(panel.step.options))
    options = panel.choices(panel.labelled())
    paged = len(options) > MAX_OPTIONS
    below = [*_whole_sets(panel, least, most, chosen if paged else None), *panel.helping()]
    if len(options) <= 1:
        return rows(below)
    if not paged:
        placeholder = panel.words("Choose some") if least < most else _exactly(panel, least)
        picked = select(panel.id_of("chosen"), placeholder, options, min(most, len(options)), least=max(least, 1))
        return [picked, *rows(below)]
    pages = [options[at : at + MAX_OPTIONS] for at in range(0, len(options), MAX_OPTIONS)]
    return [*(_page(panel, number, page, most, chosen) for number, page in enumerate(pages)),
            *rows([_go_on(panel, chosen, least, most), *below])]  # fmt: skip


def _page(panel: PanelBase, number: int, page: list[discord.SelectOption], most: int, chosen: int) -> Row:
    for option in page:
        option.default = bool(chosen >> int(option.value) & 1)
    most = max(min(most, len(page)), sum(option.default for option in page))
    first = number * MAX_OPTIONS + 1
    placeholder = _paged(panel.words("Choose some"), first, first + len(page) - 1)
    return select(panel.id_of("chosen", (number,), chosen), placeholder, page, most, least=0)


def _go_on(panel: PanelBase, chosen: int, least: int, most: int) -> Button:
    count = chosen.bit_count()
    label = panel.words("Continue with {count}", count=count)
    return button(label, _set_id(panel, chosen), disabled=not least <= count <= most)


def _whole_sets(panel: PanelBase, least: int, most: int, chosen: int | None) -> Iterator[Button]:
    """None and all, but for what goes on by its own button."""
    everything = (1 << len(panel.step.options)) - 1
    if least == 0 and chosen != 0:
        yield button(panel.words("None"), _set_id(panel, 0))
    if everything and most >= len(panel.step.options) and chosen != everything:
        yield button(panel.words("All"), _set_id(panel, everything))


def _set_id(panel: PanelBase, chosen: int) -> CustomId:
    """A whole set: to its Confirm, or done at once."""
    keys = chosen_keys(panel.keys, chosen) or ()
    return panel.id_of("walk" if panel.asks(*keys) else "do", chosen=chosen)


def _exactly(panel: PanelBase, count: int) -> str:
    return panel.words("Choose {count}", count=count)


# Several answers at once


def run_rows(panel: PanelBase) -> list[Row]:
    """Selects of several answers in a row."""
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


# Options in selects


def pick_rows(panel: PanelBase, path: tuple[int, ...], text: str, choices: list[discord.SelectOption]) -> list[Row]:
    """Options of which one is chosen, page by page where they are many: each page says where it begins and ends."""
    pages = [choices[at : at + MAX_OPTIONS] for at in range(0, len(choices), MAX_OPTIONS)]
    if len(pages) == 1:
        return [select(panel.id_of("pick", path), clip(text, SHORT_PLACEHOLDER), choices)]
    return [
        select(
            panel.id_of("pick", path, chosen=at), _paged(text, at * MAX_OPTIONS + 1, at * MAX_OPTIONS + len(page)), page
        )
        for at, page in enumerate(pages)
    ]


def _paged(text: str, first: int, last: int) -> str:
    """A placeholder that says which of the options a page has."""
    pages = f" · {first}–{last}"
    return clip(text, SHORT_PLACEHOLDER - len(pages)) + pages


def with_emoji(label: Label) -> str:
    """A label as a placeholder shows it."""
    return f"{label.emoji or ''} {label.text}".strip()


# Verbs side by side


MAX_SELECTS = 12
"""The maximum number of selects on a first page, with everything else in the message."""


class SideBySide:
    """The first page of a move of many verbs: a select of whole moves for each of them, a button for a lonely one.

    Where a verb has more moves than fit into a select, its second words stand in it.
    """

    def __init__(self, panel: PanelBase) -> None:
        self._panel = panel
        self._options = panel.labelled()
        self._buttons = {option: self._is_lonely(option) for option, _ in self._options}

    @property
    def fits(self) -> bool:
        """Whether there is room for a select of each verb."""
        chosen = [option for option, lonely in self._buttons.items() if not lonely]
        selects = sum(max(1, -(-len(self._whole(option)) // MAX_OPTIONS)) for option in chosen)
        return selects + len(run_rows(self._panel)) <= MAX_SELECTS

    def _is_lonely(self, option: Option) -> bool:
        """Whether it is a button's, not a select's."""
        return option.leaf or (len(option.words) > 1 and not self._whole(option)) or len(self._below(option)) <= 1

    def rows(self) -> list[Row]:
        """Selects first, then what is done by a button, then what is done at once."""
        selects, buttons = [], []
        for option, label in self._options:
            if not self._buttons[option]:
                selects += self._selects(option, label)
            elif length((lonely := self._lonely(option, label)).text) <= SHORT_LABEL:
                primary = option is self._panel.primary(self._options)
                buttons.append(self._panel.button_of(option, lonely, primary=primary))
            else:
                selects.append(self._single(option, label))
        return [*selects, *run_rows(self._panel), *rows(buttons)]

    def _single(self, option: Option, label: Label) -> Row:
        """A select of one option, whose label is too long for a button."""
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
        return leaves(self._panel.game, self._panel.seat, option.path)

    def _below(self, option: Option) -> Sequence[Option]:
        found = step(self._panel.game, self._panel.seat, option.path)
        return () if found is None else found.options

    def _lonely(self, option: Option, label: Label) -> Label:
        """A verb that goes on in a single way: all its words."""
        if len(option.words) < 2:
            return label
        rest = self._panel.label_of_whole(option, 1)
        return Label(clip(f"{label.text}: {rest.text}", MAX_LABEL), rest.description, rest.emoji or label.emoji)
