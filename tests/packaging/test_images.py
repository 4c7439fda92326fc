"""Tests the Dockerfile and the files for Compose and Kubernetes: how containers are confined, limited and probed.

Checks by other programs are skipped if these are not installed (CONTRIBUTING.md, "Test tiers").
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from tests.packaging.installed import ROOT
from tests.packaging.test_deploy import CONTAINER, instructions
from tests.packaging.test_several import DEPLOY, cluster, read

BUILD: Final = DEPLOY / "build-image"
OWN: Final = "krupier:latest"
"""The image that the operator builds; every other image has a version."""
REQUIRED: Final = {"DISCORD_TOKEN": "x", "POSTGRES_PASSWORD": "x"}
PROGRAMS: Final = os.pathsep.join([str(ROOT / ".venv-deploy/bin"), os.environ.get("PATH", os.defpath)])
"""The folders that may contain the checkers; the first is the environment that `make .venv-deploy/.ready` creates."""


def pods() -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yields (pod, container) for each container of the deployments for Kubernetes."""
    for (kind, _), found in cluster().items():
        if kind == "Deployment":
            pod = found["spec"]["template"]["spec"]
            yield from ((pod, container) for container in pod["containers"])


def confined() -> dict[str, Any]:
    """Returns name → service of the Compose file, without the database, which needs a writable root."""
    return {name: one for name, one in read("compose.yml")["services"].items() if name != "postgres"}


def images() -> set[str]:
    named = {one["image"] for one in read("compose.yml")["services"].values() if "image" in one}
    return named | {container["image"] for _, container in pods()}


