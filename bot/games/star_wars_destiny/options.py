"""The labels of the words of a key: verb, card or die, target."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from bot.drawing.seats import emoji_of
from bot.drawing.signs import PASS
from bot.games.context import About, Label, Path, View
from bot.games.star_wars_destiny.cards import sentence
from bot.games.star_wars_destiny.names import (
    DestinyContext,
    battlefields,
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
from bot.games.star_wars_destiny.symbols import BATTLEFIELD, DIE, SIGNS, SYMBOLS
from bot.texts import N_, Translator
from rules.star_wars_destiny.cards import TEXTS
from rules.star_wars_destiny.facts import CARDS, side
from rules.star_wars_destiny.facts import SYMBOLS as ALL_SYMBOLS


def shares(ctx: DestinyContext, path: Sequence[str], seat: str | None) -> str:
    """Returns the text about a split of damage or shields: each character's share so far, and the rest for others."""
    if "characters" not in ctx.about:
        return path[-1]
    characters, given = list(ctx.about["characters"]), [int(word) for word in path]
    left, others = int(ctx.about["amount"]) - sum(given), characters[len(given) :]
    if left == 0 or len(others) == 1:
        given += [left, *[0] * len(others)][: len(others)]
        others = []
    said = ", ".join(_share(ctx.piece(each, seat), count) for each, count in zip(characters, given, strict=False))
    if not others:
        return said
    return ctx.t("{shares}; {left} left for {others}", shares=said, left=left,
                         others=ctx.pieces(others, seat))  # fmt: skip


def _share(name: str, count: int) -> str:
    """Returns a share of damage or shields as text, kept apart from the number of a card's copy."""
    return f"{name}: {count}" if name[-1].isdigit() else f"{name} {count}"


def amount(ctx: DestinyContext, number: int) -> str:
    """Returns the label of an amount: what the asking card moves or removes, otherwise only the number."""
    match code_of(ctx.about.get("source", "")):
        case "draw_attention" if number:
            return ctx.t.plural("Move {n} damage", "Move {n} damage", number)
        case "draw_attention":
            return ctx.t("Move nothing")
        case "riposte" if number:
            return ctx.t.plural("Remove {n} shield", "Remove {n} shields", number)
        case "riposte":
            return ctx.t("Remove none")
    return str(number)


MAX_LABEL, MAX_DESCRIPTION = 80, 100
SIDES = frozenset(each.word for card in CARDS.values() for each in card.sides)


class Verb(NamedTuple):
    """The texts and emoji of a word of a key that names neither a card nor a die nor a player."""

    text: str
    description: str
    emoji: str


VERBS = {
    "activate": Verb(N_("Activate"), N_("Exhaust a character or support and roll its dice."), DIE),
    "play": Verb(N_("Play a card"), N_("Pay for a card of your hand."), "🃏"),
    "resolve": Verb(N_("Resolve a die"), N_("You may add others of that symbol."), "💥"),
    "reroll": Verb(N_("Discard to reroll"), N_("Discard a card to reroll dice of your pool."), "🔁"),
    "use": Verb(N_("Use a card"), N_("The action of a card in play."), "⚙️"),
    "claim": Verb(
        N_("Claim the battlefield"), N_("Use its ability now. Then you pass for the rest of the round."), BATTLEFIELD
    ),
    "pass": Verb(N_("Pass this turn"), N_("Do nothing now."), PASS),
    "done": Verb(N_("Done"), N_("No more."), "👌"),
    "yes": Verb(N_("Yes"), "", "👍"),
    "no": Verb(N_("No"), "", "👎"),
    "top": Verb(N_("On top"), "", "⬆️"),
    "bottom": Verb(N_("To the bottom"), "", "⬇️"),
    "discard": Verb(N_("From the discard pile"), "", "🗑️"),
    "": Verb(N_("Without replacing"), N_("It is attached next to the others."), "➕"),
}
FORGO = Verb(N_("No additional action"), N_("Do nothing now."), "🚫")
DECLINE = Verb(N_("No, don't use it"), N_("You do not use it."), "🚫")
OPTIONAL = ("card", "character", "die", "piece", "play", "either", "opponent", "battlefield")
"""The kinds of decisions in which the answer `done` declines an optional effect."""


def short(text: str, most: int) -> str:
    """Returns the text, truncated with an ellipsis if it is longer than `most` UTF-16 units."""
    while len(text.encode("utf-16-le")) // 2 > most:
        text = text[:-2].rstrip() + "…"
    return text


def option(ctx: DestinyContext, kind: str, path: Path) -> Label:
    """Returns the label of an option: of the last word of a key's beginning, truncated to Discord's limits."""
    label = _option(ctx, kind, path)
    return Label(short(label.text, MAX_LABEL), short(label.description, MAX_DESCRIPTION), label.emoji)


