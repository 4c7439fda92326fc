"""Tests that messages are refused as Discord refuses them, each fault with its path and code."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.emulator.checks.messages import IN_CHANNEL, IN_EDIT, Form, check_message
from bot.emulator.errors import Refused
from bot.emulator.objects import COMPONENTS_V2, Message, Upload
from bot.emulator.people import crowd
from tests.emulator.croupier import table
from tests.emulator.parts import (
    Json,
    box,
    button,
    buttons,
    classic,
    faults,
    picture,
    preset,
    row,
    select,
    users,
    v2,
    words,
)
from tests.emulator.test_messages import room

V2 = COMPONENTS_V2


def refusal(body: Json, **how: Any) -> list[tuple[str, str]]:
    """Checks a message as Discord does; returns its faults as (path, code), empty if it is accepted."""
    how.setdefault("flags", IN_CHANNEL)
    try:
        check_message(Form(body, how.pop("files", ()), how.pop("flags"), **how))
    except Refused as wrong:
        if wrong.code != 50035:
            return [("", str(wrong.code))]
        return faults(wrong.extra["errors"])
    return []


GOOD = {
    "text": {"content": "x" * 2000},
    "five rows of five": classic(*(row(*[button(custom_id=f"{r}{c}") for c in range(5)]) for r in range(5))),
    "a select of users": classic(row(users(min_values=0, max_values=25, default_values=[preset()]))),
    "a select of 25": classic(row(select(25, min_values=0, max_values=25))),
    "a link": classic(row(button(style=5, url="https://example.org", custom_id=None))),
    "an emoji": classic(row(button(label=None, emoji={"name": "🎲"}))),
    "40 parts": v2(*[words() for _ in range(40)]),
    "4000 letters": v2(words("x" * 2000), words("y" * 2000)),
    "all of V2": v2(
        box(
            words(),
            {"type": 9, "components": [words(), words(), words()], "accessory": {"type": 11, **picture()}},
            {"type": 12, "items": [picture(description="alt" * 300) for _ in range(10)]},
            {"type": 14, "spacing": 2, "divider": False},
            row(button()),
            accent_color=0xFFFFFF,
        ),
        row(select()),
    ),
    "components only": {"components": [row(button())]},
    "nulls": {"content": "x", "embeds": None, "components": None, "flags": None, "nonce": None},
    "a nonce": {"content": "x", "nonce": "n" * 25, "enforce_nonce": True},
    "mentions": {"content": "x", "allowed_mentions": {"parse": ["users"], "roles": ["1"]}},
}


@pytest.mark.parametrize("name", GOOD)
def test_valid_messages_are_accepted_like_discord(name: str) -> None:
    assert refusal(GOOD[name]) == []


BAD: list[tuple[Json, str, str]] = [
    ({"content": "x" * 2001}, "content", "BASE_TYPE_MAX_LENGTH"),
    ({"content": 7}, "content", "STRING_TYPE_CONVERT"),
    ({"content": "x", "tts": "yes"}, "tts", "BOOLEAN_TYPE_CONVERT"),
    ({"content": " \n "}, "", "50006"),
    ({}, "", "50006"),
    ({"flags": V2, "components": []}, "", "50006"),
    ({"content": "x", "flags": 64}, "flags", "MESSAGE_FLAGS_INVALID"),
    ({"content": "x", "flags": "4"}, "flags", "NUMBER_TYPE_COERCE"),
    ({"content": "x", "nonce": "n" * 26}, "nonce", "BASE_TYPE_MAX_LENGTH"),
    (classic(*[row(button(custom_id=str(n))) for n in range(6)]), "components", "BASE_TYPE_MAX_LENGTH"),
    (classic(row(*buttons(6))), "components.0.components", "BASE_TYPE_BAD_LENGTH"),
    (classic(row()), "components.0.components", "BASE_TYPE_BAD_LENGTH"),
    (classic(button()), "components.0.type", "UNION_TYPE_CHOICES"),
    (classic(words()), "components.0.type", "UNION_TYPE_CHOICES"),
    (classic(row(button(), select())), "components.0.components.1", "COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
    (
        classic(row(button()), row(button())),
        "components.1.components.0.custom_id",
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    (classic(row(button(label="x" * 81))), "components.0.components.0.label", "BASE_TYPE_MAX_LENGTH"),
    (classic(row(button(custom_id="x" * 101))), "components.0.components.0.custom_id", "BASE_TYPE_BAD_LENGTH"),
    (classic(row(button(custom_id=None))), "components.0.components.0.custom_id", "BASE_TYPE_REQUIRED"),
    (classic(row(button(style=7))), "components.0.components.0.style", "BASE_TYPE_CHOICES"),
    (classic(row(button(style=5))), "components.0.components.0.url", "BASE_TYPE_REQUIRED"),
    (
        classic(row(button(style=5, url="https://a.cz"))),
        "components.0.components.0.custom_id",
        "BUTTON_COMPONENT_CUSTOM_ID_NOT_ALLOWED",
    ),
    (
        classic(row(button(url="https://a.cz"))),
        "components.0.components.0.url",
        "BUTTON_COMPONENT_URL_NOT_ALLOWED",
    ),
    (
        classic(row(button(style=5, url="ftp://a.cz", custom_id=None))),
        "components.0.components.0.url",
        "URL_TYPE_INVALID_SCHEME",
    ),
    (classic(row(button(label=None))), "components.0.components.0.label", "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED"),
    (classic(row(button(emoji={"name": "die"}))), "components.0.components.0.emoji.name", "COMPONENT_INVALID_EMOJI"),
    (
        classic(row(button(emoji={"name": "die", "id": 5}))),
        "components.0.components.0.emoji.id",
        "COMPONENT_INVALID_EMOJI",
    ),
    (classic(row(select(26))), "components.0.components.0.options", "BASE_TYPE_BAD_LENGTH"),
    (classic(row(select(0))), "components.0.components.0.options", "BASE_TYPE_BAD_LENGTH"),
    (classic(row(select(1, placeholder="x" * 151))), "components.0.components.0.placeholder", "BASE_TYPE_MAX_LENGTH"),
    (classic(row(select(1, min_values=26))), "components.0.components.0.min_values", "NUMBER_TYPE_MAX"),
    (classic(row(select(1, max_values=0))), "components.0.components.0.max_values", "NUMBER_TYPE_MIN"),
    (
        classic(row(select(3, min_values=2, max_values=1))),
        "components.0.components.0.min_values",
        "SELECT_COMPONENT_MIN_VALUES_INVALID",
    ),
    (classic(row(button(), users())), "components.0.components.1", "COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
    (classic(row(users(max_values=26))), "components.0.components.0.max_values", "NUMBER_TYPE_MAX"),
    (
        classic(row(users(min_values=2))),
        "components.0.components.0.min_values",
        "SELECT_COMPONENT_MIN_VALUES_INVALID",
    ),
    (
        classic(row(users(default_values=[preset(), preset(id="18")]))),
        "components.0.components.0.default_values",
        "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES",
    ),
    (
        classic(row(users(default_values=[preset(type="role")]))),
        "components.0.components.0.default_values.0.type",
        "BASE_TYPE_CHOICES",
    ),
    (
        classic(row(select(2, max_values=3))),
        "components.0.components.0.max_values",
        "SELECT_COMPONENT_MAX_VALUES_INVALID",
    ),
    (
        classic(row(select(options=[{"label": "a", "value": "1"}, {"label": "b", "value": "1"}]))),
        "components.0.components.0.options.1",
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    (
        classic(row(select(options=[{"label": "x" * 101, "value": "1"}]))),
        "components.0.components.0.options.0.label",
        "BASE_TYPE_BAD_LENGTH",
    ),
    (
        classic(row(select(options=[{"label": "a", "value": "1", "description": "x" * 101}]))),
        "components.0.components.0.options.0.description",
        "BASE_TYPE_MAX_LENGTH",
    ),
    (
        classic(row(select(options=[{"label": n, "value": n, "default": True} for n in ("a", "b")], max_values=1))),
        "components.0.components.0.options",
        "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES",
    ),
    (v2(words(), content="x"), "content", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"),
    (v2(*[words() for _ in range(41)]), "components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"),
    (v2(box(*[words() for _ in range(40)])), "components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"),
    (v2(words("x" * 2000), box(words("y" * 2001))), "components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"),
    (v2(words("")), "components.0.content", "BASE_TYPE_BAD_LENGTH"),
    (v2(box(box(words()))), "components.0.components.0.type", "UNION_TYPE_CHOICES"),
    (v2(box()), "components.0.components", "BASE_TYPE_BAD_LENGTH"),
    (v2(box(words(), accent_color=0x1000000)), "components.0.accent_color", "NUMBER_TYPE_MAX"),
    (v2({"type": 9, "components": [words()]}), "components.0.accessory", "BASE_TYPE_REQUIRED"),
    (
        v2({"type": 9, "components": [words()] * 4, "accessory": button()}),
        "components.0.components",
        "BASE_TYPE_BAD_LENGTH",
    ),
    (
        v2({"type": 9, "components": [words()], "accessory": words()}),
        "components.0.accessory.type",
        "UNION_TYPE_CHOICES",
    ),
    (v2({"type": 12, "items": []}), "components.0.items", "BASE_TYPE_BAD_LENGTH"),
    (v2({"type": 12, "items": [picture()] * 11}), "components.0.items", "BASE_TYPE_BAD_LENGTH"),
    (
        v2({"type": 12, "items": [picture("attachment://none.png")]}),
        "components.0.items.0.media.url",
        "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
    ),
    (
        v2({"type": 12, "items": [picture(description="x" * 1025)]}),
        "components.0.items.0.description",
        "BASE_TYPE_BAD_LENGTH",
    ),
    (v2({"type": 13, "file": {"url": "https://a.cz/x"}}), "components.0.file.url", "URL_TYPE_INVALID_SCHEME"),
    (v2({"type": 14, "spacing": 3}), "components.0.spacing", "BASE_TYPE_CHOICES"),
    (v2({**words(), "id": 5}, {**words(), "id": 5}), "components.1.id", "COMPONENT_ID_DUPLICATED"),
    ({"embeds": [{"title": "t"}]}, "embeds", "LOCAL_DISCORD_UNSUPPORTED"),
    ({"content": "x", "message_reference": {"message_id": "1"}}, "message_reference", "LOCAL_DISCORD_UNSUPPORTED"),
    (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        "allowed_mentions",
        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ),
    (
        {"content": "x", "allowed_mentions": {"parse": ["all"]}},
        "allowed_mentions.parse.0",
        "BASE_TYPE_CHOICES",
    ),
    ({"content": "x", "attachments": [{"id": 0}]}, "attachments.0.id", "ATTACHMENT_NOT_FOUND"),
]


@pytest.mark.parametrize(("body", "path", "code"), BAD)
def test_invalid_messages_are_refused_like_discord(body: Json, path: str, code: str) -> None:
    assert (path, code) in refusal(body)


def test_files_must_be_the_ones_listed() -> None:
    file = Upload(0, "a.png", b"1")
    assert refusal({"attachments": [{"id": 0, "description": "alt"}]}, files=[file]) == []
    assert refusal(v2({"type": 12, "items": [picture("attachment://a.png")]}), files=[file]) == []
    renamed = {"attachments": [{"id": 0, "filename": "b.png"}]}
    parts = {"type": 13, "file": {"url": "attachment://b.png"}}
    assert refusal({**v2(parts), **renamed}, files=[file]) == []
    assert refusal({"attachments": [{"id": 0}, {"id": 0}]}, files=[file]) == [
        ("attachments.1.id", "ATTACHMENT_DUPLICATED")
    ]


def before(flags: int = 0, **data: Any) -> Message:
    base: Json = {"flags": flags, "content": "", "embeds": [], "components": [], "attachments": []}
    return Message(1, 1, None, 1, {**base, **data})


def test_an_edit_is_checked_like_a_new_message() -> None:
    old = before(content="words")
    assert refusal({"components": []}, before=old, flags=IN_EDIT) == []
    assert refusal({"content": ""}, before=old, flags=IN_EDIT) == [("", "50006")]
    assert refusal({"content": "x" * 2001}, before=old, flags=IN_EDIT) == [("content", "BASE_TYPE_MAX_LENGTH")]
    legacy = ("content", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2")
    assert refusal(v2(words()), before=old, flags=IN_EDIT) == [legacy]
    assert refusal(v2(words(), content=None), before=old, flags=IN_EDIT) == []
    modern = before(V2, components=[words()])
    assert refusal({"components": [words("y")]}, before=modern, flags=IN_EDIT) == []
    assert refusal({"content": "y"}, before=modern, flags=IN_EDIT) == [legacy]
    assert refusal({"components": [row(button())] * 1}, before=modern, flags=IN_EDIT) == []
    kept = before(attachments=[{"id": "5", "filename": "a.png"}])
    assert refusal({"attachments": [{"id": "5"}]}, before=kept, flags=IN_EDIT) == []
    assert refusal({"attachments": []}, before=kept, flags=IN_EDIT) == [("", "50006")]


async def test_a_refusal_reaches_the_client_in_discords_shape() -> None:
    async with table(crowd.with_people("Anna")) as (world, _, bot):
        with pytest.raises(discord.HTTPException) as wrong:
            await room(bot, world.channel("table-1")).send("x" * 2001)
        assert (wrong.value.status, wrong.value.code) == (400, 50035)
        assert "In content: Must be 2000 or fewer in length." in wrong.value.text
        (refusal_,) = world.refusals
        assert (refusal_.method, refusal_.status, refusal_.code) == ("POST", 400, 50035)
        assert refusal_.path == f"/channels/{world.channel('table-1').id}/messages"
