"""Changes the custom_ids of a table's panel, so that its components can be handled by a lesson or a puzzle."""

from __future__ import annotations

from dataclasses import dataclass

from discord import ui

from bot.views.custom_id import CustomId, parse


@dataclass(frozen=True, slots=True)
class Renaming:
    """A rule for changing the custom_ids of a panel's components.

    A component whose verb is in `verbs` stays: its verb gets `prefix` in front, and its path gets the indices of `path`
    in front. Any other component is removed.
    """

    prefix: str
    path: tuple[int, ...]
    verbs: tuple[str, ...]
    """The verbs, without the prefix, of the components that stay and are renamed."""

    def view(self, view: ui.LayoutView) -> ui.LayoutView:
        """Renames or removes each component in the rows of a view; changes that view and returns it."""
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
        """Returns the new custom_id of a component, with the prefix and the path; None if the component is removed."""
        meant = parse(custom_id)
        if meant is None or meant.verb not in self.verbs:
            return None
        return str(meant._replace(verb=self.prefix + meant.verb, path=(*self.path, *meant.path)))

    def undone(self, custom: CustomId) -> CustomId:
        """Returns the original of a renamed custom_id, without the prefix and the path in front."""
        return custom._replace(verb=custom.verb.removeprefix(self.prefix), path=custom.path[len(self.path) :])
