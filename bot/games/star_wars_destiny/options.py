"""How the words of a key look while it is walked: verb, card or die, target."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.games.facts import TableFacts
from bot.games.naming import COLOURS
from bot.games.protocol import About, Label, Path, View
from bot.games.star_wars_destiny.cards import sentence
from bot.games.star_wars_destiny.either import OFFERS
from bot.games.star_wars_destiny.names import (
    Speaker,
    code_of,
    is_card,
    is_die,
    owner_of,
    owner_of_view,
    pool_of,
    side_of,
    sign_of_card,
    sign_of_die,
)
from bot.games.star_wars_destiny.numbers import amount, shares
from bot.games.star_wars_destiny.symbols import SIGNS, SYMBOLS
from bot.texts import Words, later
from rules.star_wars_destiny.facts import CARDS, side
from rules.star_wars_destiny.facts import SYMBOLS as ALL_SYMBOLS

MOST_LABEL, MOST_DESCRIPTION = 80, 100
SIDES = frozenset(each.word for card in CARDS.values() for each in card.sides)


class Verb(NamedTuple):
    """A word of a key that names neither a card nor a die nor a player."""

    text: str
    description: str
    emoji: str


VERBS = {
    "activate": Verb(later("Activate"), later("Exhaust a character or support and roll its dice (D95)."), "🎲"),
    "play": Verb(later("Play a card"), later("Pay for a card of your hand (D90)."), "🃏"),
    "resolve": Verb(later("Resolve a die"), later("Others of that symbol may follow (D96)."), "💥"),
    "reroll": Verb(later("Discard to reroll"), later("Discard a card to roll dice of your pool again (D99)."), "🔁"),
    "use": Verb(later("Use a card"), later("The action of a card in play (D100)."), "⚙️"),
    "claim": Verb(
        later("Claim the battlefield"), later("Its ability now; then you pass for the rest of the round (D101)."), "🚩"
    ),
    "pass": Verb(later("Pass this turn"), later("Do nothing now (D102)."), "💤"),
    "done": Verb(later("Done"), later("No more."), "👌"),
    "yes": Verb(later("Yes"), "", "👍"),
    "no": Verb(later("No"), "", "👌"),
    "top": Verb(later("On top"), "", "⬆️"),
    "bottom": Verb(later("To the bottom"), "", "⬇️"),
    "discard": Verb(later("From the discard pile"), "", "🗑️"),
    "": Verb(later("Without replacing"), later("It is attached beside the others (D12)."), "➕"),
}
FORGO = Verb(later("Forgo"), later("No additional action (D76)."), "💤")
DECLINE = Verb(later("No, leave it"), later("You do not use it."), "👌")
OPTIONAL = ("card", "character", "die", "piece", "play", "either", "opponent", "battlefield")
"""What begins an optional part may be declined; later on it may be enough."""


def short(text: str, most: int) -> str:
    """The text, cut where it is too long for an option (in UTF-16 units)."""
    while len(text.encode("utf-16-le")) // 2 > most:
        text = text[:-2].rstrip() + "…"
    return text


def option(kind: str, path: Path, about: About, view: View, facts: TableFacts, words: Words) -> Label:
    """The label of the last word of a path."""
    label = _option(kind, path, about, view, Speaker(words, facts))
    return Label(short(label.text, MOST_LABEL), short(label.description, MOST_DESCRIPTION), label.emoji)


def _option(kind: str, path: Path, about: About, view: View, speaker: Speaker) -> Label:
    word, seat = path[-1], owner_of_view(view)
    if kind == "distribute":
        return Label(shares(path, about, speaker, seat))
    if word.isdigit():
        return _number(kind, int(word), about, view, speaker)
    if verb := _verb(kind, word, about):
        return Label(speaker.words(verb.text), verb.description and speaker.words(verb.description), verb.emoji)
    if is_die(word):
        return _die(kind, word, view, speaker, seat)
    if word in SIDES and kind in ("turn", "side"):
        return Label(speaker.side(word), "", sign_of_die(word))
    if kind == "symbol" and word in ALL_SYMBOLS:
        return Label(speaker.words(SYMBOLS[word]), "", SIGNS[word])
    if word in view["players"]:
        return _player(kind, word, view, speaker)
    if is_card(word):
        return _piece(path, view, speaker, seat) if owner_of(word) else _card(path, speaker)
    return Label(word)


def _verb(kind: str, word: str, about: About) -> Verb | None:
    if word == "pass" and about.get("extra"):
        return FORGO
    if word == "done" and kind in OPTIONAL:
        return DECLINE
    return VERBS.get(word)


def _number(kind: str, number: int, about: About, view: View, speaker: Speaker) -> Label:
    words, offers = speaker.words, OFFERS.get(code_of(about.get("source", "")) if about.get("source") else "", ())
    if kind == "either" and number <= len(offers):
        return Label(words(offers[number - 1]))
    if kind == "amount":
        return Label(amount(number, about, words))
    if kind == "group" and number <= len(about.get("groups", ())):
        heap = [(die, side_of(view, die)) for die in about["groups"][number - 1]]
        return Label(words("Heap {number}", number=number), speaker.dice(heap, None) or words("none"))
    return Label(str(number))


def _die(kind: str, die: str, view: View, speaker: Speaker, seat: str | None) -> Label:
    word = side_of(view, die)
    described = ""
    if word is not None and kind in ("action", "resolve") and side(word).symbol == "sp":
        described = sentence(code_of(die), speaker.words)
    text, (card, _, number) = speaker.die(die, word, seat), die.partition("+")
    if any(side_of(view, f"{card}+{before}") == word for before in range(1, int(number))):
        text = speaker.words("{die}, die {number}", die=text, number=number)
    return Label(text, described, sign_of_die(word))


def _player(kind: str, seat: str, view: View, speaker: Speaker) -> Label:
    words, player = speaker.words, view["players"][seat]
    if kind == "battlefield":
        fields = {
            **view["unused"],
            **({view["battlefield"]["owner"]: view["battlefield"]["card"]} if view["battlefield"] else {}),
        }
        if seat in fields:
            return Label(
                f"{speaker.card(fields[seat])} ({speaker.name(seat)})", sentence(fields[seat], words), COLOURS[seat]
            )
    cards = player["cards"] if "cards" in player else len(player["hand"])
    described = words("resources {count}", count=player["resources"]) + " · " + words("hand {count}", count=cards)
    return Label(speaker.name(seat), described, COLOURS[seat])


def _card(path: Path, speaker: Speaker) -> Label:
    """A card of a hand, a pile or a looked-at deck: what it costs and does, with a copy's number."""
    code, words = code_of(path[-1]), speaker.words
    card = CARDS[code]
    if card.type == "battlefield":
        return Label(card.name, sentence(code, words))
    text = f"{speaker.piece(path[-1])} ({words('cost {cost}', cost=card.cost)})"
    return Label(text, sentence(code, words), sign_of_card(code))


