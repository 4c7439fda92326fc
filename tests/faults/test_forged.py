"""Tests forged, old and foreign presses, commands and forms.

Nothing changes or fails, and every user gets an answer.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from bot.emulator.errors import Json
from bot.emulator.objects import Channel, Interaction, Message
from bot.emulator.people.person import Person
from bot.emulator.people.seen import Seen
from bot.emulator.world import interactions
from bot.features.reminders.service import PING_EACH_TIME
from bot.views.custom_id import CustomId, parse
from tests.faults import forging
from tests.faults.busy_evening import CUP, FOREIGNER, LOBBY, PEOPLE, RUNNING, BusyEvening, Dump, looks_round, opened
from tests.faults.memory import forgotten
from tests.faults.scale import often, schedule

SCHEDULES = often(1, 40)
AT_ONCE = 20
"""The number of forgeries that one user sends at the same time."""
FORGERIES = often(700, 2_500)
"""The number of forgeries per schedule, without valid ones; the full run has 100,000 in all."""
ANSWERS = ("do", "run_do", "pass", "run", "pick", "both", "chosen", "ahead", "ahead_do", "ticked", "batched")
"""The verbs that answer the present decision."""
OF_THE_TABLE = (
    "agree_end", "agree_pause", "agree_replace", "agree_resume", "agree_undo", "refuse_undo", "computer", "nocomputer",
    "drop_order", "end_sure", "hand_over", "join", "keep_asking", "leave", "leave_sure", "let_computer", "order_here",
    "invite", "practise", "rematch", "remove_sure", "reveal", "set_order", "set_up", "share", "solo", "start",
    "stay_out", "wait",
)  # fmt: skip
"""The verbs for the players of a table, and for the managers of its channel, at any time."""
OF_THE_SERVER = ("s_close", "t_finish_sure", "t_join", "t_leave", "t_mine", "t_next", "t_off_sure", "t_ruled")
"""The verbs that anyone on the server may use for seasons and tournaments, if permitted."""


class Forger:
    """A sender of requests that no Discord client would send, as any of the users."""

    def __init__(self, evening: BusyEvening, dice: Random) -> None:
        self.evening = evening
        self.world = evening.world
        self.dice = dice
        self.tables = sorted(evening.tables.values())
        self.lobby = evening.tables[LOBBY]
        self.real: list[str] = []
        self.values: list[str] = []
        self.commands: list[Sequence[Json]] = []
        self.seen: dict[str, list[Seen]] = {}
        self.sent: list[Interaction] = []

    async def look(self) -> None:
        """Opens all panels, and collects the custom_ids, values and commands from which forgeries are made."""
        await looks_round(self.evening)
        # Discord itself takes no press on a message without anything to press.
        everybody = (*PEOPLE, FOREIGNER)
        self.seen = {name: [one for one in self.evening.seen(name) if one.usable] for name in everybody}
        parts = [part for seen in self.seen.values() for message in seen for part in message.usable]
        self.real = sorted({part.custom_id for part in parts})
        self.values = sorted({option.value for part in parts for option in part.options}) or ["0"]
        person = self.evening.person("Anna")
        self.commands = [one.chain for one in person.commands(self.world.channel(CUP))]

    def press(self, person: Person) -> None:
        """Sends a forged press on a visible message as this user, unless the press happens to be valid."""
        forged = forging.press(self.dice, self.real, self.values, self.tables)
        if not self._is_valid(person, forged):
            channel, message = self._message(person)
            self._send(person, channel, interactions.COMPONENT, forged.data, message)

    def modal(self, person: Person) -> None:
        """Sends a form that was never opened as this user, unless it happens to be valid."""
        data = forging.modal(self.dice, self.tables)
        if not self._is_valid(person, forging.Forged(data["custom_id"], 3, ())):
            channel, message = self._message(person)
            opener = interactions._new(self.world, person.id, channel, interactions.COMPONENT, {"custom_id": "x"})
            opener.message_id = message.id
            self.sent.append(interactions.submit(self.world, opener, data))

    def command(self, person: Person) -> None:
        """Sends a malformed command or autocompletion as this user."""
        kind = self.dice.choice((interactions.COMMAND, interactions.AUTOCOMPLETE))
        path = self.dice.choice(self.commands)
        data = forging.command(self.dice, path, completes=kind == interactions.AUTOCOMPLETE)
        places = [*person.channels(), person.dm()]
        self._send(person, self.dice.choice(places), kind, data)

    # Inside

    def _send(self, person: Person, channel: Channel, kind: int, data: Json, message: Message | None = None) -> None:
        self.sent.append(interactions.open_interaction(self.world, person.id, channel, kind, data, message))

    def _message(self, person: Person) -> tuple[Channel, Message]:
        seen = self.dice.choice(self.seen[person.name])
        return self.world.get_channel(seen.channel_id), self.world.get_message(seen.channel_id, seen.id)

    def _is_valid(self, person: Person, forged: forging.Forged) -> bool:
        """Returns whether the press is valid for the user and may change something."""
        meant = parse(forged.custom_id)
        if meant is None:
            return False
        if meant.verb in OF_THE_SERVER:
            return person.name != FOREIGNER
        if meant.verb in {"new", "forget_me"}:
            return True  # anyone may open a table, and have their own data deleted
        if meant.verb in OF_THE_TABLE:
            joins = person.name == "Dora" and (meant.game, meant.verb) == (self.lobby, "join")
            return joins or self._sits(person)
        return meant.verb in ANSWERS and self._is_asked(person, meant)

    @staticmethod
    def _sits(person: Person) -> bool:
        return person.name in PEOPLE[:3]

    def _is_asked(self, person: Person, meant: CustomId) -> bool:
        live = self.evening.bot.app.tables.peek(meant.game)
        if live is None or live.game is None:
            return False
        number = live.game.number
        return self._sits(person) and (meant.number == number or (meant.verb == "pass" and meant.number is None))


def failures(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Returns the messages of errors and tracebacks in the log."""
    return [one.getMessage() + (caplog.handler.format(one) if one.exc_info else "")
            for one in caplog.records if one.levelno >= logging.ERROR or one.exc_info]  # fmt: skip


