"""How many presses everything takes, from My move (or the panel that stands open) to the answer, Confirm included."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from itertools import combinations
from pathlib import Path

import pytest

from bot.emulator.people.seen import Part, Seen
from bot.features.play import panel_view
from bot.features.play.commands import keys_of
from bot.games.key_tree import offered, step
from bot.texts import translator_for
from bot.views import custom_id
from rules.decisions import PASS, Window
from rules.engine import Game
from tests.bot.games.every_board import facts
from tests.bot.starters import begun, kind, silently
from tests.bot.table import Evening

THREE = ("Anna", "Bert", "Cyril")
EN = translator_for("en")
ROUND, PHASE = 90, 6
"""The budgets of a whole round of three, and of a strategy phase for each of them."""
Press = tuple[Part, tuple[str, ...]]


def at_three(database: Path, seed: int = 0) -> AbstractAsyncContextManager[Evening]:
    return Evening.of(*THREE, database=database, locale="en-GB", seed=bytes([seed] * 32), pictures=False)


class Fingers:
    """Everybody's presses at a table, counted by what was asked; they see nothing but components."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.presses: Counter[tuple[str, str]] = Counter()
        """By kind of question and seat."""

    @property
    def total(self) -> int:
        return sum(self.presses.values())

    async def answer(self, seat: str, *keys: str) -> int:
        """To that answer by as few presses as there are; how many they were."""
        game, before = self.evening.game, self.total
        number = game.number
        while game.number == number and seat in game.waiting:
            panel = await self.panel(seat, keys)
            if panel is not None:
                part, values = next(found for part in panel.usable if (found := way(game, seat, keys, part)))
                await self.press(seat, panel, part.custom_id, *values)
        return self.total - before

    async def order(self, seat: str, label: str, count: int = 0) -> int:
        """An order in the panel: the button with that label, or so many options of the select with that title."""
        before = self.total
        panel = await self.panel(seat, ("?",))
        assert panel is not None
        part = next(part for part in panel.usable if label in (part.label or part.placeholder or ""))
        await self.press(seat, panel, part.custom_id, *(option.value for option in part.options[:count]))
        return self.total - before

    async def panel(self, seat: str, keys: Sequence[str]) -> Seen | None:
        """The private panel that asks this now; else the board's button is pressed (None: it has answered already)."""
        evening, number = self.evening, self.evening.game.number
        name = evening.holder(seat)
        private = [seen for seen in evening.person(name).messages(evening.channel) if seen.ephemeral and seen.usable]
        asks = [
            seen for seen in private if any(part.custom_id.split(":")[3:4] == [str(number)] for part in seen.usable)
        ]
        if asks:
            return asks[-1]
        passes = isinstance(evening.game.decision, Window) and tuple(keys) == (PASS,)
        await self.press(seat, evening.board(name), evening.part(evening.board(name), "pass" if passes else "move"))
        return None if passes else evening.private(name)

    async def press(self, seat: str, message: Seen, custom: str, *values: str) -> None:
        evening, name = self.evening, self.evening.holder(seat)
        assert evening.game.decision is not None
        self.presses[evening.game.decision.kind, seat] += 1
        if values:
            await evening.person(name).select(message, custom, values)
        else:
            await evening.person(name).press(message, custom)
        await evening.settled()


def way(game: Game, seat: str, keys: Sequence[str], part: Part) -> Press | None:
    """How a component leads to an answer, with what is chosen there."""
    custom = custom_id.parse(part.custom_id)
    if custom is None or custom.number != game.number:
        return None
    match custom.verb:
        case "do" | "pass":
            return (part, ()) if keys_of(game, seat, custom) == tuple(keys) else None
        case "chosen":
            listed = list(game.keys(seat))
            return (part, tuple(str(listed.index(key)) for key in keys)) if keys else None
        case "pick":
            values = (one.value for one in part.options if leads(game, seat, path_of(custom.path, one.value), keys))
            return next(((part, (value,)) for value in values), None)
        case "both":
            return both(game, seat, keys, part)
        case "walk" if custom.path:
            return (part, ()) if leads(game, seat, custom.path, keys) else None
    return None


def path_of(start: tuple[int, ...], value: str) -> tuple[int, ...]:
    return (*start, *(int(index) for index in value.split(".")))


def both(game: Game, seat: str, keys: Sequence[str], part: Part) -> Press | None:
    """The two options whose key is wanted."""
    custom, count = custom_id.parse(part.custom_id), len(part.options)
    assert custom is not None
    for pair in combinations(range(count), 2):
        path = panel_view.path_of_both(facts(game.rules.name, len(game.seats)), game, seat, custom.path, pair, EN)
        if path is not None and leads(game, seat, path, keys):
            return part, (str(pair[0]), str(pair[1]))
    return None


