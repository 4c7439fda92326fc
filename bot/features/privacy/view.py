"""Messages about a user's personal data."""

from __future__ import annotations

from discord import ui

from bot.texts import Translator
from bot.views.custom_id import NO_GAME, CustomId
from bot.views.parts import Style, button, message, rows


def forget(words: Translator) -> ui.LayoutView:
    """Returns the question whether everything about the user is to be deleted."""
    said = [
        "### " + words("Delete everything about you?"),
        words(
            "Your settings, decks, standing orders, blocks and statistics are deleted at once. "
            "In finished games you become “former player”."
        ),
        words("The blocks of others and the hourly limits keep a code without your ID, because others rely on them."),
        words("At tables where you play now, a computer takes your seat. This cannot be undone."),
        "-# " + words("`/privacy export` sends you everything that is stored about you."),
    ]
    sure = button(words("Forget me"), CustomId(NO_GAME, "forget_me"), Style.danger)
    return message("\n".join(said), rows=rows([sure]))
