"""The public state as a text table that also reads well aloud, and a seat's own cards and figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.games.facts import TableFacts
from bot.games.kralovske_rosady.cards import CARDS
from bot.games.kralovske_rosady.names import BACK, Speaker, Terms, worth
from bot.games.naming import mark
from bot.games.protocol import View
from bot.texts import Words
from rules.kralovske_rosady.cards import symbol_of, value_of
from rules.kralovske_rosady.table import ROUNDS

MOST = 2500
"""The most characters of the text table, as Discord counts them."""
CARDS_SHOWN = (150, 20, 12, 8, 6, 4)
"""So many cards of a column are named, as far as the table still fits."""
MOST_REMOVED = 6


def public(view: View, facts: TableFacts, words: Words) -> str:
    """The columns, the players and their piles; very long columns are shortened in the middle."""
    speaker = Speaker(words, facts)
    shown = ""
    for most in CARDS_SHOWN:
        shown = _public(view, speaker, most)
        if len(shown.encode("utf-16-le")) <= 2 * MOST:
            break
    return shown


def _public(view: View, speaker: Speaker, most: int) -> str:
    lines = [_heading(view, speaker.words), ""]
    lines += [_column(at, column, speaker, most) for at, column in enumerate(view["columns"], 1)]
    if view["columns"]:
        lines += ["-# " + speaker.words("each column from the point card down"), ""]
    lines += [_player(seat, view, speaker) for seat in view["players"]]
    lines += _removed(view["removed_points"], speaker)
    return "\n".join(lines)


def _heading(view: View, words: Words) -> str:
    said = words("Round {number} of {rounds}", number=view["round"], rounds=ROUNDS)
    if view["phase"] == "evaluate":
        said += " · " + words("evaluation")
    return f"**{said}**"


# Columns


def _column(at: int, column: Mapping[str, Any], speaker: Speaker, most: int) -> str:
    words, symbol = speaker.words, symbol_of(column["point"])
    shown = ", ".join(_shortened([lying(card, symbol, speaker) for card in column["cards"]], most)) or words("empty")
    return f"**{at} · {speaker.point(column['point'])}** · {fullness(column, words)}: {shown}"


def fullness(column: Mapping[str, Any], words: Words) -> str:
    """How many cards lie in a column, how many it wants, and whether it is filled or closed (K15)."""
    count, wanted = len(column["cards"]), value_of(column["point"])
    said = words("cards {count}/{wanted}", count=count, wanted=wanted)
    if column["closed"]:
        return f"{said} 🌩️ {words('closed')}"
    return f"{said} ✅ {words('filled')}" if count >= wanted else said


def lying(card: Mapping[str, Any], symbol: str, speaker: Speaker) -> str:
    """A card as it lies there: its name and value, or its back (K5: where it is tucked under a disguise).

    A view that knows more than everybody shows what lies under the back: a finished game seen again.
    """
    if card["up"]:
        return f"{mark(card['owner'])} {speaker.valued(card['card'], symbol)}"
    hidden = speaker.words("(under the disguise)") if card["tucked"] else speaker.words("face down")
    known = "" if card["card"] is None else f"{speaker.valued(card['card'], symbol)} "
    return f"{mark(card['owner'])} {BACK} {known}{hidden}"


def _shortened(cards: Sequence[str], most: int) -> list[str]:
    if len(cards) <= most:
        return list(cards)
    half = most // 2
    return [*cards[:half], f"… +{len(cards) - most} …", *cards[len(cards) - (most - half) :]]


# Players


def _player(seat: str, view: View, speaker: Speaker) -> str:
    said = f"{mark(seat)} {speaker.who(seat)}: {_figures(view, seat, speaker.words)}"
    if view["turn"] == seat and view["phase"] == "play":
        return f"{said} · ➡️ {speaker.words('on turn')}"
    return said


def _figures(view: View, seat: str, words: Words) -> str:
    player = view["players"][seat]
    cards, points = player["cards"] if "cards" in player else len(player["hand"]), player["points"]
    return words(
        "point cards **{points}** · hand {cards} · pile {deck} · discards {discards}",
        points=points if isinstance(points, int) else len(points), cards=cards, deck=player["deck"],
        discards=len(player["discard"]),
    )  # fmt: skip


def _removed(points: Sequence[str], speaker: Speaker) -> list[str]:
    """K7: the point cards that nobody took."""
    if not points:
        return []
    cards = ", ".join(speaker.point(point) for point in points[-MOST_REMOVED:])
    more = len(points) - MOST_REMOVED
    return [speaker.words("Out of the game: {cards}", cards=f"+{more}, {cards}" if more > 0 else cards)]


# What is the seat's own


def hand(view: View, seat: str, words: Words) -> str:
    """The seat's own cards: name, value, and what they do."""
    cards = view["players"][seat]["hand"]
    if not cards:
        return words("You have no cards.")
    terms = Terms(words)
    lines = []
    for card in cards:
        lines.append(f"{CARDS[card].emoji} **{terms.card(card)}** · {worth(card)}")
        lines.append(f"-# {terms.text(card)}")
    return "\n".join(lines)


def standing(view: View, seat: str, words: Words) -> str:
    """The seat's figures; where the view is its own, the point cards taken; all discards."""
    player, terms = view["players"][seat], Terms(words)
    lines = [f"{mark(seat)} {_figures(view, seat, words)}"]
    if not isinstance(player["points"], int) and player["points"]:
        points = ", ".join(terms.point(point) for point in player["points"])
        lines.append(words("Your point cards: {cards}", cards=points))
    return "\n".join([*lines, *_discards(view, terms)])


def face_down(view: View, seat: str, words: Words) -> str:
    """The seat's own cards that lie face down, where the view knows them, each with its column."""
    terms = Terms(words)
    hidden = [
        words("{card} – column {number}", card=terms.card(card["card"]), number=at)
        for at, column in enumerate(view["columns"], 1)
        for card in column["cards"]
        if card["owner"] == seat and not card["up"] and card["card"] is not None
    ]
    return words("Face down: {cards}", cards=", ".join(hidden)) if hidden else ""


def _discards(view: View, terms: Terms) -> list[str]:
    """Everybody's face-up discards; how they lie does not matter, for they are shuffled before they are used (K13)."""
    return [
        terms.words("Discards of {player}: {cards}", player=mark(seat), cards=terms.cards(cards))
        for seat, player in view["players"].items()
        if (cards := sorted(player["discard"], key=list(CARDS).index))
    ]
