"""Tests that a private panel stays open and shows its owner's next question by itself."""

from __future__ import annotations

import asyncio
from contextlib import AbstractAsyncContextManager, suppress
from pathlib import Path
from typing import Any

import pytest

from bot.emulator.people.seen import Seen
from bot.features.play.open_panels import Wishes, wishes_of
from bot.messages import wire
from bot.messages.reconciler import Reconciler
from bot.tables.people import People
from bot.texts import translator_for
from bot.views import custom_id
from storage.errors import DatabaseBusy
from tests.bot.starters import OPENS, activates, begun, kind, on_turn, opened, other, private, silently
from tests.bot.table import AnHourAhead, Evening


async def test_a_panel_says_what_an_answer_did_and_opens_when_its_owner_is_asked_again(database: Path) -> None:
    async with begun(database) as evening:
        first, second = on_turn(evening), other(evening)
        panel = await activates(evening, first)
        assert "You activate" in panel.text
        assert OPENS in panel.text
        assert not panel.usable
        await activates(evening, second)
        again = evening.private(first)
        assert again.id == panel.id
        assert OPENS not in again.text
        # The other player's move is shown on the board.
        assert "You activate" not in again.text
        assert "rolls" not in again.text
        assert "rolls" in evening.board().text
        assert {"pick", "do"} <= evening.verbs(again)
        assert len(private(evening, first)) == 1
        evening.clean()


async def test_every_option_of_an_opened_panel_can_be_chosen_at_once(database: Path) -> None:
    async with begun(database) as evening:
        first, second = on_turn(evening), other(evening)
        await activates(evening, first)
        await activates(evening, second)
        number = evening.game.number
        panel = evening.private(first)
        await evening.press(first, panel, evening.part(panel, "do", "Pass"))
        assert evening.game.number > number
        assert OPENS in evening.private(first).text
        evening.clean()


async def test_a_seat_that_is_asked_again_at_once_sees_its_question_at_once(database: Path) -> None:
    async with begun(database) as evening:
        first, second = on_turn(evening), other(evening)
        await activates(evening, first)
        panel = await opened(evening, second)
        await evening.press(second, panel, evening.part(panel, "do", "Pass"))
        panel = evening.private(first)
        await evening.press(first, panel, evening.part(panel, "do", "Pass"))
        # The second pass in a row ends the phase: the upkeep asks a seat at once.
        assert kind(evening) == "upkeep"
        asked = on_turn(evening)
        assert "End of the round" in evening.private(asked).text
        assert "tick" in evening.verbs(evening.private(asked))
        evening.clean()


async def test_after_an_early_press_the_question_appears_when_it_comes(database: Path) -> None:
    async with begun(database) as evening:
        first, second = on_turn(evening), other(evening)
        early = await opened(evening, second)
        assert "not your turn" in early.text
        assert OPENS in early.text
        await activates(evening, first)
        assert evening.private(second).id == early.id
        assert "pick" in evening.verbs(evening.private(second))


