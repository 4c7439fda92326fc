"""A table on the local Discord: a bot in this process, users, and a clock that only tests move.

async with Evening.of("Anna", "Bert", "Cyril") as evening:
    await evening.sit_down()          # Anna opens, all join, Anna starts
    await evening.press_board("Anna", "move")
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from discord.state import AutoShardedConnectionState
from pydantic import SecretStr

from bot.emulator import Limits, LocalDiscord, Person, World
from bot.emulator.objects import Channel, User
from bot.emulator.people import crowd
from bot.emulator.people.outcome import Outcome
from bot.emulator.people.seen import Seen
from bot.gateway.client import Krupier
from bot.monitoring import metrics
from bot.tables.live import LiveTable
from rules.engine import Game
from storage import Database
from storage.dsn import Place
from storage.settings import Settings
from tests import chance
from tests.any_answer import CARDS, toward_window
from tests.emulator.driven_clock import DrivenClock
from tests.emulator.memory import MemoryDiscord, connector_to

PATIENCE = 20.0


class PromptState(AutoShardedConnectionState[Any]):
    """A connection state that reports a shard as ready at once when all its servers have arrived."""

    world: World | None = None
    """The local Discord's world; None if it is in another process."""

    @property
    def guild_ready_timeout(self) -> float:
        """The seconds that the library waits for the next server before it reports a shard as ready.

        Nearly none once every available server has arrived, `PATIENCE` before.
        """
        if self.world is None:
            return 0.05
        missing = (self.world.guilds.get(guild.id) for guild in self.guilds if guild.unavailable)
        return PATIENCE if any(guild is not None and not guild.unavailable for guild in missing) else 0.001

    @guild_ready_timeout.setter
    def guild_ready_timeout(self, _seconds: float) -> None:
        """Ignores the value, because tests must not wait."""


class PromptKrupier(Krupier):
    """The bot with a connection that is ready as soon as it can be."""

    def __init__(
        self, settings: Settings, db: Database, now: Callable[[], datetime], discord: LocalDiscord, **options: Any
    ) -> None:
        self.up = asyncio.Event()
        """Set once all shards are ready."""
        self._world = discord.world
        super().__init__(settings, db, now, **options)
        self.http.connector = connector_to(discord)

    def _get_state(self, **options: Any) -> Any:
        state = PromptState(
            dispatch=self.dispatch, handlers=self._handlers, hooks=self._hooks, http=self.http, **options
        )
        state.world = self._world
        return state

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Identifies again without discord.py's pause of five seconds, which the local Discord does not require."""
        await super().before_identify_hook(shard_id, initial=True)

    def _handle_ready(self) -> None:
        super()._handle_ready()
        self.up.set()


