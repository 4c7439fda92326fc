"""I. Action phase (M9-M16)."""

from __future__ import annotations

from itertools import cycle

from rules.decisions import Choice
from rules.mafia_city import events
from rules.mafia_city.cancelling import card_play, perform, symbol_play
from rules.mafia_city.deck import kind_of
from rules.mafia_city.effects import TEXTS
from rules.mafia_city.keys import PASS, TurnKeys, with_symbol
from rules.mafia_city.table import Player, Table

STAY = "stay"


async def action_phase(table: Table) -> None:
    """M10, M14: turns go clockwise until the last active player passes; then all passes are cleared.

    M12: who has passed acts again only by a bullet.
    """
    table.tell(events.phase("action", table.round))
    for seat in cycle(table.clockwise()):
        player = table.players[seat]
        if not player.passed or await _bullet(table, player):
            await _turn(table, player)
        if player.passed and all(other.passed for other in table.players.values()):
            break
    for player in table.players.values():
        player.passed = False
    table.phase = "locations"


async def _bullet(table: Table, player: Player) -> bool:
    """M12 (b), M16: whether a passed player may act once, the pass staying."""
    if not player.hand or (not player.crew and len(player.hand) < 2):
        return False
    keys = (STAY, *with_symbol(tuple(player.hand), "bullet"))
    key = await Choice("bullet", player.seat, keys, silence=STAY, secret=True)
    return key != STAY and await perform(table, symbol_play(player, "bullet", key, key))


async def _turn(table: Table, player: Player) -> None:
    """M10: put a mobster, play, or pass; M13: with no mobster and no card one must pass."""
    if not player.crew and not player.hand:
        _pass(table, player, forced=True)
        return
    keys = TurnKeys(table, player)
    key = await Choice("turn", player.seat, keys, silence=PASS, secret=True)
    word, *targets = key.split(":")
    match word:
        case "pass":
            _pass(table, player, forced=False)
        case "place":
            _place(table, player, targets[0])
        case "wait":
            table.throw(player, targets[0])
            table.tell(events.waits(player.seat, targets[0]))
        case "hat":
            await _hat(table, player, key, *targets)
        case "hats":
            await _hats(table, player, key, *targets)
        case card:
            await _text(table, player, key, card, targets)


def _pass(table: Table, player: Player, *, forced: bool) -> None:
    """M10 C; after a bullet it only forgoes the action (M12)."""
    if player.passed:
        table.tell(events.forgoes(player.seat))
        return
    player.passed = True
    table.tell(events.passes(player.seat, forced=forced))


def _place(table: Table, player: Player, location: str) -> None:
    """M10 A: one mobster from the crew on top of a stack."""
    player.crew -= 1
    table.stacks[location].append(player.seat)
    table.tell(events.places(player.seat, location))


async def _text(table: Table, player: Player, key: str, card: str, targets: list[str]) -> None:
    """M10 B: the text of one action-type card; M11: cancelled, the turn is over."""
    kind = kind_of(card)

    async def effect() -> None:
        await TEXTS[kind](table, player, *targets)

    mobster = table.stacks[targets[0]][int(targets[1]) - 1] if kind in ("informer", "grand_plan") else None
    await perform(table, card_play(player, "turn", key, card), effect, mobster)


async def _hat(table: Table, player: Player, key: str, card: str, location: str, height: str) -> None:
    """M15: one hat takes an own mobster from a location back to the crew."""

    async def recall() -> None:
        table.take_mobster(location, int(height))
        player.crew += 1
        table.tell(events.recalled(player.seat, location))

    await perform(table, symbol_play(player, "turn", key, card), recall, player.seat)


async def _hats(table: Table, player: Player, key: str, cards: str, location: str) -> None:
    """M15: two hats put a mobster from the reserve on a location."""

    async def reinforce() -> None:
        player.reserve -= 1
        table.stacks[location].append(player.seat)
        table.tell(events.reinforces(player.seat, location))

    await perform(table, symbol_play(player, "turn", key, *cards.split("+")), reinforce)
