"""Routes by which the bot answers interactions: the callback and the interaction's webhook."""

from __future__ import annotations

from typing import Any

from bot.emulator.errors import Json, refused
from bot.emulator.objects import Interaction
from bot.emulator.rest.call import Call, Handler, Reply, Routes
from bot.emulator.world import interactions

HOOK = "/webhooks/{webhook_id}/{webhook_token}"


def callback(call: Call) -> Any:
    """Carries out the bot's first response to an interaction; raises Refused if it comes twice or after three seconds.

    Returns a description of the response if the query has `with_response`, otherwise an empty reply (204).
    """
    it = call.world.interactions.get(call.id("interaction_id"))
    if it is None or it.token != call.params["interaction_token"]:
        raise refused(10062)
    told = interactions.respond(call.world, it, call.form, call.files)
    if call.query.get("with_response", "").casefold() in ("1", "true"):
        return told
    return Reply(204)


def _interaction(call: Call) -> Interaction:
    if call.id("webhook_id") != call.world.app_id:
        raise refused(10015)
    return interactions.by_token(call.world, call.params["webhook_token"])


def follow_up(call: Call) -> Json:
    """Sends a further message of the bot in response to an interaction, and returns it."""
    return interactions.follow_up(call.world, _interaction(call), call.form, call.files).data


def get_own(call: Call) -> Json:
    """Returns the original response to an interaction, or a followup."""
    return interactions.own_message(call.world, _interaction(call), _which(call)).data


def edit_own(call: Call) -> Json:
    """Edits the original response to an interaction, or a followup, and returns it."""
    return interactions.edit_own(call.world, _interaction(call), _which(call), call.form, call.files).data


def delete_own(call: Call) -> None:
    """Deletes the original response to an interaction, or a followup."""
    interactions.delete_own(call.world, _interaction(call), _which(call))


def _which(call: Call) -> str:
    return str(call.id("message_id")) if "message_id" in call.params else "@original"


_OWN: dict[str, Handler] = {"GET": get_own, "PATCH": edit_own, "DELETE": delete_own}
ROUTES: Routes = {
    "/interactions/{interaction_id}/{interaction_token}/callback": {"POST": callback},
    HOOK: {"POST": follow_up},
    f"{HOOK}/messages/@original": _OWN,
    f"{HOOK}/messages/{{message_id}}": _OWN,
}
