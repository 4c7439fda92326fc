"""The reasons of computer players in words for beginners; they address no one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.games.mafia_city.terms import MafiaContext
from bot.games.reasons import Reasons, percent
from bot.texts import N_, Translator
from rules.decisions import PASS
from rules.mafia_city.control import NO_CONTROL_ON_TIE
from rules.mafia_city.features import CAREFUL, SETTLED, Features, hold
from rules.mafia_city.plays import effect_of
from rules.players.levels import Question as Asked

LEAST: Final = N_("Of all cards in this hand this one is missed least.")
TEXT: Final = N_("What this does in the city now is worth more than it costs in hand.")
NOT_WORTH: Final = N_("What could be won by it is not worth the card.")
DECLINED: Final = N_("Nobody stands there whose absence would help more than it harms.")
SAID: Final = {
    ("turn", PASS): N_("No action is worth a card now: cards in hand are needed later."),
    ("turn", "wait"): N_("It is better to let others show first what they want; this card is missed least."),
    ("bullet", "stay"): N_("One more action would bring less than the bullet is worth in hand."),
    ("complicity", PASS): NOT_WORTH,
    ("deal", PASS): N_("A deal would change nothing about the control that is worth the card (M22)."),
    ("jail", "decline"): DECLINED,
    ("kill", "decline"): NOT_WORTH,
    ("star", "decline"): NOT_WORTH,
    ("mulligan", "keep"): N_("These two cards are better than two unknown ones would be on average."),
    ("mulligan", "redraw"): N_("Two unknown cards would be better on average than these."),
}
"""The reasons for doing nothing, or without figures: by the question and the key's first word."""
OTHERWISE: Final = {
    "turn": TEXT,
    "bullet": N_("One more action is worth more than the bullet in hand."),
    "complicity": N_("A mobster goes along whose absence helps more than the card is worth."),
    "deal": N_("With the deal counted, control of the location changes for the better (M22)."),
    "rackets": LEAST,
    "discard": LEAST,
    "evaluate": N_("First comes the location whose effect is most likely one's own (M20)."),
    "jail": N_("Without that mobster the control of the location looks better."),
    "move": N_("There the figure threatens most, or does least harm."),
    "kill": N_("Without that mobster the control of the location looks better, and it is hard to bring back."),
    "star": N_("One more point is worth more than the star in hand (M24)."),
    "retrieve": N_(
        "Whoever comes back to the crew can be placed anew; whoever stays keeps the location. This weighs the two."
    ),
}
"""The reasons for doing something, by the question."""


def because(ctx: MafiaContext, asked: Asked, keys: Sequence[str]) -> str:
    """Returns the reason for an answer."""
    key = keys[0] if keys else ""
    word, _, target = key.partition(":")
    sight = Features(asked.view, asked.seat, CAREFUL)
    if (asked.kind, word) == ("turn", "place"):
        return _placing(ctx, asked, target, sight)
    if asked.kind == "react":
        return _reacting(asked, key, sight, ctx.t) if len(asked.keys) > 1 else ""
    found = SAID.get((asked.kind, word)) or OTHERWISE.get(asked.kind)
    return ctx.t(found) if found else ""


def _placing(ctx: MafiaContext, asked: Asked, place: str, sight: Features) -> str:
    """M21: how likely one is to control the location, without the mobster and with it."""
    stack = sight.stacks[place]
    before, after = (percent(_control(each, place, asked)) for each in (stack, (*stack, asked.seat)))
    named = ctx.place(place)
    if after > before:
        return ctx.t(
            "{place}: the mobster raises the chance to control it from about {before} to {after} % (M21).",
            place=named, before=before, after=after,
        )  # fmt: skip
    return ctx.t("{place}: the mobster keeps the others from controlling it (M21).", place=named)


def _control(stack: tuple[str, ...], place: str, asked: Asked) -> float:
    placing = asked.view["phase"] != "locations"
    sharp, void = (CAREFUL.sharp, CAREFUL.void) if placing else (SETTLED, 0.0)
    return hold(stack, place not in NO_CONTROL_ON_TIE, sharp, void).get(asked.seat, 0.0)


def _reacting(asked: Asked, key: str, sight: Features, words: Translator) -> str:
    """M60: returns what would happen, and which seat it would help."""
    author, decision, play = asked.about["play"].split(" ")
    effect = effect_of(sight, author, decision.rstrip(":"), play, 0.5)
    harm = -effect if len(asked.about["links"]) % 2 == 0 else effect
    if key != PASS:
        return words("What would happen harms more than the cards to cancel it are worth (M60).")
    if harm > 0:
        return words("What would happen harms a little, but less than the cards to cancel it are worth (M60).")
    return words("What would happen does this seat no harm.")


class MafiaReasons(Reasons[MafiaContext]):
    """The reasons of the computer players of this game."""

    because = staticmethod(because)
