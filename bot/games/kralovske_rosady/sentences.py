"""The sentences of the game's events: the acting player first, present tense, short.

The sentences of the evaluation are in `evaluation`.
"""

from __future__ import annotations

from bot.games.kralovske_rosady.evaluation import EVALUATION
from bot.games.kralovske_rosady.event_merging import TURNED
from bot.games.kralovske_rosady.names import RosadyContext
from bot.games.sentences import Sentence, Told, addressed, either, plural, say
from bot.texts import N_

STARTS = N_("{seat:who} is the starting player.")

# The course of the game


def _round_begins(ctx: RosadyContext, told: Told) -> str:
    points = ", ".join(f"{at} {ctx.point(point)}" for at, point in enumerate(told["points"], 1))
    heading = "**" + ctx.t("Round {number}", number=told["round"]) + "**"
    said = ctx.t("{heading} – point cards: {points}.", heading=heading, points=points)
    # In the first round, the event `starts` has named the player already.
    if told["seat"] is None or told["round"] == 1:
        return said
    return f"{said} {say(STARTS, ctx, told)}"


def _round_ends(ctx: RosadyContext, told: Told) -> str:
    number, player = told["round"], ctx.who(told["seat"])
    if told["filled"]:
        said = ctx.t("Round {number} ends: every column is full, {player} played last.", number=number,
                     player=player)  # fmt: skip
    else:
        said = ctx.t("Round {number} ends: no one has a card in hand, {player} played last.", number=number,
                     player=player)  # fmt: skip
    hidden = ctx.t("All face-down cards are turned over now, without immediate effects.")
    return f"**{said}** {hidden}"


def _plays(ctx: RosadyContext, told: Told) -> str:
    facts = {"player": f"{ctx.mark(told['seat'])} {ctx.who(told['seat'])}", "column": told["column"]}
    if TURNED not in told:
        return ctx.t("{player} lays a card face down: column {column}.", **facts)
    card = ctx.owned(told[TURNED]["seat"], told[TURNED]["card"])
    return ctx.t("{player} lays a card face down in column {column} and turns over: {card}.", card=card, **facts)


SENTENCES: dict[str, Sentence] = {
    "starts": STARTS,
    "round_begins": _round_begins,
    # Drawing back to three cards each turn (K13) has no sentence: the board shows the sizes of the hands.
    "draws": None,
    "drew": N_("You draw: {cards:cards}."),
    "reshuffles": plural(
        "{seat:who} shuffles their discards into a new pile: {n} card.",
        "{seat:who} shuffles their discards into a new pile: {n} cards.",
        "cards",
    ),
    "skipped": N_("{seat:who} has no card in hand and is skipped."),
    # The events `played` and `tucked` name the card to the seat that lays it.
    "plays": addressed(None, _plays),
    "played": N_("You have laid face down: {card:card} – column {column}."),
    "round_ends": _round_ends,
    "turned": N_("Turned over in column {column}: {seat:owned card}."),
    "explores": N_("{seat:owned explorer} moves on, face down: column {column} → column {target}."),
    "explorer_stays": either(
        "tired",
        N_("{seat:owned explorer} has moved often enough and stays in column {column}, face up."),
        N_("{seat:owned explorer} stays in column {column}, face up: all others are closed."),
    ),
    "murdered": N_("{by:owned murderer} removes the card that turned it over: {seat:owned card} (column {column})."),
    "closed": N_("{seat:owned storm} closes column {column}."),
    "tucks": addressed(None, N_("{seat:who} hides a card under the Disguise: column {column}.")),
    "tucked": N_("Hidden under your Disguise in column {column}: {card:card}."),
    "tucks_nothing": addressed(
        N_("You hide nothing under the Disguise."),
        N_("{seat:who} hides nothing under the Disguise: column {column}."),
    ),
    "betrays": addressed(
        N_("You swap two point cards: column {column} now {point:point}, column {other} now {other_point:point}."),
        N_(
            "{seat:who} swaps two point cards with the Traitor: column {column} now {point:point}, column "
            "{other} now {other_point:point}."
        ),
    ),
    "stays_loyal": addressed(
        N_("You leave the point cards where they are."),
        N_("{seat:who} swaps nothing with the Traitor: column {column}."),
    ),
    **EVALUATION,
}
