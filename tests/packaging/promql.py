"""What an expression of Prometheus's names: series, the labels that it chooses by, and those that it keeps."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from typing import NamedTuple

from prometheus_client.metrics import MetricWrapperBase
from prometheus_client.parser import text_string_to_metric_families

from bot.monitoring import metrics
from tests.packaging.installed import HOUSE

OF_PROMETHEUS = {"up": frozenset({"job", "instance"})}
WORDS = {"histogram_quantile", "sum", "max", "by", "or", "rate", "increase"}
AT_FIRST = "from bot.monitoring import metrics; print(metrics.text({}).decode())"
_SELECTED = re.compile(r"([a-z_][a-z0-9_:]*)\{([^}]*)\}")
_MATCHER = re.compile(r"\s*([a-z_]+)(=~|!~|!=|=)\"([^\"]*)\"\s*(?:,|$)")
_KEPT = re.compile(r"\bby \(([^)]*)\)")


class Matcher(NamedTuple):
    """One condition on a label of a series."""

    series: str
    label: str
    how: str
    value: str

    def takes(self, found: str) -> bool:
        """Whether a series with that value is meant."""
        same = found == self.value if self.how in ("=", "!=") else re.fullmatch(self.value, found) is not None
        return same is not self.how.startswith("!")

    def alternatives(self) -> list[str]:
        """The values that it names, where it is a word or words side by side."""
        return self.value.split("|")


def matchers(expression: str) -> Iterator[Matcher]:
    """Every condition of the expression, each of which must be legible."""
    for name, inside in _SELECTED.findall(expression):
        assert _MATCHER.sub("", inside).strip() == "", inside
        for label, how, value in _MATCHER.findall(inside):
            yield Matcher(name, label, how, value)


def kept(expression: str) -> set[str]:
    """The labels by which it groups."""
    return {word.strip() for inside in _KEPT.findall(expression) for word in inside.split(",")}


def named(expression: str) -> set[str]:
    """The series that it names."""
    bare = _KEPT.sub("", re.sub(r"\{[^}]*\}|\[[^\]]*\]", "", expression))
    return set(re.findall(r"[a-z_][a-z0-9_:]*", bare)) - WORDS - {"e"}


def labels() -> dict[str, frozenset[str]]:
    """Every series that can be asked for, with its labels."""
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


def values(series: str, label: str) -> set[str]:
    """The values that the label has in a process in which nothing has happened yet."""
    told = subprocess.run(
        [sys.executable, "-c", AT_FIRST], capture_output=True, text=True, check=True, cwd=HOUSE
    ).stdout
    samples = (one for family in text_string_to_metric_families(told) for one in family.samples)
    return {one.labels[label] for one in samples if one.name == series}
