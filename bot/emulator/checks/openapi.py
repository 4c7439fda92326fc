"""Validation of request bodies against Discord's own OpenAPI document, where one is at hand."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bot.emulator.errors import Findings, Json

VARIABLE = "KRUPIER_DISCORD_OPENAPI"
Check = Callable[[Any], None]


class Schemas:
    """The request schemas of an OpenAPI document, each compiled when it is first needed."""

    def __init__(self, document: Json) -> None:
        self._paths: Json = document.get("paths", {})
        self._components: Json = with_numbers(document.get("components", {}))
        self._compiled: dict[tuple[str, str], Check | None] = {}

    @classmethod
    def from_environment(cls) -> Schemas | None:
        """The document that KRUPIER_DISCORD_OPENAPI names, or None where it names none."""
        named = os.environ.get(VARIABLE)
        if not named:
            return None
        return cls(json.loads(Path(named).read_text(encoding="utf-8")))

    def check(self, method: str, template: str, body: Any) -> None:
        """Refuse a body that the document does not allow: 50035 with the fault at its path."""
        key = (method, template)
        if key not in self._compiled:
            self._compiled[key] = self._compile(method, template)
        checking = self._compiled[key]
        if checking:
            checking(body)

    def _compile(self, method: str, template: str) -> Check | None:
        import jsonschema_rs  # noqa: PLC0415 - needed only where a document is named

        operation = self._paths.get(template, {}).get(method.lower(), {})
        content = operation.get("requestBody", {}).get("content", {})
        schema = content.get("application/json", {}).get("schema")
        if schema is None:
            return None
        whole = {**schema, "components": self._components}
        validator = jsonschema_rs.Draft202012Validator(whole)

        def checking(body: Any) -> None:
            if validator.is_valid(body):
                return
            found = Findings()
            for fault in validator.iter_errors(body):
                place = tuple(fault.instance_path)
                found.add(place, "OPENAPI_SCHEMA", fault.message[:300])
            found.settle()

        return checking


def with_numbers(components: Json) -> Json:
    """The components, with snowflakes allowed as whole numbers too, as clients send them."""
    schemas = dict(components.get("schemas", {}))
    for name, schema in schemas.items():
        if isinstance(schema, dict) and schema.get("format") == "snowflake":
            schemas[name] = {"anyOf": [schema, {"type": "integer", "minimum": 0}]}
    return {**components, "schemas": schemas}
