"""Tests Královské rošády on the local Discord: two presses for a move, a round's end, a restart, the end."""

from __future__ import annotations

from pathlib import Path

from bot.games import GAME_UIS, context
from bot.games.kralovske_rosady.cards import CARDS
from bot.texts import translator_for
from rules.engine import Game
from tests.bot.table import Evening

TWO = ("Anna", "Bert")
KIND = "kralovske_rosady"
CS = translator_for("cs")


def column(number: int) -> str:
    """Returns the name of a column at the beginning of a label or a sentence."""
    return CS("Column {number}: {what}", number=number, what="").rstrip(": ")


def running(evening: Evening) -> Game:
    return evening.game


async def plays_on(evening: Evening, until_round: int) -> None:
    """Answers without buttons, in varying columns, until that round has begun or the game is over."""
    game = running(evening)
    while game.decision is not None and game.view(None)["round"] < until_round:
        keys = list(game.keys(game.waiting[0]))
        await evening.answer(game.waiting[0], keys[game.number % len(keys)])


async def test_my_move_a_card_to_its_column_are_two_presses(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await evening.open(*TWO, game=KIND)
        assert CS("Seats taken: {count} of {least}–{most}", count=2, least=2, most=6) in evening.board().text
        await evening.press_board("Anna", "start")
        game = running(evening)
        name, before = evening.holder(game.waiting[0]), game.number
        await evening.press_board(name, "move")
        panel = evening.private(name)
        select = panel.selects[0]
        value = next(option.value for option in select.options if option.label.startswith(column(2)))
        await evening.person(name).select(panel, select.custom_id, [value])
        await evening.settled()
        assert game.number == before + 1
        (key,) = game.entries[-1].keys
        assert key.endswith(":2")
        assert CS(CARDS[key.partition(":")[0]].name) in evening.private(name).text
        said = await evening.board_in_words(name)
        assert "🎴" in next(line for line in said.splitlines() if line.startswith("**2 "))
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
        end, *_ = (event for event in running(evening).told if event.name == "round_ends")
        assert str(GAME_UIS[KIND].sentence(context(evening.live.facts, CS), end)) in left.text
        assert f"{column(1)}: " in left.text
        assert f"{column(2)}: " in left.text
        assert CS("Round {number} of {rounds}", number=2, rounds=6) not in left.text
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
        assert CS("Game over") in evening.board().text
        end = [event for event in running(evening).told if event.name == "round_ends"][-1]
        said = await evening.board_in_words("Anna")
        assert str(GAME_UIS[KIND].sentence(context(evening.live.facts, CS), end)) in said
        assert said.count(f"{column(1)}: ") >= 2
        assert not Evening.of_a_game(evening.board())
        evening.clean()
