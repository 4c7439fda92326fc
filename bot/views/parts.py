"""Basic parts of messages: texts, buttons, selects and forms, kept within Discord's limits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, cast

import discord
from discord import ui

from bot.drawing import signs
from bot.games import GAME_UIS, Label, context
from bot.games.context import Context
from bot.games.facts import TableFacts
from bot.texts import Translator
from bot.texts.isolation import FIRST_STRONG_ISOLATE, closed
from bot.views.custom_id import CustomId
from rules.engine import Game

MAX_TEXT = 4000
_RESERVED = 60
"""The number of characters reserved for the ellipsis and separators."""
MAX_LABEL, MAX_DESCRIPTION, MAX_PLACEHOLDER = 80, 100, 150
MAX_TITLE = 45
"""The maximum length of the title of a form and of its fields."""
IN_A_ROW = 5
MAX_FIELDS, MAX_IN_GROUP, MAX_RADIOS = 5, 10, 5
"""The maximum numbers of fields in a form, of checkboxes in a group, and of radio buttons."""
MAX_COMPONENTS = 40
"""The maximum number of components in a message, including nested ones."""

Style = discord.ButtonStyle
Button = ui.Button[ui.LayoutView]
Select = ui.Select[ui.LayoutView]
Row = ui.ActionRow[ui.LayoutView]
Caption = ui.TextDisplay[ui.LayoutView]
"""A text above a row of components."""


def length(text: str) -> int:
    """Returns the length of a text as Discord may count it: in UTF-16 units, the strictest count."""
    return len(text.encode("utf-16-le")) // 2


def room(beside: Sequence[str]) -> int:
    """Returns the number of characters that a message has left next to these texts."""
    return MAX_TEXT - _RESERVED - sum(length(text) for text in beside)


def fitting(story: str, beside: Sequence[str]) -> str:
    """Returns the last lines of a story, as many as there is room for in a message next to the other texts."""
    left = room(beside)
    while story and length(story) > left:
        story = story.partition("\n")[2]
    return story


def state(facts: TableFacts, game: Game, words: Translator) -> str:
    """Returns the public state of a table as text under the game's name: everything that the picture shows."""
    return state_in(context(facts, words, game))


def state_in(ctx: Context) -> str:
    """Returns the public state of a table at the time of the context, as text under the game's name."""
    game_ui = GAME_UIS[ctx.facts.kind]
    return f"## {game_ui.title}\n{game_ui.public(ctx)}"


def clip(text: str, most: int) -> str:
    """Returns the text; if it has more than `most` UTF-16 units, it is cut and ends with an ellipsis."""
    if len(text) <= most // 2 or length(text) <= most:
        return text
    beside = 2 if FIRST_STRONG_ISOLATE in text else 1
    kept = text.encode("utf-16-le")[: 2 * (most - beside)].decode("utf-16-le", "ignore")
    return closed(kept.rstrip()) + "…"


def message(*texts: str | Caption, rows: Iterable[Row | Caption] = ()) -> ui.LayoutView:
    """Returns a message of texts, separated by lines, and rows of components; too long texts are cut."""
    view = ui.LayoutView(timeout=None)
    room = MAX_TEXT
    for text in texts:
        content = text if isinstance(text, str) else text.content
        if not content or room < 2:
            continue
        if view.children:
            view.add_item(ui.Separator())
        shown = ui.TextDisplay(content) if isinstance(text, str) else text
        shown.content = clip(content, room)
        room -= length(shown.content)
        view.add_item(shown)
    for row in rows:
        view.add_item(row)
    return view


def button(
    label: str, custom_id: CustomId, style: Style = Style.secondary, *, emoji: str | None = None, disabled: bool = False
) -> Button:
    """Returns a button; the style `danger` is reserved for destructive actions."""
    return ui.Button(
        label=clip(label, MAX_LABEL), custom_id=str(custom_id), style=style, emoji=_shown(emoji), disabled=disabled
    )


def _shown(emoji: str | None) -> str | discord.PartialEmoji | None:
    """Returns the emoji of a button or an option: the application's own if its symbol has been uploaded."""
    number = signs.emoji_id(emoji)
    return emoji if number is None else discord.PartialEmoji(name=cast("signs.Sign", emoji).label, id=number)


def rows(buttons: Sequence[Button]) -> list[Row]:
    """Returns the buttons in rows of five."""
    return [ui.ActionRow(*buttons[at : at + IN_A_ROW]) for at in range(0, len(buttons), IN_A_ROW)]


def choice(label: Label, value: str, *, chosen: bool = False) -> discord.SelectOption:
    """Returns one option of a select."""
    return discord.SelectOption(
        label=clip(label.text, MAX_LABEL),
        value=value,
        description=clip(label.description, MAX_DESCRIPTION) or None,
        emoji=_shown(label.emoji),
        default=chosen,
    )


