"""Every event of the game as one sentence: actor first, present tense, short; dice and tokens have own files."""

from __future__ import annotations

from collections.abc import Iterator

from bot.games.context import mark
from bot.games.game_ui import Sentence, Told
from bot.games.star_wars_destiny.event_facts import AIMED, IDLE
from bot.games.star_wars_destiny.event_merging import BESIDE, also
from bot.games.star_wars_destiny.names import DestinyContext
from bot.games.star_wars_destiny.sentences_dice import DICE
from bot.games.star_wars_destiny.sentences_tokens import TOKENS
from bot.texts import N_

# The course of the game


def _team(ctx: DestinyContext, told: Told) -> str:
    team = ", ".join(
        ctx.piece(each["character"], told["seat"]) + (" ★" if each["dice"] > 1 else "") for each in told["characters"]
    )
    return ctx.t(
        "{player} brings {team} and the battlefield {card}.",
        player=ctx.who(told["seat"]), team=team, card=ctx.card(told["battlefield"]),
    )  # fmt: skip


def _list(ctx: DestinyContext, told: Told) -> str:
    return ctx.t("Your deck: {cards}.", cards=ctx.cards(told["cards"]))


def _hand(ctx: DestinyContext, told: Told) -> str:
    return ctx.t("Your hand: {cards}.", cards=ctx.cards(told["cards"]))


def _chooses_battlefield(ctx: DestinyContext, told: Told) -> str:
    return ctx.t(
        "{player} rolls highest and decides: the battlefield is {card} ({owner}).",
        player=ctx.who(told["seat"]), card=ctx.card(told["card"]), owner=mark(told["owner"]),
    )  # fmt: skip


def _takes_shields(ctx: DestinyContext, told: Told) -> str:
    shields = ", ".join(f"{ctx.piece(each['character'], told['seat'])} {each['count']}" for each in told["characters"])
    return ctx.t(
        "{player} gives shields for the battlefield that is not used: {shields}.",
        player=ctx.who(told["seat"]), shields=shields,
    )  # fmt: skip


def _round_begins(ctx: DestinyContext, told: Told) -> str:
    heading = "**" + ctx.t("Round {number}", number=told["round"]) + "**"
    return f"{heading} – " + ctx.t("{player} starts.", player=ctx.who(told["first"]))


def _turn(ctx: DestinyContext, told: Told) -> str | None:
    if not told["extra"]:
        return None
    return ctx.t("{player} may take an additional action.", player=ctx.who(told["seat"]))


PASSES = {
    "chosen": N_("{player} passes this turn."),
    "nothing": N_("{player} has nothing to do and passes."),
}


def _passes(ctx: DestinyContext, told: Told) -> str | None:
    """Who has claimed passes every turn of the round (D101): the table shows it."""
    if told["why"] not in PASSES:
        return None
    return ctx.t(PASSES[told["why"]], player=ctx.who(told["seat"]))


def _claims(ctx: DestinyContext, told: Told) -> str:
    return ctx.t("{player} claims the battlefield {card}.", player=ctx.who(told["seat"]), card=ctx.card(told["card"]))


def _phase_ends(ctx: DestinyContext, told: Told) -> str:
    said = ctx.t("The action phase ends.")
    gained = [f"{mark(event.facts['seat'])} +{event.facts['change']}" for event in also(told)]
    if not gained:
        return said
    return said + " " + ctx.t("Resources: {resources}.", resources=", ".join(gained))


def _upkeep(ctx: DestinyContext, told: Told) -> str | None:
    """Who neither discards nor draws is passed over."""
    if told["discarded"] or told["drawn"]:
        return ctx.t(
            "{player} discards {discarded} and draws {drawn}.",
            player=ctx.who(told["seat"]), discarded=told["discarded"], drawn=told["drawn"],
        )  # fmt: skip
    return None


OUT = {
    "defeated": N_("{player} is out: no character is left."),
    "cards": N_("{player} is out: no card is left in hand and deck."),
}


def _out(ctx: DestinyContext, told: Told) -> str:
    return ctx.t(OUT[told["why"]], player=ctx.who(told["seat"]))


def _over(ctx: DestinyContext, told: Told) -> str:
    players = ", ".join(ctx.who(seat) for seat in told["winners"])
    return ctx.t.plural("{players} wins the game.", "{players} win the game.", len(told["winners"]), players=players)


# Cards


def _plays(ctx: DestinyContext, told: Told) -> str:
    seat = told["seat"]
    onto = told["on"] or told.get(AIMED)
    played = f"{ctx.card(told['card'])} → {ctx.piece(onto, seat)}" if onto else ctx.card(told["card"])
    more = [ctx.t("cost {cost}", cost=told["cost"])]
    if told["replaces"]:
        more.append(ctx.t("in place of {card}", card=ctx.piece(told["replaces"], seat)))
    facts = {"player": ctx.who(seat), "card": played, "more": ", ".join(more)}
    if told.get(IDLE):
        return ctx.t("{player} plays {card} ({more}), but nothing comes of it.", **facts)
    return ctx.t("{player} plays {card} ({more}).", **facts)


def _uses(ctx: DestinyContext, told: Told) -> str:
    seat = told["seat"]
    facts = {"player": ctx.who(seat), "card": ctx.piece(told["card"], seat)}
    if told.get(IDLE):
        return ctx.t("{player} uses {card}, but nothing comes of it.", **facts)
    return ctx.t("{player} uses {card}.", **facts)


