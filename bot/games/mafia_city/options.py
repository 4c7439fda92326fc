"""How the words of a key look while it is walked, and what a whole answer will do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.games.facts import TableFacts
from bot.games.mafia_city.cards import CARDS
from bot.games.mafia_city.names import mobsters, owner_of
from bot.games.mafia_city.plays import described, target_of
from bot.games.mafia_city.terms import Speaker
from bot.games.protocol import Label, Path, View
from bot.texts import Words, later
from rules.mafia_city.deck import kind_of
from rules.mafia_city.table import LOCATIONS


class Verb(NamedTuple):
    """A word of a key that is neither card, place, height nor seat."""

    text: str
    description: str
    emoji: str
    summary: str = ""
    """What it will do, where it is an answer by itself."""


VERBS = {
    ("turn", "place"): Verb(later("Put a mobster"), later("One of the crew on top of a stack (M10)."), "📍"),
    ("turn", "hat"): Verb(
        later("Hat: take a mobster back"), later("One own mobster from a location to the crew (M15)."), "🎩"
    ),
    ("turn", "hats"): Verb(
        later("Two hats: reinforcement"), later("A mobster from the reserve to any location (M15)."), "🎩"
    ),
    ("turn", "wait"): Verb(later("Wait"), later("Discard any one card for nothing (M10)."), "⏳"),
    ("turn", "pass"): Verb(
        later("Pass"),
        later("You act no more in this phase; after a bullet you only forgo the action (M10, M12)."),
        "💤",
        summary=later("You pass (M10). You act again only after a police raid or by a bullet (M12)."),
    ),
    ("mulligan", "keep"): Verb(
        later("Keep the cards"), later("Both cards stay (M7)."), "👍", summary=later("You keep both cards (M7).")
    ),
    ("mulligan", "redraw"): Verb(
        later("Change the cards"),
        later("Both are discarded, two new ones come (M7)."),
        "🔄",
        summary=later("You discard both cards and take two new ones (M7)."),
    ),
    ("bullet", "stay"): Verb(
        later("Stay out"),
        later("No more action this time (M12)."),
        "💤",
        summary=later("You stay out this time (M12)."),
    ),
    ("react", "pass"): Verb(
        later("Let it pass"), later("You do not cancel it (M62)."), "👌", summary=later("You let it pass.")
    ),
    ("react", "fists"): Verb(later("Cancel by two fists"), later("Both cards are discarded (M60)."), "✊"),
    ("complicity", "pass"): Verb(
        later("Take nobody along"),
        later("You do not use complicity (M70)."),
        "👌",
        summary=later("You take nobody along (M70)."),
    ),
    ("deal", "pass"): Verb(
        later("No deal"),
        later("You play no secret deal now (M22)."),
        "👌",
        summary=later("You play no secret deal now (M22)."),
    ),
    ("jail", "decline"): Verb(
        later("Decline"), later("Nobody goes to the cell (M24)."), "👌", summary=later("Nobody goes to the cell (M24).")
    ),
    ("move", "stay"): Verb(
        later("Leave the figure"),
        later("The hitman figure stays where it is (M24)."),
        "👌",
        summary=later("The hitman figure stays where it is (M24)."),
    ),
    ("kill", "decline"): Verb(
        later("No killing"), later("You play no Hitman (M24)."), "👌", summary=later("You play no Hitman (M24).")
    ),
    ("star", "decline"): Verb(
        later("No star"), later("You play no star (M24)."), "👌", summary=later("You play no star (M24).")
    ),
}
"""By the kind of question and the word."""
_BY_SYMBOL = {"hat": "hat", "bullet": "bullet", "star": "star"}


def option(kind: str, path: Path, view: View, facts: TableFacts, words: Words) -> Label:
    """The label of the last word of a path."""
    speaker, last = Speaker(words, facts), path[-1]
    if len(path) == 1 and (kind, last) in VERBS:
        verb = VERBS[kind, last]
        return Label(words(verb.text), words(verb.description), verb.emoji)
    if "-" in last:
        return _card(kind, path, speaker)
    if last in LOCATIONS:
        return _place(kind, path, view, speaker)
    if last.isdigit():
        return _height(_place_of(kind, path, view), last, view, speaker)
    return _player(last, view, speaker)


def _card(kind: str, path: Path, speaker: Speaker) -> Label:
    """A card, or two played together; the description says what it is used for."""
    codes = path[-1].split("+")
    verb = path[0] if len(path) > 1 else kind
    if verb in _BY_SYMBOL or len(codes) > 1:
        use = speaker.symbol_text(_BY_SYMBOL.get(verb, "hat" if verb == "hats" else "fist"))
    else:
        use = speaker.text(codes[0])
    return Label(speaker.cards(codes, " + "), use, CARDS[kind_of(codes[0])].emoji)


def _place(kind: str, path: Path, view: View, speaker: Speaker) -> Label:
    place, words = path[-1], speaker.words
    stack = view["stacks"][place]
    shown = mobsters(stack[-12:])
    if len(stack) > 12:
        shown = f"… {shown}"
    described_stack = words("stack: {stack}", stack=shown) if stack else words("stack: empty")
    card = CARDS.get(kind_of(path[0])) if kind == "turn" else None
    if card and card.stack_shown and stack:
        described_stack = card.stack_shown(speaker, stack)
    return Label(speaker.numbered(place), described_stack)


def _height(place: str, height: str, view: View, speaker: Speaker) -> Label:
    owner, words = owner_of(view, place, height), speaker.words
    where = ""
    if int(height) == len(view["stacks"][place]):
        where = words("on top")
    if height == "1":
        where = words("at the bottom")
    text = words("Height {height}: {player}", height=height, player=speaker.name(owner))
    return Label(text, where, mobsters(owner)[0])


def _player(seat: str, view: View, speaker: Speaker) -> Label:
    player = view["players"][seat]
    cards = player["cards"] if "cards" in player else len(player["hand"])
    return Label(speaker.name(seat), speaker.words("cards: {count}", count=cards), mobsters(seat)[0])


def _place_of(kind: str, path: Path, view: View) -> str:
    return str(view["hitman"]) if kind == "kill" else path[-2]


def summary(kind: str, keys: Sequence[str], view: View, facts: TableFacts, words: Words) -> str:
    """What an answer will do."""
    speaker = Speaker(words, facts)
    if kind == "retrieve":
        return _retrieve(keys, speaker)
    key = keys[0]
    word, *targets = key.split(":")
    if (verb := VERBS.get((kind, word))) and verb.summary:
        return words(verb.summary)
    if (kind, word) == ("turn", "place"):
        return words("You put a mobster: {place}.", place=speaker.place(targets[0]))
    if kind in ("rackets", "discard") or (kind, word) == ("turn", "wait"):
        return words("You discard: {card}.", card=speaker.card(targets[0] if targets else word))
    if kind in ("evaluate", "collect"):
        return words("You choose: {place}.", place=speaker.numbered(word))
    if kind == "call":
        return words("Next decides: {player}.", player=speaker.who(word))
    if kind == "react":
        return words("You cancel: {cancel}.", cancel=described(speaker, kind, key, None))
    play = described(speaker, kind, key, target_of(kind, key, view))
    return words("You play – {play}.", play=play)


def _retrieve(keys: Sequence[str], speaker: Speaker) -> str:
    words = speaker.words
    if not keys:
        return words("You take nobody back (M31).")
    heights = [key.partition(":")[2] for key in keys]
    return words.plural(
        "You take back {n} mobster: {place}, height {heights} (M31).",
        "You take back {n} mobsters: {place}, heights {heights} (M31).",
        len(keys), place=speaker.place(keys[0].partition(":")[0]), heights=", ".join(heights),
    )  # fmt: skip


def direct(kind: str, path: Path) -> bool:
    """What costs no card; to wait is to choose the card that it costs, and asks for nothing more."""
    if kind == "turn":
        return path == ("pass",) or (path[0] in ("place", "wait") and len(path) == 2)
    return kind in FREE or path[0] in DECLINES


FREE = ("evaluate", "jail", "move", "collect", "call", "retrieve")
"""Questions whose answers cost no card."""
DECLINES = ("pass", "stay", "decline", "keep")
