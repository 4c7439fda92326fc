"""The names of cards, copies and dice: by title and by their sides, never by their IDs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from bot.drawing.signs import Sign
from bot.drawing.tokens import cards
from bot.games.context import Context, View
from bot.games.star_wars_destiny.picture_dice import TINTS
from bot.games.star_wars_destiny.symbols import SIGNS, side_name
from bot.texts import N_
from rules.description import SEATS
from rules.star_wars_destiny.cards import TEXTS
from rules.star_wars_destiny.facts import CARDS, side

_COLOURS = {"red": "🟥", "blue": "🟦", "yellow": "🟨", "gray": "⬜"}
COLOUR_SIGNS = {name: Sign(emoji, f"card_{name}", TINTS[name], cards) for name, emoji in _COLOURS.items()}
COLOUR_NAMES = {"red": N_("red"), "blue": N_("blue"), "yellow": N_("yellow"), "gray": N_("gray")}
PHASES = {
    "setup": N_("Set-up"),
    "action": N_("Action phase"),
    "upkeep": N_("Upkeep phase"),
    "end": N_("End of the round"),
    "over": N_("Game over"),
}


class Name(NamedTuple):
    """The parsed ID of a card in play: `b-rey-2` is the second Rey of seat b; the ID of a battlefield has no owner."""

    owner: str
    code: str
    copy: str


def parsed(name: str) -> Name:
    """Returns the parts of the ID of a card or die, or of a hand key."""
    head, *rest = name.partition("+")[0].split("-")
    if len(head) == 1 and rest:
        return Name(head, rest[0], rest[1] if len(rest) > 1 else "")
    return Name("", head, rest[0] if rest else "")


def code_of(name: str) -> str:
    """Returns the code of a card from its ID, from the ID of one of its dice, or from a hand key."""
    return parsed(name).code


def owner_of(name: str) -> str:
    """Returns the seat that owns a card, from its ID; empty for a battlefield and for cards in hands."""
    return parsed(name).owner


def title(name: str) -> str:
    """Returns a card's title with the number of a further copy, for pictures."""
    found = parsed(name)
    return f"{CARDS[found.code].name} {found.copy}".rstrip()


def is_die(word: str) -> bool:
    """Returns whether a word of a key is a die."""
    return "+" in word[1:] and len(word.partition("-")[0]) == 1


def is_card(word: str) -> bool:
    """Returns whether a word of a key is a card, in play or not."""
    return not is_die(word) and code_of(word) in CARDS if word and word[-1] != "-" else False


def pool_of(view: View) -> Iterator[tuple[str, str, str]]:
    """Yields all dice in all pools: the seat of the pool, the die's ID and its side."""
    for seat, player in view["players"].items():
        for die in player["pool"]:
            yield seat, die["die"], die["side"]


def side_of(view: View, die: str) -> str | None:
    """Returns the side that a die in a pool shows; None if the die is in no pool."""
    return next((word for _, name, word in pool_of(view) if name == die), None)


def battlefields(view: View) -> Mapping[str, str]:
    """Returns the battlefield of each seat that brought one, in the order of the seats, whether it is used or not."""
    used = view["battlefield"]
    fields = {**view["unused"], **({used["owner"]: used["card"]} if used else {})}
    return dict(sorted(fields.items()))


def owner_of_view(view: View) -> str | None:
    """Returns the letter of the seat to which a view belongs; None for an onlooker's view."""
    return next((seat for seat, player in view["players"].items() if "hand" in player), None)


@dataclass(frozen=True, slots=True)
class DestinyContext(Context):
    """The context of a table of this game, with the names of its cards, sides and dice."""

    def card(self, code: str) -> str:
        """Returns a card's title, which is the same in every language."""
        return CARDS[code_of(code)].name

    def cards(self, codes: Iterable[str]) -> str:
        """Returns the titles of several cards, equal ones with their number."""
        return counted(self.card(code) for code in codes)

    def piece(self, name: str, seat: str | None = None) -> str:
        """Returns the name of a card in play, with the number of a further copy.

        The owner's colour and initials precede it if the owner is not `seat`.
        """
        owner, code, copy = parsed(name)
        said = f"{CARDS[code].name} {copy}" if copy else CARDS[code].name
        return f"{self.mark(owner)} {said}" if owner and owner != seat else said

    def pieces(self, names: Iterable[str], seat: str | None = None) -> str:
        """Returns the names of several cards in play, in order."""
        return ", ".join(self.piece(name, seat) for name in names)

    def side(self, word: str, *, rolled: bool = False) -> str:
        """Returns a side of a die as text, such as "2 ranged for 1"; `rolled`: as the result of a roll."""
        return side_name(word, self.t, rolled=rolled)

    def die(self, die: str, word: str | None, seat: str | None = None, *, rolled: bool = False) -> str:
        """Returns a die as text: its side, unless `word` is None, and its card; `rolled`: as the result of a roll."""
        piece = self.piece(die, seat)
        if word is None:
            return self.t("the die of {card}", card=piece)
        said = self.side(word, rolled=rolled)
        code = code_of(die)
        if side(word).x and TEXTS[code].x_says:
            said = f"{said}, {self.t(TEXTS[code].x_says)}"
        return f"{said} ({piece})"

    def dice(self, dice: Iterable[tuple[str, str | None]], seat: str | None = None, *, rolled: bool = False) -> str:
        """Returns several dice as text, equal ones with their number; `rolled`: as the result of a roll."""
        return counted(self.die(die, word, seat, rolled=rolled) for die, word in dice)

    @property
    def source(self) -> str:
        """The name of the card that asks the present question; empty if the rules ask it."""
        name = self.about.get("source", "")
        return self.piece(name) if name and name != "rules" else ""

    def thing(self, word: str, seat: str | None = None) -> str:
        """Returns the name of any word of a key: a die by its side, a card, a player."""
        if is_die(word):
            return self.die(word, side_of(self.view, word), seat)
        if len(word) == 1 and word in SEATS:
            return self.who(word)
        return self.piece(word, seat) if is_card(word) else word


def sign_of_die(word: str | None) -> str | None:
    """Returns the emoji for the symbol of a die's side; None if the side is None."""
    return None if word is None else SIGNS[side(word).symbol]


def sign_of_card(code: str) -> str:
    """Returns the emoji of a card's colour."""
    return COLOUR_SIGNS[CARDS[code_of(code)].colour]


def counted(said: Iterable[str]) -> str:
    """Returns the texts as a list with commas, in which a repeated text is named once with its number (×2)."""
    return ", ".join(f"{one} ×{count}" if count > 1 else one for one, count in Counter(said).items())
