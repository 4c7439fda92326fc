"""Records everything that each user is shown in a game, and compares it with what they are shown in its twin."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from bot.emulator.rest.api import Request
from bot.emulator.world.events import Event as Said
from bot.emulator.world.world import World
from rules.decisions import Decision
from rules.draws import Draw
from rules.engine import Game
from rules.events import Event
from tests.bot.gallery import content_hash
from tests.secrets.hidden import HIDDEN, PLAYABLE, first_light
from tests.secrets.twins import Leak

HOLDER = "Bert"
"""The user whose cards differ between a game and its twin."""
ASKING = "disguise"
"""A card whose holder is asked again when it is turned; both variants have it in the hand."""
_NUMBERS = re.compile(r"\d{17,20}")
_UNSTEADY = re.compile(r'http://127\.0\.0\.1:[0-9]+|hm=[0-9a-f]+|"size": [0-9]+|"nonce": "[^"]*"')
_PRIVATE = ", private "
_FILES = re.compile(r"attachments/[0-9]+/([0-9]+)/")


@dataclass
class Onlooker:
    """A record of everything that one user is shown, with its time; ids are replaced by their order of appearance."""

    events: dict[str, list[str]] = field(default_factory=dict)
    known: dict[str, dict[str, str]] = field(default_factory=dict)
    messages: dict[str, int] = field(default_factory=dict)
    """Id of a private or direct message → its number in order of appearance."""

    def note(self, where: str, moment: float, name: str, data: Any, *, private: bool = False) -> None:
        """Records an event of a channel.

        Each private or direct message has a list of its own, because their order depends on the speed of the database
        and of the process that draws pictures.
        """
        if private:
            where = f"{where}{_PRIVATE}{self.messages.setdefault(data['id'], len(self.messages))}"
        text = _UNSTEADY.sub("", f"{moment:.3f} {name} {json.dumps(data, sort_keys=True, ensure_ascii=False)}")
        known = self.known.setdefault(where, {})
        text = _NUMBERS.sub(lambda found: known.setdefault(found[0], f"#{len(known)}"), text)
        self.events.setdefault(where, []).append(text)


Act = tuple[str, ...]
"""An act: its kind, its user or duration, and its details."""


@dataclass
class Story:
    """The actions in one game of the pair, and what everyone had seen after each of them."""

    acts: list[Act] = field(default_factory=list)
    seen: list[dict[str, dict[str, int]]] = field(default_factory=list)
    """After each action: user → channel → the number of events so far."""
    clocks: list[str] = field(default_factory=list)
    """The deadline of the table and its public facts after each action."""
    requests: list[list[str]] = field(default_factory=list)
    """The routes of the bot's requests after each action, without those for the holder only."""
    events: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    """User → channel → all events."""
    news: list[list[Event]] = field(default_factory=list)
    """The events that others than the holder got, by action."""
    asked: list[str] = field(default_factory=list)
    """The kind of the holder's decision after each action, if any."""
    windows: list[list[str]] = field(default_factory=list)
    """The windows that closed during each action: kind, number and time in seconds."""

    def asks(self, world: World, requests: Iterable[Request], holder: int) -> None:
        """Adds the sorted routes of the bot's requests during an action, without those for the holder only.

        Their order would depend on the database's speed.
        """
        self.requests.append(sorted(filter(None, (_route(world, request, holder) for request in requests))))


def _route(world: World, request: Request, holder: int) -> str:
    """Returns the route of a request and its audience; empty for the holder's own panels and messages."""
    parts = request.path.split("/")
    whose = next((one.user_id for one in world.interactions.values() if one.token in parts), None)
    if whose is None and parts[1] == "channels":
        channel = world.channels.get(int(parts[2]))
        whose = None if channel is None else channel.recipient_id
    if whose == holder:
        return ""
    return request.name if whose is None else f"{request.name} for {world.users[whose].name}"


def pictured(world: World, event: Said) -> dict[str, Any]:
    """Returns an event's data, with hashes of what its pictures show instead of their sizes in bytes."""
    shown = dict.fromkeys(_FILES.findall(json.dumps(event.data)))
    return {**event.data, "pictures": [content_hash(world.files[int(number)]) for number in shown]}


