"""Routes about threads and their members."""

from __future__ import annotations

from typing import Any

from bot.emulator.checks import fields
from bot.emulator.errors import Findings, Json, refused
from bot.emulator.objects import DM, Channel
from bot.emulator.rest.call import Call, Handler, Reply, Routes
from bot.emulator.rest.channels import manages, the_channel, the_message
from bot.emulator.world import acts, wire

ARCHIVES = (60, 1440, 4320, 10080)


def _new_thread(call: Call, parent: Channel, private: bool) -> Channel:
    if parent.type == DM or parent.is_thread:
        raise refused(50024)
    if not manages(call, "create_private_threads" if private else "create_public_threads"):
        raise refused(50013)
    found = Findings()
    fields.text(found, call.form, ("name",), 100, least=1, needed=True)
    fields.choice(found, call.form, ("auto_archive_duration",), ARCHIVES)
    found.settle()
    return acts.add_thread(call.world, parent, call.form["name"], private=private)


def start_thread(call: Call) -> Any:
    """Start a thread that belongs to no message."""
    thread = _new_thread(call, the_channel(call), call.form.get("type", 12) == 12)
    return Reply(201, wire.channel(call.world, thread))


def start_thread_from(call: Call) -> Any:
    """Start a thread from a message; 160004 if it has one."""
    found = the_message(call)
    if "thread" in found.data:
        raise refused(160004)
    thread = _new_thread(call, the_channel(call), private=False)
    found.data["thread"] = wire.channel(call.world, thread)
    return Reply(201, found.data["thread"])


def thread_members(call: Call) -> list[Json]:
    """The members of a thread."""
    it = the_channel(call)
    return [wire.thread_member(it, user) for user in it.thread_members]


def join_thread(call: Call) -> None:
    """The bot, or a user it adds, joins a thread."""
    it = the_channel(call)
    user = call.id("user_id") if "user_id" in call.params else call.world.bot.id
    if user not in call.world.users:
        raise refused(10013)
    if user not in it.thread_members:
        it.thread_members.append(user)
    call.world.touch()


def leave_thread(call: Call) -> None:
    """The bot, or a user it removes, leaves a thread."""
    it = the_channel(call)
    user = call.id("user_id") if "user_id" in call.params else call.world.bot.id
    if user in it.thread_members:
        it.thread_members.remove(user)
    call.world.touch()


_AT = "/channels/{channel_id}"
_MEMBER: dict[str, Handler] = {"PUT": join_thread, "DELETE": leave_thread}
ROUTES: Routes = {
    f"{_AT}/threads": {"POST": start_thread},
    f"{_AT}/messages/{{message_id}}/threads": {"POST": start_thread_from},
    f"{_AT}/thread-members": {"GET": thread_members},
    f"{_AT}/thread-members/@me": _MEMBER,
    f"{_AT}/thread-members/{{user_id}}": _MEMBER,
}
