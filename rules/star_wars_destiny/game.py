"""The course of a game: set-up (D70), rounds of action phase (D73) and upkeep (D74), and the end (R29)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.description import Result
from rules.star_wars_destiny import asking, dice, events, outcome
from rules.star_wars_destiny.actions import take_additional, take_turn
from rules.star_wars_destiny.defeat import fall
from rules.star_wars_destiny.leaving import discard_from_hand, draw
from rules.star_wars_destiny.occurrences import work_off
from rules.star_wars_destiny.outcome import GameOver
from rules.star_wars_destiny.pieces import Player
from rules.star_wars_destiny.setup import set_up
from rules.star_wars_destiny.table import HAND_SIZE, Table

INCOME = 2


async def rounds(table: Table, options: Mapping[str, str] | None = None) -> Result:
    """Plays from the beginning of the table's current phase to the end of the game; returns the result."""
    table.take_additional = take_additional
    try:
        if table.phase == "setup":
            await set_up(table, options or {})
            begin_round(table)
        while True:
            if table.phase == "action":
                await action_phase(table)
            await upkeep_phase(table)
            await end_of_round(table)
            table.round += 1
            begin_round(table)
    except GameOver:
        table.phase = "over"
        result = outcome.result(table)
        table.tell(events.over, result["winners"])
        return result


def begin_round(table: Table) -> None:
    """Begins a round: the battlefield's controller is first (D6), and specials that work once a round work again."""
    table.phase = "action"
    table.turn = table.from_controller()[0].seat
    table.passes = 0
    table.claimed = None
    table.ending = False
    table.barred.clear()
    table.tell(events.round_begins, table.round, table.turn)


# The action phase


async def action_phase(table: Table) -> None:
    """Gives turns clockwise until all players have passed in a row, or an effect ends the phase (R25)."""
    while True:
        player = table.players[table.turn or table.seats[0]]
        if not await take_turn(table, player):
            table.passes += 1
        if table.ending or table.passes >= len(table.left):
            break
        table.turn = table.others(player)[0].seat
    table.tell(events.phase_ends, "action")
    table.phase = "upkeep"
    table.turn = None


# Upkeep


async def upkeep_phase(table: Table) -> None:
    """Carries out the upkeep: steps 1 to 3 for all players at once, step 4 player by player (R5).

    Waiting abilities are resolved after each step (R22).
    """
    for player in table.left:
        for card in player.in_play:
            card.exhausted = False
    await work_off(table)
    for player in table.left:
        for die in list(player.pool):
            dice.leave_pool(die)
    await work_off(table)
    for player in table.left:
        income = income_of(table, player)
        player.resources += income
        table.tell(events.resources, player.seat, income)
    await work_off(table)
    for player in table.from_controller():
        if not player.out:
            await _discard_and_draw(table, player)
            await work_off(table)


def income_of(table: Table, player: Player) -> int:
    """Returns the resources that a player gets in the upkeep: 2, less what opponents' cards take away."""
    income = INCOME
    for card in table.watching.get("income", ()):
        if card.player is not player:
            income = max(min(income, card.text.income_at_least), income + card.text.income)
    return income


def hand_size(table: Table, player: Player) -> int:
    """Returns the number of cards up to which the player draws in the upkeep (D44)."""
    return HAND_SIZE + sum(
        card.text.hand_size for card in table.watching.get("hand_size", ()) if card.player is player
    )  # fmt: skip


async def _discard_and_draw(table: Table, player: Player) -> None:
    """Lets a player discard any number of hand cards, then draws cards for them up to their hand size."""
    keys = asking.hand_keys(player.hand)
    chosen: Sequence[str] = ()
    if keys:
        chosen = await asking.several(table, "upkeep", player, keys, {}, secret=True)
    codes = [key.partition("-")[0] for key in chosen]
    await discard_from_hand(table, player, codes)
    before = len(player.hand)
    draw(table, player, max(0, hand_size(table, player) - before))
    table.tell(events.upkeep, player.seat, len(codes), len(player.hand) - before)


# The end of a round


async def end_of_round(table: Table) -> None:
    """Ends the round: players without a card go out (D104), then delayed effects happen, the oldest first (R29)."""
    table.phase = "end"
    outcome.check_cards(table)
    while table.delayed:
        delayed = table.delayed.pop(0)
        if delayed.character.in_play:
            await fall(table, [delayed.character])
        await work_off(table)
