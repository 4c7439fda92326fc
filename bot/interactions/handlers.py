"""Decorators for the handlers of commands, context menus, buttons and forms, and the registry of all handlers.

A class of handlers is a dataclass whose fields are the services that it needs. They are found by their types.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from discord import Interaction, app_commands
from discord.app_commands import Choice, locale_str

from bot.interactions.component_context import ComponentContext
from bot.services import Services
from bot.texts import N_, Translator

PUBLIC: Final = "public"
"""The key in a command's `extras` for its visibility: True if everyone sees its answer, or the name of the option that
makes the answer public."""
MOVED_TO: Final = "moved to"
"""The key in the `extras` of a command's old name: the path of its present name; empty if a button replaced it."""

Handle = Callable[[ComponentContext], Coroutine[Any, Any, None]]
Complete = Callable[[Any, Interaction, str], Coroutine[Any, Any, list[Choice[Any]]]]
Choices = Sequence[Choice[str]] | Callable[[], Sequence[Choice[str]]]
F = TypeVar("F", bound=Callable[..., Coroutine[Any, Any, None]])


def choice(text: str, value: str) -> Choice[str]:
    """Returns a choice of a command option whose text Discord shows in the user's language."""
    return Choice(name=_localised(text), value=value)


class Signature(NamedTuple):
    """The data of a command from its decorator."""

    path: str
    description: str
    public: bool | str
    offered: Callable[[], bool]
    formerly: str | None
    """The path that the command had in the last version."""


def press(*verbs: str) -> Callable[[F], F]:
    """Marks a method as the handler of buttons and selects with one of these verbs in their custom_id."""
    return _mark(press, verbs)


def modal(*verbs: str) -> Callable[[F], F]:
    """Marks a method as the handler of submitted forms with one of these verbs; no button may have it."""
    return _mark(modal, verbs)


def command(
    path: str,
    description: str,
    *,
    public: bool | str = False,
    offered: Callable[[], bool] = lambda: True,
    formerly: str | None = None,
) -> Callable[[F], F]:
    """Marks a method as the command of that path, such as `/game new` or `/help`.

    `public`: whether everyone sees its answer, or the option that makes the answer public; `offered`: returns whether
    it is registered; `formerly`: its old path, which works for one more version. A command without a path has only its
    old one.
    """
    return _mark(command, Signature(path, description, public, offered, formerly))


def menu(name: str) -> Callable[[F], F]:
    """Marks a method as an entry, of that name, in the context menu of users or messages.

    The type of its parameter says which: `discord.User` or `discord.Message`.
    """
    return _mark(menu, name)


def option(key: str, meaning: str, *, choices: Choices = (), complete: Complete | None = None) -> Callable[[F], F]:
    """Describes an option of a command: the key `option x` is that of the parameter x in the catalogues.

    The option takes one of `choices`, or `complete`, a method of any service, suggests values for what is typed.
    Choices from a registry are a function, which is called when the commands are built.
    """
    name = key.removeprefix("option ")

    def describe(method: F) -> F:
        app_commands.rename(**{name: _localised(name, key)})(method)
        app_commands.describe(**{name: _localised(meaning)})(method)
        if choices:
            method.__dict__.setdefault(_CHOICES, {})[name] = choices
        if complete is not None:
            method.__dict__.setdefault(_COMPLETES, {})[name] = complete
        return method

    return describe


def marked(kind: type[object], decorator: Callable[..., object]) -> Iterator[tuple[Any, Any]]:
    """Yields the methods of a class that have that decorator, each with the decorator's arguments."""
    for method in vars(kind).values():
        if decorator in (marks := getattr(method, "__dict__", {}).get(_MARKS, {})):
            yield method, marks[decorator]


def is_public(interaction: Interaction) -> bool:
    """Returns whether everyone sees the answer to a command that was called."""
    public = interaction.command.extras.get(PUBLIC) if interaction.command is not None else None
    return getattr(interaction.namespace, public, None) is not None if isinstance(public, str) else bool(public)


