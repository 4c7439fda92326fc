"""Tests what users see of messages, modals and commands, without any bot."""

from __future__ import annotations

from typing import Any

import pytest

from bot.emulator import NotVisible, World
from bot.emulator.objects import Channel, Interaction, Upload
from bot.emulator.people import crowd
from bot.emulator.people.modals import Modal
from bot.emulator.people.seen import Seen
from bot.emulator.world import acts
from bot.emulator.world.interactions import COMPONENT, open_interaction
from bot.emulator.world.messages import NewMessage, edit, write
from tests.emulator import moderation
from tests.emulator.driven_clock import DrivenClock
from tests.emulator.parts import button, field, group, label, modal, row, select, upload, words

Json = dict[str, Any]


@pytest.fixture
def world() -> World:
    return crowd.with_people("Anna", "Bert", clock=DrivenClock())


def posted(world: World, body: Json, only_for: int | None = None) -> Seen:
    """Posts a message as the bot and returns it as Anna sees it."""
    message = write(world, NewMessage(world.channel("table-1"), world.bot.id, body, only_for=only_for))
    return Seen(world, message, crowd.person(world, "Anna").user)


def test_all_words_of_a_message_are_read(world: World) -> None:
    thumbnail = {"type": 11, "media": {"url": "https://a.cz/x.png"}, "description": "alt"}
    section = {"type": 9, "components": [words("S")], "accessory": thumbnail}
    seen = posted(world, {"content": " C ", "components": [{"type": 17, "components": [section]}]})
    assert seen.text == "C\nS\nalt"


def test_parts_are_found_by_id_label_and_piece_of_label(world: World) -> None:
    parts = [button(label="My move", custom_id="m:1"), button(label="My hand", custom_id="h:1", emoji={"name": "🂡"})]
    seen = posted(world, {"content": "x", "components": [row(*parts), row(select(2, placeholder="Where?"))]})
    assert seen.find("h:1").label == "🂡 My hand"
    assert seen.find("My hand").custom_id == "h:1"
    assert seen.find("hand").custom_id == "h:1"
    assert seen.find("Where?").kind == "select"
    assert seen.find(lambda part: part.type == 3).options[1].value == "v1"
    assert not seen.has("Start")
    with pytest.raises(NotVisible, match="My move"):
        seen.find("Start")


def test_an_ephemeral_message_is_seen_by_one(world: World) -> None:
    bert = crowd.person(world, "Bert")
    seen = posted(world, {"content": "psst"}, only_for=bert.id)
    assert not seen.visible
    assert crowd.person(world, "Anna").messages(world.channel("table-1")) == []
    assert [one.text for one in bert.messages(world.channel("table-1"))] == ["psst"]
    with pytest.raises(NotVisible):
        crowd.person(world, "Anna").latest(world.channel("table-1"))
    bert.dismiss(bert.latest(world.channel("table-1")))
    assert bert.messages(world.channel("table-1")) == []


def test_a_dismissed_message_can_be_edited_and_stays_hidden(world: World) -> None:
    bert = crowd.person(world, "Bert")
    message = posted(world, {"content": "psst"}, only_for=bert.id)
    bert.dismiss(bert.latest(world.channel("table-1")))
    told: list[str] = []
    world.listen(lambda event: told.append(event.name))
    edit(world, world.get_message(message.channel_id, message.id), {"content": "never mind"}, ())
    assert bert.messages(world.channel("table-1")) == []
    assert told == []


def test_a_dm_is_for_its_recipient(world: World) -> None:
    anna, bert = crowd.person(world, "Anna"), crowd.person(world, "Bert")
    write(world, NewMessage(anna.dm(), world.bot.id, {"content": "hand"}))
    assert [seen.text for seen in anna.dms()] == ["hand"]
    assert bert.messages(anna.dm()) == []
    assert anna.dm() not in anna.channels()


def test_a_hidden_channel_is_not_seen(world: World) -> None:
    here, bert = world.channel("table-1"), crowd.person(world, "Bert")
    posted(world, {"content": "x"})
    moderation.forbid(world, here, "view_channel", who=bert.id)
    assert bert.messages(here) == []
    assert bert.channels() == []
    with pytest.raises(NotVisible):
        bert.say(here, "hello?")


def test_slovak_is_no_locale_of_discord(world: World) -> None:
    crowd.person(world, "Anna").locale = "cs"
    with pytest.raises(ValueError, match="sk"):
        crowd.person(world, "Anna").locale = "sk"
    with pytest.raises(ValueError, match="sk"):
        crowd.add_person(world, "Zora", "sk")
    assert crowd.person(world, "Anna").locale == "cs"


