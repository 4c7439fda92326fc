"""The forms and messages for the host of a lobby (settings, removal), and the seal, which everyone may see."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Final, get_args

import discord
from discord import ui

from bot.games.context import Label
from bot.games.facts import TableFacts
from bot.interactions.options import offered, understood
from bot.tables.hosting import Settings
from bot.tables.paces import PACES
from bot.tables.refusals import Refused
from bot.texts import LANGUAGES, N_, Translator
from bot.views.custom_id import CustomId
from bot.views.parts import Choice, choice, choices_form, message, select
from storage.rows import Access

MOST_OPTIONS: Final = 25
"""Of a select."""
PACE, GAME, LANGUAGE, HINTS, ACCESS = "pace", "game", "language", "hints", "access"
"""The fields of the form."""
OFF, ON = "off", "on"
ADMITS: Final[Mapping[Access, str]] = {"anyone": N_("anyone"), "invited": N_("invited people only")}


def settings_form(facts: TableFacts, words: Translator) -> ui.Modal:
    """Returns the form in which the host changes a lobby's settings; the current values are selected."""
    hints = {OFF: words("no"), ON: words("yes, and the game does not count for seasons")}
    asked: dict[str, tuple[str, Mapping[str, str], str | None]] = {
        PACE: (words("Pace"), {pace.id: words(pace.choice) for pace in PACES.values()}, facts.pace),
        GAME: (words("Game"), dict(_of_the_game(facts, words)), None),
        LANGUAGE: (words("Language"), {one.code: one.name for one in LANGUAGES.values()}, facts.language),
        HINTS: (words("May everyone ask for advice?"), hints, ON if facts.hints else OFF),
        ACCESS: (
            words("Who may join?"),
            {access: words(text) for access, text in ADMITS.items()},
            "invited" if facts.invited_only else "anyone",
        ),
    }
    fields = [
        Choice(name, label, _options(values, _chosen(facts, words) if name == GAME else now))
        for name, (label, values, now) in asked.items()
        if values
    ]
    return choices_form(words("Settings"), CustomId(facts.id, "set_up"), fields)


def settings_of(picked: Mapping[str, str], kind: str, words: Translator) -> Settings:
    """Returns what was chosen in the form of a game of that kind; raises Refused for what it does not offer."""
    access: dict[str, Access] = {one: one for one in get_args(Access)}
    lawful = picked[PACE] in PACES and picked[LANGUAGE] in LANGUAGES and picked[HINTS] in (OFF, ON)
    if not lawful or picked[ACCESS] not in access:
        raise Refused(N_("This form is out of date. Open Settings again."))
    options = understood(kind, picked[GAME], words) if GAME in picked else {}
    return Settings(picked[PACE], options, picked[LANGUAGE], picked[HINTS] == ON, access[picked[ACCESS]])


def fields_of(kind: str, words: Translator) -> tuple[str, ...]:
    """Returns the fields that the form of a game of that kind has."""
    return tuple(name for name in (PACE, GAME, LANGUAGE, HINTS, ACCESS) if name != GAME or any(offered(kind, words)))


def removal(facts: TableFacts, words: Translator) -> ui.LayoutView:
    """Returns the list of the other people of the lobby, of which one is removed; raises Refused if there are none."""
    others = [seat for seat in facts.seats if seat.user not in {None, facts.host}]
    if not others:
        raise Refused(N_("No one else sits at this table."))
    options = [choice(Label(seat.name), str(seat.user)) for seat in others]
    row = select(CustomId(facts.id, "remove_sure"), words("Remove…"), options)
    return message(words("Who leaves the table? You can invite them again."), rows=[row])


def seal(facts: TableFacts, words: Translator) -> ui.LayoutView:
    """The commitment to the shuffle, and what it is good for."""
    how = words(
        "The cards are shuffled from a secret seed. This seal fixes the seed before anyone joins. After the "
        "game the seed is revealed, and `/record verify` checks it against the seal."
    )
    return message(f"## 🔏 {words('Fair shuffle')}", how, f"`{facts.commitment}`")


def _of_the_game(facts: TableFacts, words: Translator) -> Iterator[tuple[str, str]]:
    """Yields all combinations of the game's own options that fit a select."""
    return ((one.key, one.words) for one in islice(offered(facts.kind, words), MOST_OPTIONS))


def _chosen(facts: TableFacts, words: Translator) -> str | None:
    now = facts.options
    settings = offered(facts.kind, words)
    return next((one.key for one in settings if all(now.get(name) == is_ for name, is_ in one.options.items())), None)


def _options(values: Mapping[str, str], now: str | None) -> list[discord.SelectOption]:
    return [choice(Label(text), value, chosen=value == now) for value, text in values.items()]
