"""Tests that the tiers of the make commands partition all tests, and that `check` is fast."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.slowest import table
from tests.tiers import DEFAULT, FOLDERS, TIERS, selects, tier_of_path

ROOT = Path(__file__).parents[1]
SUITE = {
    "tests/rules/test_rule.py": """
        import pytest
        def test_of_check(): pass
        @pytest.mark.tier("test")
        def test_of_test(): pass
        @pytest.mark.parametrize("kind", ["check", pytest.param("all", marks=pytest.mark.tier("all"))])
        def test_with_a_later_parameter(kind): pass
    """,
    "tests/test_in_no_row.py": "def test_of_test(): pass",
    "tests/faults/test_fault.py": "def test_of_all(): pass",
}
EXPECTED = {
    "check": {
        "tests/rules/test_rule.py::test_of_check",
        "tests/rules/test_rule.py::test_with_a_later_parameter[check]",
    },
    "test": {"tests/rules/test_rule.py::test_of_test", "tests/test_in_no_row.py::test_of_test"},
    "all": {"tests/faults/test_fault.py::test_of_all", "tests/rules/test_rule.py::test_with_a_later_parameter[all]"},
}


def write(root: Path, files: dict[str, str]) -> None:
    """Writes these files (path below `root` → text); removes the indentation of the first line from all lines."""
    for name, text in files.items():
        lines = text.strip("\n").splitlines()
        indent = len(lines[0]) - len(lines[0].lstrip())
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("\n".join(line[indent:] for line in lines) + "\n", encoding="utf-8")


def run(root: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Runs pytest with the plugin `tests.tiers` on the tests of a folder, and returns the finished process."""
    command = (sys.executable, "-m", "pytest", "-p", "tests.tiers", "-p", "no:cacheprovider", "--rootdir", str(root))
    return subprocess.run(
        [*command, *options, "."], cwd=root, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False
    )  # fmt: skip


def collected(root: Path, *options: str) -> set[str]:
    """Returns the ids of the tests that pytest selects with these options; fails if pytest fails."""
    done = run(root, "--collect-only", "-q", *options)
    assert done.returncode == 0, done.stdout + done.stderr
    return {line for line in done.stdout.splitlines() if "::" in line}


def test_every_row_of_the_table_names_a_path_and_changes_its_tier() -> None:
    for row, tier in FOLDERS.items():
        assert (ROOT / row).exists(), row
        assert tier_of_path(str(Path(row).parent)) != tier, f"{row}: its folder already has this tier"


@pytest.mark.parametrize("tier", TIERS)
def test_each_tier_is_added_by_exactly_one_command(tier: str) -> None:
    assert [wanted for wanted in TIERS if selects(wanted, True, tier)] == [tier]
    assert [wanted for wanted in TIERS if selects(wanted, False, tier)] == list(TIERS[TIERS.index(tier) :])


def test_a_file_that_no_row_names_is_in_the_tier_of_make_test() -> None:
    assert tier_of_path("tests/new_folder/test_new.py") == DEFAULT == "test"


def test_the_longest_matching_row_gives_the_tier() -> None:
    assert tier_of_path("tests/storage/test_games.py") == "check"
    assert tier_of_path("tests/storage/postgres/test_claims.py") == "test"
    assert tier_of_path("tests/storage_of_something_else/test_games.py") == DEFAULT


def test_the_tiers_partition_a_suite(tmp_path: Path) -> None:
    write(tmp_path, SUITE)
    added = {tier: collected(tmp_path, "--tier", tier, "--added") for tier in TIERS}
    assert added == EXPECTED
    assert collected(tmp_path, "--tier", "all") == collected(tmp_path) == set().union(*EXPECTED.values())
    assert collected(tmp_path, "--tier", "test") == EXPECTED["check"] | EXPECTED["test"]


def test_a_marker_that_moves_a_test_to_an_earlier_tier_is_an_error(tmp_path: Path) -> None:
    write(tmp_path, {"tests/test_it.py": 'import pytest\n@pytest.mark.tier("check")\ndef test_it(): pass'})
    done = run(tmp_path, "--collect-only")
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "tier('check') must be later than 'test'" in done.stderr


def test_check_fails_a_test_that_exceeds_the_limit(tmp_path: Path) -> None:
    busy = "import time\ndef test_busy():\n    while time.process_time() < 2: pass\ndef test_quick(): pass"
    write(tmp_path, {"tests/rules/test_it.py": busy})
    done = run(tmp_path, "--tier", "check")
    assert done.returncode == pytest.ExitCode.TESTS_FAILED
    assert "tests/rules/test_it.py::test_busy took" in done.stdout
    assert "2 passed, 1 error" in done.stdout
    assert run(tmp_path, "--tier", "test").returncode == pytest.ExitCode.OK


def test_the_table_of_slowest_tests_spans_several_runs(tmp_path: Path) -> None:
    case = '<testsuites><testsuite><testcase classname="tests.{}" name="test_it" time="{}"/></testsuite></testsuites>'
    for run_, seconds in (("added", 2.5), ("test", 40), ("compiled", 0.1)):
        (tmp_path / f"{run_}.xml").write_text(case.format(run_, seconds), encoding="utf-8")
    assert table(sorted(tmp_path.glob("*.xml")), shown=2) == [
        "3 tests, 43 s in total; the slowest 2:",
        "   40.00 s  tests.test::test_it (test)",
        "    2.50 s  tests.added::test_it (added)",
    ]
