"""Messages as a reader sees them: their parts, and all their texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from bot.emulator.errors import Json
from bot.emulator.objects import EPHEMERAL, Message, User
from bot.emulator.world.world import World

STYLES = {1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "premium"}
KINDS = {
    1: "row", 2: "button", 3: "select", 4: "input", 5: "users", 9: "section", 10: "text", 11: "thumbnail",
    6: "roles", 8: "channels", 12: "gallery", 13: "file", 14: "separator", 17: "container", 18: "label", 19: "upload",
    21: "radios", 22: "checkboxes",
}  # fmt: skip
SELECT, USERS, UPLOAD, RADIOS, CHECKBOXES = 3, 5, 19, 21, 22


class NotVisible(Exception):
    """The error that the person does not see a thing or cannot use it; the message lists what the person sees
    instead.
    """


@dataclass(slots=True, frozen=True)
class Option:
    """One option of a select, or of a group of radio buttons or checkboxes."""

    label: str
    value: str
    description: str = ""
    default: bool = False
    emoji: str = ""


class Part:
    """A component of a message, with the label and state that a user sees."""

    __slots__ = ("data",)

    def __init__(self, data: Json) -> None:
        self.data = data

    def __repr__(self) -> str:
        return f"<{self.kind} {self.label or self.placeholder or self.text!r}>"

    @property
    def type(self) -> int:
        """Discord's number of the component's type."""
        return int(self.data["type"])

    @property
    def kind(self) -> str:
        """The name of the component's type."""
        return KINDS.get(self.type, str(self.type))

    @property
    def custom_id(self) -> str:
        """The custom_id; empty for parts that cannot be used."""
        return str(self.data.get("custom_id") or "")

    @property
    def label(self) -> str:
        """The text (and emoji) on a button or label."""
        return " ".join(piece for piece in (self.emoji, self.data.get("label") or "") if piece)

    @property
    def emoji(self) -> str:
        """The emoji of a button."""
        return str((self.data.get("emoji") or {}).get("name") or "")

    @property
    def style(self) -> str:
        """The style of a button: primary, secondary, success, danger, link or premium; empty for other parts."""
        return STYLES.get(self.data.get("style", 0), "") if self.type == 2 else ""

    @property
    def disabled(self) -> bool:
        """Whether the part is shown greyed out."""
        return bool(self.data.get("disabled"))

    @property
    def usable(self) -> bool:
        """Whether a user can send an interaction with the part."""
        return bool(self.custom_id) and not self.disabled

    @property
    def placeholder(self) -> str:
        """The placeholder of a select or input."""
        return str(self.data.get("placeholder") or "")

    @property
    def url(self) -> str:
        """The target of a link button."""
        return str(self.data.get("url") or "")

    @property
    def options(self) -> list[Option]:
        """The options of a select."""
        return [
            Option(
                one["label"],
                one["value"],
                one.get("description") or "",
                bool(one.get("default")),
                str((one.get("emoji") or {}).get("name") or ""),
            )
            for one in self.data.get("options", ())
        ]

    @property
    def min_values(self) -> int:
        """The minimum number of choices."""
        least = self.data.get("min_values")
        return 1 if least is None else int(least)

    @property
    def max_values(self) -> int:
        """The maximum number of choices."""
        return int(self.data.get("max_values") or (len(self.options) if self.type == CHECKBOXES else 1))

    @property
    def children(self) -> list[Part]:
        """The parts inside; the accessory of a section is the last."""
        single = [self.data[name] for name in ("accessory", "component") if name in self.data]
        return [Part(child) for child in (*self.data.get("components", ()), *single)]

    @property
    def text(self) -> str:
        """The text of only this part: its content, or the alt texts of its pictures."""
        if self.type == 10:
            return str(self.data["content"])
        if self.type == 12:
            return "\n".join(item["description"] for item in self.data["items"] if item.get("description"))
        return str(self.data.get("description") or "") if self.type in (11, 18) else ""

    def walk(self) -> Iterator[Part]:
        """Yields this part and all parts inside it, in reading order."""
        yield self
        for child in self.children:
            yield from child.walk()


