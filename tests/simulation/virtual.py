"""A virtual clock, an event loop that skips waiting, and random numbers that follow from a seed.

`install` must be called before any module of the bot is imported, because some remember `time.monotonic` as a default.
"""

from __future__ import annotations

import asyncio
import heapq
import random
import secrets
import selectors
import time
import uuid
from collections.abc import Callable, Sequence
from contextvars import Context, ContextVar, copy_context
from functools import partial
from math import log
from typing import Any, Final, cast

START: Final = 1_770_000_000.0
"""The Unix time in seconds at which every evening begins."""
SECOND_OF_DISK: Final = 0.002
"""Average seconds of an access to the disk."""
SECOND_OF_NETWORK: Final = 0.02
"""Average seconds of a message on the network."""
SECOND_OF_THREAD: Final = 0.01
"""Average seconds of work in a thread."""


class NothingLeft(Exception):
    """The error that no task can ever continue, because nothing is ready and no timer is set."""


class Source:
    """The virtual clock and the random numbers of the evening that runs now."""

    def __init__(self) -> None:
        self.now = 0.0
        """Seconds since the beginning of the evening."""
        self.dice = random.Random(0)
        """For latencies and for everything that a program calls random or secret."""
        self._number = 0

    def begin(self, seed: str) -> None:
        """Sets the clock to 0 and seeds the random numbers for another evening."""
        self.now, self.dice = 0.0, random.Random(seed)
        random.seed(seed)

    def next_number(self) -> int:
        """Returns 1, 2, 3, …."""
        self._number += 1
        return self._number

    def takes(self, mean: float) -> float:
        """Returns a random duration in seconds: usually short, rarely long."""
        return -log(1.0 - self.dice.random()) * mean

    def shuffle(self, items: list[Any]) -> None:
        """Brings the items into a random order, in place."""
        draw = self.dice.random
        for last in range(len(items) - 1, 0, -1):
            at = int(draw() * (last + 1))
            items[at], items[last] = items[last], items[at]


SOURCE: Final = Source()


class HiddenDice(random.Random):
    """A random number generator that replaces `SystemRandom`; its numbers come from the evening's seed."""

    def random(self) -> float:
        """Returns a number from 0 to below 1."""
        return SOURCE.dice.random()

    def getrandbits(self, count: int, /) -> int:
        """Returns an integer of that many random bits."""
        return SOURCE.dice.getrandbits(count)


class Process:
    """A simulated process: the tasks that were created in its context, and its connections."""

    def __init__(self) -> None:
        self.stopped = False
        self.dead = False
        self.held: list[asyncio.Handle] = []
        """The callbacks of its tasks that became ready while it was stopped."""
        self.transports: list[Any] = []
        """Its open connections to Discord."""


PROCESS: Final[ContextVar[Process | None]] = ContextVar("process", default=None)
"""The process to which the current task belongs; None for Discord, the players and the database server."""
MANY_CANCELLED: Final = 100
"""The number of cancelled timers above which all of them are removed."""


class _Numbered:
    """An object with a number as its hash, so that the order of a set of them does not follow from addresses."""

    def __hash__(self) -> int:
        if not hasattr(self, "number"):
            self.number = SOURCE.next_number()
        return self.number


class NumberedTask(_Numbered, asyncio.Task[Any]):
    """A task with a number as its hash."""


class NumberedFuture(_Numbered, asyncio.Future[Any]):
    """A future with a number as its hash."""


class _Handle(asyncio.Handle):
    """A callback that is ready. It costs less than asyncio's, which also serves the debug mode."""

    __slots__ = ()

    def __init__(
        self, callback: Callable[..., object], args: Sequence[Any], loop: Any, context: Context | None
    ) -> None:
        self._context = copy_context() if context is None else context
        self._loop, self._callback, self._args = loop, callback, args
        self._cancelled, self._repr, self._source_traceback = False, None, None


def _nothing() -> None: ...


class _Timer(_Handle, asyncio.TimerHandle):
    """A callback at a time of the virtual clock."""

    __slots__ = ()
    _when: float
    _scheduled: bool

    def cancel(self) -> None:
        """Cancels the callback."""
        if not self._cancelled:
            self._cancelled = True
            self._loop._timer_cancelled_count += self._scheduled
            self._callback, self._args = _nothing, ()


