"""Test tiers: which tests `make check`, `make test` and `make test-all` run.

A pytest plugin, loaded by tests/conftest.py. Every test belongs to exactly one tier. FOLDERS gives the tier of each
file by its longest matching path prefix; a file that no row names is in `test`. The marker `tier("test")` or
`tier("all")` moves single tests, classes or parameters to a later tier than their file's.

    pytest                        runs everything that is named on the command line
    pytest --tier test            runs the tests of `check` and `test`
    pytest --tier all --added     runs only the tests that `all` adds to `test`
"""

from __future__ import annotations

import gc
import os
from collections.abc import Generator
from pathlib import Path
from typing import Final

import pytest

TIERS: Final = ("check", "test", "all")
"""From the fastest to the slowest; each command runs its own tier and all earlier ones."""
DEFAULT: Final = "test"
FOLDERS: Final = {
    # Neither Discord nor PostgreSQL nor a browser.
    "tests/rules": "check",
    "tests/bot/drawing": "check",
    "tests/bot/games": "check",
    "tests/bot/tables": "check",
    "tests/bot/texts": "check",
    "tests/bot/views": "check",
    "tests/bot/features/advice/test_view.py": "check",
    "tests/bot/features/analysis/test_view.py": "check",
    "tests/bot/features/league/test_view.py": "check",
    "tests/bot/features/play/test_panel_selects.py": "check",
    "tests/bot/features/play/test_panel_view.py": "check",
    "tests/bot/features/replay/test_view.py": "check",
    "tests/bot/features/statistics/test_service.py": "check",
    "tests/bot/features/tournaments/test_standings.py": "check",
    "tests/bot/features/undo/test_service.py": "check",
    "tests/storage": "check",
    "tests/test_contracts.py": "check",
    # A table on the loopback Discord.
    "tests/bot/games/kralovske_rosady/test_evening.py": "test",
    "tests/bot/games/star_wars_destiny/test_decks_at_the_table.py": "test",
    "tests/bot/games/star_wars_destiny/test_evening.py": "test",
    "tests/bot/games/star_wars_destiny/test_presses.py": "test",
    "tests/bot/tables/test_banks.py": "test",
    "tests/bot/tables/test_clock.py": "test",
    "tests/bot/tables/test_consent.py": "test",
    "tests/bot/tables/test_standing_orders.py": "test",
    "tests/bot/tables/test_lobby.py": "test",
    "tests/bot/tables/test_memory.py": "test",
    "tests/bot/tables/test_computer_delays.py": "test",
    "tests/bot/tables/test_proposals.py": "test",
    "tests/bot/tables/test_silences.py": "test",
    "tests/bot/tables/test_stand_ins.py": "test",
    "tests/bot/tables/test_substitutes.py": "test",
    "tests/bot/tables/test_takeover.py": "test",
    "tests/bot/tables/test_windows.py": "test",
    "tests/bot/views/test_reach.py": "test",
    # PostgreSQL.
    "tests/bot/tables/test_conflict_retry.py": "test",
    "tests/bot/tables/test_racing.py": "test",
    "tests/storage/postgres": "test",
    # Processes that are started, killed and measured.
    "tests/bot/drawing/test_process.py": "test",
    "tests/bot/tables/test_thinkers.py": "test",
    "tests/rules/test_command_line.py": "test",
    "tests/rules/test_compiled.py": "test",
    "tests/rules/test_programs.py": "test",
    # Minutes of a whole bot: kills, a browser, several workers, broken disks, an installed wheel.
    "tests/faults": "all",
    "tests/packaging/test_declared.py": "all",
    "tests/packaging/test_installed.py": "all",
    "tests/page": "all",
    "tests/secrets": "all",
    "tests/simulation": "all",
    "tests/wire": "all",
    "tests/workers": "all",
    # One whole game of each kind on the wire, and the smoke test of the page.
    "tests/page/test_whole_game.py": "test",
    "tests/wire/test_computers.py": "test",
}
"""Path prefix of a folder or file, relative to the repository → tier."""
CHECK_LIMIT: Final = 1.0
"""Seconds of CPU time that a test may take in `--tier check`, including its fixtures and its child processes."""
STARTED: Final = pytest.StashKey[float]()
"""The process's CPU time in seconds when the test started."""


def tier_of_path(path: str) -> str:
    """Returns the tier of a test file, given its path relative to the repository with forward slashes."""
    rows = [row for row in FOLDERS if path == row or path.startswith((f"{row}/", f"{row}::"))]
    return FOLDERS[max(rows, key=len)] if rows else DEFAULT


def tier_of(item: pytest.Item) -> str:
    """Returns the tier of a test: its file's, or a later one if it is marked.

    Raises UsageError if the marker names no tier or one that is not later than the file's.
    """
    path = tier_of_path(item.nodeid)
    marker = item.get_closest_marker("tier")
    if marker is None:
        return path
    (marked,) = marker.args
    if marked not in TIERS or TIERS.index(marked) <= TIERS.index(path):
        raise pytest.UsageError(f"{item.nodeid}: tier({marked!r}) must be later than {path!r}, the tier of its file")
    return str(marked)


def selects(wanted: str, added: bool, tier: str) -> bool:
    """Returns whether `--tier wanted` (and `--added`) runs a test of the given tier."""
    return tier == wanted if added else TIERS.index(tier) <= TIERS.index(wanted)


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("tiers")
    group.addoption("--tier", choices=TIERS, help="run the tests of this tier and of all earlier ones")
    group.addoption("--added", action="store_true", help="with --tier: leave out the tests of earlier tiers")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "tier(name): run this test in a later tier than its file (tests/tiers.py)")


def pytest_collection_finish() -> None:
    """Excludes the collected tests from garbage collection, which would traverse them repeatedly."""
    gc.collect()
    gc.freeze()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skips files of later tiers without importing them; a marker never moves a test to an earlier tier."""
    wanted = config.getoption("tier")
    if wanted is None or collection_path.is_dir():
        return None
    tier = tier_of_path(collection_path.relative_to(config.rootpath).as_posix())
    return None if TIERS.index(tier) <= TIERS.index(wanted) else True


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    tiers = {item: tier_of(item) for item in items}
    wanted = config.getoption("tier")
    if wanted is None:
        return
    chosen = {tier for tier in TIERS if selects(wanted, config.getoption("added"), tier)}
    config.hook.pytest_deselected(items=[item for item in items if tiers[item] not in chosen])
    items[:] = [item for item in items if tiers[item] in chosen]


def cpu_seconds() -> float:
    """Returns the CPU time of this process and its finished children so far."""
    user, system, children_user, children_system, _elapsed = os.times()
    return user + system + children_user + children_system


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    item.stash[STARTED] = cpu_seconds()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Fails a test that exceeds the limit of CPU time, in `--tier check`.

    Other work on the machine does not change the CPU time of a test.
    """
    report = yield
    if item.config.getoption("tier") != "check" or call.when != "teardown" or not report.passed:
        return report
    seconds = cpu_seconds() - item.stash.get(STARTED, cpu_seconds())
    if seconds > CHECK_LIMIT:
        report.outcome = "failed"
        report.longrepr = (
            f"{item.nodeid} took {seconds:.2f} s of CPU time; `make check` allows {CHECK_LIMIT} s. "
            'Make it faster, or mark it with @pytest.mark.tier("test").'
        )
    return report
