"""The reasons for which own cards, pieces and dice cannot be used in a decision, from what the seat sees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.games.context import Label
from bot.games.game_ui import Unplayable
from bot.games.star_wars_destiny.cards import says
from bot.games.star_wars_destiny.names import DestinyContext, code_of, is_die, owner_of, sign_of_card, sign_of_die
from bot.games.star_wars_destiny.options import option
from bot.texts import N_
from rules.errors import BadRequest
from rules.star_wars_destiny.cards import TEXTS
from rules.star_wars_destiny.facts import side
from rules.star_wars_destiny.foresight import hindrance

PLAYED_LATER = N_("You play cards with an action of your turn. This question asks for something else.")


def why_not(ctx: DestinyContext, kind: str, keys: Sequence[str]) -> Sequence[Unplayable]:
    """Returns the cards in hand that these keys do not play, each with the reason.

    For an action, also the own characters, supports and dice that the keys do not use.
    """
    found = list(_cards(ctx, kind, keys))
    return [*found, *_characters_and_supports(ctx, keys), *_dice(ctx, keys)] if kind == "action" else found


def _cards(ctx: DestinyContext, kind: str, keys: Sequence[str]) -> Iterator[Unplayable]:
    if kind == "action":
        offered = {key.split(":")[1] for key in keys if key.startswith("play:")}
    else:
        offered = {code_of(word) for key in keys for word in key.split(":")[:1] if not owner_of(word)}
    for code in dict.fromkeys(ctx.view["players"][ctx.seat]["hand"]):
        if code not in offered:
            yield Unplayable(option(ctx, "", (code,)), _reason(ctx, kind, code))


def _reason(ctx: DestinyContext, kind: str, code: str) -> str:
    asking = ctx.about.get("source", "") if kind in ("play", "card", "cards") and ctx.source else ""
    if kind in ("action", "play") and (said := _hindered(ctx, code, code_of(asking) if kind == "play" else "")):
        return said
    if asking and not is_die(asking):
        text = " ".join(says(code_of(asking), ctx.t))
        return ctx.t("{card} allows only what its text names: {text}", card=ctx.source, text=text)
    return ctx.t(PLAYED_LATER)


def _hindered(ctx: DestinyContext, code: str, source: str) -> str:
    """Returns why a card cannot be played, as a sentence; empty if nothing prevents it that the seat's view shows."""
    try:
        found = hindrance(ctx.view, ctx.seat, code, source)
    except BadRequest:
        return ""
    if found is None:
        return ""
    if found.cause == "copy":
        return ctx.t("It is unique, and you have a copy of it in play.")
    if found.cause == "restriction":
        return ctx.t("Its restriction is not met: {text}", text=ctx.t(TEXTS[code].restriction))
    return _costs(ctx, found.price)


def _costs(ctx: DestinyContext, price: int) -> str:
    return ctx.t.plural(
        "It costs {n} resource; you have {count}.", "It costs {n} resources; you have {count}.", price,
        count=_resources(ctx),
    )  # fmt: skip


def _resources(ctx: DestinyContext) -> int:
    return int(ctx.view["players"][ctx.seat]["resources"])


def _characters_and_supports(ctx: DestinyContext, keys: Sequence[str]) -> Iterator[Unplayable]:
    """D95, D100: yields own characters and supports that can be neither activated nor used."""
    mine = ctx.view["players"][ctx.seat]
    used = {key.partition(":")[2] for key in keys}
    for piece in (*mine["characters"], *mine["supports"]):
        name = piece["id"]
        if name not in used:
            yield Unplayable(Label(ctx.piece(name, ctx.seat), emoji=sign_of_card(name)), _resting(ctx, piece))


def _resting(ctx: DestinyContext, piece: Mapping[str, Any]) -> str:
    if piece["exhausted"]:
        return ctx.t("It is exhausted. All cards become ready in the upkeep.")
    if TEXTS[code_of(piece["id"])].action is not None:
        return ctx.t("The cost of its action cannot be paid now.")
    return ctx.t("It has neither a die nor an action. Its text works by itself.")


def _dice(ctx: DestinyContext, keys: Sequence[str]) -> Iterator[Unplayable]:
    """D96: yields the dice of the own pool that cannot be resolved."""
    resolved = {key.split(":")[1] for key in keys if key.startswith("resolve:")}
    for die in ctx.view["players"][ctx.seat]["pool"]:
        if die["die"] not in resolved:
            name = ctx.die(die["die"], die["side"], ctx.seat)
            yield Unplayable(Label(name, emoji=sign_of_die(die["side"])), _unresolved(ctx, die["die"], die["side"]))


def _unresolved(ctx: DestinyContext, die: str, word: str) -> str:
    shown = side(word)
    if shown.symbol == "blank":
        return ctx.t("A blank does nothing. Reroll it, or turn it with a focus.")
    if shown.modifier:
        return ctx.t("A modifier is only added to another die of its symbol that you resolve.")
    if shown.cost > _resources(ctx):
        return _costs(ctx, shown.cost)
    if shown.symbol == "sp" and die.partition("+")[0] in ctx.view["barred"]:
        return ctx.t("This special ability works once in a round, and it has been used in this one.")
    return ctx.t("This die is being resolved now.")
