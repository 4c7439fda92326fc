"""Routes as Discord writes them, found by walking a tree of path pieces, and one call of a route."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bot.emulator.errors import Json, invalid
from bot.emulator.objects import Upload

if TYPE_CHECKING:
    from bot.emulator.gateway.gateway import Gateway
    from bot.emulator.world.world import World


@dataclass(slots=True)
class Call:
    """One request to a route: where it points, what it brings."""

    world: World
    gateway: Gateway
    params: dict[str, str]
    query: dict[str, str]
    body: Any = None
    files: Sequence[Upload] = ()

    def id(self, name: str) -> int:
        """A path parameter that is an id; 50035 if it is none."""
        value = self.params[name]
        if not value.isdigit():
            raise invalid((name,), "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')
        return int(value)

    @property
    def form(self) -> Json:
        """The body, which must be an object."""
        if self.body is None:
            return {}
        if not isinstance(self.body, dict):
            raise invalid((), "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
        return self.body


@dataclass(slots=True)
class Reply:
    """A route's answer when it is not simply 200 with JSON."""

    status: int
    body: Any = None


Handler = Callable[[Call], Any]


@dataclass(slots=True)
class _Node:
    fixed: dict[str, _Node] = field(default_factory=dict)
    any: _Node | None = None
    found: dict[str, tuple[str, tuple[str, ...], Handler]] = field(default_factory=dict)


class Routes:
    """A table of routes; `{name}` in a template matches one piece of a path."""

    def __init__(self) -> None:
        self._root = _Node()

    def on(self, method: str, template: str) -> Callable[[Handler], Handler]:
        """Register a handler for a method and path template; it returns JSON, None for 204, or a Reply."""

        def register(handler: Handler) -> Handler:
            node, names = self._root, []
            for piece in template.strip("/").split("/"):
                if piece.startswith("{"):
                    names.append(piece[1:-1])
                    node.any = node.any or _Node()
                    node = node.any
                else:
                    node = node.fixed.setdefault(piece, _Node())
            node.found[method] = (template, tuple(names), handler)
            return handler

        return register

    def table(self, rows: dict[str, dict[str, Handler]]) -> None:
        """Register many handlers: template -> method -> handler."""
        for template, handlers in rows.items():
            for method, handler in handlers.items():
                self.on(method, template)(handler)

    def find(self, method: str, pieces: Sequence[str]) -> tuple[str, dict[str, str], Handler] | int:
        """The route of a request with its parameters, or 404 or 405."""
        values: list[str] = []
        node = self._walk(self._root, pieces, values)
        if node is None or not node.found:
            return 404
        if method not in node.found:
            return 405
        template, names, handler = node.found[method]
        return template, dict(zip(names, values, strict=True)), handler

    def _walk(self, node: _Node, pieces: Sequence[str], values: list[str]) -> _Node | None:
        if not pieces:
            return node
        head, rest = pieces[0], pieces[1:]
        if head in node.fixed:
            ended = self._walk(node.fixed[head], rest, values)
            if ended is not None and ended.found:
                return ended
        if node.any is None:
            return None
        values.append(head)
        ended = self._walk(node.any, rest, values)
        if ended is None or not ended.found:
            values.pop()
        return ended
