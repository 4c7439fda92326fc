"""Tests with canaries: artificial card titles and seeds must not appear where players may not see them."""

from __future__ import annotations

import asyncio
import base64
import json
import logging
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from bot import cli
from bot.emulator.people import crowd
from bot.monitoring import metrics
from bot.monitoring.logs import set_up_logging
from rules import GAMES
from rules.errors import AnswerRefused
from storage.__main__ import main as storage_main
from tests.bot.table import Evening
from tests.secrets.canaries import Ears, coded, entitle, titled, written

SEED = b"canary-in-the-seed-of-the-game!!"
SEEDS = (SEED.decode(), SEED.hex(), base64.b64encode(SEED).decode().rstrip("="), repr(SEED))
TRIED = 8
"""The minimum number of cards hidden from a user that no message may name."""
FULL_HANDS = 1
"""A step at which all players have cards."""
PEOPLE = ("Anna", "Bert", "Cyril", "Dora")

WORDS_OF_COMMANDS = {"block"}
"""Codes of cards that are also words of commands; the titles of these cards are still canaries."""


def birds(text: str, kind: str = "mafia_city") -> list[str]:
    """Returns the canaries (artificial titles and seeds) in a text that is not meant for players."""
    return [seed for seed in SEEDS if seed in text] + sorted(coded(text, kind) | titled(text, kind))


async def some_evening(evening: Evening, kind: str, ears: Ears) -> None:
    """Plays part of a game in which users look at everything, press wrongly, and type; checks all messages on the
    way.
    """
    await evening.open(*PEOPLE[:3], game=kind)
    await evening.press_board("Anna", "start")
    await evening.slash("Dora", "game watch")
    for step in range(14):
        game = evening.game
        for name in PEOPLE:
            await evening.press_board(name, "move")
            if step == FULL_HANDS:
                await evening.slash(name, "game peek", player=game.seats[-1])
        assert game.decision is not None
        ears.look()
        seat = game.waiting[0]
        with pytest.raises(AnswerRefused) as refused:
            await evening.bot.app.referee.play(evening.table, game.number, evening.live.seat(seat).user, ("nonsense",))
        assert birds(f"{refused.value!s} {refused.value!r}", kind) == []
        keys = [key for key in game.keys(seat) if key not in ("pass", "redraw")] or ["pass"]
        await evening.answer(seat, keys[-1])
    await typed(evening, kind)
    await exported(evening, kind)
    for command in LOOKED_AT:
        for name in ("Anna", "Dora"):
            await evening.slash(name, command)
    ears.look()


LOOKED_AT = ("game hand", "record log", "game undo", "record export", "record verify", "record stats", "record replay")
COMPLETED = (
    ("game peek", "player"), ("game replace", "player"), ("learn rules", "topic"), ("record replay", "number"),
    ("game new", "option"), ("league results", "season"),
)  # fmt: skip


async def typed(evening: Evening, kind: str) -> None:
    """Checks that autocompletion offers no canary, except cards as topics of the rules.

    Topics, seasons and options must be the same for players and for a stranger.
    """
    game = evening.game
    hands = [code for seat in game.seats for code in game.table.players[seat].hand]
    for command, option in COMPLETED:
        for text in ("", "a", "Qyx", *(code[:2] for code in hands[:3]), *(str(code) for code in hands[:3])):
            offered = {
                name: (await evening.person(name).autocomplete(evening.channel, command, option, text)).choices
                for name in (*PEOPLE[:2], "Dora")
            }
            if option != "topic":
                assert birds(json.dumps(offered), kind) == [], (command, text)
            if option in ("topic", "season", "option"):
                assert len({json.dumps(one) for one in offered.values()}) == 1, (command, text)


