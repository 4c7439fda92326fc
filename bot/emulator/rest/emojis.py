"""Routes for the application's own emojis."""

from __future__ import annotations

import base64
import binascii
import re
from typing import Final

from bot.emulator.checks import fields
from bot.emulator.errors import Json, invalid, refused
from bot.emulator.objects import AppEmoji
from bot.emulator.rest.call import Call, Reply, Routes

MAX_EMOJIS: Final = 2000
MAX_BYTES: Final = 256 * 1024
NAME: Final = re.compile(r"\w{2,32}", re.ASCII)
IMAGE: Final = re.compile(r"data:image/(?:png|jpeg|gif|webp|avif);base64,(.+)", re.DOTALL)


def listed(call: Call) -> Json:
    """Returns all emojis of the application."""
    _own(call)
    return {"items": [_wire(call, number) for number in call.world.emojis]}


def create(call: Call) -> Reply:
    """Stores an uploaded emoji of the application and returns it; raises Refused if its name or picture is invalid.

    Several emojis may have the same name.
    """
    _own(call)
    call.check({"name": fields.text(32, least=2, required=True), "image": fields.text(2**20, required=True)})
    name, image = call.form["name"], IMAGE.fullmatch(call.form["image"])
    if not NAME.fullmatch(name):
        raise invalid(("name",), "STRING_TYPE_REGEX", "String value did not match validation regex.")
    try:
        raw = base64.b64decode(image[1] if image else "", validate=True)
    except binascii.Error:
        raw = b""
    if not raw:
        raise invalid(("image",), "IMAGE_INVALID", "Invalid image data")
    if len(raw) > MAX_BYTES:
        raise invalid(("image",), "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
    if len(call.world.emojis) >= MAX_EMOJIS:
        raise refused(30008)
    number = call.world.snowflake()
    call.world.emojis[number] = AppEmoji(name, raw)
    call.world.touch()
    return Reply(201, _wire(call, number))


def one(call: Call) -> Json:
    """Returns one emoji of the application; raises Refused (10014) if there is none."""
    return _wire(call, _known(call))


def delete(call: Call) -> None:
    """Deletes an emoji of the application; messages can no longer be sent with it."""
    del call.world.emojis[_known(call)]
    call.world.touch()


def _own(call: Call) -> None:
    if call.id("application_id") != call.world.app_id:
        raise refused(20012)


def _known(call: Call) -> int:
    _own(call)
    number = call.id("emoji_id")
    if number not in call.world.emojis:
        raise refused(10014)
    return number


def _wire(call: Call, number: int) -> Json:
    return {
        "id": str(number), "name": call.world.emojis[number].name, "user": call.world.bot.wire(), "roles": [],
        "require_colons": True, "managed": False, "animated": False, "available": True,
    }  # fmt: skip


ROUTES: Routes = {
    "/applications/{application_id}/emojis": {"GET": listed, "POST": create},
    "/applications/{application_id}/emojis/{emoji_id}": {"GET": one, "DELETE": delete},
}
