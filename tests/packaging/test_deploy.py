"""What operators are given beside the program: container, dashboard and alerts name what there is."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import yaml
from prometheus_client.metrics_core import METRIC_TYPES

from bot.monitoring import metrics
from bot.settings import Settings
from storage import errors
from storage.games import STATES
from tests.packaging.installed import HOUSE

DASHBOARD = HOUSE / "deploy" / "grafana-dashboard.json"
ALERTS = HOUSE / "deploy" / "alerts.yml"
OPERATIONS = HOUSE / "docs/operations.md"
CONTAINER = HOUSE / "Dockerfile"
OF_PROMETHEUS = {"up"}


def series() -> set[str]:
    """The names under which the figures can be asked for."""
    names = set(OF_PROMETHEUS)
    for family in metrics.REGISTRY.collect():
        assert family.type in METRIC_TYPES
        names |= {family.name, *(sample.name for sample in family.samples)}
        if family.type == "counter":
            names.add(f"{family.name}_total")
        if family.type == "histogram":
            names |= {f"{family.name}_{part}" for part in ("bucket", "sum", "count")}
    return names


def asked_for(expression: str) -> set[str]:
    """The series that an expression names."""
    bare = re.sub(r"\{[^}]*\}|\[[^\]]*\]|\((?:le|kind|logger|method, route|route, outcome)\)", "", expression)
    words = set(re.findall(r"[a-z_][a-z0-9_:]*", bare))
    return words - {"histogram_quantile", "max", "sum", "by", "rate", "increase", "e"}


def instructions() -> Iterator[tuple[str, str]]:
    """The Dockerfile's instructions with what follows each."""
    text = CONTAINER.read_text(encoding="utf-8").replace("\\\n", " ")
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            word, _, rest = line.partition(" ")
            yield word, " ".join(rest.split())


def test_every_series_of_the_dashboard_exists() -> None:
    board = json.loads(DASHBOARD.read_text(encoding="utf-8"))
    panels: list[dict[str, Any]] = board["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    asked = set[str]()
    for panel in panels:
        for target in panel["targets"]:
            asked |= asked_for(target["expr"])
    assert asked - series() == set()
    ours = {name for name in series() if name.startswith("krupier_") and name.endswith(("_total", "_bucket"))}
    assert {name for name in ours if name not in asked} == set()


def test_every_alert_asks_for_what_exists_and_is_explained() -> None:
    (group,) = yaml.safe_load(ALERTS.read_text(encoding="utf-8"))["groups"]
    said = OPERATIONS.read_text(encoding="utf-8")
    for rule in group["rules"]:
        assert asked_for(rule["expr"]) - series() == set(), rule["alert"]
        assert f"### {rule['alert']}" in said
        assert rule["annotations"]["summary"]
    explained = set(re.findall(r"^### (Krupier\w+)$", said, re.MULTILINE))
    assert explained == {rule["alert"] for rule in group["rules"]}


def labels_of(expression: str) -> Iterator[tuple[str, str, list[str]]]:
    """Each label that an expression speaks of: of which series, its name, and the values where they are words."""
    for series_, braced in re.findall(r"([a-z_]+)\{([^}]*)\}", expression):
        for name, values in re.findall(r'([a-z_]+)(?:=|!=|=~|!~)"([^"]*)"', braced):
            yield series_, name, [value for value in values.split("|") if re.fullmatch("[A-Za-z ]+", value)]


def expressions() -> list[str]:
    """Of all alerts and panels."""
    (group,) = yaml.safe_load(ALERTS.read_text(encoding="utf-8"))["groups"]
    board = json.loads(DASHBOARD.read_text(encoding="utf-8"))
    shown = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    return [rule["expr"] for rule in group["rules"]] + shown


KNOWN = {
    "kind": {name for name, value in vars(errors).items() if isinstance(value, type)}, "state": set(STATES),
}  # fmt: skip


def test_every_label_exists_and_whatever_it_is_to_be() -> None:
    names = {name for family in metrics.REGISTRY.collect() for sample in family.samples for name in sample.labels}
    names |= {name for figure in vars(metrics).values() for name in getattr(figure, "_labelnames", ())}
    found = [one for expression in expressions() for one in labels_of(expression)]
    assert {name for _, name, _ in found} >= {"kind", "state", "outcome"}
    for series_, name, values in found:
        if series_ not in OF_PROMETHEUS:
            assert name in names, (series_, name)
            assert set(values) <= KNOWN.get(name, set()), (series_, values)
    grouped = {name for one in expressions() for by in re.findall(r"by \(([^)]*)\)", one) for name in by.split(", ")}
    assert grouped - {"le"} <= names


def test_the_container_runs_unprivileged_on_what_is_locked() -> None:
    steps = list(instructions())
    last = max(at for at, (word, _) in enumerate(steps) if word == "FROM")
    final = steps[last:]
    assert ("USER", "krupier") in final
    assert ("VOLUME", "/var/lib/krupier") in final
    assert ("ENTRYPOINT", '["krupier"]') in final
    assert not any(word == "RUN" for word, _ in final[final.index(("USER", "krupier")) :])
    assert any("--require-hashes -r requirements.lock" in rest for word, rest in steps if word == "RUN")
    assert not any("DISCORD_TOKEN" in rest for _, rest in steps)


def test_the_container_copies_what_is_there_and_lets_in_nothing_else() -> None:
    wanted = [
        name
        for word, rest in instructions()
        if word == "COPY" and not rest.startswith("--from")
        for name in rest.split()[:-1]
    ]
    assert [name for name in wanted if not (HOUSE / name).exists()] == []
    let_in = [line[1:] for line in (HOUSE / ".dockerignore").read_text(encoding="utf-8").split() if line[0] == "!"]
    assert sorted(wanted) == sorted(let_in)
    assert ".env" not in let_in


def test_the_containers_settings_are_settings() -> None:
    known = {str(field.validation_alias) for field in Settings.model_fields.values()}
    (environment,) = [rest for word, rest in instructions() if word == "ENV"]
    names = {part.partition("=")[0] for part in environment.split()}
    assert names - known == {"PATH", "PYTHONDONTWRITEBYTECODE"}
