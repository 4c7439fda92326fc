"""The alt text of the table's picture, in the same terms as the board's text."""

from __future__ import annotations

from collections.abc import Sequence

from bot.drawing.seats import mark_on
from bot.drawing.sketch import first_alt
from bot.games.star_wars_destiny.names import PHASES, counted, parsed, title
from bot.games.star_wars_destiny.picture_scene import Character, Person, Rolled, Support, Table, Upgrade
from bot.games.star_wars_destiny.symbols import side_name
from bot.texts import Translator
from rules.star_wars_destiny.facts import CARDS

EVERYTHING, NAMELESS, DICE_ALONE, UPGRADES_COUNTED, SUPPORTS_COUNTED, FEWEST = range(6)
"""The versions of the alt text, from the longest (everything) to the shortest (characters, and numbers of the rest)."""


def heading(table: Table, words: Translator) -> str:
    """Returns the heading of the picture: the round and its phase."""
    return words("Round {number} · {phase}", number=table.round, phase=words(PHASES[table.phase]))


def alt(table: Table, words: Translator) -> str:
    """Returns the alt text of the picture, in the longest version that fits."""
    return first_alt(_alt(table, words, less) for less in range(FEWEST + 1))


def _alt(table: Table, words: Translator, less: int) -> str:
    said = [heading(table, words)]
    if table.battlefield is not None:
        card, player = CARDS[table.battlefield.code].name, mark_on(table.battlefield.controller)
        said.append(words("battlefield {card} ({player})", card=card, player=player))
    if table.limbo:
        said.append(words("Being played: {cards}", cards=_listed(table.limbo)))
    for person in table.people:
        said += _person(person, words, less)
    return ". ".join(said) + "."


def _person(person: Person, words: Translator, less: int) -> list[str]:
    mark = mark_on(person.seat)
    name = mark if less >= NAMELESS else f"{mark} {person.name}"
    if person.out:
        return [f"{name}: {words('out')}"]
    said = [f"{name}: {', '.join(_figures(person, words, less))}"]
    said += [_character(card, words, less) for card in person.characters]
    if person.supports:
        said.append(_supports(person, words, less))
    if person.defeated and less < UPGRADES_COUNTED:
        said.append(words("defeated: {cards}", cards=_listed(person.defeated)))
    if person.pool:
        said.append(_pool(person.pool, words, less))
    return said


def _figures(person: Person, words: Translator, less: int) -> list[str]:
    said = [words("resources {count}", count=person.resources)]
    if less < FEWEST:
        said.append(
            words("hand {hand}, deck {deck}, discards {discards}",
                  hand=person.hand, deck=person.deck, discards=person.discards)
        )  # fmt: skip
    if person.turn:
        said.append(words("to move"))
    if person.asked:
        said.append(words("is deciding"))
    if person.claimed:
        said.append(words("has claimed"))
    return said


def _character(card: Character, words: Translator, less: int) -> str:
    health = CARDS[parsed(card.name).code].health
    said = [title(card.name) + (" ★" if card.dice > 1 else "")]
    said.append(words("damage {damage}/{health}", damage=card.damage, health=health))
    if card.shields:
        said.append(words("shields {count}", count=card.shields))
    if card.exhausted:
        said.append(words("exhausted"))
    if card.doomed:
        said.append(words("defeated at the end of the round"))
    if card.upgrades and less >= UPGRADES_COUNTED:
        said.append(words("upgrades {count}", count=len(card.upgrades)))
    elif card.upgrades:
        said += [_upgrade(each, words) for each in card.upgrades]
    return " ".join(said[:2]) + "".join(f", {more}" for more in said[2:])


def _upgrade(card: Upgrade, words: Translator) -> str:
    more = [words("exhausted")] if card.exhausted else []
    if card.holds:
        more.append(words("holds {die}", die=words("the die of {card}", card=piece(card.holds, card.holds_of))))
    return _with(piece(card.name, card.owner), more)


def _supports(person: Person, words: Translator, less: int) -> str:
    if less >= SUPPORTS_COUNTED:
        return words("supports {count}", count=len(person.supports))
    return words("supports: {cards}", cards=", ".join(_support(each, words) for each in person.supports))


def _support(card: Support, words: Translator) -> str:
    more = [words("exhausted")] if card.exhausted else []
    if card.damage:
        more.append(words("damage {count}", count=card.damage))
    return _with(piece(card.name, card.owner), more)


def _pool(pool: Sequence[Rolled], words: Translator, less: int) -> str:
    if less >= FEWEST:
        return words("dice {count}", count=len(pool))
    dice = [side_name(die.side, words) for die in pool]
    if less < DICE_ALONE:
        dice = [f"{said} ({piece(die.die, die.owner)})" for said, die in zip(dice, pool, strict=True)]
    return words("dice: {dice}", dice=counted(dice))


def _with(said: str, more: Sequence[str]) -> str:
    return f"{said} ({', '.join(more)})" if more else said


def _listed(names: Sequence[str]) -> str:
    return ", ".join(title(name) for name in names)


def piece(name: str, owner: str) -> str:
    """Returns the title of a card in play; `owner`: the owner's token, whose initials precede it, if not empty."""
    return f"{mark_on(owner)} {title(name)}" if owner else title(name)
