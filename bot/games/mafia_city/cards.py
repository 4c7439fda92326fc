"""The texts and looks of the cards, one entry per card; apart from the rules, a new card is added only here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from bot.drawing.palette import colour
from bot.drawing.pen import Icon
from bot.drawing.seats import emoji_of
from bot.drawing.signs import Sign
from bot.games.context import View
from bot.games.mafia_city import picture_icons as icons
from bot.games.mafia_city.names import PlaceContext
from bot.texts import N_

Meaning = Callable[[PlaceContext, Sequence[str], str | None], str]
"""A function that returns a card's play as text, from its targets and, if known, the targeted mobster's owner."""

ACTION, REACTION, LOCATION = N_("action"), N_("reaction"), N_("location")
TYPE_TINTS = {ACTION: colour("#1f6b5c"), REACTION: colour("#9b3427"), LOCATION: colour("#3b4a86")}
"""The colours of the types of cards in pictures."""
PLACE, TARGET, HEIGHT, SEAT, CARD = "place", "target", "height", "seat", "card"
"""The kinds of words in a key; a target is a place to which a chosen mobster goes."""
TWO_PLACES, MOBSTER_AND_PLACE = "two places", "mobster and place"
"""The kinds of pairs that are chosen together in one select."""


def _nobody(_targets: Sequence[str], _view: View) -> Sequence[str]:
    return ()


def _mobster_anywhere(view: View, _seat: str) -> bool:
    return any(view["stacks"].values())


def _hand_elsewhere(view: View, seat: str) -> bool:
    return any(one.get("cards") or one.get("hand") for other, one in view["players"].items() if other != seat)


@dataclass(frozen=True, slots=True)
class Card:
    """One kind of card: its texts, looks, and how its play is described and chosen."""

    name: str
    emoji: str
    icon: Icon
    type: str
    text: str
    """The effect of the card, shown next to it."""
    more: str
    """The additional text in the rules help."""
    rule: str = "M51"
    """The number of the rule that describes the effect."""
    play: Meaning | None = None
    """The function that returns the play of an action at its targets as text; None if the card is no action."""
    concerns: Callable[[Sequence[str], View], Sequence[str]] = _nobody
    """Returns the seats that a play is aimed at, except the owner of a targeted mobster."""
    stack_shown: Callable[[PlaceContext, Sequence[str]], str] | None = None
    """Returns the text of a stack while this card chooses from it, if it differs from the whole stack."""
    harms: bool = False
    """Whether the mobster that an action chooses is lost to its owner."""
    has_target: Callable[[View, str], bool] = lambda _view, _seat: True
    """Returns whether a seat could play an action on its turn: whether there is what it needs (M51)."""
    no_target: str = ""
    """The reason for which an action cannot be played on a turn: what it needs is missing (M51)."""
    together: str = ""
    """The kind of pair (TWO_PLACES, MOBSTER_AND_PLACE) if an action's two targets are chosen in one select."""
    leads: Mapping[str, str] = field(default_factory=dict)
    """Kind of word (PLACE, HEIGHT …) -> the effect of choosing it, for beginners, if the label does not explain it."""


def _informer(ctx: PlaceContext, targets: Sequence[str], mobster: str | None) -> str:
    return ctx.to_the_cell(targets, mobster)


def _thief(ctx: PlaceContext, targets: Sequence[str], _mobster: str | None) -> str:
    return ctx.t("a random card of {victim}", victim=ctx.who(targets[0]))


def _police_raid(ctx: PlaceContext, targets: Sequence[str], _mobster: str | None) -> str:
    return ctx.t("all mobsters back to the crews, {place}", place=ctx.place(targets[0]))


def _pulling_strings(ctx: PlaceContext, targets: Sequence[str], _mobster: str | None) -> str:
    first, second = (ctx.place(place) for place in targets)
    return ctx.t("the lowest mobsters change places, {first} and {second}", first=first, second=second)


def _lowest(ctx: PlaceContext, stack: Sequence[str]) -> str:
    return ctx.t("lowest: {mobster}", mobster=f"{emoji_of(stack[0])} {ctx.name(stack[0])}")


def _grand_plan(ctx: PlaceContext, targets: Sequence[str], mobster: str | None) -> str:
    return ctx.t(
        "{mobster} goes to {place}",
        mobster=ctx.a_mobster(targets[0], targets[1], mobster), place=ctx.place(targets[2]),
    )  # fmt: skip


def _rackets(ctx: PlaceContext, _targets: Sequence[str], _mobster: str | None) -> str:
    return ctx.t("draw three cards and discard one of them")


