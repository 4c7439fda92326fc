"""The summary of an answer, which is shown before it is confirmed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.games.star_wars_destiny.cards import claim_ability, sentence
from bot.games.star_wars_destiny.names import (
    DestinyContext,
    battlefields,
    code_of,
    is_die,
    owner_of,
    owner_of_view,
    side_of,
)
from bot.games.star_wars_destiny.options import SIDES, option
from bot.texts import N_, Translator
from rules.star_wars_destiny.facts import CARDS, side
from rules.star_wars_destiny.features import Features
from rules.star_wars_destiny.foresight import Prospect, prospect
from rules.star_wars_destiny.harm import harming_kinds

VERBS = {
    "pass": N_("You pass."),
    "done": N_("You use nothing more."),
    "yes": N_("You use it."),
    "no": N_("You do not use it."),
}
FORGO = N_("You take no more additional actions.")
SEVERAL = {
    "mulligan": N_("You shuffle back and redraw: {things}."),
    "upkeep": N_("You discard and then draw up to your hand size: {things}."),
    "modify": N_("You add: {things}."),
    "dice": N_("You choose the dice: {things}."),
    "split": N_("The first heap: {things}. All other dice are the second."),
}
NONE = {
    "mulligan": N_("You keep all your cards."),
    "upkeep": N_("You discard nothing and draw up to your hand size."),
    "modify": N_("You add no modifier."),
}
CHOSEN = N_("You choose: {things}.")


def summary(ctx: DestinyContext, kind: str, keys: Sequence[str]) -> str:
    """Returns the effect of an answer as text; for a card to be played, with its price and a warning (`foreseen`)."""
    if kind == "action" and keys[0] == "pass" and ctx.about.get("extra"):
        return ctx.t(FORGO)
    if kind == "action" and keys[0] == "claim":
        return _claims(ctx)
    if len(keys) == 1 and keys[0] in VERBS:
        return ctx.t(VERBS[keys[0]])
    if kind in ("action", "resolve", "play"):
        source = code_of(ctx.about["source"]) if kind == "play" and ctx.about.get("source") else ""
        return _does(ctx, kind, keys[0].split(":"), source)
    if not keys:
        return ctx.t(NONE[kind]) if kind in NONE else ctx.t("You choose none.")
    things = ", ".join(_named(ctx, kind, key.split(":")) for key in keys)
    said = ctx.t(SEVERAL.get(kind, CHOSEN), things=things)
    if kind == "battlefield":
        return f"{said} {sentence(battlefields(ctx.view)[keys[0]], ctx.t)}"
    return said


def _does(ctx: DestinyContext, kind: str, words_: list[str], source: str) -> str:
    seat = owner_of_view(ctx.view)
    verb, *things = words_ if kind == "action" else (kind, *words_)
    if verb == "play":
        said = _plays(ctx, things, seat)
        way = [each for each in things if each and each != "discard"]
        return " ".join([said, *foreseen(ctx, seat, way, source)]) if seat else said
    if verb == "resolve":
        return ctx.t("You resolve: {dice}.", dice=" → ".join(ctx.thing(each, seat) for each in things))
    card = ctx.piece(things[0], seat)
    if verb == "activate":
        return ctx.t("You activate {card} and roll its dice.", card=card)
    if verb == "reroll":
        pool = ctx.view["players"][seat]["pool"] if seat else []
        if len(pool) == 1:
            return ctx.t("You discard {card} to reroll the die of {piece} (now: {side}).", card=card,
                         piece=ctx.piece(pool[0]["die"], seat), side=ctx.side(pool[0]["side"]))  # fmt: skip
        return ctx.t("You discard {card}; then you choose which dice to reroll.", card=card)
    return ctx.t("You use {card}.", card=card)


def _claims(ctx: DestinyContext) -> str:
    """Returns the summary of claiming the battlefield (D101), with the text of its ability."""
    code = ctx.view["battlefield"]["card"]
    return ctx.t("You claim {card} and pass for the rest of the round. You may use its ability: {ability}",
                 card=ctx.card(code), ability=claim_ability(code, ctx.t))  # fmt: skip


def _plays(ctx: DestinyContext, things: Sequence[str], seat: str | None) -> str:
    card, *on = [each for each in things if each and each != "discard"]
    said = " → ".join([ctx.card(card), *(ctx.piece(each, seat) for each in on[:1])])
    if len(on) > 1:
        return ctx.t("You play {card}, in place of {old}.", card=said, old=ctx.piece(on[1], seat))
    return ctx.t("You play {card}.", card=said)


def _named(ctx: DestinyContext, kind: str, words_: list[str]) -> str:
    """Returns the text of a chosen key: the labels of its words in their order.

    For a split of damage or shields only the last label, for a card that is not in play its title.
    """
    labels = [option(ctx, kind, tuple(words_[: at + 1])).text for at in range(len(words_))]
    if kind == "distribute":
        return labels[-1]
    plain = (
        [ctx.card(words_[0])] if kind in ("card", "cards", "mulligan", "upkeep") and not owner_of(words_[0]) else labels
    )
    return " → ".join(plain) if kind != "arrange" or is_die(words_[0]) else " – ".join(labels)


def direct(kind: str, path: Sequence[str]) -> bool:
    """Returns whether an answer needs no confirmation: frequent public choices that cost no card."""
    if kind == "action":
        return path[0] in ("activate", "pass", "resolve")
    return kind in DIRECT


def harms_own(ctx: DestinyContext, kind: str, path: Sequence[str]) -> bool:
    """Returns whether an answer harms the seat's own card or die: melee or ranged damage at an own character, an own
    die turned to a blank, or an own piece chosen for the harm that the asking card does.
    """
    if kind in ("action", "resolve", "side"):
        return len(path) > 1 and path[-1].startswith(f"{ctx.seat}-") and _does_damage(ctx, path[-2])
    if not ctx.seat:
        return False
    features = Features(ctx.view, ctx.seat)
    if kind == "turn":
        return path[-1] == "blank" and features.mine(path[0])
    return kind in harming_kinds(code_of(ctx.about.get("source", ""))) and features.mine(path[-1])


def _does_damage(ctx: DestinyContext, word: str) -> bool:
    """Returns whether a die, or a side of a card's die, deals melee or ranged damage."""
    shown = side_of(ctx.view, word) if is_die(word) else word if word in SIDES else None
    return shown is not None and side(shown).symbol in ("md", "rd")


