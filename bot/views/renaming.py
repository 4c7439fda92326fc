"""Gives the components of a message other verbs, so that a panel can belong to a lesson or a puzzle."""

from __future__ import annotations

from dataclasses import dataclass

from discord import ui

from bot.views.custom_id import CustomId, parse


@dataclass(frozen=True, slots=True)
class Renaming:
    """A prefix for the verbs of a panel's components, and indices in front of their paths."""

    prefix: str
    path: tuple[int, ...]
    verbs: tuple[str, ...]
    """The verbs that stay; components with any other verb are removed."""

    def view(self, view: ui.LayoutView) -> ui.LayoutView:
        """Renames all components of a view, which it changes and returns."""
        for row in [item for item in view.children if isinstance(item, ui.ActionRow)]:
            for part in list(row.children):
                custom_id = self.custom_id(str(getattr(part, "custom_id", "")))
                if custom_id is None or not isinstance(part, (ui.Button, ui.Select)):
                    row.remove_item(part)
                else:
                    part.custom_id = custom_id
            if not row.children:
                view.remove_item(row)
        return view

    def custom_id(self, custom_id: str) -> str | None:
        """Returns the new custom_id of a component; None if it is removed."""
        meant = parse(custom_id)
        if meant is None or meant.verb not in self.verbs:
            return None
        return str(meant._replace(verb=self.prefix + meant.verb, path=(*self.path, *meant.path)))

    def undone(self, custom: CustomId) -> CustomId:
        """Returns a custom_id as it is in the panel of a table."""
        return custom._replace(verb=custom.verb.removeprefix(self.prefix), path=custom.path[len(self.path) :])
