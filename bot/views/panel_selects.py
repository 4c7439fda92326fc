"""Panels made of several selects: a set of keys, page by page, and the verbs of a move side by side."""

from __future__ import annotations

from collections.abc import Iterator

import discord

from bot.games import Label
from bot.games.steps import MOST_OPTIONS, Option, step
from bot.views.panel_base import PanelBase
from bot.views.parts import MOST_LABEL, Button, Row, button, choice, clip, rows, select
from rules.decisions import Several

# A set of keys


def several_rows(panel: PanelBase, chosen: int) -> list[Row]:
    """Selects of the keys of a set, with what is chosen of them, and the ways on."""
    decision = panel.decision
    least, most = (decision.least, decision.most) if isinstance(decision, Several) else (0, len(panel.step.options))
    options = panel.choices(panel.labelled())
    paged = len(options) > MOST_OPTIONS
    below = [*_whole_sets(panel, least, most, chosen if paged else None), *panel.helping()]
    if len(options) <= 1:
        return rows(below)
    if not paged:
        placeholder = panel.words("Choose some") if least < most else _exactly(panel, least)
        picked = select(panel.id_of("chosen"), placeholder, options, min(most, len(options)), least=max(least, 1))
        return [picked, *rows(below)]
    pages = [options[at : at + MOST_OPTIONS] for at in range(0, len(options), MOST_OPTIONS)]
    return [*(_page(panel, number, page, most, chosen) for number, page in enumerate(pages)),
            *rows([_go_on(panel, chosen, least, most), *below])]  # fmt: skip


def _page(panel: PanelBase, number: int, page: list[discord.SelectOption], most: int, chosen: int) -> Row:
    for option in page:
        option.default = bool(chosen >> int(option.value) & 1)
    most = max(min(most, len(page)), sum(option.default for option in page))
    return select(
        panel.id_of("chosen", (number,), chosen), f"{page[0].label} – {page[-1].label}", page, most, least=0
    )  # fmt: skip


def _go_on(panel: PanelBase, chosen: int, least: int, most: int) -> Button:
    count = chosen.bit_count()
    label = panel.words("Go on with {count}", count=count)
    return button(label, panel.id_of("walk", chosen=chosen), disabled=not least <= count <= most)


def _whole_sets(panel: PanelBase, least: int, most: int, chosen: int | None) -> Iterator[Button]:
    """None and all, but for what goes on by its own button."""
    everything = (1 << len(panel.step.options)) - 1
    if least == 0 and chosen != 0:
        yield button(panel.words("None"), panel.id_of("walk", chosen=0))
    if everything and most >= len(panel.step.options) and chosen != everything:
        yield button(panel.words("All"), panel.id_of("walk", chosen=everything))


def _exactly(panel: PanelBase, count: int) -> str:
    return panel.words("Choose {count}", count=count)


# Several answers at once


def run_rows(panel: PanelBase) -> list[Row]:
    """Selects of several answers in a row."""
    runs = panel.runs
    placeholder = panel.words("Several at once ({count})", count=len(runs))
    return [
        select(
            panel.id_of("run", (at // MOST_OPTIONS,)),
            placeholder,
            [choice(run.label, str(at + place)) for place, run in enumerate(runs[at : at + MOST_OPTIONS])],
        )
        for at in range(0, len(runs), MOST_OPTIONS)
    ]


# Verbs side by side


class SideBySide:
    """The first page of a move of many verbs: a select of second words for each of them, a button for a lonely one."""

    def __init__(self, panel: PanelBase) -> None:
        self._panel = panel
        self._options = panel.labelled()

    def explained(self) -> str:
        """What the buttons do; a select says it beside each option."""
        lines = [self._line(option, label) for option, label in self._options if self._is_button(option)]
        return "\n".join(f"**{text}** – {described}" for text, described in lines if described)

    def _line(self, option: Option, label: Label) -> tuple[str, str]:
        """A button's label and what is said of it: for a beginner also where it goes on in a single way."""
        hint = self._panel.hint(option.words[:1])
        known = label.description if option.leaf or hint else ""
        return self._lonely(option, label).text, " · ".join(part for part in (known, hint) if part)

    def _is_button(self, option: Option) -> bool:
        return len(option.words) > 1 or len(self._below(option)) <= 1

    def rows(self) -> list[Row]:
        """Selects first, then what is done by a button, then what is done at once."""
        selects, buttons = [], []
        for option, label in self._options:
            if not self._is_button(option):
                offered = self._panel.choices([(one, self._panel.label_of(one)) for one in self._below(option)])
                selects.append(select(self._panel.id_of("pick", option.path), label.text, offered))
            else:
                buttons.append(self._panel.button_of(option, self._lonely(option, label)))
        return [*selects, *run_rows(self._panel), *rows(buttons)]

    def _below(self, option: Option) -> tuple[Option, ...]:
        found = step(self._panel.game, self._panel.seat, option.path)
        return () if found is None else found.options

    def _lonely(self, option: Option, label: Label) -> Label:
        """A verb that goes on in a single way: both words."""
        if len(option.words) < 2:
            return label
        second = self._panel.named(option.words[:2])
        return Label(clip(f"{label.text}: {second.text}", MOST_LABEL), second.description, second.emoji or label.emoji)