class Seen:
    """A message as one user sees it. It shows later edits, too."""

    __slots__ = ("_message", "_viewer", "_world")

    def __init__(self, world: World, message: Message, viewer: User) -> None:
        self._world = world
        self._message = message
        self._viewer = viewer

    def __repr__(self) -> str:
        return f"<message {self.id} {self.text[:60]!r}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Seen) and (self.id, self._viewer.id) == (other.id, other._viewer.id)

    def __hash__(self) -> int:
        return hash((self.id, self._viewer.id))

    @property
    def id(self) -> int:
        """The message's id."""
        return self._message.id

    @property
    def channel_id(self) -> int:
        """The channel's id."""
        return self._message.channel_id

    @property
    def data(self) -> Json:
        """The message as Discord's client receives it. Do not change it."""
        return self._message.data

    @property
    def by_bot(self) -> bool:
        """Whether the bot wrote the message."""
        return self._message.author_id == self._world.bot.id

    @property
    def visible(self) -> bool:
        """Whether the message still exists for this user."""
        return self._world.visible(self._message, self._viewer.id)

    @property
    def ephemeral(self) -> bool:
        """Whether only this user can see the message."""
        return bool(self._message.flags & EPHEMERAL)

    @property
    def thinking(self) -> bool:
        """Whether the message shows that the bot is still thinking."""
        return self._message.loading

    @property
    def edited(self) -> bool:
        """Whether the message has been edited."""
        return self._message.data["edited_timestamp"] is not None

    @property
    def pings(self) -> bool:
        """Whether the message pings this user."""
        me = str(self._viewer.id)
        return self.data["mention_everyone"] or any(mention["id"] == me for mention in self.data["mentions"])

    @property
    def content(self) -> str:
        """The content field, which messages with Components V2 do not have."""
        return str(self.data["content"])

    @property
    def attachments(self) -> list[Json]:
        """All files, including those that components show."""
        return list(self._message.files)

    @property
    def parts(self) -> list[Part]:
        """All components in reading order, including nested ones."""
        return [part for top in self.data["components"] for part in Part(top).walk()]

    @property
    def buttons(self) -> list[Part]:
        """All buttons of the message."""
        return [part for part in self.parts if part.type == 2]

    @property
    def selects(self) -> list[Part]:
        """All selects whose options the bot has given, so none of users, roles or channels."""
        return [part for part in self.parts if part.type == SELECT]

    @property
    def usable(self) -> list[Part]:
        """All parts that can be used now."""
        return [part for part in self.parts if part.usable]

    @property
    def text(self) -> str:
        """The whole text of the message: content, texts, alt texts."""
        pieces = [self.content, *(part.text for part in self.parts)]
        pieces += [one.get("description") or "" for one in self.data["attachments"]]
        return "\n".join(piece for piece in pieces if piece)

    def find(self, wanted: str | Part | Callable[[Part], bool]) -> Part:
        """Returns the part with that custom_id, label or placeholder, else with a label that contains it.

        A function as `wanted` chooses the part itself. Raises NotVisible if there is none.
        """
        if isinstance(wanted, Part):
            wanted = wanted.custom_id
        parts = [part for part in self.parts if part.custom_id or part.url]
        if callable(wanted):
            tests: list[Callable[[Part], bool]] = [wanted]
        else:
            word = wanted
            tests = [
                lambda part: part.custom_id == word,
                lambda part: word in (part.label, part.data.get("label"), part.placeholder),
                lambda part: word.casefold() in part.label.casefold(),
            ]
        for test in tests:
            found = next((part for part in parts if test(part)), None)
            if found is not None:
                return found
        raise NotVisible(f"{self!r} shows no {wanted!r}, but {parts}")

    def has(self, wanted: str) -> bool:
        """Returns whether the message shows a component with that label or custom_id."""
        try:
            self.find(wanted)
        except NotVisible:
            return False
        return True
