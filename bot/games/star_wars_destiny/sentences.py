"""The sentences of the game's events: the acting player first, present tense, short.

The sentences about dice are in `sentences_dice`.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.games.sentences import Sentence, Told, addressed, by, either, plural, say
from bot.games.star_wars_destiny.event_facts import AIMED, IDLE
from bot.games.star_wars_destiny.event_merging import BESIDE, also
from bot.games.star_wars_destiny.names import DestinyContext
from bot.games.star_wars_destiny.sentences_dice import DICE
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


def _takes_shields(ctx: DestinyContext, told: Told) -> str:
    shields = ", ".join(f"{ctx.piece(each['character'], told['seat'])} {each['count']}" for each in told["characters"])
    if ctx.reads(told["seat"]):
        return ctx.t("You give shields for the unused battlefield: {shields}.", shields=shields)
    return ctx.t(
        "{player} gives shields for the unused battlefield: {shields}.",
        player=ctx.who(told["seat"]), shields=shields,
    )  # fmt: skip


def _round_begins(ctx: DestinyContext, told: Told) -> str:
    heading = "**" + ctx.t("Round {number}", number=told["round"]) + "**"
    return f"{heading} – " + ctx.t("{player} starts.", player=ctx.who(told["first"]))


def _phase_ends(ctx: DestinyContext, told: Told) -> str:
    said = ctx.t("The action phase ends.")
    gained = [f"{ctx.mark(event.facts['seat'])} +{event.facts['change']}" for event in also(told)]
    if not gained:
        return said
    return said + " " + ctx.t("Resources: {resources}.", resources=", ".join(gained))


def _upkeep(ctx: DestinyContext, told: Told) -> str | None:
    """Returns the sentence of a seat's upkeep; None if the seat neither discards nor draws."""
    player, discarded, drawn = ctx.who(told["seat"]), told["discarded"], told["drawn"]
    if drawn and not discarded:
        return ctx.t.plural("{player} discards nothing and draws {n} card.",
                            "{player} discards nothing and draws {n} cards.", drawn, player=player)  # fmt: skip
    if discarded:
        said = ctx.t.plural("{player} discards {n} card.", "{player} discards {n} cards.", discarded, player=player)
        return f"{said} {DRAWS(ctx, {'seat': told['seat'], 'count': drawn})}" if drawn else said
    return None


def _over(ctx: DestinyContext, told: Told) -> str:
    players = ctx.players(told["winners"])
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
    if ctx.reads(seat):
        idle = ctx.t("You play {card} ({more}), with no effect.", **facts)
        return idle if told.get(IDLE) else ctx.t("You play {card} ({more}).", **facts)
    if told.get(IDLE):
        return ctx.t("{player} plays {card} ({more}), with no effect.", **facts)
    return ctx.t("{player} plays {card} ({more}).", **facts)


def _uses(ctx: DestinyContext, told: Told) -> str:
    seat = told["seat"]
    facts = {"player": ctx.who(seat), "card": ctx.piece(told["card"], seat)}
    if ctx.reads(seat):
        idle = ctx.t("You use {card}, with no effect.", **facts)
        return idle if told.get(IDLE) else ctx.t("You use {card}.", **facts)
    if told.get(IDLE):
        return ctx.t("{player} uses {card}, with no effect.", **facts)
    return ctx.t("{player} uses {card}.", **facts)


OWN_DISCARDS = {
    "hand": N_("You discard: {cards}."),
    "deck": N_("You discard from your deck: {cards}."),
    "play": N_("You discard from play: {cards}."),
}
DISCARDS = {
    "hand": N_("{player} discards: {cards}."),
    "deck": N_("{player} discards from the deck: {cards}."),
    "play": N_("{player} discards from play: {cards}."),
}


def _discards(ctx: DestinyContext, told: Told) -> str:
    """Returns the sentence of a discard; in the upkeep, it also names what the other seats discard and draw."""
    return " ".join([_discarded(ctx, told), *_beside(ctx, told)])


DRAWS = plural("{seat:who} draws {n} card.", "{seat:who} draws {n} cards.", "count")


def _draws(ctx: DestinyContext, told: Told) -> str:
    return " ".join([DRAWS(ctx, told), *_beside(ctx, told)])


def _beside(ctx: DestinyContext, told: Told) -> Iterator[str]:
    for event in told.get(BESIDE, ()):
        if said := say(SENTENCES[event.name], ctx, event.facts):
            yield said


def _discarded(ctx: DestinyContext, told: Told) -> str:
    player, cards, own = ctx.who(told["seat"]), ctx.cards(told["cards"]), ctx.reads(told["seat"])
    for event in also(told):
        if event.name == "rerolls":
            dice = ctx.dice(event.facts["dice"], told["seat"], rolled=True)
            if own:
                return ctx.t("You discard {cards} and reroll: {dice}.", cards=cards, dice=dice)
            return ctx.t("{player} discards {cards} and rerolls: {dice}.", player=player, cards=cards, dice=dice)
        drawn = event.facts["count" if event.name == "draws" else "drawn"]
        # The event `drew` names the cards to the seat that draws them.
        if drawn and not own:
            return ctx.t.plural("{player} discards {cards} and draws {n} card.",
                                "{player} discards {cards} and draws {n} cards.", drawn,
                                player=player, cards=cards)  # fmt: skip
    return ctx.t((OWN_DISCARDS if own else DISCARDS)[told["from"]], player=player, cards=cards)


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


