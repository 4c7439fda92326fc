"""A modal as it is shown, and what filling it in sends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.emulator.errors import Json
from bot.emulator.objects import Interaction
from bot.emulator.people.seen import NotVisible, Part

INPUT = 4


@dataclass(slots=True, frozen=True)
class Field:
    """One field of a modal with the label and description above it."""

    label: str
    description: str
    part: Part

    @property
    def custom_id(self) -> str:
        """The custom_id."""
        return self.part.custom_id

    @property
    def required(self) -> bool:
        """Whether it must be filled in."""
        return self.part.data.get("required") is not False

    @property
    def value(self) -> str:
        """The prefilled text."""
        return str(self.part.data.get("value") or "")

    def given(self, values: dict[str, Any]) -> Any:
        """Returns the person's input, by custom_id or label; otherwise the prefilled text."""
        for key in (self.custom_id, self.label):
            if key in values:
                return values[key]
        if self.part.type == INPUT:
            return self.value
        return [option.value for option in self.part.options if option.default]

    def sent(self, values: dict[str, Any]) -> Json:
        """The field as the submission carries it; NotVisible for what Discord's client would not send."""
        given = self.given(values)
        data: Json = {"type": self.part.type, "custom_id": self.custom_id, "id": self.part.data.get("id", 0)}
        if self.part.type == INPUT:
            return {**data, "value": self._text(str(given))}
        return {**data, "values": self._several([given] if isinstance(given, str) else list(given))}

    def _text(self, given: str) -> str:
        least = int(self.part.data.get("min_length") or 0)
        most = int(self.part.data.get("max_length") or 4000)
        if not given and not self.required:
            return given
        if not max(least, 1) <= len(given) <= most:
            raise NotVisible(f"{self.label!r} takes {max(least, 1)} to {most} characters, not {len(given)}")
        return given

    def _several(self, given: list[Any]) -> list[str]:
        least = self.part.min_values if self.required else 0
        if not least <= len(given) <= self.part.max_values:
            raise NotVisible(f"{self.label!r} takes {least} to {self.part.max_values} values, not {len(given)}")
        known = {name: option.value for option in self.part.options for name in (option.label, option.value)}
        missing = [one for one in given if one not in known]
        if missing:
            raise NotVisible(f"{self.label!r} offers no {missing}, but {sorted(known)}")
        return [known[one] for one in given]


class Modal:
    """A dialogue with fields."""

    def __init__(self, data: Json, interaction: Interaction) -> None:
        self.data = data
        self.interaction = interaction

    @property
    def title(self) -> str:
        """The heading."""
        return str(self.data["title"])

    @property
    def custom_id(self) -> str:
        """The custom_id."""
        return str(self.data["custom_id"])

    @property
    def fields(self) -> list[Field]:
        """The fields from top to bottom."""
        return [field for row in self.data["components"] if (field := _field(row)) is not None]

    @property
    def text(self) -> str:
        """All there is to read: title, labels, descriptions, placeholders and texts."""
        pieces = [self.title]
        for row in self.data["components"]:
            for part in Part(row).walk():
                pieces += [str(part.data.get("label") or ""), part.text, part.placeholder]
        return "\n".join(piece for piece in pieces if piece)

    def filled(self, values: dict[str, Any]) -> Json:
        """Returns the data of a submitted modal with these values."""
        known = {key for field in self.fields for key in (field.custom_id, field.label)}
        strange = sorted(set(values) - known)
        if strange:
            raise NotVisible(f"the modal {self.title!r} has no {strange}, but {sorted(known)}")
        rows = [_sent(row, values) for row in self.data["components"]]
        return {"custom_id": self.custom_id, "components": rows}


def _field(row: Json) -> Field | None:
    if row["type"] == 1:
        part = Part(row["components"][0])
        return Field(str(part.data.get("label") or ""), "", part)
    if row["type"] == 18:
        return Field(str(row["label"]), str(row.get("description") or ""), Part(row["component"]))
    return None


def _sent(row: Json, values: dict[str, Any]) -> Json:
    field = _field(row)
    told: Json = {"type": row["type"], "id": row.get("id", 0)}
    if field is None:
        return told
    if row["type"] == 1:
        return {**told, "components": [field.sent(values)]}
    return {**told, "component": field.sent(values)}
