"""Tests that request bodies are checked against an OpenAPI document if the environment names one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.emulator.checks.openapi import VARIABLE, Schemas
from bot.emulator.errors import Refused
from bot.emulator.people import crowd
from tests.emulator.croupier import Lobby, picture, table
from tests.emulator.parts import faults
from tests.emulator.test_message_checks import GOOD
from tests.emulator.test_messages import room

WRITE = "/channels/{channel_id}/messages"
TINY: dict[str, Any] = {
    "openapi": "3.1.0",
    "paths": {
        WRITE: {
            "post": {
                "requestBody": {
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/MessageCreateRequest"}}}
                }
            }
        }
    },
    "components": {
        "schemas": {
            "SnowflakeType": {"type": "string", "pattern": "^[0-9]+$", "format": "snowflake"},
            "MessageCreateRequest": {
                "type": "object",
                "properties": {
                    "content": {"type": ["string", "null"], "maxLength": 10},
                    "sticker_ids": {"type": "array", "items": {"$ref": "#/components/schemas/SnowflakeType"}},
                },
            },
        }
    },
}


def test_snowflakes_may_be_numbers_and_faults_have_their_paths() -> None:
    schemas = Schemas(TINY)
    schemas.check("POST", WRITE, {"content": "x", "sticker_ids": ["1", 2]})
    schemas.check("GET", WRITE, {"anything": 1})
    schemas.check("POST", "/elsewhere", {"anything": 1})
    with pytest.raises(Refused) as wrong:
        schemas.check("POST", WRITE, {"content": 5, "sticker_ids": ["x"]})
    assert wrong.value.code == 50035
    assert sorted(faults(wrong.value.extra["errors"])) == [
        ("content", "OPENAPI_SCHEMA"),
        ("sticker_ids.0", "OPENAPI_SCHEMA"),
    ]


async def test_the_document_named_in_the_environment_is_obeyed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "openapi.json"
    file.write_text(json.dumps(TINY), encoding="utf-8")
    monkeypatch.setenv(VARIABLE, str(file))
    async with table() as (world, _, bot):
        await room(bot, world.channel("table-1")).send("short", file=picture())
        with pytest.raises(discord.HTTPException) as wrong:
            await room(bot, world.channel("table-1")).send("eleven long")
        assert wrong.value.code == 50035
        assert [one.code for one in world.refusals] == [50035]


async def test_requests_of_discord_py_fit_the_document() -> None:
    """discord.py's requests are accepted by the local Discord's own rules and by the document that the environment
    names.
    """
    async with table(crowd.with_people("Anna", "Bert")) as (world, _, bot):
        anna, here = crowd.person(world, "Anna"), world.channel("table-1")
        channel = room(bot, here)
        sent = await channel.send("one", view=Lobby(), nonce="5")
        await sent.edit(content="two", attachments=[picture()], view=Lobby())
        await (await bot.fetch_user(anna.id)).send("hand", file=picture())
        out = await anna.slash(here, "game ask")
        await anna.submit(out.modal, {"amount": "3"})
        await (await anna.slash(here, "game rules", topic="map")).done()
        await anna.autocomplete(here, "game rules", "topic", "m")
        assert world.refusals == []


@pytest.mark.parametrize("name", GOOD)
def test_our_own_rules_take_nothing_that_the_named_document_refuses(name: str) -> None:
    schemas = Schemas.from_environment() or Schemas({})
    schemas.check("POST", WRITE, GOOD[name])