def _exhausts(ctx: DestinyContext, told: Told) -> str:
    cards = _all_cards(told)
    return ctx.t.plural("{cards} is exhausted.", "{cards} are exhausted.", len(cards), cards=ctx.pieces(cards))


def _readies(ctx: DestinyContext, told: Told) -> str:
    cards = _all_cards(told)
    return ctx.t.plural("{cards} is ready again.", "{cards} are ready again.", len(cards), cards=ctx.pieces(cards))


def _all_cards(told: Told) -> list[str]:
    return [told["card"], *(event.facts["card"] for event in also(told))]


# Tokens


def _resources(ctx: DestinyContext, told: Told) -> str:
    player, change = ctx.who(told["seat"]), told["change"]
    if ctx.reads(told["seat"]):
        lost = ctx.t.plural("You lose {n} resource.", "You lose {n} resources.", -change)
        return lost if change < 0 else ctx.t.plural("You get {n} resource.", "You get {n} resources.", change)
    if change < 0:
        return ctx.t.plural("{player} loses {n} resource.", "{player} loses {n} resources.", -change,
                                    player=player)  # fmt: skip
    return ctx.t.plural("{player} gets {n} resource.", "{player} gets {n} resources.", change, player=player)


def _shields(ctx: DestinyContext, told: Told) -> str:
    character, change = ctx.piece(told["character"]), told["change"]
    if change < 0:
        return ctx.t.plural("{character} loses {n} shield.", "{character} loses {n} shields.", -change,
                                    character=character)  # fmt: skip
    return ctx.t.plural("{character} gets {n} shield.", "{character} gets {n} shields.", change,
                                character=character)  # fmt: skip


def _defeated(ctx: DestinyContext, told: Told) -> str:
    return "💀 " + ctx.t("{character} is defeated.", character=ctx.piece(told["character"]))


SENTENCES: dict[str, Sentence] = {
    "team": _team,
    "list": N_("Your deck: {cards:cards}."),
    "hand": N_("Your hand: {cards:cards}."),
    "chooses_battlefield": addressed(
        N_("You roll highest and decide: the battlefield is {card:card} ({owner:mark})."),
        N_("{seat:who} rolls highest and decides: the battlefield is {card:card} ({owner:mark})."),
    ),
    "takes_shields": _takes_shields,
    "round_begins": _round_begins,
    "turn": either(
        "extra",
        addressed(N_("You may take an additional action."), N_("{seat:who} may take an additional action.")),
        None,
    ),
    # A seat that has claimed passes every turn of the round (D101), which the table shows.
    "passes": by(
        "why",
        {
            "chosen": addressed(N_("You pass."), N_("{seat:who} passes this turn.")),
            "nothing": addressed(
                N_("You have nothing to do and pass."), N_("{seat:who} has nothing to do and passes.")
            ),
        },
    ),
    "claims": addressed(
        N_("You claim the battlefield {card:card}."), N_("{seat:who} claims the battlefield {card:card}.")
    ),
    "phase_ends": _phase_ends,
    "upkeep": _upkeep,
    "out": by(
        "why",
        {
            "defeated": N_("{seat:who} is out: no character is left."),
            "cards": N_("{seat:who} is out: no card is left in hand or deck."),
        },
    ),
    "over": _over,
    "plays": _plays,
    "uses": _uses,
    "triggers": N_("{card:piece} takes effect."),
    "discards": _discards,
    "draws": addressed(None, _draws),
    "drew": N_("You draw: {cards:cards}."),
    "saw": _saw,
    "shown": _shown,
    "returns": by(
        "into",
        {
            "hand": addressed(
                N_("You take back to your hand: {card:card}."), N_("{seat:who} takes back to the hand: {card:card}.")
            ),
            "deck": addressed(
                N_("You put back into your deck: {card:card}."), N_("{seat:who} puts back into the deck: {card:card}.")
            ),
        },
    ),
    "exhausts": _exhausts,
    "readies": _readies,
    "upgrade_moves": either("on", N_("{card:piece} moves → {on:piece}."), N_("{card:piece} becomes a support.")),
    "swaps": addressed(
        N_("You exchange {card:piece seat} for {new:piece seat} from hand."),
        N_("{seat:who} exchanges {card:piece seat} for {new:piece seat} from hand."),
    ),
    "battlefield_changes": addressed(
        N_("You change the battlefield: {old:card} → {new:card}."),
        N_("{seat:who} changes the battlefield: {old:card} → {new:card}."),
    ),
    "names": addressed(N_("You name {what:piece}."), N_("{seat:who} names {what:piece}.")),
    "resources": _resources,
    "shields": _shields,
    "heals": N_("{character:piece} heals {count} damage."),
    "moves_damage": either(
        "off",
        plural(
            "{off:piece} passes {n} damage on → {onto:piece}.",
            "{off:piece} passes {n} damage on → {onto:piece}.",
            "count",
        ),
        N_("{onto:piece} enters play with {count} damage."),
    ),
    "defeated": _defeated,
    "replaced": N_("{character:piece} is not defeated, thanks to {by:piece}."),
    **DICE,
}