def _piece(path: Path, view: View, speaker: Speaker, seat: str | None) -> Label:
    """A card in play: how it stands; another's has its owner's colour in the text already."""
    name, words = path[-1], speaker.words
    text = speaker.piece(name, seat)
    if path[0] in ("play", "discard") and len(path) > 2 and is_card(path[-2]) and owner_of(path[-2]):
        return Label(words("In place of {card}", card=text), words("It is discarded; {cost} less to pay (D91).",
                     cost=CARDS[code_of(name)].cost), "♻️")  # fmt: skip
    return Label(text, _stands(name, view, speaker), COLOURS.get(seat) if seat and owner_of(name) == seat else None)


def _stands(name: str, view: View, speaker: Speaker) -> str:
    words = speaker.words
    for player in view["players"].values():
        for character in player["characters"]:
            if character["id"] == name:
                return _character(character, words)
    return sentence(code_of(name), words)


def _character(character: View, words: Words) -> str:
    parts = [
        words("damage {damage}/{health}", damage=character["damage"], health=CARDS[code_of(character["id"])].health)
    ]
    if character["shields"]:
        parts.append(words("shields {count}", count=character["shields"]))
    if character["upgrades"]:
        parts.append(words("upgrades {count}", count=len(character["upgrades"])))
    if character["exhausted"]:
        parts.append(words("exhausted"))
    return " · ".join(parts)


def offered(keys: Sequence[str], view: View) -> Sequence[str]:
    """Without the second of two dice of one card that show the same: nothing differs between them."""
    alike: dict[str, str] = {}
    first: dict[tuple[str, str], str] = {}
    for _, die, word in pool_of(view):
        alike[die] = first.setdefault((die.partition("+")[0], word), die)
    return [key for key in keys if all(alike.get(word, word) == word for word in key.split(":"))]
