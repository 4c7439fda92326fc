"""Forms and messages for the host of a lobby."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import islice
from typing import Final, get_args

import discord
from discord import ui

from bot.games import GAME_UIS
from bot.games.context import Label
from bot.games.facts import TableFacts
from bot.interactions.options import offered, understood
from bot.tables.hosting import Settings
from bot.tables.paces import PACES
from bot.tables.refusals import Refused
from bot.texts import LANGUAGES, N_, Translator
from bot.views.custom_id import CustomId
from bot.views.parts import MAX_LABEL, Choice, choice, choices, choices_form, clip, message, select
from rules import GAMES
from storage.rows import Access

MAX_OPTIONS: Final = 25
"""The maximum number of options in a select."""
PACE, GAME, LANGUAGE, HINTS, ACCESS = "pace", "game", "language", "hints", "access"
"""The names of the form's fields."""
ON, FULL = "on", "full"
"""The checkboxes of the field HINTS: advice, and a start when the table is full."""
ADMITS: Final[Mapping[Access, str]] = {"anyone": N_("anyone"), "invited": N_("invited people only")}


def settings_form(facts: TableFacts, words: Translator) -> ui.Modal:
    """Returns the form in which the host changes a lobby's settings; the current values are selected."""
    asked: dict[str, tuple[str, Mapping[str, str], str | None]] = {
        PACE: (words("Pace"), {pace.id: words(pace.choice) for pace in PACES.values()}, facts.pace),
        GAME: (words("Game"), dict(_of_the_game(facts, words)), None),
        LANGUAGE: (words("Language"), {one.code: one.name for one in LANGUAGES.values()}, facts.language),
        ACCESS: (
            words("Who may join?"),
            {access: words(text) for access, text in ADMITS.items()},
            "invited" if facts.invited_only else "anyone",
        ),
    }
    fields = [
        Choice(name, label, choices(values, _chosen(facts, words) if name == GAME else now))
        for name, (label, values, now) in asked.items()
        if values
    ]
    form = choices_form(words("Settings"), CustomId(facts.id, "set_up", int(facts.hints_wanted)), fields)
    advice = words("Everyone may ask for advice. The game does not count for seasons")
    full = words("The game starts by itself when all seats are taken")
    ticks = [
        discord.CheckboxGroupOption(label=clip(label, MAX_LABEL), value=value, default=now)
        for value, label, now in ((ON, advice, facts.hints_wanted), (FULL, full, facts.starts_full))
    ]
    group: ui.CheckboxGroup[ui.Modal] = ui.CheckboxGroup(custom_id=HINTS, options=ticks, required=False, min_values=0)
    form.add_item(ui.Label(text=words("Also"), component=group))
    return form


def settings_of(picked: Mapping[str, str], ticked: Collection[str], kind: str, words: Translator) -> Settings:
    """Returns the settings that were chosen in the form, and those that were ticked; raises Refused for invalid
    values."""
    access: dict[str, Access] = {one: one for one in get_args(Access)}
    lawful = picked[PACE] in PACES and picked[LANGUAGE] in LANGUAGES and {*ticked} <= {ON, FULL}
    if not lawful or picked[ACCESS] not in access:
        raise Refused(N_("This form is out of date. Open Settings again."))
    options = understood(kind, picked[GAME], words) if GAME in picked else {}
    return Settings(picked[PACE], options, picked[LANGUAGE], ON in ticked, access[picked[ACCESS]], FULL in ticked)


def fields_of(kind: str, words: Translator) -> tuple[str, ...]:
    """Returns the names of the form's selects for a game of that kind."""
    return tuple(name for name in (PACE, GAME, LANGUAGE, ACCESS) if name != GAME or any(offered(kind, words)))


def call(facts: TableFacts, role: str, words: Translator) -> ui.LayoutView:
    """Returns the message that calls the members of a role (its mention) to a lobby."""
    seats, taken = GAMES[facts.kind].seats, len(facts.seats)
    return message(
        words(
            "{role}, {host} is looking for players of {game} ({taken} of {least}–{most} seats are taken). "
            "Press Join in the lobby.",
            role=role, host=f"<@{facts.host}>", game=GAME_UIS[facts.kind].title, taken=taken, least=seats[0],
            most=seats[-1],
        )
    )  # fmt: skip


def removal(facts: TableFacts, words: Translator) -> ui.LayoutView:
    """Returns the select of a person to be removed from the lobby; raises Refused if there is no other person."""
    others = [seat for seat in facts.seats if seat.user not in {None, facts.host}]
    if not others:
        raise Refused(N_("No one else sits at this table."))
    options = [choice(Label(seat.name), str(seat.user)) for seat in others]
    row = select(CustomId(facts.id, "remove_sure"), words("Remove…"), options)
    return message(words("Who leaves the table? You can invite them again."), rows=[row])


def _of_the_game(facts: TableFacts, words: Translator) -> Iterator[tuple[str, str]]:
    """Yields the combinations of the game's own options, as many as fit in a select."""
    return ((one.key, one.words) for one in islice(offered(facts.kind, words), MAX_OPTIONS))


def _chosen(facts: TableFacts, words: Translator) -> str | None:
    """Returns the key of the present combination of the game's own options; None if the form does not offer it."""
    now = facts.options
    settings = offered(facts.kind, words)
    return next((one.key for one in settings if all(now.get(name) == is_ for name, is_ in one.options.items())), None)
