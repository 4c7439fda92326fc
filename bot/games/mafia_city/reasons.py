"""The reasons of computer players as text for beginners; they do not address anyone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.games.mafia_city.terms import MafiaContext
from bot.games.reasons import Reasons, percent
from bot.texts import N_, Translator
from rules.decisions import PASS
from rules.mafia_city.control import NO_CONTROL_ON_TIE
from rules.mafia_city.features import CAREFUL, SETTLED, Features, Stack, hold
from rules.mafia_city.plays import effect_of
from rules.players.levels import Question as Asked

LEAST: Final = N_("This is the least useful card in the hand.")
TEXT: Final = N_("Its effect in the city is worth more than the cards.")
NOT_WORTH: Final = N_("The gain is not worth the card.")
DECLINED: Final = N_("Removing a mobster there would do more harm than good.")
SAID: Final = {
    ("turn", PASS): N_("No action is worth a card now. The cards are more useful later."),
    ("turn", "wait"): N_("It is better to see first what the others do. This is the least useful card."),
    ("bullet", "stay"): N_("The bullet is worth more in hand than one more action."),
    ("complicity", PASS): NOT_WORTH,
    ("deal", PASS): N_("A deal would not change control enough to be worth the card."),
    ("jail", "decline"): DECLINED,
    ("kill", "decline"): NOT_WORTH,
    ("star", "decline"): NOT_WORTH,
    ("mulligan", "keep"): N_("These two cards are better than two new ones would be on average."),
    ("mulligan", "redraw"): N_("Two new cards would be better on average."),
}
"""The reasons for doing nothing, or without numbers, by the question and the key's first word."""
OTHERWISE: Final = {
    "turn": TEXT,
    "bullet": N_("One more action is worth more than the bullet in hand."),
    "complicity": N_("Taking that mobster along is worth more than the card."),
    "deal": N_("The deal improves control of the location."),
    "rackets": LEAST,
    "discard": LEAST,
    "evaluate": N_("The location most likely to be controlled comes first."),
    "jail": N_("Control of the location improves without that mobster."),
    "move": N_("The figure threatens the most there, or does the least harm."),
    "kill": N_("Control of the location improves without that mobster, and it is hard to bring back."),
    "star": N_("One more point is worth more than the star in hand."),
    "retrieve": N_(
        "Mobsters in the crew can be placed again, and mobsters that stay keep the location. This is the best balance."
    ),
}
"""The reasons for doing something, by the question."""


def because(ctx: MafiaContext, asked: Asked, keys: Sequence[str]) -> str:
    """Returns the reason for a computer player's answer as text; empty if there is none."""
    key = keys[0] if keys else ""
    word, _, target = key.partition(":")
    features = Features(asked.view, asked.seat, CAREFUL)
    if (asked.kind, word) == ("turn", "place"):
        return _placing(ctx, asked, target, features)
    if asked.kind == "react":
        return _reacting(asked, key, features, ctx.t) if len(asked.keys) > 1 else ""
    found = SAID.get((asked.kind, word)) or OTHERWISE.get(asked.kind)
    return ctx.t(found) if found else ""


def _placing(ctx: MafiaContext, asked: Asked, place: str, features: Features) -> str:
    """Returns the reason for placing a mobster: how it raises the chance of control, or that it stops others (M21)."""
    stack = features.stacks[place]
    before, after = (percent(_control(each, place, asked)) for each in (stack, stack + asked.seat))
    named = ctx.place(place)
    if after > before:
        return ctx.t(
            "{place}: the mobster raises the chance to control it from about {before} to {after}\u00a0%.",
            place=named, before=before, after=after,
        )  # fmt: skip
    return ctx.t("{place}: the mobster keeps the others from controlling it.", place=named)


def _control(stack: Stack, place: str, asked: Asked) -> float:
    placing = asked.view["phase"] != "locations"
    sharp, void = (CAREFUL.sharp, CAREFUL.void) if placing else (SETTLED, 0.0)
    return hold(stack, place not in NO_CONTROL_ON_TIE, sharp, void).get(asked.seat, 0.0)


def _reacting(asked: Asked, key: str, features: Features, words: Translator) -> str:
    """Returns the reason for cancelling a play or for letting it happen: how much harm it does to this seat (M60)."""
    author, decision, play = asked.about["play"].split(" ")
    effect = effect_of(features, author, decision.rstrip(":"), play, 0.5)
    harm = -effect if len(asked.about["links"]) % 2 == 0 else effect
    if key != PASS:
        return words("The play does more harm than the cancelling cards are worth.")
    if harm > 0:
        return words("The play does some harm, but less than the cancelling cards are worth.")
    return words("The play does no harm here.")


class MafiaReasons(Reasons[MafiaContext]):
    """The reasons of the computer players of this game."""

    because = staticmethod(because)
