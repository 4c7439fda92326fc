"""The few pieces that every message is made of, within Discord's limits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import discord
from discord import ui

from bot.games import GAME_UIS, Label, context
from bot.games.facts import TableFacts
from bot.texts import Translator
from bot.texts.isolation import FIRST_STRONG_ISOLATE, closed
from bot.views.custom_id import CustomId
from rules.engine import Game

MAX_TEXT = 4000
_RESERVED = 60
"""Characters kept free for what is cut."""
MAX_LABEL, MAX_DESCRIPTION, MAX_PLACEHOLDER = 80, 100, 150
MAX_TITLE = 45
"""Of a form and of its fields."""
IN_A_ROW = 5
MAX_COMPONENTS = 40
"""Of a message, nested ones included."""

Style = discord.ButtonStyle
Button = ui.Button[ui.LayoutView]
Select = ui.Select[ui.LayoutView]
Row = ui.ActionRow[ui.LayoutView]
Caption = ui.TextDisplay[ui.LayoutView]
"""The text above a row."""


def length(text: str) -> int:
    """Returns the length of a text as Discord may count it: in UTF-16 units, the strictest count."""
    return len(text.encode("utf-16-le")) // 2


def room(beside: Sequence[str]) -> int:
    """Returns the number of characters that are left next to these texts."""
    return MAX_TEXT - _RESERVED - sum(length(text) for text in beside)


def fitting(story: str, beside: Sequence[str]) -> str:
    """Returns the end of a story, as many sentences as there is room for next to the other texts."""
    left = room(beside)
    while story and length(story) > left:
        story = story.partition("\n")[2]
    return story


def state(facts: TableFacts, game: Game, words: Translator) -> str:
    """The public table in words under the game's name: all that the picture shows."""
    game_ui = GAME_UIS[facts.kind]
    return f"## {game_ui.title}\n{game_ui.public(context(facts, words, game))}"


def clip(text: str, most: int) -> str:
    """Returns the text, cut with an ellipsis if it is too long."""
    if len(text) <= most // 2 or length(text) <= most:
        return text
    beside = 2 if FIRST_STRONG_ISOLATE in text else 1
    kept = text.encode("utf-16-le")[: 2 * (most - beside)].decode("utf-16-le", "ignore")
    return closed(kept.rstrip()) + "…"


def message(*texts: str, rows: Iterable[Row | Caption] = ()) -> ui.LayoutView:
    """A message of texts, divided by lines, and rows of components, captions among them; too long texts are cut."""
    view = ui.LayoutView(timeout=None)
    room = MAX_TEXT
    for text in texts:
        if not text or room < 2:
            continue
        if view.children:
            view.add_item(ui.Separator())
        shown = clip(text, room)
        room -= length(shown)
        view.add_item(ui.TextDisplay(shown))
    for row in rows:
        view.add_item(row)
    return view


def button(
    label: str, custom_id: CustomId, style: Style = Style.secondary, *, emoji: str | None = None, disabled: bool = False
) -> Button:
    """A button; style danger is for what destroys, and for nothing else."""
    return ui.Button(
        label=clip(label, MAX_LABEL), custom_id=str(custom_id), style=style, emoji=emoji, disabled=disabled
    )


def rows(buttons: Sequence[Button]) -> list[Row]:
    """Buttons in rows of five."""
    return [ui.ActionRow(*buttons[at : at + IN_A_ROW]) for at in range(0, len(buttons), IN_A_ROW)]


def choice(label: Label, value: str, *, chosen: bool = False) -> discord.SelectOption:
    """One option of a select."""
    return discord.SelectOption(
        label=clip(label.text, MAX_LABEL),
        value=value,
        description=clip(label.description, MAX_DESCRIPTION) or None,
        emoji=label.emoji,
        default=chosen,
    )


class Field(NamedTuple):
    """One text to be typed into a form."""

    name: str
    label: str
    most: int
    long: bool = False
    needed: bool = True
    hint: str = ""
    typed: str = ""
    """The prefilled text."""


def form(title: str, custom_id: CustomId, *fields: Field) -> ui.Modal:
    """A dialogue with fields to type into."""
    modal = ui.Modal(title=clip(title, MAX_TITLE), custom_id=str(custom_id), timeout=None)
    for field in fields:
        typed_into: ui.TextInput[ui.Modal] = ui.TextInput(
            custom_id=field.name,
            style=discord.TextStyle.paragraph if field.long else discord.TextStyle.short,
            placeholder=clip(field.hint, MAX_DESCRIPTION) or None,
            default=clip(field.typed, field.most) or None,
            required=field.needed,
            max_length=field.most,
        )
        modal.add_item(ui.Label(text=clip(field.label, MAX_TITLE), component=typed_into))
    return modal


class Choice(NamedTuple):
    """One select of a form."""

    name: str
    label: str
    options: list[discord.SelectOption]


def choices_form(title: str, custom_id: CustomId, choices: Iterable[Choice]) -> ui.Modal:
    """A dialogue with selects, from each of which one option is chosen."""
    modal = ui.Modal(title=clip(title, MAX_TITLE), custom_id=str(custom_id), timeout=None)
    for one in choices:
        chosen_from: ui.Select[ui.Modal] = ui.Select(custom_id=one.name, options=one.options, required=True)
        modal.add_item(ui.Label(text=clip(one.label, MAX_TITLE), component=chosen_from))
    return modal


def people_select(custom_id: CustomId, placeholder: str) -> Row:
    """A select of one user, offered by Discord by name, in its row."""
    chosen_from: ui.UserSelect[ui.LayoutView] = ui.UserSelect(
        custom_id=str(custom_id), placeholder=clip(placeholder, MAX_PLACEHOLDER)
    )
    return ui.ActionRow(chosen_from)


def select(
    custom_id: CustomId, placeholder: str, options: list[discord.SelectOption], most: int = 1, *, least: int = 1
) -> Row:  # fmt: skip
    """A select in its row, from which `least` to `most` options are chosen."""
    chosen_from: Select = ui.Select(
        custom_id=str(custom_id),
        placeholder=clip(placeholder, MAX_PLACEHOLDER),
        options=options,
        min_values=least,
        max_values=most,
    )
    return ui.ActionRow(chosen_from)
