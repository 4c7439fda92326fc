"""Tests that container, dashboard and alerts name only existing metrics, labels and settings.

tests/packaging/test_alerts.py checks with promtool when the alerts fire.
"""

from __future__ import annotations

import builtins
import re
from collections.abc import Iterator

import aiohttp
import discord
import pytest

import storage.errors
from bot.messages.breaker import FREELY
from bot.monitoring import metrics
from bot.tables import refusals
from storage.errors import TRANSIENT_ERRORS, DatabaseDamaged
from storage.games import STATES
from storage.settings import NAMES
from tests.packaging.deployed import alerts, expressions, grouped_by, initial_values, labels, named, panels
from tests.packaging.installed import ROOT

OPERATIONS = ROOT / "docs/operations.md"
CONTAINER = ROOT / "Dockerfile"
LEGEND = re.compile(r"\{\{(\w+)\}\}")
CHOSEN = re.compile(r"(\w+)=~?\"([^\"]*)\"")
"""A label and the values that an expression selects, separated by |."""
OF_EACH_TARGET = {"job", "instance"}
"""The labels that Prometheus adds to every series that it fetches."""


def errors() -> set[str]:
    """Returns the names of all exceptions in the modules whose exceptions can end an interaction."""
    return {
        name
        for room in (builtins, storage.errors, refusals, aiohttp, discord)
        for name, one in vars(room).items()
        if isinstance(one, type) and issubclass(one, Exception)
    }


def possible(label: str) -> set[str]:
    """Returns the values that a label can have; fails for a label that it does not know."""
    match label:
        case "kind":
            return errors()
        case "state":
            return set(STATES)
        case "logger":
            return {*metrics.PACKAGES, metrics.ELSEWHERE}
        case "job":
            return set(re.findall(r"- job_name: (\w+)", OPERATIONS.read_text(encoding="utf-8")))
    raise AssertionError(f"the values of {label} are not known here")


def instructions() -> Iterator[tuple[str, str]]:
    """Yields the Dockerfile's instructions with their arguments."""
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
def test_labels_in_alerts_and_dashboard_exist(expression: str) -> None:
    known = labels()
    series = named(expression)
    assert series
    for name in series:
        assert grouped_by(expression) <= known[name] | OF_EACH_TARGET, name
    for label, values in CHOSEN.findall(expression):
        assert all(label in known[name] for name in series), label
        if label != "outcome":  # a pattern of statuses: tests/packaging/test_alerts.py
            assert set(values.split("|")) <= possible(label)


def test_a_panels_legend_names_labels_that_its_series_have() -> None:
    known = labels()
    for panel in panels():
        for target in panel["targets"]:
            series = named(target["expr"])
            shown = grouped_by(target["expr"]) or {label for name in series for label in known[name]}
            assert set(LEGEND.findall(target["legendFormat"])) <= shown, panel["title"]


def test_an_alert_at_the_first_event_counts_from_zero() -> None:
    """The series of an alert at the first event start at zero; in one that began with one, Prometheus would see no
    increase.
    """
    first = [rule["expr"] for rule in alerts() if "increase(" in rule["expr"] and rule["expr"].endswith("> 0")]
    assert len(first) == 2
    for expression in first:
        (name,) = named(expression)
        (label,) = labels()[name]
        chosen = {value for _, values in CHOSEN.findall(expression) for value in values.split("|")}
        assert (chosen or {*metrics.PACKAGES, metrics.ELSEWHERE}) <= initial_values(name, label)


def test_an_alert_reports_that_refusals_have_made_the_bot_careful() -> None:
    (expression,) = [rule["expr"] for rule in alerts() if rule["alert"] == "KrupierRefusedRequests"]
    careful, _, _ = expression.partition(" or ")
    assert careful.endswith(f">= {FREELY}")


def test_every_passing_trouble_of_the_database_is_an_alert() -> None:
    (expression,) = [rule["expr"] for rule in alerts() if rule["alert"] == "KrupierDatabaseTrouble"]
    ((label, kinds),) = CHOSEN.findall(expression)
    assert label == "kind"
    assert {one.__name__ for one in (*TRANSIENT_ERRORS, DatabaseDamaged)} == set(kinds.split("|"))


def test_the_container_runs_unprivileged_on_what_is_locked() -> None:
    steps = list(instructions())
    last = max(at for at, (word, _) in enumerate(steps) if word == "FROM")
    final = steps[last:]
    assert ("USER", "10001:10001") in final
    assert ("VOLUME", "/var/lib/krupier") in final
    assert ("ENTRYPOINT", '["krupier"]') in final
    assert not any(word == "RUN" for word, _ in final[final.index(("USER", "10001:10001")) :])
    assert any("--require-hashes -r requirements.lock" in rest for word, rest in steps if word == "RUN")
    assert not any("DISCORD_TOKEN" in rest for _, rest in steps)


def test_user_and_group_have_the_numbers_that_volumes_are_prepared_for() -> None:
    """The container's user and group have the number 10001, without --system, which is for numbers below 1000."""
    (step,) = [rest for word, rest in instructions() if word == "RUN" and "useradd" in rest]
    assert step.startswith("groupadd --gid 10001 krupier && useradd --uid 10001 --gid 10001 ")
    assert "--system" not in step
    assert "install --directory --owner krupier --group krupier --mode 0700 /var/lib/krupier" in step


def test_the_container_copies_what_is_there_and_lets_in_nothing_else() -> None:
    wanted = [
        name
        for word, rest in instructions()
        if word == "COPY" and not rest.startswith("--from")
        for name in rest.split()[:-1]
    ]
    assert [name for name in wanted if not (ROOT / name).exists()] == []
    let_in = [line[1:] for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").split() if line[0] == "!"]
    assert sorted(wanted) == sorted(let_in)
    assert ".env" not in let_in


def test_the_containers_settings_are_settings() -> None:
    (environment,) = [rest for word, rest in instructions() if word == "ENV"]
    names = {part.partition("=")[0] for part in environment.split()}
    assert names - set(NAMES) == {"PATH", "PYTHONDONTWRITEBYTECODE"}
