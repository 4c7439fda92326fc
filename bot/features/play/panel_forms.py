"""Forms with checkboxes: several keys of a set, or a choice and the set that is asked after it, by one Submit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from discord import ui

from bot.features.play.panel_base import PanelBase
from bot.games import Label
from bot.games.batch_moves import BatchForm, BatchMoves
from bot.games.key_tree import MAX_OPTIONS, Option
from bot.interactions.component_context import ComponentContext
from bot.measuring.parsing import parse_int
from bot.views.parts import MAX_FIELDS, MAX_IN_GROUP, Button, Checks, Style, button, checks_form
from rules.decisions import Several

FIRST: Final = "first"
"""The custom_id of the form's field for the choice before a set; the fields of the set are numbered from 0."""


def set_button(panel: PanelBase) -> Button | None:
    """Returns the button that opens the form for a set of keys; None if a select takes no more presses than the form.

    The form saves presses if an answer would need a Confirm, or the select several pages.
    """
    keys = panel.keys
    saves = any(panel.asks(key) for key in keys) or len(keys) > MAX_OPTIONS
    if not saves or not 1 < len(keys) <= MAX_FIELDS * MAX_IN_GROUP:
        return None
    return button(panel.words("Choose…"), panel.id_of("tick"), Style.primary)


def set_form(panel: PanelBase) -> ui.Modal | None:
    """Returns the form of a set; None if none is asked, or one too large for a form."""
    decision = panel.decision
    if not isinstance(decision, Several) or not 1 < len(panel.keys) <= MAX_FIELDS * MAX_IN_GROUP:
        return None
    labels = [label for _, label in panel.labelled()]
    title = panel.game_ui.questions[panel.step.kind].prompt(panel.ctx)
    fields = groups(asked_for(panel, decision.least, decision.most), labels, decision.least, decision.most)
    return checks_form(title, panel.id_of("ticked"), fields)


def asked_for(panel: PanelBase, least: int, most: int) -> str:
    """Returns the text about how many keys of a set must be chosen."""
    return panel.words("Choose some") if least < most else panel.words("Choose {count}", count=least)


def groups(title: str, labels: Sequence[Label], least: int, most: int) -> list[Checks]:
    """Returns groups of checkboxes for labels; the value of a checkbox is the index of its label.

    If there are several groups, each title ends with the numbers of its first and last label (`1–10`).
    """
    pages = range(0, len(labels), MAX_IN_GROUP)
    alone = len(labels) <= MAX_IN_GROUP
    return [
        Checks(
            str(at // MAX_IN_GROUP),
            title if alone else f"{title} · {at + 1}–{min(at + MAX_IN_GROUP, len(labels))}",
            [(str(at + place), label) for place, label in enumerate(labels[at : at + MAX_IN_GROUP])],
            least if alone else 0,
            most,
        )
        for at in pages
    ]


def ticked(press: ComponentContext) -> set[int] | None:
    """Returns the indices that were ticked in all groups of a form; None if a value is not a number."""
    found = [parse_int(value) for field in range(MAX_FIELDS) for value in press.ticked(str(field))]
    places = {at for at in found if at is not None}
    return None if None in found else places


# A choice and the set after it


def batch_of(panel: PanelBase, words: Sequence[str] = ()) -> BatchForm | None:
    """Returns the combined answer form for a path of words (default: the panel's); None without one that fits."""
    word = next(iter(words or panel.step.words), "")
    found = panel.game_ui.get(BatchMoves).form(panel.ctx, panel.step.kind, word, list(panel.keys))
    if found is None or not 1 <= len(found.firsts) <= MAX_IN_GROUP:
        return None
    return found if 1 < len(found.keys) <= (MAX_FIELDS - 1) * MAX_IN_GROUP else None


def batch_button(panel: PanelBase, option: Option, label: Label) -> Button | None:
    """Returns the button of the form for an option's choice and the set after it; None without such a form."""
    if batch_of(panel, option.words) is None:
        return None
    return button(f"{label.text}…", panel.id_of("batch", option.path), emoji=label.emoji)


def batch_form(panel: PanelBase) -> ui.Modal | None:
    """Returns the form for a choice and the set after it; None if there is no such form."""
    found = batch_of(panel)
    if found is None:
        return None
    firsts = [(str(at), label) for at, (_, label) in enumerate(found.firsts)]
    first = [Checks(FIRST, found.first_title, firsts, single=True)] if len(firsts) > 1 else []
    rest = groups(found.title, [label for _, label in found.keys], found.least, len(found.keys))
    return checks_form(found.title, panel.id_of("batched", panel.step.path), [*first, *rest])
