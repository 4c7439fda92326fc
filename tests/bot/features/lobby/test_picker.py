"""Tests `/game new` without a game: a private picker, and the way from there to the first decision."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.drawing.sketch import MAX_BYTES
from bot.features.lobby import picker
from bot.features.lobby.covers import GAP, HIGH, WIDE, covers
from bot.games import GAME_UIS
from bot.games.pictures import Pictures
from bot.interactions.component_context import UNKNOWN
from bot.tables.paces import PACES
from bot.tables.refusals import Refused
from bot.tables.wishes import Wishes
from bot.texts import LANGUAGES, translator_for
from bot.views.custom_id import NO_GAME, CustomId
from rules import GAMES
from tests.bot.features.lobby.test_host import invite, set_up
from tests.bot.games.every_board import games_with
from tests.bot.refused import CZECH
from tests.bot.table import Evening

MAX_LETTERS = 100
KINDS = list(GAME_UIS)


async def picked(evening: Evening, kind: str, **options: Any) -> None:
    """Runs `/game new` as Anna without a game, and presses the button of one game in the private picker."""
    await evening.slash("Anna", "game new", **options)
    shown = evening.private("Anna")
    await evening.press("Anna", shown, Evening.part(shown, "new", GAME_UIS[kind].title))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_pitch_begins_with_the_title_and_fits_a_choice(kind: str, language: str) -> None:
    game_ui = GAME_UIS[kind]
    pitch = translator_for(language)(game_ui.pitch)
    assert pitch.startswith(f"{game_ui.title} – ")
    assert len(pitch) <= MAX_LETTERS
    least, most = game_ui.minutes
    assert 0 < least < most


async def test_without_a_game_only_the_caller_is_shown_every_game(database: Path) -> None:
    async with Evening.of("Anna", "Bert", database=database, locale="en-US") as evening:
        outcome = await evening.slash("Anna", "game new")
        assert outcome.message is not None
        assert outcome.message.ephemeral
        for kind, game_ui in GAME_UIS.items():
            seats = GAMES[kind].seats
            assert game_ui.pitch in outcome.text
            assert f"{seats[0]}–{seats[-1]} players · {game_ui.minutes[0]}–{game_ui.minutes[1]} min" in outcome.text
        assert [part.label for part in outcome.message.usable] == [f"Play {ui.title}" for ui in GAME_UIS.values()]
        assert await evening.bot.app.db.games.unfinished() == []
        evening.clean()


@pytest.mark.parametrize("kind", KINDS)
async def test_one_press_opens_the_lobby_of_that_game_for_everyone(database: Path, kind: str) -> None:
    async with Evening.of("Anna", "Bert", database=database) as evening:
        await picked(evening, kind)
        assert evening.live.row.kind == kind
        assert not evening.board("Bert").ephemeral
        assert not evening.private("Anna").usable, "the picker has had its say"
        await evening.press_board("Bert", "join")
        assert len(evening.live.seats) == 2
        evening.clean()


async def test_the_other_settings_come_along(database: Path) -> None:
    async with Evening.of("Anna", database=database) as evening:
        given: dict[str, Any] = {"pace": "relaxed", "turn_seconds": 45, "window_seconds": 3, "bank_seconds": 604_800}
        await picked(evening, KINDS[1], hints=True, language="sk", **given)
        row = evening.live.row
        assert (row.kind, row.pace, row.turn_seconds) == (KINDS[1], "relaxed", 45)
        assert (row.window_seconds, row.bank_seconds, row.hints, row.language) == (3, 604_800, True, "sk")
        evening.clean()


async def test_a_setting_of_a_game_means_the_game_that_offers_it(database: Path) -> None:
    async with Evening.of("Anna", database=database) as evening:
        typing = await evening.person("Anna").autocomplete(evening.channel, "game new", "option", "")
        outcome = await evening.slash("Anna", "game new", option=typing.choices[-1][1])
        assert outcome.message is not None
        assert not outcome.message.ephemeral
        assert evening.live.row.kind == KINDS[0]
        evening.clean()


async def test_the_picker_offers_nothing_while_a_table_is_open(database: Path) -> None:
    async with Evening.of("Anna", "Bert", database=database) as evening:
        await evening.open("Anna")
        outcome = await evening.slash("Bert", "game new")
        assert outcome.message is not None
        assert outcome.message.ephemeral
        assert not outcome.message.usable
        evening.clean()


async def test_a_picker_that_comes_too_late_is_refused(database: Path) -> None:
    async with Evening.of("Anna", "Bert", database=database) as evening:
        await evening.slash("Anna", "game new")
        shown = evening.private("Anna")
        await evening.open("Bert", host="Bert")
        await evening.press("Anna", shown, Evening.part(shown, "new"))
        assert len(await evening.bot.app.db.games.unfinished()) == 1
        assert "Připoj se k němu tam" in evening.private("Anna").text
        evening.clean()


async def test_a_late_picker_names_a_private_table_as_such_to_people_who_are_not_invited(database: Path) -> None:
    async with Evening.of("Anna", "Bert", "Cyril", database=database) as evening:
        shown = {}
        for name in ("Anna", "Cyril"):
            await evening.slash(name, "game new")
            shown[name] = evening.private(name)
        await evening.open("Bert", host="Bert")
        await set_up(evening, "Bert", access="invited")
        await invite(evening, "Bert", "Cyril")
        for name, said in (("Anna", "jen pro pozvané. Otevři svůj stůl jinde."), ("Cyril", "Připoj se k němu tam")):
            await evening.press(name, shown[name], Evening.part(shown[name], "new"))
            assert said in evening.private(name).text
        evening.clean()


FORGED = [
    CustomId(NO_GAME, "new"),
    CustomId(NO_GAME, "new", 0),
    CustomId(NO_GAME, "new", len(KINDS), (), 0),
    CustomId(NO_GAME, "new", 0, (1,), 0),
    CustomId(NO_GAME, "new", 0, (), (len(PACES) + 1) << 1),
    CustomId(NO_GAME, "new", 0, (), (len(LANGUAGES) + 1) << 6),
    CustomId(NO_GAME, "new", 0, (), 4 << 11),
    CustomId(NO_GAME, "new", 0, (), 604_801 << 11),
    CustomId(NO_GAME, "new", 0, (), 2 << 31),
    CustomId(NO_GAME, "new", 0, (), 86_401 << 31),
    CustomId(NO_GAME, "new", 0, (), 9 << 51),
    CustomId(NO_GAME, "new", 0, (), 604_801 << 51),
    CustomId(NO_GAME, "new", 0, (), 1 << 72),
    CustomId(NO_GAME, "new", 0, (), 1 << 71 | 1),
    CustomId(NO_GAME, "new", 0, (), 1 << 255),
]


@pytest.mark.parametrize("custom", FORGED, ids=str)
def test_a_forged_button_is_refused(custom: CustomId) -> None:
    with pytest.raises(Refused):
        picker.picked(custom)


async def test_a_forged_button_opens_nothing_and_is_answered_as_always(database: Path) -> None:
    async with Evening.of("Anna", database=database) as evening:
        await evening.slash("Anna", "game new")
        shown = evening.private("Anna")
        data = {"custom_id": str(CustomId(NO_GAME, "new", len(KINDS), (), 0)), "component_type": 2}
        await evening.person("Anna")._component(shown, data)
        await evening.settled()
        assert CZECH(UNKNOWN) in evening.private("Anna").text
        assert await evening.bot.app.db.games.unfinished() == []


async def test_a_button_is_held_to_the_limits_of_the_command(database: Path) -> None:
    async with Evening.of("Anna", database=database) as evening:
        (new,) = [one for one in evening.person("Anna").commands(evening.channel) if one.path == "game new"]
        taken = {one["name"]: one for one in new.options}
        limits = {name: (taken[name]["min_value"], taken[name]["max_value"]) for name in picker.SECONDS}
        assert limits == dict(picker.SECONDS)
        evening.clean()


@pytest.mark.parametrize("bound", [0, 1])
def test_every_setting_survives_the_button(bound: int) -> None:
    seconds = {name: limits[bound] for name, limits in picker.SECONDS.items()}
    for pace in (None, *PACES):
        for language in (None, *LANGUAGES):
            for hints in (None, False, True):
                wishes = Wishes("toy", {}, pace, hints=hints, **seconds)
                number = picker.packed(wishes, language)
                assert picker.unpacked(number, "toy") == (wishes, language)
                assert len(str(CustomId(NO_GAME, "new", 0, (), number))) <= MAX_LETTERS


@pytest.mark.parametrize("kind", KINDS)
async def test_from_the_command_to_the_first_own_decision_are_four_presses(database: Path, kind: str) -> None:
    async with Evening.of("Anna", database=database) as evening:
        await picked(evening, kind)
        await evening.press_board("Anna", "solo")
        assert evening.live.row.phase == "running"
        assert len(evening.live.seats) == GAMES[kind].seats[0]
        if not _decides(evening):
            await evening.press_board("Anna", "move")
        assert _decides(evening)
        evening.clean()


def _decides(evening: Evening) -> bool:
    """Returns whether Anna sees a message with which she can answer the current question."""
    number = str(evening.game.number)
    own = [seen for seen in evening.person("Anna").messages(evening.channel) if seen.ephemeral]
    asked = [part.custom_id for seen in own for part in seen.usable if part.custom_id.split(":")[3:4] == [number]]
    return bool(asked) and evening.holder(evening.game.waiting[0]) == "Anna"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_picture_of_all_games_is_the_same_for_everyone(language: str) -> None:
    words = translator_for(language)
    sketch, again = covers(words), covers(words)
    assert sketch is not None
    assert again is not None
    assert sketch.digest == again.digest
    assert not sketch.owner
    assert all(GAME_UIS[kind].title in sketch.alt for kind in games_with(Pictures))


def test_the_picture_of_all_games_has_them_side_by_side() -> None:
    sketch = covers(translator_for("en"))
    assert sketch is not None
    assert sketch.image().size == (3 * (WIDE + GAP) - GAP, HIGH)
    assert len(sketch.picture().png) < MAX_BYTES


async def test_the_picker_has_the_picture_of_all_games(database: Path) -> None:
    async with Evening.of("Anna", database=database, locale="en-US") as evening:
        outcome = await (await evening.slash("Anna", "game new")).done()
        assert outcome.message is not None
        assert next(part.kind for part in outcome.message.parts) == "gallery"
        evening.clean()
