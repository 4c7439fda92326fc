"""Texts about plays, from the key of a play and its target (M52); `mobster` is the owner of the targeted mobster."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.games.context import View
from bot.games.mafia_city.cards import CARDS
from bot.games.mafia_city.names import owner_of
from bot.games.mafia_city.terms import MafiaContext
from rules.mafia_city.deck import kind_of
from rules.mafia_city.effects import ACTIONS

Meaning = Callable[[MafiaContext, Sequence[str], str | None], str]


def described(ctx: MafiaContext, decision: str, key: str, mobster: str | None) -> str:
    """Returns a play as text without its player: a card, a symbol, a location's effect or a cancel."""
    word, *targets = key.split(":")
    if decision == "turn":
        if word in _SYMBOLS_OF_A_TURN:
            return _SYMBOLS_OF_A_TURN[word](ctx, targets, mobster)
        play = CARDS[kind_of(word)].play
        return f"{ctx.card(word)}: {play(ctx, targets, mobster)}" if play else ctx.card(word)
    return _ELSEWHERE[decision](ctx, (word, *targets), mobster)


def target_of(decision: str, key: str, view: View) -> str | None:
    """Returns the owner of the mobster that a play is aimed at; None if it is not aimed at a single mobster."""
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


def _hat(ctx: MafiaContext, targets: Sequence[str], _mobster: str | None) -> str:
    return ctx.t(
        "Hat ({card}): own mobster back to the crew, {place}, height {height}",
        card=ctx.card(targets[0]), place=ctx.place(targets[1]), height=targets[2],
    )  # fmt: skip


def _hats(ctx: MafiaContext, targets: Sequence[str], _mobster: str | None) -> str:
    return ctx.t(
        "Two hats ({cards}): a mobster from the reserve to the location {place}",
        cards=ctx.cards(targets[0].split("+"), " + "), place=ctx.place(targets[1]),
    )  # fmt: skip


def _bullet(ctx: MafiaContext, key: Sequence[str], _mobster: str | None) -> str:
    return ctx.t("Bullet ({card}): one more action", card=ctx.card(key[0]))


def _complicity(ctx: MafiaContext, key: Sequence[str], mobster: str | None) -> str:
    return f"{ctx.card(key[0])}: {ctx.to_the_cell(key[1:], mobster)}"


def _deal(ctx: MafiaContext, key: Sequence[str], _mobster: str | None) -> str:
    return f"{ctx.card(key[0])}: {ctx.t('one more in the count for control')}"


def _jail(ctx: MafiaContext, key: Sequence[str], mobster: str | None) -> str:
    return ctx.t("Effect of the prison: {effect}", effect=ctx.to_the_cell(key, mobster))


def _move(ctx: MafiaContext, key: Sequence[str], _mobster: str | None) -> str:
    return ctx.t("Effect of the harbour: the hitman figure goes to the location {place}", place=ctx.place(key[0]))


def _kill(ctx: MafiaContext, key: Sequence[str], mobster: str | None) -> str:
    if mobster is None:
        return f"{ctx.card(key[0])}: {ctx.t('the mobster at height {height} to the reserve', height=key[1])}"
    said = ctx.t("a mobster of {owner} (height {height}) to the reserve", owner=ctx.who(mobster), height=key[1])
    return f"{ctx.card(key[0])}: {said}"


def _star(ctx: MafiaContext, key: Sequence[str], _mobster: str | None) -> str:
    return ctx.t("Star ({card}): one more point", card=ctx.card(key[0]))


def _react(ctx: MafiaContext, key: Sequence[str], _mobster: str | None) -> str:
    if key[0] != "fists":
        return ctx.card(key[0])
    return ctx.t("two fists ({cards})", cards=ctx.cards(key[1].split("+"), " + "))


def named(ctx: MafiaContext, key: str) -> str:
    """Returns the short name of a play from its key: the hat, the card, or the effect of prison or harbour."""
    word, *targets = key.split(":")
    if word in ("hat", "hats"):
        return ctx.symbol("hat")
    if "-" in word:
        return ctx.card(word)
    return ctx.t("effect of the prison") if targets else ctx.t("effect of the harbour")


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
