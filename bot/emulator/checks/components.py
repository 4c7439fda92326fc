"""Discord's requirements for components: those of messages, classic and V2, and those of modals."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container
from dataclasses import dataclass, field
from typing import Any, Final

from bot.emulator.checks import fields
from bot.emulator.checks.fields import EMOJI, TRUTH, Fields, link, one_of, text, whole
from bot.emulator.errors import Findings, Json, Path

ROW, BUTTON, SELECT, INPUT, USERS, SECTION, TEXT, THUMBNAIL = 1, 2, 3, 4, 5, 9, 10, 11
GALLERY, FILE, SEPARATOR, CONTAINER, LABEL, UPLOAD = 12, 13, 14, 17, 18, 19
ROLES, CHANNELS, RADIOS, CHECKBOXES = 6, 8, 21, 22
SELECTS: Final = (SELECT, USERS, ROLES, CHANNELS)
IN_CONTAINER: Final = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR)
IN_V2: Final = (*IN_CONTAINER, CONTAINER)
IN_MODAL: Final = (ROW, LABEL, TEXT)
MAX_PARTS, MAX_TEXT, MAX_ROWS = 40, 4000, 5
MAX_INPUT: Final = 4000
MAX_IN_GROUP: Final = 10
"""The maximum number of options in a group of checkboxes or radio buttons, and of files in an upload."""

ID: Final[Fields] = {"id": whole(0, 2**31 - 1)}
CUSTOM_ID: Final[Fields] = {"custom_id": text(100, least=1, required=True)}
OF_MEDIA: Final[Fields] = {"description": text(1024, least=1), "spoiler": TRUTH}
OF_SELECT: Final[Fields] = {
    "placeholder": text(150), "disabled": TRUTH, "required": TRUTH,
    "min_values": whole(0, 25), "max_values": whole(1, 25),
}  # fmt: skip
OF_GROUP: Final[Fields] = {
    "required": TRUTH, "min_values": whole(0, MAX_IN_GROUP), "max_values": whole(1, MAX_IN_GROUP),
}  # fmt: skip
FIELDS: Final[dict[int, Fields]] = {
    ROW: {},
    BUTTON: {"style": one_of(range(1, 7), required=True), "label": text(80), "disabled": TRUTH, "emoji": EMOJI},
    SELECT: OF_SELECT,
    USERS: OF_SELECT,
    ROLES: OF_SELECT,
    CHANNELS: OF_SELECT,
    INPUT: {
        "style": one_of((1, 2), required=True), "min_length": whole(0, MAX_INPUT), "max_length": whole(1, MAX_INPUT),
        "required": TRUTH, "placeholder": text(100), "value": text(MAX_INPUT),
    },
    SECTION: {},
    TEXT: {"content": text(MAX_TEXT, least=1, required=True)},
    THUMBNAIL: OF_MEDIA,
    GALLERY: {},
    FILE: {"spoiler": TRUTH},
    SEPARATOR: {"divider": TRUTH, "spacing": one_of((1, 2))},
    CONTAINER: {"accent_color": whole(0, 0xFFFFFF), "spoiler": TRUTH},
    LABEL: {"label": text(45, least=1, required=True), "description": text(100, least=1)},
    UPLOAD: OF_GROUP,
    RADIOS: {"required": TRUTH},
    CHECKBOXES: OF_GROUP,
}  # fmt: skip
"""The fields of each component, apart from its id, its custom_id and the parts inside it."""
OPTION: Final[Fields] = {
    "label": text(100, least=1, required=True), "value": text(100, least=1, required=True),
    "description": text(100), "default": TRUTH, "emoji": EMOJI,
}  # fmt: skip
OPTION_OF_GROUP: Final[Fields] = {name: field for name, field in OPTION.items() if name != "emoji"}
PRESETS: Final[dict[int, Fields]] = {
    kind: {"type": one_of((word,), required=True), "id": fields.SNOWFLAKE}
    for kind, word in ((USERS, "user"), (ROLES, "role"), (CHANNELS, "channel"))
}
"""The fields of a default value of a select of users, roles or channels."""
INPUT_LABEL: Final[Fields] = {"label": text(45, least=1, required=True)}
IN_LABEL: Final = (INPUT, *SELECTS, UPLOAD, RADIOS, CHECKBOXES)
INSIDE: Final = {ROW: (1, 5, (BUTTON, *SELECTS)), SECTION: (1, 3, (TEXT,)), CONTAINER: (1, MAX_PARTS, IN_CONTAINER)}
"""Type of a component -> the minimum and maximum number of components inside it, and their types."""
INSIDE_IN_MODAL: Final = {ROW: (1, 1, (INPUT,))}
ACCESSORIES: Final = {SECTION: ("accessory", (BUTTON, THUMBNAIL)), LABEL: ("component", IN_LABEL)}
"""Type of a component -> the field in which it holds a single other component, and the types that are allowed there."""
TARGETS: Final = {"url": link(512, ("http", "https", "discord")), "sku_id": fields.SNOWFLAKE}
TARGET_OF_STYLE: Final = {5: "url", 6: "sku_id"}
"""Style of a button -> the field with its target. Buttons of all other styles have a custom_id instead."""


@dataclass(slots=True)
class Parts:
    """A checker that walks once through the components of a message or a modal, and adds their faults to `found`."""

    found: Findings
    attachments: Collection[str] = ()
    modal: bool = False
    emojis: Container[int] = ()
    """The application's own emojis."""
    custom_ids: set[str] = field(default_factory=set)
    ids: set[int] = field(default_factory=set)
    count: int = 0
    letters: int = 0

    def check(self, components: Any, v2: bool, path: Path = ("components",)) -> None:
        """Checks a message's components: at most five rows without the V2 flag, at most 40 components of all kinds with
        it.
        """
        self.several(components, path, 0, MAX_PARTS if v2 else MAX_ROWS, IN_V2 if v2 else (ROW,))
        if self.count > MAX_PARTS:
            said = f"The total number of components exceeds the max of {MAX_PARTS}"
            self.found.add(path, "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", said)
        if self.letters > MAX_TEXT:
            said = f"The total displayable text size exceeds the max of {MAX_TEXT}"
            self.found.add(path, "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", said)

    def several(self, parts: Any, path: Path, least: int, most: int, allowed: tuple[int, ...]) -> None:
        """Checks a list of components of allowed types."""
        for here, part in fields.items(self.found, parts, path, least, most):
            self.part(part, here, allowed)

    def part(self, part: Any, path: Path, allowed: tuple[int, ...]) -> None:
        """Checks one component, which must be of an allowed type, and everything inside it."""
        self.count += 1
        if not fields.form(self.found, part, path):
            return
        kind = part.get("type")
        if isinstance(kind, bool) or kind not in allowed:
            said = f'Value of field "type" must be one of {allowed}.'
            self.found.add((*path, "type"), "UNION_TYPE_CHOICES", said)
            return
        fields.form(self.found, part, path, {**ID, **FIELDS[kind]})
        fields.own_emoji(self.found, part.get("emoji"), (*path, "emoji"), self.emojis)
        if isinstance(part.get("id"), int) and part["id"]:
            fault = "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated"
            fields.unique(self.found, part["id"], self.ids, (*path, "id"), fault)
        inside = (INSIDE_IN_MODAL if self.modal else INSIDE).get(kind)
        if inside is not None:
            self.several(part.get("components"), (*path, "components"), *inside)
        if kind in ACCESSORIES:
            self._accessory(part, path, *ACCESSORIES[kind])
        if kind in FURTHER_CHECKS:
            FURTHER_CHECKS[kind](self, part, path)

    def _accessory(self, part: Json, path: Path, name: str, allowed: tuple[int, ...]) -> None:
        if part.get(name) is None:
            fields.required(self.found, (*path, name))
        else:
            self.part(part[name], (*path, name), allowed)

    def _custom_id(self, part: Json, path: Path) -> None:
        fields.form(self.found, part, path, CUSTOM_ID)
        if isinstance(part.get("custom_id"), str):
            fault = "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated"
            fields.unique(self.found, part["custom_id"], self.custom_ids, (*path, "custom_id"), fault)

    def _row(self, part: Json, path: Path) -> None:
        """Checks an action row; a select fills the whole row."""
        children = part["components"] if isinstance(part.get("components"), list) else []
        selects = [isinstance(child, dict) and child.get("type") in SELECTS for child in children]
        for place in range(1, len(selects)):
            if any(selects[: place + 1]):
                said = "The specified component exceeds the maximum width"
                self.found.add((*path, "components", place), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", said)

    def _button(self, part: Json, path: Path) -> None:
        """Checks a button: it has a link, an SKU or a custom_id, as its style says, and a label or an emoji.

        A button with an SKU needs neither label nor emoji.
        """
        style = part.get("style")
        own = TARGET_OF_STYLE.get(style if isinstance(style, int) else 0, "custom_id")
        for other in ("url", "sku_id", "custom_id"):
            if other != own and part.get(other) is not None:
                said = f"A button of style {style} cannot have a {other}"
                self.found.add((*path, other), f"BUTTON_COMPONENT_{other.upper()}_NOT_ALLOWED", said)
        if own == "custom_id":
            self._custom_id(part, path)
        else:
            fields.form(self.found, part, path, {own: TARGETS[own]})
        if own != "sku_id" and not part.get("label") and part.get("emoji") is None:
            said = "A button must have a label or emoji"
            self.found.add((*path, "label"), "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", said)

    def _select(self, part: Json, path: Path) -> None:
        """Checks a select: option values are unique; the limits and default options fit each other and the options."""
        self._options(part, path, 1, 25, OPTION)
        if part.get("disabled") and self.modal:
            self.found.add((*path, "disabled"), "COMPONENT_DISABLED_IN_MODAL", "Fields of a modal cannot be disabled")

    def _options(self, part: Json, path: Path, fewest: int, limit: int, fields_of_option: Fields) -> None:
        self._custom_id(part, path)
        options = fields.items(self.found, part.get("options"), (*path, "options"), fewest, limit)
        values: set[str] = set()
        for here, option in options:
            if fields.form(self.found, option, here, fields_of_option):
                fields.own_emoji(self.found, option.get("emoji"), (*here, "emoji"), self.emojis)
                used = "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used"
                fields.unique(self.found, str(option.get("value")), values, here, used)
        least, most = part.get("min_values"), part.get("max_values")
        preset = sum(1 for _, option in options if isinstance(option, dict) and option.get("default") is True)
        every = len(options) if part["type"] == CHECKBOXES else 1
        may_choose = most if isinstance(most, int) else every
        for name, code, fault in (
            ("min_values", "MIN_VALUES_INVALID", isinstance(least, int) and least > min(may_choose, len(options))),
            ("max_values", "MAX_VALUES_INVALID", isinstance(most, int) and most > max(len(options), 1)),
            ("options", "TOO_MANY_DEFAULT_VALUES", preset > may_choose),
        ):
            if fault:
                said = f"The values min_values {least}, max_values {most} and {len(options)} options do not fit"
                self.found.add((*path, name), f"SELECT_COMPONENT_{code}", said)

    def _radios(self, part: Json, path: Path) -> None:
        self._options(part, path, 2, MAX_IN_GROUP, OPTION_OF_GROUP)

    def _checkboxes(self, part: Json, path: Path) -> None:
        """Checks a group of checkboxes; a required group takes at least one option."""
        self._options(part, path, 1, MAX_IN_GROUP, OPTION_OF_GROUP)
        self._needs_one(part, path)

    def _upload(self, part: Json, path: Path) -> None:
        """Checks an upload: it takes at least one file if it is required, and its limits fit each other."""
        self._custom_id(part, path)
        self._needs_one(part, path)
        least, most = part.get("min_values"), part.get("max_values")
        if isinstance(least, int) and least > (most if isinstance(most, int) else 1):
            said = f"The values min_values {least} and max_values {most} do not fit"
            self.found.add((*path, "min_values"), "SELECT_COMPONENT_MIN_VALUES_INVALID", said)

    def _needs_one(self, part: Json, path: Path) -> None:
        if part.get("required") is not False and part.get("min_values") == 0:
            said = "min_values must be at least 1 in a required component"
            self.found.add((*path, "min_values"), "COMPONENT_REQUIRED_MIN_VALUES_INVALID", said)

    def _users(self, part: Json, path: Path) -> None:
        """Checks a select of users, roles or channels: its limits fit, and not too many are preselected."""
        self._custom_id(part, path)
        least, most = part.get("min_values"), part.get("max_values")
        may_choose = most if isinstance(most, int) else 1
        presets: list[Any] = []
        if part.get("default_values") is not None:
            presets = fields.items(self.found, part["default_values"], (*path, "default_values"), 0, 25)
        for here, preset in presets:
            fields.form(self.found, preset, here, PRESETS[part["type"]])
        for name, code, fault in (
            ("min_values", "MIN_VALUES_INVALID", isinstance(least, int) and least > may_choose),
            ("default_values", "TOO_MANY_DEFAULT_VALUES", len(presets) > may_choose),
        ):
            if fault:
                said = f"The values min_values {least}, max_values {most} and {len(presets)} presets do not fit"
                self.found.add((*path, name), f"SELECT_COMPONENT_{code}", said)

    def _text(self, part: Json, path: Path) -> None:
        """Adds the length of a text to `letters`; `check` limits the sum of a message to 4,000 characters."""
        self.letters += len(part["content"]) if isinstance(part.get("content"), str) else 0

    def _media(self, part: Json, path: Path, name: str, schemes: tuple[str, ...]) -> None:
        """Checks a picture or file: it is a link, or attachment://name of a file of this message."""
        media, here = part.get(name), (*path, name)
        if media is None:
            fields.required(self.found, here)
            return
        if not fields.form(self.found, media, here, {"url": link(2048, schemes)}):
            return
        url = media.get("url")
        own = isinstance(url, str) and url.startswith("attachment://")
        if own and str(url).removeprefix("attachment://") not in self.attachments:
            said = "The referenced attachment was not found"
            self.found.add((*here, "url"), "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", said)

    def _thumbnail(self, part: Json, path: Path) -> None:
        self._media(part, path, "media", ("http", "https", "attachment"))

    def _file(self, part: Json, path: Path) -> None:
        self._media(part, path, "file", ("attachment",))

    def _gallery(self, part: Json, path: Path) -> None:
        for here, item in fields.items(self.found, part.get("items"), (*path, "items"), 1, 10):
            if fields.form(self.found, item, here, OF_MEDIA):
                self._thumbnail(item, here)

    def _input(self, part: Json, path: Path) -> None:
        """Checks a text input: it has a label only if no label component has one; its length limits fit each other."""
        self._custom_id(part, path)
        if path[-1] != "component":
            fields.form(self.found, part, path, INPUT_LABEL)
        elif part.get("label") is not None:
            said = "A text input inside a label has no label of its own"
            self.found.add((*path, "label"), "TEXT_INPUT_LABEL_NOT_ALLOWED", said)
        least, most = part.get("min_length") or 0, part.get("max_length") or MAX_INPUT
        if not isinstance(most, int):
            return
        if isinstance(least, int) and least > most:
            said = "min_length must be equal to or less than max_length"
            self.found.add((*path, "min_length"), "TEXT_INPUT_LENGTH_INVALID", said)
        if isinstance(part.get("value"), str):
            fields.length(self.found, part["value"], (*path, "value"), 0, most)


FURTHER_CHECKS: Final[dict[int, Callable[[Parts, Json, Path], None]]] = {
    ROW: Parts._row, BUTTON: Parts._button, SELECT: Parts._select, USERS: Parts._users, ROLES: Parts._users,
    CHANNELS: Parts._users, UPLOAD: Parts._upload, RADIOS: Parts._radios, CHECKBOXES: Parts._checkboxes,
    INPUT: Parts._input, TEXT: Parts._text,
    THUMBNAIL: Parts._thumbnail, GALLERY: Parts._gallery, FILE: Parts._file,
}  # fmt: skip
"""Type of a component -> a check of it that a table of fields cannot express."""
