"""Tests the board's picture.

Its alt text agrees with the text, it needs no further request, and nothing waits for it.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

import pytest

from bot.drawing.seats import emoji_of
from bot.emulator.checks import messages
from bot.gateway.client import Krupier
from bot.messages.illustrator import Illustrator
from tests.bot.gallery import Renderer, alt, content_hash, image, sends_a_file, stacks, texts, uploads
from tests.bot.table import Evening
from tests.emulator import moderation

THREE = ("Anna", "Bert", "Cyril")
SEED = bytes(range(32))
ROW, TEXT, GALLERY, SEPARATOR = 1, 10, 12, 14


async def test_the_board_begins_with_a_picture_whose_alt_text_agrees_with_in_words(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        game = evening.game
        for place in ("harbour", "prison", "harbour", "town_hall", "harbour"):
            await evening.answer(game.waiting[0], f"place:{place}")
        board = evening.board()
        said, beside = alt(board), await evening.board_in_words("Bert")
        assert said is not None
        assert image(evening, board).startswith(b"\x89PNG")
        kinds = [part.type for part in board.parts]
        assert kinds[0] == GALLERY
        assert board.parts[0].text == said
        assert [part.type for part in board.parts[1:] if part.type != SEPARATOR][:3] == [TEXT, TEXT, ROW]
        assert "Na řadě je" in board.parts[kinds.index(ROW) - 1].text
        drawn = stacks(said, r"(?:^|\. )([1-7]) [^:.]+: ([^,.]*)")
        written = stacks(beside, r"^\*\*([1-7]) [^*]+\*\*: ([^·\n]*)")
        assert drawn == written
        assert sum(len(row) for row in written.values()) == 5
        on_turn = re.search(r"([A-C]) (\w+): [^.]*na tahu", said)
        assert on_turn is not None
        assert f"Na řadě je <@{evening.person(on_turn[2]).id}>" in beside
        evening.clean()


async def test_an_unchanged_picture_is_not_sent_again(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        before, said, file = texts(evening.board()), alt(evening.board()), evening.board().attachments
        since = len(evening.discord.requests)
        await evening.slash("Anna", "game pause")
        assert texts(evening.board()) != before
        assert alt(evening.board()) == said
        assert evening.board().attachments == file
        assert uploads(evening, since) == []
        evening.clean()


async def test_a_changed_picture_is_sent_with_the_one_edit(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        game = evening.game
        seen = []
        for press_first in (False, True):
            if press_first:
                await evening.press_board("Anna", "hand")
            since = len(evening.discord.requests)
            await evening.answer(game.waiting[0], "place:harbour")
            edits = [one for one in list(evening.discord.requests)[since:] if one.method == "PATCH"]
            assert len(edits) == 1
            assert sends_a_file(edits[0].body)
            assert len(evening.board().attachments) == 1
            seen.append(edits[0].exempt)
        assert seen == [False, True]
        evening.clean()


async def test_pictures_cost_no_further_request(database: Path) -> None:
    counted = []
    for at, pictures in enumerate((False, True)):
        path = database.with_name(f"{at}.sqlite3")
        async with Evening.of(*THREE, database=path, seed=SEED, pictures=pictures) as evening:
            await evening.sit_down()
            game = evening.game
            await evening.press_board("Anna", "hand")
            assert (alt(evening.private("Anna")) is not None) == pictures
            for _ in range(3):
                await evening.answer(game.waiting[0], "place:harbour")
            await evening.answer(game.waiting[0], game.decision.silence)  # type: ignore[union-attr, arg-type]
            assert (alt(evening.board()) is not None) == pictures
            counted.append(len(evening.discord.counted))
            evening.clean()
    assert counted[1] <= counted[0]


async def test_a_board_left_behind_shows_no_picture_of_what_is_gone(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        old = await evening.sit_down()
        assert alt(old) is not None
        await evening.slash("Bert", "game board")
        assert alt(evening.board()) is not None
        assert evening.board().id != old.id
        assert alt(old) is None
        assert old.attachments == []
        evening.clean()


async def test_with_a_failing_renderer_only_the_text_is_shown(
    database: Path, renderer: Renderer, caplog: pytest.LogCaptureFixture
) -> None:
    renderer.broken = True
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        game = evening.game
        before = evening.board().text
        await evening.answer(game.waiting[0], "place:harbour")
        assert evening.board().text != before
        assert alt(evening.board()) is None
        outcome = await evening.slash("Anna", "game hand")
        assert outcome.message is not None
        assert "Tvoje karty" in outcome.message.text
        assert outcome.message.attachments == []
        assert "police_chief" not in caplog.text
        renderer.broken = False
        await evening.answer(game.waiting[0], "place:harbour")
        assert alt(evening.board()) is not None
        evening.clean()
    assert {one.name for one in caplog.records if one.levelno >= logging.ERROR} == {"bot.drawing.studio"}


async def test_a_sketch_that_cannot_be_made_is_left_out(
    database: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def breaks(*_args: Any, **_named: Any) -> None:
        raise KeyError("police_chief-hat")

    monkeypatch.setattr("bot.games.mafia_city.picture.CityPictures.board", breaks)
    async with Evening.of(*THREE, database=database) as evening:
        board = await evening.sit_down()
        assert alt(board) is None
        assert "Mafia City" in board.text
        assert "police_chief" not in caplog.text
        assert "cannot lay out pictures of mafia_city: KeyError" in caplog.text
        evening.clean()


async def test_a_slow_renderer_keeps_neither_a_press_nor_the_board_waiting(database: Path, renderer: Renderer) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        game, studio = evening.game, evening.bot.app.illustrator._studio
        assert studio is not None
        assert alt(evening.board()) is not None
        renderer.may_paint.clear()
        studio.patience = 0
        number, name = game.number, evening.holder(game.waiting[0])
        for verb in ("move", "do"):
            shown = evening.board(name) if verb == "move" else evening.private(name)
            await evening.press(name, shown, Evening.part(shown, verb))
        assert game.number == number + 1
        assert emoji_of(evening.live.seat_of(evening.person(name).id).seat) in texts(evening.board())
        assert alt(evening.board()) is None
        assert evening.board().attachments == []
        renderer.may_paint.set()
        studio.patience = 20
        await evening.answer(game.waiting[0], "place:harbour")
        assert alt(evening.board()) is not None
        evening.clean()


@pytest.mark.parametrize("restarted", [False, True])
async def test_a_picture_that_is_late_is_added_once_it_is_drawn(
    database: Path, renderer: Renderer, restarted: bool
) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        if restarted:
            await evening.restart()
        game, studio = evening.game, evening.bot.app.illustrator._studio
        assert studio is not None
        renderer.may_paint.clear()
        studio.patience = 0
        await evening.answer(game.waiting[0], "place:harbour")
        assert alt(evening.board()) is None
        assert "Mafia City" in texts(evening.board())
        since = len(evening.discord.requests)
        studio.patience = 20
        renderer.may_paint.set()
        await evening.noticed(lambda: alt(evening.board()) is not None)
        await evening.settled()
        assert "Mafia City" not in texts(evening.board())
        assert len(evening.discord.requests) == since + 1
        assert evening.bot.app.publisher.is_up_to_date(evening.live)
        evening.clean()


async def test_a_hands_late_picture_is_added_once_it_is_drawn(database: Path, renderer: Renderer) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.open(*THREE)
        studio = evening.bot.app.illustrator._studio
        assert studio is not None
        renderer.may_paint.clear()
        studio.patience = 0
        await evening.press_board("Anna", "start")
        shown = {name: texts(evening.person(name).dms()[0]).strip() for name in THREE}
        assert all(alt(evening.person(name).dms()[0]) is None for name in THREE)
        studio.patience = 20
        renderer.may_paint.set()
        await evening.noticed(lambda: all(alt(evening.person(name).dms()[0]) is not None for name in THREE))
        await evening.settled()
        assert {name: texts(evening.person(name).dms()[0]).strip() for name in THREE} == shown
        assert all(len(evening.person(name).dms()) == 1 for name in THREE)
        evening.clean()


async def test_the_last_boards_late_picture_is_added_once_it_is_drawn(database: Path, renderer: Renderer) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        studio = evening.bot.app.illustrator._studio
        assert studio is not None
        renderer.may_paint.clear()
        studio.patience = 0
        await evening.end("Anna")
        assert "Konec hry" in evening.board().text
        assert alt(evening.board()) is None
        studio.patience = 20
        renderer.may_paint.set()
        await evening.noticed(lambda: alt(evening.board()) is not None)
        await evening.settled()
        assert not Evening.of_a_game(evening.board())
        evening.clean()


async def test_a_late_picture_of_an_earlier_state_is_not_shown(database: Path, renderer: Renderer) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        game, studio = evening.game, evening.bot.app.illustrator._studio
        assert studio is not None
        renderer.may_paint.clear()
        studio.patience = 0
        for _ in range(2):
            await evening.answer(game.waiting[0], "place:harbour")
        assert alt(evening.board()) is None
        studio.patience = 20
        renderer.may_paint.set()
        await evening.noticed(lambda: alt(evening.board()) is not None)
        await evening.settled()
        said = alt(evening.board())
        assert said is not None
        assert stacks(said, r"(?:^|\. )(2) [^:.]+: ([^,.]*)")["2"] == "".join(game.table.stacks["harbour"]).upper()
        evening.clean()


async def test_changes_during_a_drawing_are_shown_right_after_it(database: Path, renderer: Renderer) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        live, game, studio = evening.live, evening.game, evening.bot.app.illustrator._studio
        assert studio is not None
        studio.patience = 20
        since = len(evening.discord.requests)
        renderer.may_paint.clear()
        for _ in range(4):
            user = live.seat(game.waiting[0]).user
            await evening.bot.app.referee.play(live.id, game.number, user, ("place:harbour",))
            await evening.noticed(lambda: studio._making)
        renderer.may_paint.set()
        await evening.settled()
        board = evening.board()
        edits = [one for one in list(evening.discord.requests)[since:] if str(board.id) in one.path]
        assert len(edits) == 2
        said = alt(board)
        assert said is not None
        assert stacks(said, r"(?:^|\. )(2) [^:.]+: ([^,.]*)")["2"] == "".join(game.table.stacks["harbour"]).upper()
        evening.clean()


class Crowded(asyncio.Semaphore):
    """A replacement of the studio's semaphore that calls `answer` before each of the first `times` pictures."""

    def __init__(self, answer: Callable[[], Awaitable[None]], times: int) -> None:
        super().__init__(1)
        self.answer = answer
        self.times = times

    async def acquire(self) -> Literal[True]:
        await super().acquire()
        if self.times:
            self.times -= 1
            await self.answer()
        return True


