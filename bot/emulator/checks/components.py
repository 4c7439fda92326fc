"""What Discord demands of message components, classic and V2."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any

from bot.emulator.checks import fields
from bot.emulator.errors import Findings, Json, Path

ROW, BUTTON, SELECT, INPUT, SECTION, TEXT, THUMBNAIL = 1, 2, 3, 4, 9, 10, 11
GALLERY, FILE, SEPARATOR, CONTAINER, LABEL = 12, 13, 14, 17, 18
TARGETS = {5: "url", 6: "sku_id"}
"""What a button of that style leads to; one of any other style has a custom_id."""
IN_V2 = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER)
IN_ROW = (BUTTON, SELECT)
IN_CONTAINER = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR)
MOST_PARTS, MOST_TEXT, MOST_ROWS = 40, 4000, 5


@dataclass(slots=True)
class Parts:
    """One look through the components of a message."""

    found: Findings
    attachments: Collection[str]
    custom_ids: set[str] = field(default_factory=set)
    ids: set[int] = field(default_factory=set)
    count: int = 0
    letters: int = 0

    def check(self, components: Any, v2: bool, path: Path = ("components",)) -> None:
        """A message's components: five rows without the V2 flag, up to 40 parts of all kinds with it."""
        if not fields.is_list(components, self.found, path, most=MOST_PARTS if v2 else MOST_ROWS):
            return
        for place, part in enumerate(components):
            self.part(part, (*path, place), IN_V2 if v2 else (ROW,))
        if self.count > MOST_PARTS:
            said = f"The total number of components exceeds the max of {MOST_PARTS}"
            self.found.add(path, "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", said)
        if self.letters > MOST_TEXT:
            said = f"The total displayable text size exceeds the max of {MOST_TEXT}"
            self.found.add(path, "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", said)

    def part(self, part: Any, path: Path, allowed: tuple[int, ...]) -> None:
        """One component, which must be of an allowed type here."""
        self.count += 1
        if not fields.is_form(part, self.found, path):
            return
        kind = part.get("type")
        if isinstance(kind, bool) or kind not in allowed:
            said = f'Value of field "type" must be one of {allowed}.'
            self.found.add((*path, "type"), "UNION_TYPE_CHOICES", said)
            return
        self.number(part, (*path, "id"))
        CHECKS[kind](self, part, path)

    def number(self, part: Json, path: Path) -> None:
        """The optional numeric id is unique in the message; 0 and absence let Discord number."""
        value = part.get("id")
        if value is None:
            return
        fields.number(self.found, part, path, 0, 2**31 - 1)
        if not isinstance(value, int) or value == 0:
            return
        if value in self.ids:
            self.found.add(path, "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
        self.ids.add(value)

    def custom_id(self, part: Json, path: Path) -> None:
        """The custom_id has 1..100 characters and is unique in the message."""
        fields.text(self.found, part, path, 100, least=1, needed=True)
        value = part.get("custom_id")
        if not isinstance(value, str):
            return
        if value in self.custom_ids:
            said = "Component custom id cannot be duplicated"
            self.found.add(path, "COMPONENT_CUSTOM_ID_DUPLICATED", said)
        self.custom_ids.add(value)

    def row(self, part: Json, path: Path) -> None:
        """A row holds up to five buttons or one select."""
        below = (*path, "components")
        children = part.get("components")
        if not fields.is_list(children, self.found, below, 1, 5):
            return
        full = False
        for place, child in enumerate(children):
            self.part(child, (*below, place), IN_ROW)
            wide = isinstance(child, dict) and child.get("type") == SELECT
            if full or (place and wide):
                said = "The specified component exceeds the maximum width"
                self.found.add((*below, place), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", said)
            full = full or wide

    def button(self, part: Json, path: Path) -> None:
        """A button has a link, an SKU or a custom_id as its style says, and a label or emoji."""
        fields.choice(self.found, part, (*path, "style"), range(1, 7), needed=True)
        fields.text(self.found, part, (*path, "label"), 80)
        fields.truth(self.found, part, (*path, "disabled"))
        fields.emoji(self.found, part, (*path, "emoji"))
        style = part.get("style")
        own = TARGETS.get(style if isinstance(style, int) else 0, "custom_id")
        for other in ("url", "sku_id", "custom_id"):
            if other in part and other != own and part[other] is not None:
                said = f"A button of style {style} cannot have a {other}"
                self.found.add((*path, other), f"BUTTON_COMPONENT_{other.upper()}_NOT_ALLOWED", said)
        if own == "url":
            fields.link(self.found, part, (*path, "url"), 512, ("http", "https", "discord"), needed=True)
        elif own == "sku_id":
            fields.identity(self.found, part, (*path, "sku_id"), needed=True)
        else:
            self.custom_id(part, (*path, "custom_id"))
        if own != "sku_id" and not part.get("label") and part.get("emoji") is None:
            said = "A button must have a label or emoji"
            self.found.add((*path, "label"), "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", said)

    def select(self, part: Json, path: Path) -> None:
        """A select: placeholder 150, min 0..25, max 1..25, options 1..25."""
        self.custom_id(part, (*path, "custom_id"))
        fields.text(self.found, part, (*path, "placeholder"), 150)
        fields.truth(self.found, part, (*path, "disabled"), (*path, "required"))
        fields.number(self.found, part, (*path, "min_values"), 0, 25)
        fields.number(self.found, part, (*path, "max_values"), 1, 25)
        least, most = part.get("min_values"), part.get("max_values")
        if isinstance(least, int) and least > (most if isinstance(most, int) else 1):
            said = "min_values must be equal to or less than max_values"
            self.found.add((*path, "min_values"), "SELECT_COMPONENT_MIN_VALUES_INVALID", said)
        self.options(part, (*path, "options"))

    def options(self, part: Json, path: Path) -> None:
        """Options with labels, values and descriptions of 100, unique values, no more preset than may be chosen."""
        options = part.get("options")
        if not fields.is_list(options, self.found, path, 1, 25):
            return
        seen: set[str] = set()
        for place, option in enumerate(options):
            here = (*path, place)
            if not fields.is_form(option, self.found, here):
                continue
            fields.text(self.found, option, (*here, "label"), 100, least=1, needed=True)
            fields.text(self.found, option, (*here, "value"), 100, least=1, needed=True)
            fields.text(self.found, option, (*here, "description"), 100)
            fields.truth(self.found, option, (*here, "default"))
            fields.emoji(self.found, option, (*here, "emoji"))
            value = str(option.get("value"))
            if value in seen:
                said = "The specified option value is already used"
                self.found.add(here, "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", said)
            seen.add(value)
        self.amount(part, options, path)

    def amount(self, part: Json, options: list[Any], path: Path) -> None:
        """min_values and the preset options fit the number of options and max_values."""
        least, most = part.get("min_values"), part.get("max_values")
        if isinstance(least, int) and least > len(options):
            said = "min_values is greater than the number of options"
            self.found.add((*path[:-1], "min_values"), "SELECT_COMPONENT_MIN_VALUES_INVALID", said)
        if isinstance(most, int) and most > max(len(options), 1):
            said = "max_values is greater than the number of options"
            self.found.add((*path[:-1], "max_values"), "SELECT_COMPONENT_MAX_VALUES_INVALID", said)
        preset = sum(1 for option in options if isinstance(option, dict) and option.get("default") is True)
        if preset > (most if isinstance(most, int) else 1):
            said = "The number of default options exceeds max_values"
            self.found.add(path, "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", said)

    def section(self, part: Json, path: Path) -> None:
        """A section holds one to three texts and a button or thumbnail beside them."""
        below = (*path, "components")
        if fields.is_list(part.get("components"), self.found, below, 1, 3):
            for place, child in enumerate(part["components"]):
                self.part(child, (*below, place), (TEXT,))
        if part.get("accessory") is None:
            self.found.add((*path, "accessory"), "BASE_TYPE_REQUIRED", "This field is required")
        else:
            self.part(part["accessory"], (*path, "accessory"), (BUTTON, THUMBNAIL))

    def words(self, part: Json, path: Path) -> None:
        """A text of 1..4000 characters; all texts of a message together have no more."""
        fields.text(self.found, part, (*path, "content"), MOST_TEXT, least=1, needed=True)
        if isinstance(part.get("content"), str):
            self.letters += len(part["content"])

    def media(self, part: Any, path: Path, schemes: tuple[str, ...] = ("http", "https", "attachment")) -> None:
        """A picture or file: a link, or attachment://name of a file of this very message."""
        if part is None:
            self.found.add(path, "BASE_TYPE_REQUIRED", "This field is required")
            return
        if not fields.is_form(part, self.found, path):
            return
        fields.link(self.found, part, (*path, "url"), 2048, schemes, needed=True)
        url = part.get("url")
        own = isinstance(url, str) and url.startswith("attachment://")
        if own and str(url).removeprefix("attachment://") not in self.attachments:
            said = "The referenced attachment was not found"
            code = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"
            self.found.add((*path, "url"), code, said)

    def thumbnail(self, part: Json, path: Path) -> None:
        """A thumbnail with an alt text of up to 1024."""
        self.media(part.get("media"), (*path, "media"))
        fields.text(self.found, part, (*path, "description"), 1024, least=1)
        fields.truth(self.found, part, (*path, "spoiler"))

    def gallery(self, part: Json, path: Path) -> None:
        """A gallery of one to ten pictures."""
        below = (*path, "items")
        if fields.is_list(part.get("items"), self.found, below, 1, 10):
            for place, item in enumerate(part["items"]):
                if fields.is_form(item, self.found, (*below, place)):
                    self.thumbnail(item, (*below, place))

    def file(self, part: Json, path: Path) -> None:
        """A file, which must be an attachment of the message."""
        fields.truth(self.found, part, (*path, "spoiler"))
        self.media(part.get("file"), (*path, "file"), ("attachment",))

    def separator(self, part: Json, path: Path) -> None:
        """A line or space of size 1 or 2."""
        fields.truth(self.found, part, (*path, "divider"))
        fields.choice(self.found, part, (*path, "spacing"), (1, 2))

    def container(self, part: Json, path: Path) -> None:
        """A container holds parts, but no other container."""
        fields.number(self.found, part, (*path, "accent_color"), 0, 0xFFFFFF)
        fields.truth(self.found, part, (*path, "spoiler"))
        below = (*path, "components")
        if fields.is_list(part.get("components"), self.found, below, 1, MOST_PARTS):
            for place, child in enumerate(part["components"]):
                self.part(child, (*below, place), IN_CONTAINER)


CHECKS: dict[int, Callable[[Parts, Json, Path], None]] = {
    ROW: Parts.row,
    BUTTON: Parts.button,
    SECTION: Parts.section,
    TEXT: Parts.words,
    THUMBNAIL: Parts.thumbnail,
    GALLERY: Parts.gallery,
    FILE: Parts.file,
    SEPARATOR: Parts.separator,
    CONTAINER: Parts.container,
    SELECT: Parts.select,
}
