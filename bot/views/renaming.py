"""Gives the components of a message other verbs, so that a panel can belong to a lesson or a puzzle."""

from __future__ import annotations

from collections.abc import Collection

from discord import ui

from bot.views.custom_id import parse


def renamed(view: ui.LayoutView, prefix: str, path: tuple[int, ...], verbs: Collection[str]) -> ui.LayoutView:
    """Puts a prefix before the verbs of all components and indices before their paths; removes other verbs."""
    for row in [item for item in view.children if isinstance(item, ui.ActionRow)]:
        for part in list(row.children):
            custom_id = renamed_id(str(getattr(part, "custom_id", "")), prefix, path, verbs)
            if custom_id is None or not isinstance(part, (ui.Button, ui.Select)):
                row.remove_item(part)
            else:
                part.custom_id = custom_id
        if not row.children:
            view.remove_item(row)
    return view


def renamed_id(custom_id: str, prefix: str, path: tuple[int, ...], verbs: Collection[str]) -> str | None:
    """Returns a custom_id with a prefix before its verb and indices before its path; None if it has another verb."""
    meant = parse(custom_id)
    if meant is None or meant.verb not in verbs:
        return None
    return str(meant._replace(verb=prefix + meant.verb, path=(*path, *meant.path)))
