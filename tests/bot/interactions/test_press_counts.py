"""Tests the number of presses from My move (or the open panel) to the answer, Confirm included."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from bot.games.key_tree import offered
from bot.tables.order_execution import order_of
from rules.decisions import PASS, Window
from rules.engine import Game
from tests.bot.clicks import Clicks
from tests.bot.counted_panels import percentile
from tests.bot.starters import begun, kind, silently
from tests.bot.table import Evening

THREE = ("Anna", "Bert", "Cyril")
WINDOW_SECONDS = 8
ROUND, LONGEST, PHASE, PLACED = 35, 42, 6, 4
"""The budgets in presses for 95 % of the rounds of three people, for each round, and for each player's strategy phase;
the maximum number of mobsters in one order.
"""


def at_three(database: Path, seed: int = 0) -> AbstractAsyncContextManager[Evening]:
    return Evening.of(*THREE, database=database, locale="en-GB", seed=bytes([seed] * 32), pictures=False)


# One row of the budgets after the other


TURNS = {
    "place:harbour": 2,
    "pass": 2,
    "wait:thief-hat": 2,
    "informer-star:harbour:2": 3,
    "thief-hat:{other}": 3,
    "police_raid-star:harbour": 3,
    "pulling_strings-fist:harbour:prison": 3,
    "grand_plan-hat:harbour:1:town_hall": 3,
    "rackets-hat": 3,
    "hat:thief-hat:harbour:1": 3,
    "hats:thief-hat+grand_plan-hat:prison": 3,
}
HAND = ["informer-star", "thief-hat", "police_raid-star", "pulling_strings-fist", "grand_plan-hat", "rackets-hat"]


@pytest.mark.parametrize("key", TURNS)
async def test_a_move_of_mafia_city_from_my_move_on(database: Path, key: str) -> None:
    async with at_three(database) as evening:
        await evening.sit_down()
        game = evening.game
        seat = game.waiting[0]
        key = key.format(other=next(one for one in "abc" if one != seat))
        game.table.players[seat].hand = list(HAND)
        game.table.stacks["harbour"] = [seat, seat, *"abc"]
        game.table.stacks["prison"] = ["c"]
        pair = next((one for one in game.keys(seat) if one.startswith("hats:")), "")
        key = pair if key.startswith("hats:") else key
        wanted = [one for one in game.keys(seat) if set(one.split(":")) == set(key.split(":"))]
        presses = await Clicks(evening).answer(seat, wanted[0])
        assert (game.entries[-1].keys if game.entries[-1].seat == seat else None) == (wanted[0],)
        assert presses <= next(most for name, most in TURNS.items() if name.split(":")[0] == key.split(":")[0])
        evening.clean()


async def test_the_next_move_in_the_open_panel_takes_one_press(database: Path) -> None:
    async with at_three(database) as evening:
        await evening.sit_down()
        clicks = Clicks(evening)
        counts = [await clicks.answer(evening.game.waiting[0], "place:harbour") for _ in range(6)]
        assert counts == [2, 2, 2, 1, 1, 1]
        evening.clean()


async def test_a_window_in_which_nothing_is_wanted_takes_one_press_or_none_by_order(database: Path) -> None:
    async with at_three(database) as evening:
        await evening.sit_down()
        await evening.to_window()
        clicks, (first, second) = Clicks(evening), evening.game.waiting
        assert await clicks.answer(first, PASS) == 1
        await evening.bot.app.referee.set_order(evening.table, evening.live.seat(second).user, "pass")
        assert clicks.total == 1
        assert second not in evening.game.waiting
        evening.clean()


async def test_laying_a_card_takes_two_presses_and_then_one(database: Path) -> None:
    async with Evening.of(*THREE, database=database, locale="en-GB", pictures=False) as evening:
        await evening.open(*THREE, game="kralovske_rosady")
        await evening.press_board("Anna", "start")
        clicks = Clicks(evening)
        for turn in range(9):
            seat = evening.game.waiting[0]
            assert kind(evening) == "play"
            assert await clicks.answer(seat, list(evening.game.keys(seat))[-1]) == (2 if turn < 3 else 1)
            while kind(evening) != "play":
                await silently(evening)
        evening.clean()


async def test_whole_rounds_of_the_third_game_stay_within_their_budgets(database: Path) -> None:
    async with begun(database) as evening:
        clicks, dice, most = Clicks(evening), random.Random(3), Counter[str]()
        for _ in range(60):
            game = evening.game
            if game.decision is None:
                break
            seat, asked = game.waiting[0], game.decision.kind
            keys = offered(game, seat)
            if asked != "action":
                await silently(evening)
                continue
            key = dice.choice([one for one in keys if not one.startswith(("claim", "reroll"))])
            verb = key.partition(":")[0]
            most[verb] = max(most[verb], await clicks.answer(seat, key))
        assert most["activate"] <= 2
        assert most["pass"] <= 2
        assert max(most.values()) <= 3
        evening.clean()


# Whole games of Mafia City, ordinary play


async def rounds(evening: Evening, dice: random.Random) -> list[Counter[tuple[str, str]]]:
    """Plays a game as users usually do; returns each round's presses by kind of question and seat."""
    clicks, game, played = Clicks(evening), evening.game, list[Counter[tuple[str, str]]]()
    while game.decision is not None:
        if game.view()["round"] > len(played):
            clicks.presses = Counter()
            played.append(clicks.presses)
        if isinstance(game.decision, Window):
            await let_pass(clicks, game, game.number)
        else:
            await one(clicks, game, game.waiting[0], dice)
    return played


