"""Collects the public messages of a channel, and counts their changes, as everyone in it sees them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from bot.emulator import Person, World
from bot.emulator.objects import Channel
from bot.emulator.people.seen import Seen
from bot.emulator.world.events import Event

END = ("konec hry", "vítěz", "winner", "game over")


class Watch:
    """A listener that counts the public changes of a channel and knows its public messages."""

    def __init__(self, world: World, channel: Channel) -> None:
        self.world = world
        self.channel = channel
        self.changes = 0
        self.public: list[int] = []
        self.history: list[str] = []
        """Unused: it stays empty."""
        self._waiting: set[asyncio.Future[None]] = set()
        self.stop: Callable[[], None] = world.listen(self._heard)

    def _heard(self, event: Event) -> None:
        if event.channel_id != self.channel.id or event.only_for is not None:
            return
        if event.name not in ("MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE"):
            return
        number = int(event.data["id"])
        if event.name == "MESSAGE_CREATE":
            self.public.append(number)
        if event.name == "MESSAGE_DELETE" and number in self.public:
            self.public.remove(number)
        self.changed()

    def changed(self) -> None:
        """Counts a change and wakes all tasks that wait for one."""
        self.changes += 1
        for future in self._waiting:
            if not future.done():
                future.set_result(None)
        self._waiting.clear()

    async def news(self, since: int, within: float) -> bool:
        """Waits until the number of public changes is no longer `since`; returns False if that takes more than `within`
        seconds.
        """
        try:
            async with asyncio.timeout(within):
                while self.changes == since:
                    future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
                    self._waiting.add(future)
                    await future
        except TimeoutError:
            return False
        return True

    def messages(self, person: Person) -> list[Seen]:
        """Returns the bot's public messages as a user sees them, oldest first."""
        found = (person.message(self.channel.id, number) for number in self.public)
        return [message for message in found if message is not None and message.by_bot]

    def board(self, person: Person) -> Seen | None:
        """Returns the last public message of the bot with components to use, otherwise its last one; None without
        messages.
        """
        last = None
        for number in reversed(self.public):
            message = person.message(self.channel.id, number)
            if message is None or not message.by_bot:
                continue
            if message.usable:
                return message
            last = last or message
        return last

    def over(self, person: Person) -> bool:
        """Returns whether the board says that the game is over and offers nothing more of the game."""
        board = self.board(person)
        if board is None or any(of_the_game(part.custom_id) for part in board.usable):
            return False
        return any(word in board.text.casefold() for word in END)


def of_the_game(custom_id: str) -> bool:
    """Returns whether a component acts in a game; those for no game (number 0), rematch, reveal and lesson do not."""
    return not custom_id.startswith("kr:0:") and custom_id.rpartition(":")[2] not in ("rematch", "reveal", "learn")
