"""What is printed on a card, in words: type, cost, colour, points, sides, keywords, restrictions, its sentences."""

from __future__ import annotations

from bot.games.star_wars_destiny.card_texts import CARD_TEXTS
from bot.games.star_wars_destiny.names import COLOUR_NAMES, X_IS
from bot.games.star_wars_destiny.symbols import sides_of
from bot.texts import N_, Translator
from rules.star_wars_destiny.cards import TEXTS
from rules.star_wars_destiny.facts import CARDS, Printed

TYPES = {
    "character": N_("character"),
    "upgrade": N_("upgrade"),
    "support": N_("support"),
    "event": N_("event"),
    "battlefield": N_("battlefield"),
}
AFFILIATIONS = {"hero": N_("hero"), "villain": N_("villain"), "neutral": N_("neutral")}
SUBTYPES = {
    "ability": N_("ability"),
    "weapon": N_("weapon"),
    "equipment": N_("equipment"),
    "vehicle": N_("vehicle"),
    "droid": N_("droid"),
}
KEYWORDS = {"ambush": N_("Ambush"), "guardian": N_("Guardian"), "redeploy": N_("Redeploy")}
RED_ONLY, BLUE_ONLY, YELLOW_ONLY = (
    N_("Red character only."), N_("Blue character only."), N_("Yellow character only."),
)  # fmt: skip
CONTROLLER_ONLY = N_("Only while you control the battlefield.")
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
    "force_training": N_("Only while you have a blue character."),
    "thermal_detonator": N_("Only while you have a yellow character."),
    "occupation": CONTROLLER_ONLY,
    "defensive_position": CONTROLLER_ONLY,
    "dug_in": CONTROLLER_ONLY,
    "flank": N_("Only while you have more ready characters than an opponent."),
}
"""Play restrictions (D190), by the card."""


def keywords_of(code: str) -> list[str]:
    """The keywords printed on a card (D129)."""
    text = TEXTS[code]
    return [word for word in KEYWORDS if getattr(text, word)]


def says(code: str, words: Translator) -> list[str]:
    """Restriction, keywords and sentences of a card, one after the other; empty where nothing is printed."""
    lines = [words(RESTRICTIONS[code])] if code in RESTRICTIONS else []
    keywords = ". ".join(words(KEYWORDS[word]) for word in keywords_of(code))
    return [*lines, *([f"{keywords}."] if keywords else []), *sentences(code, words)]


def sentences(code: str, words: Translator) -> list[str]:
    """What a card does, one sentence an ability."""
    return [ability.said(words) for ability in CARD_TEXTS.get(code, ())]


def sentence(code: str, words: Translator) -> str:
    """All that a card says, in one piece."""
    return " ".join(says(code, words))


def facts_line(code: str, words: Translator) -> list[str]:
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


def _kind(card: Printed, words: Translator) -> str:
    kinds = [words(TYPES[card.type]), *(words(SUBTYPES[each]) for each in card.subtypes)]
    return " – ".join(kinds)


def _points(card: Printed, words: Translator) -> str:
    return words("points {points}", points="/".join(str(each) for each in card.points))
