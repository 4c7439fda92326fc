"""The action phase of a round (M9-M16)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from itertools import cycle

from rules.decisions import PASS, SecretChoice
from rules.mafia_city import events
from rules.mafia_city.cancelling import card_play, perform, symbol_play
from rules.mafia_city.deck import kind_of
from rules.mafia_city.effects import ACTIONS
from rules.mafia_city.keys import with_symbol
from rules.mafia_city.table import Player, Table
from rules.mafia_city.turn import Turn

STAY = "stay"


async def action_phase(table: Table) -> None:
    """Plays the action phase: turns go clockwise until the last active player passes; then all passes end (M10,
    M14)."""
    table.tell(events.phase, "action", table.round)
    for seat in cycle(table.clockwise(table.turn)):
        table.turn = seat
        player = table.players[seat]
        if player.passed and not (_may_pay_a_bullet(player) and await _bullet(table, player)):
            continue
        key = await Turn(table, player) if player.crew or player.hand else PASS
        word, _, target = key.partition(":")
        if word in UNCONTESTED:
            UNCONTESTED[word](table, player, target)
        else:
            await PLAYS.get(word, _text)(table, player, key, *key.split(":"))
        if player.passed and all([other.passed for other in table.players.values()]):
            break
    for player in table.players.values():
        player.passed = False
    table.turn = None
    table.phase = "locations"


# Who has passed (M12, M16)


def _may_pay_a_bullet(player: Player) -> bool:
    """Returns whether a passed player could pay a bullet and still act, by public facts (M12 b)."""
    cards = len(player.hand)
    return cards >= 2 or bool(cards and player.crew)


async def _bullet(table: Table, player: Player) -> bool:
    """Asks a passed player to pay a bullet; returns whether they act again. The pass still counts (M12 b, M16)."""
    key = await SecretChoice("bullet", player.seat, lambda: (STAY, *with_symbol(player.hand, "bullet")), STAY)
    return key != STAY and await perform(table, symbol_play(player, "bullet", key, key))


# Moves that cannot be cancelled


def _pass(table: Table, player: Player, _nothing: str) -> None:
    """Passes for a player (M10 C), which is forced with no mobster and no card (M13).

    A player who has passed before and paid a bullet only forgoes the action (M12).
    """
    if player.passed:
        table.tell(events.forgoes, player.seat)
        return
    player.passed = True
    forced = not player.crew and not player.hand
    table.tell(events.passes, player.seat, forced)


def _place(table: Table, player: Player, location: str) -> None:
    """Places one mobster from the crew on top of a stack (M10 A)."""
    player.crew -= 1
    table.stacks[location].append(player.seat)
    table.tell(events.places, player.seat, location)


def _wait(table: Table, player: Player, card: str) -> None:
    """Waits: discards a card without an effect (M10 B)."""
    table.throw(player, card)
    table.tell(events.waits, player.seat, card)


UNCONTESTED = {"pass": _pass, "place": _place, "wait": _wait}


# Plays that may be cancelled; a cancelled play ends the turn (M11)


def _text(table: Table, player: Player, key: str, card: str, *targets: str) -> Awaitable[bool]:
    """Plays an action-type card for its text (M10 B), unless it is cancelled; returns whether it took effect."""
    action = ACTIONS[kind_of(card)]
    mobster = table.stacks[targets[0]][int(targets[1]) - 1] if action.at_a_mobster else None
    effect = partial(action.effect, table, player, *targets)
    return perform(table, card_play(player, "turn", key, card), effect, mobster)


def _hat(table: Table, player: Player, key: str, _word: str, card: str, location: str, height: str) -> Awaitable[bool]:
    """Plays one hat, which takes an own mobster back to the crew (M15), unless cancelled; returns whether it did."""

    async def recall() -> None:
        table.take_mobster(location, int(height))
        player.crew += 1
        table.tell(events.recalled, player.seat, location)

    return perform(table, symbol_play(player, "turn", key, card), recall, player.seat)


def _hats(table: Table, player: Player, key: str, _word: str, cards: str, location: str) -> Awaitable[bool]:
    """Plays two hats, which put a reserve mobster on a location (M15), unless cancelled; returns whether they did."""

    async def reinforce() -> None:
        player.reserve -= 1
        table.stacks[location].append(player.seat)
        table.tell(events.reinforces, player.seat, location)

    return perform(table, symbol_play(player, "turn", key, *cards.split("+")), reinforce)


PLAYS: dict[str, Callable[..., Awaitable[bool]]] = {"hat": _hat, "hats": _hats}
