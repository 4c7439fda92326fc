"""Tests the systemd unit file: it matches docs/operations.md, confines the bot, and still lets it work."""

from __future__ import annotations

import asyncio
import configparser
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bot.emulator import LocalDiscord
from bot.emulator.people import crowd
from bot.local.process import MUST_BE_MENDED
from tests.packaging import confined
from tests.packaging.installed import PATIENCE, ROOT, bare
from tests.packaging.test_declared import PROJECT

UNIT = ROOT / "deploy" / "krupier.service"
CONFINED = (sys.executable, "-m", "tests.packaging.confined")


def unit() -> configparser.ConfigParser:
    """Returns the parsed unit file without its system call filters; any other duplicate key is an error."""
    read = configparser.ConfigParser(interpolation=None)
    read.optionxform = str  # type: ignore[assignment,method-assign] # systemd's names have capitals
    lines = UNIT.read_text(encoding="utf-8").splitlines(keepends=True)
    read.read_string("".join(line for line in lines if not line.startswith("SystemCallFilter=")))
    return read


def test_no_matter_what_ends_it_unexpectedly_it_is_started_again_and_never_given_up() -> None:
    service = unit()["Service"]
    assert service["Restart"] == "on-failure"
    assert 1 <= int(service["RestartSec"]) <= 30
    assert unit()["Unit"]["StartLimitIntervalSec"] == "0"


def test_a_setting_that_must_be_mended_is_not_tried_forever() -> None:
    assert unit()["Service"]["RestartPreventExitStatus"] == str(MUST_BE_MENDED)


def test_it_runs_the_command_that_the_package_installs_where_it_may_write() -> None:
    service = unit()["Service"]
    assert Path(service["ExecStart"]).name in PROJECT["scripts"]
    assert service["WorkingDirectory"] == f"/var/lib/{service['StateDirectory']}"
    assert service["ProtectSystem"] == "strict", "nothing but its own folder can be written"
    assert (service["StateDirectoryMode"], service["UMask"]) == ("0700", "0077"), (
        "hands and seeds are nobody's business"
    )


def test_the_page_for_operators_names_what_the_unit_file_names() -> None:
    page = (ROOT / "docs/operations.md").read_text(encoding="utf-8")
    service = unit()["Service"]
    for fact in ("deploy/krupier.service", service["WorkingDirectory"], f"Restart={service['Restart']}"):
        assert fact in page, fact
    assert str(Path(service["ExecStart"]).parents[1]) in page


@pytest.mark.parametrize(
    "directive",
    [
        "CapabilityBoundingSet=", "AmbientCapabilities=", "SystemCallFilter=@system-service",
        "SystemCallFilter=~@privileged @resources", "SystemCallArchitectures=native", "RestrictNamespaces=yes",
        "ProtectKernelModules=yes", "ProtectKernelLogs=yes", "ProtectKernelTunables=yes", "ProtectClock=yes",
        "ProtectHostname=yes", "ProtectProc=invisible", "MemoryDenyWriteExecute=yes", "NoNewPrivileges=yes",
    ],
)  # fmt: skip
def test_the_unit_removes_everything_that_the_bot_does_not_need(directive: str) -> None:
    assert directive in UNIT.read_text(encoding="utf-8").splitlines()


def test_systemd_rates_the_units_exposure_at_most_three() -> None:
    rate = shutil.which("systemd-analyze")
    if rate is None:
        pytest.skip("systemd-analyze is not installed; the test above reads the directives")
    for unit in (UNIT, UNIT.with_name("krupier@.service")):
        done = subprocess.run(
            [rate, "security", "--offline=true", "--no-pager", str(unit)], capture_output=True, text=True, timeout=60,
            check=False,
        )  # fmt: skip
        rated = re.search(r"Overall exposure level for \S+: (\d+\.\d+)", done.stdout)
        assert rated is not None, done.stderr
        assert float(rated[1]) <= 3.0


WORK = """
import io
from bot.drawing.studio import Studio
from bot.processes.pool import begin, pool, ready
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from PIL import Image

if __name__ == "__main__":
    with pool(1, begin, 5) as others:
        others.submit(ready).result(60)
    Image.new("RGB", (8, 8)).resize((64, 64)).save(io.BytesIO(), "PNG")
    AESGCM(bytes(32)).encrypt(bytes(12), b"seed", b"")
    print("done")
"""


@pytest.mark.skipif(bool(confined.missing()), reason=f"not installed: {confined.missing()}")
def test_drawing_sealing_and_other_processes_work_under_the_units_restrictions(tmp_path: Path) -> None:
    script = tmp_path / "work.py"
    script.write_text(WORK, encoding="utf-8")
    done = subprocess.run(
        [*CONFINED, sys.executable, str(script)], cwd=ROOT, env={**bare(), "PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "done\n"), done.stderr


@pytest.mark.skipif(bool(confined.missing()), reason=f"not installed: {confined.missing()}")
def test_operations_that_the_unit_forbids_fail() -> None:
    tried = "import os\ntry:\n os.chroot('/')\nexcept PermissionError:\n print('refused')"
    done = subprocess.run(
        [*CONFINED, sys.executable, "-c", tried], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stdout == "refused\n", done.stderr


@pytest.mark.skipif(bool(confined.missing()), reason=f"not installed: {confined.missing()}")
async def test_the_bot_serves_under_the_units_restrictions(tmp_path: Path) -> None:
    world = crowd.with_people("Anna")
    async with LocalDiscord(world) as discord:
        settings = {
            "DISCORD_API_URL": discord.api_url, "DISCORD_GATEWAY_URL": discord.gateway_url,
            "DISCORD_TOKEN": discord.token, "KRUPIER_DATABASE": str(tmp_path / "games.sqlite3"),
        }  # fmt: skip
        process = await asyncio.create_subprocess_exec(
            *CONFINED,
            sys.executable,
            "-m",
            "bot",
            cwd=ROOT,
            env={**bare(), **settings},
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            await discord.bot_is_ready(PATIENCE)
            outcome = await crowd.person(world, "Anna").slash(world.channel("table-1"), "game new", game="mafia_city")
            assert outcome.message is not None
        finally:
            process.terminate()
            _, log = await process.communicate()
    assert process.returncode == 0, log.decode()
    assert b"Traceback" not in log


@pytest.mark.parametrize("name", ["krupier.service", "krupier@.service"])
def test_systemd_understands_every_word(tmp_path: Path, name: str) -> None:
    """systemd-analyze accepts the unit file, with the tests' interpreter in place of the command, which is not
    installed.
    """
    text = UNIT.with_name(name).read_text(encoding="utf-8")
    command = unit()["Service"]["ExecStart"]
    assert text.count(command) == 1
    copy = tmp_path / name.replace("@.", "@1.")
    copy.write_text(text.replace(command, sys.executable), encoding="utf-8")
    verify = shutil.which("systemd-analyze")
    if verify is None:
        return  # without systemd, the tests above have read the file
    done = subprocess.run([verify, "verify", str(copy)], capture_output=True, text=True, timeout=60, check=False)
    assert not [line for line in done.stderr.splitlines() if copy.name in line], done.stderr