@pytest.mark.parametrize(("answers", "shown"), [(1, 1), (2, 2), (3, 2), (4, 3)])
async def test_a_board_that_is_stale_when_its_picture_is_due_is_skipped_once(
    database: Path, answers: int, shown: int
) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        live, game, studio = evening.live, evening.game, evening.bot.app.illustrator._studio
        assert studio is not None

        async def answer() -> None:
            user = live.seat(game.waiting[0]).user
            await evening.bot.app.referee.play(live.id, game.number, user, ("place:harbour",))

        studio._slots = Crowded(answer, answers)
        since = len(evening.discord.requests)
        await answer()
        await evening.settled()
        board = evening.board()
        assert sum(str(board.id) in one.path for one in list(evening.discord.requests)[since:]) == shown
        said = alt(board)
        assert said is not None
        assert stacks(said, r"(?:^|\. )(2) [^:.]+: ([^,.]*)")["2"] == "".join(game.table.stacks["harbour"]).upper()
        evening.clean()


async def test_only_the_text_is_shown_if_files_are_forbidden(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        game = evening.game
        moderation.forbid(evening.world, evening.channel, "attach_files")
        await evening.noticed(lambda: not may_attach(evening))
        for at in range(2):
            await evening.answer(game.waiting[0], "place:harbour")
            await evening.slash("Anna", "game board")
            assert alt(evening.board()) is None, at
        outcome = await evening.slash("Anna", "game hand")
        assert outcome.message is not None
        assert outcome.message.attachments == []
        assert evening.live.row.paused_at is None
        moderation.allow(evening.world, evening.channel, "attach_files")
        await evening.noticed(lambda: may_attach(evening))
        await evening.answer(game.waiting[0], "place:harbour")
        assert alt(evening.board()) is not None
        evening.clean()


def may_attach(evening: Evening) -> bool:
    channel: Any = evening.bot.get_channel(evening.channel.id)
    return bool(channel.permissions_for(channel.guild.me).attach_files)


async def test_a_refused_picture_costs_only_the_picture(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the bot may not attach files but believes that it may, the board is shown without its picture, and only the
    first post is refused.
    """
    monkeypatch.setattr("bot.features.play.board_owner.may", lambda *_args: True)
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        moderation.forbid(evening.world, evening.channel, "attach_files")
        for _ in range(2):
            await evening.slash("Bert", "game board")
            assert alt(evening.board()) is None
            assert "move" in Evening.verbs(evening.board())
        assert evening.live.row.paused_at is None
        assert [one.code for one in evening.world.refusals] == [50013]


async def test_a_reused_file_that_is_not_found_is_uploaded_again(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        with monkeypatch.context() as patched:
            forget_files(patched)
            await evening.slash("Anna", "game pause")
        assert "⏸️" in evening.board().text or "🗳️" in evening.board().text
        assert alt(evening.board()) is not None
        assert {one.code for one in evening.world.refusals} == {50035}
        count = len(evening.world.refusals)
        await evening.slash("Bert", "game resume")
        assert alt(evening.board()) is not None
        assert len(evening.world.refusals) == count


def forget_files(patched: pytest.MonkeyPatch) -> None:
    """Makes the local Discord forget files that an edit does not send again."""
    known = messages._attachments

    def only_new(found: Any, form: Any) -> list[str]:
        return known(found, form) if form.files or form.before is None else []

    patched.setattr(messages, "_attachments", only_new)


async def test_nothing_hidden_changes_the_picture_of_the_board(database: Path) -> None:
    drawn, hands = [], []
    for at, hidden in enumerate((["police_chief-hat", "hitman-fist"], ["rackets-hat", "secret_deal-hat"])):
        path = database.with_name(f"{at}.sqlite3")
        async with Evening.of(*THREE, database=path, seed=SEED) as evening:
            await evening.sit_down()
            game = evening.game
            for seat in game.seats:
                game.table.players[seat].hand = list(hidden)
            for _ in range(4):
                await evening.answer(game.waiting[0], "place:harbour")
                drawn.append((at, content_hash(image(evening, evening.board())), alt(evening.board())))
            outcome = await evening.slash("Anna", "game hand")
            assert outcome.message is not None
            hands.append(content_hash(image(evening, outcome.message)))
    assert [shown[1:] for shown in drawn if shown[0] == 0] == [shown[1:] for shown in drawn if shown[0] == 1]
    assert len({shown[1] for shown in drawn}) == 4
    assert hands[0] != hands[1]


async def test_the_drawing_process_starts_before_the_boards_are_looked_after(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At a start, the drawing process is started before the tables are woken: it takes seconds to start, during which
    boards would have no picture.
    """
    order, wake = list[str](), Krupier._wake

    async def waking(client: Krupier, since: datetime | None) -> None:
        order.append("awake")
        await wake(client, since)

    monkeypatch.setattr(Illustrator, "warm", lambda _self: order.append("warm"))
    monkeypatch.setattr(Krupier, "_wake", waking)
    async with Evening.of("Anna", database=database):
        assert order == ["warm", "awake"]


async def test_after_a_restart_pictures_go_on(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        await evening.restart()
        said, hand = alt(evening.board()), alt(evening.person("Bert").dms()[0])
        assert said is not None
        assert hand is not None
        game = evening.game
        await evening.answer(game.waiting[0], "place:harbour")
        assert alt(evening.board()) not in (None, said)
        assert alt(evening.person("Bert").dms()[0]) == hand
        since = len(evening.discord.requests)
        await evening.slash("Anna", "game pause")
        assert uploads(evening, since) == []
        evening.clean()


async def test_the_end_shows_the_points_over_the_rounds(database: Path) -> None:
    async with Evening.of("Anna", "Bert", database=database) as evening:
        await evening.open("Anna", "Bert", game="kralovske_rosady")
        await evening.press_board("Anna", "start")
        game = evening.game
        assert (alt(evening.board()) or "").startswith("Kolo 1")
        while game.decision is not None:
            keys = list(game.keys(game.waiting[0]))
            await evening.answer(game.waiting[0], keys[game.number % len(keys)])
        while evening.bot.app.publisher.sequences.runs(evening.board().id):
            await evening.pass_time(4)
        said = alt(evening.board())
        assert said is not None
        assert said.startswith("Body po jednotlivých kolech")
        assert "Anna" in said
        assert evening.board().parts[0].type == GALLERY
        assert "Konec hry" in texts(evening.board())
        assert not Evening.of_a_game(evening.board())
        evening.clean()
