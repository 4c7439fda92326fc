"""Tests /game undo at a real board: the command, its two buttons, the public message, and that nothing leaks."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from bot.emulator.people.seen import Seen
from bot.features.play.service import OVER_ALREADY
from bot.features.undo.service import NOT_AT_ONCE, at_once
from bot.texts import translator_for
from rules.undo import UNDO
from tests.any_answer import any_answer
from tests.bot.table import Evening

THREE = ("Anna", "Bert", "Cyril")


async def placed(evening: Evening, count: int) -> list[str]:
    """Places a mobster in each of that many turns, without buttons; returns the names of the active players."""
    names = []
    for _ in range(count):
        seat = evening.game.waiting[0]
        await evening.answer(seat, "place:prison")
        names.append(evening.holder(seat))
    return names


async def test_a_move_is_taken_back_and_everyone_reads_it(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        (name,) = await placed(evening, 1)
        outcome = await evening.slash(name, "game undo")
        assert "Poslední tah je vrácený" in outcome.text
        told = [line for line in evening.board().text.splitlines() if line.startswith("↩️")]
        assert len(told) == 1
        assert f"<@{evening.person(name).id}> bere zpět: " in told[0]
        assert evening.holder(evening.game.waiting[0]) == name
        log = await evening.slash("Anna", "record log")
        assert told[0] in log.text
        evening.clean()


async def test_several_moves_that_go_back_are_told_as_one_sentence(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        first, second = await placed(evening, 2)
        await evening.slash(first, "game undo")
        await evening.press_board(second, "agree_undo")
        (told,) = (line for line in evening.board().text.splitlines() if line.startswith("↩️"))
        both = [f"<@{evening.person(name).id}> pokládá mafiána: Věznice" for name in (first, second)]
        assert told == f"↩️ <@{evening.person(first).id}> bere zpět: {both[0]}; {both[1]}."
        evening.clean()


async def test_an_old_panel_never_becomes_valid_again(database: Path) -> None:
    """A press in an old panel stays invalid, even if the same question is asked again."""
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        name, seat = evening.holder(evening.game.waiting[0]), evening.game.waiting[0]
        await evening.press_board(name, "move")
        panel = evening.private(name)
        stale = Evening.part(panel, "pick")
        await evening.answer(seat, "place:prison")
        await evening.slash(name, "game undo")
        number = evening.game.number
        assert Evening.part(panel, "pick") != stale
        await (await evening.person(name).forge(panel, stale, values=["0"])).done()
        await evening.settled()
        assert evening.game.number == number
        assert translator_for("cs")(OVER_ALREADY) in panel.text
        assert evening.game.waiting == (seat,)
        evening.clean()


async def test_the_board_asks_those_who_have_answered_since(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        first, second, third = await placed(evening, 3)
        outcome = await evening.slash(first, "game undo")
        assert f"<@{evening.person(second).id}>" in outcome.text
        assert {"agree_undo", "refuse_undo"} <= Evening.verbs(evening.board())
        line = next(line for line in evening.board().text.splitlines() if line.startswith("↩️"))
        assert all(f"<@{evening.person(one).id}>" in line for one in (first, second, third))
        await evening.press_board(second, "agree_undo")
        assert "1 z 2" in evening.private(second).text
        line = next(line for line in evening.board().text.splitlines() if line.startswith("↩️"))
        assert f"<@{evening.person(second).id}>" not in line
        await evening.press_board(third, "agree_undo")
        assert evening.holder(evening.game.waiting[0]) == first
        assert evening.game.entries[-1].kind == UNDO
        assert "agree_undo" not in Evening.verbs(evening.board())
        evening.clean()


async def test_a_refusal_takes_the_question_off_the_board(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        first, second, _ = await placed(evening, 3)
        await evening.slash(first, "game undo")
        await evening.press_board(second, "refuse_undo")
        assert "Nesouhlasíš" in evening.private(second).text
        assert not {"agree_undo", "refuse_undo"} & Evening.verbs(evening.board())
        assert not any(entry.kind == UNDO for entry in evening.game.entries)


async def test_a_question_survives_a_restart(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        first, second, third = await placed(evening, 3)
        await evening.slash(first, "game undo")
        await evening.press_board(second, "agree_undo")
        await evening.restart()
        assert "agree_undo" in Evening.verbs(evening.board())
        await evening.press_board(third, "agree_undo")
        assert evening.holder(evening.game.waiting[0]) == first
        evening.clean()


async def test_onlookers_read_that_they_do_not_sit_here(database: Path) -> None:
    async with Evening.of(*THREE, "Dora", database=database) as evening:
        await evening.sit_down(*THREE)
        await placed(evening, 1)
        outcome = await evening.slash("Dora", "game undo")
        assert "nesedíš" in outcome.text
        assert not any(entry.kind == UNDO for entry in evening.game.entries)


async def test_a_played_card_cannot_be_undone_and_the_refusal_is_always_the_same(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        await evening.to_window()
        texts = {(await evening.slash(name, "game undo")).text for name in THREE}
        assert len(texts) == 1
        assert "Dokud se čeká na reakce" in texts.pop()
        await evening.answer(evening.game.waiting[0], "pass")
        texts = {(await evening.slash(name, "game undo")).text for name in THREE}
        assert all("na reakce" in text or "hod nebo reakce" in text for text in texts)
        evening.clean()


async def test_a_finished_game_with_an_undo_verifies(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        (name,) = await placed(evening, 1)
        await evening.slash(name, "game undo")
        await evening.end("Anna")
        checked = await evening.slash("Anna", "record verify")
        assert "✅" in checked.text
        evening.clean()


# Take back on the answer


async def places(evening: Evening, name: str) -> Seen:
    """Opens the panel of the active player, places a mobster in it, and returns the panel after that."""
    await evening.press_board(name, "move")
    panel = evening.private(name)
    await evening.person(name).select(panel, Evening.part(panel, "pick"), ["0"])
    await evening.settled()
    return evening.private(name)


async def test_the_answer_offers_to_take_the_move_back_and_asks_again_in_the_same_panel(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        name, number = evening.holder(evening.game.waiting[0]), evening.game.number
        panel = await places(evening, name)
        assert evening.game.number > number
        await evening.press(name, panel, Evening.part(panel, "take_back"))
        assert evening.holder(evening.game.waiting[0]) == name
        again = evening.private(name)
        assert again.id == panel.id
        assert "pick" in evening.verbs(again)
        assert "take_back" not in evening.verbs(again)
        evening.clean()


async def test_once_another_person_has_answered_the_button_takes_nothing_back(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        name = evening.holder(evening.game.waiting[0])
        panel = await places(evening, name)
        stale = Evening.part(panel, "take_back")
        await placed(evening, 1)
        number = evening.game.number
        outcome = await evening.person(name).forge(panel, stale)
        await outcome.done()
        assert evening.game.number == number
        assert evening.live.undoing is None
        assert translator_for("cs")(NOT_AT_ONCE) in evening.private(name).text
        evening.clean()


async def test_an_answer_that_reveals_something_offers_no_way_back(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        seat, number, told = evening.game.waiting[0], evening.game.number, len(evening.game.told)
        evening.game.table.players[seat].hand = ["rackets-hat"]
        await evening.answer(seat, "rackets-hat")
        assert not at_once(evening.live, seat, number, told)


@pytest.mark.parametrize("kind", ["mafia_city", "kralovske_rosady", "star_wars_destiny"])
async def test_undo_is_offered_exactly_if_the_rules_allow_it(database: Path, kind: str) -> None:
    async with Evening.of("Anna", "Bert", "Cyril", database=database, pictures=False) as evening:
        people = THREE if kind == "mafia_city" else THREE[:2]
        await evening.open(*people, game=kind)
        await evening.press_board("Anna", "start")
        dice, offered = Random(4), 0
        for _ in range(60):
            game = evening.game
            if game.decision is None:
                break
            seat, number, told = game.waiting[0], game.number, len(game.told)
            await evening.answer(seat, *any_answer(game, seat, dice))
            if at_once(evening.live, seat, number, told):
                back = game.retraction(seat)
                assert back.number == number
                assert not evening.live.people_among(back.since)
                offered += 1
        assert offered or kind == "kralovske_rosady"
