"""The public state as a text table that also reads well aloud, and a seat's own cards and figures."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.facts import TableFacts
from bot.games.mafia_city.cards import CARDS
from bot.games.mafia_city.names import PHASES, mobster, mobsters
from bot.games.mafia_city.terms import Speaker, Terms
from bot.games.protocol import View
from bot.texts import Words
from rules.mafia_city.deck import kind_of, symbol_of
from rules.mafia_city.table import LOCATIONS

MOST_OPEN = 12
"""So many of the cards that lie open are named; the others are counted."""


def public(view: View, facts: TableFacts, words: Words) -> str:
    """The city, the players and the piles."""
    speaker = Speaker(words, facts)
    lines = [_heading(view, words), *_shape_of_the_city(view, speaker), ""]
    lines += [_location(place, view, speaker) for place in LOCATIONS]
    lines += ["", *(_player(seat, view, speaker) for seat in view["players"])]
    lines += ["", *_piles(view, speaker)]
    return "\n".join(lines)


def _heading(view: View, words: Words) -> str:
    phase = words(PHASES[view["phase"]])
    return (
        "**"
        + words("Round {number} · {phase} · goal {goal}", number=view["round"], phase=phase, goal=view["goal"])
        + "**"
    )


def _shape_of_the_city(view: View, speaker: Speaker) -> list[str]:
    if not view["city"]:
        return []
    middle, *rim = (speaker.numbered(place) for place in view["city"])
    return [
        "-# " + speaker.words("In the middle {middle}; around it clockwise {rim}", middle=middle, rim=", ".join(rim))
    ]


def _location(place: str, view: View, speaker: Speaker) -> str:
    words = speaker.words
    stack = mobsters(view["stacks"][place]) or words("empty")
    parts = [f"**{speaker.numbered(place)}**: {stack}"]
    if place == "prison":
        parts.append(words("cell: {mobsters}", mobsters=mobsters(view["cell"]) or words("empty")))
    if view["hitman"] == place:
        parts.append("🔪 " + words("hitman"))
    if place == "police_station" and view["policeman"] is None:
        parts.append("👮 " + words("policeman"))
    if place == "town_hall" and view["mayor"] is None:
        parts.append("🏛️ " + words("mayor"))
    if place in view["marked"]:
        parts.append("✅ " + words("marked"))
    return " · ".join(parts)


def _player(seat: str, view: View, speaker: Speaker) -> str:
    words = speaker.words
    parts = [f"{mobster(seat)} {speaker.who(seat)}: {_figures(view, seat, words)}"]
    if view["start"] == seat:
        parts.append("🚩 " + words("starts the round"))
    if view["policeman"] == seat:
        parts.append("👮 " + words("policeman"))
    if view["mayor"] == seat:
        parts.append("🏛️ " + words("mayor"))
    if view["players"][seat]["passed"]:
        parts.append("💤 " + words("has passed"))
    return " · ".join(parts)


def _figures(view: View, seat: str, words: Words) -> str:
    player = view["players"][seat]
    cards = player["cards"] if "cards" in player else len(player["hand"])
    return words(
        "points **{points}**/{goal} · crew {crew}, reserve {reserve} · cards {cards}",
        points=player["points"], goal=view["goal"], crew=player["crew"], reserve=player["reserve"], cards=cards,
    )  # fmt: skip


def _piles(view: View, speaker: Speaker) -> list[str]:
    words = speaker.words
    top = speaker.card(view["discard"][-1]) if view["discard"] else words("empty")
    said = words(
        "Deck {deck} · discard pile {count}, on top: {top}", deck=view["deck"], count=len(view["discard"]), top=top
    )
    if not view["open"]:
        return [said]
    more = len(view["open"]) - MOST_OPEN
    last = speaker.cards(view["open"][-MOST_OPEN:])
    return [said, words("On the table: {cards}", cards=f"+{more}, {last}" if more > 0 else last)]


def hand(view: View, seat: str, words: Words) -> str:
    """The seat's own cards: name, type, symbol, and what both do."""
    cards = view["players"][seat]["hand"]
    if not cards:
        return words("You have no cards.")
    return "\n".join(_cards(cards, words))


def _cards(cards: Sequence[str], words: Words) -> list[str]:
    speaker = Terms(words)
    lines = []
    for code in dict.fromkeys(cards):
        kind, symbol = kind_of(code), symbol_of(code)
        times = f" ×{cards.count(code)}" if cards.count(code) > 1 else ""
        lines.append(f"{CARDS[kind].emoji} **{speaker.card(code)}**{times} · {words(CARDS[kind].type)}")
        lines.append(f"-# {speaker.text(code)} {speaker.symbol(symbol)}: {speaker.symbol_text(symbol)}")
    return lines


def other_hand(view: View, seat: str, facts: TableFacts, words: Words) -> str | None:
    """M24.4: what the policeman's holder sees of a hand; None where the view does not hold it."""
    if "hand" not in view["players"][seat]:
        return None
    speaker = Speaker(words, facts)
    cards = speaker.cards(view["players"][seat]["hand"]) or words("no cards")
    return words("The hand of {player}: {cards}. Keep it to yourself (M24).", player=speaker.who(seat), cards=cards)


def standing(view: View, seat: str, words: Words) -> str:
    """The seat's own figures."""
    return f"{mobster(seat)} {_figures(view, seat, words)}"
