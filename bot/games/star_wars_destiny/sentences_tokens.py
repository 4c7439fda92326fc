"""What happens to resources, shields and damage, in sentences."""

from __future__ import annotations

from bot.games.protocol import Sentence, Told
from bot.games.star_wars_destiny.names import Speaker


def _resources(speaker: Speaker, told: Told) -> str:
    player, change = speaker.who(told["seat"]), told["change"]
    if change < 0:
        return speaker.words.plural("{player} is {n} resource down.", "{player} is {n} resources down.", -change,
                                    player=player)  # fmt: skip
    return speaker.words.plural("{player} gets {n} resource.", "{player} gets {n} resources.", change, player=player)


def _shields(speaker: Speaker, told: Told) -> str:
    character, change = speaker.piece(told["character"]), told["change"]
    if change < 0:
        return speaker.words.plural("{character} loses {n} shield.", "{character} loses {n} shields.", -change,
                                    character=character)  # fmt: skip
    return speaker.words.plural("{character} gets {n} shield.", "{character} gets {n} shields.", change,
                                character=character)  # fmt: skip


def _heals(speaker: Speaker, told: Told) -> str:
    return speaker.words("{character} heals {count} damage.", character=speaker.piece(told["character"]),
                         count=told["count"])  # fmt: skip


def _moves_damage(speaker: Speaker, told: Told) -> str:
    onto = speaker.piece(told["onto"])
    if told["off"] is None:
        return speaker.words("{card} enters play with {count} damage.", card=onto, count=told["count"])
    return speaker.words.plural(
        "{off} passes {n} damage on → {onto}.", "{off} passes {n} damage on → {onto}.", told["count"],
        off=speaker.piece(told["off"]), onto=onto,
    )  # fmt: skip


def _defeated(speaker: Speaker, told: Told) -> str:
    return "💀 " + speaker.words("{character} is defeated.", character=speaker.piece(told["character"]))


def _replaced(speaker: Speaker, told: Told) -> str:
    return speaker.words(
        "{character} is not defeated, thanks to {card}.",
        character=speaker.piece(told["character"]), card=speaker.piece(told["by"]),
    )  # fmt: skip


TOKENS: dict[str, Sentence] = {
    "resources": _resources, "shields": _shields, "heals": _heals, "moves_damage": _moves_damage,
    "defeated": _defeated, "replaced": _replaced,
}  # fmt: skip
