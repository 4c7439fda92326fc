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


def privacy(words: Translator) -> ui.LayoutView:
    """Returns a summary of docs/privacy.md, for a bot whose operator has set no link to it."""
    said = [
        "### " + words("Privacy"),
        words(
            "I store your Discord ID, your name at the table, your answers in games, results, and the settings that "
            "you choose: they are necessary to play, and to show statistics. I read no other messages and no member "
            "lists."
        ),
        words(
            "Others see your name, your public moves and your results, and after a game its replay. Only you see your "
            "settings, decks, orders and blocks. The person who hosts me can read the database."
        ),
        words("Data about you stay until you are forgotten, those of a running game until it ends."),
        words("`/privacy export` sends you everything that is stored about you. `/privacy forget` deletes it."),
    ]
    return message("\n".join(said))


def terms(words: Translator) -> ui.LayoutView:
    """Returns a summary of docs/terms.md, for a bot whose operator has set no link to it."""
    said = [
        "### " + words("Terms"),
        words("You pay nothing, and you cannot win or stake money. Discord's rules and those of the server apply."),
        words(
            "Use one account for each seat, do not look at hands that are not yours, and do not disturb me on purpose."
        ),
        words("Hosts and moderators may end a table or remove a player."),
        words("There is no warranty: I may be unavailable, and games may be lost."),
        words("I am free software under the MIT licence, and not affiliated with the publishers of the games."),
    ]
    return message("\n".join(said))
