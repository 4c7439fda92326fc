"""What is printed on a card, in words: type, cost, colour, points, sides, keywords, restrictions, its sentences."""

from __future__ import annotations

from bot.games.star_wars_destiny.card_texts import CARD_TEXTS
from bot.games.star_wars_destiny.names import COLOUR_NAMES, X_IS
from bot.games.star_wars_destiny.symbols import sides_of
from bot.texts import Words, later
from rules.star_wars_destiny.cards import TEXTS
from rules.star_wars_destiny.facts import CARDS, Printed

TYPES = {
    "character": later("character"),
    "upgrade": later("upgrade"),
    "support": later("support"),
    "event": later("event"),
    "battlefield": later("battlefield"),
}
AFFILIATIONS = {"hero": later("hero"), "villain": later("villain"), "neutral": later("neutral")}
SUBTYPES = {
    "ability": later("ability"),
    "weapon": later("weapon"),
    "equipment": later("equipment"),
    "vehicle": later("vehicle"),
    "droid": later("droid"),
}
KEYWORDS = {"ambush": later("Ambush"), "guardian": later("Guardian"), "redeploy": later("Redeploy")}
RED_ONLY, BLUE_ONLY, YELLOW_ONLY = (
    later("Red character only."), later("Blue character only."), later("Yellow character only."),
)  # fmt: skip
CONTROLLER_ONLY = later("Only while you control the battlefield.")
RESTRICTIONS = {
    "commanding_presence": RED_ONLY,
    "promotion": RED_ONLY,
    "force_choke": BLUE_ONLY,
    "immobilize": BLUE_ONLY,
    "kylo_rens_lightsaber": BLUE_ONLY,
    "force_protection": BLUE_ONLY,
    "luke_skywalkers_lightsaber": BLUE_ONLY,
    "one_with_the_force": BLUE_ONLY,
    "force_throw": BLUE_ONLY,
    "mind_probe": BLUE_ONLY,
    "crime_lord": YELLOW_ONLY,
    "cunning": YELLOW_ONLY,
    "second_chance": YELLOW_ONLY,
    "force_training": later("Only while you have a blue character."),
    "thermal_detonator": later("Only while you have a yellow character."),
    "occupation": CONTROLLER_ONLY,
    "defensive_position": CONTROLLER_ONLY,
    "dug_in": CONTROLLER_ONLY,
    "flank": later("Only while you have more ready characters than an opponent."),
}
"""Play restrictions (D190), by the card."""


def keywords_of(code: str) -> list[str]:
    """The keywords printed on a card (D129)."""
    text = TEXTS[code]
    return [word for word in KEYWORDS if getattr(text, word)]


def says(code: str, words: Words) -> list[str]:
    """Restriction, keywords and sentences of a card, one after the other; empty where nothing is printed."""
    lines = [words(RESTRICTIONS[code])] if code in RESTRICTIONS else []
    keywords = ". ".join(words(KEYWORDS[word]) for word in keywords_of(code))
    return [*lines, *([f"{keywords}."] if keywords else []), *sentences(code, words)]


def sentences(code: str, words: Words) -> list[str]:
    """What a card does, one sentence an ability."""
    return [ability.said(words) for ability in CARD_TEXTS.get(code, ())]


def sentence(code: str, words: Words) -> str:
    """All that a card says, in one piece."""
    return " ".join(says(code, words))


def facts_line(code: str, words: Words) -> list[str]:
    """What a card is and costs; then, where it has a die, its sides."""
    card = CARDS[code]
    parts = [_kind(card, words), words(COLOUR_NAMES[card.colour]), words(AFFILIATIONS[card.affiliation])]
    if card.type == "character":
        parts += [words("health {count}", count=card.health), _points(card, words)]
    elif card.type != "battlefield":
        parts.append(words("cost {cost}", cost=card.cost))
    if card.unique:
        parts.append(words("unique"))
    first = " · ".join(parts)
    if not card.has_die:
        return [first]
    sides = words("Die: {sides}", sides=sides_of(code, words))
    return [first, f"{sides} · {words(X_IS[code])}" if code in X_IS else sides]


def _kind(card: Printed, words: Words) -> str:
    kinds = [words(TYPES[card.type]), *(words(SUBTYPES[each]) for each in card.subtypes)]
    return " – ".join(kinds)


def _points(card: Printed, words: Words) -> str:
    return words("points {points}", points="/".join(str(each) for each in card.points))