@pytest.mark.parametrize("number", range(SCHEDULES))
async def test_forged_interactions_change_nothing(
    database: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    # A hand that waits for its edit does so in real time, and would come in the middle.
    monkeypatch.setattr("bot.features.hand.service.QUIET", 1e6)
    with schedule("forged", number) as dice:
        async with opened(database, dice) as evening:
            forger = Forger(evening, dice)
            await forger.look()
            tried = turn = 0
            with caplog.at_level(logging.WARNING):
                while tried < FORGERIES:
                    turn += 1
                    if turn % 25 == 0:
                        assert tried >= turn * AT_ONCE / 2, "most of what is made up can be sent"
                        await evening.lend(dice.choice(tuple(RUNNING)), dice.randrange(1, 12), dice)
                        await forger.look()
                    person = evening.person(dice.choice((*PEOPLE, FOREIGNER)))
                    tried += await one_round(evening, forger, person, caplog)
                    caplog.clear()
            print(f"{tried} forgeries of {turn * AT_ONCE} made up")
            for user, _message in evening.world.pings:
                wish = await evening.bot.app.people.person(user)
                assert wish.ping == PING_EACH_TIME, "what someone may wish for themselves may be made up, nothing else"
            assert await forgotten(evening.bot.app) == {}


@pytest.mark.parametrize("value", ["²", "\ud83d", "", 1, None, ["true"]])
async def test_a_forged_yes_or_no_opens_no_table(
    database: Path, caplog: pytest.LogCaptureFixture, value: object
) -> None:
    """A `/game new` whose yes/no option has another value is acknowledged, opens no table and logs no error."""
    async with BusyEvening.of("Anna", database=database, pictures=False) as evening:
        anna = evening.person("Anna")
        (path,) = [one.chain for one in anna.commands(evening.channel) if one.path == "game new"]
        option = {"type": 5, "name": "hints", "value": value}
        data = {"id": path[0]["id"], "name": path[0]["name"], "type": 1,
                "options": [{"type": 1, "name": path[-1]["name"], "options": [option]}]}  # fmt: skip
        sent = interactions.open_interaction(evening.world, anna.id, evening.channel, interactions.COMMAND, data)
        await evening.noticed(lambda: sent.state != "pending")
        await evening.settled()
        assert sent.state == "acknowledged"
        assert await evening.bot.app.db.games.unfinished() == []
        assert failures(caplog) == []


def changes(before: Dump, after: Dump) -> list[tuple[object, ...]]:
    """Returns (name of the database table, row) for all rows that were added or removed between two dumps."""
    return [(name, row) for name in after for row in {*before[name]} ^ {*after[name]}]


async def one_round(evening: BusyEvening, forger: Forger, person: Person, caplog: pytest.LogCaptureFixture) -> int:
    """Sends several forgeries of one user at once, and checks that only rows of the user's own may have changed.

    Returns the number of forgeries sent.
    """
    before = evening.dump(person.id)
    for _ in range(AT_ONCE):
        forger.dice.choice((forger.press, forger.press, forger.press, forger.press, forger.modal, forger.command))(
            person
        )
    sent, forger.sent = forger.sent, []
    async with asyncio.timeout(20):
        await evening.noticed(lambda: all(one.state != "pending" for one in sent))
    await evening.settled()
    told = [(one.kind, one.state, one.data) for one in sent]
    assert changes(before, evening.dump(person.id)) == [], (person.name, told)
    assert failures(caplog) == [], told
    assert [one for one in told if one[1] != "acknowledged"] == []
    assert evening.world.refusals == [], told
    return len(sent)
