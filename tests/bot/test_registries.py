"""Tests that each registry is the only list of its entries.

A further entry is offered, accepted and shown everywhere.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import bot.emulator
import bot.texts
from bot.drawing import seats
from bot.drawing.palette import colour
from bot.drawing.seats import SEAT_LOOKS, SeatLook, check_seats, colour_of, emoji_of
from bot.emulator.errors import Json
from bot.features.finished_games.export_formats import FORMATS, ExportFormat
from bot.features.play import board_view
from bot.games.levels import LABELS, LevelLabel, votes_for_levels
from bot.run import check_games
from bot.tables.paces import PACES, Pace
from bot.texts import LANGUAGES, Language, translator_for
from rules.description import SEATS
from rules.errors import RulesError
from rules.players.levels import LEVELS
from tests.bot.laid_out import facts, new_game
from tests.bot.screen import Screen
from tests.bot.table import Evening

FRENCH = r"""
msgid ""
msgstr ""
"Language: fr\n"
"Content-Type: text/plain; charset=utf-8\n"
"Plural-Forms: nplurals=2; plural=n>1;\n"

msgid "My settings"
msgstr "Mes réglages"

msgid "/game new"
msgstr "nouvelle"

msgid "Table of {host}"
msgstr "Table de {host}"
"""


def option(evening: Evening, path: str, name: str) -> Json:
    """Returns an option of a command as it was registered with Discord; without a name, the command itself."""
    group, command = path.split()
    registered = next(one for one in evening.world.commands[None].values() if one["name"] == group)
    found: Json = next(one for one in registered["options"] if one["name"] == command)
    return {one["name"]: one for one in found["options"]}[name] if name else found


def choices(evening: Evening, path: str, name: str) -> list[Any]:
    """Returns the values that a command offers for an option."""
    return [choice["value"] for choice in option(evening, path, name)["choices"]]


async def test_a_language_is_one_entry_and_one_catalogue(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "fr.po").write_text(FRENCH, encoding="utf-8")
    for file in Path(bot.texts.__file__).parent.glob("*.po"):
        (tmp_path / file.name).symlink_to(file)
    monkeypatch.setattr("bot.texts._CATALOGUES", tmp_path)
    monkeypatch.setitem(LANGUAGES, "fr", Language("fr", "Français", ("fr",)))
    translator_for.cache_clear()
    async with Evening.of("Anna", "Bert", database=database, locale="fr") as evening:
        assert option(evening, "game new", "")["name_localizations"] == {"cs": "nová", "fr": "nouvelle"}
        assert choices(evening, "game new", "language") == list(LANGUAGES)
        assert "Table de" in (await evening.slash("Anna", "game new", game="mafia_city")).text
        assert evening.live.row.language == "fr"
        evening.person("Bert").locale = "en-US"
        await evening.slash("Bert", "profile")
        panel = evening.private("Bert")
        await evening.person("Bert").select(panel, Evening.part(panel, "set_language"), ["fr"])
        await evening.settled()
        assert "Mes réglages" in panel.text
        assert "Français" in [one.label for part in panel.usable for one in part.options if one.default]
        evening.clean()
    translator_for.cache_clear()


def test_the_page_has_each_language_with_the_same_name_and_the_locale_of_its_users() -> None:
    static = Path(bot.emulator.__file__).parent / "page" / "static"
    listed = re.search(r"CATALOGUES = \{ (.*) \}", (static / "words.js").read_text(encoding="utf-8"))
    assert listed is not None
    assert {entry.partition(":")[0] for entry in listed[1].split(", ")} == set(LANGUAGES)
    for language in LANGUAGES.values():
        words = (static / f"words-{language.code}.js").read_text(encoding="utf-8")
        assert f'itself: "{language.name}"' in words
        client = re.search(r'client: "(.*?)"', words)
        assert client is not None
        assert client[1].startswith(tuple(language.locales) or client[1])


def test_a_level_is_one_entry_and_its_label(monkeypatch: pytest.MonkeyPatch) -> None:
    table = facts(3, absent="b", votes={"let_computer_champion": 1}, phase="running")
    monkeypatch.setitem(LEVELS, "champion", replace(LEVELS["hard"], id="champion"))
    with pytest.raises(RulesError, match="champion"):
        check_games()
    monkeypatch.setitem(LABELS, "champion", LevelLabel("champion", "Plays well."))
    check_games()
    assert votes_for_levels()["let_computer_champion"] == "champion"
    shown = Screen(board_view.board(table, new_game(3), translator_for("en")))
    assert "A computer (champion) takes over: 1 of" in shown.text
    assert "champion" in [one["value"] for select in shown.selects for one in select["options"]]


async def test_a_pace_is_one_entry(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PACES, "blitz", Pace("blitz", "blitz", "blitz: 30 s a turn, 5 s a window", 30, 5))
    async with Evening.of("Anna", "Bert", database=database, locale="en-US") as evening:
        assert choices(evening, "game new", "pace") == list(PACES)
        assert choices(evening, "league tournament", "pace") == list(PACES)
        await evening.slash("Anna", "game new", pace="blitz", game="mafia_city")
        await evening.press_board("Bert", "join")
        assert "Pace: blitz (30 seconds per turn, 5 seconds to react)" in evening.board().text
        row = evening.live.row
        assert (row.pace, row.turn_seconds, row.window_seconds, row.bank_seconds) == ("blitz", 30, 5, None)
        evening.clean()


async def test_an_export_format_is_one_entry(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    count = ExportFormat("count", "number of answers", "csv", lambda game: f"answers,{len(game.entries)}".encode())
    monkeypatch.setitem(FORMATS, "count", count)
    async with Evening.of("Anna", "Bert", database=database, locale="en-US") as evening:
        await evening.sit_down(game="kralovske_rosady")
        for name in ("Anna", "Bert"):
            await evening.slash(name, "game end")
        assert choices(evening, "record export", "format") == list(FORMATS)
        for outcome, suffix in (
            (await evening.slash("Anna", "record export"), "txt"),
            (await evening.slash("Anna", "record export", format="count"), "csv"),
        ):
            assert outcome.message is not None
            [file] = outcome.message.data["attachments"]
            assert file["filename"] == f"krupier-{evening.live.id}.{suffix}"
        evening.clean()


async def test_one_export_format_is_no_option(database: Path) -> None:
    async with Evening.of("Anna", database=database) as evening:
        assert [one["name"] for one in option(evening, "record export", "")["options"]] == ["number"]
        evening.clean()


def test_a_seat_s_look_is_one_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seats, "SEATS", f"{SEATS}i")
    with pytest.raises(RulesError, match="add 1 to SEAT_LOOKS"):
        check_seats("toy", len(SEATS) + 1)
    monkeypatch.setattr(seats, "SEAT_LOOKS", (*SEAT_LOOKS, SeatLook("🟤", colour("#9a6a4a"), "star")))
    check_seats("toy", len(SEATS) + 1)
    assert emoji_of("i") == "🟤"
    assert facts().mark("i") == "🟤I"
    assert colour_of("i") == colour("#9a6a4a")
