"""Reads a message as users see it: texts, buttons and selects; and checks it against Discord's limits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from discord import ui

from bot.views.custom_id import CustomId, parse

Part = dict[str, Any]
DANGER = 4


class Screen:
    """The components of one message; creating a screen fails if the message does not fit Discord's limits."""

    def __init__(self, view: ui.LayoutView | None) -> None:
        assert view is not None
        assert view.timeout is None
        self.parts = list(walked(components_of(view)))
        self.text = "\n".join(part["content"] for part in self.parts if part["type"] == 10)
        self.buttons = [part for part in self.parts if part["type"] == 2]
        self.selects = [part for part in self.parts if part["type"] == 3]
        self._fits_discord()

    def labels(self) -> list[str]:
        return [button["label"] for button in self.buttons]

    def button(self, label: str) -> Part:
        (found,) = (button for button in self.buttons if button["label"] == label)
        return found

    def press(self, label: str) -> CustomId:
        """Returns the parsed `custom_id` of the button with this label."""
        return meaning(self.button(label))

    def verbs(self) -> list[str]:
        return [meaning(part).verb for part in self.parts if part["type"] in (2, 3, 5)]

    def dangers(self) -> list[str]:
        return [meaning(button).verb for button in self.buttons if button["style"] == DANGER]

    def _fits_discord(self) -> None:
        assert 1 <= len(self.parts) <= 40
        texts = [part["content"] for part in self.parts if part["type"] == 10]
        assert all(texts)
        assert sum(len(text.encode("utf-16-le")) // 2 for text in texts) <= 4000
        ids = [part["custom_id"] for part in self.parts if part["type"] in (2, 3, 5)]
        assert len(ids) == len(set(ids))
        assert all(len(custom_id) <= 100 and parse(custom_id) for custom_id in ids)
        assert all(1 <= len(button["label"]) <= 80 for button in self.buttons)
        for part in self.parts:
            if part["type"] == 1:
                assert 1 <= len(part["components"]) <= 5
        for select in self.selects:
            self._select_fits(select)

    def _select_fits(self, select: Part) -> None:
        options = select["options"]
        assert 1 <= len(options) <= 25
        assert len({option["value"] for option in options}) == len(options)
        assert 0 <= select["min_values"] <= select["max_values"] <= len(options)
        assert len(select["placeholder"]) <= 150
        for option in options:
            assert 1 <= len(option["label"]) <= 80
            assert len(option.get("description") or "") <= 100


def components_of(view: ui.LayoutView) -> list[Any]:
    """Returns the message's components as they are sent to Discord."""
    components: list[Any] = view.to_components()  # type: ignore[no-untyped-call]
    return components


def meaning(part: Part) -> CustomId:
    found = parse(part["custom_id"])
    assert found is not None
    return found


def leading(select: Part, value: str) -> tuple[int, ...]:
    """Returns the path of keys to which the option with that value leads in a select."""
    return (*meaning(select).path, *(int(index) for index in value.split(".")))


def walked(parts: list[Any]) -> Iterator[Part]:
    for part in parts:
        yield part
        yield from walked(part.get("components", []))
