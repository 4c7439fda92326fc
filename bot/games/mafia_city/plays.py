"""What a key means: what is played, and at what (M52); `mobster` is the owner of the mobster it is aimed at."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.games.mafia_city.cards import CARDS
from bot.games.mafia_city.names import owner_of
from bot.games.mafia_city.terms import Speaker
from bot.games.protocol import View
from rules.mafia_city.deck import kind_of
from rules.mafia_city.effects import ACTIONS

Meaning = Callable[[Speaker, Sequence[str], str | None], str]


def described(speaker: Speaker, decision: str, key: str, mobster: str | None) -> str:
    """A play in words, without its author: a card, a symbol, a location's effect or a cancel."""
    word, *targets = key.split(":")
    if decision == "turn":
        if word in _SYMBOLS_OF_A_TURN:
            return _SYMBOLS_OF_A_TURN[word](speaker, targets, mobster)
        play = CARDS[kind_of(word)].play
        return f"{speaker.card(word)}: {play(speaker, targets, mobster)}" if play else speaker.card(word)
    return _ELSEWHERE[decision](speaker, (word, *targets), mobster)


def target_of(decision: str, key: str, view: View) -> str | None:
    """The owner of the mobster that a play is aimed at, while it still stands there."""
    word, *targets = key.split(":")
    match decision:
        case "turn" if word == "hat":
            return owner_of(view, targets[1], targets[2])
        case "turn" if (action := ACTIONS.get(kind_of(word))) and action.at_a_mobster:
            return owner_of(view, targets[0], targets[1])
        case "complicity":
            return owner_of(view, targets[0], targets[1])
        case "jail":
            return owner_of(view, word, targets[0])
        case "kill":
            return owner_of(view, view["hitman"], targets[0])
    return None


def _hat(speaker: Speaker, targets: Sequence[str], _mobster: str | None) -> str:
    return speaker.words(
        "Hat ({card}): own mobster back to the crew, {place}, height {height}",
        card=speaker.card(targets[0]), place=speaker.place(targets[1]), height=targets[2],
    )  # fmt: skip


def _hats(speaker: Speaker, targets: Sequence[str], _mobster: str | None) -> str:
    return speaker.words(
        "Two hats ({cards}): a mobster from the reserve to the location {place}",
        cards=speaker.cards(targets[0].split("+"), " + "), place=speaker.place(targets[1]),
    )  # fmt: skip


def _bullet(speaker: Speaker, key: Sequence[str], _mobster: str | None) -> str:
    return speaker.words("Bullet ({card}): one more action", card=speaker.card(key[0]))


def _complicity(speaker: Speaker, key: Sequence[str], mobster: str | None) -> str:
    return f"{speaker.card(key[0])}: {speaker.to_the_cell(key[1:], mobster)}"


def _deal(speaker: Speaker, key: Sequence[str], _mobster: str | None) -> str:
    return f"{speaker.card(key[0])}: {speaker.words('one more in the count for control')}"


def _jail(speaker: Speaker, key: Sequence[str], mobster: str | None) -> str:
    return speaker.words("Effect of the prison: {effect}", effect=speaker.to_the_cell(key, mobster))


def _move(speaker: Speaker, key: Sequence[str], _mobster: str | None) -> str:
    return speaker.words(
        "Effect of the harbour: the hitman figure goes to the location {place}", place=speaker.place(key[0])
    )


def _kill(speaker: Speaker, key: Sequence[str], mobster: str | None) -> str:
    words = speaker.words
    if mobster is None:
        return f"{speaker.card(key[0])}: {words('the mobster at height {height} to the reserve', height=key[1])}"
    said = words("a mobster of {owner} (height {height}) to the reserve", owner=speaker.who(mobster), height=key[1])
    return f"{speaker.card(key[0])}: {said}"


def _star(speaker: Speaker, key: Sequence[str], _mobster: str | None) -> str:
    return speaker.words("Star ({card}): one more point", card=speaker.card(key[0]))


def _react(speaker: Speaker, key: Sequence[str], _mobster: str | None) -> str:
    if key[0] != "fists":
        return speaker.card(key[0])
    return speaker.words("two fists ({cards})", cards=speaker.cards(key[1].split("+"), " + "))


def named(speaker: Speaker, key: str) -> str:
    """A play's short name, from its key alone."""
    word, *targets = key.split(":")
    if word in ("hat", "hats"):
        return speaker.symbol("hat")
    if "-" in word:
        return speaker.card(word)
    return speaker.words("effect of the prison") if targets else speaker.words("effect of the harbour")


_SYMBOLS_OF_A_TURN: dict[str, Meaning] = {"hat": _hat, "hats": _hats}
_ELSEWHERE: dict[str, Meaning] = {
    "bullet": _bullet,
    "complicity": _complicity,
    "deal": _deal,
    "jail": _jail,
    "move": _move,
    "kill": _kill,
    "star": _star,
    "react": _react,
}