def leads(game: Game, seat: str, path: tuple[int, ...], keys: Sequence[str]) -> bool:
    found = step(game, seat, path)
    if found is None or len(keys) != 1:
        return False
    if found.key is not None:
        return found.key == keys[0]
    return any(leads(game, seat, option.path, keys) for option in found.options)


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
        presses = await Fingers(evening).answer(seat, wanted[0])
        assert (game.entries[-1].keys if game.entries[-1].seat == seat else None) == (wanted[0],)
        assert presses <= next(most for name, most in TURNS.items() if name.split(":")[0] == key.split(":")[0])
        evening.clean()


async def test_the_next_move_in_the_open_panel_takes_one_press(database: Path) -> None:
    async with at_three(database) as evening:
        await evening.sit_down()
        fingers = Fingers(evening)
        counts = [await fingers.answer(evening.game.waiting[0], "place:harbour") for _ in range(6)]
        assert counts == [2, 2, 2, 1, 1, 1]
        evening.clean()


async def test_a_window_in_which_nothing_is_wanted_takes_one_press_or_none_by_order(database: Path) -> None:
    async with at_three(database) as evening:
        await evening.sit_down()
        await evening.to_window()
        fingers, (first, second) = Fingers(evening), evening.game.waiting
        assert await fingers.answer(first, PASS) == 1
        await evening.bot.app.referee.set_order(evening.table, evening.live.seat(second).user, "pass")
        assert fingers.total == 1
        assert second not in evening.game.waiting
        evening.clean()


async def test_laying_a_card_takes_two_presses_and_then_one(database: Path) -> None:
    async with Evening.of(*THREE, database=database, locale="en-GB", pictures=False) as evening:
        await evening.open(*THREE, game="kralovske_rosady")
        await evening.press_board("Anna", "start")
        fingers = Fingers(evening)
        for turn in range(9):
            seat = evening.game.waiting[0]
            assert kind(evening) == "play"
            assert await fingers.answer(seat, list(evening.game.keys(seat))[-1]) == (2 if turn < 3 else 1)
            while kind(evening) != "play":
                await silently(evening)
        evening.clean()


async def test_whole_rounds_of_the_third_game_stay_within_their_budgets(database: Path) -> None:
    async with begun(database) as evening:
        fingers, dice, most = Fingers(evening), random.Random(3), Counter[str]()
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
            most[verb] = max(most[verb], await fingers.answer(seat, key))
        assert most["activate"] <= 2
        assert most["pass"] <= 2
        assert max(most.values()) <= 3
        evening.clean()


# A whole round of Mafia City, ordinary play


async def a_round(evening: Evening, dice: random.Random) -> Counter[tuple[str, str]]:
    """From the first turn to the end of the strategy phase, as people play who have set no order."""
    fingers, game = Fingers(evening), evening.game
    while game.decision is not None and game.view()["round"] == 1:
        seat = game.waiting[0]
        await one(fingers, game, seat, dice)
    return fingers.presses


async def one(fingers: Fingers, game: Game, seat: str, dice: random.Random) -> None:
    """Mobsters are put, now and then a card is played, windows pass, and half of one's mobsters are taken back."""
    assert game.decision is not None
    keys, asked = list(game.keys(seat)), game.decision.kind
    if asked == "retrieve":
        own = sum(stack.count(seat) for stack in game.view()["stacks"].values())
        await fingers.order(seat, "chosen ones", max(1, own // 2))
    elif asked in ("collect", "evaluate"):
        await fingers.order(seat, "By number, 1 to 7")
    elif asked == "turn":
        places = [key for key in keys if key.startswith("place:")]
        cards = [key for key in keys if "-" in key.partition(":")[0]]
        play = cards if cards and dice.random() < 0.12 else places
        await fingers.answer(seat, dice.choice(play or [PASS]))
    else:
        rest = [key for key in keys if key not in ("decline", "stay")]
        await fingers.answer(seat, PASS if PASS in keys else dice.choice(rest or keys))


@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_a_round_of_three_stays_within_its_budget(database: Path, seed: int) -> None:
    async with at_three(database, seed) as evening:
        await evening.sit_down(option="goal=advanced")
        presses = await a_round(evening, random.Random(seed))
        by_kind, strategy = Counter[str](), Counter[str]()
        for (asked, seat), count in presses.items():
            by_kind[asked] += count
            strategy[seat] += count if asked in ("collect", "call", "retrieve") else 0
        assert {"turn", "deal", "retrieve"} <= set(by_kind)
        assert sum(presses.values()) <= ROUND
        assert max(strategy.values()) <= PHASE
        evening.clean()
