"""Routes for users, members, DMs, the application and the gateway."""

from __future__ import annotations

from bot.emulator.checks import fields
from bot.emulator.errors import Json, refused
from bot.emulator.objects import DEFAULTS, User
from bot.emulator.rest.call import Call, Routes
from bot.emulator.world import permissions, wire

BOT_ADD = 28
"""Discord's type of an entry of the audit log: someone added a bot."""


def me(call: Call) -> Json:
    """Returns the bot's own user."""
    return {**call.world.bot.wire(), **DEFAULTS["own user"], "locale": "en-US"}


def application(call: Call) -> Json:
    """Returns the bot's application as a JSON object of Discord's API."""
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
    """Returns a user; raises Refused (10013) if there is none."""
    return _user(call, call.id("user_id")).wire()


def _user(call: Call, user_id: int) -> User:
    found = call.world.users.get(user_id)
    if found is None:
        raise refused(10013)
    return found


def member(call: Call) -> Json:
    """Returns a member of a guild; raises Refused (10013) if there is no such user, (10007) if they are no member."""
    guild, found = call.guild(), _user(call, call.id("user_id"))
    if found.id not in guild.members:
        raise refused(10007)
    return wire.member(call.world, guild, found.id)


def audit_log(call: Call) -> Json:
    """Returns the guild's audit log, which only says who added the bot; raises Refused (50013) without the
    permission."""
    guild, world = call.guild(), call.world
    if not permissions.in_guild(guild, world.bot.id) & permissions.bits("view_audit_log"):
        raise refused(50013)
    known = world.users.get(guild.installer_id)
    asked = call.query.get("action_type", str(BOT_ADD)) == str(BOT_ADD)
    entries: list[Json] = []
    if known is not None and asked and "before" not in call.query:
        entry = {"id": str(guild.id), "user_id": str(known.id)}
        entries.append({**entry, "target_id": str(world.bot.id), "action_type": BOT_ADD})
    users = [known.wire(), world.bot.wire()] if entries and known is not None else []
    lists = ("integrations", "webhooks", "guild_scheduled_events", "threads", "application_commands")
    return {"audit_log_entries": entries, "users": users, "auto_moderation_rules": [], **{name: [] for name in lists}}


ROUTES: Routes = {
    "/users/@me": {"GET": me},
    "/users/@me/channels": {"POST": open_dm},
    "/users/{user_id}": {"GET": user},
    "/guilds/{guild_id}/members/{user_id}": {"GET": member},
    "/guilds/{guild_id}/audit-logs": {"GET": audit_log},
    "/applications/@me": {"GET": application},
    "/oauth2/applications/@me": {"GET": application},
    "/gateway": {"GET": gateway},
    "/gateway/bot": {"GET": gateway_bot},
}
