"""Routes about guilds and their members."""

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


def member(call: Call) -> Json:
    """A member; 10013 if there is no such user, 10007 if it is not a member."""
    found = _guild(call)
    user_id = call.id("user_id")
    if user_id not in call.world.users:
        raise refused(10013)
    if user_id not in found.members:
        raise refused(10007)
    return wire.member(call.world, found, user_id)


ROUTES: Routes = {"/guilds/{guild_id}/members/{user_id}": {"GET": member}}
