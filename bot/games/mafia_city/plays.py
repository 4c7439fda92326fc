"""Texts about plays, from the key of a play and its target (M52); `mobster` is the owner of the targeted mobster.

Also finds the seat that a play is aimed at, and whether a seat can play a card on its turn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.games.context import View
from bot.games.mafia_city.cards import ACTION, CARDS
from bot.games.mafia_city.names import owner_of
from bot.games.mafia_city.terms import MafiaContext
from rules.mafia_city.deck import kind_of, symbol_of
from rules.mafia_city.effects import ACTIONS

Meaning = Callable[[MafiaContext, Sequence[str], str | None], str]


def played(ctx: MafiaContext, seat: str | None, decision: str, key: str, mobster: str | None) -> str:
    """Returns the sentence that a seat makes a play; None as the seat addresses the reader."""
    play, word = _described(ctx, decision, key, mobster), key.partition(":")[0]
    player = "" if seat is None else ctx.who(seat)
    if decision in ("jail", "move"):
        if seat is None:
            return ctx.t("You use {effect}.", effect=play)
        return ctx.t("{player} uses {effect}.", player=player, effect=play)
    if decision in ("bullet", "star") or word in _SYMBOLS_OF_A_TURN:
        if seat is None:
            return ctx.t("You play {symbol}.", symbol=play)
        return ctx.t("{player} plays {symbol}.", player=player, symbol=play)
    if seat is None:
        return ctx.t("You play {play}.", play=play)
    return ctx.t("{player} plays {card}.", player=player, card=play)


def cancelled(ctx: MafiaContext, seat: str | None, key: str, against: str | None = None) -> str:
    """Returns the sentence that a seat cancels what was played last, by a seat (`against`) if it is not named before.

    None as the seat addresses the reader.
    """
    word, _, codes = key.partition(":")
    player, author = ("" if one is None else ctx.who(one) for one in (seat, against))
    if word == "fists":
        cards = ctx.bare_cards(codes)
        if seat is None:
            return ctx.t("You cancel it with two fists ({cards}).", cards=cards)
        if against is None:
            return ctx.t("{player} cancels it with two fists ({cards}).", player=player, cards=cards)
        return ctx.t(
            "{player} cancels {author}'s play with two fists ({cards}).", player=player, author=author, cards=cards
        )
    card = ctx.card(word)
    if seat is None:
        return ctx.t("You cancel it with {card}.", card=card)
    if against is None:
        return ctx.t("{player} cancels it with {card}.", player=player, card=card)
    return ctx.t("{player} cancels {author}'s play with {card}.", player=player, author=author, card=card)


def _described(ctx: MafiaContext, decision: str, key: str, mobster: str | None) -> str:
    """Returns a play as text without its player: a card, a symbol or a location's effect."""
    word, *targets = key.split(":")
    if decision == "turn":
        if word in _SYMBOLS_OF_A_TURN:
            return _SYMBOLS_OF_A_TURN[word](ctx, targets, mobster)
        play = CARDS[kind_of(word)].play
        return f"{ctx.card(word)}: {play(ctx, targets, mobster)}" if play else ctx.card(word)
    return _ELSEWHERE[decision](ctx, (word, *targets), mobster)


def can_play(view: View, seat: str) -> bool:
    """Returns whether the seat has a card that it can play on its turn, for its text or as a hat (M10 B, M15, M51)."""
    player = view["players"][seat]
    cards = [CARDS[kind_of(code)] for code in player["hand"]]
    if any(card.type == ACTION and card.has_target(view, seat) for card in cards):
        return True
    hats = [symbol_of(code) for code in player["hand"]].count("hat")
    on_the_board = any(seat in stack for stack in view["stacks"].values())
    return (hats > 0 and on_the_board) or (hats > 1 and player["reserve"] > 0)


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
        "a hat ({card}): a mobster returns to the crew, {place}, height {height}",
        card=ctx.bare_cards(targets[0]), place=ctx.place(targets[1]), height=targets[2],
    )  # fmt: skip


def _hats(ctx: MafiaContext, targets: Sequence[str], _mobster: str | None) -> str:
    return ctx.t(
        "two hats ({cards}): a mobster from the reserve goes to {place}",
        cards=ctx.bare_cards(targets[0]), place=ctx.place(targets[1]),
    )  # fmt: skip


def _bullet(ctx: MafiaContext, key: Sequence[str], _mobster: str | None) -> str:
    return ctx.t("a bullet ({card}): one more action", card=ctx.bare_cards(key[0]))


def _complicity(ctx: MafiaContext, key: Sequence[str], mobster: str | None) -> str:
    return f"{ctx.card(key[0])}: {ctx.to_the_cell(key[1:], mobster)}"


def _deal(ctx: MafiaContext, key: Sequence[str], _mobster: str | None) -> str:
    return f"{ctx.card(key[0])}: {ctx.t('one more in the count for control')}"


def _jail(ctx: MafiaContext, key: Sequence[str], mobster: str | None) -> str:
    return ctx.t("the prison's effect: {effect}", effect=ctx.to_the_cell(key, mobster))


def _move(ctx: MafiaContext, key: Sequence[str], _mobster: str | None) -> str:
    return ctx.t("the harbour's effect: the hitman figure goes to {place}", place=ctx.place(key[0]))


def _kill(ctx: MafiaContext, key: Sequence[str], mobster: str | None) -> str:
    if mobster is None:
        return f"{ctx.card(key[0])}: {ctx.t('the mobster at height {height} to the reserve', height=key[1])}"
    said = ctx.t("a mobster of {owner} (height {height}) to the reserve", owner=ctx.who(mobster), height=key[1])
    return f"{ctx.card(key[0])}: {said}"


def _star(ctx: MafiaContext, key: Sequence[str], _mobster: str | None) -> str:
    return ctx.t("a star ({card}): one more point", card=ctx.bare_cards(key[0]))


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
}