def _triggers(ctx: DestinyContext, told: Told) -> str:
    return ctx.t("{card} takes effect.", card=ctx.piece(told["card"]))


DISCARDS = {
    "hand": N_("{player} discards: {cards}."),
    "deck": N_("{player} discards from the deck: {cards}."),
    "play": N_("{player} discards from play: {cards}."),
}


def _discards(ctx: DestinyContext, told: Told) -> str:
    """In the upkeep with what the others discard and draw."""
    return " ".join([_discarded(ctx, told), *_beside(ctx, told)])


def _beside(ctx: DestinyContext, told: Told) -> Iterator[str]:
    for event in told.get(BESIDE, ()):
        yield SENTENCES[event.name](ctx, event.facts) or ""


def _discarded(ctx: DestinyContext, told: Told) -> str:
    player, cards = ctx.who(told["seat"]), ctx.cards(told["cards"])
    for event in also(told):
        if event.name == "rerolls":
            dice = ctx.dice(event.facts["dice"], told["seat"])
            return ctx.t("{player} discards {cards} and rerolls: {dice}.", player=player, cards=cards, dice=dice)
        drawn = event.facts["count" if event.name == "draws" else "drawn"]
        return ctx.t("{player} discards {cards} and draws {drawn}.", player=player, cards=cards, drawn=drawn)
    return ctx.t(DISCARDS[told["from"]], player=player, cards=cards)


def _draws(ctx: DestinyContext, told: Told) -> str:
    drawn = ctx.t.plural(
        "{player} draws {n} card.", "{player} draws {n} cards.", told["count"], player=ctx.who(told["seat"])
    )
    return " ".join([drawn, *_beside(ctx, told)])


def _drew(ctx: DestinyContext, told: Told) -> str:
    return ctx.t("You draw: {cards}.", cards=ctx.cards(told["cards"]))


SAW = {
    "hand": N_("You see in the hand of {player}: {cards}."),
    "deck": N_("You see in the deck of {player}: {cards}."),
}


def _saw(ctx: DestinyContext, told: Told) -> str:
    cards = ctx.cards(told["cards"]) or ctx.t("no cards")
    return ctx.t(SAW[told["from"]], player=ctx.who(told["of"]), cards=cards)


def _shown(ctx: DestinyContext, told: Told) -> str:
    cards = ctx.cards(told["cards"]) or ctx.t("no cards")
    return ctx.t("{player} sees in your hand: {cards}.", player=ctx.who(told["by"]), cards=cards)


RETURNS = {
    "hand": N_("{player} takes back into the hand: {card}."),
    "deck": N_("{player} puts back into the deck: {card}."),
}


def _returns(ctx: DestinyContext, told: Told) -> str:
    return ctx.t(RETURNS[told["into"]], player=ctx.who(told["seat"]), card=ctx.card(told["card"]))


def _exhausts(ctx: DestinyContext, told: Told) -> str:
    cards = _all_cards(told)
    return ctx.t.plural("{cards} is exhausted.", "{cards} are exhausted.", len(cards), cards=ctx.pieces(cards))


def _readies(ctx: DestinyContext, told: Told) -> str:
    cards = _all_cards(told)
    return ctx.t.plural("{cards} is ready again.", "{cards} are ready again.", len(cards), cards=ctx.pieces(cards))


def _all_cards(told: Told) -> list[str]:
    return [told["card"], *(event.facts["card"] for event in also(told))]


def _upgrade_moves(ctx: DestinyContext, told: Told) -> str:
    card = ctx.piece(told["card"])
    if told["on"] is None:
        return ctx.t("{card} becomes a support.", card=card)
    return ctx.t("{card} moves → {character}.", card=card, character=ctx.piece(told["on"]))


def _swaps(ctx: DestinyContext, told: Told) -> str:
    seat = told["seat"]
    return ctx.t(
        "{player} exchanges {card} for {new} of the own hand.",
        player=ctx.who(seat), card=ctx.piece(told["card"], seat), new=ctx.piece(told["new"], seat),
    )  # fmt: skip


def _battlefield_changes(ctx: DestinyContext, told: Told) -> str:
    return ctx.t(
        "{player} changes the battlefield: {old} → {new}.",
        player=ctx.who(told["seat"]), old=ctx.card(told["old"]), new=ctx.card(told["new"]),
    )  # fmt: skip


def _names(ctx: DestinyContext, told: Told) -> str:
    return ctx.t("{player} names {what}.", player=ctx.who(told["seat"]), what=ctx.piece(told["what"]))


SENTENCES: dict[str, Sentence] = {
    "team": _team, "list": _list, "hand": _hand, "chooses_battlefield": _chooses_battlefield,
    "takes_shields": _takes_shields, "round_begins": _round_begins, "turn": _turn, "passes": _passes,
    "claims": _claims, "phase_ends": _phase_ends, "upkeep": _upkeep, "out": _out, "over": _over, "plays": _plays,
    "uses": _uses, "triggers": _triggers, "discards": _discards, "draws": _draws, "drew": _drew, "saw": _saw,
    "shown": _shown, "returns": _returns, "exhausts": _exhausts, "readies": _readies,
    "upgrade_moves": _upgrade_moves, "swaps": _swaps, "battlefield_changes": _battlefield_changes, "names": _names,
    **TOKENS, **DICE,
}  # fmt: skip