def ran(*words: str) -> subprocess.CompletedProcess[str]:
    """Runs a program and returns the result; skips the test if the program is not installed."""
    program = shutil.which(words[0], path=PROGRAMS)
    if program is None:
        pytest.skip(f"{words[0]} is not installed (CONTRIBUTING.md says how)")
    return subprocess.run(
        (program, *words[1:]),
        cwd=ROOT,
        env={**os.environ, **REQUIRED},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def compose(file: Path) -> subprocess.CompletedProcess[str]:
    """Lets Docker Compose check a file; skips the test if it is installed neither as a plugin nor as a program."""
    plugin = shutil.which("docker") is not None and ran("docker", "compose", "version").returncode == 0
    words = ("docker", "compose") if plugin else ("docker-compose",)
    return ran(*words, "--file", str(file), "config", "--quiet")


# What is checked everywhere


def test_images_have_a_version_or_are_built_here() -> None:
    assert OWN in images()
    for image in images() - {OWN}:
        assert re.fullmatch(r"[\w./-]+:v?\d[\w.-]*", image), image


def test_all_stages_of_the_image_have_the_same_base_with_a_version() -> None:
    steps = list(instructions())
    assert steps[0][0] == "ARG"
    name, _, base = steps[0][1].partition("=")
    assert re.fullmatch(r"python:3\.\d+-slim", base)
    bases = [rest.split(" ")[0] for word, rest in steps if word == "FROM"]
    assert bases == [f"${{{name}}}", "downloads", f"${{{name}}}"]


def test_only_the_first_stage_of_the_image_downloads_packages() -> None:
    stages: list[list[str]] = []
    for word, rest in instructions():
        if word == "FROM":
            stages.append([])
        elif word == "RUN":
            stages[-1].append(rest)
    assert any("requirements.lock" in rest for rest in stages[0])
    for rest in stages[1] + stages[2]:
        assert "apt-get" not in rest
        assert all("--no-deps" in each for each in rest.split("&&") if re.search(r"\bpip (install|wheel)", each))


def test_the_image_downloads_nothing_but_locked_packages() -> None:
    for word, rest in instructions():
        assert word != "ADD"
        assert not re.search(r"\b(curl|wget|git)\b", rest)
        for command in rest.split("&&") if word == "RUN" else ():
            if "pip install" in command:
                assert "--require-hashes" in command or "--no-deps" in command
            if "apt-get install" in command:
                assert "--no-install-recommends" in command
                assert "rm -rf /var/lib/apt/lists/*" in rest


def test_the_image_has_a_health_check_and_ends_on_sigterm() -> None:
    last = dict(instructions())
    assert "/healthz" in last["HEALTHCHECK"]
    assert last["STOPSIGNAL"] == "SIGTERM"
    assert last["USER"] not in {"root", "0"}


def test_compose_confines_and_limits_every_container_but_the_database() -> None:
    assert {"krupier", "proxy"} <= confined().keys()
    for name, one in confined().items():
        assert one["read_only"] is True, name
        assert one["cap_drop"] == ["ALL"], name
        assert one["security_opt"] == ["no-new-privileges:true"], name
        assert one["mem_limit"], name
        assert "privileged" not in one, name
        assert "docker.sock" not in str(one.get("volumes")), name


def test_kubernetes_confines_every_container() -> None:
    assert len(list(pods())) == 2
    for pod, container in pods():
        user, own = pod["securityContext"], container["securityContext"]
        assert user["runAsNonRoot"] is True
        assert (user["runAsUser"], user["runAsGroup"]) == (10001, 10001)
        assert user["seccompProfile"] == {"type": "RuntimeDefault"}
        assert pod["automountServiceAccountToken"] is False
        assert own["readOnlyRootFilesystem"] is True
        assert own["allowPrivilegeEscalation"] is False
        assert own["capabilities"] == {"drop": ["ALL"]}
        assert not {"hostNetwork", "hostPID", "hostIPC"} & pod.keys()


def test_kubernetes_probes_and_limits_every_container() -> None:
    for _, container in pods():
        probes = [container[name] for name in ("livenessProbe", "readinessProbe") if name in container]
        ports = {one["name"] for one in container["ports"]}
        assert probes
        assert all(probe["httpGet"]["port"] in ports for probe in probes)
        assert container["resources"]["requests"].keys() == {"cpu", "memory"}
        assert "memory" in container["resources"]["limits"]


def test_the_script_for_machines_without_a_registry_tries_what_the_page_says() -> None:
    script, page = BUILD.read_text(encoding="utf-8"), (ROOT / "docs/operations.md").read_text(encoding="utf-8")
    assert os.access(BUILD, os.X_OK)
    assert "deploy/build-image" in page
    for option in ("--read-only", "--tmpfs /tmp", "--cap-drop ALL", "--security-opt no-new-privileges"):
        assert option in script
        assert option.split(" ")[0] in page
    for tried in ("/healthz", "/readyz", "krupier tables", "podman stop"):
        assert tried in script


# Checks by other programs


@pytest.mark.parametrize("script", [BUILD, ROOT / ".ci/run"], ids=lambda path: path.name)
def test_bash_and_shellcheck_accept_the_script(script: Path) -> None:
    assert ran("bash", "-n", str(script)).returncode == 0
    done = ran("shellcheck", str(script))
    assert done.returncode == 0, done.stdout


def test_hadolint_finds_no_fault_in_the_dockerfile() -> None:
    # DL3008: Debian removes old versions of packages, so a pinned one soon cannot be installed.
    done = ran("hadolint", "--ignore", "DL3008", str(CONTAINER))
    assert done.returncode == 0, done.stdout


def test_docker_compose_accepts_its_file() -> None:
    done = compose(DEPLOY / "compose.yml")
    assert done.returncode == 0, done.stderr


def test_docker_compose_refuses_a_word_that_it_does_not_know(tmp_path: Path) -> None:
    text = (DEPLOY / "compose.yml").read_text(encoding="utf-8")
    wrong = tmp_path / "compose.yml"
    wrong.write_text(text.replace("read_only: true", "readonly: true"), encoding="utf-8")
    done = compose(wrong)
    assert done.returncode != 0
    assert "readonly" in done.stderr


def test_every_object_fits_kubernetes_schemas() -> None:
    done = ran("kubernetes-validate", "--strict", str(DEPLOY / "kubernetes.yml"))
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr.count(" passed ") + done.stdout.count(" passed ") == len(cluster())


def test_kubernetes_schemas_refuse_a_word_that_they_do_not_know(tmp_path: Path) -> None:
    text = (DEPLOY / "kubernetes.yml").read_text(encoding="utf-8")
    wrong = tmp_path / "kubernetes.yml"
    wrong.write_text(text.replace("readOnlyRootFilesystem", "readOnlyRoot"), encoding="utf-8")
    done = ran("kubernetes-validate", "--strict", str(wrong))
    assert done.returncode != 0
    assert "readOnlyRoot" in done.stdout + done.stderr
