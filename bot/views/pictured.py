"""A message with its picture and the alt text for whoever cannot see it."""

from __future__ import annotations

import discord
from discord import ui

PICTURE = "table.png"
"""The file's name is the same whatever it shows: it tells nothing."""


def file_name(kind: str) -> str:
    """The name of a picture's file of that kind, the same whatever it shows."""
    return f"{PICTURE.partition('.')[0]}.{kind}"


def pictured(view: ui.LayoutView, alt: str | None, *, low: bool = False, file: str = PICTURE) -> ui.LayoutView:
    """The view with the picture, a file of the same message; None: as it is.

    It stands on top, or (`low`) above the last of the texts and the line before that.
    """
    if alt is None:
        return view
    whole, above = ui.LayoutView(timeout=None), _above_the_last_text(view) if low else 0
    picture = discord.MediaGalleryItem(f"attachment://{file}", description=alt or None)
    for item in (*view.children[:above], ui.MediaGallery(picture), *view.children[above:]):
        whole.add_item(item)
    return whole


def _above_the_last_text(view: ui.LayoutView) -> int:
    """How many parts stand above the last text and the line before it."""
    last = max((at for at, item in enumerate(view.children) if isinstance(item, ui.TextDisplay)), default=0)
    return last - 1 if last and isinstance(view.children[last - 1], ui.Separator) else last
