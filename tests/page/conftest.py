"""Fixtures for tests in a browser, which are skipped with a reason if there is no Chromium."""

from __future__ import annotations

import pytest

from tests.page.local_table import CHROMIUM

collect_ignore_glob: list[str] = []


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks tests that need a browser to be skipped, with a reason, if there is no Chromium."""
    if CHROMIUM is not None:
        return
    missing = pytest.mark.skip(reason="no Chromium on the PATH: install it (apt-get install chromium) to test the page")
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(missing)
