"""Tests that the documents' map of the packages is complete, and which packages the bot and the local page load."""

from __future__ import annotations

import json
import re
import subprocess
import sys

from tests.packaging.installed import ROOT

MAX_FILES_AT_THE_ROOT = 10
MAX_ROWS = 15


def test_few_files_are_at_the_root_of_the_bot() -> None:
    assert len(list((ROOT / "bot").glob("*.py"))) <= MAX_FILES_AT_THE_ROOT


def test_the_map_names_every_package_and_every_file_at_the_root() -> None:
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    rows = [
        line for line in text.partition("## The map")[2].partition("\n## ")[0].splitlines() if line.startswith("| `")
    ]
    assert len(rows) <= MAX_ROWS
    (root,) = [row for row in rows if row.startswith("| `bot/` |")]
    folders = [path.name for path in (ROOT / "bot").iterdir() if (path / "__init__.py").exists()]
    named = "".join(row.split("|")[1] for row in rows)
    assert [name for name in folders if f"`bot/{name}/" not in named] == []
    files = {path.name for path in (ROOT / "bot").glob("*.py")} - {"__init__.py"}
    assert [name for name in sorted(files) if f"`{name}`" not in root] == []


def test_every_file_that_the_map_and_the_table_of_changes_name_exists() -> None:
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    named = re.findall(r"`((?:bot|rules|storage|tests)/[\w/.]*)`", text)
    assert len(named) > 30
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_a_bot_that_serves_discord_loads_nothing_of_the_discord_on_this_machine() -> None:
    """A bot that serves Discord loads neither the local Discord nor packages for developers."""
    asked = "import bot.__main__, bot.run, json, sys; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = json.loads(done.stdout)
    assert "bot.gateway.client" in loaded
    unwanted = ("bot.emulator", "bot.local", "babel", "jsonschema_rs", "tests")
    assert [name for name in loaded if name.startswith(unwanted)] == []


def test_the_local_page_answers_before_rules_and_database_are_loaded() -> None:
    """The process of the local page loads neither rules nor database; only the bot's process does."""
    asked = "import bot.local.play, json, sys; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = json.loads(done.stdout)
    assert "bot.emulator.server" in loaded
    assert [name for name in loaded if name.startswith(("rules", "storage.database", "discord", "PIL"))] == []
