from __future__ import annotations

import json

from tests.audit import main

FINE = {"name": "yarl", "version": "1.2", "vulns": []}
BAD = {"name": "aiohttp", "version": "3.9", "vulns": [{"id": "PYSEC-1", "fix_versions": ["3.10"]}]}
UNKNOWN = {"name": "segno", "skip_reason": "not found"}


def audit(*packages: object) -> tuple[int, list[str]]:
    said: list[str] = []
    return main(lambda: json.dumps({"dependencies": packages}), said.append), said


def test_an_advisory_fails_and_says_what_mends_it() -> None:
    assert audit(FINE, BAD) == (
        1,
        ["aiohttp 3.9: PYSEC-1, mended in 3.10", "dependencies: 2 audited, 1 advisories"],
    )


def test_none_passes_and_what_no_one_knows_is_counted() -> None:
    assert audit(FINE, UNKNOWN) == (0, ["dependencies: 1 audited, 1 not in the list, 0 advisories"])


def test_without_the_list_it_says_so_and_fails_no_one() -> None:
    said: list[str] = []
    assert main(lambda: "Traceback", said.append) == 0
    assert "NOT audited" in said[0]
    assert audit(UNKNOWN)[0] == 0
    assert "NOT audited" in audit(UNKNOWN)[1][0]