async def test_a_panel_shows_no_answer_that_is_not_committed(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Found by the simulation: an answer came while the bot read what the panel's owner wishes."""
    async with begun(database) as evening:
        first, second = on_turn(evening), other(evening)
        await activates(evening, first)
        answering = Answering(evening)
        monkeypatch.setattr("bot.features.play.open_panels.wishes_of", answering.wishes)
        await activates(evening, second)
        assert answering.task is not None
        await answering.task
        await evening.settled()
        numbers = {custom_id.parse(part.custom_id).number for part in evening.private(first).usable}  # type: ignore[union-attr]
        assert numbers == {evening.game.number}


class Answering:
    """Gives an answer that is not committed, while the bot reads the wishes of a player."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.task: asyncio.Task[None] | None = None
        self._given = asyncio.Event()

    async def wishes(self, people: People, user: int, kind: str) -> Wishes:
        """Replaces `wishes_of`: the answer is given before it returns."""
        found = await wishes_of(people, user, kind)
        # The wishes of the player who has just acted are read before; the panel of the other one comes second.
        if self.task is None and self.evening.game.waiting and user == self._user_on_turn():
            self.task = asyncio.create_task(self._answers())
            await self._given.wait()
        return found

    def _user_on_turn(self) -> int:
        return self.evening.live.seat(self.evening.game.waiting[0]).user

    async def _answers(self) -> None:
        with suppress(DatabaseBusy):
            async with self.evening.bot.app.tables.held(self.evening.table) as live:
                game = live.running()
                seat = game.waiting[0]
                game.answer(game.number, seat, (list(game.keys(seat))[-1],))
                self._given.set()
                for _ in range(50):
                    await asyncio.sleep(0)
                raise DatabaseBusy("the file")


async def test_a_panel_whose_token_is_too_old_stays_as_it_is_and_my_move_serves(database: Path) -> None:
    async with begun(database, pace="untimed") as evening:
        first, second = on_turn(evening), other(evening)
        panel = await activates(evening, first)
        await evening.pass_time(16 * 60)
        await activates(evening, second)
        assert evening.private(first).id == panel.id
        assert not evening.private(first).usable
        assert "pick" in evening.verbs(await opened(evening, first))
        evening.clean()


async def test_panels_open_and_end_even_if_the_machines_clock_is_ahead(database: Path) -> None:
    async with begun(database, of=AnHourAhead) as evening:
        first, second = on_turn(evening), other(evening)
        panel = await activates(evening, first)
        await activates(evening, second)
        assert evening.private(first).id == panel.id
        assert {"pick", "do"} <= evening.verbs(evening.private(first))
        for name in ("Anna", "Bert"):
            await evening.slash(name, "game end")
        assert evening.live.row.phase == "ended"
        assert not [seen for name in ("Anna", "Bert") for seen in private(evening, name) if seen.usable]


async def test_a_panel_shows_no_private_event_of_another_seat(database: Path) -> None:
    async with begun(database) as evening:
        for name in (on_turn(evening), other(evening)):
            panel = await opened(evening, name)
            await evening.press(name, panel, evening.part(panel, "do", "Pass"))
        while kind(evening) == "upkeep":
            await silently(evening)
        for name in ("Anna", "Bert"):
            seat = next(seat.seat for seat in evening.live.seats if seat.name == name)
            mine = [event.facts for event in evening.game.told if event.to == seat]
            theirs = [event for event in evening.game.told if event.to not in (seat, "all")]
            assert mine
            assert theirs
            told = [
                evening.live.game_ui.sentence(
                    evening.live.game_ui.context(evening.live.facts, translator_for("en")), event
                )
                for event in theirs
            ]
            assert not [line for line in told if line and line in evening.private(name).text]


async def test_while_a_game_is_paused_no_panel_opens(database: Path) -> None:
    async with begun(database) as evening:
        first, second = on_turn(evening), other(evening)
        waiting = await activates(evening, first)
        panel = await opened(evening, second)
        for name in ("Anna", "Bert"):
            await evening.slash(name, "game pause")
        assert evening.live.row.paused_at is not None
        assert OPENS in waiting.text
        for name in ("Anna", "Bert"):
            await evening.slash(name, "game resume")
        assert evening.live.row.paused_at is None
        await evening.press(second, panel, evening.part(panel, "do", "Pass"))
        assert "pick" in evening.verbs(waiting)


async def test_a_question_that_time_has_answered_leaves_the_panel(database: Path) -> None:
    async with begun(database) as evening:
        first = on_turn(evening)
        panel = await opened(evening, first)
        assert panel.usable
        await evening.pass_time(601)
        assert on_turn(evening) != first
        assert evening.private(first).id == panel.id
        assert not evening.private(first).usable
        assert "Time is up" in evening.private(first).text


async def test_at_the_end_every_panel_says_so(database: Path) -> None:
    async with begun(database) as evening:
        first, second = on_turn(evening), other(evening)
        await activates(evening, first)
        await opened(evening, second)
        for name in ("Anna", "Bert"):
            await evening.slash(name, "game end")
        assert evening.live.row.phase == "ended"
        for name in ("Anna", "Bert"):
            panels = [seen for seen in private(evening, name) if "The game is over" in seen.text]
            assert panels
            assert not [seen for seen in private(evening, name) if seen.usable]


async def test_someone_who_has_left_sees_no_more_questions(database: Path) -> None:
    async with begun(database) as evening:
        first, second = on_turn(evening), other(evening)
        await activates(evening, first)
        leaving = await evening.slash(first, "game leave")
        assert leaving.message is not None
        for verb in ("leave_really", "leave_sure"):
            await evening.press(first, leaving.message, evening.part(leaving.message, verb))
        assert evening.live.seat_of(evening.person(first).id).left is not None
        await activates(evening, second)
        assert not any("pick" in evening.verbs(seen) for seen in private(evening, first))


THREE = ("Anna", "Bert", "Cyril")


def at_three(database: Path) -> AbstractAsyncContextManager[Evening]:
    return Evening.of(*THREE, database=database, locale="en-GB", seed=bytes(range(32)), pictures=False)


async def places(evening: Evening, name: str) -> Seen:
    """Places a mobster at the first location offered, in the open panel."""
    panel = evening.private(name)
    await evening.person(name).select(panel, panel.selects[0].custom_id, [panel.selects[0].options[0].value])
    await evening.settled()
    return evening.private(name)


async def test_in_every_game_one_panel_serves_from_turn_to_turn(database: Path) -> None:
    async with at_three(database) as evening:
        await evening.sit_down()
        name, before = on_turn(evening), evening.game.number
        await evening.press_board(name, "move")
        first = await places(evening, name)
        assert OPENS in first.text
        assert first.text.startswith("✅")
        for _ in range(2):
            await evening.answer(evening.game.waiting[0], "place:harbour")
        assert on_turn(evening) == name
        await places(evening, name)
        assert evening.private(name).id == first.id
        assert [entry.number for entry in evening.game.entries if entry.seat == evening.game.waiting[0]]
        assert evening.game.number == before + 4
        evening.clean()


NEEDS_NO_PRESS = "You have nothing to play here. The game continues by itself."


async def test_a_short_window_asks_only_those_who_hold_something_to_play(database: Path) -> None:
    """Two games that differ only in hands cause the same requests; a player with nothing to play reads that no press is
    needed.
    """
    worlds = []
    for at, hand in enumerate((["police_chief-hat", "hitman-fist"], ["rackets-hat", "thief-hat"])):
        async with at_three(database.with_name(f"{at}.sqlite3")) as evening:
            seat, asked = await to_a_reaction(evening, hand)
            assert kind(evening) == "react"
            worlds.append(sorted(one.name.partition(" ")[0] for one in evening.discord.requests))
            for panel in (evening.private(evening.holder(other)) for other in asked):
                assert ("pass" in evening.verbs(panel)) == (at == 0)
                assert (NEEDS_NO_PRESS in panel.text) == (not panel.usable) == (at == 1)
                assert "Informer" in panel.text
            assert "pass" not in evening.verbs(evening.private(evening.holder(seat)))
            evening.clean()
    assert worlds[0] == worlds[1]


@pytest.mark.parametrize("hand", [["police_chief-hat", "hitman-fist"], ["rackets-hat", "thief-hat"]])
async def test_at_the_end_of_a_window_every_panel_of_it_is_updated(database: Path, hand: list[str]) -> None:
    async with at_three(database) as evening:
        _seat, asked = await to_a_reaction(evening, hand)
        number, before = evening.game.number, len(evening.discord.requests)
        await evening.pass_time(8)
        assert evening.game.number > number
        edits = [one for one in list(evening.discord.requests)[before:] if "webhooks" in one.path]
        assert len(edits) == len(asked) + 1
        for other in asked:
            assert NEEDS_NO_PRESS not in evening.private(evening.holder(other)).text
            late = "Time is up" in evening.private(evening.holder(other)).text
            assert late == ("police_chief-hat" in hand)


async def test_after_a_press_nothing_to_play_needs_no_press(database: Path) -> None:
    """A card that is played in a window opens another one; the panel of a player with nothing to play says that the
    game continues by itself.
    """
    async with Evening.of(*THREE, database=database, locale="cs", seed=bytes(range(32)), pictures=False) as evening:
        _seat, (first, second) = await to_a_reaction(evening, ["rackets-hat", "thief-hat"])
        evening.game.table.players[first].hand = ["police_chief-hat", "hitman-fist"]
        for name in map(evening.holder, (first, second)):
            await evening.press_board(name, "react")
        await evening.answer(second, "pass")
        panel = evening.private(evening.holder(first))
        assert "pass" in evening.verbs(panel)
        await evening.answer(first, next(key for key in evening.game.keys(first) if key != "pass"))
        assert kind(evening) == "react"
        assert second in evening.game.waiting
        assert "Hra pokračuje sama." in evening.private(evening.holder(second)).text
        evening.clean()


async def test_a_player_who_wants_every_panel_gets_one_even_with_nothing_to_play(database: Path) -> None:
    async with at_three(database) as evening:
        await evening.sit_down()
        name = evening.holder(next(seat for seat in "abc" if seat != evening.game.waiting[0]))
        await evening.bot.app.referee.set_order(evening.live.id, evening.person(name).id, "every")
        await to_a_reaction(evening, ["rackets-hat", "thief-hat"], seated=True)
        for other in evening.game.waiting:
            opened = "pass" in evening.verbs(evening.private(evening.holder(other)))
            assert opened == (evening.holder(other) == name)


async def test_by_the_day_a_window_opens_the_panels_of_all_who_are_asked(database: Path) -> None:
    async with at_three(database) as evening:
        await evening.sit_down(pace="correspondence")
        await to_a_reaction(evening, ["rackets-hat", "thief-hat"], seated=True)
        for other in evening.game.waiting:
            assert "pass" in evening.verbs(evening.private(evening.holder(other)))


async def to_a_reaction(evening: Evening, hand: list[str], *, seated: bool = False) -> tuple[str, list[str]]:
    """Plays a card that opens a window while everyone has a panel open and the asked seats have the given hand.

    Returns the seat that played the card, and the seats that are asked. `seated`: the game has started already.
    """
    if not seated:
        await evening.sit_down()
    for name in THREE:
        await evening.press_board(name, "move")
    seat = evening.game.waiting[0]
    asked = [each for each in "abc" if each != seat]
    players = evening.game.table.players
    players[seat].hand = ["informer-star", "thief-hat"]
    for each in asked:
        players[each].hand = list(hand)
    await evening.answer(seat, "place:harbour")
    while evening.game.waiting[0] != seat:
        await evening.answer(evening.game.waiting[0], "place:prison")
    await evening.answer(seat, "informer-star:prison:1")
    return seat, asked


async def test_a_window_let_pass_in_the_panel_leaves_it_open_for_what_comes(database: Path) -> None:
    async with at_three(database) as evening:
        await evening.sit_down()
        await evening.to_window()
        first, second = (evening.holder(seat) for seat in evening.game.waiting)
        await evening.press_board(first, "react")
        panel = evening.private(first)
        await evening.press(first, panel, evening.part(panel, "pass"))
        assert not panel.usable
        await evening.press_board(second, "pass")
        assert evening.private(first).id == panel.id
        for name in (first, second):
            asked = evening.live.seat_of(evening.person(name).id).seat in evening.game.waiting
            assert bool(evening.private(name).usable) == asked


async def test_an_open_confirm_whose_time_is_up_says_so_at_once(database: Path) -> None:
    async with at_three(database) as evening:
        await evening.sit_down()
        seat = evening.game.waiting[0]
        evening.game.table.players[seat].hand = ["informer-star", "thief-hat"]
        for _ in range(3):
            await evening.answer(evening.game.waiting[0], "place:harbour")
        name = on_turn(evening)
        await evening.press_board(name, "move")
        panel = evening.private(name)
        part = next(part for part in panel.selects if "Informer" in (part.placeholder or ""))
        await evening.person(name).select(panel, part.custom_id, [part.options[0].value])
        await evening.settled()
        assert [one.label for one in panel.buttons if one.label == "Confirm"]
        await evening.pass_time(91)
        assert [one.label for one in panel.buttons if one.label == "Confirm"], "a grace of half the time runs"
        await evening.pass_time(46)
        assert not panel.usable
        assert panel.text.startswith("⏰ Time is up for this decision.")
        evening.clean()


async def test_of_two_panels_of_one_player_only_the_later_one_asks(database: Path) -> None:
    async with at_three(database) as evening:
        await evening.sit_down()
        name = on_turn(evening)
        await evening.press_board(name, "move")
        former = evening.private(name)
        assert former.usable
        await evening.press_board(name, "move")
        panel = evening.private(name)
        assert panel.id != former.id
        assert panel.usable
        assert not former.usable
        assert former.text == "This panel continues in another message."
        evening.clean()


async def test_a_former_panel_that_is_pressed_before_its_note_arrives_goes_on(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arrives, say_last = asyncio.Event(), Reconciler.say_last

    async def late(*arguments: Any, **options: Any) -> None:
        await arrives.wait()
        await say_last(*arguments, **options)

    async with Evening.of(*THREE, database=database, locale="en-GB") as evening:
        await evening.sit_down()
        name = on_turn(evening)
        await evening.press_board(name, "move")
        former = evening.private(name)
        monkeypatch.setattr(Reconciler, "say_last", late)
        person, board = evening.person(name), evening.board(name)
        await person.press(board, evening.part(board, "move"))
        later = evening.private(name)
        await person.select(former, "📍 Place a mobster", "2 Harbour")
        arrives.set()
        await evening.settled()
        assert "You place" in former.text
        assert later.text == "This panel continues in another message."
        evening.clean()


async def test_a_panel_whose_press_is_answered_after_a_later_one_opened_stays_the_latest(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, arrives, update = asyncio.Event(), asyncio.Event(), wire.update_pressed

    async def late(*arguments: Any, **options: Any) -> None:
        begun.set()
        await arrives.wait()
        await update(*arguments, **options)

    async with Evening.of(*THREE, database=database, locale="en-GB") as evening:
        await evening.sit_down()
        name = on_turn(evening)
        await evening.press_board(name, "move")
        former, person, board = evening.private(name), evening.person(name), evening.board(name)
        monkeypatch.setattr(wire, "update_pressed", late)
        async with asyncio.TaskGroup() as group:
            group.create_task(person.select(former, "📍 Place a mobster", "2 Harbour"))
            await begun.wait()
            await person.press(board, evening.part(board, "move"))
            later = evening.private(name)
            arrives.set()
        await evening.settled()
        assert "You place" in former.text
        assert later.text == "This panel continues in another message."
        evening.clean()


async def test_a_panel_whose_answer_could_not_be_stored_opens_at_the_next_question(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def busy(*_arguments: object, **_options: object) -> None:
        raise DatabaseBusy("the database is busy")

    async with Evening.of(*THREE, database=database, locale="en-GB") as evening:
        await evening.sit_down()
        name, seat = on_turn(evening), evening.game.waiting[0]
        await evening.press_board(name, "move")
        panel = evening.private(name)
        with monkeypatch.context() as patched:
            patched.setattr(evening.bot.app.referee, "play", busy)
            await evening.person(name).select(panel, "📍 Place a mobster", "2 Harbour")
            await evening.settled()
        assert not panel.usable
        await evening.answer(seat, "place:harbour")
        while evening.game.waiting[0] != seat:
            await evening.answer(evening.game.waiting[0], "place:prison")
        assert "do" in evening.verbs(panel)
