"""Tests with promtool that the scrape configurations of docs/operations.md find every process and nothing else.

Debian's promtool cannot ask Kubernetes: the pods' metadata is given to it as Kubernetes' discovery would. Without
promtool (Debian's package `prometheus`), these tests are skipped with a reason.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from tests.packaging.test_deploy import OPERATIONS
from tests.packaging.test_several import cluster

PROMTOOL: Final = shutil.which("promtool") or ""
pytestmark = pytest.mark.skipif(not PROMTOOL, reason="no promtool (apt-get install prometheus): discovery not checked")
PATIENCE: Final = 120
BLOCK: Final = re.compile(r"(?:^    .*\n)+", re.MULTILINE)
"""An indented block of a document."""


def written(kind: str) -> dict[str, Any]:
    """Returns the scrape configuration of docs/operations.md that contains this kind of discovery."""
    blocks = BLOCK.findall(OPERATIONS.read_text(encoding="utf-8"))
    (text,) = [block for block in blocks if "scrape_configs" in block and kind in block]
    read: dict[str, Any] = yaml.safe_load(text)
    return read


def discovered() -> Iterator[dict[str, Any]]:
    """Yields each port of each pod of deploy/kubernetes.yml as Prometheus's discovery describes it."""
    for (kind, name), one in cluster().items():
        if kind != "Deployment":
            continue
        template = one["spec"]["template"]
        for number in range(one["spec"]["replicas"]):
            for port in template["spec"]["containers"][0]["ports"]:
                meta = {"name": f"{name}-{number}", "container_port_name": port["name"]}
                meta |= {f"label_{label}": value for label, value in template["metadata"]["labels"].items()}
                yield {
                    "targets": [f"{name}-{number}:{port['containerPort']}"],
                    "labels": {f"__meta_kubernetes_pod_{key}": value for key, value in meta.items()},
                }


def kept(configuration: dict[str, Any], folder: Path) -> list[dict[str, str]]:
    """Returns the labels of the targets that Prometheus scrapes for the job `krupier`."""
    file = folder / "prometheus.yml"
    file.write_text(yaml.safe_dump(configuration), encoding="utf-8")
    done = subprocess.run(
        (PROMTOOL, "check", "service-discovery", "--timeout=1s", str(file), "krupier"),
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return [target["labels"] for target in json.loads(done.stdout) if target.get("labels")]


def test_prometheus_scrapes_every_pod_of_the_bot_and_no_other(tmp_path: Path) -> None:
    configuration = written("kubernetes_sd_configs")
    (job,) = configuration["scrape_configs"]
    assert job.pop("kubernetes_sd_configs") == [{"role": "pod"}]
    job["static_configs"] = list(discovered())
    assert {target["pod"]: target["__address__"] for target in kept(configuration, tmp_path)} == {
        f"krupier-{number}": f"krupier-{number}:9464" for number in range(3)
    }


def test_prometheus_scrapes_the_process_on_its_own_machine(tmp_path: Path) -> None:
    (target,) = kept(written("static_configs"), tmp_path)
    assert target["__address__"] == "127.0.0.1:9464"
    assert target["job"] == "krupier"
