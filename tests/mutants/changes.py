"""Creates the changes that mutmut makes of a file, and puts one of them in force."""

from __future__ import annotations
import __future__

import ast
import difflib
import hashlib
import importlib
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Final, NamedTuple

from mutmut.mutation.file_mutation import mutate_file_contents

MANGLED: Final = re.compile(r"x(?:_|ǁ(?P<cls>\w+)ǁ)(?P<name>\w+?)__mutmut_(?P<which>orig|\d+)")


class Change(NamedTuple):
    """A small change of one function by mutmut: the old and the new line, and the changed function's source."""

    module: str
    function: str
    """The function with its class: `Deck.dealt`."""
    old: str
    new: str
    number: int
    source: str

    @property
    def place(self) -> str:
        """Returns the function's full name, with its module and class."""
        return f"{self.module}.{self.function}"

    @property
    def key(self) -> str:
        """Returns a hash of the changed function that stays the same if the function moves in its file."""
        return hashlib.sha256(f"{self.place}\n{self.source}".encode()).hexdigest()[:16]

    def __str__(self) -> str:
        """Returns the function's name, the old and the new line, on three lines."""
        return f"{self.place} ({self.number})\n    {self.old}\n    {self.new}"


def made_of(file: Path) -> Iterator[Change]:
    """Yields all changes that mutmut makes of a file of the rules."""
    module = ".".join(file.with_suffix("").parts).removesuffix(".__init__")
    before = ""
    for mangled, source in _functions(mutate_file_contents(str(file), file.read_text("utf-8")).code):
        if mangled["which"] == "orig":
            before = source
            continue
        name = f"{mangled['cls']}.{mangled['name']}" if mangled["cls"] else mangled["name"]
        yield Change(module, name, *_lines(before, source), int(mangled["which"]), source)


def _functions(code: str) -> Iterator[tuple[re.Match[str], str]]:
    """Yields (match of the generated name, source) of each function that mutmut generated, under its original name.

    An unchanged function is followed by its changes.
    """
    lines = code.splitlines()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and (mangled := MANGLED.fullmatch(node.name)):
            written = textwrap.dedent("\n".join(lines[node.lineno - 1 : node.end_lineno]))
            yield mangled, written.replace(node.name, mangled["name"], 1)


def _lines(before: str, after: str) -> tuple[str, str]:
    changed = [line for line in difflib.ndiff(before.splitlines(), after.splitlines()) if line[0] in "-+"]
    old, new = (" / ".join(line[1:].strip() for line in changed if line[0] == sign) for sign in "-+")
    return old, new


def put_in_force(change: Change) -> None:
    """Replaces the function by its changed form in this process, also in modules that have already imported it."""
    module = importlib.import_module(change.module)
    function = _function(module, change.function)
    changed = _made(change.source, module, function.__name__, function.__code__.co_freevars)
    function.__code__ = changed.__code__
    function.__defaults__ = changed.__defaults__
    function.__kwdefaults__ = changed.__kwdefaults__


def _made(source: str, module: ModuleType, name: str, free: tuple[str, ...]) -> FunctionType:
    """Returns the function that the source defines, in its module, with access to its class's free variables."""
    tree = ast.parse(source)
    if free:
        tree.body[0].body[:0] = ast.parse("\n".join(free)).body  # type: ignore[attr-defined]  # it may no longer ask for it
        inner = textwrap.indent(ast.unparse(tree), "    ")
        nothing = [None] * len(free)
        tree = ast.parse(f"def _around({', '.join(free)}):\n{inner}\n    return {name}\n{name} = _around(*{nothing})")
    namespace: dict[str, FunctionType] = {}
    flags = __future__.annotations.compiler_flag
    exec(compile(tree, str(module.__file__), "exec", flags=flags, dont_inherit=True), vars(module), namespace)
    return namespace[name]


def _function(module: object, path: str) -> FunctionType:
    owner, _, name = path.rpartition(".")
    found = vars(getattr(module, owner) if owner else module)[name]
    found = getattr(found, "__func__", found)
    if not isinstance(found, FunctionType):
        raise TypeError(f"{path} is no plain function")
    return found
