"""Requests of the gateway to its clients to connect again."""

from __future__ import annotations

from bot.emulator.gateway.connection import INVALID_SESSION, RECONNECT
from bot.emulator.gateway.gateway import Gateway


def ask_reconnect(gateway: Gateway) -> None:
    """Asks every client to reconnect and resume (opcode 7)."""
    for connection in gateway.connections:
        connection.push({"op": RECONNECT, "d": None, "s": None, "t": None})


def invalidate(gateway: Gateway, *, resumable: bool = False) -> None:
    """Detaches every connection from its session and sends its client "invalid session" (opcode 9).

    The client must then resume or identify, on the same connection or a new one. If not resumable, all sessions are
    deleted, so it can only identify.
    """
    if not resumable:
        gateway.sessions.forget()
    for connection in gateway.connections:
        connection.detach()
        connection.push({"op": INVALID_SESSION, "d": resumable, "s": None, "t": None})