async def exported(evening: Evening, kind: str) -> None:
    """Checks that no one gets the record of a running game, neither as a file nor in the text of a reply."""
    files = len(evening.world.files)
    for name in PEOPLE:
        said = (await evening.slash(name, "record export")).text
        said += (await evening.slash(name, "record export", number=evening.table)).text
        said += (await evening.slash(name, "record verify")).text
        assert birds(said, kind) == []
    assert len(evening.world.files) == files


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("structured", [False, True])
async def test_no_planted_secret_appears_in_any_output(
    database: Path,
    kind: str,
    structured: bool,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in (None, "bot", "storage", "rules", "discord", "aiosqlite"):
        logger = logging.getLogger(name)
        monkeypatch.setattr(logger, "handlers", [])
        monkeypatch.setattr(logger, "level", logger.level)
        monkeypatch.setattr(logger, "propagate", logger.propagate)
    entitle(kind, monkeypatch)
    set_up_logging(logging.INFO, structured=structured)
    async with Evening.of(*PEOPLE, database=database, seed=SEED, pictures=structured) as evening:
        ears = Ears(evening, kind, PEOPLE)
        await some_evening(evening, kind, ears)
        assert {name: len(tried) for name, tried in ears.tried.items() if len(tried) < TRIED} == {}
        assert [seed for seed in SEEDS if seed in _sent(evening)] == []
        assert coded(_sent(evening), kind) <= WORDS_OF_COMMANDS
        assert set(birds(_identifiers(evening), kind)) <= WORDS_OF_COMMANDS
        assert [birds(json.dumps(_metadata(file), default=str), kind) for file in evening.world.files.values()] == [
            [] for _ in evening.world.files
        ]
        logging.getLogger("bot").exception("a failure", exc_info=_failure(evening))
        assert birds(metrics.text({"running": 1}).decode(), kind) == []
        told: list[str] = []
        assert await asyncio.to_thread(cli.main, ["tables", "--database", str(database)], told.append) == 0
        assert await asyncio.to_thread(storage_main, ["check", "--database", str(database)]) == 0
        output = capsys.readouterr()
        assert birds(written("\n".join([*told, output.out, output.err]), database.parent, Path.cwd()), kind) == []
        assert "1 unfinished table" in told
        assert "a failure" in output.err


def _failure(evening: Evening) -> Exception:
    """Returns the error with which the rules refuse an answer of a seat that is not asked."""
    game = evening.game
    try:
        game.answer(game.number, game.seats[-1] if game.waiting != (game.seats[-1],) else game.seats[0], ("x",))
    except AnswerRefused as refused:
        return refused
    raise AssertionError("nonsense was taken")


def _sent(evening: Evening) -> str:
    """Returns everything that any user saw, including hands by direct message, and every request of the bot as one
    text.
    """
    requests = "\n".join(f"{one.path} {json.dumps(one.body, default=str)}" for one in evening.discord.requests)
    seen = [
        message.text
        for person in crowd.people(evening.world)
        for channel in (evening.channel, person.dm())
        for message in person.messages(channel)
    ]
    return requests + "\n".join(seen)


OFFERED = 8
"""Discord's type of an interaction response with autocompletion suggestions."""
IDENTIFIERS = ("custom_id", "value", "filename", "url", "nonce", "name")


def _identifiers(evening: Evening) -> str:
    """Returns all custom_ids, values of options, file names and paths of the bot's requests, one per line.

    Suggestions of an autocompletion are left out.
    """
    found: list[str] = []

    def walk(part: object) -> None:
        if isinstance(part, dict):
            found.extend(str(part[name]) for name in IDENTIFIERS if name in part)
            for inner in part.values():
                walk(inner)
        elif isinstance(part, list):
            for inner in part:
                walk(inner)

    for one in evening.discord.requests:
        found.append(one.path)
        if not (isinstance(one.body, dict) and one.body.get("type") == OFFERED):
            walk(one.body)
    return "\n".join(found)


def _metadata(file: bytes) -> dict[str, object]:
    with Image.open(BytesIO(file)) as image:
        return {str(name): value for name, value in image.info.items()}


def test_objects_of_a_game_do_not_print_the_seed() -> None:
    from rules.chance import Chance  # noqa: PLC0415
    from rules.engine import Game  # noqa: PLC0415
    from storage import Seed  # noqa: PLC0415

    game = Game.new(GAMES["mafia_city"], PEOPLE[:3], game_id="1", seed=SEED)
    for shown in (Chance(SEED, "1"), Seed(SEED), game, game.table, game.decision, game.record().lines(), [Seed(SEED)]):
        text = f"{shown!r} {shown!s}"
        assert not [seed for seed in SEEDS if seed in text]


@pytest.mark.parametrize("structured", [False, True])
def test_a_folder_that_is_called_like_a_card_is_no_canary(structured: bool) -> None:
    raised = 'Traceback:\n  File "/tmp/probe/bot/run.py", line 7, in run\n    probe()\n'
    for said, sings in (
        ("ValueError: no", []),
        ("ValueError: probe", ["probe"]),
        ("ValueError: Qyxaawz", ["at_st"]),
    ):
        text = json.dumps({"exception": raised + said}) if structured else raised + said
        assert birds(written(text), "star_wars_destiny") == sings
