"""The labels of the words of a key, and the summary of an answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.drawing.seats import emoji_of
from bot.drawing.signs import PASS
from bot.games.context import Label, Path, View
from bot.games.mafia_city.cards import CARDS
from bot.games.mafia_city.cards import SIGNS as CARD_SIGNS
from bot.games.mafia_city.names import owner_of
from bot.games.mafia_city.plays import cancelled, played, target_of
from bot.games.mafia_city.symbols import MOBSTER, PLACE_SIGNS, SIGNS
from bot.games.mafia_city.terms import MafiaContext
from bot.texts import N_
from rules.mafia_city.deck import kind_of
from rules.mafia_city.table import LOCATIONS


class Verb(NamedTuple):
    """The texts and emoji of a word of a key that is neither card, place, height nor seat."""

    text: str
    description: str
    emoji: str
    summary: str = ""
    """The effect of the word, if it is an answer by itself."""


VERBS = {
    ("turn", "place"): Verb(N_("Place a mobster"), N_("From your crew to the top of a stack."), MOBSTER),
    ("turn", "hat"): Verb(
        N_("Hat: take a mobster back"), N_("One of your mobsters from a location to the crew."), SIGNS["hat"]
    ),
    ("turn", "hats"): Verb(
        N_("Two hats: reinforcement"), N_("A mobster from the reserve to any location."), SIGNS["hat"]
    ),
    ("turn", "wait"): Verb(
        N_("Wait (discard)"), N_("Stay in the phase without passing: discard any card, without effect."), "⏳"
    ),
    ("turn", "pass"): Verb(
        N_("Pass"),
        N_("You are out for this phase. After a bullet, you only skip the action."),
        PASS,
        summary=N_("You pass. You act again only after a police raid or with a bullet."),
    ),
    ("mulligan", "keep"): Verb(N_("Keep the cards"), N_("Both cards stay."), "👍", summary=N_("You keep both cards.")),
    ("mulligan", "redraw"): Verb(
        N_("Change the cards"),
        N_("Both are discarded, two new ones come."),
        "🔄",
        summary=N_("You discard both cards and take two new ones."),
    ),
    ("bullet", "stay"): Verb(
        N_("Use no bullet"),
        N_("No more action this time."),
        "🚫",
        summary=N_("You use no bullet this time."),
    ),
    ("react", "pass"): Verb(N_("Don't react"), N_("You do not cancel it."), "🚫", summary=N_("You don't react.")),
    ("react", "fists"): Verb(N_("Cancel with two fists"), N_("Both cards are discarded."), SIGNS["fist"]),
    ("complicity", "pass"): Verb(
        N_("Take no one along"),
        N_("You do not use complicity."),
        "🚫",
        summary=N_("You take no one along."),
    ),
    ("deal", "pass"): Verb(
        N_("No deal"),
        N_("You play no secret deal now."),
        "🚫",
        summary=N_("You play no secret deal now."),
    ),
    ("jail", "decline"): Verb(
        N_("Send no one"), N_("No one goes to the cell."), "🚫", summary=N_("No one goes to the cell.")
    ),
    ("move", "stay"): Verb(
        N_("Leave the figure"),
        N_("The hitman figure stays where it is."),
        "🚫",
        summary=N_("The hitman figure stays where it is."),
    ),
    ("kill", "decline"): Verb(N_("No killing"), N_("You play no Hitman."), "🚫", summary=N_("You play no Hitman.")),
    ("star", "decline"): Verb(N_("No star"), N_("You play no star."), "🚫", summary=N_("You play no star.")),
}
"""The verbs by the kind of question and the word."""
_BY_SYMBOL = {"hat": "hat", "bullet": "bullet", "star": "star"}


def option(ctx: MafiaContext, kind: str, path: Path) -> Label:
    """Returns the label of an option: of the last word of a key's beginning (verb, card, location, height, player)."""
    last = path[-1]
    if len(path) == 1 and (kind, last) in VERBS:
        verb = VERBS[kind, last]
        return Label(ctx.t(verb.text), ctx.t(verb.description), verb.emoji)
    if "-" in last:
        return _card(ctx, kind, path)
    if last in LOCATIONS:
        return _place(ctx, kind, path)
    if last.isdigit():
        return _height(ctx, _place_of(kind, path, ctx.view), last)
    return _player(ctx, last)


def _card(ctx: MafiaContext, kind: str, path: Path) -> Label:
    """Returns the label of a card, or of two cards played together; the description says how they are used."""
    codes = path[-1].split("+")
    verb = path[0] if len(path) > 1 else kind
    if verb in _BY_SYMBOL or len(codes) > 1:
        use = ctx.symbol_text(_BY_SYMBOL.get(verb, "hat" if verb == "hats" else "fist"))
    else:
        use = ctx.text(codes[0])
    return Label(ctx.cards(codes, " + "), use, CARD_SIGNS[kind_of(codes[0])])


