"""Validates the arguments of commands. Discord checks them first, but not those of forged interactions."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

import discord
from discord import AppCommandOptionType, app_commands

from bot.messages.api import Interaction

INSIDE: Final = (AppCommandOptionType.subcommand.value, AppCommandOptionType.subcommand_group.value)


def is_lawful(interaction: Interaction) -> bool:
    """Returns whether all arguments are valid for the command; True also if the command is unknown."""
    command = interaction.command
    if isinstance(command, app_commands.ContextMenu):
        return _has_target(interaction, "users" if command.type is discord.AppCommandType.user else "messages")
    if not isinstance(command, app_commands.Command):
        return True
    taken, typed = {one.display_name: one for one in command.parameters}, _options(interaction)
    if not all(one["name"] in taken and one.get("type") == taken[one["name"]].type.value for one in typed):
        return False
    if interaction.type is discord.InteractionType.autocomplete:
        return _completes(taken, typed)
    return all(_fits(taken[one["name"]], one.get("value")) for one in typed)


def _has_target(interaction: Interaction, kind: str) -> bool:
    """Returns whether a context menu was used on a user or message that Discord describes."""
    data: Any = interaction.data
    resolved, target = data.get("resolved"), data.get("target_id")
    found = resolved.get(kind) if isinstance(resolved, dict) else None
    return isinstance(target, str) and isinstance(found, dict) and isinstance(found.get(target), dict)


def _options(interaction: Interaction) -> Sequence[Mapping[str, Any]]:
    """Returns the arguments of a command, which may be nested in groups."""
    data: Any = interaction.data
    found = data.get("options", ())
    while found and found[0].get("type") in INSIDE:
        found = found[0].get("options", ())
    return found  # type: ignore[no-any-return]


def _completes(taken: Mapping[str, app_commands.Parameter], typed: Sequence[Mapping[str, Any]]) -> bool:
    """Returns whether exactly one option with autocompletion is being typed; the others may be incomplete."""
    focused = [one for one in typed if one.get("focused")]
    plain = all(isinstance(one.get("value"), (int, float)) or _is_written(one.get("value")) for one in typed)
    words = all(isinstance(one.get("value"), str) and taken[one["name"]].autocomplete for one in focused)
    return plain and words and len(focused) == 1


def _fits(taken: app_commands.Parameter, value: object) -> bool:
    if taken.choices:
        return value in [choice.value for choice in taken.choices]
    if taken.type is AppCommandOptionType.integer:
        return isinstance(value, int) and not isinstance(value, bool) and _is_within(taken, value)
    if taken.type is AppCommandOptionType.boolean:
        return isinstance(value, bool)
    if taken.type is AppCommandOptionType.string:
        return _is_written(value) and _is_within(taken, len(str(value)))
    return _is_written(value)


def _is_written(value: object) -> bool:
    """Returns whether a value is a text without half of a surrogate pair, which a forged text may contain."""
    return isinstance(value, str) and not re.search("[\ud800-\udfff]", value)


def _is_within(taken: app_commands.Parameter, size: int) -> bool:
    least, most = taken.min_value, taken.max_value
    return (least is None or least <= size) and (most is None or size <= most)
