"""The message about the fair shuffle, and the form in which a player cuts the deck."""

from __future__ import annotations

from typing import Final

from discord import ui

from bot.texts import N_, Translator
from bot.texts.isolation import isolated
from bot.views.custom_id import CustomId
from bot.views.parts import Field, Style, button, form, message, rows

TEXT: Final = "text"
"""The custom_id of the form's field."""
MOST: Final = 60
"""The maximum number of characters of a cut."""
CUT: Final = N_("Cut the deck")


def seal(commitment: str, cut: str | None, press: CustomId | None, words: Translator) -> ui.LayoutView:
    """Returns the message about the fair shuffle, with the commitment to the seed and the reader's own cut.

    `press`: the custom_id of the button that opens the form; None if the reader cannot cut.
    """
    how = words(
        "The cards are shuffled from a secret seed. This seal fixes the seed before anyone joins. After the "
        "game the seed is revealed, and `/record verify` checks it against the seal."
    )
    return message(
        f"## 🔏 {words('Fair shuffle')}", f"{how}\n`{commitment}`", about(words), own(cut, words),
        rows=rows([] if press is None else [button(words(CUT), press, Style.primary, emoji="✂️")]),
    )  # fmt: skip


def about(words: Translator) -> str:
    """Returns the explanation of what cutting the deck is."""
    return words(
        "✂️ You can cut the deck: write any text, and it changes the shuffle in a way that no one can foresee. During "
        "the game no one else sees it; at the end everyone can read it."
    )


def own(cut: str | None, words: Translator) -> str:
    """Returns the line with the reader's own cut; empty if there is none."""
    return "" if cut is None else words("Your cut: {text}", text=isolated(f"`{cut}`"))


def cut_form(custom_id: CustomId, cut: str | None, words: Translator) -> ui.Modal:
    """Returns the form with the player's present cut; an empty text deletes it."""
    field = Field(
        TEXT, words("Any text; public at the end"), MOST, needed=False,
        hint=words("Everyone can read it at the end. Empty: no cut."), typed=cut or "",
    )  # fmt: skip
    return form(words(CUT), custom_id, field)
