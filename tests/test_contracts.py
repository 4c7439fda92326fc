"""Tests that the project's own import contracts fail when they are broken."""

from __future__ import annotations

from pathlib import Path

import pytest
from grimp import ImportGraph
from importlinter import ContractCheck

from tests.contracts import FeatureBorders, connection_names, is_public

PLAY, HELP = "bot.features.play", "bot.features.help"


def checked(*imports: tuple[str, str]) -> ContractCheck:
    graph = ImportGraph()
    for module in ("bot", "bot.features", PLAY, HELP):
        graph.add_module(module)
    for importer, imported in imports:
        graph.add_import(importer=importer, imported=imported)
    contract = FeatureBorders("borders", {"root_packages": ["bot"]}, {"package": "bot.features"})
    return contract.check(graph, verbose=False)


@pytest.mark.parametrize("name", ["service", "view", "panel_view"])
def test_a_feature_may_import_services_and_views_of_another(name: str) -> None:
    assert checked((f"{HELP}.commands", f"{PLAY}.{name}")).kept


def test_a_feature_may_import_all_of_its_own() -> None:
    assert checked((f"{PLAY}.service", f"{PLAY}.publisher")).kept


@pytest.mark.parametrize("name", ["commands", "publisher", "overview"])
def test_other_modules_of_another_feature_are_refused(name: str) -> None:
    broken = checked((f"{HELP}.service", f"{PLAY}.{name}"))
    assert not broken.kept
    assert broken.metadata["refused"] == [
        f"{HELP}.service imports {PLAY}.{name}, which is neither a service nor a view"
    ]


def test_a_service_that_names_a_connection_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    module = tmp_path / "planted_service" / "service.py"
    module.parent.mkdir()
    (module.parent / "__init__.py").write_text("")
    module.write_text("import discord\n\nCLIENT = discord.Client\n")
    monkeypatch.syspath_prepend(tmp_path)
    graph = ImportGraph()
    for name in ("planted_service", "planted_service.service"):
        graph.add_module(name)
    contract = FeatureBorders("borders", {"root_packages": ["bot"]}, {"package": "planted_service"})
    broken = contract.check(graph, verbose=False)
    assert broken.metadata["refused"] == ["planted_service.service uses discord.Client"]


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("from discord import Client", ["Client"]),
        ("from discord.gateway import DiscordWebSocket", ["gateway"]),
        ("import discord.http", ["http"]),
        ("import discord\nx: discord.AutoShardedClient", ["AutoShardedClient"]),
        ("from discord import ui, Interaction\nimport discord\nx = discord.Thread", []),
    ],
)
def test_connections_to_discord_are_found(source: str, names: list[str]) -> None:
    assert connection_names(source) == names


def test_public_modules_are_known_by_their_names() -> None:
    assert is_public("bot.features.play.board_view")
    assert not is_public("bot.features.play.interview")
