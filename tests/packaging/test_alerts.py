"""Tests with promtool that Prometheus can read the alerts and the dashboard, and that each alert fires when it should.

Debian's package `prometheus` contains promtool; without it these tests are skipped with a reason.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.messages.breaker import FREELY
from bot.monitoring import metrics
from storage.errors import TRANSIENT_ERRORS, DatabaseDamaged
from tests.packaging.deployed import ALERTS, alerts, labels, panels

PROMTOOL = shutil.which("promtool")
pytestmark = pytest.mark.skipif(PROMTOOL is None, reason="no promtool (apt-get install prometheus): alerts not checked")
CALLERS_GONE = (
    "TimeoutError", "DiscordServerError", "ClientOSError", "ServerDisconnectedError", "ConnectionResetError",
    "ClientConnectorError",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Case:
    """A test case for an alert: the series with their values, and whether the alert fires in that minute.

    Values per minute are in the notation of Prometheus (`0+5x10`: ten steps of 5).
    """

    alert: str
    series: dict[str, str]
    minute: int
    fires: bool = True
    labels: dict[str, str] = field(default_factory=dict)


def slow(histogram: str) -> dict[str, str]:
    """Returns the series of a histogram of which every value is in the last bucket."""
    return {
        f'krupier_{histogram}_seconds_bucket{{le="{le}"}}': "0+10x40" if le == "+Inf" else "0x40"
        for le in ("0.5", "2", "10", "+Inf")
    }


def fast(histogram: str) -> dict[str, str]:
    """Returns the series of a histogram of which every value is in the first bucket."""
    return dict.fromkeys(slow(histogram), "0+10x40") | {
        f'krupier_{histogram}_seconds_bucket{{le="0.01"}}': "0+10x40",
    }


def requests(outcome: str, each_minute: int) -> dict[str, str]:
    return {f'krupier_requests_total{{method="POST",route="/channels",outcome="{outcome}"}}': f"0+{each_minute}x20"}


def refused(kind: str, values: str) -> dict[str, str]:
    return {f'krupier_refused_answers_total{{kind="{kind}"}}': values}


def of_two(name: str, one: str, other: str) -> dict[str, str]:
    """Returns the series of a metric of two processes with these values."""
    return {f'{name}{{job="krupier",instance="{at}"}}': values for at, values in enumerate((one, other))}


CASES = [
    Case("KrupierDown", {'up{job="krupier"}': "0x10"}, 3, labels={"job": "krupier"}),
    Case("KrupierDown", {'up{job="krupier"}': "1x10"}, 3, fires=False),
    Case("KrupierDown", {'up{job="another"}': "1x10"}, 3, labels={"job": "krupier"}),
    Case("KrupierDown", of_two("up", "1x10", "0x10"), 3, fires=False),
    Case("KrupierNotReady", {'krupier_ready{job="krupier"}': "0x10"}, 6, labels={"job": "krupier"}),
    Case("KrupierNotReady", {'krupier_ready{job="krupier"}': "1x10"}, 6, fires=False),
    Case("KrupierNotReady", of_two("krupier_ready", "1x10", "0x10"), 6, fires=False),
    Case("KrupierNotReady", of_two("krupier_ready", "0x10", "0x10"), 6, labels={"job": "krupier"}),
    Case("KrupierSlowAnswers", slow("acknowledge"), 20),
    Case("KrupierSlowAnswers", fast("acknowledge"), 20, fires=False),
    Case("KrupierErrors", {'krupier_errors_total{logger="bot"}': "0 0 1x20"}, 4),
    Case("KrupierErrors", {'krupier_errors_total{logger="bot"}': "1x20"}, 4, fires=False),
    *(
        Case("KrupierDatabaseTrouble", refused(kind.__name__, "0 0 1x20"), 4)
        for kind in (*TRANSIENT_ERRORS, DatabaseDamaged)
    ),
    Case("KrupierDatabaseTrouble", refused("NotYourTurn", "0+9x20"), 4, fires=False),
    Case("KrupierGameSetAside", {'krupier_games{state="set aside"}': "1x5"}, 3),
    Case("KrupierGameSetAside", {'krupier_games{state="set aside"}': "0x5"}, 3, fires=False),
    Case("KrupierGameSetAside", {'krupier_games{state="running"}': "5x5"}, 3, fires=False),
    *(Case("KrupierLostAnswers", refused(kind, "0+3x20"), 12) for kind in CALLERS_GONE),
    Case("KrupierLostAnswers", refused("TimeoutError", "0+1x20"), 12, fires=False),
    Case("KrupierLostAnswers", refused("NotYourTurn", "0+9x20"), 12, fires=False),
    *(Case("KrupierRefusedRequests", requests(outcome, FREELY // 10), 15) for outcome in ("401", "403", "429")),
    *(Case("KrupierRefusedRequests", requests(outcome, 51), 15) for outcome in ("400", "404")),
    *(Case("KrupierRefusedRequests", requests(outcome, 3), 15, fires=False) for outcome in ("401", "403", "429")),
    *(Case("KrupierRefusedRequests", requests(outcome, 49), 15, fires=False) for outcome in ("400", "404")),
    *(Case("KrupierRefusedRequests", requests(outcome, 999), 15, fires=False) for outcome in ("200", "402", "502")),
    Case("KrupierLateClocks", slow("clock_lateness"), 30),
    Case("KrupierLateClocks", fast("clock_lateness"), 30, fires=False),
    Case("KrupierUnservedShards", {"krupier_shards_unserved": "1x5"}, 3),
    Case("KrupierUnservedShards", of_two("krupier_shards_unserved", "1x5", "1x5"), 3, labels={"job": "krupier"}),
    Case("KrupierUnservedShards", {"krupier_shards_unserved": "0x5"}, 3, fires=False),
    Case("KrupierSlowCommits", slow("commit"), 30),
    Case("KrupierSlowCommits", fast("commit"), 30, fires=False),
]  # fmt: skip


def promtool(*words: str) -> None:
    """Runs promtool; fails with its output if it reports an error."""
    assert PROMTOOL is not None
    done = subprocess.run([PROMTOOL, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def run_cases(folder: Path, rules: Sequence[dict[str, Any]], cases: Sequence[Case]) -> None:
    """Checks by promtool that each case's alert fires or does not fire, as the case says."""
    known = {rule["alert"]: rule for rule in rules}
    tests = [
        {
            "interval": "1m",
            "input_series": [{"series": name, "values": values} for name, values in case.series.items()],
            "alert_rule_test": [
                {
                    "eval_time": f"{case.minute}m",
                    "alertname": case.alert,
                    "exp_alerts": [_expected(known[case.alert], case)] if case.fires else [],
                }
            ],
        }
        for case in cases
    ]
    (folder / "rules.yml").write_text(yaml.safe_dump({"groups": [{"name": "g", "rules": list(rules)}]}))
    (folder / "tests.yml").write_text(json.dumps({"rule_files": ["rules.yml"], "tests": tests}))
    promtool("test", "rules", str(folder / "tests.yml"))