def choices(values: Mapping[str, str], now: str | None) -> list[discord.SelectOption]:
    """Returns the options of a select from values with their labels; the value `now` is selected."""
    return [choice(Label(text), value, chosen=value == now) for value, text in values.items()]


class Field(NamedTuple):
    """A text field of a form."""

    name: str
    label: str
    most: int
    long: bool = False
    needed: bool = True
    hint: str = ""
    typed: str = ""
    """The prefilled text."""


def form_of(title: str, custom_id: CustomId, fields: Iterable[tuple[str, ui.Item[Any]]]) -> ui.Modal:
    """Returns a form with these labelled components."""
    modal = ui.Modal(title=clip(title, MAX_TITLE), custom_id=str(custom_id), timeout=None)
    for label, component in fields:
        modal.add_item(ui.Label(text=clip(label, MAX_TITLE), component=component))
    return modal


def form(title: str, custom_id: CustomId, *fields: Field) -> ui.Modal:
    """Returns a form with text fields."""
    return form_of(title, custom_id, ((field.label, _text_input(field)) for field in fields))


def _text_input(field: Field) -> ui.Item[Any]:
    return ui.TextInput(
        custom_id=field.name,
        style=discord.TextStyle.paragraph if field.long else discord.TextStyle.short,
        placeholder=clip(field.hint, MAX_DESCRIPTION) or None,
        default=clip(field.typed, field.most) or None,
        required=field.needed,
        max_length=field.most,
    )


class Choice(NamedTuple):
    """A field of a form in which the user chooses one option."""

    name: str
    label: str
    options: list[discord.SelectOption]


def choices_form(title: str, custom_id: CustomId, fields: Iterable[Choice]) -> ui.Modal:
    """Returns a form in which the user chooses one option of each field: radio buttons, or a select of many options."""
    return form_of(title, custom_id, ((one.label, _one_of(one)) for one in fields))


def _one_of(one: Choice) -> ui.Item[ui.Modal]:
    if not 2 <= len(one.options) <= MAX_RADIOS:
        return ui.Select(custom_id=one.name, options=one.options, required=True)
    radios = [
        discord.RadioGroupOption(label=each.label, value=each.value, description=each.description, default=each.default)
        for each in one.options
    ]
    return ui.RadioGroup(custom_id=one.name, options=radios)


class Checks(NamedTuple):
    """One group of checkboxes of a form, or of radio buttons if it is `single`."""

    name: str
    label: str
    options: Sequence[tuple[str, Label]]
    """Values and their labels."""
    least: int = 1
    most: int = 1
    single: bool = False


def checks_form(title: str, custom_id: CustomId, groups: Iterable[Checks]) -> ui.Modal:
    """Returns a form with these groups of checkboxes or radio buttons."""
    return form_of(title, custom_id, ((one.label, _radios(one) if one.single else _checkboxes(one)) for one in groups))


def _radios(one: Checks) -> ui.RadioGroup[ui.Modal]:
    options = [discord.RadioGroupOption(**_ticked(value, label)) for value, label in one.options]
    return ui.RadioGroup(custom_id=one.name, options=options)


def _checkboxes(one: Checks) -> ui.CheckboxGroup[ui.Modal]:
    options = [discord.CheckboxGroupOption(**_ticked(value, label)) for value, label in one.options]
    return ui.CheckboxGroup(
        custom_id=one.name,
        options=options,
        required=one.least > 0,
        min_values=one.least,
        max_values=min(one.most, len(options)),
    )


def _ticked(value: str, label: Label) -> dict[str, Any]:
    """Returns an option of a group. The emoji is put into its text, because it has none of its own."""
    text = clip(f"{label.emoji or ''} {label.text}".strip(), MAX_LABEL)
    return {"label": text, "value": value, "description": clip(label.description, MAX_DESCRIPTION) or None}


def people_select(custom_id: CustomId, placeholder: str) -> Row:
    """Returns a row with a select of one user."""
    chosen_from: ui.UserSelect[ui.LayoutView] = ui.UserSelect(
        custom_id=str(custom_id), placeholder=clip(placeholder, MAX_PLACEHOLDER)
    )
    return ui.ActionRow(chosen_from)


def select(
    custom_id: CustomId, placeholder: str, options: list[discord.SelectOption], most: int = 1, *, least: int = 1
) -> Row:  # fmt: skip
    """Returns a row with a select in which the user chooses `least` to `most` options."""
    chosen_from: Select = ui.Select(
        custom_id=str(custom_id),
        placeholder=clip(placeholder, MAX_PLACEHOLDER),
        options=options,
        min_values=least,
        max_values=most,
    )
    return ui.ActionRow(chosen_from)
