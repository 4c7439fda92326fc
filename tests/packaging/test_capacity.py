"""Tests the capacity table of docs/scaling.md: it is the script's output, and the script calculates correctly."""

from __future__ import annotations

import pytest

from tests.bench.capacity import SERVERS, Figures, Need, measured, table
from tests.packaging.installed import ROOT

ROUND: Figures = {
    "decision": {"counted": 0.5, "cpu_ms": 20.0, "transactions": 2.0, "server_ms": 5.0},
    "game": {"bytes": 50_000},
    "memory": {"process_mb": 100, "server_kb": 64, "table_kb": 1024},
    "people": {"busy": 0.01, "decisions_a_minute": 6, "games_a_year": 10},
    "discord": {"servers_a_shard": 2500, "requests_a_second": 50, "large": 150_000, "requests_of_large": 500},
    "room": {"cpu": 0.5, "shards_a_worker": 16, "memory_mb": 1124, "connections": 7},
}
"""Assumed figures that make mental arithmetic easy."""


def test_the_documentation_shows_what_the_script_prints() -> None:
    scaling = (ROOT / "docs/scaling.md").read_text(encoding="utf-8")
    assert table(measured()) in scaling, (
        "python -m tests.bench.capacity prints another table: put it into docs/scaling.md"
    )


def test_the_need_of_a_hundred_thousand_servers_is_as_computed_by_hand() -> None:
    need = Need(100_000, ROUND)
    assert (need.tables, need.decisions, need.requests) == (1000, 100, 50)
    assert (need.decisions_allowed, need.shards, need.cores) == (100, 40, 2)
    assert need.memory == 6250 + 1000
    assert need.workers == 8, (
        "1,024 MB each for servers and tables; four would do for their CPU, three for their shards"
    )
    assert (need.connections, need.transactions, need.server_cores) == (56, 200, 0.5)
    assert need.gigabytes == 50


@pytest.mark.parametrize("servers", SERVERS)
def test_the_workers_carry_everything(servers: int) -> None:
    need, room = Need(servers, measured()), measured()["room"]
    assert need.workers * room["shards_a_worker"] >= need.shards
    assert need.workers * room["cpu"] >= need.cores
    assert need.workers * (room["memory_mb"] - measured()["memory"]["process_mb"]) >= need.memory


def test_a_large_bot_is_given_more_by_discord() -> None:
    assert Need(149_999, ROUND).allowed == 50
    assert Need(150_000, ROUND).allowed == 500
