"""Tests moves by buttons: two presses, refusals that change nothing, and presses in old panels."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bot.emulator.people.seen import Seen
from bot.tables.referee import ANSWER_TTL
from bot.tables.refusals import ANSWERED_ELSEWHERE
from bot.texts import translator_for
from tests.bot.refused import A_DEFECT, NO_SEAT
from tests.bot.table import Evening

CS = translator_for("cs")
THREE = ("Anna", "Bert", "Cyril")


async def on_turn(evening: Evening) -> str:
    """Starts a game of everyone and returns the name of the active player."""
    await evening.sit_down()
    return evening.holder(evening.game.waiting[0])


def others(name: str) -> list[str]:
    return [other for other in THREE if other != name]


async def places(evening: Evening, name: str) -> None:
    """Places a mobster at the first location, in the open panel."""
    await chooses(evening, name, evening.private(name), first(evening.private(name)))


def first(panel: Seen) -> tuple[str, str]:
    """Returns the `custom_id` of the first select in a panel, and the value of its first option."""
    return panel.selects[0].custom_id, panel.selects[0].options[0].value


async def chooses(evening: Evening, name: str, panel: Seen, option: tuple[str, str]) -> None:
    await evening.person(name).select(panel, option[0], [option[1]])
    await evening.settled()


async def test_a_mobster_is_placed_in_two_presses(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        name = await on_turn(evening)
        game = evening.game
        before = game.number
        await evening.press_board(name, "move")
        await places(evening, name)
        assert game.number == before + 1
        assert game.entries[-1].keys == ("place:prison",)
        assert "Věznice" in evening.board().text
        evening.clean()


async def test_two_mobsters_for_a_grand_plan_are_refused_with_the_reason(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        name = await on_turn(evening)
        game = evening.game
        game.table.players[game.waiting[0]].hand = ["grand_plan-hat"]
        game.table.stacks["harbour"] = list("ab")
        before = game.number
        await evening.press_board(name, "move")
        panel = evening.private(name)
        (pair,) = (one for one in panel.selects if "Velký plán" in one.placeholder)
        await evening.person(name).select(panel, pair.custom_id, ["0", "1"])
        await evening.settled()
        assert "Vyber jednoho mafiána a jednu jinou lokaci" in evening.private(name).text
        assert game.number == before
        evening.clean()


async def test_nothing_is_public_before_confirm_and_back_leads_back(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        name = await on_turn(evening)
        await evening.slash(name, "profile")
        settings = evening.private(name)
        await chooses(evening, name, settings, (Evening.part(settings, "set_confirm"), "always"))
        before, number = evening.board().text, evening.game.number
        await evening.press_board(name, "move")
        first_page = evening.private(name).text
        await places(evening, name)
        assert evening.private(name).text != first_page
        assert evening.game.number == number
        await evening.press(name, evening.private(name), Evening.part(evening.private(name), "walk", "Zpět"))
        assert evening.private(name).text == first_page
        assert evening.board().text == before
        evening.clean()


async def test_anyone_who_presses_out_of_turn_reads_whose_turn_it_is(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        name = await on_turn(evening)
        other = others(name)[0]
        await evening.press_board(other, "move")
        assert f"<@{evening.person(name).id}>" in evening.private(other).text
        assert not evening.private(other).usable
        evening.clean()


async def test_onlookers_read_that_they_do_not_sit_here(database: Path) -> None:
    async with Evening.of(*THREE, "Dora", database=database) as evening:
        await evening.open(*THREE)
        await evening.press_board("Anna", "start")
        for verb in ("move", "hand"):
            await evening.press_board("Dora", verb)
            assert NO_SEAT in evening.private("Dora").text
        evening.clean()


async def test_a_panel_of_a_decision_that_is_over_says_so(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        name = await on_turn(evening)
        await evening.press_board(name, "move")
        panel = evening.private(name)
        assert panel.usable
        place = first(panel)[0]
        game = evening.game
        await evening.answer(game.waiting[0], "pass")
        number = game.number
        assert not panel.usable
        await evening.pass_time(15)
        await evening.person(name).forge(panel, place, component_type=3, values=["0"])
        await evening.settled()
        assert game.number == number
        assert not panel.usable
        evening.clean()


async def test_a_button_that_is_pressed_twice_says_twice_what_was_done(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        name = await on_turn(evening)
        await evening.press_board(name, "move")
        panel = evening.private(name)
        button = Evening.part(panel, "do")
        game, number = evening.game, evening.game.number if evening.game else 0
        presses = [evening.person(name).press(panel, button) for _ in range(2)]
        await asyncio.gather(*presses)
        await evening.settled()
        assert game.number == number + 1
        assert game.entries[-1].keys == ("pass",)
        assert CS("Don't ask again") in [part.label for part in panel.usable]
        evening.clean()


async def test_another_answer_from_a_second_window_says_that_it_is_answered_already(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        name = await on_turn(evening)
        await evening.press_board(name, "move")
        panel = evening.private(name)
        pass_button, game = Evening.part(panel, "do"), evening.game
        select, value = first(panel)
        await places(evening, name)
        entries = list(game.entries)
        for wait in (0, 15):
            await evening.pass_time(wait)
            for custom_id, values in ((pass_button, None), (select, [str(int(value) + 1)])):
                kind = 2 if values is None else 3
                outcome = await evening.person(name).forge(panel, custom_id, component_type=kind, values=values)
                await outcome.done()
                await evening.settled()
                assert CS(ANSWERED_ELSEWHERE) in evening.private(name).text
        assert game.entries == entries
        evening.clean()


async def test_a_choice_that_counts_at_once_says_twice_what_was_done(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        name = await on_turn(evening)
        await evening.press_board(name, "move")
        panel = evening.private(name)
        select, value = first(panel)
        await places(evening, name)
        done = evening.private(name).text
        outcome = await evening.person(name).forge(panel, select, component_type=3, values=[value])
        await outcome.done()
        await evening.settled()
        assert evening.private(name).text == done
        assert CS(ANSWERED_ELSEWHERE) not in done
        evening.clean()


async def test_a_pass_from_a_second_window_says_so_only_to_its_owner(database: Path) -> None:
    async with Evening.of(*THREE, database=database, seed=bytes(range(32))) as evening:
        await evening.sit_down(window_seconds=20)
        await evening.to_window()
        game = evening.game
        name = evening.holder(game.waiting[0])
        await evening.press_board(name, "react")
        panel = evening.private(name)
        button, before = Evening.part(panel, "pass"), evening.board().text
        passed = await evening.press_board(name, "pass")
        for wait, said in ((0, passed.text), (ANSWER_TTL.total_seconds() + 1, CS(ANSWERED_ELSEWHERE))):
            await evening.pass_time(wait)
            outcome = await evening.person(name).forge(panel, button)
            await outcome.done()
            await evening.settled()
            assert said in outcome.text
            assert outcome.message is not None
            assert outcome.message.ephemeral
        assert evening.board().text == before
        evening.clean()


async def test_forged_and_foreign_presses_are_answered_and_change_nothing(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        name = await on_turn(evening)
        game, board = evening.game, evening.board(name)
        entries = len(game.entries)
        table, other = evening.live.id, others(name)[0]
        for custom_id in (
            "foreign",
            "kr:999999:move",
            f"kr:{table}:nonsense",
            f"kr:{table}:do:{game.number}:0.0",
            f"kr:{table}:do:{game.number}:=ff",
            f"kr:{table}:do:{game.number + 5}:0",
            f"kr:{table}:pass:{game.number}:",
            f"kr:{table}:walk:{game.number}:999.999",
            f"kr:{table}:agree_everything",
            "kr:0:topic:99:0",
        ):
            outcome = await evening.person(other).forge(board, custom_id)
            await outcome.done()
            await evening.settled()
            assert not outcome.failed, custom_id
            assert outcome.text, custom_id
        assert len(game.entries) == entries
        evening.clean()


async def test_an_event_that_comes_twice_acts_once(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        name = await on_turn(evening)
        await evening.press_board(name, "move")
        game = evening.game
        before = len(game.entries)
        evening.discord.gateway.repeat("INTERACTION_CREATE", 2)
        await places(evening, name)
        assert len(game.entries) == before + 1
        evening.clean()


async def test_an_unexpected_error_is_answered_and_the_next_press_goes_on(
    database: Path, monkeypatch: object
) -> None:  # fmt: skip
    async with Evening.of(*THREE, database=database) as evening:
        name = await on_turn(evening)
        db = evening.bot.app.db
        append = db.record.append

        async def broken(*_args: object, **_named: object) -> None:
            db.record.append = append  # type: ignore[method-assign]
            raise OSError("the disk is on fire")

        db.record.append = broken  # type: ignore[method-assign]
        before = len(await db.record.entries(evening.live.id))
        await evening.press_board(name, "move")
        panel = evening.private(name)
        await places(evening, name)
        assert A_DEFECT in panel.text
        assert len(await db.record.entries(1)) == before
        await evening.press_board(name, "move")
        await places(evening, name)
        assert len(await db.record.entries(1)) == before + 1
        evening.clean()


async def test_the_hand_is_told_to_no_one_else(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await on_turn(evening)
        outcome = await evening.slash("Anna", "game hand")
        assert outcome.message is not None
        assert outcome.message.ephemeral
        assert all("ruka" not in seen.text.lower() for seen in evening.person("Bert").messages(evening.channel))
        evening.clean()