def _place(ctx: MafiaContext, kind: str, path: Path) -> Label:
    place = path[-1]
    stack = ctx.view["stacks"][place]
    shown = ctx.marks(stack[-12:])
    if len(stack) > 12:
        shown = f"… {shown}"
    described_stack = ctx.t("stack: {stack}", stack=shown) if stack else ctx.t("stack: empty")
    card = CARDS.get(kind_of(path[0])) if kind == "turn" else None
    if card and card.stack_shown and stack:
        described_stack = card.stack_shown(ctx, stack)
    if len(path) > 2 and path[-2].isdigit():
        origin = ctx.t("from {origin}", origin=ctx.numbered(path[-3]))
        return Label(ctx.t("Goes to: {place} (on top)", place=ctx.numbered(place)), f"{origin} → {described_stack}")
    return Label(ctx.numbered(place), described_stack, PLACE_SIGNS[place])


def _height(ctx: MafiaContext, place: str, height: str) -> Label:
    owner = owner_of(ctx.view, place, height)
    where = ""
    if int(height) == len(ctx.view["stacks"][place]):
        where = ctx.t("on top")
    if height == "1":
        where = ctx.t("at the bottom")
    text = ctx.t("Height {height}: {player}", height=height, player=ctx.name(owner))
    return Label(text, where, emoji_of(owner))


def _player(ctx: MafiaContext, seat: str) -> Label:
    player = ctx.view["players"][seat]
    cards = player["cards"] if "cards" in player else len(player["hand"])
    return Label(ctx.name(seat), ctx.t("cards: {count}", count=cards), emoji_of(seat))


def _place_of(kind: str, path: Path, view: View) -> str:
    return str(view["hitman"]) if kind == "kill" else path[-2]


def summary(ctx: MafiaContext, kind: str, keys: Sequence[str]) -> str:
    """Returns the effect of an answer as a sentence."""
    if kind == "retrieve":
        location = keys[0].partition(":")[0] if keys else ""
        return taken_back(ctx, location, [key.partition(":")[2] for key in keys])
    key = keys[0]
    word, *targets = key.split(":")
    if (verb := VERBS.get((kind, word))) and verb.summary:
        return ctx.t(verb.summary)
    if (kind, word) == ("turn", "place"):
        return ctx.t("You place a mobster: {place}.", place=ctx.place(targets[0]))
    if kind in ("rackets", "discard") or (kind, word) == ("turn", "wait"):
        return ctx.t("You discard: {card}.", card=ctx.card(targets[0] if targets else word))
    if kind in ("evaluate", "collect"):
        return ctx.t("You choose: {place}.", place=ctx.numbered(word))
    if kind == "call":
        return ctx.t("Next decides: {player}.", player=ctx.who(word))
    if kind == "react":
        return cancelled(ctx, None, key)
    return played(ctx, None, kind, key, target_of(kind, key, ctx.view))


def taken_back(ctx: MafiaContext, location: str, heights: Sequence[object]) -> str:
    """Returns the sentence that the reader takes mobsters at these heights back from a location (M31)."""
    if not heights:
        return ctx.t("You take no one back.")
    return ctx.t.plural(
        "You take back {n} mobster: {place}, height {heights}.",
        "You take back {n} mobsters: {place}, heights {heights}.",
        len(heights), place=ctx.place(location), heights=", ".join(map(str, heights)),
    )  # fmt: skip


def direct(kind: str, path: Path) -> bool:
    """Returns whether an answer needs no confirmation: it costs no card, or it discards a chosen card to wait."""
    if kind == "turn":
        return path == ("pass",) or (path[0] in ("place", "wait") and len(path) == 2)
    return kind in FREE or path[0] in DECLINES


def harms_own(ctx: MafiaContext, kind: str, path: Path) -> bool:
    """Returns whether the answer sends the seat's own mobster to the cell or to the reserve."""
    if kind == "kill":
        place, height = str(ctx.view["hitman"]), path[-1]
    elif kind == "jail" or (kind == "turn" and "-" in path[0] and CARDS[kind_of(path[0])].harms):
        place, height = path[-2:] if len(path) > 1 else ("", "")
    else:
        return False
    return height.isdigit() and owner_of(ctx.view, place, height) == ctx.seat


FREE = ("evaluate", "jail", "move", "collect", "call", "retrieve")
"""The questions whose answers cost no card."""
DECLINES = ("pass", "stay", "decline", "keep")
