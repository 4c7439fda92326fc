"""Routes by which the application registers its commands, globally or in one guild."""

from __future__ import annotations

from bot.emulator.checks.commands import check_commands
from bot.emulator.errors import Json, refused
from bot.emulator.objects import DEFAULTS
from bot.emulator.rest.call import Call, Handler, Routes

GLOBAL = "/applications/{application_id}/commands"
LOCAL = "/applications/{application_id}/guilds/{guild_id}/commands"


def _home(call: Call) -> int | None:
    if call.id("application_id") != call.world.app_id:
        raise refused(20012)
    return call.guild().id if "guild_id" in call.params else None


def _known(call: Call) -> dict[int, Json]:
    return call.world.commands.setdefault(_home(call), {})


def _stored(call: Call, home: int | None, body: Json, before: Json | None = None) -> Json:
    number = int(before["id"]) if before else call.world.snowflake()
    kept = {key: value for key, value in body.items() if key != "id" and value is not None}
    command: Json = {
        **DEFAULTS["command"],
        **kept,
        "id": str(number),
        "application_id": str(call.world.app_id),
        "version": str(call.world.snowflake()),
    }
    if command["default_member_permissions"] is not None:
        command["default_member_permissions"] = str(command["default_member_permissions"])
    if home is None:
        command.setdefault("dm_permission", True)
    else:
        command["guild_id"] = str(home)
    return command


def listed(call: Call) -> list[Json]:
    """Returns all registered commands of the scope: global ones, or those of one guild."""
    return list(_known(call).values())


def overwrite(call: Call) -> list[Json]:
    """Checks the given commands and replaces all of the scope by them (global ones, or those of one guild).

    Those with the same name and type keep their IDs. Returns the stored commands; raises Refused if one is invalid.
    """
    home = _home(call)
    body = call.body if call.body is not None else []
    check_commands(body)
    before = {(one["type"], one["name"]): one for one in call.world.commands.get(home, {}).values()}
    made = [_stored(call, home, one, before.get((one.get("type") or 1, one["name"]))) for one in body]
    call.world.commands[home] = {int(one["id"]): one for one in made}
    call.world.touch()
    return made


_ALL: dict[str, Handler] = {"GET": listed, "PUT": overwrite}
ROUTES: Routes = {GLOBAL: _ALL, LOCAL: _ALL}
