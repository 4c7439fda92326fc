"""Dependency injection: the services of one process, found by their types."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import lru_cache
from typing import Any, TypeVar, get_type_hints

T = TypeVar("T")


class Services:
    """The services of one process by type; a missing one is built once from its constructor's annotations."""

    def __init__(self, known: Mapping[object, object] | None = None) -> None:
        self._known: dict[object, object] = dict(known or {})

    def add(self, service: T) -> T:
        """Adds a service under its own class and returns it; raises TypeError if there is one, which others may use."""
        if type(service) in self._known:
            raise TypeError(f"there is already a service of type {type(service)}")
        self._known[type(service)] = service
        return service

    def get(self, kind: type[T]) -> T:
        """Returns the service of that type; raises TypeError if there is none and it cannot be built."""
        return self._find(kind)  # type: ignore[no-any-return]

    def bind(self, handler: Callable[..., T], kind: type[Any]) -> Callable[[Any], T]:
        """Returns a function that calls the handler for an event of that kind.

        A method of a service is called on that service, with the event's attributes of the same names as its
        parameters. Any other function is returned as it is and gets the event.
        """
        parameters = _parameters(handler)
        if next(iter(parameters), "") != "self":
            return handler
        service, method = self.owner(handler), handler.__name__
        taken = [name for name in parameters if _has(kind, name)]
        named = [name for name in taken if parameters[name].kind is inspect.Parameter.KEYWORD_ONLY]
        return lambda event: getattr(service, method)(
            *(getattr(event, name) for name in taken if name not in named),
            **{name: getattr(event, name) for name in named},
        )

    def owner(self, method: Callable[..., object]) -> Any:
        """Returns the service whose class has that method."""
        return self._find(getattr(sys.modules[method.__module__], method.__qualname__.rpartition(".")[0]))

    def _find(self, kind: Any) -> Any:
        if kind not in self._known:
            if not inspect.isclass(kind) or kind.__module__ == "builtins":
                raise TypeError(f"no service of type {kind}")
            parents = (service for service in self._known.values() if isinstance(service, kind))
            self._known[kind] = next(parents, None) or self._build(kind)
        return self._known[kind]

    def _build(self, kind: Any) -> Any:
        return kind(**{name: self._find(needed) for name, needed in _needed(kind)})


@lru_cache(500)
def _parameters(handler: Callable[..., Any]) -> Mapping[str, inspect.Parameter]:
    return inspect.signature(handler).parameters


@lru_cache(500)
def _needed(kind: type[Any]) -> tuple[tuple[str, Any], ...]:
    """Returns the names and types of the parameters that a constructor must get."""
    # A dataclass may inherit fields whose types only its base's module imports.
    types = get_type_hints(kind if is_dataclass(kind) else kind.__init__)
    parameters = inspect.signature(kind).parameters.values()
    return tuple((one.name, types[one.name]) for one in parameters if one.default is one.empty)


def _has(kind: type[Any], name: str) -> bool:
    """Returns whether a dataclass has a field or another attribute (for example a property) with that name."""
    return hasattr(kind, name) or name in {one.name for one in fields(kind)}