async def let_pass(clicks: Clicks, game: Game, number: int) -> None:
    """Passes in a window by a press for each seat that could react; the others do nothing, and it ends by itself.

    A seat that could make a secret deal asks not to be asked again in this evaluation phase.
    """
    assert game.decision is not None
    deals, live = game.decision.kind == "deal", clicks.evening.live
    for seat in game.waiting:
        if game.number != number or len(game.keys(seat)) == 1 or order_of(live, seat) == PASS:
            continue
        if deals:
            await clicks.order(seat, "When to ask me", option="Don't react in this phase")
        else:
            await clicks.answer(seat, PASS)
    if game.number == number:
        await clicks.evening.pass_time(WINDOW_SECONDS)


async def one(clicks: Clicks, game: Game, seat: str, dice: random.Random) -> None:
    """Gives one answer of ordinary play: places several mobsters, sometimes plays a card, takes half of the mobsters
    back.
    """
    assert game.decision is not None
    keys, asked = list(game.keys(seat)), game.decision.kind
    if asked == "retrieve":
        own = sum(stack.count(seat) for stack in game.view()["stacks"].values())
        await clicks.order(seat, "choose mobsters", max(1, own // 2))
    elif asked in ("collect", "evaluate"):
        await clicks.order(seat, "By number, 1 to 7")
    elif asked == "turn":
        places = [key for key in keys if key.startswith("place:")]
        cards = [key for key in keys if "-" in key.partition(":")[0]]
        crew = game.view()["players"][seat]["crew"]
        if cards and dice.random() < 0.12:
            await clicks.answer(seat, dice.choice(cards))
        elif crew > 1:
            await clicks.order(seat, "Place mobsters", min(crew, PLACED))
        else:
            await clicks.answer(seat, dice.choice(places or [PASS]))
    else:
        rest = [key for key in keys if key not in ("decline", "stay")]
        await clicks.answer(seat, PASS if PASS in keys else dice.choice(rest or keys))


async def test_rounds_of_three_stay_within_their_budgets(database: Path) -> None:
    played = list[Counter[tuple[str, str]]]()
    for seed in range(1, 7):
        async with at_three(database.with_name(f"{seed}.sqlite"), seed) as evening:
            await evening.sit_down(option="goal=advanced")
            played += await rounds(evening, random.Random(seed))
            assert {"turn", "deal", "react", "retrieve"} <= {entry.kind for entry in evening.game.entries}
            evening.clean()
    totals = [presses.total() for presses in played]
    assert len(totals) > 40
    assert percentile(totals, 95) <= ROUND
    assert max(totals) <= LONGEST
    for presses in played:
        strategy = Counter[str]()
        for (asked, seat), count in presses.items():
            strategy[seat] += count if asked in ("collect", "call", "retrieve") else 0
        assert max(strategy.values()) <= PHASE
