"""Královské rošády at a table on this machine's Discord: three presses a move, a round's end, a restart, the end."""

from __future__ import annotations

from pathlib import Path

from rules.engine import Game
from tests.bot.table import Evening

TWO = ("Anna", "Bert")
KIND = "kralovske_rosady"


def running(evening: Evening) -> Game:
    return evening.game


async def plays_on(evening: Evening, until_round: int) -> None:
    """Past the buttons, now to this column, now to that, until that round has begun or the game is over."""
    game = running(evening)
    while game.decision is not None and game.view(None)["round"] < until_round:
        keys = list(game.keys(game.waiting[0]))
        await evening.answer(game.waiting[0], keys[game.number % len(keys)])


async def test_my_move_card_and_column_are_three_presses(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await evening.open(*TWO, game=KIND)
        assert "hraje 2–6" in evening.board().text
        await evening.press_board("Anna", "start")
        game = running(evening)
        name, before = evening.holder(game.waiting[0]), game.number
        await evening.press_board(name, "move")
        await evening.press(name, evening.private(name), Evening.part(evening.private(name), "walk"))
        panel = evening.private(name)
        await evening.press(name, panel, Evening.part(panel, "do", "Sloupec 2"))
        assert game.number == before + 1
        assert "🎴" in next(line for line in evening.board().text.splitlines() if line.startswith("**2 "))
        assert "Pokládáš lícem dolů" in evening.private(name).text
        evening.clean()


async def test_the_board_left_behind_tells_how_the_round_ended(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await evening.open(*TWO, game=KIND)
        await evening.press_board("Anna", "start")
        old = evening.board()
        await plays_on(evening, until_round=2)
        assert evening.board().id != old.id
        (left,) = (seen for seen in evening.person("Anna").messages(evening.channel) if seen.id == old.id)
        assert not left.buttons
        assert "Kolo 1 končí" in left.text
        assert "Sloupec 1: " in left.text
        assert "Sloupec 2: " in left.text
        assert "Kolo 2 z 6" not in left.text
        evening.clean()


async def test_a_game_goes_on_after_a_restart_and_ends(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await evening.open(*TWO, game=KIND)
        await evening.press_board("Anna", "start")
        await plays_on(evening, until_round=3)
        await evening.slash("Anna", "game hand")
        hand = evening.private("Anna").text
        await evening.restart()
        await evening.slash("Anna", "game hand")
        assert evening.private("Anna").text == hand
        await plays_on(evening, until_round=7)
        assert running(evening).over
        assert "Konec hry" in evening.board().text
        assert "Kolo 6 končí" in evening.board().text
        assert evening.board().text.count("Sloupec 1: ") >= 2
        assert not evening.board().buttons
        evening.clean()
