"""The outcome of an action, as the person sees it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.emulator.objects import Interaction
from bot.emulator.people.modals import Modal
from bot.emulator.people.seen import Seen
from bot.emulator.world import interactions
from bot.emulator.world.world import World

FAILED = "This interaction failed"
UNANSWERED = "The application did not respond"


class Outcome:
    """The outcome of an action, as the person sees it.

    `kind` is one of pending, failed, message, thinking, deferred, updated, modal, choices. `message` is the new reply,
    or for deferred and updated the message that was acted upon; `modal` and `choices` are what opened.
    """

    def __init__(self, world: World, interaction: Interaction, look: Callable[[int, int], Seen | None]) -> None:
        self.world = world
        self.interaction = interaction
        self._look = look

    def __repr__(self) -> str:
        return f"<{self.kind}: {self.text[:80]!r}>"

    @property
    def failed(self) -> bool:
        """Whether the bot did not acknowledge the interaction within three seconds."""
        return self.interaction.state == "failed"

    @property
    def acknowledged(self) -> bool:
        """Whether the bot acknowledged the interaction in time."""
        return self.interaction.state == "acknowledged"

    @property
    def kind(self) -> str:
        """The kind of the bot's response, such as `message` or `modal`; without one, `failed` or `pending`."""
        words = {4: "message", 5: "thinking", 6: "deferred", 7: "updated", 8: "choices", 9: "modal"}
        return words.get(self.interaction.response or 0, "failed" if self.failed else "pending")

    @property
    def message(self) -> Seen | None:
        """The reply, or the message that the bot updated; None if there is none or the message was deleted."""
        return self._look(self.interaction.channel_id, self.interaction.original_id or 0)

    @property
    def followups(self) -> list[Seen]:
        """Further messages of the bot's response that still exist."""
        found = [self._look(self.interaction.channel_id, n) for n in self.interaction.followups]
        return [message for message in found if message is not None]

    @property
    def modal(self) -> Modal | None:
        """The modal that the bot has opened; None if it has opened none."""
        return Modal(self.interaction.modal, self.interaction) if self.interaction.modal else None

    @property
    def choices(self) -> list[tuple[str, Any]]:
        """The names and values that autocompletion offers."""
        return [(one["name"], one["value"]) for one in self.interaction.choices or ()]

    @property
    def text(self) -> str:
        """The visible text: the reply or updated message with its followups, or the client's error message."""
        if self.failed:
            return UNANSWERED if self.interaction.kind == interactions.COMMAND else FAILED
        shown = [self.message, *self.followups]
        return "\n".join(message.text for message in shown if message is not None)

    async def done(self, timeout: float = 30.0) -> Outcome:  # noqa: ASYNC109
        """Waits until the bot has continued a thinking or deferred response by a further request; returns this outcome.

        Such a request sends, edits or deletes a message of the interaction. Raises TimeoutError after that many
        seconds.
        """
        if self.kind in ("thinking", "deferred"):
            await self.world.until(lambda: self.interaction.answers > 0, timeout)
        return self