class Handlers:
    """The registry of the handlers of one process; raises ValueError if two handle the same verb."""

    def __init__(self, classes: Iterable[type[object]], services: Services) -> None:
        self._services = services
        self._built = [(kind, services.get(kind)) for kind in classes]
        self._presses = self._by_verb(press)
        self._modals = self._by_verb(modal)

    def find(self, verb: str, *, filled_in: bool) -> Handle | None:
        """Returns the handler of a button's verb, or of a form's if it was filled in; None if there is none."""
        return (self._modals if filled_in else self._presses).get(verb)

    def add_commands(self, tree: app_commands.CommandTree[Any], groups: Mapping[str, str]) -> None:
        """Adds these groups with their commands, and the context menus, to the tree.

        `groups` has the groups' paths and descriptions.

        Discord shows the commands of a group in the order of the classes and of the methods in them.
        """
        built = {
            path: app_commands.Group(name=_name(path), description=_localised(description))
            for path, description in groups.items()
        }
        for kind, handlers in self._built:
            for method, it in marked(kind, command):
                if not it.offered():
                    continue
                self._fill_in(method)
                callback = method.__get__(handlers)
                extras: dict[object, object] = {PUBLIC: it.public} if it.public else {}
                if it.path:
                    _add_command(tree, built, it.path, _localised(it.description), callback, extras)
                if it.formerly is not None:
                    moved = locale_str(f"Now {it.path}", words=N_("Now {command}"), path=it.path)
                    description = moved if it.path else _localised(it.description)
                    _add_command(tree, built, it.formerly, description, callback, {**extras, MOVED_TO: it.path})
        for group in built.values():
            tree.add_command(group)
        for kind, handlers in self._built:
            for method, name in marked(kind, menu):
                tree.add_command(app_commands.ContextMenu(name=_localised(name), callback=method.__get__(handlers)))

    def _fill_in(self, method: Any) -> None:
        """Gives the options of a command their choices and suggestions."""
        for name, choices in method.__dict__.get(_CHOICES, {}).items():
            app_commands.choices(**{name: [*(choices() if callable(choices) else choices)]})(method)
        for name, complete in method.__dict__.get(_COMPLETES, {}).items():
            app_commands.autocomplete(**{name: complete.__get__(self._services.owner(complete))})(method)

    def _by_verb(self, decorator: Callable[..., object]) -> Mapping[str, Handle]:
        found: dict[str, Handle] = {}
        for kind, handlers in self._built:
            for method, verbs in marked(kind, decorator):
                if twice := found.keys() & set(verbs):
                    raise ValueError(f"two handlers of {', '.join(sorted(twice))}")
                found.update(dict.fromkeys(verbs, method.__get__(handlers)))
        return found


_MARKS: Final = "handles"
_CHOICES: Final = "choices_of_options"
_COMPLETES: Final = "suggestions_for_options"


def spoken_path(path: str, words: Translator) -> str:
    """Returns a command's path as a user of that language types it, such as `/hra nová`."""
    parts = path.split(" ")
    names = [words(" ".join(parts[: at + 1])) for at in range(len(parts))]
    return "/" + " ".join(name.removeprefix("/").rpartition(" ")[2] for name in names)


def _add_command(
    tree: app_commands.CommandTree[Any],
    groups: Mapping[str, app_commands.Group],
    path: str,
    description: locale_str,
    callback: Callable[..., Coroutine[Any, Any, Any]],
    extras: dict[object, object],
) -> None:
    """Adds a command to its group, or to the tree if it has no group."""
    group = groups.get(path.rpartition(" ")[0])
    added = app_commands.Command[Any, ..., Any](
        name=_name(path), description=description, callback=callback, parent=group, extras=extras
    )
    (tree if group is None else group).add_command(added)


def _localised(text: str, key: str | None = None) -> locale_str:
    """Returns a text with its translations for Discord; `key`: their message ID, if the text is ambiguous."""
    return locale_str(text, words=key or text)


def _name(path: str) -> locale_str:
    """Returns the name of a command or group: the last word of its path, which is the translation's message ID."""
    return _localised(path.removeprefix("/").rpartition(" ")[2], path)


def _mark(decorator: Callable[..., object], value: object) -> Callable[[F], F]:
    def marking(method: F) -> F:
        method.__dict__.setdefault(_MARKS, {})[decorator] = value
        return method

    return marking
