"""Why a computer answers as it does, in words that a beginner understands: nobody is addressed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.games.reasons import Reasons
from bot.games.star_wars_destiny.names import DestinyContext, code_of
from bot.texts import N_, Translator
from rules.players.levels import Question as Asked
from rules.star_wars_destiny.facts import CARDS
from rules.star_wars_destiny.features import DAMAGE, Features

BY_SYMBOL: Final = {
    "sh": N_("Shields stop damage that is still to come."),
    "r": N_("Resources pay for cards."),
    "dr": N_("The opponent can pay for less."),
    "dc": N_("The opponent can play and reroll less."),
    "f": N_("Another die is turned to a better side."),
    "sp": N_("What the card itself says is worth more now than the other actions."),
}
"""Why dice of a symbol are resolved now."""
VERBS: Final = {
    "activate": N_("Its dice come into the pool: with more dice to choose from the next actions are stronger."),
    "use": N_("The action of the card costs nothing that is needed elsewhere."),
    "reroll": N_("The dice show less than they would on average; new rolls are worth more than this card."),
    "claim": N_("Nothing better is left to do in this round; the battlefield is still to be had."),
    "pass": N_("Nothing that could be done now is better than to wait."),
}
"""Why an action is taken, by its verb."""
STAYS: Final = N_("The card stays in play: the sooner it comes, the longer it helps.")
EVENT: Final = N_("What the event does is worth its price now.")
KINDS: Final = {
    "modify": N_("All modifiers that can be paid for are added."),
    "turn": N_("That die gains, or an opponent's die loses, most by being turned."),
    "side": N_("That side is worth most at this table."),
    "die": N_("Chosen is an opponent's best die, or an own one that shows little."),
    "dice": N_("Chosen are own dice that show less than on average, and opponents' dice that show something."),
    "character": N_("Chosen is an opponent's character that can be brought down, else the own strongest one."),
    "characters": N_("It should hit opponents alone."),
    "piece": N_("Chosen is the dearest card of an opponent, or the cheapest own one."),
    "pieces": N_("Chosen are the dearest cards of an opponent, or the cheapest own ones."),
    "distribute": N_("Shared out so, it does most: opponents fall sooner, own characters stand longer."),
    "mulligan": N_("What is too dear to be played soon goes back."),
    "upkeep": N_("What is too dear to be played soon goes."),
    "card": N_("The dearest card is usually the strongest one."),
    "cards": N_("The dearest cards are usually the strongest ones."),
    "opponent": N_("It should hit somebody else."),
    "player": N_("It should hit somebody else."),
    "battlefield": N_("The own battlefield fits the own deck."),
    "may": N_("What a card offers is mostly worth taking."),
}
"""Why something is chosen, by the question."""
NOTHING: Final = {
    "mulligan": N_("No card of this hand is too dear to be played soon."),
    "upkeep": N_("No card of this hand is too dear to be played in the next round."),
    "dice": N_("No die is worth it."),
}
"""Why nothing is chosen."""


def because(ctx: DestinyContext, asked: Asked, keys: Sequence[str]) -> str:
    """What speaks for an answer."""
    if not keys:
        return ctx.t(NOTHING[asked.kind]) if asked.kind in NOTHING else ""
    if asked.kind in ("action", "resolve"):
        verb, *rest = keys[0].split(":") if asked.kind == "action" else ("resolve", *keys[0].split(":"))
        if verb == "resolve":
            return _resolving(ctx, asked, rest)
        return _playing(rest, ctx.t) if verb == "play" else ctx.t(VERBS[verb])
    if asked.kind == "play" and keys[0] not in ("no", "done"):
        return _playing(keys[0].split(":"), ctx.t)
    if asked.kind == "may" and keys[0] == "no":
        return ""
    return ctx.t(KINDS[asked.kind]) if asked.kind in KINDS else ""


def _playing(rest: Sequence[str], words: Translator) -> str:
    card = next(each for each in rest if each != "discard")
    return words(EVENT if CARDS[code_of(card)].type == "event" else STAYS)


def _resolving(ctx: DestinyContext, asked: Asked, rest: Sequence[str]) -> str:
    """Damage by what it leaves of its target; other dice by their symbol."""
    eyes = Features(asked.view, asked.seat)
    die, *targets = rest
    shown, target = eyes.shown(die), next((each for each in targets if each in eyes.characters), "")
    if shown.symbol not in DAMAGE or not target:
        return ctx.t(BY_SYMBOL[shown.symbol]) if shown.symbol in BY_SYMBOL else ""
    named = ctx.piece(target, asked.seat)
    if (shown.value or 0) - eyes.shields(target) >= eyes.life(target):
        return ctx.t("{character} is defeated by it, with all its dice.", character=named)
    return ctx.t("{character} is brought nearer to the end; a die that lies there may be taken away.", character=named)


class DestinyReasons(Reasons[DestinyContext]):
    """The reasons of the computer players of this game."""

    because = staticmethod(because)
