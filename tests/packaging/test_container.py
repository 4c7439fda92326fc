"""Tests the container image: only its volume is writable, it has no privileges, and the rules are compiled.

Needs Docker.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator

import pytest

from tests.packaging.installed import ROOT

IMAGE, BASE = "krupier:tested", "python:3.13-slim"
LONGEST = 1200
READ_ONLY = ("--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL", "--security-opt", "no-new-privileges")


def docker(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(("docker", *words), capture_output=True, text=True, timeout=LONGEST, check=False)


def missing() -> str:
    """Downloads the base image; returns the reason why no container can be built on this machine, empty if one can."""
    try:
        asked = [docker("info"), docker("pull", "--quiet", BASE)]
    except OSError as error:
        return str(error)
    return " ".join(one.stderr.strip() for one in asked if one.returncode)


@pytest.fixture(scope="module")
def image() -> Iterator[str]:
    if why := missing():
        pytest.skip(f"no container can be built here: {why}")
    built = docker("build", "--tag", IMAGE, str(ROOT))
    assert built.returncode == 0, built.stderr[-4000:]
    yield IMAGE
    docker("image", "rm", "--force", IMAGE)


def inside(image: str, entry: str, *words: str) -> str:
    """Runs a program in a read-only container of the image; returns its output, and fails if the program does."""
    ran = docker("run", "--rm", *READ_ONLY, "--entrypoint", entry, image, *words)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_no_one_in_it_has_privileges(image: str) -> None:
    assert inside(image, "id", "-u").strip() == "10001"
    assert inside(image, "id", "-g").strip() == "10001"
    assert inside(image, "stat", "-c", "%u:%g %a", "/var/lib/krupier").strip() == "10001:10001 700"


def test_it_runs_the_compiled_rules_read_only(image: str) -> None:
    assert inside(image, "krupier-rules", "about").startswith("rules: compiled")


def test_its_database_is_in_the_volume_and_nothing_else_can_be_written(image: str) -> None:
    inside(image, "touch", "/var/lib/krupier/written")
    tried = docker("run", "--rm", *READ_ONLY, "--entrypoint", "touch", image, "/opt/krupier/x")
    assert tried.returncode != 0
