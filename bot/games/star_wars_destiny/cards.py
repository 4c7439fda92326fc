"""The printed facts of a card as text: type, cost, colour, points, sides, keywords, restrictions, effects."""

from __future__ import annotations

from bot.games.star_wars_destiny.names import COLOUR_NAMES
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
ABILITIES = {"action": N_("Action"), "special": N_("Special"), "claim": N_("Claim")}
"""The labels of abilities that work only at a certain moment (D100, D101, D123)."""


def keywords_of(code: str) -> list[str]:
    """Returns the keywords printed on a card (D129)."""
    text = TEXTS[code]
    return [word for word in KEYWORDS if getattr(text, word)]


def says(code: str, words: Translator) -> list[str]:
    """Returns a card's restriction, keywords and effects as lines of text; empty if nothing is printed."""
    restriction = TEXTS[code].restriction
    lines = [words(restriction)] if restriction else []
    keywords = ". ".join(words(KEYWORDS[word]) for word in keywords_of(code))
    return [*lines, *([f"{keywords}."] if keywords else []), *sentences(code, words)]


def sentences(code: str, words: Translator) -> list[str]:
    """Returns the printed sentences of a card; the last one begins with "Action", "Special" or "Claim" if it is one."""
    text = TEXTS[code]
    said = [words(sentence) for sentence in text.words.says]
    for ability, mark in ABILITIES.items():
        if getattr(text, ability) is not None:
            said[-1] = f"{words(mark)}: {said[-1]}"
    return said


def sentence(code: str, words: Translator) -> str:
    """Returns the printed text of a card (restriction, keywords, effects) as one line."""
    return " ".join(says(code, words))


def claim_ability(code: str, words: Translator) -> str:
    """Returns the text of a battlefield's claim ability, without the word "Claim" before it."""
    return " ".join(words(sentence) for sentence in TEXTS[code].words.says)


def facts_line(code: str, words: Translator) -> list[str]:
    """Returns a line with a card's type, colour, affiliation, and cost or health and points; then its die, if any."""
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
    x_says = TEXTS[code].x_says
    return [first, f"{sides} · {words(x_says)}" if x_says else sides]


def _kind(card: Printed, words: Translator) -> str:
    kinds = [words(TYPES[card.type]), *(words(SUBTYPES[each]) for each in card.subtypes)]
    return " – ".join(kinds)


def _points(card: Printed, words: Translator) -> str:
    return words("points {points}", points="/".join(str(each) for each in card.points))
