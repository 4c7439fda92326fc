"""The message with a user's own settings."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from discord import ui

from bot.features.orders.view import ORDERS_OUT_OF_TURN, orders_for
from bot.games import GAME_UIS, Label
from bot.games.facts import FORMER
from bot.texts import LANGUAGES, N_, Translator
from bot.views.custom_id import NO_GAME, CustomId
from bot.views.parts import Button, Caption, Row, button, choice, choices, message, rows, select
from storage import PersonRow

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


def order_mark(topic: str, order: str) -> str:
    """Returns a short text that identifies a standing order, so that an outdated panel cannot cancel another one."""
    return hashlib.sha256(f"{topic} {order}".encode()).hexdigest()[:16]


def language_names() -> dict[str, str]:
    """Returns the languages that a user can choose by their own names; `auto` follows Discord."""
    return {"auto": N_("Automatic"), **{code: language.name for code, language in LANGUAGES.items()}}


@dataclass(frozen=True)
class SeatSettings:
    """The settings of a user's seat in a running game."""

    table: int
    kind: str
    order: str
    """The standing order for windows."""
    stays_out: bool
    """Whether the seat is asked no more in this phase after it has passed."""
    orders: Mapping[str, str] = field(default_factory=dict)
    """The other standing orders as text, each of which can be cancelled, by their marks (`order_mark`)."""


@dataclass
class _Settings:
    """A builder of the message with a user's settings, which collects its lines, selects and buttons."""

    table: int
    words: Translator
    lines: list[str] = field(default_factory=list)
    parts: list[Row | Caption] = field(default_factory=list)
    buttons: list[Button] = field(default_factory=list)

    def choose(self, verb: str, title: str, values: Mapping[str, str], chosen: str) -> None:
        """Adds a select with its title. The title is a text, because a chosen value hides the placeholder."""
        options = choices({value: self.words(text) for value, text in values.items()}, chosen)
        self.parts += [Caption(f"**{title}**"), select(CustomId(self.table, verb), title, options)]

    def answer(self, sentence: str, *, yes: bool) -> None:
        """Adds a line with a setting that is on or off."""
        self.lines.append(self.words(sentence, answer=self.words("yes") if yes else self.words("no")))

    def press(self, label: str, verb: str, *, on: bool | None = None) -> None:
        """Adds a button that changes a setting; `on`: the state after the press, as the label says."""
        number = None if on is None else int(on)
        self.buttons.append(button(self.words(label), CustomId(self.table, verb, number)))


def settings(
    row: PersonRow,
    words: Translator,
    *,
    seat: SeatSettings | None = None,
    blocked: Sequence[int] = (),
    lines: Sequence[str] = (),
) -> ui.LayoutView:
    """Returns the message with a user's settings, those of their seat, and these further lines about them."""
    made = _Settings(seat.table if seat else NO_GAME, words, ["### " + words("My settings")])
    made.answer(N_("Hands by direct message: {answer}"), yes=row.dms)
    made.choose("set_language", words("Language"), language_names(), row.language or "auto")
    made.choose("set_ping", words("Pings"), PINGS, row.ping)
    made.choose("set_confirm", words("Confirmation"), CONFIRMS, row.confirm)
    made.answer(N_("Text instead of pictures: {answer}"), yes=row.words)
    made.answer(N_("Explain new things in my first games: {answer}"), yes=row.explains)
    dms = N_("No direct messages") if row.dms else N_("Send me my hand by direct message")
    made.press(dms, "set_dms", on=not row.dms)
    pictures = N_("Show me pictures") if row.words else N_("Show me text instead of pictures")
    made.press(pictures, "set_words", on=not row.words)
    explains = N_("Don't explain new things") if row.explains else N_("Explain new things")
    made.press(explains, "set_explains", on=not row.explains)
    made.buttons.append(button(words("Quiet hours and days off"), CustomId(NO_GAME, "schedule"), emoji="🌙"))
    made.buttons.append(button(words("Notify me"), CustomId(NO_GAME, "notify"), emoji="🔔"))
    made.lines += lines
    if blocked:
        named = [f"<@{user}>" if user > 0 else words(FORMER) for user in blocked[:MAX_NAMED]]
        players = ", ".join(named) + (" …" if len(blocked) > MAX_NAMED else "")
        made.lines.append(words("Never seated with you: {players}", players=players))
    if seat is not None:
        _add_seat(made, seat)
    return message("\n".join(made.lines), rows=[*made.parts, *rows(made.buttons)])


def subscriptions(chosen: Collection[str], words: Translator) -> ui.LayoutView:
    """Returns the message in which a user chooses games on this server."""
    titles = ", ".join(game_ui.title for kind, game_ui in GAME_UIS.items() if kind in chosen)
    now = (
        words("I notify you of new tables of: {games}", games=titles) if titles else words("I notify you of no tables.")
    )
    how = words(
        "You get a direct message when someone opens a table on this server that anyone may join, at most three times "
        "an hour and never in your quiet hours or those of the server."
    )
    options = [choice(Label(game_ui.title), kind, chosen=kind in chosen) for kind, game_ui in GAME_UIS.items()]
    row = select(CustomId(NO_GAME, "set_notify"), words("Notify me"), options, len(options), least=0)
    return message(f"### 🔔 {words('Notify me')}\n{now}", f"-# {how}", rows=[row])


def _add_seat(made: _Settings, seat: SeatSettings) -> None:
    """Adds the settings of a seat."""
    words, known = made.words, orders_for(GAME_UIS[seat.kind])
    ordered, title = _ORDERED[known is ORDERS_OUT_OF_TURN]
    made.lines.append(words(_IDLE if seat.order == "idle" else ordered, order=words(known[seat.order])))
    made.choose("set_order", words(title), known, seat.order)
    if seat.orders:
        made.lines += [f"📌 {one}" for one in seat.orders.values()]
        title = words("Cancel a standing order")
        listed = choices(seat.orders, None)
        made.parts += [Caption(f"**{title}**"), select(CustomId(seat.table, "drop_order"), title, listed)]
    made.answer(N_("No more questions on turns in this phase after passing: {answer}"), yes=seat.stays_out)
    if seat.stays_out:
        made.press(N_("Keep asking me"), "keep_asking")
    else:
        made.press(N_("Don't ask again"), "stay_out")


_IDLE = N_("Reactions until the end of the game: {order}")
_ORDERED = {
    False: (N_("Reactions in this phase: {order}"), N_("Standing order for reactions")),
    True: (
        N_("Optional abilities out of my turn: {order}"),
        N_("Standing order out of my turn"),
    ),
}
