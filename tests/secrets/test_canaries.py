"""Canaries: cards and seeds that would be known again, looked for wherever something is not meant for players."""

from __future__ import annotations

import asyncio
import base64
import json
import logging
import re
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from prometheus_client import REGISTRY, generate_latest

from bot import cli
from bot.emulator.people import crowd
from bot.monitoring.logs import set_up_logging
from rules import GAMES
from rules.errors import AnswerRefused
from rules.mafia_city.deck import in_use
from rules.star_wars_destiny.facts import CARDS as DESTINY
from storage.__main__ import main as storage_main
from tests.bot.table import Evening

SEED = b"canary-in-the-seed-of-the-game!!"
SEEDS = (SEED.decode(), SEED.hex(), base64.b64encode(SEED).decode().rstrip("="), repr(SEED))
CODES = {
    "mafia_city": set(in_use().codes),
    "star_wars_destiny": {code for code, card in DESTINY.items() if card.type in ("event", "upgrade", "support")},
    "kralovske_rosady": set(),
}
"""Cards by the names that the record gives them, which stand in no text for people."""
PEOPLE = ("Anna", "Bert", "Cyril", "Dora")


def birds(text: str, kind: str = "mafia_city") -> list[str]:
    """The canaries that sing in a text."""
    words = set(re.findall(r"[a-z0-9_]+-[a-z]+|[a-z0-9_]+", text))
    return [seed for seed in SEEDS if seed in text] + sorted(words & CODES[kind])


async def some_evening(evening: Evening, kind: str) -> None:
    """A stretch of a game in which everybody looks at everything, presses wrongly, and a window or two opens."""
    await evening.open(*PEOPLE[:3], game=kind)
    await evening.press_board("Anna", "start")
    await evening.slash("Dora", "game watch")
    for _ in range(14):
        for name in PEOPLE:
            await evening.press_board(name, "move")
        game = evening.game
        assert game.decision is not None
        seat = game.waiting[0]
        with pytest.raises(AnswerRefused) as refused:
            await evening.bot.app.referee.play(evening.table, game.number, evening.live.seat(seat).user, ("nonsense",))
        assert birds(f"{refused.value!s} {refused.value!r}", kind) == []
        keys = [key for key in game.keys(seat) if key not in ("pass", "redraw")] or ["pass"]
        await evening.answer(seat, keys[-1])
    await typed(evening, kind)
    await exported(evening, kind)
    for command in ("game hand", "game log", "game undo", "game export", "game verify", "game stats"):
        for name in ("Anna", "Dora"):
            await evening.slash(name, command)


COMPLETED = (
    ("game peek", "player"), ("game replace", "player"), ("game rules", "topic"), ("game replay", "number"),
    ("game new", "option"), ("league results", "season"),
)  # fmt: skip


async def typed(evening: Evening, kind: str) -> None:
    """Whoever types is offered no canary, and a player the same as somebody who has never seen the table's cards."""
    game = evening.game
    hands = [code for seat in game.seats for code in game.table.players[seat].hand]
    for command, option in COMPLETED:
        for text in ("", "a", *(code[:2] for code in hands[:3]), *(str(code) for code in hands[:3])):
            offered = {
                name: (await evening.person(name).autocomplete(evening.channel, command, option, text)).choices
                for name in (*PEOPLE[:2], "Dora")
            }
            if option != "topic":
                assert birds(json.dumps(offered), kind) == [], (command, text)
            if option in ("topic", "season", "option"):
                assert len({json.dumps(one) for one in offered.values()}) == 1, (command, text)


async def exported(evening: Evening, kind: str) -> None:
    """The record of a game that runs is handed out to nobody, however it is asked for."""
    files = len(evening.world.files)
    for name in PEOPLE:
        said = (await evening.slash(name, "game export")).text
        said += (await evening.slash(name, "game export", number=evening.table)).text
        said += (await evening.slash(name, "game verify")).text
        assert birds(said, kind) == []
    assert len(evening.world.files) == files


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("structured", [False, True])
async def test_no_canary_sings(
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
    set_up_logging(logging.INFO, structured=structured)
    async with Evening.of(*PEOPLE, database=database, seed=SEED, pictures=structured) as evening:
        await some_evening(evening, kind)
        assert birds(_sent(evening), kind) == []
        assert birds(_identifiers(evening), kind) == []
        assert [birds(json.dumps(_metadata(file), default=str), kind) for file in evening.world.files.values()] == [
            [] for _ in evening.world.files
        ]
        logging.getLogger("bot").exception("a failure", exc_info=_failure(evening))
        assert birds(generate_latest(REGISTRY).decode(), kind) == []
        told: list[str] = []
        assert await asyncio.to_thread(cli.main, ["tables", "--database", str(database)], told.append) == 0
        assert await asyncio.to_thread(storage_main, ["check", "--database", str(database)]) == 0
        written = capsys.readouterr()
        assert birds("\n".join(told) + written.out + written.err, kind) == []
        assert "1 unfinished table" in told
        assert "a failure" in written.err


def _failure(evening: Evening) -> Exception:
    """What is raised where the rules fail over a game: somebody's foreign key, a stale number, a repeated answer."""
    game = evening.game
    try:
        game.answer(game.number, game.seats[-1] if game.waiting != (game.seats[-1],) else game.seats[0], ("x",))
    except AnswerRefused as refused:
        return refused
    raise AssertionError("nonsense was taken")


def _sent(evening: Evening) -> str:
    """Everything that any person saw, hands by direct message too, and every request of the bot.

    The seed is nobody's; and by the record's own names cards stand in nothing that is sent, whoever may see them.
    """
    requests = "\n".join(f"{one.path} {json.dumps(one.body, default=str)}" for one in evening.discord.requests)
    seen = [
        message.text
        for person in crowd.people(evening.world)
        for channel in (evening.channel, person.dm())
        for message in person.messages(channel)
    ]
    return requests + "\n".join(seen)


IDENTIFIERS = ("custom_id", "value", "filename", "url", "nonce", "description", "name")


def _identifiers(evening: Evening) -> str:
    """All custom_ids, values of options, names of files and paths, and what pictures say to whoever cannot see them."""
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
        walk(one.body)
    return "\n".join(found)


def _metadata(file: bytes) -> dict[str, object]:
    with Image.open(BytesIO(file)) as image:
        return {str(name): value for name, value in image.info.items()}


def test_what_a_game_is_made_of_prints_no_seed() -> None:
    from rules.chance import Chance  # noqa: PLC0415
    from rules.engine import Game  # noqa: PLC0415
    from storage import Seed  # noqa: PLC0415

    game = Game.new(GAMES["mafia_city"], PEOPLE[:3], game_id="1", seed=SEED)
    for shown in (Chance(SEED, "1"), Seed(SEED), game, game.table, game.decision, game.record().lines(), [Seed(SEED)]):
        text = f"{shown!r} {shown!s}"
        assert not [seed for seed in SEEDS if seed in text]
