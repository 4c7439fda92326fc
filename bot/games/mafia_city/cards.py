"""Everything that is said and shown of a card, one entry for each: beside the rules a new card is added here alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from bot.drawing.pen import Icon
from bot.games.mafia_city import picture_icons as icons
from bot.games.mafia_city.names import PlaceSpeaker, mobsters
from bot.games.protocol import View
from bot.texts import later

Meaning = Callable[[PlaceSpeaker, Sequence[str], str | None], str]
"""What a play is, in words: from its targets, and the owner of the mobster it is aimed at where it is known."""

ACTION, REACTION, LOCATION = later("action"), later("reaction"), later("location")
PLACE, TARGET, HEIGHT, SEAT, CARD = "place", "target", "height", "seat", "card"
"""What a word of a key stands for; a target is a place that is chosen for somebody who has been chosen."""
TWO_PLACES, MOBSTER_AND_PLACE = "two places", "mobster and place"
"""What is chosen together, in one select."""


def _nobody(_targets: Sequence[str], _view: View) -> Sequence[str]:
    return ()


@dataclass(frozen=True, slots=True)
class Card:
    """One kind of card."""

    name: str
    emoji: str
    icon: Icon
    type: str
    text: str
    """What it does, beside the card."""
    more: str
    """What the rules help adds."""
    play: Meaning | None = None
    """Of an action: what playing it at its targets means."""
    concerns: Callable[[Sequence[str], View], Sequence[str]] = _nobody
    """The seats that a play of it is aimed at, beside the owner of a mobster among its targets."""
    stack_shown: Callable[[PlaceSpeaker, Sequence[str]], str] | None = None
    """What is told of a stack where this card chooses it, if not the whole of it."""
    together: str = ""
    """Of an action with two targets: how they are chosen together."""
    leads: Mapping[str, str] = field(default_factory=dict)
    """For beginners: what choosing a place, height … leads to, where its label does not say it."""


def _informer(speaker: PlaceSpeaker, targets: Sequence[str], mobster: str | None) -> str:
    return speaker.to_the_cell(targets, mobster)


def _thief(speaker: PlaceSpeaker, targets: Sequence[str], _mobster: str | None) -> str:
    return speaker.words("a random card of {victim}", victim=speaker.who(targets[0]))


def _police_raid(speaker: PlaceSpeaker, targets: Sequence[str], _mobster: str | None) -> str:
    return speaker.words("all mobsters back to the crews, {place}", place=speaker.place(targets[0]))


def _pulling_strings(speaker: PlaceSpeaker, targets: Sequence[str], _mobster: str | None) -> str:
    first, second = (speaker.place(place) for place in targets)
    return speaker.words("the lowest mobsters change places, {first} and {second}", first=first, second=second)


def _lowest(speaker: PlaceSpeaker, stack: Sequence[str]) -> str:
    return speaker.words("lowest: {mobster}", mobster=f"{mobsters(stack[0])[0]} {speaker.name(stack[0])}")


def _grand_plan(speaker: PlaceSpeaker, targets: Sequence[str], mobster: str | None) -> str:
    return speaker.words(
        "{mobster} goes to the location {place}",
        mobster=speaker.a_mobster(targets[0], targets[1], mobster), place=speaker.place(targets[2]),
    )  # fmt: skip


def _rackets(speaker: PlaceSpeaker, _targets: Sequence[str], _mobster: str | None) -> str:
    return speaker.words("three cards are drawn, one of them is discarded")


CARDS: Mapping[str, Card] = {
    "hitman": Card(
        name=later("Hitman"),
        emoji="🔪",
        icon=icons.dagger,
        type=LOCATION,
        text=later("Controlling the harbour: a mobster beside the hitman figure goes to the reserve (M24)."),
        more=later(
            "One successful kill per evaluation of the harbour; if the card is cancelled, another may follow (M63). "
            "F.B.I. or two fists cancel it. A mobster in the cell cannot be hit."
        ),
    ),
    "complicity": Card(
        name=later("Complicity"),
        emoji="⛓️",
        icon=icons.chain,
        type=REACTION,
        text=later("Your mobster goes to the cell: it takes along one of a third player (M70)."),
        more=later(
            "Only the owner of the mobster that goes to the cell may use it. A third player is neither the owner nor "
            "who sent the mobster there; who jails an own mobster may take anybody else's along (M73). The victim may "
            "answer with Complicity in turn (M71). Two fists cancel it, Police chief does not (M72)."
        ),
        leads=dict.fromkeys((PLACE, HEIGHT), later("goes to the cell too (M70)")),
    ),
    "police_chief": Card(
        name=later("Police chief"),
        emoji="👮",
        icon=icons.cap,
        type=REACTION,
        text=later("Cancels Informer, Thief, Police raid, or the prison's effect (M61)."),
        more=later(
            "It cancels one matching text of an opponent, and can itself be cancelled by two fists (M62). It does not "
            "cancel what is played for its symbol, nor Complicity (M72). Those in the cell are released all the same "
            "(M24)."
        ),
    ),
    "fbi": Card(
        name=later("F.B.I."),
        emoji="🕵️",
        icon=icons.magnifier,
        type=REACTION,
        text=later("Cancels Hitman, Rackets, Grand plan, or moving the hitman figure (M61)."),
        more=later(
            "It cancels one matching text of an opponent, and can itself be cancelled by two fists (M62). In the "
            "harbour it cancels either the move of the figure or the killing."
        ),
    ),
    "police_raid": Card(
        name=later("Police raid"),
        emoji="🚨",
        icon=icons.siren,
        type=ACTION,
        text=later("A location with 2+ of yours: all go back to crews; who gets one is active again (M51)."),
        more=later(
            "You need at least two mobsters there. Everybody's mobsters of this location go back to their crews, "
            "those in the cell do not. The pass of whoever gets one is lifted (M12). Police chief or two fists cancel "
            "it."
        ),
        play=_police_raid,
        concerns=lambda targets, view: view["stacks"][targets[0]],
        leads={PLACE: later("all mobsters from here go back to their crews (M51)")},
    ),
    "informer": Card(
        name=later("Informer"),
        emoji="🐀",
        icon=icons.whisper,
        type=ACTION,
        text=later("Any mobster of any location goes to the cell (M51)."),
        more=later(
            "The mobster may be anybody's. Its owner may answer with Complicity (M70). Police chief or two fists "
            "cancel it."
        ),
        play=_informer,
        leads={PLACE: later("next: whose mobster goes to the cell (M51)"), HEIGHT: later("goes to the cell (M51)")},
    ),
    "thief": Card(
        name=later("Thief"),
        emoji="🧤",
        icon=icons.mask,
        type=ACTION,
        text=later("A random card of an opponent's hand becomes yours (M51)."),
        more=later("Only you and the victim learn which card it is. Police chief or two fists cancel it."),
        play=_thief,
        concerns=lambda targets, _view: targets,
        leads={SEAT: later("one of these cards, by chance, becomes yours (M51)")},
    ),
    "pulling_strings": Card(
        name=later("Pulling strings"),
        emoji="🎭",
        icon=icons.exchange,
        type=ACTION,
        text=later("The lowest mobsters of two locations change places (M51)."),
        more=later("Both locations must have a mobster; whose they are does not matter. Only two fists cancel it."),
        play=_pulling_strings,
        concerns=lambda targets, view: [view["stacks"][place][0] for place in targets],
        stack_shown=_lowest,
        together=TWO_PLACES,
        leads={PLACE: later("its lowest mobster changes places (M51)")},
    ),
    "rackets": Card(
        name=later("Rackets"),
        emoji="💰",
        icon=icons.money,
        type=ACTION,
        text=later("Draw three cards and discard one of those three (M51)."),
        more=later("You discard one of the three drawn, no other. F.B.I. or two fists cancel it."),
        play=_rackets,
        leads={CARD: later("this one is discarded (M51)")},
    ),
    "grand_plan": Card(
        name=later("Grand plan"),
        emoji="📐",
        icon=icons.plan,
        type=ACTION,
        text=later("Any mobster goes to the top of another location; never out of the cell (M51)."),
        more=later("The mobster may be anybody's. F.B.I. or two fists cancel it."),
        play=_grand_plan,
        together=MOBSTER_AND_PLACE,
        leads={
            PLACE: later("next: which mobster leaves here (M51)"),
            HEIGHT: later("next: where this one goes (M51)"),
            TARGET: later("it comes on top here (M51)"),
        },
    ),
    "secret_deal": Card(
        name=later("Secret deal"),
        emoji="🤝",
        icon=icons.deed,
        type=LOCATION,
        text=later("When control is determined: one more in your count (M22)."),
        more=later(
            "Each deal is played, and may be cancelled by two fists, on its own; everybody may add as long as anybody "
            "wants to. Without a mobster there one may play it too, if the stack is not empty; in a tie who has a "
            "mobster there goes first."
        ),
    ),
}
