"""What dice do, in sentences: rolled, turned, removed, resolved, and the damage they deal."""

from __future__ import annotations

from bot.games.protocol import Sentence, Told
from bot.games.star_wars_destiny.coming import SHOWED
from bot.games.star_wars_destiny.joining import also
from bot.games.star_wars_destiny.names import Speaker
from rules.engine import Event
from rules.star_wars_destiny.facts import side


def _activates(speaker: Speaker, told: Told) -> str:
    seat = told["seat"]
    player, card = speaker.who(seat), speaker.piece(told["card"], seat)
    for event in also(told):
        dice = _shown(speaker, event.facts, seat, told["card"])
        return speaker.words("{player} activates {card} and rolls {dice}.", player=player, card=card, dice=dice)
    return speaker.words("{player} activates {card}.", player=player, card=card)


def _shown(speaker: Speaker, told: Told, seat: str, card: str | None = None) -> str:
    """The dice of a roll; those of the activated card itself by what they show alone."""
    own = [speaker.side(word) for die, word in told["dice"] if die.partition("+")[0] == card]
    others = [(die, word) for die, word in told["dice"] if die.partition("+")[0] != card]
    named = [speaker.dice(others, seat)] if others else []
    return ", ".join([*own, *named])


def _rolls(speaker: Speaker, told: Told) -> str:
    seat = told["seat"]
    return speaker.words("{player} rolls {dice}.", player=speaker.who(seat), dice=_shown(speaker, told, seat))


def _rerolls(speaker: Speaker, told: Told) -> str:
    """By the dice's cards: whoever rerolls them need not be whose they are."""
    cards: dict[str, list[str]] = {}
    for die, word in told["dice"]:
        cards.setdefault(speaker.piece(die), []).append(speaker.side(word))
    said = [
        speaker.words("{card} rolls again: {sides}", card=card, sides=", ".join(sides))
        for card, sides in cards.items()
    ]  # fmt: skip
    return "; ".join(said) + "."


def _turns_die(speaker: Speaker, told: Told) -> str:
    said = [
        speaker.words("{card} turns to {side}", card=speaker.piece(each["die"]), side=speaker.side(each["side"]))
        for each in _all(told)
    ]
    return "; ".join(said) + "."


def _turned(speaker: Speaker, told: Told) -> str:
    return f"{speaker.piece(told['die'])} → {speaker.side(told['side'])}"


def _removes_die(speaker: Speaker, told: Told) -> str:
    """With what it showed, where that was told."""
    gone = _all(told)
    dice = speaker.counted(
        f"{speaker.piece(each['die'])} ({speaker.side(each[SHOWED])})" if SHOWED in each else speaker.piece(each["die"])
        for each in gone
    )
    return speaker.words.plural("{dice} leaves the pool.", "{dice} leave the pool.", len(gone), dice=dice)


def _all(told: Told) -> list[Told]:
    return [told, *(event.facts for event in also(told))]


def _holds(speaker: Speaker, told: Told) -> str:
    return speaker.words("{card} holds {die}.", card=speaker.piece(told["card"]), die=speaker.die(told["die"], None))


def _damage(speaker: Speaker, told: Told) -> str:
    what = _taken(speaker, told)
    return f"{speaker.piece(told['by'])} → {speaker.piece(told['character'])}: {what}."


def _taken(speaker: Speaker, told: Told) -> str:
    words, taken, blocked = speaker.words, told["taken"], told["blocked"]
    if blocked and not taken:
        return words("{count} damage, all blocked", count=blocked)
    said = words.plural("{n} damage", "{n} damage", taken)
    return said + f" ({words('blocked {count}', count=blocked)})" if blocked else said


# Dice that are resolved, several of one action in one sentence


def _resolves(speaker: Speaker, told: Told) -> str:
    each: list[tuple[Told, list[Event]]] = [(told, [])]
    for event in also(told):
        if event.name == "resolves":
            each.append((event.facts, []))
        else:
            each[-1][1].append(event)
    dice = [_resolved(speaker, die, did) for die, did in each]
    first = speaker.words("{card} resolves {what}", card=dice[0][0], what=dice[0][1])
    return "; ".join([first, *(f"{card} {what}" for card, what in dice[1:])]) + "."


def _resolved(speaker: Speaker, die: Told, did: list[Event]) -> tuple[str, str]:
    """The card, and what of its die: `1 melee with A Rey = 3 → B Kylo Ren: 3 damage`."""
    said = speaker.side(die["side"])
    if die["modifiers"]:
        said += " " + speaker.words("with {dice} = {value}", dice=speaker.pieces(die["modifiers"]), value=die["value"])
    elif side(die["side"]).value != die["value"]:
        said += f" = {die['value']}"
    if die["target"]:
        said += f" → {speaker.thing(die['target'], {})}"
    done = [text for event in did if (text := _did(speaker, die, event))]
    return speaker.piece(die["die"]), f"{said}: {', '.join(done)}" if done else said


def _did(speaker: Speaker, die: Told, event: Event) -> str:
    told, words = event.facts, speaker.words
    match event.name:
        case "damage":
            taken = _taken(speaker, told)
            return taken if told["character"] == die["target"] else f"{speaker.piece(told['character'])} {taken}"
        case "shields":
            same = told["character"] == die["target"]
            return (
                ""
                if same and told["change"] == die["value"]
                else f"{speaker.piece(told['character'])} +{told['change']}"
            )
        case "discards":
            return words("discarded {cards}", cards=speaker.cards(told["cards"]))
        case "turns_die":
            return _turned(speaker, told)
    return words("resources {count}", count=told["change"]) if told["change"] < 0 else ""


DICE: dict[str, Sentence] = {
    "activates": _activates, "rolls": _rolls, "rerolls": _rerolls, "turns_die": _turns_die,
    "removes_die": _removes_die, "holds": _holds, "damage": _damage, "resolves": _resolves,
}  # fmt: skip
