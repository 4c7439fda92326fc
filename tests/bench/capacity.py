"""`python -m tests.bench.capacity`: computes the needs of N Discord servers from measured.toml.

Prints the table of docs/scaling.md.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

MEASURED = Path(__file__).with_name("measured.toml")
SERVERS = (1_000, 100_000, 1_000_000)
Figures = Mapping[str, Mapping[str, float]]


def measured() -> Figures:
    """Returns the measured and assumed figures of measured.toml: section → name → value."""
    found: Figures = tomllib.loads(MEASURED.read_text(encoding="utf-8"))
    return found


@dataclass(frozen=True)
class Need:
    """The resources that a bot in that many servers needs in its busiest hour."""

    servers: int
    by: Figures

    @property
    def tables(self) -> float:
        """Tables in play at the same time."""
        return self.servers * self.by["people"]["busy"]

    @property
    def decisions(self) -> float:
        """Decisions per second."""
        return self.tables * self.by["people"]["decisions_a_minute"] / 60

    @property
    def requests(self) -> float:
        """Requests per second that count against Discord's limits."""
        return self.decisions * self.by["decision"]["counted"]

    @property
    def allowed(self) -> float:
        """The number of counted requests that Discord allows per second."""
        large = self.servers >= self.by["discord"]["large"]
        return self.by["discord"]["requests_of_large" if large else "requests_a_second"]

    @property
    def decisions_allowed(self) -> float:
        """The number of decisions per second that the limits of one token allow, with any hardware."""
        return self.allowed / self.by["decision"]["counted"]

    @property
    def shards(self) -> int:
        """The minimum number of shards."""
        return math.ceil(self.servers / self.by["discord"]["servers_a_shard"])

    @property
    def memory(self) -> float:
        """Memory of all workers in MB, without the fixed part of each process."""
        each = self.by["memory"]
        return (self.servers * each["server_kb"] + self.tables * each["table_kb"]) / 1024

    @property
    def cores(self) -> float:
        """CPU cores for the bot's own work."""
        return self.decisions * self.by["decision"]["cpu_ms"] / 1000

    @property
    def workers(self) -> int:
        """Workers: the largest number that shards, CPU or memory require."""
        room = self.by["room"]
        own = room["memory_mb"] - self.by["memory"]["process_mb"]
        wanted = (self.shards / room["shards_a_worker"], self.cores / room["cpu"], self.memory / own)
        return max(1, *map(math.ceil, wanted))

    @property
    def connections(self) -> int:
        """The maximum number of database connections of all workers."""
        return round(self.workers * self.by["room"]["connections"])

    @property
    def transactions(self) -> float:
        """Transactions per second."""
        return self.decisions * self.by["decision"]["transactions"]

    @property
    def server_cores(self) -> float:
        """CPU cores for the database server."""
        return self.decisions * self.by["decision"]["server_ms"] / 1000

    @property
    def gigabytes(self) -> float:
        """Gigabytes by which the database grows in a year."""
        return self.servers * self.by["people"]["games_a_year"] * self.by["game"]["bytes"] / 1e9


def rows(by: Figures) -> Iterator[tuple[str, ...]]:
    """Yields the table's rows, the first one the heading."""
    needs = [Need(servers, by) for servers in SERVERS]
    yield ("", *(f"{need.servers:,} servers" for need in needs))
    yield ("tables at play in the busiest hour", *(f"{need.tables:,.0f}" for need in needs))
    yield ("decisions a second", *(_short(need.decisions) for need in needs))
    yield ("requests that count, a second", *(_short(need.requests) for need in needs))
    yield ("… that Discord lets through", *(f"{need.allowed:,.0f}" for need in needs))
    yield ("decisions a second that the token allows", *(f"{need.decisions_allowed:,.0f}" for need in needs))
    yield ("shards, at least", *(f"{need.shards:,}" for need in needs))
    yield ("workers", *(f"{need.workers:,}" for need in needs))
    yield ("cores that they keep busy", *(_short(need.cores) for need in needs))
    yield ("memory of all workers", *(_memory(need) for need in needs))
    yield ("connections to the database, at most", *(f"{need.connections:,}" for need in needs))
    yield ("transactions a second", *(_short(need.transactions) for need in needs))
    yield ("cores of the database's server", *(_short(need.server_cores) for need in needs))
    yield ("the database grows a year by", *(f"{need.gigabytes:,.1f} GB" for need in needs))


def _memory(need: Need) -> str:
    return f"{(need.memory + need.workers * need.by['memory']['process_mb']) / 1024:,.1f} GB"


def _short(value: float) -> str:
    return f"{value:,.0f}" if value >= 10 else f"{value:.2g}"


def table(by: Figures) -> str:
    """Returns the table as Markdown."""
    head, *body = rows(by)
    lines = [head, ("---", *("---:" for _ in head[1:])), *body]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


if __name__ == "__main__":
    print(table(measured()))
