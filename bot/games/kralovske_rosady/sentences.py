"""Every event of the game as one sentence: actor first, present tense, short; the evaluation stands apart."""

from __future__ import annotations

from bot.games.context import mark
from bot.games.game_ui import Sentence, Told
from bot.games.kralovske_rosady.evaluation import EVALUATION
from bot.games.kralovske_rosady.names import RosadyContext

# The course of the game


def _starts(ctx: RosadyContext, told: Told) -> str:
    return ctx.t("{player} is the starting player.", player=ctx.who(told["seat"]))


def _round_begins(ctx: RosadyContext, told: Told) -> str:
    points = ", ".join(f"{at} {ctx.point(point)}" for at, point in enumerate(told["points"], 1))
    heading = "**" + ctx.t("Round {number}", number=told["round"]) + "**"
    said = ctx.t("{heading} – point cards: {points}.", heading=heading, points=points)
    if told["seat"] is None:
        return said
    return said + " " + ctx.t("{player} starts.", player=ctx.who(told["seat"]))


def _draws(_ctx: RosadyContext, _told: Told) -> None:
    """Everybody draws back to three every turn (K13): the sizes of the hands on the board say it all."""
    return


def _drew(ctx: RosadyContext, told: Told) -> str:
    return ctx.t("You draw: {cards}.", cards=ctx.cards(told["cards"]))


def _reshuffles(ctx: RosadyContext, told: Told) -> str:
    return ctx.t.plural(
        "{player} shuffles the own discards into a new pile: {n} card.",
        "{player} shuffles the own discards into a new pile: {n} cards.",
        told["cards"], player=ctx.who(told["seat"]),
    )  # fmt: skip


def _skipped(ctx: RosadyContext, told: Told) -> str:
    return ctx.t("{player} has no card in hand and is skipped.", player=ctx.who(told["seat"]))


def _plays(ctx: RosadyContext, told: Told) -> str:
    return ctx.t(
        "{mark} {player} lays a card face down: column {number}.",
        mark=mark(told["seat"]), player=ctx.who(told["seat"]), number=told["column"],
    )  # fmt: skip


def _played(ctx: RosadyContext, told: Told) -> str:
    return ctx.t(
        "You have laid face down: {card} – column {number}.", card=ctx.card(told["card"]), number=told["column"]
    )


def _round_ends(ctx: RosadyContext, told: Told) -> str:
    number, player = told["round"], ctx.who(told["seat"])
    if told["filled"]:
        said = ctx.t("Round {number} ends: every column is filled, {player} played last.", number=number,
                     player=player)  # fmt: skip
    else:
        said = ctx.t("Round {number} ends: nobody has a card in hand, {player} played last.", number=number,
                     player=player)  # fmt: skip
    hidden = ctx.t("What still lies face down is turned up now, without an immediate effect.")
    return f"**{said}** {hidden}"


# Turned cards


def _turned(ctx: RosadyContext, told: Told) -> str:
    return ctx.t(
        "Turned in column {number}: {card}.", number=told["column"], card=ctx.owned(told["seat"], told["card"])
    )


def _explores(ctx: RosadyContext, told: Told) -> str:
    return ctx.t(
        "{card} goes on, face down: column {number} → column {target}.",
        card=ctx.owned(told["seat"], "explorer"), number=told["column"], target=told["target"],
    )  # fmt: skip


def _explorer_stays(ctx: RosadyContext, told: Told) -> str:
    card, number = ctx.owned(told["seat"], "explorer"), told["column"]
    if told["tired"]:
        return ctx.t("{card} has moved often enough and stays in column {number}, face up.", card=card,
                     number=number)  # fmt: skip
    return ctx.t("{card} stays in column {number}, face up: all others are closed.", card=card, number=number)


def _murdered(ctx: RosadyContext, told: Told) -> str:
    return ctx.t(
        "{murderer} removes what turned it: {card} (column {number}).",
        murderer=ctx.owned(told["by"], "murderer"), card=ctx.owned(told["seat"], told["card"]),
        number=told["column"],
    )  # fmt: skip


def _closed(ctx: RosadyContext, told: Told) -> str:
    card = ctx.owned(told["seat"], "storm")
    return ctx.t("{card} closes column {number}.", card=card, number=told["column"])


def _tucks(ctx: RosadyContext, told: Told) -> str:
    player = ctx.who(told["seat"])
    return ctx.t("{player} hides a card under the disguise: column {number}.", player=player, number=told["column"])


def _tucked(ctx: RosadyContext, told: Told) -> str:
    return ctx.t(
        "You have hidden under the disguise: {card} – column {number}.",
        card=ctx.card(told["card"]), number=told["column"],
    )  # fmt: skip


def _tucks_nothing(ctx: RosadyContext, told: Told) -> str:
    player = ctx.who(told["seat"])
    return ctx.t("{player} hides nothing under the disguise: column {number}.", player=player, number=told["column"])


def _betrays(ctx: RosadyContext, told: Told) -> str:
    return ctx.t(
        "{player} swaps two point cards by the traitor: column {number} now {point}, column {other} now {other_point}.",
        player=ctx.who(told["seat"]), number=told["column"], point=ctx.point(told["point"]),
        other=told["other"], other_point=ctx.point(told["other_point"]),
    )  # fmt: skip


def _stays_loyal(ctx: RosadyContext, told: Told) -> str:
    player = ctx.who(told["seat"])
    return ctx.t("{player} swaps nothing by the traitor: column {number}.", player=player, number=told["column"])


SENTENCES: dict[str, Sentence] = {
    "starts": _starts, "round_begins": _round_begins, "draws": _draws, "drew": _drew, "reshuffles": _reshuffles,
    "skipped": _skipped, "plays": _plays, "played": _played, "round_ends": _round_ends, "turned": _turned,
    "explores": _explores, "explorer_stays": _explorer_stays, "murdered": _murdered, "closed": _closed,
    "tucks": _tucks, "tucked": _tucked, "tucks_nothing": _tucks_nothing, "betrays": _betrays,
    "stays_loyal": _stays_loyal, **EVALUATION,
}  # fmt: skip
