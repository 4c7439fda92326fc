"""Every event of the game as one sentence: actor first, present tense, short; the evaluation stands apart."""

from __future__ import annotations

from bot.games.kralovske_rosady.evaluation import EVALUATION
from bot.games.kralovske_rosady.names import Speaker
from bot.games.naming import mark
from bot.games.protocol import Sentence, Told

# The course of the game


def _starts(speaker: Speaker, told: Told) -> str:
    return speaker.words("{player} is the starting player.", player=speaker.who(told["seat"]))


def _round_begins(speaker: Speaker, told: Told) -> str:
    words = speaker.words
    points = ", ".join(f"{at} {speaker.point(point)}" for at, point in enumerate(told["points"], 1))
    heading = "**" + words("Round {number}", number=told["round"]) + "**"
    said = words("{heading} – point cards: {points}.", heading=heading, points=points)
    if told["seat"] is None:
        return said
    return said + " " + words("{player} begins.", player=speaker.who(told["seat"]))


def _draws(_speaker: Speaker, _told: Told) -> None:
    """Everybody draws back to three every turn (K13): the sizes of the hands on the board say it all."""
    return


def _drew(speaker: Speaker, told: Told) -> str:
    return speaker.words("You draw: {cards}.", cards=speaker.cards(told["cards"]))


def _reshuffles(speaker: Speaker, told: Told) -> str:
    return speaker.words.plural(
        "{player} shuffles the own discards into a new pile: {n} card (K13).",
        "{player} shuffles the own discards into a new pile: {n} cards (K13).",
        told["cards"], player=speaker.who(told["seat"]),
    )  # fmt: skip


def _skipped(speaker: Speaker, told: Told) -> str:
    return speaker.words("{player} has no card in hand and is skipped (K13).", player=speaker.who(told["seat"]))


def _plays(speaker: Speaker, told: Told) -> str:
    return speaker.words(
        "{mark} {player} lays a card face down: column {number}.",
        mark=mark(told["seat"]), player=speaker.who(told["seat"]), number=told["column"],
    )  # fmt: skip


def _played(speaker: Speaker, told: Told) -> str:
    return speaker.words(
        "You have laid face down: {card} – column {number}.", card=speaker.card(told["card"]), number=told["column"]
    )


def _round_ends(speaker: Speaker, told: Told) -> str:
    words, number, player = speaker.words, told["round"], speaker.who(told["seat"])
    if told["filled"]:
        said = words("Round {number} ends: every column is filled, {player} played last (K12).", number=number,
                     player=player)  # fmt: skip
    else:
        said = words("Round {number} ends: nobody has a card in hand, {player} played last (K13).", number=number,
                     player=player)  # fmt: skip
    hidden = words("What still lies face down is turned up now, without an immediate effect.")
    return f"**{said}** {hidden}"


# Turned cards


def _turned(speaker: Speaker, told: Told) -> str:
    return speaker.words(
        "Turned in column {number}: {card}.", number=told["column"], card=speaker.owned(told["seat"], told["card"])
    )


def _explores(speaker: Speaker, told: Told) -> str:
    return speaker.words(
        "{card} goes on, face down: column {number} → column {target}.",
        card=speaker.owned(told["seat"], "explorer"), number=told["column"], target=told["target"],
    )  # fmt: skip


def _explorer_stays(speaker: Speaker, told: Told) -> str:
    words, card, number = speaker.words, speaker.owned(told["seat"], "explorer"), told["column"]
    if told["tired"]:
        return words("{card} has moved often enough and stays in column {number}, face up (K6).", card=card,
                     number=number)  # fmt: skip
    return words("{card} stays in column {number}, face up: all others are closed (K6).", card=card, number=number)


def _murdered(speaker: Speaker, told: Told) -> str:
    return speaker.words(
        "{murderer} removes what turned it: {card} (column {number}).",
        murderer=speaker.owned(told["by"], "murderer"), card=speaker.owned(told["seat"], told["card"]),
        number=told["column"],
    )  # fmt: skip


def _closed(speaker: Speaker, told: Told) -> str:
    card = speaker.owned(told["seat"], "storm")
    return speaker.words("{card} closes column {number} (K15).", card=card, number=told["column"])


def _tucks(speaker: Speaker, told: Told) -> str:
    player = speaker.who(told["seat"])
    return speaker.words(
        "{player} hides a card under the disguise: column {number}.", player=player, number=told["column"]
    )


def _tucked(speaker: Speaker, told: Told) -> str:
    return speaker.words(
        "You have hidden under the disguise: {card} – column {number}.",
        card=speaker.card(told["card"]), number=told["column"],
    )  # fmt: skip


def _tucks_nothing(speaker: Speaker, told: Told) -> str:
    player = speaker.who(told["seat"])
    return speaker.words(
        "{player} hides nothing under the disguise: column {number}.", player=player, number=told["column"]
    )


def _betrays(speaker: Speaker, told: Told) -> str:
    return speaker.words(
        "{player} swaps two point cards by the traitor: column {number} now {point}, column {other} now {other_point}.",
        player=speaker.who(told["seat"]), number=told["column"], point=speaker.point(told["point"]),
        other=told["other"], other_point=speaker.point(told["other_point"]),
    )  # fmt: skip


def _stays_loyal(speaker: Speaker, told: Told) -> str:
    player = speaker.who(told["seat"])
    return speaker.words(
        "{player} swaps nothing by the traitor: column {number}.", player=player, number=told["column"]
    )


SENTENCES: dict[str, Sentence] = {
    "starts": _starts, "round_begins": _round_begins, "draws": _draws, "drew": _drew, "reshuffles": _reshuffles,
    "skipped": _skipped, "plays": _plays, "played": _played, "round_ends": _round_ends, "turned": _turned,
    "explores": _explores, "explorer_stays": _explorer_stays, "murdered": _murdered, "closed": _closed,
    "tucks": _tucks, "tucked": _tucked, "tucks_nothing": _tucks_nothing, "betrays": _betrays,
    "stays_loyal": _stays_loyal, **EVALUATION,
}  # fmt: skip
