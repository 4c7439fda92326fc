"""The unit file by which systemd keeps Krupier running says what README promises, in words that systemd knows."""

from __future__ import annotations

import configparser
import shutil
import subprocess
import sys
from pathlib import Path

from bot.local.process import MUST_BE_MENDED
from tests.packaging.installed import HOUSE
from tests.packaging.test_declared import PROJECT

UNIT = HOUSE / "deploy" / "krupier.service"


def unit() -> configparser.ConfigParser:
    """The unit file; a key that stands there twice is an error."""
    read = configparser.ConfigParser(interpolation=None)
    read.optionxform = str  # type: ignore[assignment,method-assign] # systemd's names have capitals
    read.read_string(UNIT.read_text(encoding="utf-8"))
    return read


def test_whatever_ends_it_unexpectedly_it_is_started_again_and_never_given_up() -> None:
    service = unit()["Service"]
    assert service["Restart"] == "on-failure"
    assert 1 <= int(service["RestartSec"]) <= 30
    assert unit()["Unit"]["StartLimitIntervalSec"] == "0"


def test_a_setting_that_must_be_mended_is_not_tried_for_ever() -> None:
    assert unit()["Service"]["RestartPreventExitStatus"] == str(MUST_BE_MENDED)


def test_it_runs_the_command_that_the_package_installs_where_it_may_write() -> None:
    service = unit()["Service"]
    assert Path(service["ExecStart"]).name in PROJECT["scripts"]
    assert service["WorkingDirectory"] == f"/var/lib/{service['StateDirectory']}"
    assert service["ProtectSystem"] == "strict", "nothing but its own folder can be written"
    assert (service["StateDirectoryMode"], service["UMask"]) == ("0700", "0077"), (
        "hands and seeds are nobody's business"
    )


def test_the_readme_names_what_the_unit_file_names() -> None:
    readme = (HOUSE / "README.md").read_text(encoding="utf-8")
    service = unit()["Service"]
    for fact in ("deploy/krupier.service", service["WorkingDirectory"], f"Restart={service['Restart']}"):
        assert fact in readme, fact
    assert str(Path(service["ExecStart"]).parents[1]) in readme


def test_systemd_understands_every_word(tmp_path: Path) -> None:
    """The command itself is nowhere installed here, so the interpreter of the tests stands in for it."""
    text = UNIT.read_text(encoding="utf-8")
    command = unit()["Service"]["ExecStart"]
    assert text.count(command) == 1
    copy = tmp_path / UNIT.name
    copy.write_text(text.replace(command, sys.executable), encoding="utf-8")
    verify = shutil.which("systemd-analyze")
    if verify is None:
        return  # where there is no systemd, the tests above have read the file
    done = subprocess.run([verify, "verify", str(copy)], capture_output=True, text=True, timeout=60, check=False)
    assert not [line for line in done.stderr.splitlines() if UNIT.name in line], done.stderr
