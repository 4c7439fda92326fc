"""Tests standing orders: what they answer, how they are cancelled, and that they reveal nothing hidden."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from bot.emulator.people.seen import Seen
from bot.games import GAME_UIS
from bot.games.pre_orders import PreOrders
from bot.texts import translator_for
from rules.mafia_city.table import LOCATIONS
from tests.bot.table import Evening

ORDERS = GAME_UIS["mafia_city"].get(PreOrders)

THREE = ("Anna", "Bert", "Cyril")


def at_three(database: Path) -> AbstractAsyncContextManager[Evening]:
    return Evening.of(*THREE, database=database, locale="en-GB", seed=bytes(range(32)), pictures=False)


async def until(evening: Evening, kind: str, seat: str | None = None) -> None:
    """Answers for all seats until that question is asked (of that seat): places mobsters, passes, or the silence."""
    for turn in range(400):
        game = evening.game
        assert game.decision is not None
        if game.decision.kind == kind and seat in (None, *game.waiting):
            return
        keys = list(game.keys(game.waiting[0]))
        places = [key for key in keys if key.startswith("place:")]
        if places:
            await evening.answer(game.waiting[0], places[(turn // 3) % len(places)])
        elif game.decision.kind == "react":
            await evening.answer(game.waiting[0], "pass")
        else:
            silence = game.decision.silence
            await evening.answer(game.waiting[0], *(() if silence in (None, "-") else (silence,)))
    raise AssertionError(f"{kind} is never asked")


async def offered(evening: Evening, name: str) -> Seen:
    await evening.press_board(name, "move")
    return evening.private(name)


def own(evening: Evening, seat: str) -> int:
    return sum(stack.count(seat) for stack in evening.game.view()["stacks"].values())


async def test_one_choice_takes_back_in_the_whole_phase_no_matter_what_the_others_do(database: Path) -> None:
    async with at_three(database) as evening:
        await evening.sit_down()
        await until(evening, "retrieve")
        seat = evening.game.waiting[0]
        name, game, before = evening.holder(seat), evening.game, len(evening.game.entries)
        panel = await offered(evening, name)
        select = next(part for part in panel.selects if "choose mobsters" in (part.placeholder or ""))
        assert len(select.options) == own(evening, seat)
        crew = game.view()["players"][seat]["crew"]
        some = [option.value for option in select.options][::2]
        await evening.person(name).select(panel, select.custom_id, some)
        await evening.settled()
        while evening.game.decision is not None and evening.game.decision.kind == "retrieve":
            other = evening.game.waiting[0]
            assert other != seat, "the order answers everywhere"
            await evening.answer(other, *list(game.keys(other))[:1])
        taken = [entry for entry in game.entries[before:] if entry.kind == "retrieve" and entry.seat == seat]
        assert len(taken) > 1, "each location is an answer of its own"
        assert sum(len(entry.keys) for entry in taken) == len(some)
        assert game.view()["players"][seat]["crew"] == crew + len(some)
        evening.clean()


async def test_an_order_for_the_phase_survives_a_restart_and_ends_with_it(database: Path) -> None:
    async with at_three(database) as evening:
        await evening.sit_down(option="goal=advanced")
        await until(evening, "retrieve")
        seat = evening.game.waiting[0]
        name = evening.holder(seat)
        panel = await offered(evening, name)
        await evening.press(name, panel, evening.part(panel, "ahead", "All locations: take no one back"))
        await evening.restart()
        while evening.game.decision is not None and evening.game.decision.kind == "retrieve":
            assert evening.game.waiting[0] != seat
            await evening.answer(evening.game.waiting[0])
        await until(evening, "retrieve", seat)
        evening.clean()


async def test_always_taking_back_holds_for_the_game_and_is_taken_back_in_the_settings(database: Path) -> None:
    async with at_three(database) as evening:
        await evening.sit_down()
        await until(evening, "retrieve")
        seat = evening.game.waiting[0]
        name = evening.holder(seat)
        panel = await offered(evening, name)
        await evening.press(name, panel, evening.part(panel, "ahead", "Every round: take everyone back"))
        await until(evening, "turn")
        await until(evening, "retrieve")
        assert evening.game.waiting[0] != seat
        assert not any(
            entry.kind == "retrieve" and not entry.keys and entry.seat == seat for entry in evening.game.entries
        )
        await evening.slash(name, "profile")
        panel = evening.private(name)
        assert "Strategy phase: take everyone back" in panel.text
        other = evening.holder(next(one for one in "abc" if one != seat))
        await evening.slash(other, "profile")
        assert "take everyone back" not in evening.private(other).text
        await evening.slash(name, "profile")
        panel = evening.private(name)
        part = next(part for part in panel.selects if "drop_order" in part.custom_id)
        await evening.person(name).select(panel, part.custom_id, [part.options[0].value])
        await evening.settled()
        assert "take everyone back" not in evening.private(name).text
        await until(evening, "turn")
        await until(evening, "retrieve", seat)
        evening.clean()


async def test_anyone_who_confirms_everything_confirms_an_order_too(database: Path) -> None:
    async with at_three(database) as evening:
        await evening.sit_down()
        await until(evening, "retrieve")
        seat, number = evening.game.waiting[0], evening.game.number
        name = evening.holder(seat)
        await evening.bot.app.people.change(evening.person(name).id, confirm="always")
        panel = await offered(evening, name)
        await evening.press(name, panel, evening.part(panel, "ahead", "All locations: take everyone back"))
        assert evening.game.number == number
        await evening.press(name, panel, evening.part(panel, "ahead_do"))
        assert evening.game.number > number
        evening.clean()


# The mayor


MARKED = ("harbour", "police_station", "town_hall")


@pytest.mark.parametrize(
    ("standing", "chosen"),
    [
        ("city", "harbour"),
        ("reverse", "town_hall"),
        ("town_hall police_station", "police_station"),
        ("prison", "harbour"),
    ],
)
def test_the_mayors_standing_order_chooses_the_location(standing: str, chosen: str) -> None:
    orders = {"mayor:collect": standing, "mayor:evaluate": standing}
    for kind in ("collect", "evaluate"):
        assert ORDERS.ordered(kind, MARKED, {}, {}, "a", orders) == (chosen,)
        assert ORDERS.ordered(kind, MARKED, {}, {}, "a", {}) is None


@pytest.mark.parametrize(("standing", "chosen"), [("city", "b"), ("reverse last", "c"), ("city last", "c")])
def test_by_the_mayors_order_everyone_decides_clockwise(standing: str, chosen: str) -> None:
    view = {"start": "b"}
    assert ORDERS.ordered("call", ("a", "b", "c"), {}, view, "b", {"mayor:collect": standing}) == (chosen,)
    assert ORDERS.ordered("call", ("b",), {}, view, "b", {"mayor:collect": standing}) == ("b",)
    assert ORDERS.ordered("call", ("a", "b"), {}, view, "b", {}) is None


async def test_the_mayor_settles_the_order_of_a_phase_by_one_press(database: Path) -> None:
    async with at_three(database) as evening:
        await evening.sit_down()
        evening.game.table.mayor = "b"
        await until(evening, "evaluate")
        name = evening.holder("b")
        panel = await offered(evening, name)
        before = len(evening.game.entries)
        await evening.press(name, panel, evening.part(panel, "ahead", "By number, 1 to 7"))
        await until(evening, "turn")
        chosen = [entry.keys[0] for entry in evening.game.entries[before:] if entry.kind == "evaluate"]
        assert chosen == [place for place in LOCATIONS if place in chosen]
        assert len(chosen) > 1
        evening.clean()


# Windows


async def to_a_window(evening: Evening, hand: list[str]) -> str:
    """Starts a game, gives one seat an informer and all others these cards, and lets each place a mobster.

    Returns the seat with the informer, which is active and opens a window by playing it.
    """
    await evening.sit_down()
    seat = evening.game.waiting[0]
    players = evening.game.table.players
    for other in players:
        players[other].hand = ["informer-star", "thief-hat"] if other == seat else list(hand)
    for _ in range(3):
        await evening.answer(evening.game.waiting[0], "place:prison")
    return seat


async def told(evening: Evening, order: str, answers: tuple[str, ...]) -> list[tuple[int, str, int]]:
    """Plays an informer, which opens a window, with this order and these answers of the others.

    Returns the second, the board's text and the decision's number for each of the next 22 seconds.
    """
    seat = evening.game.waiting[0]
    ordering, *others = (one for one in "abc" if one != seat)
    app, live = evening.bot.app, evening.live
    if order in ("idle", "pass", "aimed"):
        await app.referee.set_order(live.id, live.seat(ordering).user, order)
    elif order:
        await app.db.orders.set_lasting(live.id, ordering, order, "pass", "*")
        await app.tables.refresh(live)
    await evening.answer(seat, "informer-star:prison:1")
    number = evening.game.number
    seen: list[tuple[int, str, int]] = []
    for second in range(22):
        if evening.game.number == number and evening.game.decision and evening.game.decision.kind == "react":
            for answer in answers if second == 3 else ():
                who = ordering if answer == "self" else others[0]
                await evening.answer(who, "pass")
        seen.append((second, evening.board().text, evening.game.number))
        await evening.pass_time(1)
    return seen


@pytest.mark.parametrize("order", ["", "pass", "idle", "pass:react"])
@pytest.mark.parametrize("answers", [(), ("other",), ("other", "self")])
async def test_nothing_public_nor_its_moment_tells_what_someone_with_an_order_holds(
    database: Path, order: str, answers: tuple[str, ...]
) -> None:
    """Two games have the same public events but different hands: the texts and their times are the same."""
    if "self" in answers and order in ("pass", "pass:react"):
        answers = ("other",)
    worlds = []
    for at, hand in enumerate((["police_chief-hat", "hitman-fist"], ["rackets-hat", "secret_deal-hat"])):
        async with at_three(database.with_name(f"{at}.sqlite3")) as evening:
            await to_a_window(evening, hand)
            worlds.append(await told(evening, order, answers))
    assert worlds[0] == worlds[1]


async def test_an_order_to_pass_while_nothing_is_held_never_closes_a_window_early(database: Path) -> None:
    async with at_three(database) as evening:
        await to_a_window(evening, ["rackets-hat", "thief-hat"])
        seen = await told(evening, "idle", ("other", "self"))
        numbers = [number for _, _, number in seen]
        assert numbers[7] == numbers[0]
        assert numbers[8] > numbers[0]


async def test_always_let_pass_is_given_and_taken_back_in_the_window_itself(database: Path) -> None:
    async with at_three(database) as evening:
        seat = await to_a_window(evening, ["rackets-hat", "thief-hat"])
        first, second = (one for one in "abc" if one != seat)
        await evening.answer(seat, "informer-star:prison:1")
        number, name = evening.game.number, evening.holder(first)
        await evening.press_board(name, "react")
        panel = evening.private(name)
        await evening.press(name, panel, evening.part(panel, "ahead", "Never react"))
        assert evening.game.number == number, "it is carried out once nobody else is waited for"
        await evening.press_board(name, "react")
        panel = evening.private(name)
        await evening.press(name, panel, evening.part(panel, "ahead", "Ask me again"))
        await evening.press_board(evening.holder(second), "pass")
        assert evening.game.number == number
        await evening.press_board(name, "react")
        panel = evening.private(name)
        await evening.press(name, panel, evening.part(panel, "ahead", "Never react"))
        assert evening.game.number > number
        evening.clean()


async def test_the_order_for_windows_is_set_in_the_window_itself(database: Path) -> None:
    async with at_three(database) as evening:
        seat = await to_a_window(evening, ["police_chief-hat", "thief-hat"])
        first, second = (one for one in "abc" if one != seat)
        await evening.answer(seat, "informer-star:prison:1")
        number, name = evening.game.number, evening.holder(first)
        await evening.press_board(name, "react")
        panel = evening.private(name)
        await evening.person(name).select(panel, evening.part(panel, "order_here"), ["pass"])
        await evening.settled()
        assert evening.live.orders[first].order == "pass"
        await evening.press_board(evening.holder(second), "pass")
        assert evening.game.number > number
        evening.clean()


def test_every_topic_of_an_order_can_be_said() -> None:
    game_ui = GAME_UIS["mafia_city"]
    for topic in (
        "retrieve",
        "mayor:collect",
        "mayor:evaluate",
        "mayor:call",
        "pass:react",
        "pass:deal",
        "pass:complicity",
    ):
        assert game_ui.get(PreOrders).order_said(topic, "anything", translator_for("en"))
