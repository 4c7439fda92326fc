"""Builds message components in Discord's JSON with few words, and lists the faults in Discord's errors."""

from __future__ import annotations

from typing import Any

from bot.emulator.objects import COMPONENTS_V2

Json = dict[str, Any]


def button(**changes: Any) -> Json:
    return {key: v for key, v in {"type": 2, "style": 1, "label": "Go", "custom_id": "go", **changes}.items() if v}


def select(count: int = 1, **changes: Any) -> Json:
    options = [{"label": f"o{n}", "value": f"v{n}"} for n in range(count)]
    return {"type": 3, "custom_id": "pick", "options": options, **changes}


def group(kind: int, count: int, **changes: Any) -> Json:
    """Returns a group of radio buttons (type 21) or of checkboxes (22) with that many options."""
    return {**select(count), "type": kind, "custom_id": f"group{kind}", **changes}


def upload(**changes: Any) -> Json:
    return {"type": 19, "custom_id": "file", **changes}


def users(**changes: Any) -> Json:
    return {"type": 5, "custom_id": "who", **changes}


def preset(**changes: Any) -> Json:
    return {"type": "user", "id": "17", **changes}


def row(*parts: Json) -> Json:
    return {"type": 1, "components": list(parts)}


def words(content: str = "x") -> Json:
    return {"type": 10, "content": content}


def box(*parts: Json, **changes: Any) -> Json:
    return {"type": 17, "components": list(parts), **changes}


def picture(url: str = "https://example.org/a.png", **changes: Any) -> Json:
    return {"media": {"url": url}, **changes}


def v2(*parts: Json, **changes: Any) -> Json:
    return {"flags": COMPONENTS_V2, "components": list(parts), **changes}


def classic(*parts: Json) -> Json:
    return {"content": "x", "components": list(parts)}


def buttons(count: int) -> list[Json]:
    return [button(custom_id=f"b{n}") for n in range(count)]


def field(**changes: Any) -> Json:
    return {"type": 4, "custom_id": "a", "style": 1, "label": "A", **changes}


def modal(*rows: Json, **changes: Any) -> Json:
    return {"custom_id": "m", "title": "T", "components": list(rows or [row(field())]), **changes}


def label(part: Json, **changes: Any) -> Json:
    return {"type": 18, "label": "L", "component": part, **changes}


def faults(tree: Json, path: str = "") -> list[tuple[str, str]]:
    """Returns the faults of a nested error as (path, code)."""
    found = [(path, fault["code"]) for fault in tree.get("_errors", [])]
    for key, below in tree.items():
        if key != "_errors":
            found += faults(below, f"{path}.{key}" if path else key)
    return found
