"""A message with its picture: above the texts, with the alt text for whoever cannot see it."""

from __future__ import annotations

import discord
from discord import ui

PICTURE = "table.png"
"""The file's name is the same whatever it shows: it tells nothing."""


def pictured(view: ui.LayoutView, alt: str | None) -> ui.LayoutView:
    """The view with the picture, a file of the same message, on top; as it is where there is none (None)."""
    if alt is None:
        return view
    whole = ui.LayoutView(timeout=None)
    picture = discord.MediaGalleryItem(f"attachment://{PICTURE}", description=alt or None)
    whole.add_item(ui.MediaGallery(picture))
    for item in view.children:
        whole.add_item(item)
    return whole
