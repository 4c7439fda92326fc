"""The route by which the bot makes a thread beside nobody's message."""

from __future__ import annotations

from bot.emulator.checks import fields
from bot.emulator.errors import Findings, invalid, refused
from bot.emulator.objects import PUBLIC_THREAD, TEXT
from bot.emulator.rest.call import Call, Reply, Routes
from bot.emulator.rest.channels import manages, the_channel
from bot.emulator.world import acts, wire

LONGEST_NAME = 100
SLEEPS_AFTER = (60, 1_440, 4_320, 10_080)
"""Minutes of silence that may be chosen."""


def create(call: Call) -> Reply:
    """A public thread in a text channel: 50024 elsewhere, 50013 without the permission."""
    parent, form = the_channel(call), call.form
    if parent.type != TEXT:
        raise refused(50024)
    if not manages(call, "create_public_threads"):
        raise refused(50013)
    found = Findings()
    fields.text(found, form, ("name",), LONGEST_NAME, least=1, needed=True)
    found.settle()
    if form.get("type") != PUBLIC_THREAD:
        raise invalid(("type",), "LOCAL_DISCORD_UNSUPPORTED", "The Discord on this machine makes public threads only")
    minutes = form.get("auto_archive_duration", SLEEPS_AFTER[1])
    if minutes not in SLEEPS_AFTER:
        raise invalid(("auto_archive_duration",), "BASE_TYPE_CHOICES", f"Value must be one of {SLEEPS_AFTER}.")
    thread = acts.add_thread(call.world, parent, form["name"])
    thread.auto_archive = minutes
    return Reply(201, wire.channel(call.world, thread))


ROUTES: Routes = {"/channels/{channel_id}/threads": {"POST": create}}
