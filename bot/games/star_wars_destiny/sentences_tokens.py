"""What happens to resources, shields and damage, in sentences."""

from __future__ import annotations

from bot.games.game_ui import Sentence, Told
from bot.games.star_wars_destiny.names import DestinyContext


def _resources(ctx: DestinyContext, told: Told) -> str:
    player, change = ctx.who(told["seat"]), told["change"]
    if change < 0:
        return ctx.t.plural("{player} is {n} resource down.", "{player} is {n} resources down.", -change,
                                    player=player)  # fmt: skip
    return ctx.t.plural("{player} gets {n} resource.", "{player} gets {n} resources.", change, player=player)


def _shields(ctx: DestinyContext, told: Told) -> str:
    character, change = ctx.piece(told["character"]), told["change"]
    if change < 0:
        return ctx.t.plural("{character} loses {n} shield.", "{character} loses {n} shields.", -change,
                                    character=character)  # fmt: skip
    return ctx.t.plural("{character} gets {n} shield.", "{character} gets {n} shields.", change,
                                character=character)  # fmt: skip


def _heals(ctx: DestinyContext, told: Told) -> str:
    return ctx.t("{character} heals {count} damage.", character=ctx.piece(told["character"]),
                         count=told["count"])  # fmt: skip


def _moves_damage(ctx: DestinyContext, told: Told) -> str:
    onto = ctx.piece(told["onto"])
    if told["off"] is None:
        return ctx.t("{card} enters play with {count} damage.", card=onto, count=told["count"])
    return ctx.t.plural(
        "{off} passes {n} damage on → {onto}.", "{off} passes {n} damage on → {onto}.", told["count"],
        off=ctx.piece(told["off"]), onto=onto,
    )  # fmt: skip


def _defeated(ctx: DestinyContext, told: Told) -> str:
    return "💀 " + ctx.t("{character} is defeated.", character=ctx.piece(told["character"]))


def _replaced(ctx: DestinyContext, told: Told) -> str:
    return ctx.t(
        "{character} is not defeated, thanks to {card}.",
        character=ctx.piece(told["character"]), card=ctx.piece(told["by"]),
    )  # fmt: skip


TOKENS: dict[str, Sentence] = {
    "resources": _resources, "shields": _shields, "heals": _heals, "moves_damage": _moves_damage,
    "defeated": _defeated, "replaced": _replaced,
}  # fmt: skip
