"""Tests that an undo reveals nothing about hands: the same questions, refusals and requests in two games."""

from __future__ import annotations

from pathlib import Path

from tests.bot.table import Evening
from tests.bot.test_leaks import SEED, THREE, public

WORLDS = (["police_chief-hat", "hitman-fist"], ["rackets-hat", "secret_deal-hat"])


async def asked_all_along(evening: Evening, hidden: list[str]) -> tuple[list[str], list[str]]:
    """Plays up to the end of a window, and lets players ask for an undo again and again, also in the window.

    `hidden`: the hand of the other players. Returns all private replies and all public requests.
    """
    await evening.sit_down()
    game = evening.game
    author = game.waiting[0]
    others = [seat for seat in game.seats if seat != author]
    await evening.answer(author, "place:harbour")
    for seat in game.seats:
        game.table.players[seat].hand = list(hidden)
    game.table.players[author].hand = ["informer-fist", "thief-hat"]
    said: list[str] = []
    since = len(evening.discord.requests)

    async def all_ask(*names: str) -> None:
        said.extend([(await evening.slash(name, "game undo")).text for name in names])

    while game.waiting != (author,):
        await evening.answer(game.waiting[0], "place:prison")
    await all_ask(evening.holder(author))
    await evening.press_board(evening.holder(others[0]), "refuse_undo")
    await evening.answer(author, "informer-fist:prison:1")
    await all_ask(*THREE)
    await evening.press_board(evening.holder(game.waiting[0]), "pass")
    await all_ask(*THREE)
    for seat in list(game.waiting):
        await evening.press_board(evening.holder(seat), "pass")
    await all_ask(*THREE)
    return said, public(evening, since)


async def test_no_one_learns_from_taking_back_what_others_hold(database: Path) -> None:
    worlds = []
    for at, hidden in enumerate(WORLDS):
        async with Evening.of(*THREE, database=database.with_name(f"{at}.sqlite3"), seed=SEED) as evening:
            worlds.append(await asked_all_along(evening, hidden))
            evening.clean()
    assert len(worlds[0][0]) == 10
    assert len(set(worlds[0][0])) >= 3
    assert worlds[0] == worlds[1]
