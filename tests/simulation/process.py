"""Simulated processes: started, stopped for a while (SIGSTOP), or ended at once (SIGKILL)."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextvars import copy_context
from typing import Any, TypeVar, cast

from tests.emulator import memory
from tests.emulator.memory import MemoryTransport
from tests.simulation.virtual import PROCESS, Process, SimulatedLoop

T = TypeVar("T")

_CONNECT = memory.connect


def install() -> None:
    """Replaces the local Discord's `connect`, so that each simulated process knows its connections and loses them at
    its end.
    """
    cast("Any", memory).connect = _connected


def begun(process: Process, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
    """Starts a coroutine as a task of a simulated process; tasks that it creates belong to the process, too."""
    context = copy_context()
    context.run(PROCESS.set, process)
    return asyncio.create_task(work, context=context)


def stop(process: Process) -> None:
    """Stops a simulated process (SIGSTOP): its tasks do not run until it continues, and messages to it wait."""
    process.stopped = True


def go_on(process: Process) -> None:
    """Continues a stopped process (SIGCONT)."""
    cast("SimulatedLoop", asyncio.get_running_loop()).goes_on(process)


def kill(process: Process) -> None:
    """Ends a simulated process at once (SIGKILL): its tasks never run again, and its connections end."""
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
