"""Simulated processes: started, stopped for a while (SIGSTOP), or ended at once (SIGKILL)."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextvars import copy_context
from typing import Any, TypeVar, cast

from bot.emulator import memory
from bot.emulator.memory import MemoryTransport
from tests.simulation.virtual import PROCESS, Process, SimulatedLoop

T = TypeVar("T")

_CONNECT = memory.connect


def install() -> None:
    """Lets each process know its connections to Discord, which end with it."""
    cast("Any", memory).connect = _connected


def begun(process: Process, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
    """Runs work as a part of a process."""
    context = copy_context()
    context.run(PROCESS.set, process)
    return asyncio.create_task(work, context=context)


def stop(process: Process) -> None:
    """Stops a process: it gets no turn until it goes on, and what is sent to it waits."""
    process.stopped = True


def go_on(process: Process) -> None:
    """Lets a stopped process go on."""
    cast("SimulatedLoop", asyncio.get_running_loop()).goes_on(process)


def kill(process: Process) -> None:
    """Ends a process at once: its tasks never run again, and the other ends of its connections notice that."""
    process.dead, process.stopped = True, False
    process.held.clear()
    for transport in process.transports:
        if not transport._closing:
            transport._closing = True
            transport.peer._ended = True
            transport.peer._schedule()
    process.transports.clear()


def _connected(client: Any, server: asyncio.BaseProtocol, context: Any) -> None:
    _CONNECT(client, server, context)
    process = PROCESS.get()
    if process is not None:
        open_ones = [one for one in process.transports if not one._closing]
        process.transports[:] = [*open_ones, cast("MemoryTransport", client.transport)]
