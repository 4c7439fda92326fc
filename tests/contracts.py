"""Additional contract types for import-linter, used by pyproject.toml (`make lint`)."""

from __future__ import annotations

import ast
from graphlib import CycleError, TopologicalSorter
from importlib.util import find_spec
from pathlib import Path
from typing import ClassVar, Final

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output
from importlinter.application import contract_utils
from importlinter.application.contract_utils import AlertLevel


class NoCycles(Contract):
    """An import contract: modules do not import each other in a cycle, not even for types or inside functions."""

    type_name: ClassVar[str] = "no_cycles"

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        imported = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
        try:
            TopologicalSorter(imported).prepare()
        except CycleError as found:
            return ContractCheck(kept=False, metadata={"cycle": found.args[1]})
        return ContractCheck(kept=True)

    def render_broken_contract(self, check: ContractCheck) -> None:
        output.print_error(" <- ".join(check.metadata["cycle"]))


class AllowedExternals(Contract):
    """An import contract: a package imports only these modules from outside the project."""

    type_name: ClassVar[str] = "allowed_externals"

    package = fields.ModuleField()
    allowed = fields.SetField(subfield=fields.StringField())
    ignore_imports = fields.SetField(subfield=fields.ImportExpressionField(), required=False)

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        contract_utils.remove_ignored_imports_and_report(
            graph=graph,
            ignore_imports=self.ignore_imports,  # type: ignore[arg-type]
            unmatched_alerting=AlertLevel.ERROR,
        )
        package: str = self.package.name  # type: ignore[attr-defined]
        allowed: set[str] = self.allowed  # type: ignore[assignment]
        modules = {package, *graph.find_descendants(package)}
        refused = [
            f"{module} imports {name}"
            for module in sorted(modules)
            for name in sorted(graph.find_modules_directly_imported_by(module))
            if graph.is_module_squashed(name) and name not in allowed
        ]
        return ContractCheck(kept=not refused, metadata={"refused": refused})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for line in check.metadata["refused"]:
            output.print_error(line)


class FeatureBorders(Contract):
    """An import contract: features import only services and views of each other, and these do not use a Discord
    connection.
    """

    type_name: ClassVar[str] = "feature_borders"

    package = fields.ModuleField()

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        package: str = self.package.name  # type: ignore[attr-defined]
        refused: list[str] = []
        for module in sorted(graph.find_descendants(package)):
            for imported in sorted(graph.find_modules_directly_imported_by(module)):
                ours, theirs = _feature(module, package), _feature(imported, package)
                if theirs and ours != theirs and not is_public(imported):
                    refused.append(f"{module} imports {imported}, which is neither a service nor a view")
            if is_public(module):
                refused += [f"{module} uses discord.{name}" for name in _connection_of(module)]
        return ContractCheck(kept=not refused, metadata={"refused": refused})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for line in check.metadata["refused"]:
            output.print_error(line)


CONNECTION: Final = frozenset({"AutoShardedClient", "Client", "app_commands.CommandTree", "gateway", "http"})
"""The parts of the package `discord` that connect to Discord."""


def is_public(module: str) -> bool:
    """Returns whether other features may import the module: `service`, `view`, or a part of a view (`…_view`)."""
    name = module.rpartition(".")[2]
    return name in {"service", "view"} or name.endswith("_view")


def connection_names(source: str) -> list[str]:
    """Returns which parts of `CONNECTION` a module imports or names."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "discord":
            inside = (node.module or "").partition(".")[2]
            found |= {f"{inside}.{alias.name}".lstrip(".") for alias in node.names} | {inside}
        elif isinstance(node, ast.Import):
            found |= {alias.name.removeprefix("discord.") for alias in node.names}
        elif isinstance(node, ast.Attribute):
            found.add(ast.unparse(node).removeprefix("discord."))
    return sorted(found & CONNECTION)


def _feature(module: str, package: str) -> str:
    """Returns the feature that a module belongs to; '' if it belongs to none."""
    return module.removeprefix(f"{package}.").partition(".")[0] if module.startswith(f"{package}.") else ""


def _connection_of(module: str) -> list[str]:
    spec = find_spec(module)
    return connection_names(Path(spec.origin).read_text()) if spec is not None and spec.origin else []
