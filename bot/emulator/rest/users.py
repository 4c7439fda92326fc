"""Routes about the bot itself: user, application, gateway, DMs, users."""

from __future__ import annotations

from bot.emulator.checks import fields
from bot.emulator.errors import Json, invalid, refused, required
from bot.emulator.rest.call import Call, Routes
from bot.emulator.world import wire


def me(call: Call) -> Json:
    """The bot's own user."""
    return {**call.world.bot.wire(), "verified": True, "mfa_enabled": False, "locale": "en-US", "email": None}


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


ROUTES: Routes = {
    "/users/@me": {"GET": me},
    "/users/@me/channels": {"POST": open_dm},
    "/users/{user_id}": {"GET": user},
    "/applications/@me": {"GET": application},
    "/oauth2/applications/@me": {"GET": application},
    "/gateway": {"GET": gateway},
    "/gateway/bot": {"GET": gateway_bot},
}
