"""Reads the present values of metrics in tests."""

from __future__ import annotations

from bot.monitoring import metrics


def figure(name: str, **labels: str) -> float:
    """Returns the current value of a metric, or 0."""
    return metrics.REGISTRY.get_sample_value(name, labels) or 0.0


def errors() -> dict[str, float]:
    """Returns the number of logged errors of each package that has any."""
    rooms = {room: figure("krupier_errors_total", logger=room) for room in (*metrics.PACKAGES, metrics.ELSEWHERE)}
    return {room: count for room, count in rooms.items() if count}


def since(before: dict[str, float]) -> dict[str, float]:
    """Returns the number of errors that each package has logged since `errors` returned `before`."""
    return {room: count - before.get(room, 0) for room, count in errors().items() if count != before.get(room, 0)}
