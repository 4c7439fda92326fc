"""The message with a user's own settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from discord import ui

from bot.features.orders.view import ORDERS_OUT_OF_TURN, orders_for
from bot.games import GAME_UIS, Label
from bot.games.confirmation import COSTLY
from bot.games.facts import TableFacts
from bot.texts import LANGUAGES, N_, Translator
from bot.views.custom_id import NO_GAME, CustomId
from bot.views.parts import Caption, Row, Style, button, choice, message, rows, select

MAX_NAMED = 30
"""The maximum number of blocked users that the panel names."""
PINGS = {
    "never": N_("Never ping me"),
    "late": N_("Ping me when I am late"),
    "always": N_("Ping me each time it is my turn"),
}
CONFIRMS = {
    "always": N_("Ask before every move"),
    "costs": N_("Ask only before moves that cost cards"),
    "never": N_("Never ask"),
}


def language_names() -> dict[str, str]:
    """Returns the languages that a user can choose by their own names; `auto` follows Discord."""
    return {"auto": N_("Automatic"), **{code: language.name for code, language in LANGUAGES.items()}}


def settings(  # noqa: PLR0913 - one for each setting
    facts: TableFacts | None,
    words: Translator,
    *,
    language: str | None,
    dms: bool,
    ping: str,
    confirm: str = COSTLY,
    words_only: bool = False,
    explains: bool = True,
    blocked: Sequence[int] = (),
    lines: Sequence[str] = (),
    order: str | None = None,
    stays_out: bool | None = None,
    orders: Sequence[str] = (),
) -> ui.LayoutView:
    """Returns the message with a user's settings; with `order`, also those of the user's seat in a running game.

    `lines`: further facts about the user. `orders`: the other orders of the seat as text, each with a button to remove
    it.
    """
    table = facts.id if facts else 0
    yes, no = words("yes"), words("no")
    said = ["### " + words("My settings"), words("Hands by direct message: {answer}", answer=yes if dms else no)]
    dms_label = words("No direct messages") if dms else words("Send me my hand by direct message")
    parts: list[Row | Caption] = [
        *_setting(table, "set_language", words("Language"), language_names(), language or "auto", words),
        *_setting(table, "set_ping", words("Pings"), PINGS, ping, words),
        *_setting(table, "set_confirm", words("Confirmation"), CONFIRMS, confirm, words),
    ]
    said.append(words("Text instead of pictures: {answer}", answer=yes if words_only else no))
    pictures = words("Show me pictures") if words_only else words("Show me text instead of pictures")
    buttons = [button(dms_label, CustomId(table, "set_dms")), button(pictures, CustomId(table, "set_words"))]
    said.append(words("Explain new things in my first games: {answer}", answer=yes if explains else no))
    explaining = words("Don't explain new things") if explains else words("Explain new things")
    buttons.append(button(explaining, CustomId(table, "set_explains")))
    buttons.append(button(words("Quiet hours and days off"), CustomId(NO_GAME, "schedule"), emoji="🌙"))
    buttons.append(button(words("Notify me"), CustomId(NO_GAME, "notify"), emoji="🔔"))
    said += lines
    if blocked:
        said.append(words("Never seated with you: {players}", players=_some(blocked)))
    if order is not None and facts is not None:
        known = orders_for(GAME_UIS[facts.kind])
        ordered, title = _ORDERED[known is ORDERS_OUT_OF_TURN]
        said.append(words(_IDLE if order == "idle" else ordered, order=words(known[order])))
        parts += _setting(table, "set_order", words(title), known, order, words)
    if orders:
        said += [f"📌 {one}" for one in orders]
        title, listed = words("Cancel a standing order"), [choice(Label(one), str(at)) for at, one in enumerate(orders)]
        parts += [Caption(f"**{title}**"), select(CustomId(table, "drop_order"), title, listed)]
    if stays_out is not None:
        said.append(words("No more questions in this phase after passing: {answer}", answer=yes if stays_out else no))
        verb, label = ("keep_asking", words("Keep asking me")) if stays_out else ("stay_out", words("Stay out"))
        buttons.append(button(label, CustomId(table, verb), Style.secondary))
    return message("\n".join(said), rows=[*parts, *rows(buttons)])


def _some(users: Sequence[int]) -> str:
    """Returns mentions of the first users of a list, with an ellipsis if there are more."""
    more = " …" if len(users) > MAX_NAMED else ""
    return ", ".join(f"<@{user}>" for user in users[:MAX_NAMED]) + more


_IDLE = N_("Reactions until the end of the game: {order}")
_ORDERED = {
    False: (N_("Reactions in this phase: {order}"), N_("Standing order for reactions")),
    True: (
        N_("Optional abilities out of my turn: {order}"),
        N_("Standing order out of my turn"),
    ),
}


def _setting(
    table: int, verb: str, title: str, values: Mapping[str, str], chosen: str, words: Translator
) -> tuple[Caption, Row]:  # fmt: skip
    """Returns a setting's title and its select. The title is a text, because a chosen value hides the placeholder."""
    options = [choice(Label(words(text)), value, chosen=value == chosen) for value, text in values.items()]
    return Caption(f"**{title}**"), select(CustomId(table, verb), title, options)
