"""Routes about the bot itself: user, application, gateway, DMs, users."""

from __future__ import annotations

import base64
from typing import Any

from bot.emulator.checks import fields
from bot.emulator.errors import Json, invalid, refused, required
from bot.emulator.rest.call import Call, Reply, Routes
from bot.emulator.world import acts, wire


def me(call: Call) -> Json:
    """The bot's own user."""
    return {**call.world.bot.wire(), "verified": True, "mfa_enabled": False, "locale": "en-US", "email": None}


def edit_me(call: Call) -> Json:
    """Rename the bot."""
    if call.form.get("username"):
        call.world.bot.name = call.form["username"]
    return me(call)


def application(call: Call) -> Json:
    """The application."""
    return wire.application(call.world)


def gateway(call: Call) -> Json:
    """Where the gateway is."""
    return {"url": call.sessions.url}


def gateway_bot(call: Call) -> Json:
    """Where the gateway is, in how many shards, and how many identifies are left today."""
    limit = {
        "total": 1000,
        "remaining": call.sessions.identifies_left,
        "reset_after": 86_400_000,
        "max_concurrency": call.sessions.max_concurrency,
    }
    return {"url": call.sessions.url, "shards": call.sessions.shards, "session_start_limit": limit}


def open_dm(call: Call) -> Json:
    """The DM channel with a user, made at need; whether the user takes DMs shows only on writing."""
    wanted = call.form.get("recipient_id")
    if wanted is None:
        raise required(("recipient_id",))
    if not fields.snowflake(wanted):
        raise invalid(("recipient_id",), "NUMBER_TYPE_COERCE", f'Value "{wanted}" is not snowflake.')
    user = call.world.users.get(int(wanted))
    if user is None:
        raise refused(10013)
    if user.bot:
        raise refused(50007)
    return wire.channel(call.world, call.world.dm(user.id))


def user(call: Call) -> Json:
    """Any user."""
    found = call.world.users.get(call.id("user_id"))
    if found is None:
        raise refused(10013)
    return found.wire()


def my_guilds(call: Call) -> list[Json]:
    """The guilds the bot is in."""
    world = call.world
    return [
        {
            "id": str(g.id),
            "name": g.name,
            "icon": None,
            "banner": None,
            "owner": False,
            "permissions": "0",
            "features": [],
        }
        for g in world.guilds.values()
        if world.bot.id in g.members
    ]


def leave_guild(call: Call) -> None:
    """The bot leaves a guild."""
    acts.leave(call.world, call.world.get_guild(call.id("guild_id")), call.world.bot.id)


def emojis(call: Call) -> Json:
    """The application's own emojis."""
    return {"items": [_emoji(call, number) for number in call.world.emojis]}


def _emoji(call: Call, number: int) -> Json:
    name = call.world.emojis.get(number)
    if name is None:
        raise refused(10014)
    known: Json = {"id": str(number), "name": name, "roles": [], "require_colons": True, "managed": False}
    return {**known, "animated": False, "available": True, "user": call.world.bot.wire()}


def emoji(call: Call) -> Json:
    """One emoji of the application."""
    return _emoji(call, call.id("emoji_id"))


def _picture(image: str) -> bytes:
    """The bytes of a data: address."""
    try:
        return base64.b64decode(image.partition(",")[2], validate=True)
    except ValueError:
        raise invalid(("image",), "IMAGE_INVALID", "Invalid image data") from None


def add_emoji(call: Call) -> Any:
    """Upload an emoji of the application."""
    name, image = call.form.get("name"), call.form.get("image")
    if not isinstance(name, str) or not 2 <= len(name) <= 32:
        raise invalid(("name",), "BASE_TYPE_BAD_LENGTH", "Must be between 2 and 32 in length.")
    if not isinstance(image, str) or not image.startswith("data:image/"):
        raise invalid(("image",), "IMAGE_INVALID", "Invalid image data")
    number = call.world.snowflake()
    call.world.emojis[number] = name
    call.world.files[number] = _picture(image)
    return Reply(201, _emoji(call, number))


def edit_emoji(call: Call) -> Json:
    """Rename an emoji of the application."""
    known = emoji(call)
    call.world.emojis[int(known["id"])] = str(call.form.get("name") or known["name"])
    return emoji(call)


def delete_emoji(call: Call) -> None:
    """Remove an emoji of the application."""
    number = int(emoji(call)["id"])
    del call.world.emojis[number]
    call.world.files.pop(number, None)


ROUTES: Routes = {
    "/users/@me": {"GET": me, "PATCH": edit_me},
    "/users/@me/guilds": {"GET": my_guilds},
    "/users/@me/guilds/{guild_id}": {"DELETE": leave_guild},
    "/users/@me/channels": {"POST": open_dm},
    "/users/{user_id}": {"GET": user},
    "/applications/@me": {"GET": application},
    "/oauth2/applications/@me": {"GET": application},
    "/gateway": {"GET": gateway},
    "/gateway/bot": {"GET": gateway_bot},
    "/applications/{application_id}/emojis": {"GET": emojis, "POST": add_emoji},
    "/applications/{application_id}/emojis/{emoji_id}": {"GET": emoji, "PATCH": edit_emoji, "DELETE": delete_emoji},
}
