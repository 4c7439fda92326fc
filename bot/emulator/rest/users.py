"""Routes for users, members, DMs, the application and the gateway."""

from __future__ import annotations

from bot.emulator.checks import fields
from bot.emulator.errors import Json, refused
from bot.emulator.objects import DEFAULTS, User
from bot.emulator.rest.call import Call, Routes
from bot.emulator.world import wire


def me(call: Call) -> Json:
    """Returns the bot's own user."""
    return {**call.world.bot.wire(), **DEFAULTS["own user"], "locale": "en-US"}


def application(call: Call) -> Json:
    """Returns the application object."""
    return wire.application(call.world)


def gateway(call: Call) -> Json:
    """Returns the address of the gateway."""
    return {"url": call.sessions.url}


def gateway_bot(call: Call) -> Json:
    """Returns the gateway's address, the number of shards, and the number of identifies left today."""
    limit = {
        "total": 1000,
        "remaining": call.sessions.identifies_left,
        "reset_after": 86_400_000,
        "max_concurrency": call.sessions.max_concurrency,
    }
    return {"url": call.sessions.url, "shards": call.sessions.shards, "session_start_limit": limit}


def open_dm(call: Call) -> Json:
    """Returns the DM channel with a user, created if necessary. Sending may still fail if the user takes no DMs."""
    call.check({"recipient_id": fields.SNOWFLAKE})
    user = _user(call, int(call.form["recipient_id"]))
    if user.bot:
        raise refused(50007)
    return wire.channel(call.world, call.world.dm(user.id))


def user(call: Call) -> Json:
    """Returns a user; raises 10013 if there is none."""
    return _user(call, call.id("user_id")).wire()


def _user(call: Call, user_id: int) -> User:
    found = call.world.users.get(user_id)
    if found is None:
        raise refused(10013)
    return found


def member(call: Call) -> Json:
    """Returns a member; raises 10013 if there is no such user, 10007 if the user is not a member."""
    guild, found = call.guild(), _user(call, call.id("user_id"))
    if found.id not in guild.members:
        raise refused(10007)
    return wire.member(call.world, guild, found.id)


ROUTES: Routes = {
    "/users/@me": {"GET": me},
    "/users/@me/channels": {"POST": open_dm},
    "/users/{user_id}": {"GET": user},
    "/guilds/{guild_id}/members/{user_id}": {"GET": member},
    "/applications/@me": {"GET": application},
    "/oauth2/applications/@me": {"GET": application},
    "/gateway": {"GET": gateway},
    "/gateway/bot": {"GET": gateway_bot},
}
