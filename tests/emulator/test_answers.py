"""Tests the local Discord's answers and events against the OpenAPI document that the environment names.

Without one, the routes are called all the same. A small document here shows how answers that do not fit are reported.
"""

from __future__ import annotations

import base64
import json
import sys
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.emulator import Limits, LocalDiscord, Person, World
from bot.emulator.__main__ import main
from bot.emulator.checks.openapi import VARIABLE, Schemas, UnusableDocument
from bot.emulator.objects import Channel, Interaction
from bot.emulator.people import crowd
from bot.emulator.rest.answers import Unfaithful
from bot.emulator.rest.api import ROUTES
from bot.emulator.world import acts, interactions
from bot.emulator.world.permissions import bits
from tests.emulator import moderation
from tests.emulator.croupier import picture
from tests.emulator.parts import box, button, row, select, v2, words
from tests.emulator.parts import picture as shown

Json = dict[str, Any]
WRITE = "/channels/{channel_id}/messages"


def kind(number: int, *required: str) -> Json:
    """Returns the schema of a component of one type."""
    return {"type": "object", "properties": {"type": {"enum": [number]}}, "required": list(required)}


WHOLE: Json = {"type": "object", "properties": {"content": {"type": "integer"}}, "required": ["colour"]}
TINY: Json = {
    "openapi": "3.1.0",
    "paths": {
        WRITE: {
            "post": {"responses": {"200": {"content": {"application/json": {"schema": WHOLE}}}}},
            "get": {"responses": {"204": {"description": "nothing"}}},
        },
    },
    "components": {
        "schemas": {
            "MessageResponse": {
                "type": "object",
                "properties": {
                    "flags": {"type": "string"},
                    "components": {"type": "array", "items": {"oneOf": [kind(1, "fins"), kind(10, "wings", "tail")]}},
                },
            },
        }
    },
}


def named(monkeypatch: pytest.MonkeyPatch, folder: Path, document: Json) -> None:
    file = folder / "openapi.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    monkeypatch.setenv(VARIABLE, str(file))


class Caller:
    """A client that calls the REST API by HTTP without a Discord library; it fails if a request is refused."""

    def __init__(self, served: LocalDiscord, session: aiohttp.ClientSession) -> None:
        self.served = served
        self.session = session

    async def __call__(self, method: str, path: str, body: Any = None) -> Any:
        headers = {"Authorization": f"Bot {self.served.token}"}
        async with self.session.request(method, self.served.api_url + path, json=body, headers=headers) as answer:
            assert answer.status < 300, (method, path, await answer.text())
            return await answer.json() if answer.status != 204 else None


async def test_misfits_are_named_by_route_and_place_never_by_value(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    named(monkeypatch, tmp_path, TINY)
    with pytest.raises(Unfaithful) as wrong:
        await two_letters_and_a_look()
    assert sorted(str(wrong.value).splitlines()[1:]) == [
        "GET /channels/{channel_id}/messages answers 200: 200 is no documented answer",
        "MESSAGE_CREATE is no MessageResponse: components.0: required 'tail'",
        "MESSAGE_CREATE is no MessageResponse: components.0: required 'wings'",
        "MESSAGE_CREATE is no MessageResponse: flags: type",
        "POST /channels/{channel_id}/messages answers 200: (all): required 'colour'",
        "POST /channels/{channel_id}/messages answers 200: content: type",
    ]
    assert "secret" not in str(wrong.value)


async def two_letters_and_a_look() -> None:
    world = crowd.with_people("Anna")
    async with LocalDiscord(world) as served, aiohttp.ClientSession() as session:
        at = f"/channels/{world.channel('table-1').id}/messages"
        for _ in range(2):
            await Caller(served, session)("POST", at, v2(words("a secret hand")))
        await Caller(served, session)("GET", at)


async def test_the_state_is_kept_even_if_something_did_not_fit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    named(monkeypatch, tmp_path, TINY)
    world, state = crowd.with_people("Anna"), tmp_path / "state.json"
    with pytest.raises(Unfaithful):
        async with LocalDiscord(world, state=state):
            crowd.person(world, "Anna").say(world.channel("table-1"), "good evening")
    assert "good evening" in state.read_text(encoding="utf-8")


def test_without_the_library_a_named_document_is_refused_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    named(monkeypatch, tmp_path, TINY)
    monkeypatch.setitem(sys.modules, "jsonschema_rs", None)
    with pytest.raises(UnusableDocument, match="pip install jsonschema-rs"):
        Schemas.from_environment()
    assert main(["--port", "0"]) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"{VARIABLE} is set, but jsonschema-rs is not installed")
    assert said.count("\n") == 1


