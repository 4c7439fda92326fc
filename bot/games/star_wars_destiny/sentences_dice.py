"""The sentences about dice: rolled, turned, removed, resolved, and the damage they deal."""

from __future__ import annotations

from bot.games.sentences import Sentence, Told
from bot.games.star_wars_destiny.event_facts import SHOWED
from bot.games.star_wars_destiny.event_merging import also
from bot.games.star_wars_destiny.names import DestinyContext, counted
from rules.events import Event
from rules.star_wars_destiny.facts import side


def _activates(ctx: DestinyContext, told: Told) -> str:
    seat = told["seat"]
    player, card = ctx.who(seat), ctx.piece(told["card"], seat)
    for event in also(told):
        dice = _shown(ctx, event.facts, seat, told["card"])
        if ctx.reads(seat):
            return ctx.t("You activate {card} and roll {dice}.", card=card, dice=dice)
        return ctx.t("{player} activates {card} and rolls {dice}.", player=player, card=card, dice=dice)
    if ctx.reads(seat):
        return ctx.t("You activate {card}.", card=card)
    return ctx.t("{player} activates {card}.", player=player, card=card)


def _shown(ctx: DestinyContext, told: Told, seat: str, card: str | None = None) -> str:
    """Returns the dice of a roll as text; the dice of `card` itself are named by their sides only."""
    own = [ctx.side(word, rolled=True) for die, word in told["dice"] if die.partition("+")[0] == card]
    others = [(die, word) for die, word in told["dice"] if die.partition("+")[0] != card]
    named = [ctx.dice(others, seat, rolled=True)] if others else []
    return ", ".join([*own, *named])


def _rolls(ctx: DestinyContext, told: Told) -> str:
    seat, dice = told["seat"], _shown(ctx, told, told["seat"])
    if ctx.reads(seat):
        return ctx.t("You roll {dice}.", dice=dice)
    return ctx.t("{player} rolls {dice}.", player=ctx.who(seat), dice=dice)


def _rerolls(ctx: DestinyContext, told: Told) -> str:
    """Returns the sentence of a reroll: each card (perhaps of another player) with the new sides of its dice."""
    cards: dict[str, list[str]] = {}
    for die, word in told["dice"]:
        cards.setdefault(ctx.piece(die), []).append(ctx.side(word, rolled=True))
    said = [
        ctx.t("{card} rerolls: {sides}", card=card, sides=", ".join(sides))
        for card, sides in cards.items()
    ]  # fmt: skip
    return "; ".join(said) + "."


def _turns_die(ctx: DestinyContext, told: Told) -> str:
    said = [
        ctx.t("{card} turns to {side}", card=ctx.piece(each["die"]), side=ctx.side(each["side"])) for each in _all(told)
    ]
    return "; ".join(said) + "."


def _turned(ctx: DestinyContext, told: Told) -> str:
    return f"{ctx.piece(told['die'])} → {ctx.side(told['side'])}"


def _removes_die(ctx: DestinyContext, told: Told) -> str:
    """Returns the sentence of a removed die, with its side if that is known."""
    gone = _all(told)
    dice = counted(
        f"{ctx.piece(each['die'])} ({ctx.side(each[SHOWED])})" if SHOWED in each else ctx.piece(each["die"])
        for each in gone
    )
    return ctx.t.plural("{dice} leaves the pool.", "{dice} leave the pool.", len(gone), dice=dice)


def _all(told: Told) -> list[Told]:
    return [told, *(event.facts for event in also(told))]


def _holds(ctx: DestinyContext, told: Told) -> str:
    return ctx.t("{card} holds {die}.", card=ctx.piece(told["card"]), die=ctx.die(told["die"], None))


def _damage(ctx: DestinyContext, told: Told) -> str:
    what = _taken(ctx, told)
    return f"{ctx.piece(told['by'])} → {ctx.piece(told['character'])}: {what}."


def _taken(ctx: DestinyContext, told: Told) -> str:
    taken, blocked = told["taken"], told["blocked"]
    if blocked and not taken:
        return ctx.t("{count} damage, all blocked", count=blocked)
    said = ctx.t.plural("{n} damage", "{n} damage", taken)
    return said + f" ({ctx.t('blocked {count}', count=blocked)})" if blocked else said


# Resolved dice, several of one action in one sentence


def _resolves(ctx: DestinyContext, told: Told) -> str:
    each: list[tuple[Told, list[Event]]] = [(told, [])]
    for event in also(told):
        if event.name == "resolves":
            each.append((event.facts, []))
        else:
            each[-1][1].append(event)
    dice = [_resolved(ctx, die, did) for die, did in each]
    first = ctx.t("{card} resolves {what}", card=dice[0][0], what=dice[0][1])
    return "; ".join([first, *(f"{card} {what}" for card, what in dice[1:])]) + "."


def _resolved(ctx: DestinyContext, die: Told, did: list[Event]) -> tuple[str, str]:
    """Returns the card of a resolved die, and the die as text: `1 melee with A Rey = 3 → B Kylo Ren: 3 damage`."""
    said = ctx.side(die["side"])
    if die["modifiers"]:
        said += " " + ctx.t("with {dice} = {value}", dice=ctx.pieces(die["modifiers"]), value=die["value"])
    elif side(die["side"]).value != die["value"]:
        said += f" = {die['value']}"
    if die["target"]:
        said += f" → {ctx.thing(die['target'])}"
    done = [text for event in did if (text := _did(ctx, die, event))]
    return ctx.piece(die["die"]), f"{said}: {', '.join(done)}" if done else said


def _did(ctx: DestinyContext, die: Told, event: Event) -> str:
    told = event.facts
    match event.name:
        case "damage":
            taken = _taken(ctx, told)
            return taken if told["character"] == die["target"] else f"{ctx.piece(told['character'])} {taken}"
        case "shields":
            same = told["character"] == die["target"]
            return (
                "" if same and told["change"] == die["value"] else f"{ctx.piece(told['character'])} +{told['change']}"
            )
        case "discards":
            return ctx.t("discarded {cards}", cards=ctx.cards(told["cards"]))
        case "turns_die":
            return _turned(ctx, told)
    return ctx.t("resources {count}", count=told["change"]) if told["change"] < 0 else ""


DICE: dict[str, Sentence] = {
    "activates": _activates, "rolls": _rolls, "rerolls": _rerolls, "turns_die": _turns_die,
    "removes_die": _removes_die, "holds": _holds, "damage": _damage, "resolves": _resolves,
}  # fmt: skip
