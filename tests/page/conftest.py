"""Browser tests need a Chromium; where there is none they say so and are left out."""

from __future__ import annotations

import pytest

from tests.page.house import CHROMIUM

collect_ignore_glob: list[str] = []


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what needs a browser, with a clear word."""
    if CHROMIUM is not None:
        return
    missing = pytest.mark.skip(reason="no Chromium on the PATH: install it (apt-get install chromium) to test the page")
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(missing)
