"""Routes about pins and reactions."""

from __future__ import annotations

from bot.emulator.checks import fields
from bot.emulator.errors import Json, refused
from bot.emulator.objects import stamp
from bot.emulator.rest.call import Call, Handler, Routes
from bot.emulator.rest.channels import manages, the_channel, the_message

MOST_PINS = 250


def pins(call: Call) -> Json:
    """The pinned messages with the time of pinning, newest pin first."""
    pinned = [m for m in the_channel(call).messages.values() if m.pinned_at is not None]
    pinned.sort(key=lambda m: m.pinned_at or 0.0, reverse=True)
    items = [{"pinned_at": stamp(m.pinned_at or 0.0), "message": m.data} for m in pinned]
    return {"items": items, "has_more": False}


def old_pins(call: Call) -> list[Json]:
    """The pinned messages."""
    return [item["message"] for item in pins(call)["items"]]


def pin(call: Call) -> None:
    """Pin a message."""
    _pin(call, True)


def unpin(call: Call) -> None:
    """Unpin a message."""
    _pin(call, False)


def _pin(call: Call, wanted: bool) -> None:
    found, it = the_message(call), the_channel(call)
    if not manages(call, "pin_messages"):
        raise refused(50013)
    pinned = [m for m in it.messages.values() if m.pinned_at is not None]
    if wanted and len(pinned) >= MOST_PINS:
        raise refused(30003)
    found.pinned_at = call.world.clock() if wanted else None
    found.data["pinned"] = wanted
    where: Json = {"channel_id": str(it.id), "last_pin_timestamp": stamp(call.world.clock())}
    if it.guild_id:
        where["guild_id"] = str(it.guild_id)
    call.world.emit("CHANNEL_PINS_UPDATE", where, channel=it)


def react(call: Call) -> None:
    """React to a message with an emoji."""
    found, name = the_message(call), call.params["emoji_name"]
    if not manages(call, "add_reactions"):
        raise refused(50013)
    custom = name.rpartition(":")[2]
    if not fields.is_emoji(name) and not (custom.isdigit() and int(custom) in call.world.emojis):
        raise refused(10014)
    reactions = found.data.setdefault("reactions", [])
    if any(known["emoji"]["name"] == name for known in reactions):
        return
    shown: Json = {"id": None, "name": name} if not custom.isdigit() else {"id": custom, "name": name.partition(":")[0]}
    counts = {"burst": 0, "normal": 1}
    one: Json = {"emoji": shown, "count": 1, "me": True, "me_burst": False, "count_details": counts}
    reactions.append({**one, "burst_colors": []})
    call.world.touch()


def unreact(call: Call) -> None:
    """Take back the bot's reaction."""
    found, name = the_message(call), call.params["emoji_name"].partition(":")[0]
    left = [known for known in found.data.get("reactions", []) if known["emoji"]["name"] != name]
    found.data["reactions"] = left
    call.world.touch()


def unreact_all(call: Call) -> None:
    """Remove all reactions of a message."""
    found = the_message(call)
    if not manages(call):
        raise refused(50013)
    found.data["reactions"] = []
    call.world.touch()


_AT = "/channels/{channel_id}"
_MESSAGE = f"{_AT}/messages/{{message_id}}"
_PIN: dict[str, Handler] = {"PUT": pin, "DELETE": unpin}
ROUTES: Routes = {
    f"{_AT}/pins": {"GET": old_pins},
    f"{_AT}/messages/pins": {"GET": pins},
    f"{_AT}/pins/{{message_id}}": _PIN,
    f"{_AT}/messages/pins/{{message_id}}": _PIN,
    f"{_MESSAGE}/reactions": {"DELETE": unreact_all},
    f"{_MESSAGE}/reactions/{{emoji_name}}/@me": {"PUT": react, "DELETE": unreact},
}
