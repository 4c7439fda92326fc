"""Answers to interactions: acknowledged in time, private, and never twice."""

from __future__ import annotations

import logging

import discord
from discord.ui import LayoutView

from bot import showing
from bot.discords import SILENT, TOO_LATE, Interaction, shown
from bot.refusals import Known, explained
from bot.texts import Words
from storage import StorageError

log = logging.getLogger(__name__)


def on_own_panel(interaction: Interaction) -> bool:
    """Whether the press was on a message that only the presser sees."""
    return interaction.message is not None and interaction.message.flags.ephemeral


async def ack(interaction: Interaction) -> None:
    """Acknowledge at once, before anything that may take long; a command then shows that it thinks, privately."""
    if interaction.response.is_done():
        return
    if interaction.type is discord.InteractionType.application_command:
        await interaction.response.defer(ephemeral=True, thinking=True)
    else:
        await interaction.response.defer()


async def reply(interaction: Interaction, view: LayoutView) -> None:
    """A private answer: in the presser's own panel where there is one, else as a new ephemeral message."""
    view = shown(view)
    done = interaction.response.is_done()
    if on_own_panel(interaction):
        if done:
            await interaction.edit_original_response(view=view, allowed_mentions=SILENT)
        else:
            await interaction.response.edit_message(view=view, allowed_mentions=SILENT)
    elif done:
        await interaction.followup.send(view=view, ephemeral=True, allowed_mentions=SILENT)
    else:
        await interaction.response.send_message(view=view, ephemeral=True, allowed_mentions=SILENT)


async def more(interaction: Interaction, view: LayoutView) -> None:
    """A further private message after the answer."""
    await interaction.followup.send(view=shown(view), ephemeral=True, allowed_mentions=SILENT)


async def excuse(interaction: Interaction, error: Exception, words: Words) -> None:
    """A kind private word about what went wrong, whatever it was; never fails itself."""
    if isinstance(error, discord.HTTPException) and error.code in TOO_LATE:
        log.info("an interaction was answered too late or twice (code %s)", error.code)
        return
    if isinstance(error, StorageError) and not isinstance(error, Known):
        log.error("the store refuses: %s", error)
    elif not isinstance(error, Known):
        log.error("an interaction failed", exc_info=error)
    try:
        await reply(interaction, showing.say(explained(error, words)))
    except (discord.HTTPException, discord.InteractionResponded, OSError) as lost:
        log.info("an excuse did not arrive (%s)", type(lost).__name__)
