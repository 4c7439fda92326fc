"""Checks that the messages of tables come in order and once: decisions never go back, and no message is there twice."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container

from bot.emulator import World
from bot.emulator.objects import Channel
from bot.emulator.people import crowd
from bot.emulator.world.events import Event
from tests.bot.table import Evening
from tests.faults.onlooker import asked


class Course:
    """A listener that notes each public message which asks an earlier decision than one before, and counts nonces of
    messages.
    """

    def __init__(self, world: World, channel: Channel) -> None:
        self.backwards: list[str] = []
        self.nonces: Counter[str] = Counter()
        self._latest: defaultdict[int, int] = defaultdict(int)
        """Table → the latest decision that a public message has asked."""
        self._channel = channel.id
        world.listen(self._heard)

    @property
    def wrong(self) -> list[str]:
        """Returns a sentence for each message that has come too late or twice."""
        twice = [nonce for nonce, count in self.nonces.items() if count > 1]
        return [*self.backwards, *(f"the message with nonce {nonce} was posted again" for nonce in twice)]

    def comes_again(self, table: int, number: int) -> None:
        """Allows a decision to be asked again, and all later ones, because its answer is lost."""
        self._latest[table] = min(self._latest[table], number)

    def _heard(self, event: Event) -> None:
        if event.channel_id != self._channel or event.only_for is not None or not event.name.startswith("MESSAGE_"):
            return
        if event.name == "MESSAGE_CREATE" and event.data.get("nonce"):
            self.nonces[str(event.data["nonce"])] += 1
        for table, number in sorted(asked(event.data.get("components") or [])):
            if number < self._latest[table]:
                self.backwards.append(f"table {table} asks decision {number} after {self._latest[table]}")
            self._latest[table] = max(self._latest[table], number)


def no_message_twice(world: World, channel: Channel, table: int, unknown: Container[int] = ()) -> None:
    """Checks that the channel has at most one board with buttons, and each user at most one hand and one log of the
    table, without panels and without the direct messages in `unknown`, whose IDs the bot has lost.
    """
    for person in crowd.people(world):
        public = [seen for seen in person.messages(channel) if seen.by_bot and not seen.ephemeral]
        boards = [seen.id for seen in public if Evening.of_a_game(seen)]
        assert len(boards) <= 1, f"{len(boards)} boards can be pressed"
        known = [seen for seen in person.dms() if not seen.ephemeral and seen.id not in unknown]
        letters = [seen for seen in known if f":{table}:" in " ".join(Evening.of_a_game(seen))]
        logs = ["unwatch" in Evening.verbs(seen) for seen in letters]
        assert logs.count(False) <= 1, f"{person.name} has {logs.count(False)} hands of table {table}"
        assert logs.count(True) <= 1, f"{person.name} has {logs.count(True)} logs of table {table}"