def _expected(rule: dict[str, Any], case: Case) -> dict[str, Any]:
    return {"exp_labels": {**rule.get("labels", {}), **case.labels}, "exp_annotations": rule.get("annotations", {})}


def test_prometheus_accepts_the_alerts() -> None:
    promtool("check", "rules", str(ALERTS))


def test_each_alert_fires_when_it_should_and_only_then(tmp_path: Path) -> None:
    rules = alerts()
    for fires in (True, False):
        tried = {case.alert for case in CASES if case.fires is fires}
        assert tried == {rule["alert"] for rule in rules}
    run_cases(tmp_path, rules, CASES)


def test_an_alert_that_asks_for_something_else_is_noticed(tmp_path: Path) -> None:
    (rule,) = [rule for rule in alerts() if rule["alert"] == "KrupierErrors"]
    misspelt = {**rule, "expr": rule["expr"].replace("_total[", '_total{room="bot"}[')}
    assert misspelt != rule
    with pytest.raises(AssertionError, match="KrupierErrors"):
        run_cases(tmp_path, [misspelt], [case for case in CASES if case.alert == "KrupierErrors"])


def test_each_panel_of_the_dashboard_shows_something(tmp_path: Path) -> None:
    """If every exported series rises, each expression of the dashboard has a result."""
    values = {"le": "+Inf", "outcome": "404", "job": "krupier", "state": "running", "logger": metrics.ELSEWHERE}
    series: dict[str, str] = {}
    for name, found in labels().items():
        described = ",".join(f'{label}="{values.get(label, "any")}"' for label in sorted(found))
        series[f"{name}{{{described}}}"] = "1+1x20"
    expressions = [target["expr"] for panel in panels() for target in panel["targets"]]
    rules = [{"alert": f"Panel{at}", "expr": f"count({expression}) > 0"} for at, expression in enumerate(expressions)]
    run_cases(tmp_path, rules, [Case(rule["alert"], series, 15) for rule in rules])