class Evening:
    """A local Discord with users, and the bot that runs on it: the environment of a test, with a driven clock."""

    def __init__(self, world: World, discord: LocalDiscord, clock: DrivenClock, database: Place) -> None:
        self.world = world
        self.discord = discord
        self.clock = clock
        self.database = database
        self.client: Krupier | None = None
        self.guilds: tuple[int, ...] = ()
        self.pictures = True
        self.instant_computers = True
        """Computers answer at once; a test of their delays sets False and restarts the bot."""
        self.seed: bytes | None = None
        """The seed of every game, for tests that need certain cards; None: each game gets another one."""
        self.dice = chance.of_this_test()
        self._running: asyncio.Task[None] | None = None

    @classmethod
    @contextlib.asynccontextmanager
    async def of(
        cls,
        *names: str,
        database: Place,
        channels: int = 2,
        locale: str = "cs",
        seed: bytes | None = None,
        pictures: bool = True,
        in_memory: bool = True,
    ) -> AsyncIterator[Evening]:
        """Yields an evening in a server with these people, with a bot that is ready, and stops the bot at the end.

        `locale`: of all people; `seed`: of every game, by default a random one that is the same in every run of the
        test; `in_memory`: no sockets are used.
        """
        clock = DrivenClock()
        world = crowd.with_people(*names, channels=channels, limits=Limits.generous(), clock=clock)
        for person in crowd.people(world):
            person.locale = locale
        async with (MemoryDiscord if in_memory else LocalDiscord)(world) as discord:
            evening = cls(world, discord, clock, database)
            evening.seed, evening.pictures = seed, pictures
            await evening.start()
            try:
                yield evening
            finally:
                await evening.stop()

    # The bot's life

    async def start(self) -> None:
        """Starts the bot and waits until it is ready and has checked every table."""
        db = await Database.open(self.database, observe=metrics.COMMIT.observe)
        settings = Settings(
            token=SecretStr(self.discord.token),
            api_url=self.discord.api_url,
            gateway_url=self.discord.gateway_url,
            guilds=self.guilds,
            pictures=self.pictures,
            instant_computers=self.instant_computers,
        )
        client = self.client = PromptKrupier(settings, db, self.now, self.discord)
        self.made(client)
        if (studio := self.client.app.illustrator._studio) is not None:
            # A busy machine draws slowly: pictures are waited for, unless a test says otherwise.
            studio.patience = studio.brief = PATIENCE
        self._deal(self.client)
        self._running = asyncio.create_task(self.client.start(self.discord.token))
        await asyncio.wait_for(self._ready(client, self._running), PATIENCE)
        if self.client.clock is not None:
            # Time is moved by the tests: the clocks tick when it does, and never by themselves.
            self.client.clock.cancel()
        await self.settled()

    def _deal(self, client: Krupier) -> None:
        """Makes seeds and random numbers of computers the same in every run of this test."""
        seed = self.seed
        client.app.lobby.entropy = self.dice.randbytes if seed is None else lambda _count: seed
        client.app.tournaments.entropy = self.dice.randbytes
        client.app.referee.computers.dice = self.dice

    def made(self, client: Krupier) -> None:
        """Does nothing; a test overrides it to change the bot before the bot connects."""

    async def _ready(self, client: PromptKrupier, running: asyncio.Task[None]) -> None:
        up = asyncio.create_task(client.up.wait())
        await asyncio.wait({up, running}, return_when=asyncio.FIRST_COMPLETED)
        if not up.done():
            up.cancel()
            await running
        await client.awake.wait()

    async def stop(self) -> None:
        """Stops the bot in the regular way."""
        if self.client is not None:
            await self.client.close()
        if self._running is not None:
            with contextlib.suppress(asyncio.CancelledError):
                await self._running
        self.client, self._running = None, None

    async def restart(self) -> None:
        """Stops the bot and starts it again on the same database."""
        await self.stop()
        await self.start()

    @property
    def bot(self) -> Krupier:
        """Returns the running bot."""
        assert self.client is not None
        return self.client

    async def settled(self) -> None:
        """Waits until the bot's background tasks are done."""
        await self.bot.app.background.settled()

    # Time

    def now(self) -> datetime:
        """Returns the current time of the driven clock."""
        return datetime.fromtimestamp(self.clock(), UTC)

    async def pass_time(self, seconds: float) -> None:
        """Lets this many seconds pass and the bot's clocks tick."""
        self.clock.advance(seconds)
        await self.bot.app.clocks.tick()
        await self.settled()

    # People

    def person(self, name: str) -> Person:
        """Returns a person by name."""
        return crowd.person(self.world, name)

    @property
    def channel(self) -> Channel:
        """Returns the channel of the table."""
        return self.world.channel("table-1")

    async def slash(self, name: str, command: str, /, channel: Channel | None = None, **options: Any) -> Outcome:
        """Runs a slash command as a user, by default in the table's channel, and returns the outcome."""
        outcome = await self.person(name).slash(channel or self.channel, command, **options)
        await outcome.done()
        await self.settled()
        return outcome

    async def choose_on(
        self, name: str, entry: str, target: Person | User | Seen, channel: Channel | None = None
    ) -> Outcome:  # fmt: skip
        """Chooses an entry in the context menu of a user or a message, and returns the outcome."""
        outcome = await self.person(name).choose_on(channel or self.channel, entry, target)
        await outcome.done()
        await self.settled()
        return outcome

    async def press(self, name: str, message: Seen, button: str) -> Outcome:
        """Presses the button of a message with this custom_id or label, and returns the outcome."""
        outcome = await self.person(name).press(message, button)
        await self.settled()
        return outcome

    async def press_board(self, name: str, verb: str) -> Outcome:
        """Presses the button of that verb on the board as a user, and returns the outcome."""
        return await self.press(name, self.board(name), self.part(self.board(name), verb))

    async def board_in_words(self, name: str) -> str:
        """Presses *In words* on the board as a user and returns the complete text of the table that it shows."""
        await self.press_board(name, "in_words")
        return self.private(name).text

    async def add_computer(self, name: str, level: str = "normal") -> Outcome:
        """Adds a computer player of that level in the lobby, and returns the outcome."""
        board = self.board(name)
        outcome = await self.person(name).select(board, self.part(board, "computer"), level)
        await self.settled()
        return outcome

    def board(self, name: str | None = None) -> Seen:
        """Returns the public message with the table: the last one with buttons, otherwise the last one."""
        viewer = self.person(name) if name else crowd.people(self.world)[0]
        public = [seen for seen in viewer.messages(self.channel) if seen.by_bot and not seen.ephemeral]
        return next((seen for seen in reversed(public) if seen.buttons), public[-1])

    def private(self, name: str) -> Seen:
        """Returns the last private (ephemeral) message that a user sees in the channel."""
        return [seen for seen in self.person(name).messages(self.channel) if seen.ephemeral][-1]

    @staticmethod
    def part(message: Seen, verb: str, label: str = "") -> str:
        """Returns the custom_id of the first usable component with that verb, and a label that contains this text."""
        for part in message.usable:
            if part.custom_id.split(":")[2:3] == [verb] and label in (part.label or ""):
                return str(part.custom_id)
        raise AssertionError(f"no usable {verb!r} {label!r} among {[part.custom_id for part in message.usable]}")

    @staticmethod
    def verbs(message: Seen) -> set[str]:
        """Returns the verbs that can be pressed on a message."""
        return {part.custom_id.split(":")[2] for part in message.usable}

    @staticmethod
    def of_a_game(message: Seen) -> list[str]:
        """Returns the `custom_id` of each usable component that belongs to a table, unlike those of ended games."""
        return [part.custom_id for part in message.usable if not part.custom_id.startswith("kr:0:")]

    # Tables

    async def open(self, *names: str, host: str | None = None, **options: Any) -> Seen:
        """Opens a lobby in the channel as the host, lets the others join, and returns the board.

        `names`: by default all people; `host`: by default the first of them; `options`: those of `/game new`, by
        default for a game of Mafia City.
        """
        everybody = names or tuple(person.name for person in crowd.people(self.world))
        outcome = await self.slash(host or everybody[0], "game new", **{"game": "mafia_city"} | options)
        assert outcome.message is not None, outcome.text
        for name in everybody[1:]:
            await self.press_board(name, "join")
        return self.board()

    async def sit_down(self, *names: str, keep: bool = True, **options: Any) -> Seen:
        """Opens and starts a game, with `keep` lets every player keep the first hand, and returns the board."""
        await self.open(*names, **options)
        await self.press_board(names[0] if names else crowd.people(self.world)[0].name, "start")
        while keep and self.live.game is not None and self._asked_to_keep():
            await self.answer(self.game.waiting[0], "keep")
        return self.board()

    async def end(self, manager: str) -> None:
        """Ends the game without a winner, as a manager of the channel; presses the confirmation if one is asked for."""
        outcome = await self.slash(manager, "game end")
        assert outcome.message is not None, outcome.text
        if "end_sure" in self.verbs(outcome.message):
            await self.press(manager, outcome.message, self.part(outcome.message, "end_sure"))

    async def end_untold(self, manager: str) -> None:
        """Ends the game like a crash at that moment: nothing more is shown until a restart."""
        app = self.bot.app
        app.publisher.changed = lambda *_args, **_named: None  # type: ignore[method-assign]
        app.hands.changed = lambda *_args: None  # type: ignore[method-assign]
        await self.end(manager)

    async def to_window(self, *verbs: str) -> None:
        """Plays cards, without buttons, until a window opens; `verbs`: first words of the preferred keys."""
        for _ in range(60):
            game = self.game
            assert game.decision is not None
            if game.decision.kind == "react":
                return
            await self.answer(game.waiting[0], *toward_window(game, verbs or CARDS))
        raise AssertionError("nobody could play a card")

    def _asked_to_keep(self) -> bool:
        game = self.live.game
        return game is not None and game.decision is not None and game.decision.kind == "mulligan"

    @property
    def live(self) -> LiveTable:
        """Returns the evening's latest table in the bot's memory, for reading only."""
        found = self.bot.app.tables.peek(self.table)
        assert found is not None
        return found

    @property
    def game(self) -> Game:
        """Returns the latest table's game, which must have begun."""
        if self.live.game is None:
            raise AssertionError(f"the game of table {self.live.id} has not started")
        return self.live.game

    @property
    def table(self) -> int:
        """Returns the number of the latest table."""
        return max(self.bot.app.tables._live)

    def holder(self, seat: str) -> str:
        """Returns the name of the user who holds the seat."""
        user = self.live.seat(seat).user
        return next(person.name for person in crowd.people(self.world) if person.id == user)

    async def answer(self, seat: str, *keys: str) -> None:
        """Answers for a seat without buttons, to reach the situation that a test needs."""
        live = self.live
        await self.bot.app.referee.play(live.id, self.game.number, live.seat(seat).user, keys)
        await self.settled()

    async def until(self, condition: Callable[[], object]) -> None:
        """Waits until a condition about visible messages holds."""
        await self.world.until(condition, PATIENCE)

    async def noticed(self, condition: Callable[[], object]) -> None:
        """Waits until a condition holds, for example that the bot has handled an event that changes no message."""
        async with asyncio.timeout(PATIENCE):
            while not condition():  # noqa: ASYNC110 - nothing tells of what shows nowhere
                await asyncio.sleep(0.005)

    def clean(self) -> None:
        """Checks that the local Discord refused nothing and that no press failed."""
        assert self.world.refusals == [], self.world.refusals
        failed = [one for one in self.world.interactions.values() if one.state == "failed"]
        assert failed == []


class AnHourAhead(Evening):
    """An Evening whose bot has a clock one hour ahead of Discord's."""

    def now(self) -> datetime:
        return super().now() + timedelta(hours=1)