def test_permissions_come_from_everyone_roles_and_overwrites(world: World) -> None:
    here = world.channel("table-1")
    anna, bert = crowd.person(world, "Anna"), crowd.person(world, "Bert")
    (guild,) = world.guilds.values()
    moderation.forbid(world, here, "send_messages", who=guild.id)
    assert not world.may(here, bert.id, "send_messages")
    assert not world.may(here, world.bot.id, "send_messages")
    assert world.may(here, anna.id, "send_messages", "manage_messages")
    moderation.allow(world, here, "send_messages")
    assert world.may(here, world.bot.id, "send_messages")
    secret = acts.add_thread(world, here, "secret", private=True)
    assert not world.may(secret, bert.id, "view_channel")
    assert world.may(secret, world.bot.id, "view_channel")


def shown(world: World, data: Json) -> Modal:
    anna = crowd.person(world, "Anna")
    it = Interaction(1, "t", 2, anna.id, world.channel("table-1").id, None, 0.0, {})
    return Modal(data, it)


def test_a_modal_is_filled_in_as_its_fields_allow(world: World) -> None:
    here: Channel = world.channel("table-1")
    assert here.id
    dialogue = shown(
        world,
        modal(
            row(field(min_length=2, max_length=3)),
            label(select(3, custom_id="s", required=False), description="Which?"),
            words("Mind the gap"),
        ),
    )
    assert dialogue.text == "T\nA\nL\nWhich?\nMind the gap"
    assert [one.custom_id for one in dialogue.fields] == ["a", "s"]
    filled = dialogue.filled({"A": "abc", "L": ["o1"]})
    assert filled["components"][0]["components"][0]["value"] == "abc"
    assert filled["components"][1]["component"]["values"] == ["v1"]
    assert filled["components"][2] == {"type": 10, "id": 0}
    for wrong in ({"A": "a"}, {"A": "abcd"}, {}, {"A": "abc", "s": ["o9"]}, {"A": "abc", "Z": "1"}):
        with pytest.raises(NotVisible):
            dialogue.filled(wrong)


def test_groups_of_a_modal_are_filled_in_as_they_allow(world: World) -> None:
    several = group(22, 3, required=False, min_values=0, max_values=2)
    dialogue = shown(world, modal(label(group(21, 2)), label(several), label(upload(), label="File")))
    assert "o1" in dialogue.text
    upload_ = Upload(0, "a.txt", b"1")
    filled = dialogue.filled({"group21": "o1", "file": [upload_]}, lambda one: one.filename)
    radio, boxes, file = (row["component"] for row in filled["components"])
    assert (radio["value"], boxes["values"], file["values"]) == ("v1", [], ["a.txt"])
    everything = {"group21": "v0", "group22": ["v0", "v2"], "file": [upload_]}
    wrong: dict[str, list[Any]]
    for wrong in ({"group21": []}, {"group22": ["v0", "v1", "v2"]}, {"group22": ["v9"]}, {"file": []},
                   {"file": [upload_, upload_]}):  # fmt: skip
        with pytest.raises(NotVisible):
            dialogue.filled({**everything, **wrong}, lambda one: one.filename)


def test_events_are_told_to_those_they_concern(world: World) -> None:
    anna, bert = crowd.person(world, "Anna"), crowd.person(world, "Bert")
    told: list[tuple[str, list[str]]] = []
    world.listen(lambda event: told.append((event.name, [p.name for p in (anna, bert) if p.may_see(event)])))
    posted(world, {"content": "to all"})
    posted(world, {"content": "psst"}, only_for=bert.id)
    write(world, NewMessage(anna.dm(), world.bot.id, {"content": "hand"}))
    open_interaction(world, anna.id, world.channel("table-1"), COMPONENT, {}, None)
    assert told == [
        ("MESSAGE_CREATE", ["Anna", "Bert"]),
        ("MESSAGE_CREATE", ["Bert"]),
        ("MESSAGE_CREATE", ["Anna"]),
        ("INTERACTION_CREATE", []),
    ]


async def test_waiting_ends_when_the_world_changes_and_when_time_is_up(world: World) -> None:
    here, anna = world.channel("table-1"), crowd.person(world, "Anna")
    with pytest.raises(TimeoutError):
        await anna.until(lambda: anna.messages(here), timeout=0.01)
    posted(world, {"content": "x"})
    await anna.until(lambda: anna.messages(here), timeout=30)
