"""Routes about guilds, their members and roles."""

from __future__ import annotations

from bot.emulator.errors import Json, refused
from bot.emulator.objects import Guild
from bot.emulator.rest.call import Call, Routes
from bot.emulator.world import wire


def _guild(call: Call) -> Guild:
    guild = call.world.guilds.get(call.id("guild_id"))
    if guild is None:
        raise refused(10004)
    if call.world.bot.id not in guild.members:
        raise refused(50001)
    return guild


def guild(call: Call) -> Json:
    """A guild."""
    found = _guild(call)
    return {**found.wire(), "approximate_member_count": len(found.members), "approximate_presence_count": 1}


def channels(call: Call) -> list[Json]:
    """The channels of a guild."""
    found = _guild(call)
    mine = [c for c in call.world.channels.values() if c.guild_id == found.id and not c.is_thread]
    return [wire.channel(call.world, c) for c in mine]


def active_threads(call: Call) -> Json:
    """The threads of a guild that are not archived."""
    found = _guild(call)
    open_ones = [c for c in call.world.channels.values() if c.guild_id == found.id and c.is_thread and not c.archived]
    mine = [wire.thread_member(c, call.world.bot.id) for c in open_ones if call.world.bot.id in c.thread_members]
    return {"threads": [wire.channel(call.world, c) for c in open_ones], "members": mine, "has_more": False}


def member(call: Call) -> Json:
    """A member; 10013 if there is no such user, 10007 if it is not a member."""
    found = _guild(call)
    user_id = call.id("user_id")
    if user_id not in call.world.users:
        raise refused(10013)
    if user_id not in found.members:
        raise refused(10007)
    return wire.member(call.world, found, user_id)


def members(call: Call) -> list[Json]:
    """The members, only for bots that may have them."""
    found = _guild(call)
    if not call.world.privileged & 2:
        raise refused(50001)
    after = int(call.query.get("after", 0))
    listed = sorted(user for user in found.members if user > after)[: int(call.query.get("limit", 1))]
    return [wire.member(call.world, found, user) for user in listed]


def search_members(call: Call) -> list[Json]:
    """The members whose names begin so."""
    found = _guild(call)
    query = call.query.get("query", "").casefold()
    named = [user for user in found.members if call.world.users[user].name.startswith(query)]
    return [wire.member(call.world, found, user) for user in named[: int(call.query.get("limit", 1))]]


def edit_me(call: Call) -> Json:
    """Change the bot's nickname in a guild."""
    found = _guild(call)
    mine = found.members[call.world.bot.id]
    if "nick" in call.form:
        mine.nick = call.form["nick"] or None
    return wire.member(call.world, found, call.world.bot.id)


def roles(call: Call) -> list[Json]:
    """The roles of a guild."""
    return [role.wire() for role in _guild(call).roles.values()]


def role(call: Call) -> Json:
    """One role; 10011 if there is none."""
    found = _guild(call).roles.get(call.id("role_id"))
    if found is None:
        raise refused(10011)
    return found.wire()


ROUTES: Routes = {
    "/guilds/{guild_id}": {"GET": guild},
    "/guilds/{guild_id}/channels": {"GET": channels},
    "/guilds/{guild_id}/threads/active": {"GET": active_threads},
    "/guilds/{guild_id}/members": {"GET": members},
    "/guilds/{guild_id}/members/search": {"GET": search_members},
    "/guilds/{guild_id}/members/@me": {"PATCH": edit_me},
    "/guilds/{guild_id}/members/{user_id}": {"GET": member},
    "/guilds/{guild_id}/roles": {"GET": roles},
    "/guilds/{guild_id}/roles/{role_id}": {"GET": role},
}
