"""Tests the files in deploy/ for several processes: they are readable and agree with the program and the documents."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.messages.requests import REQUEST_TIMEOUT
from storage.settings import NAMES
from tests.packaging.installed import ROOT, bare

DEPLOY = ROOT / "deploy"
SCALING = (ROOT / "docs/scaling.md").read_text(encoding="utf-8")
FILES = ("compose.yml", "kubernetes.yml", "krupier@.service")


PROXY = "ghcr.io/germanoeich/nirn-proxy:v1.3.3"


def read(name: str) -> Any:
    return yaml.safe_load((DEPLOY / name).read_text(encoding="utf-8"))


def cluster() -> dict[tuple[str, str], Any]:
    """Returns (kind, name) → object of deploy/kubernetes.yml."""
    found = yaml.safe_load_all((DEPLOY / "kubernetes.yml").read_text(encoding="utf-8"))
    return {(one["kind"], one["metadata"]["name"]): one for one in found}


def left_after_a_death(processes: int, said: dict[str, str]) -> int:
    """Returns how many shards no process can take after one of `processes` has died.

    `said`: the settings of the number of shards and of the maximum per process.
    """
    shards, most = int(said["KRUPIER_SHARDS"]), int(said["KRUPIER_SHARDS_PER_WORKER"])
    assert most < shards
    return max(shards - (processes - 1) * most, 0)


@pytest.mark.parametrize("name", FILES)
def test_the_documentation_leads_to_each(name: str) -> None:
    assert f"](../deploy/{name})" in SCALING


@pytest.mark.parametrize("name", FILES)
def test_the_files_contain_only_existing_settings(name: str) -> None:
    said = set(re.findall(r"\b(?:KRUPIER|DISCORD)_[A-Z_]+\b", (DEPLOY / name).read_text(encoding="utf-8")))
    assert said
    assert said <= set(NAMES)


def test_compose_brings_a_database_and_three_processes_that_share_it() -> None:
    services = read("compose.yml")["services"]
    bot, database = services["krupier"], services["postgres"]
    assert bot["deploy"]["replicas"] == 3
    assert left_after_a_death(3, bot["environment"]) == 0
    assert bot["depends_on"]["postgres"] == {"condition": "service_healthy"}
    assert bot["environment"]["KRUPIER_DATABASE"].startswith("postgresql://krupier:")
    assert bot["environment"]["KRUPIER_DATABASE"].endswith(f"@postgres/{database['environment']['POSTGRES_DB']}")
    assert (DEPLOY / bot["build"] / "Dockerfile").is_file()
    assert bot["read_only"] is True
    assert bot["restart"] == "on-failure"
    assert bot["entrypoint"][:2] == ["python", "-c"]
    assert set(read("compose.yml")["volumes"]) == {"postgres", "prometheus"}
    assert "ports" not in database, "nobody outside reaches hands and seeds"


@pytest.mark.parametrize(
    ("settings", "status", "said"),
    [
        ({}, 0, "DISCORD_TOKEN is not set"),
        ({"DISCORD_TOKEN": "x", "KRUPIER_LOG": "LOUD"}, 0, "KRUPIER_LOG: write DEBUG"),
        ({"DISCORD_TOKEN": "x", "DISCORD_API_URL": "http://127.0.0.1:9"}, 1, "Discord cannot be reached"),
    ],
)
def test_compose_starts_a_bot_again_only_if_that_can_help(
    tmp_path: Path, settings: dict[str, str], status: int, said: str
) -> None:
    """`restart: on-failure` ignores only exit code 0, so the entry point ends with 0 if a setting is wrong."""
    _, *words = read("compose.yml")["services"]["krupier"]["entrypoint"]
    done = subprocess.run(
        [sys.executable, *words], cwd=tmp_path, env={**bare(), "PYTHONPATH": str(ROOT), **settings},
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == status, done.stderr
    assert said in done.stderr


def test_compose_sends_every_request_of_all_processes_through_one_proxy() -> None:
    services = read("compose.yml")["services"]
    proxy, address = services["proxy"], services["krupier"]["environment"]["DISCORD_API_URL"]
    assert proxy["image"] == PROXY
    assert address == f"http://proxy:{proxy['environment']['PORT']}/api/v10"
    assert services["krupier"]["depends_on"]["proxy"] == {"condition": "service_started"}
    assert "deploy" not in proxy, "one of it shares the limits out"
    assert "ports" not in proxy, "nobody outside uses the token's limits"
    assert int(proxy["environment"]["REQUEST_TIMEOUT"]) < 1000 * REQUEST_TIMEOUT


def test_compose_offers_a_prometheus_that_scrapes_every_process_and_has_the_alerts() -> None:
    service, told = read("compose.yml")["services"]["prometheus"], read("prometheus.yml")
    mounted = dict(volume.split(":")[:2] for volume in service["volumes"])
    assert service["profiles"] == ["monitoring"], "it starts only if it is asked for"
    assert service["ports"] == ["127.0.0.1:9090:9090"], "nobody outside reaches it"
    assert mounted["./prometheus.yml"] == "/etc/prometheus/prometheus.yml"
    assert [mounted["./alerts.yml"]] == told["rule_files"]
    (job,) = told["scrape_configs"]
    assert job["job_name"] == "krupier"
    assert job["dns_sd_configs"] == [{"names": ["krupier"], "type": "A", "port": 9464}]
    assert "KRUPIER_METRICS=0.0.0.0:9464" in (ROOT / "Dockerfile").read_text(encoding="utf-8")


def test_kubernetes_sends_every_request_of_all_processes_through_one_proxy() -> None:
    (container,) = cluster()["Deployment", "nirn-proxy"]["spec"]["template"]["spec"]["containers"]
    (bot,) = cluster()["Deployment", "krupier"]["spec"]["template"]["spec"]["containers"]
    (way,) = cluster()["Service", "nirn-proxy"]["spec"]["ports"]
    own = {one["name"]: one["value"] for one in container["env"]}
    assert cluster()["Deployment", "nirn-proxy"]["spec"]["replicas"] == 1
    assert container["image"] == PROXY
    assert {one["name"]: one["containerPort"] for one in container["ports"]}["rest"] == int(own["PORT"]) == way["port"]
    address = {one["name"]: one["value"] for one in bot["env"]}["DISCORD_API_URL"]
    assert address == f"http://nirn-proxy:{way['port']}/api/v10"
    assert int(own["REQUEST_TIMEOUT"]) < 1000 * REQUEST_TIMEOUT


def test_kubernetes_lets_only_the_bots_pods_reach_the_proxy() -> None:
    policy = cluster()["NetworkPolicy", "nirn-proxy"]["spec"]
    bot = cluster()["Deployment", "krupier"]["spec"]["template"]["metadata"]["labels"]
    proxy = cluster()["Deployment", "nirn-proxy"]["spec"]["template"]["metadata"]["labels"]
    assert policy["podSelector"] == {"matchLabels": proxy}
    assert policy["policyTypes"] == ["Ingress"]
    (way,) = policy["ingress"]
    assert way == {"from": [{"podSelector": {"matchLabels": bot}}], "ports": [{"port": "rest"}]}


def test_kubernetes_lets_only_prometheus_reach_the_bots_pods() -> None:
    policy = cluster()["NetworkPolicy", "krupier"]["spec"]
    assert policy["podSelector"] == {
        "matchLabels": cluster()["Deployment", "krupier"]["spec"]["template"]["metadata"]["labels"]
    }
    assert policy["policyTypes"] == ["Ingress"]
    (way,) = policy["ingress"]
    assert way["ports"] == [{"port": "metrics"}]
    assert way["from"] == [
        {"namespaceSelector": {}, "podSelector": {"matchLabels": {"app.kubernetes.io/name": "prometheus"}}}
    ]


def test_user_and_group_are_the_images() -> None:
    numbers = {"runAsNonRoot": True, "runAsUser": 10001, "runAsGroup": 10001}
    for name in ("krupier", "nirn-proxy"):
        security = cluster()["Deployment", name]["spec"]["template"]["spec"]["securityContext"]
        assert numbers.items() <= security.items(), name
    assert cluster()["Deployment", "krupier"]["spec"]["template"]["spec"]["securityContext"]["fsGroup"] == 10001


def test_no_secret_is_in_a_file() -> None:
    assert read("compose.yml")["services"]["postgres"]["environment"]["POSTGRES_PASSWORD"].startswith("${")
    (container,) = cluster()["Deployment", "krupier"]["spec"]["template"]["spec"]["containers"]
    assert container["envFrom"] == [{"secretRef": {"name": "krupier"}}]
    assert not {one["name"] for one in container["env"]} & {"DISCORD_TOKEN", "KRUPIER_DATABASE"}


def test_kubernetes_runs_three_unprivileged_processes_and_never_kills_one_that_waits() -> None:
    spec = cluster()["Deployment", "krupier"]["spec"]
    pod = spec["template"]["spec"]
    (container,) = pod["containers"]
    assert spec["replicas"] == 3
    assert left_after_a_death(3, {one["name"]: one["value"] for one in container["env"]}) == 0
    assert spec["strategy"] == {"type": "Recreate"}
    assert spec["selector"]["matchLabels"] == spec["template"]["metadata"]["labels"]
    assert pod["securityContext"]["runAsNonRoot"] is True
    assert container["livenessProbe"]["httpGet"]["path"] == "/healthz"
    assert "readinessProbe" not in container
    assert {one["name"] for one in container["volumeMounts"]} == {one["name"] for one in pod["volumes"]}


def test_the_template_unit_is_the_unit_for_many(tmp_path: Path) -> None:
    one = (DEPLOY / "krupier.service").read_text(encoding="utf-8").splitlines()
    many = (DEPLOY / "krupier@.service").read_text(encoding="utf-8").splitlines()
    told = [line for line in many if not line.startswith(("#", "Description="))]
    assert told == [line for line in one if not line.startswith(("#", "Description="))]
    verify = shutil.which("systemd-analyze")
    if verify is None:
        return  # without systemd, the lines above have read the file
    copy = tmp_path / "krupier@.service"
    copy.write_text("\n".join(many).replace("/opt/krupier/bin/krupier", sys.executable), encoding="utf-8")
    done = subprocess.run([verify, "verify", str(copy)], capture_output=True, text=True, timeout=60, check=False)
    assert not [line for line in done.stderr.splitlines() if "krupier@" in line], done.stderr
