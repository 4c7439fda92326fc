"""The reasons of computer players as text for beginners; they do not address anyone."""

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
    "sh": N_("Shields stop future damage."),
    "r": N_("Resources pay for cards."),
    "dr": N_("The opponent can pay for less."),
    "dc": N_("The opponent can play and reroll less."),
    "f": N_("Another die is turned to a better side."),
    "sp": N_("The card's own effect is worth more now than the other actions."),
}
"""The reasons for resolving dice of a symbol now."""
VERBS: Final = {
    "activate": N_("Its dice go to the pool. More dice make the next actions stronger."),
    "use": N_("The action of the card costs nothing useful."),
    "reroll": N_("The dice show less than average. A new roll is worth more than this card."),
    "claim": N_("Nothing better is left in this round, and the battlefield can still be claimed."),
    "pass": N_("No action now is better than waiting."),
}
"""The reasons for an action, by its verb."""
STAYS: Final = N_("The card stays in play. Played early, it helps longer.")
EVENT: Final = N_("The event is worth its cost now.")
KINDS: Final = {
    "modify": N_("Adding all affordable modifiers is best."),
    "turn": N_("Turning this die changes the most."),
    "side": N_("That side is worth most at this table."),
    "die": N_("It takes an opponent's best die, or a friendly die that shows little."),
    "dice": N_("It takes friendly dice that show less than average, and opponents' dice that show something."),
    "character": N_("It takes an opponent's character that can be defeated, otherwise the strongest friendly one."),
    "characters": N_("It should hit only opponents."),
    "piece": N_("It takes an opponent's most expensive card, or the cheapest friendly one."),
    "pieces": N_("It takes an opponent's most expensive cards, or the cheapest friendly ones."),
    "distribute": N_("This split does the most: opponents fall sooner, and friendly characters last longer."),
    "mulligan": N_("Cards too expensive to play soon go back."),
    "upkeep": N_("Cards too expensive to play soon are discarded."),
    "card": N_("The most expensive card is usually the strongest one."),
    "cards": N_("The most expensive cards are usually the strongest ones."),
    "opponent": N_("It should hit someone else."),
    "player": N_("It should hit someone else."),
    "battlefield": N_("A deck suits its own battlefield."),
    "may": N_("What a card offers is usually worth taking."),
}
"""The reasons for a choice, by the question."""
NOTHING: Final = {
    "mulligan": N_("No card in hand is too expensive to play soon."),
    "upkeep": N_("No card in hand is too expensive to play next round."),
    "dice": N_("No die is worth it."),
}
"""The reasons for choosing nothing."""


def because(ctx: DestinyContext, asked: Asked, keys: Sequence[str]) -> str:
    """Returns the reason for a computer player's answer as text; empty if there is none."""
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
    """Returns the reason for resolving a die: damage by the target's remaining health, other dice by their symbol."""
    features = Features(asked.view, asked.seat)
    die, *targets = rest
    shown, target = features.shown(die), next((each for each in targets if each in features.characters), "")
    if shown.symbol not in DAMAGE or not target:
        return ctx.t(BY_SYMBOL[shown.symbol]) if shown.symbol in BY_SYMBOL else ""
    named = ctx.piece(target, asked.seat)
    if (shown.value or 0) - features.shields(target) >= features.life(target):
        return ctx.t("{character} is defeated by it, with all its dice.", character=named)
    return ctx.t("{character} gets closer to defeat. An unused die might be removed.", character=named)


class DestinyReasons(Reasons[DestinyContext]):
    """The reasons of the computer players of this game."""

    because = staticmethod(because)
