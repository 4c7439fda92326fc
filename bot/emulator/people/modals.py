"""A modal as a person sees it, and the data that submitting it sends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bot.emulator.errors import Json
from bot.emulator.objects import Interaction, Upload
from bot.emulator.people.seen import CHECKBOXES, RADIOS, SELECT, UPLOAD, NotVisible, Part

INPUT = 4
Store = Callable[[Upload], str]
"""A function that stores an uploaded file and returns its ID."""


def no_store(upload: Upload) -> str:
    """Refuses to store an uploaded file: always raises NotVisible."""
    raise NotVisible(f"there is no place for {upload.filename!r}")


@dataclass(slots=True, frozen=True)
class Field:
    """One field of a modal with its label and description."""

    label: str
    description: str
    part: Part

    @property
    def custom_id(self) -> str:
        """The custom_id of the field."""
        return self.part.custom_id

    @property
    def required(self) -> bool:
        """Whether the field must be filled in."""
        return self.part.data.get("required") is not False

    @property
    def value(self) -> str:
        """The prefilled text of the field."""
        return str(self.part.data.get("value") or "")

    def given(self, values: dict[str, Any]) -> Any:
        """Returns the person's input for this field, by custom_id or label; otherwise the prefilled text or the
        preselected values."""
        for key in (self.custom_id, self.label):
            if key in values:
                return values[key]
        if self.part.type == INPUT:
            return self.value
        preset = [str(one["id"]) for one in self.part.data.get("default_values") or ()]
        return preset + [option.value for option in self.part.options if option.default]

    def sent(self, values: dict[str, Any], store: Store) -> Json:
        """Returns the field's data for the submission, after storing its files; raises NotVisible for a value that
        Discord's client would not send."""
        given = self.given(values)
        data: Json = {"type": self.part.type, "custom_id": self.custom_id, "id": self.part.data.get("id", 0)}
        if self.part.type == INPUT:
            return {**data, "value": self._text(str(given))}
        if self.part.type == UPLOAD:
            files = [Upload(0, "file.json", given)] if isinstance(given, bytes) else list(given)
            return {**data, "values": [store(one) for one in self._counted(files)]}
        chosen = self._several([given] if isinstance(given, str) else list(given))
        if self.part.type == RADIOS:
            return {**data, "value": chosen[0] if chosen else None}
        return {**data, "values": chosen}

    def _text(self, given: str) -> str:
        least = int(self.part.data.get("min_length") or 0)
        most = int(self.part.data.get("max_length") or 4000)
        if not given and not self.required:
            return given
        if not max(least, 1) <= len(given) <= most:
            raise NotVisible(f"{self.label!r} takes {max(least, 1)} to {most} characters, not {len(given)}")
        return given

    def _counted(self, given: list[Any]) -> list[Any]:
        least = self.part.min_values if self.required else 0
        if not least <= len(given) <= self.part.max_values:
            raise NotVisible(f"{self.label!r} takes {least} to {self.part.max_values} values, not {len(given)}")
        return given

    def _several(self, given: list[Any]) -> list[str]:
        self._counted(given)
        if self.part.type not in (SELECT, RADIOS, CHECKBOXES):
            return [str(one) for one in given]
        known = {name: option.value for option in self.part.options for name in (option.label, option.value)}
        missing = [one for one in given if one not in known]
        if missing:
            raise NotVisible(f"{self.label!r} offers no {missing}, but {sorted(known)}")
        return [known[one] for one in given]


class Modal:
    """A modal that the bot has opened, as a person sees it."""

    def __init__(self, data: Json, interaction: Interaction) -> None:
        self.data = data
        self.interaction = interaction

    @property
    def title(self) -> str:
        """The heading of the modal."""
        return str(self.data["title"])

    @property
    def custom_id(self) -> str:
        """The custom_id of the modal."""
        return str(self.data["custom_id"])

    @property
    def fields(self) -> list[Field]:
        """The fields from top to bottom."""
        return [field for row in self.data["components"] if (field := _field(row)) is not None]

    @property
    def text(self) -> str:
        """All visible text: title, labels, descriptions, placeholders and texts."""
        pieces = [self.title]
        for row in self.data["components"]:
            for part in Part(row).walk():
                pieces += [str(part.data.get("label") or ""), part.text, part.placeholder]
                for option in part.options if part.type in (RADIOS, CHECKBOXES) else ():
                    pieces += [option.label, option.description]
        return "\n".join(piece for piece in pieces if piece)

    def filled(self, values: dict[str, Any], store: Store = no_store) -> Json:
        """Returns the data of a submitted modal with these values; `store` stores uploaded files.

        Raises NotVisible for a value that the modal does not take and for an unknown field.
        """
        known = {key for field in self.fields for key in (field.custom_id, field.label)}
        strange = sorted(set(values) - known)
        if strange:
            raise NotVisible(f"the modal {self.title!r} has no {strange}, but {sorted(known)}")
        rows = [_sent(row, values, store) for row in self.data["components"]]
        return {"custom_id": self.custom_id, "components": rows}


def _field(row: Json) -> Field | None:
    if row["type"] == 1:
        part = Part(row["components"][0])
        return Field(str(part.data.get("label") or ""), "", part)
    if row["type"] == 18:
        return Field(str(row["label"]), str(row.get("description") or ""), Part(row["component"]))
    return None


def _sent(row: Json, values: dict[str, Any], store: Store) -> Json:
    field = _field(row)
    told: Json = {"type": row["type"], "id": row.get("id", 0)}
    if field is None:
        return told
    if row["type"] == 1:
        return {**told, "components": [field.sent(values, store)]}
    return {**told, "component": field.sent(values, store)}