def exchange(game: str, table: Any, holder: str, dice: Random) -> None:
    """Exchanges hidden cards of a seat at a table: those in its hand, and those in piles that no one has seen.

    In Královské rošády the seat then holds `ASKING`; in Star Wars: Destiny only the hand changes.
    """
    player = table.players[holder]
    if game == "star_wars_destiny":
        player.hand[:] = [dice.choice(PLAYABLE) for _ in player.hand]
        return
    deck = table.deck if game == "mafia_city" else player.deck
    same = 0 if game == "mafia_city" else _comes_first(ASKING, player.hand, deck)
    kept = len(deck) // 2
    cards = [*player.hand[same:], *deck[kept:]]
    dice.shuffle(cards)
    player.hand[same:] = [cards.pop() for _ in player.hand[same:]]
    deck[kept:] = cards


def _comes_first(card: str, hand: list[str], deck: list[str]) -> int:
    """Puts a card at the beginning of a hand, if necessary from the deck; returns 1, the number of cards to leave
    there.
    """
    if card in hand:
        hand.remove(card)
        hand.insert(0, card)
    else:
        at = deck.index(card)
        deck[at], hand[0] = hand[0], card
    return 1


def towards(game: Game, seat: str, holder: str, keys: list[str]) -> list[str]:
    """Returns the keys after which the holder is likely to be asked in view of others, or all keys if there are
    none.
    """
    if game.rules.name == "mafia_city" and game.decision is not None and game.decision.kind == "turn":
        return [key for key in keys if "-" in key and not key.startswith("wait:")] or keys
    if game.rules.name != "kralovske_rosady" or game.decision is None or game.decision.kind != "play":
        return keys
    lies = [column.name for column in game.table.columns if _is_asking(column.hidden, holder)]
    wanted = [key for key in keys if key.partition(":")[2] in lies]
    return wanted or [key for key in keys if seat == holder and key.startswith(ASKING)] or keys


def _is_asking(card: Any, holder: str) -> bool:
    return card is not None and (card.name, card.owner) == (ASKING, holder)


def told_others(holder: str, news: Sequence[Event]) -> list[Event]:
    """Returns the events of `news` that are not for the holder only."""
    return [event for event in news if event.to != holder]


def comes_to_light(game: Game, holder: str, here: Sequence[Event], there: Sequence[Event]) -> bool:
    """Returns whether the rules show others a difference: in the latest events of the pair, or by the holder's
    cards.
    """
    shown = HIDDEN[game.rules.name].shown
    return first_light(game.rules.name, told_others(holder, here), told_others(holder, there)) is not None or any(
        shown(game, seat) for seat in game.seats if seat != holder
    )


def first_hands_lie(decision: Decision) -> bool:
    """Returns whether the first hands are dealt and can no longer be exchanged, judged by the present decision."""
    return not isinstance(decision, Draw) and decision.kind != "mulligan"


def compare(one: Story, other: Story) -> int:
    """Returns the number of compared actions; raises Leak if anyone but the holder saw a difference."""
    acts = min(len(one.seen), len(other.seen)) - 1
    for name in one.events:
        if name == HOLDER:
            continue
        here, there = (
            _ordered({place: story.events[name][place][:count] for place, count in story.seen[acts][name].items()})
            for story in (one, other)
        )
        if here != there:
            raise Leak(f"{name} sees {_parted(here, there)}")
    if one.clocks[: acts + 1] != other.clocks[: acts + 1]:
        raise Leak("the table waits until another moment, or has other public facts")
    for closed, closed_there in zip(one.windows[: acts + 1], other.windows[: acts + 1], strict=True):
        if closed != closed_there:
            raise Leak(f"windows close as {closed}, not as {closed_there}")
    for asked, otherwise in zip(one.requests[: acts + 1], other.requests[: acts + 1], strict=True):
        if asked != otherwise:
            raise Leak(f"Discord is asked {asked}, not {otherwise}")
    return acts


def _ordered(seen: dict[str, list[str]]) -> dict[str, list[str]]:
    """Sorts private messages and their edits by time and content, because their order at one moment is arbitrary."""
    ordered = {place: events for place, events in seen.items() if _PRIVATE not in place}
    places = sorted({place.partition(_PRIVATE)[0] for place in seen if _PRIVATE in place})
    for where in places:
        private = sorted(sorted(events) for place, events in seen.items() if place.startswith(where + _PRIVATE))
        ordered |= {f"{where}{_PRIVATE}{number}": events for number, events in enumerate(private)}
    return ordered


def _parted(here: dict[str, list[str]], there: dict[str, list[str]]) -> str:
    for where in sorted({*here, *there}):
        for one, other in zip([*here.get(where, ()), "the end"], [*there.get(where, ()), "the end"], strict=False):
            if one != other:
                at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
                return f"{where}: …{one[max(0, at - 100) : at + 200]}\nnot …{other[max(0, at - 100) : at + 200]}"
    return ""