CARDS: Mapping[str, Card] = {
    "hitman": Card(
        name=N_("Hitman"),
        emoji="🔪",
        icon=icons.dagger,
        type=LOCATION,
        text=N_("If you control the harbour: a mobster at the hitman figure goes to the reserve."),
        rule="M24",
        more=N_(
            "One successful kill per evaluation of the harbour; if the card is cancelled, another may follow (M63). "
            "F.B.I. or two fists cancel it. A mobster in the cell cannot be hit."
        ),
    ),
    "complicity": Card(
        name=N_("Complicity"),
        emoji="⛓️",
        icon=icons.chain,
        type=REACTION,
        text=N_("If your mobster goes to the cell, it takes a third player's mobster along."),
        rule="M70",
        more=N_(
            "Only the owner of the mobster that goes to the cell may use it. A third player is neither the "
            "owner nor the one who sent the mobster there. If you send your own mobster to the cell, you may "
            "take any other player's mobster along (M73). Its owner may answer with another Complicity "
            "(M71). Two fists cancel it, Police chief does not (M72)."
        ),
        leads=dict.fromkeys((PLACE, HEIGHT), N_("goes to the cell too")),
    ),
    "police_chief": Card(
        name=N_("Police chief"),
        emoji="👮",
        icon=icons.cap,
        type=REACTION,
        text=N_("Cancels Informer, Thief, Police raid, or the prison's effect."),
        rule="M61",
        more=N_(
            "It cancels one matching text of an opponent. Two fists can cancel it (M62). It does not cancel "
            "what is played for its symbol, nor Complicity (M72). Mobsters in the cell are still released "
            "(M24)."
        ),
    ),
    "fbi": Card(
        name=N_("F.B.I."),
        emoji="🕵️",
        icon=icons.magnifier,
        type=REACTION,
        text=N_("Cancels Hitman, Rackets, Grand plan, or moving the hitman figure."),
        rule="M61",
        more=N_(
            "It cancels one matching text of an opponent. Two fists can cancel it (M62). In the harbour it "
            "cancels either the move of the figure or the kill."
        ),
    ),
    "police_raid": Card(
        name=N_("Police raid"),
        emoji="🚨",
        icon=icons.siren,
        type=ACTION,
        text=N_("A location with 2+ of yours: all mobsters return to their crews; players who passed act again."),
        more=N_(
            "You need at least two mobsters there. All players' mobsters at this location go back to their "
            "crews, except those in the cell. A player who gets a mobster back is active again, even after "
            "passing (M12). Police chief or two fists cancel it."
        ),
        has_target=lambda view, seat: any(stack.count(seat) > 1 for stack in view["stacks"].values()),
        no_target=N_("There is no location with two or more of your mobsters."),
        play=_police_raid,
        concerns=lambda targets, view: view["stacks"][targets[0]],
        leads={PLACE: N_("all mobsters from here go back to their crews")},
    ),
    "informer": Card(
        name=N_("Informer"),
        emoji="🐀",
        icon=icons.whisper,
        type=ACTION,
        text=N_("Any mobster of any location goes to the cell."),
        more=N_(
            "The mobster may belong to any player. Its owner may answer with Complicity (M70). Police chief "
            "or two fists cancel it."
        ),
        has_target=_mobster_anywhere,
        no_target=N_("There is no mobster at any location that could go to the cell."),
        play=_informer,
        harms=True,
        leads={PLACE: N_("next: whose mobster goes to the cell"), HEIGHT: N_("goes to the cell")},
    ),
    "thief": Card(
        name=N_("Thief"),
        emoji="🧤",
        icon=icons.mask,
        type=ACTION,
        text=N_("Take a random card from an opponent's hand."),
        more=N_("Only you and the victim learn which card it is. Police chief or two fists cancel it."),
        has_target=_hand_elsewhere,
        no_target=N_("No opponent has a card that you could take."),
        play=_thief,
        concerns=lambda targets, _view: targets,
        leads={SEAT: N_("you take a random one of these cards")},
    ),
    "pulling_strings": Card(
        name=N_("Pulling strings"),
        emoji="🎭",
        icon=icons.exchange,
        type=ACTION,
        text=N_("The lowest mobsters of two locations change places."),
        more=N_("Both locations must have a mobster, of any player. Only two fists cancel it."),
        has_target=lambda view, _seat: sum(map(bool, view["stacks"].values())) > 1,
        no_target=N_("It needs two locations with mobsters."),
        play=_pulling_strings,
        concerns=lambda targets, view: [view["stacks"][place][0] for place in targets],
        stack_shown=_lowest,
        together=TWO_PLACES,
        leads={PLACE: N_("its lowest mobster changes places")},
    ),
    "rackets": Card(
        name=N_("Rackets"),
        emoji="💰",
        icon=icons.money,
        type=ACTION,
        text=N_("Draw three cards and discard one of those three."),
        more=N_("You must discard one of the three cards drawn. F.B.I. or two fists cancel it."),
        no_target=N_("There are no cards left to draw."),
        play=_rackets,
        leads={CARD: N_("this one is discarded")},
    ),
    "grand_plan": Card(
        name=N_("Grand plan"),
        emoji="📐",
        icon=icons.plan,
        type=ACTION,
        text=N_("Any mobster goes to the top of another location. A mobster in the cell cannot be moved."),
        more=N_("The mobster may belong to any player. F.B.I. or two fists cancel it."),
        has_target=_mobster_anywhere,
        no_target=N_("There is no mobster at any location that could be moved."),
        play=_grand_plan,
        together=MOBSTER_AND_PLACE,
        leads={
            PLACE: N_("next: which mobster leaves here"),
            HEIGHT: N_("moves; choose its new location too"),
        },
    ),
    "secret_deal": Card(
        name=N_("Secret deal"),
        emoji="🤝",
        icon=icons.deed,
        type=LOCATION,
        text=N_("When control is determined: you count one more mobster."),
        rule="M22",
        more=N_(
            "Each deal is played, and can be cancelled by two fists, separately. Players may add deals until "
            "no one wants to add more. You may play one without a mobster there if the stack is not empty; "
            "in a tie, a player with a mobster there comes first."
        ),
    ),
}
SIGNS = {kind: Sign(card.emoji, f"card_{kind}", TYPE_TINTS[card.type], card.icon) for kind, card in CARDS.items()}
"""The emojis of the cards in buttons and options."""
