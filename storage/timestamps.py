"""The stored form of times: UTC, ISO 8601, always with microseconds, so that they sort as text."""

from __future__ import annotations

from datetime import UTC, datetime

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class NaiveTime(ValueError):
    """The error that a time has no time zone."""

    def __init__(self) -> None:
        super().__init__("A moment needs a time zone: write datetime.now(UTC), not datetime.now().")


def written(moment: datetime) -> str:
    """Returns the stored text of an aware time, in UTC; raises NaiveTime for a naive one."""
    if moment.utcoffset() is None:
        raise NaiveTime
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def written_or_none(moment: datetime | None) -> str | None:
    """Returns the stored text of a time; None for None."""
    return None if moment is None else written(moment)


def read(text: str) -> datetime:
    """Returns the aware UTC time of a text made by `written`; raises ValueError or TypeError for a damaged one."""
    return datetime.fromisoformat(text)


def read_or_epoch(text: str | None) -> datetime | None:
    """Returns the time of a stored text, EPOCH (1970) if the text is damaged; None for None."""
    if text is None:
        return None
    try:
        return read(text)
    except (ValueError, TypeError):
        return EPOCH


def read_or_none(text: str | None) -> datetime | None:
    """Returns the time of a stored text, as `read` does; None for None."""
    return None if text is None else read(text)
