"""Why a computer answers as it does, in words that a beginner understands: nobody is addressed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.games.facts import TableFacts
from bot.games.star_wars_destiny.names import Speaker, code_of
from bot.texts import Words, later
from rules.players.levels import Question as Asked
from rules.star_wars_destiny.eyes import DAMAGE, Eyes
from rules.star_wars_destiny.facts import CARDS

BY_SYMBOL: Final = {
    "sh": later("Shields stop damage that is still to come (D114)."),
    "r": later("Resources pay for cards (D20)."),
    "dr": later("The opponent can pay for less (D20)."),
    "dc": later("The opponent can play and reroll less (D21)."),
    "f": later("Another die is turned to a better side (D22)."),
    "sp": later("What the card itself says is worth more now than the other actions (D23)."),
}
"""Why dice of a symbol are resolved now."""
VERBS: Final = {
    "activate": later("Its dice come into the pool: with more dice to choose from the next actions are stronger."),
    "use": later("The action of the card costs nothing that is needed elsewhere."),
    "reroll": later("The dice show less than they would on average; new rolls are worth more than this card."),
    "claim": later("Nothing better is left to do in this round; the battlefield is still to be had (D101)."),
    "pass": later("Nothing that could be done now is better than to wait (D102)."),
}
"""Why an action is taken, by its verb."""
STAYS: Final = later("The card stays in play: the sooner it comes, the longer it helps.")
EVENT: Final = later("What the event does is worth its price now.")
KINDS: Final = {
    "modify": later("All modifiers that can be paid for are added."),
    "turn": later("That die gains, or an opponent's die loses, most by being turned."),
    "side": later("That side is worth most at this table."),
    "die": later("Chosen is an opponent's best die, or an own one that shows little."),
    "dice": later("Chosen are own dice that show less than on average, and opponents' dice that show something."),
    "character": later("Chosen is an opponent's character that can be brought down, else the own strongest one."),
    "characters": later("It should hit opponents alone."),
    "piece": later("Chosen is the dearest card of an opponent, or the cheapest own one."),
    "pieces": later("Chosen are the dearest cards of an opponent, or the cheapest own ones."),
    "distribute": later("Shared out so, it does most: opponents fall sooner, own characters stand longer."),
    "mulligan": later("What is too dear to be played soon goes back (D70)."),
    "upkeep": later("What is too dear to be played soon goes (D74)."),
    "card": later("The dearest card is usually the strongest one."),
    "cards": later("The dearest cards are usually the strongest ones."),
    "opponent": later("It should hit somebody else."),
    "player": later("It should hit somebody else."),
    "battlefield": later("The own battlefield fits the own deck."),
    "may": later("What a card offers is mostly worth taking."),
}
"""Why something is chosen, by the question."""
NOTHING: Final = {
    "mulligan": later("No card of this hand is too dear to be played soon (D70)."),
    "upkeep": later("No card of this hand is too dear to be played in the next round (D74)."),
    "dice": later("No die is worth it."),
}
"""Why nothing is chosen."""


def because(asked: Asked, keys: Sequence[str], facts: TableFacts, words: Words) -> str:
    """What speaks for an answer."""
    if not keys:
        return words(NOTHING[asked.kind]) if asked.kind in NOTHING else ""
    if asked.kind in ("action", "resolve"):
        verb, *rest = keys[0].split(":") if asked.kind == "action" else ("resolve", *keys[0].split(":"))
        if verb == "resolve":
            return _resolving(asked, rest, Speaker(words, facts))
        return _playing(rest, words) if verb == "play" else words(VERBS[verb])
    if asked.kind == "play" and keys[0] not in ("no", "done"):
        return _playing(keys[0].split(":"), words)
    if asked.kind == "may" and keys[0] == "no":
        return ""
    return words(KINDS[asked.kind]) if asked.kind in KINDS else ""


def _playing(rest: Sequence[str], words: Words) -> str:
    card = next(each for each in rest if each != "discard")
    return words(EVENT if CARDS[code_of(card)].type == "event" else STAYS)


def _resolving(asked: Asked, rest: Sequence[str], speaker: Speaker) -> str:
    """Damage by what it leaves of its target; other dice by their symbol."""
    words, eyes = speaker.words, Eyes(asked.view, asked.seat)
    die, *targets = rest
    shown, target = eyes.shown(die), next((each for each in targets if each in eyes.characters), "")
    if shown.symbol not in DAMAGE or not target:
        return words(BY_SYMBOL[shown.symbol]) if shown.symbol in BY_SYMBOL else ""
    named = speaker.piece(target, asked.seat)
    if (shown.value or 0) - eyes.shields(target) >= eyes.life(target):
        return words("{character} is defeated by it, with all its dice.", character=named)
    return words("{character} is brought nearer to the end; a die that lies there may be taken away.", character=named)
