"""Tests the structure of the code: the length of functions, the size of interfaces, that only `bot/messages` handles
exceptions of Discord's requests, that no function takes the app, and that services get everything when they are built.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
MAX_LINES = 40
MAX_METHODS = 20
WIRING = ("bot/run.py", "bot/app.py", "bot/gateway/")
OF_DISCORD_PY = {"DiscordWebSocket.DEFAULT_GATEWAY", "Route.BASE", "self._connection.shard_ids"}
"""Attributes of the library that can only be set."""
Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def modules() -> dict[str, ast.Module]:
    """Returns the syntax trees of all modules in bot, rules and storage by path."""
    files = [file for package in ("bot", "rules", "storage") for file in (ROOT / package).rglob("*.py")]
    own = [file for file in files if "_compiled" not in file.parts]
    return {file.relative_to(ROOT).as_posix(): ast.parse(file.read_text(encoding="utf-8")) for file in own}


def functions() -> Iterator[tuple[str, Function]]:
    """Yields every function and method of the modules as ("path:line name", its syntax tree)."""
    for path, tree in modules().items():
        for node in ast.walk(tree):
            if isinstance(node, Function):
                yield f"{path}:{node.lineno} {node.name}", node


def test_no_function_has_more_than_forty_lines() -> None:
    long = [place for place, node in functions() if (node.end_lineno or 0) - node.lineno >= MAX_LINES]
    assert long == []


def test_no_interface_has_more_than_twenty_methods() -> None:
    interfaces = {
        f"{path} {node.name}": sum(isinstance(part, Function) and part.name[0] != "_" for part in node.body)
        for path, tree in modules().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and {"ABC", "Protocol"} & {ast.unparse(base) for base in node.bases}
    }
    assert interfaces
    assert {name: count for name, count in interfaces.items() if count > MAX_METHODS} == {}


def test_only_messages_handle_the_exceptions_of_discords_requests() -> None:
    users = [
        path
        for path, tree in modules().items()
        if any(isinstance(node, ast.Attribute) and node.attr == "HTTPException" for node in ast.walk(tree))
    ]
    assert users
    assert [path for path in users if not path.startswith("bot/messages/")] == []


def test_the_app_is_no_parameter() -> None:
    annotated = [
        (place, ast.unparse(argument.annotation))
        for place, node in functions()
        for argument in (*node.args.args, *node.args.kwonlyargs)
        if argument.annotation is not None
    ]
    assert [place for place, annotation in annotated if annotation.strip("'\"").split(" |")[0] == "App"] == []


def test_the_wiring_sets_no_attribute_of_another_object() -> None:
    stored = {
        (path, ast.unparse(node), ast.unparse(node.value))
        for path, tree in modules().items()
        if path.startswith(WIRING)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
    }
    others = {(path, target) for path, target, owner in stored if owner != "self"}
    assert {target for _, target in others} >= OF_DISCORD_PY
    assert [(path, target) for path, target in sorted(others) if target not in OF_DISCORD_PY] == []
