"""Discord's OpenAPI document, if available: its rules for requests, responses and events."""

from __future__ import annotations

import functools
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.emulator.errors import Findings, Json

if TYPE_CHECKING:
    import jsonschema_rs

VARIABLE = "KRUPIER_DISCORD_OPENAPI"
JSON = "application/json"
Validators = dict[str, "jsonschema_rs.Draft202012Validator | None"]


class UnusableDocument(Exception):
    """The error that the configured document cannot be used for checks; the message gives the reason and the remedy."""


class Schemas:
    """The schemas of an OpenAPI document, each compiled when it is first needed."""

    def __init__(self, document: Json) -> None:
        self._document = document
        self._answered: Json = as_answered(document.get("components", {}))
        self._sent: Json = with_numbers(document.get("components", {}))
        self._compiled: Validators = {}

    @classmethod
    def from_environment(cls) -> Schemas | None:
        """Returns the schemas of the file that KRUPIER_DISCORD_OPENAPI names; None if the variable is not set.

        Raises UnusableDocument if the file cannot be read or jsonschema-rs is not installed.
        """
        named = os.environ.get(VARIABLE)
        if not named:
            return None
        _library()
        try:
            return _read(Path(named), Path(named).stat().st_mtime_ns)
        except (OSError, ValueError) as wrong:
            raise UnusableDocument(f"{VARIABLE} names {named}, which is no readable JSON document: {wrong}") from wrong

    def check(self, method: str, template: str, body: Any) -> None:
        """Raises Refused (50035) with the places of the faults if the document does not allow a request's body."""
        key = f"{method} {template}"
        if key not in self._compiled:
            schema = self._operation(method, template).get("requestBody", {}).get("content", {}).get(JSON, {})
            self._compiled[key] = _validator(schema.get("schema"), self._sent, formats=False)
        validator = self._compiled[key]
        if validator is None or validator.is_valid(body):
            return
        found = Findings()
        for fault in validator.iter_errors(body):
            found.add(tuple(fault.instance_path), "OPENAPI_SCHEMA", fault.message[:300])
        found.settle()

    def misfits(self, method: str, template: str, status: int, body: Any) -> list[str]:
        """Returns the places where a response does not fit the document, with the reason; never a value."""
        if "responses" not in self._operation(method, template):
            return []
        key = f"{method} {template} {status}"
        if key not in self._compiled:
            said = self._answer(method, template, status)
            if said is None:
                return [f"{status} is no documented answer"]
            schema = said.get("content", {}).get(JSON, {}).get("schema")
            self._compiled[key] = _validator(schema, self._answered)
        validator = self._compiled[key]
        if validator is None:
            return [] if body is None else ["a body where none is documented"]
        return misfits(validator, body)

    def misfits_of(self, name: str, data: Any) -> list[str]:
        """Returns the places where an object does not fit the document's schema of that name."""
        if name not in self._compiled:
            known = name in self._answered.get("schemas", {})
            schema = {"$ref": f"#/components/schemas/{name}"} if known else None
            self._compiled[name] = _validator(schema, self._answered)
        validator = self._compiled[name]
        return [] if validator is None else misfits(validator, data)

    def knows(self, method: str, template: str) -> bool:
        """Returns whether the document has that route."""
        return bool(self._operation(method, template))

    def _operation(self, method: str, template: str) -> Json:
        found: Json = self._document.get("paths", {}).get(template, {}).get(method.lower(), {})
        return found

    def _answer(self, method: str, template: str, status: int) -> Json | None:
        """Returns the document's schema of a route's response with that status; None if it has none."""
        listed = self._operation(method, template)["responses"]
        said: Json | None = listed.get(str(status), listed.get(f"{status // 100}XX"))
        if said is not None and "$ref" in said:
            said = self._answered["responses"][said["$ref"].rpartition("/")[2]]
        return said


def _library() -> Any:
    try:
        import jsonschema_rs  # noqa: PLC0415 - needed only if a document is named
    except ImportError:
        said = f"{VARIABLE} is set, but jsonschema-rs is not installed: pip install jsonschema-rs, or unset it"
        raise UnusableDocument(said) from None
    return jsonschema_rs


@functools.cache
def _read(file: Path, _changed: int) -> Schemas:
    """Returns the document's schemas, which are read once per process and shared by all its servers."""
    return Schemas(json.loads(file.read_text(encoding="utf-8")))


def _validator(schema: Json | None, components: Json, *, formats: bool = True) -> Any:
    if schema is None:
        return None
    return _library().Draft202012Validator({**schema, "components": components}, validate_formats=formats)


def misfits(validator: jsonschema_rs.Draft202012Validator, body: Any) -> list[str]:
    """Returns the places where a body does not fit a schema, each with the reason.

    If a choice of schemas fails, the branch with the fewest faults is reported.
    """
    if validator.is_valid(body):
        return []
    return list(dict.fromkeys(place for fault in validator.iter_errors(body) for place in _places(fault)))


def _places(fault: Any) -> Iterator[str]:
    branches = getattr(fault.kind, "context", None)
    if branches:
        for inner in min(branches, key=lambda branch: (_other_type(branch), len(branch))):
            yield from _places(inner)
        return
    place = ".".join(str(piece) for piece in fault.instance_path) or "(all)"
    missing = f" {fault.kind.property!r}" if fault.kind.name == "required" else ""
    yield f"{place}: {fault.kind.name}{missing}"


def _other_type(branch: list[Any]) -> bool:
    """Returns whether a branch of a `oneOf` is for another kind of object, because its `type` does not match."""
    return any(fault.kind.name in ("enum", "const", "type") and _last(fault) == "type" for fault in branch)


def _last(fault: Any) -> object:
    return fault.instance_path[-1] if fault.instance_path else None


def as_answered(components: Json) -> Json:
    """Returns the document's components with corrected schemas of error responses, which are wrong in the document."""
    schemas = dict(components.get("schemas", {}))
    if "InnerErrors" in schemas:
        # The faults of a request's body have words as codes, but the document gives them the numbers of errors.
        words = {"type": "object", "properties": {"code": {"type": "string"}, "message": {"type": "string"}}}
        fault = {**words, "required": ["code", "message"]}
        listed = {"_errors": {"type": "array", "items": fault}}
        schemas["InnerErrors"] = {**schemas["InnerErrors"], "properties": listed}
    if "RatelimitedResponse" in schemas:
        # Only some kinds of rate limits have a code.
        own = schemas["RatelimitedResponse"]["allOf"][1]
        said = {**own["properties"], "message": {"type": "string"}, "code": {"type": "integer"}}
        schemas["RatelimitedResponse"] = {**own, "properties": said, "required": [*own["required"], "message"]}
    return {**components, "schemas": schemas}


def with_numbers(components: Json) -> Json:
    """Returns the document's components with snowflakes also allowed as whole numbers, as clients send them."""
    schemas = dict(components.get("schemas", {}))
    for name, schema in schemas.items():
        if isinstance(schema, dict) and schema.get("format") == "snowflake":
            schemas[name] = {"anyOf": [schema, {"type": "integer", "minimum": 0}]}
    return {**components, "schemas": schemas}
