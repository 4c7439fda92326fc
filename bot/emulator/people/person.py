"""The users' side of Discord: what each person sees and can do, as Discord's client allows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.emulator.errors import Json
from bot.emulator.objects import EPHEMERAL, LOCALES, Channel, Interaction, Upload, User
from bot.emulator.people.commands import Command, called, chosen, listed, menu, resolved
from bot.emulator.people.modals import Modal
from bot.emulator.people.outcome import Outcome
from bot.emulator.people.seen import SELECT, USERS, NotVisible, Part, Seen
from bot.emulator.world import content, interactions, messages
from bot.emulator.world.events import Event
from bot.emulator.world.interactions import COMMAND
from bot.emulator.world.messages import NewMessage
from bot.emulator.world.world import World


class Person:
    """A simulated user of Discord, who sees what Discord would show them and acts on it.

    An action raises NotVisible if Discord's client would not offer it. One that sends an interaction waits until the
    bot has acknowledged that or the time for it is over.
    """

    def __init__(self, world: World, user: User) -> None:
        self.world = world
        self.user = user

    def __repr__(self) -> str:
        return f"<{self.user.display}>"

    @property
    def id(self) -> int:
        """The user's id."""
        return self.user.id

    @property
    def mention(self) -> str:
        """The user's mention in messages."""
        return f"<@{self.user.id}>"

    @property
    def name(self) -> str:
        """The name that is shown."""
        return self.user.display

    @property
    def locale(self) -> str:
        """The language of the person's client; may be set to one of Discord's locales."""
        return self.user.locale

    @locale.setter
    def locale(self, locale: str) -> None:
        if locale not in LOCALES:
            raise ValueError(f"Discord has no locale {locale!r}; it has {sorted(LOCALES)}")
        self.user.locale, self.user.has_chosen_locale = locale, True

    def close_dms(self, closed: bool = True) -> None:
        """Makes the person refuse DMs from the bot, or accept them again."""
        self.user.dms_open = not closed

    # --- seeing -------------------------------------------------------------------------------------

    def messages(self, channel: Channel) -> list[Seen]:
        """Returns the messages that the person sees in a channel, oldest first: public ones and own ephemeral ones."""
        if not self.world.may(channel, self.id, "view_channel", "read_message_history"):
            return []
        return [Seen(self.world, m, self.user) for m in channel.messages.values() if self.world.visible(m, self.id)]

    def message(self, channel_id: int, message_id: int) -> Seen | None:
        """Returns a message; None if it does not exist for this person."""
        channel = self.world.channels.get(channel_id)
        found = channel.messages.get(message_id) if channel else None
        if found is None or not self.world.visible(found, self.id):
            return None
        return Seen(self.world, found, self.user)

    def latest(self, channel: Channel) -> Seen:
        """Returns the last message that the person sees in a channel; raises NotVisible if there is none."""
        shown = self.messages(channel)
        if not shown:
            raise NotVisible(f"{self} sees no message there")
        return shown[-1]

    def dm(self) -> Channel:
        """Returns the DM channel with the bot."""
        return self.world.dm(self.id)

    def dms(self) -> list[Seen]:
        """Returns the messages of the DM with the bot, oldest first."""
        return self.messages(self.dm())

    def channels(self) -> list[Channel]:
        """Returns the guild channels and threads that the person can see."""
        return [c for c in self.world.channels.values() if c.guild_id and self.world.may(c, self.id, "view_channel")]

    def commands(self, channel: Channel, prefix: str = "") -> list[Command]:
        """Returns the offered commands that begin with the prefix, named in the person's language."""
        return listed(self.world, self.user, channel, prefix)

    def menu(self, channel: Channel, kind: int) -> list[str]:
        """Returns the entries in the context menu of users (2) or messages (3), in the person's language."""
        return [*menu(self.world, self.user, channel, kind)]

    def may_see(self, event: Event) -> bool:
        """Returns whether this person may see an event of the world. Interactions are only for the bot."""
        if event.name == "INTERACTION_CREATE" or event.only_for not in (None, self.id):
            return False
        if event.channel_id is None:
            guild = self.world.guilds.get(event.guild_id or 0)
            return guild is not None and self.id in guild.members
        channel = self.world.channels.get(event.channel_id)
        return channel is not None and self.world.may(channel, self.id, "view_channel")

    def download(self, attachment: Json) -> bytes:
        """Returns the content of a file; raises NotVisible if it no longer exists."""
        held = self.world.files.get(int(attachment["id"]))
        if held is None:
            raise NotVisible("the file is no longer there")
        return held

    async def until(self, condition: Callable[[], object], timeout: float = 30.0) -> None:  # noqa: ASYNC109
        """Waits until the condition is true, which is checked whenever the world changes.

        Raises TimeoutError after that many seconds.
        """
        await self.world.until(condition, timeout)

    # --- acting -------------------------------------------------------------------------------------

    async def slash(self, channel: Channel, path: str, **options: Any) -> Outcome:
        """Calls a command such as "game new" (by its English or localised name) with options."""
        self._may_command(channel)
        data = called(self.world, self.user, channel, path, options)
        return await self._act(channel, COMMAND, data)

    async def choose_on(self, channel: Channel, name: str, target: Person | User | Seen) -> Outcome:
        """Chooses an entry (by its English or localised name) in the context menu of a user or a message there.

        Discord's client has no such menu on ephemeral messages.
        """
        self._may_command(channel)
        if isinstance(target, Seen):
            found = self.world.get_message(channel.id, target.id)
            if target.ephemeral or not self.world.visible(found, self.id):
                raise NotVisible(f"{self} has no menu on {target!r}")
            return await self._act(channel, COMMAND, chosen(self.world, self.user, channel, name, found))
        user = target.user if isinstance(target, Person) else target
        return await self._act(channel, COMMAND, chosen(self.world, self.user, channel, name, user))

    async def autocomplete(self, channel: Channel, path: str, option: str, typed: str, **options: Any) -> Outcome:
        """Types into an option with autocompletion. The outcome's `choices` are the suggestions."""
        self._may_command(channel)
        data = called(self.world, self.user, channel, path, {**options, option: typed}, focused=option)
        return await self._act(channel, interactions.AUTOCOMPLETE, data)

    async def press(self, message: Seen, button: str | Part) -> Outcome:
        """Presses a button, given by custom_id, label or part; raises NotVisible if it cannot be pressed."""
        part = self._usable(message, button)
        if part.type != 2:
            raise NotVisible(f"{part} is no button; use select")
        return await self._component(message, {"custom_id": part.custom_id, "component_type": 2})

    async def select(self, message: Seen, select: str | Part, values: Sequence[str] | str) -> Outcome:
        """Chooses from a select, by value or label; from a select of users, by their ids."""
        part = self._usable(message, select)
        if part.type not in {SELECT, USERS}:
            raise NotVisible(f"{part} is no select; use press")
        chosen = [values] if isinstance(values, str) else list(values)
        if not part.min_values <= len(chosen) <= part.max_values:
            raise NotVisible(f"{part} takes {part.min_values} to {part.max_values} values, not {len(chosen)}")
        data: Json = {"custom_id": part.custom_id, "component_type": part.type}
        if part.type == USERS:
            data["values"] = chosen
            data["resolved"] = resolved(self.world, self.world.get_channel(message.channel_id), map(int, chosen))
        else:
            data["values"] = [_option(part, value) for value in chosen]
        return await self._component(message, data)

    async def submit(self, modal: Modal | None, values: Mapping[str, Any] | None = None) -> Outcome:
        """Fills in a modal's fields, by custom_id or label, and sends it; raises NotVisible for invalid values.

        The value of a field for files is a list of `Upload`, or the content of one file.
        """
        if modal is None:
            raise NotVisible("no modal is open")
        files: dict[str, Json] = {}

        def store(upload: Upload) -> str:
            data = content.stored(self.world, modal.interaction.channel_id, upload, {}, ephemeral=True)
            files[data["id"]] = data
            return str(data["id"])

        filled = modal.filled(dict(values or {}), store)
        if files:
            filled["resolved"] = {"attachments": files}
        return await self._outcome(interactions.submit(self.world, modal.interaction, filled))

    async def forge(
        self, message: Seen, custom_id: str, *, component_type: int = 2, values: Sequence[str] | None = None
    ) -> Outcome:
        """Sends an interaction for a component that the visible message does not have, as a tampered client would."""
        data: Json = {"custom_id": custom_id, "component_type": component_type}
        if values is not None:
            data["values"] = list(values)
        return await self._component(message, data)

    def say(self, channel: Channel, text: str) -> Seen:
        """Writes a plain message into a channel and returns it; raises NotVisible without the permission to write."""
        needed = "send_messages_in_threads" if channel.is_thread else "send_messages"
        if not self.world.may(channel, self.id, needed):
            raise NotVisible(f"{self} may not write there")
        return Seen(self.world, messages.write(self.world, NewMessage(channel, self.id, {"content": text})), self.user)

    def dismiss(self, message: Seen) -> None:
        """Dismisses an ephemeral message; raises NotVisible if the message is not ephemeral."""
        found = self.world.get_message(message.channel_id, message.id)
        if not found.flags & EPHEMERAL:
            raise NotVisible("only ephemeral messages can be dismissed")
        messages.dismiss(self.world, found)

    def remove(self, message: Seen) -> None:
        """Deletes a message, as its author or with the permission to manage messages; otherwise raises NotVisible."""
        found = self.world.get_message(message.channel_id, message.id)
        channel = self.world.channels[message.channel_id]
        if found.author_id != self.id and not self.world.may(channel, self.id, "manage_messages"):
            raise NotVisible(f"{self} may not delete that")
        messages.delete(self.world, found)

    def _may_command(self, channel: Channel) -> None:
        if not self.world.may(channel, self.id, "view_channel", "use_application_commands"):
            raise NotVisible(f"{self} cannot use commands there")

    def _usable(self, message: Seen, wanted: str | Part) -> Part:
        if message.thinking or self.message(message.channel_id, message.id) is None:
            raise NotVisible(f"{self} does not see {message!r}")
        part = message.find(wanted)
        if not part.usable:
            raise NotVisible(f"{part} is disabled or only a link")
        return part

    async def _component(self, message: Seen, data: Json) -> Outcome:
        channel = self.world.get_channel(message.channel_id)
        found = self.world.get_message(message.channel_id, message.id)
        if not self.world.visible(found, self.id):
            raise NotVisible(f"{self} does not see {message!r}")
        return await self._outcome(
            interactions.open_interaction(self.world, self.id, channel, interactions.COMPONENT, data, found)
        )

    async def _act(self, channel: Channel, kind: int, data: Json) -> Outcome:
        return await self._outcome(interactions.open_interaction(self.world, self.id, channel, kind, data))

    async def _outcome(self, it: Interaction) -> Outcome:
        await self.world.until(lambda: it.state != "pending", 60.0)
        return Outcome(self.world, it, self.message)


def _option(part: Part, wanted: Any) -> str:
    for option in part.options:
        if wanted in (option.value, option.label):
            return option.value
    raise NotVisible(f"{part} offers no {wanted!r}, but {[option.label for option in part.options]}")
