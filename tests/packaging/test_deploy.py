"""What operators are given beside the program: container, dashboard and alerts name what there is."""

from __future__ import annotations

import builtins
import json
import re
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

import aiohttp
import discord
import pytest
import yaml

import storage.errors
from bot.messages.breaker import FREELY
from bot.monitoring import metrics
from bot.settings import Settings
from bot.tables import refusals
from storage.errors import FOR_NOW, DatabaseDamaged
from storage.games import STATES
from tests.packaging.installed import HOUSE
from tests.packaging.promql import Matcher, kept, labels, matchers, named, values

DASHBOARD = HOUSE / "deploy" / "grafana-dashboard.json"
ALERTS = HOUSE / "deploy" / "alerts.yml"
OPERATIONS = HOUSE / "docs/operations.md"
CONTAINER = HOUSE / "Dockerfile"
STATUSES = {str(status.value) for status in HTTPStatus}
DRAWN = re.compile(r"\{\{(\w+)\}\}")


def alerts() -> list[dict[str, Any]]:
    """The rules of Prometheus's."""
    (group,) = yaml.safe_load(ALERTS.read_text(encoding="utf-8"))["groups"]
    rules: list[dict[str, Any]] = group["rules"]
    return rules


def panels() -> list[dict[str, Any]]:
    """The dashboard's."""
    found: list[dict[str, Any]] = json.loads(DASHBOARD.read_text(encoding="utf-8"))["panels"]
    return found


def expressions() -> list[str]:
    """Everything that alerts and dashboard ask for."""
    drawn = [target["expr"] for panel in panels() for target in panel["targets"]]
    return [*(rule["expr"] for rule in alerts()), *drawn]


def errors() -> set[str]:
    """The names of all errors that an interaction can end with: Python's, the store's, the table's, the network's."""
    return {
        name
        for room in (builtins, storage.errors, refusals, aiohttp, discord)
        for name, one in vars(room).items()
        if isinstance(one, type) and issubclass(one, Exception)
    }


def possible(matcher: Matcher) -> set[str]:
    """What the label can be."""
    match matcher.label:
        case "kind":
            return errors()
        case "state":
            return set(STATES)
        case "logger":
            return {*metrics.ROOMS, metrics.ELSEWHERE}
        case "outcome":
            return STATUSES
        case "job":
            (job,) = re.findall(r"- job_name: (\w+)", OPERATIONS.read_text(encoding="utf-8"))
            return {job}
    raise AssertionError(f"nobody has said what {matcher.label} can be")


def instructions() -> Iterator[tuple[str, str]]:
    """The Dockerfile's instructions with what follows each."""
    text = CONTAINER.read_text(encoding="utf-8").replace("\\\n", " ")
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            word, _, rest = line.partition(" ")
            yield word, " ".join(rest.split())


def test_every_series_of_the_dashboard_exists() -> None:
    assert len({panel["id"] for panel in panels()}) == len(panels())
    asked = {name for panel in panels() for target in panel["targets"] for name in named(target["expr"])}
    known = set(labels())
    assert asked - known == set()
    ours = {name for name in known if name.startswith("krupier_") and name.endswith(("_total", "_bucket"))}
    assert {name for name in ours if name not in asked} == set()


def test_every_alert_asks_for_what_exists_and_is_explained() -> None:
    said = OPERATIONS.read_text(encoding="utf-8")
    for rule in alerts():
        assert named(rule["expr"]) - set(labels()) == set(), rule["alert"]
        assert f"### {rule['alert']}" in said
        assert rule["annotations"]["summary"]
    explained = set(re.findall(r"^### (Krupier\w+)$", said, re.MULTILINE))
    assert explained == {rule["alert"] for rule in alerts()}


@pytest.mark.parametrize("expression", expressions())
def test_what_alerts_and_dashboard_choose_and_group_by_exists(expression: str) -> None:
    known = labels()
    for name in named(expression):
        assert kept(expression) <= known[name], name
    for matcher in matchers(expression):
        assert matcher.label in known[matcher.series], matcher
        assert any(map(matcher.takes, possible(matcher))), matcher
        if matcher.label in ("kind", "state", "logger", "job"):
            assert set(matcher.alternatives()) <= possible(matcher)


def test_a_panels_legend_names_labels_that_its_series_have() -> None:
    known = labels()
    for panel in panels():
        for target in panel["targets"]:
            shown = kept(target["expr"]) or {label for name in named(target["expr"]) for label in known[name]}
            assert set(DRAWN.findall(target["legendFormat"])) <= shown, panel["title"]


def test_an_alert_at_the_first_event_counts_from_nought() -> None:
    """Prometheus sees no increase where a series begins with one."""
    first = [rule["expr"] for rule in alerts() if "increase(" in rule["expr"] and rule["expr"].endswith("> 0")]
    assert len(first) == 2
    for expression in first:
        (name,) = named(expression)
        (label,) = labels()[name]
        wanted = {word for matcher in matchers(expression) for word in matcher.alternatives()}
        assert (wanted or {*metrics.ROOMS, metrics.ELSEWHERE}) <= values(name, label)


def test_an_alert_tells_when_refusals_have_made_the_bot_careful() -> None:
    (expression,) = [rule["expr"] for rule in alerts() if rule["alert"] == "KrupierRefusedRequests"]
    careful, _, plain = expression.partition(" or ")
    assert careful.endswith(f">= {FREELY}")
    (counted,), (others,) = matchers(careful), matchers(plain)
    assert set(filter(counted.takes, STATUSES)) == {"401", "403", "429"}
    assert set(filter(others.takes, STATUSES)) == {"400", "404"}


def test_every_trouble_of_the_database_that_passes_is_an_alert() -> None:
    (expression,) = [rule["expr"] for rule in alerts() if rule["alert"] == "KrupierDatabaseTrouble"]
    (matcher,) = matchers(expression)
    assert {one.__name__ for one in (*FOR_NOW, DatabaseDamaged)} == set(matcher.alternatives())


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