class SimulatedLoop(asyncio.SelectorEventLoop):
    """An event loop on the virtual clock.

    The seed decides how long the network, the disk and threads take, and in which order tasks go on that are ready at
    the same time.
    """

    def __init__(self) -> None:
        super().__init__(selectors.SelectSelector())
        self.set_task_factory(lambda loop, work, **named: NumberedTask(work, loop=loop, **named))
        self._timers: list[tuple[float, int, _Timer]] = []
        """A heap: seconds, a number in the order of creation, and the timer."""
        self._made = 0
        """The number of timers so far."""

    def call_soon(self, callback: Callable[..., object], *args: Any, context: Context | None = None) -> asyncio.Handle:  # type: ignore[override]
        """Schedules the function with the callbacks that are ready."""
        handle = _Handle(callback, args, self, context)
        self._ready.append(handle)  # type: ignore[attr-defined]
        return handle

    def call_later(  # type: ignore[override]
        self, delay: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        """Schedules the function in that many seconds."""
        return self.call_at(SOURCE.now + delay, callback, *args, context=context)

    def call_at(  # type: ignore[override]
        self, when: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        """Schedules the function at a time of the virtual clock."""
        timer = _Timer(callback, args, self, context)
        timer._when, timer._scheduled = when, True
        self._made += 1
        heapq.heappush(self._timers, (when, self._made, timer))
        return timer

    def create_future(self) -> asyncio.Future[Any]:
        """Returns a new future with a number as its hash."""
        return NumberedFuture(loop=self)

    def time(self) -> float:
        """Returns the virtual time in seconds."""
        return SOURCE.now

    def call_soon_threadsafe(  # type: ignore[override]
        self, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        """Schedules the function like `call_soon`, because there are no other threads."""
        return self.call_soon(callback, *args, context=context)

    def run_in_executor(self, _executor: Any, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:  # type: ignore[override]
        """Runs the function on this loop after a short random time, as a thread would; returns a future of its
        result.
        """
        return soon(self, SOURCE.takes(SECOND_OF_THREAD), partial(func, *args))

    def add_signal_handler(self, *_args: Any) -> None:  # type: ignore[override]
        """Raises NotImplementedError: signals belong to the whole program, not to a simulated process."""
        raise NotImplementedError

    def goes_on(self, process: Process) -> None:
        """Continues a stopped process (SIGCONT): what waited for it becomes ready."""
        process.stopped = False
        self._ready.extend(process.held)  # type: ignore[attr-defined]
        process.held.clear()

    def _run_once(self) -> None:
        """Runs what is ready in a random order; if nothing is, first sets the clock forward to the next timer.

        Raises NothingLeft if there is no timer either.
        """
        timers, ready = self._timers, self._ready  # type: ignore[attr-defined]
        self._forget_cancelled()
        if not ready and not self._stopping:  # type: ignore[attr-defined]
            if not timers:
                raise NothingLeft
            SOURCE.now = max(SOURCE.now, timers[0][0])
        while timers and timers[0][0] <= SOURCE.now:
            timer = heapq.heappop(timers)[2]
            timer._scheduled = False
            ready.append(timer)
        handles = list(ready)
        ready.clear()
        if len(handles) > 1:
            SOURCE.shuffle(handles)
        for handle in handles:
            if handle._cancelled:
                continue
            process = handle._context.get(PROCESS)
            if process is not None and (process.dead or process.stopped):
                if not process.dead:
                    process.held.append(handle)
                continue
            try:
                handle._context.run(handle._callback, *handle._args)
            except (SystemExit, KeyboardInterrupt):
                raise
            except BaseException as error:
                failed = {"message": f"Exception in callback {handle!r}", "exception": error, "handle": handle}
                self.call_exception_handler(failed)

    def _forget_cancelled(self) -> None:
        """Removes cancelled timers from the front of the heap; if there are many, removes all of them."""
        loop, timers = cast("Any", self), self._timers
        if loop._timer_cancelled_count > MANY_CANCELLED:
            timers[:] = [timed for timed in timers if not timed[2]._cancelled]
            heapq.heapify(timers)
            loop._timer_cancelled_count = 0
        while timers and timers[0][2]._cancelled:
            heapq.heappop(timers)[2]._scheduled = False


def soon(loop: asyncio.AbstractEventLoop, seconds: float, work: Callable[[], Any]) -> asyncio.Future[Any]:
    """Schedules the work in that many seconds, even if no task awaits it; returns a future of its result."""
    future: asyncio.Future[Any] = loop.create_future()

    def run() -> None:
        try:
            done = work()
        except BaseException as error:
            if not future.done():
                future.set_exception(error)
                future.exception()
            return
        if not future.done():
            future.set_result(done)

    loop.call_later(seconds, run)
    return future


class LoopClock:
    """The clock of the local Discord, which shows the virtual time."""

    def __call__(self) -> float:
        return START + SOURCE.now

    def later(self, seconds: float, act: Callable[[], None]) -> None:
        """Calls `act` once in that many seconds."""
        asyncio.get_running_loop().call_later(seconds, act)


def install() -> None:
    """Replaces the clocks and random numbers of Python's modules in this process by simulated ones."""
    clock, hidden, ids = cast("Any", time), cast("Any", secrets), cast("Any", uuid)
    clock.monotonic = clock.perf_counter = lambda: SOURCE.now
    clock.clock_gettime = lambda _which: SOURCE.now
    clock.time = lambda: START + SOURCE.now
    hidden.token_bytes = lambda count=32: SOURCE.dice.randbytes(count)
    hidden.token_hex = hidden.token_urlsafe = lambda count=32: SOURCE.dice.randbytes(count).hex()
    hidden.randbelow = lambda below: SOURCE.dice.randrange(below)  # noqa: PLW0108 - the dice change with the evening
    hidden.choice = lambda options: SOURCE.dice.choice(options)  # noqa: PLW0108
    cast("Any", random).SystemRandom = hidden.SystemRandom = HiddenDice
    ids.uuid4 = lambda: uuid.UUID(int=SOURCE.dice.getrandbits(128), version=4)