DIRECT = frozenset({
    "resolve", "turn", "side", "die", "character", "piece", "may", "either", "amount", "opponent", "player", "symbol",
    "group", "order",
})  # fmt: skip


def foreseen(ctx: DestinyContext, seat: str, way: Sequence[str], source: str = "") -> Iterator[str]:
    """Yields sentences about the price of playing a card, the resources left, and a warning if it has no effect now.

    `way`: the words of the play, first the card; `source`: the code of the card that lets it be played, if not an
    action. Yields nothing if the result cannot be predicted from the view.
    """
    found = prospect(ctx.view, seat, ":".join(way), source)
    if found is None:
        return
    price = ctx.t("Cost {price}", price=_price(found, CARDS[way[0]].cost, ctx.t))
    if found.price == 0:
        yield f"{price}."
    elif found.helped:
        yield ctx.t("{price}; your resources: {before} → 0, and cards in play pay {more}.", price=price,
                    before=found.resources, more=found.helped)  # fmt: skip
    else:
        yield ctx.t("{price}; your resources: {before} → {after}.", price=price, before=found.resources,
                    after=found.resources - found.price)  # fmt: skip
    if found.idle:
        yield "⚠️ " + ctx.t("At the moment, this has no effect.")


def _price(found: Prospect, printed: int, words: Translator) -> str:
    less = []
    if found.discount:
        less.append(words("less {count} for cards in play", count=found.discount))
    if found.granted:
        less.append(words("less {count} as the card says", count=found.granted))
    if found.replaced:
        less.append(words("less {count} for the replaced card", count=found.replaced))
    return f"{found.price} ({printed}, {', '.join(less)})" if less else str(found.price)
