"""Reads the alerts and the dashboard in `deploy`, and the metric series that the bot exports."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import Any

import yaml
from prometheus_client.metrics import MetricWrapperBase
from prometheus_client.parser import text_string_to_metric_families

from bot.monitoring import metrics
from tests.packaging.installed import ROOT

DASHBOARD = ROOT / "deploy" / "grafana-dashboard.json"
ALERTS = ROOT / "deploy" / "alerts.yml"
OF_PROMETHEUS = {"up": frozenset({"job"})}
AT_FIRST = "from bot.monitoring import metrics; print(metrics.text({}).decode())"
SERIES = re.compile(r"\b(?:krupier|process|python)_\w+|\bup\b")
GROUPED = re.compile(r"\bby \(([^)]*)\)")


def alerts() -> list[dict[str, Any]]:
    """Returns the alert rules for Prometheus in deploy/alerts.yml."""
    (group,) = yaml.safe_load(ALERTS.read_text(encoding="utf-8"))["groups"]
    rules: list[dict[str, Any]] = group["rules"]
    return rules


def panels() -> list[dict[str, Any]]:
    """Returns the panels of the Grafana dashboard in `deploy`."""
    found: list[dict[str, Any]] = json.loads(DASHBOARD.read_text(encoding="utf-8"))["panels"]
    return found


def expressions() -> list[str]:
    """Returns all PromQL expressions of the alerts and the dashboard."""
    drawn = [target["expr"] for panel in panels() for target in panel["targets"]]
    return [*(rule["expr"] for rule in alerts()), *drawn]


def named(expression: str) -> set[str]:
    """Returns the names of the metric series in a PromQL expression."""
    return set(SERIES.findall(expression))


def grouped_by(expression: str) -> set[str]:
    """Returns the labels by which a PromQL expression groups."""
    return {label.strip() for inside in GROUPED.findall(expression) for label in inside.split(",")}


def labels() -> dict[str, frozenset[str]]:
    """Returns name of a metric series → its labels, for every series that can be queried."""
    found = dict(OF_PROMETHEUS)
    ours = {one._name: one for one in vars(metrics).values() if isinstance(one, MetricWrapperBase)}
    for family in metrics.REGISTRY.collect():
        figure = ours.get(family.name)
        bare = frozenset(() if figure is None else figure._labelnames)
        found |= dict.fromkeys((family.name, *(one.name for one in family.samples)), bare)
        if family.type == "counter":
            found[f"{family.name}_total"] = bare
        if family.type == "histogram":
            found |= {f"{family.name}_bucket": bare | {"le"}, f"{family.name}_sum": bare, f"{family.name}_count": bare}
    return found


def initial_values(series: str, label: str) -> set[str]:
    """Returns the values of a label of a series in a new process, in which nothing has happened yet."""
    text = subprocess.run(
        [sys.executable, "-c", AT_FIRST], capture_output=True, text=True, check=True, cwd=ROOT
    ).stdout  # fmt: skip
    samples = (one for family in text_string_to_metric_families(text) for one in family.samples)
    return {one.labels[label] for one in samples if one.name == series}
