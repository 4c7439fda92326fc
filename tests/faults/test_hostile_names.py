"""People with hostile names play each game: no ping, nothing broken, nothing that Discord refuses."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.emulator.people import crowd
from rules import GAMES
from tests.faults import forging
from tests.faults.house import House
from tests.faults.scale import often, schedule

ANSWERS = often(12, 400)
MARKUP = (
    "@everyone", "@here", "<@1>", "<@&1>", "<#1>", "```", "**x", "||x", "](https", "<t:1:R", "<:a:1", "{name}", "\x1b",
)  # fmt: skip
"""What only a name could bring into a message."""
SHORT = [name[:32] for name in forging.HOSTILE if name[:32].strip() and "\ud83d" not in name and "\x00" not in name]


@pytest.mark.parametrize("number", range(often(1, 8)))
@pytest.mark.parametrize("kind", GAMES)
async def test_hostile_names_in_every_message(database: Path, kind: str, number: int) -> None:
    with schedule("hostile names", kind, number) as dice:
        names = dice.sample(SHORT, max(2, GAMES[kind].seats[0]))
        async with House.of(*names, database=database, seed=dice.randbytes(32), pictures=number == 0) as house:
            assert isinstance(house, House)
            house.tables = {}
            for person in crowd.people(house.world):
                person.locale = dice.choice(("cs", "en-GB", "de"))
            await house.open(*names, game=kind, pace="untimed")
            await house.press_board(names[0], "start")
            await house.lend(house.here, ANSWERS, dice)
            await _everything_is_opened(house, names, dice)
            for text in _said(house):
                assert [one for one in MARKUP if one in text] == [], text
                assert [f"{ord(one):x}" for one in text if _misleads(one)] == [], text
            assert house.world.pings == []
            house.clean()


async def _everything_is_opened(house: House, names: list[str], dice: Random) -> None:
    for name in names:
        for verb in sorted({"move", "hand", "log"} & house.verbs(house.board(name))):
            await house.press_board(name, verb)
        await house.slash(name, "game peek", player=dice.choice("ab"))
        await house.person(name).autocomplete(house.channel, "game peek", "player", dice.choice(forging.HOSTILE[:30]))
        await house.slash(name, "game rules", topic=dice.choice(forging.HOSTILE[:30]))
    await house.slash(names[0], "league open", game=house.live.row.kind, name=dice.choice(names))
    await house.slash(names[-1], "game replace", player=dice.choice(names))


def _misleads(letter: str) -> bool:
    """Whether a letter turns the line round or is not there at all; joiners belong to the emoji of our own texts."""
    turns = unicodedata.bidirectional(letter) in ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
    return turns or letter in "\u200b\ufeff\u2028\u2029\x00"


def _said(house: House) -> Iterator[str]:
    """Every text of the bot's messages: words, labels, alt texts, names of files."""
    for channel in house.world.channels.values():
        for message in channel.messages.values():
            yield from _texts(message.data.get("components", ()))
            yield str(message.data.get("content") or "")
            yield from (str(one["filename"]) for one in message.data.get("attachments", ()))


def _texts(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        for name, inner in part.items():
            if name in ("content", "label", "description", "placeholder") and isinstance(inner, str):
                yield inner
            else:
                yield from _texts(inner)
    elif isinstance(part, (list, tuple)):
        for inner in part:
            yield from _texts(inner)
