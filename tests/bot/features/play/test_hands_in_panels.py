"""Tests the picture of the hand in panels: its place, its reader, and in which messages its file is reused."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from bot.drawing import Sketch
from bot.emulator.people.seen import Seen
from bot.emulator.rest.api import Request
from bot.messages import reply
from bot.messages.live_message import UNKNOWN
from tests.bot.gallery import GALLERY, Renderer, alt, content_hash, image, uploads
from tests.bot.table import Evening
from tests.emulator import moderation

THREE = ("Anna", "Bert", "Cyril")
ROW, TEXT, LINE = 1, 10, 14
SEED = bytes(range(32))


async def opened(evening: Evening) -> tuple[str, Seen]:
    """Opens the panel of the player whose turn it is; returns the player's name and the panel."""
    name = evening.holder(evening.game.waiting[0])
    await evening.press_board(name, "move")
    return name, evening.private(name)


async def walked(evening: Evening, name: str, panel: Seen) -> None:
    """Chooses the first option of the panel's first select, which then asks for a Confirm or plays the move."""
    part = panel.selects[0]
    await evening.person(name).select(panel, part.custom_id, [part.options[0].value])
    await evening.settled()


async def test_the_hand_is_between_the_question_and_the_controls_of_a_panel(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        name, panel = await opened(evening)
        kinds = [part.type for part in panel.parts if part.type in {TEXT, GALLERY, ROW}]
        assert kinds.index(TEXT) < kinds.index(GALLERY) < kinds.index(ROW)
        letter = evening.person(name).dms()[0]
        assert alt(panel) == alt(letter)
        assert content_hash(image(evening, panel, name)) == content_hash(image(evening, letter, name))
        evening.clean()


async def test_the_hand_is_above_the_controls_if_it_replaces_the_names_of_the_cards(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down(keep=False)
        _, panel = await opened(evening)
        kinds = [part.type for part in panel.parts if part.type in {TEXT, GALLERY, ROW, LINE}]
        assert kinds.index(GALLERY) < kinds.index(ROW)
        assert (LINE, LINE) not in pairwise(kinds)
        evening.clean()


async def test_out_of_turn_a_panel_shows_the_hand_of_its_own_user(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        for at, seat in enumerate("abc"):
            evening.game.table.players[seat].hand = [("thief-hat", "rackets-fist", "informer-star")[at]]
        shown = set()
        for name in THREE:
            await evening.press_board(name, "move")
            await evening.slash(name, "game hand")
            panel, hand = [seen for seen in evening.person(name).messages(evening.channel) if seen.ephemeral][-2:]
            assert content_hash(image(evening, panel, name)) == content_hash(image(evening, hand, name))
            shown.add(alt(panel))
        assert len(shown) == len(THREE)
        evening.clean()


async def test_only_the_holder_gets_the_picture_of_a_hand_in_a_panel(database: Path) -> None:
    async with Evening.of(*THREE, "Dora", database=database) as evening:
        await evening.sit_down(*THREE)
        name, panel = await opened(evening)
        for other in {*THREE, "Dora"} - {name}:
            assert panel.id not in {seen.id for seen in evening.person(other).messages(evening.channel)}
            assert alt(panel) not in {alt(seen) for seen in evening.person(other).messages(evening.channel)}
        await evening.press_board("Dora", "move")
        assert alt(evening.private("Dora")) is None
        evening.clean()


async def test_an_unchanged_hand_is_not_sent_again_to_the_same_panel(database: Path) -> None:
    async with Evening.of(*THREE, database=database, seed=SEED) as evening:
        await evening.sit_down()
        name, panel = await opened(evening)
        file = panel.attachments
        await walked(evening, name, panel)
        assert panel.text.startswith("✅"), "the mobster was placed"
        while evening.holder(evening.game.waiting[0]) != name:
            await evening.answer(evening.game.waiting[0], "place:harbour")
        assert panel.usable, "the panel was opened again by itself"
        assert panel.attachments == file
        evening.clean()


async def test_every_new_panel_is_sent_with_a_file_of_its_own(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        name, former = await opened(evening)
        file = former.attachments
        _, panel = await opened(evening)
        assert panel.id != former.id
        assert panel.attachments != file
        assert alt(panel) is not None
        assert former.attachments == []
        await evening.restart()
        await walked(evening, name, panel)
        assert alt(panel) is not None
        evening.clean()


async def test_a_panel_that_showed_something_else_gets_its_picture_again(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        name, panel = await opened(evening)
        person, game = evening.person(name), evening.live.id
        for _ in range(2):
            await (await person.forge(panel, f"kr:{game}:keep_asking")).done()
            await evening.settled()
            assert panel.attachments == []
            await (await person.forge(panel, f"kr:{game}:move")).done()
            await evening.settled()
            assert alt(panel) is not None
        evening.clean()


async def test_a_changed_hand_is_shown_by_the_panel(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        name, panel = await opened(evening)
        before, seat = alt(panel), evening.game.waiting[0]
        evening.game.table.players[seat].hand = ["thief-hat", "informer-fist"]
        await walked(evening, name, panel)
        assert alt(panel) != before
        assert "Zloděj" in str(alt(panel))
        evening.clean()


@pytest.mark.parametrize("hand", [["rackets-hat"], ["rackets-hat", "informer-star"]])
async def test_a_waiting_panel_shows_a_hand_as_soon_as_everyone_sees_its_new_size(
    database: Path, hand: list[str]
) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        seat = "abc"["abc".index(evening.game.waiting[0]) - 1]  # the last one in this round
        evening.game.table.players[seat].hand = ["thief-hat"]
        await evening.press_board(name := evening.holder(seat), "move")
        panel = evening.private(name)
        before = alt(panel)
        evening.game.table.players[seat].hand = hand
        await evening.answer(evening.game.waiting[0], "place:harbour")
        assert seat not in evening.game.waiting
        assert evening.private(name).id == panel.id
        assert (alt(panel) != before) == (len(hand) > 1)
        evening.clean()


async def test_users_who_want_words_read_their_hand_in_the_panel(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        name = evening.holder(evening.game.waiting[0])
        evening.game.table.players[evening.game.waiting[0]].hand = ["thief-hat", "informer-fist"]
        await evening.bot.app.people.change(evening.person(name).id, words=True)
        _, panel = await opened(evening)
        assert panel.attachments == []
        assert "Zloděj" in panel.text.partition("\n")[2]
        assert "🐀" in panel.text
        evening.clean()


async def test_without_the_permission_to_attach_files_a_panel_has_no_picture(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        moderation.forbid(evening.world, evening.channel, "attach_files")
        name, panel = await opened(evening)
        assert panel.usable
        assert panel.attachments == []
        await walked(evening, name, panel)
        while evening.holder(evening.game.waiting[0]) != name:
            await evening.answer(evening.game.waiting[0], "place:harbour")
        assert panel.usable
        assert panel.attachments == []
        evening.clean()


async def test_a_picture_that_is_drawn_late_is_added_to_the_step_that_is_shown(
    database: Path, renderer: Renderer
) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        studio = evening.bot.app.illustrator._studio
        assert studio is not None
        studio.brief = 0.0
        seat = evening.game.waiting[0]
        evening.game.table.players[seat].hand = ["informer-star", "thief-hat"]
        renderer.may_paint.clear()
        name = evening.holder(seat)
        outcome = await evening.person(name).press(evening.board(name), evening.part(evening.board(name), "move"))
        await outcome.done()
        panel = evening.private(name)
        assert panel.usable, "the panel does not wait for the drawing"
        assert alt(panel) is None
        words, controls = [part.text for part in panel.parts], evening.verbs(panel)
        renderer.may_paint.set()
        await evening.until(lambda: alt(panel) is not None)
        await evening.settled()
        assert evening.verbs(panel) == controls
        assert [part.text for part in panel.parts if part.type != GALLERY] == words
        evening.clean()


async def test_a_hand_that_is_drawn_slowly_delays_no_board(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Renderer()
    drawn = Sketch.picture
    monkeypatch.setattr(Sketch, "picture", lambda sketch: slow.draw(sketch) if sketch.kind == "hand" else drawn(sketch))
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        studio = evening.bot.app.illustrator._studio
        assert studio is not None
        studio.brief = 0.0
        slow.may_paint.clear()
        try:
            for seat, name in zip("abc", map(evening.holder, "abc"), strict=True):
                evening.game.table.players[seat].hand = ["thief-hat", f"informer-{'fist' if seat == 'a' else 'star'}"]
                await evening.person(name).press(evening.board(name), evening.part(evening.board(name), "move"))
            before, live = evening.board().attachments, evening.live
            seat = evening.game.waiting[0]
            await evening.bot.app.referee.play(
                live.id, evening.game.number, live.seat(seat).user, ("place:harbour",)
            )  # fmt: skip
            await evening.until(lambda: evening.board().attachments != before and alt(evening.board()) is not None)
        finally:
            slow.may_paint.set()
        await evening.settled()
        evening.clean()


@asynccontextmanager
async def unanswered_edits(evening: Evening) -> AsyncIterator[list[str]]:
    """Holds back the responses to edits of panels, which Discord carries out, until the block ends.

    Yields a list that gets the name of each such request.
    """
    rest, gate, held = evening.discord.rest, asyncio.Event(), list[str]()
    carry_out = rest._carry_out

    async def slowly(request: Any, log: Request, *rest_of: Any) -> Any:
        done = await carry_out(request, log, *rest_of)
        if log.method == "PATCH" and "webhooks" in log.path:
            held.append(log.name)
            await gate.wait()
        return done

    rest._carry_out = slowly  # type: ignore[assignment,method-assign]
    try:
        yield held
    finally:
        gate.set()
        await evening.settled()
        rest._carry_out = carry_out  # type: ignore[method-assign]


async def test_while_an_edit_of_the_panel_is_in_flight_nothing_is_reused(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reply, "LOCK_PATIENCE", 0.0)
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        name, panel = await opened(evening)
        await walked(evening, name, panel)
        async with unanswered_edits(evening) as held:
            live = evening.live
            while evening.holder(evening.game.waiting[0]) != name:
                user = live.seat(evening.game.waiting[0]).user
                await evening.bot.app.referee.play(live.id, evening.game.number, user, ("place:harbour",))
            await evening.until(lambda: held)
            since = len(evening.discord.requests)
            await (await evening.person(name).forge(panel, f"kr:{live.id}:move")).done()
            assert [one for one in uploads(evening, since) if one.path.startswith("/interactions/")] != []
        # No one knows which of the two Discord has carried out last.
        shown = evening.bot.app.panels.at(panel.id)
        assert shown is not None
        assert shown.picture == UNKNOWN
        assert alt(panel) is not None
        evening.clean()