def _option(ctx: DestinyContext, kind: str, path: Path) -> Label:
    word, seat = path[-1], owner_of_view(ctx.view)
    if kind == "distribute":
        return Label(shares(ctx, path, seat))
    if word.isdigit():
        return _number(ctx, kind, int(word))
    if verb := _verb(kind, word, ctx.about):
        return Label(ctx.t(verb.text), verb.description and ctx.t(verb.description), verb.emoji)
    if is_die(word):
        return _die(ctx, kind, word, seat)
    if word in SIDES and kind in ("turn", "side"):
        return Label(ctx.side(word), "", sign_of_die(word))
    if kind == "symbol" and word in ALL_SYMBOLS:
        return Label(ctx.t(SYMBOLS[word]), "", SIGNS[word])
    if word in ctx.view["players"]:
        return _player(ctx, kind, word)
    if is_card(word):
        return _piece(ctx, path, seat) if owner_of(word) else _card(ctx, path)
    return Label(word)


def _verb(kind: str, word: str, about: About) -> Verb | None:
    if word == "pass" and about.get("extra"):
        return FORGO
    if word == "done" and kind in OPTIONAL:
        return DECLINE
    return VERBS.get(word)


def _number(ctx: DestinyContext, kind: str, number: int) -> Label:
    asking = TEXTS.get(code_of(ctx.about.get("source", "")))
    offers = asking.words.offers if asking is not None else ()
    if kind == "either" and number <= len(offers):
        return Label(ctx.t(offers[number - 1]))
    if kind == "amount":
        return Label(amount(ctx, number))
    if kind == "group" and number <= len(ctx.about.get("groups", ())):
        heap = [(die, side_of(ctx.view, die)) for die in ctx.about["groups"][number - 1]]
        return Label(ctx.t("Heap {number}", number=number), ctx.dice(heap, None) or ctx.t("none"))
    return Label(str(number))


def _die(ctx: DestinyContext, kind: str, die: str, seat: str | None) -> Label:
    word = side_of(ctx.view, die)
    described = ""
    if word is not None and kind in ("action", "resolve") and side(word).symbol == "sp":
        described = sentence(code_of(die), ctx.t)
    text, (card, _, number) = ctx.die(die, word, seat), die.partition("+")
    if any(side_of(ctx.view, f"{card}+{before}") == word for before in range(1, int(number))):
        text = ctx.t("{die}, die {number}", die=text, number=number)
    return Label(text, described, sign_of_die(word))


def _player(ctx: DestinyContext, kind: str, seat: str) -> Label:
    player = ctx.view["players"][seat]
    if kind == "battlefield" and (field := battlefields(ctx.view).get(seat)):
        return Label(f"{ctx.card(field)} ({ctx.name(seat)})", sentence(field, ctx.t), emoji_of(seat))
    cards = player["cards"] if "cards" in player else len(player["hand"])
    described = ctx.t("resources {count}", count=player["resources"]) + " · " + ctx.t("hand {count}", count=cards)
    return Label(ctx.name(seat), described, emoji_of(seat))


def _card(ctx: DestinyContext, path: Path) -> Label:
    """Returns the label of a card in a hand, a pile or a looked-at deck: its cost, its effect, and a copy's number."""
    code = code_of(path[-1])
    card = CARDS[code]
    if card.type == "battlefield":
        return Label(card.name, sentence(code, ctx.t), BATTLEFIELD)
    text = f"{ctx.piece(path[-1])} ({ctx.t('cost {cost}', cost=card.cost)})"
    return Label(text, sentence(code, ctx.t), sign_of_card(code))


def _piece(ctx: DestinyContext, path: Path, seat: str | None) -> Label:
    """Returns the label of a card in play with its state, or as the card that a played one replaces.

    The text of another player's card begins with its owner's colour and initials.
    """
    name = path[-1]
    text = ctx.piece(name, seat)
    if path[0] in ("play", "discard") and len(path) > 2 and is_card(path[-2]) and owner_of(path[-2]):
        return Label(ctx.t("In place of {card}", card=text), ctx.t("It is discarded, and you pay {cost} less.",
                     cost=CARDS[code_of(name)].cost), "♻️")  # fmt: skip
    return Label(text, _state_of(ctx, name), emoji_of(seat) if seat and owner_of(name) == seat else None)


def _state_of(ctx: DestinyContext, name: str) -> str:
    for player in ctx.view["players"].values():
        for character in player["characters"]:
            if character["id"] == name:
                return _character(character, ctx.t)
    return sentence(code_of(name), ctx.t)


def _character(character: View, words: Translator) -> str:
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


def offered(keys: Sequence[str], view: Callable[[], View]) -> Sequence[str]:
    """Returns the keys that a panel offers: of several dice of one card that show the same side, only the first."""
    first: dict[tuple[str, str], str] = {}
    others = {die for _, die, word in pool_of(view()) if first.setdefault((die.partition("+")[0], word), die) != die}
    return [key for key in keys if others.isdisjoint(key.split(":"))] if others else keys