@pytest.mark.parametrize("content", [None, "no JSON"])
def test_a_document_that_cannot_be_read_is_named(
    content: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "absent.json"
    if content:
        file.write_text(content, encoding="utf-8")
    monkeypatch.setenv(VARIABLE, str(file))
    with pytest.raises(UnusableDocument, match=str(file)):
        Schemas.from_environment()


def test_the_named_document_knows_every_route() -> None:
    """The OpenAPI document that the environment names, if it does, has every route of the local Discord."""
    schemas = Schemas.from_environment()
    routes = [(method, template) for template, handlers in ROUTES.items() for method in handlers]
    assert routes
    assert [route for route in routes if schemas and not schemas.knows(*route)] == []


async def test_every_route_answers_as_the_named_document_has_it() -> None:
    """Every route is called with valid data; an answer that does not fit the named document fails the test at its
    end.
    """
    world = crowd.with_people("Anna", "Bert", limits=Limits.generous())
    async with LocalDiscord(world) as served, aiohttp.ClientSession() as session:
        call = Caller(served, session)
        for round_ in (about_itself, about_the_guild, about_threads, about_messages, about_commands, about_webhooks):
            await round_(call, world)
        called = {request.name for request in served.requests}
    assert called == {f"{method} {template}" for template, handlers in ROUTES.items() for method in handlers}


async def test_everything_that_happens_is_told_as_the_named_document_has_it() -> None:
    world = crowd.with_people("Anna", "Bert")
    (guild,), anna = world.guilds.values(), crowd.person(world, "Anna")
    async with LocalDiscord(world):
        thread = acts.add_thread(world, world.channel("table-1"), "aside", private=True)
        acts.archive(world, thread)
        moderation.overwrite(world, acts.add_channel(world, "table-2"), anna.id, allow=8)
        moderation.give_roles(world, guild, anna.id, moderation.add_role(world, guild, "player"))
        crowd.add_person(world, "Cyril")
        anna.say(world.channel("table-1"), "hello")
        anna.say(anna.dm(), "hello")
        moderation.outage(world, guild)
        moderation.recovery(world, guild)
        moderation.delete_channel(world, world.channel("table-1"))
        moderation.leave(world, guild, anna.id)


async def about_itself(call: Caller, world: World) -> None:
    for path in ("/users/@me", "/applications/@me", "/oauth2/applications/@me", "/gateway", "/gateway/bot"):
        await call("GET", path)
    anna = crowd.person(world, "Anna").id
    await call("GET", f"/users/{anna}")
    dm = await call("POST", "/users/@me/channels", {"recipient_id": str(anna)})
    await call("GET", f"/channels/{dm['id']}")
    drawn = base64.b64encode(picture().fp.read()).decode()
    emojis = f"/applications/{world.app_id}/emojis"
    made = await call("POST", emojis, {"name": "side", "image": f"data:image/png;base64,{drawn}"})
    await call("GET", emojis)
    await call("GET", f"{emojis}/{made['id']}")
    await call("DELETE", f"{emojis}/{made['id']}")


async def about_the_guild(call: Caller, world: World) -> None:
    (guild,) = world.guilds.values()
    await call("GET", f"/guilds/{guild.id}/members/{crowd.person(world, 'Anna').id}")
    guild.installer_id = crowd.person(world, "Anna").id
    guild.roles[guild.id].permissions |= bits("view_audit_log")
    await call("GET", f"/guilds/{guild.id}/audit-logs?limit=5&action_type=28")


async def about_threads(call: Caller, world: World) -> None:
    at = f"/channels/{world.channel('table-1').id}/threads"
    made = await call("POST", at, {"name": "Round 1", "type": 11, "auto_archive_duration": 1440})
    await call("GET", f"/channels/{made['id']}")
    here = world.channel("table-1")
    sent = await call("POST", f"/channels/{here.id}/messages", PLAIN)
    made = await call("POST", f"/channels/{here.id}/messages/{sent['id']}/threads", {"name": "Table"})
    assert made["id"] == sent["id"]
    await call("PATCH", f"/channels/{made['id']}", {"auto_archive_duration": 60})


async def about_messages(call: Caller, world: World) -> None:
    here = world.channel("table-1")
    at = f"/channels/{here.id}"
    await call("GET", at)
    sent = [await call("POST", f"{at}/messages", body) for body in (PLAIN, REPERTOIRE)]
    one = f"{at}/messages/{sent[0]['id']}"
    await call("PATCH", one, {"content": "edited"})
    for path in (one, f"{at}/messages"):
        await call("GET", path)
    await call("DELETE", one)


PLAIN: Json = {
    "content": "words",
    "nonce": "7",
    "components": [row(button(emoji={"id": None, "name": "🎲"}), button(custom_id="b", disabled=True))],
}  # fmt: skip
REPERTOIRE: Json = v2(
    box(
        words(),
        {"type": 14},
        {"type": 9, "components": [words()], "accessory": {"type": 11, "media": {"url": "https://example.org/t.png"}}},
        {"type": 12, "items": [shown()]},
        row(button()),
        row(select(2)),
    ),
)


async def about_commands(call: Caller, world: World) -> None:
    root = f"/applications/{world.app_id}"
    for home in (root, f"{root}/guilds/{next(iter(world.guilds))}"):
        at = f"{home}/commands"
        # What a client leaves open it may send as null.
        sparse: Json = {
            "name": "game",
            "description": "A table",
            "integration_types": None,
            "contexts": None,
            "options": [],
        }
        await call("PUT", at, [sparse])
        await call("GET", at)


async def about_webhooks(call: Caller, world: World) -> None:
    here, anna = world.channel("table-1"), crowd.person(world, "Anna")
    for kind, data in ((4, {"content": "x"}), (5, None)):
        it = called(world, anna, here)
        told = f"/interactions/{it.id}/{it.token}/callback?with_response=true"
        await call("POST", told, {"type": kind, "data": data} if data else {"type": kind})
        hook = f"/webhooks/{world.app_id}/{it.token}"
        own = f"{hook}/messages/@original"
        await call("PATCH", own, {"content": "edited"})
        await call("GET", own)
        further = await call("POST", hook, REPERTOIRE)
        one = f"{hook}/messages/{further['id']}"
        await call("PATCH", one, {"components": [words("y")]})
        await call("GET", one)
        for path in (one, own):
            await call("DELETE", path)


def called(world: World, person: Person, channel: Channel) -> Interaction:
    """Calls /game as this user; returns the interaction."""
    (command,) = [one for one in world.commands[None].values() if one["name"] == "game"]
    data = {"id": command["id"], "name": "game", "type": 1}
    return interactions.open_interaction(world, person.id, channel, interactions.COMMAND, data)
