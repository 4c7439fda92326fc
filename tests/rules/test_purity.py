"""Tests that `rules` is pure (it reads only what it is given, and no order comes from a set), and that no game is named
outside its own packages.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules import GAMES
from rules.decisions import Choice
from rules.description import Result, Rules
from rules.engine import Game
from rules.errors import ForeignAwait

ROOT = Path(__file__).parents[2]
ARENA = ROOT / "rules/arena"
"""The package of `python -m rules arena`, which need not be pure: it uses random numbers and a clock, and starts
processes.
"""
SURROUNDINGS = {"environ", "environb", "getenv", "cwd", "home", "expanduser", "expandvars", "stdin"}


def files(*rooms: str) -> list[Path]:
    """Returns the paths of all Python files in these folders of the repository."""
    return [path for room in rooms for path in sorted((ROOT / room).rglob("*.py"))]


def looks_outside(source: str) -> set[str]:
    """Returns the names and calls in a source that reach outside the program: `open`, `eval` and the like, the
    environment, standard input, and paths that start from a fixed text or the current folder. `Path(__file__)` and
    paths given as arguments are allowed.
    """
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Name) and node.id in ("open", "input", "exec", "eval", "__import__"):
            found.add(node.id)
        elif isinstance(node, ast.Attribute) and node.attr in SURROUNDINGS:
            found.add(node.attr)
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "Path":
            named = not node.args or isinstance(node.args[0], ast.Constant | ast.JoinedStr)
            found |= {ast.unparse(node)} if named else set()
    return found


def test_rules_read_nothing_that_is_not_handed_to_them() -> None:
    entry = ROOT / "rules/__main__.py"
    before_the_rules = ROOT / "rules/compiled.py"
    checked = [path for path in files("rules") if path not in (entry, before_the_rules) and path.parent != ARENA]
    assert checked
    found = {str(path.relative_to(ROOT)): looks_outside(path.read_text(encoding="utf-8")) for path in checked}
    assert {path: looks for path, looks in found.items() if looks} == {}


def test_a_game_for_another_program_takes_only_its_seed_from_the_system() -> None:
    source = (ROOT / "rules/protocol.py").read_text(encoding="utf-8")
    assert set(re.findall(r"\bos\.\w+", source)) == {"os.urandom"}


def sets_iterated(source: str) -> list[str]:
    """Returns the expressions in a source that are sets and are iterated, so that the order differs between
    processes.
    """
    loops = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.For | ast.comprehension)]
    return [
        ast.unparse(loop.iter)
        for loop in loops
        if isinstance(loop.iter, ast.Set | ast.SetComp)
        or (isinstance(loop.iter, ast.Call) and ast.unparse(loop.iter.func) in ("set", "frozenset"))
    ]


def test_rules_take_no_order_from_a_set() -> None:
    found = {str(path.relative_to(ROOT)): sets_iterated(path.read_text(encoding="utf-8")) for path in files("rules")}
    assert found
    assert {path: loops for path, loops in found.items() if loops} == {}


def test_a_set_that_is_gone_through_is_seen() -> None:
    source = (
        "for a in {1, 2}: ...\nb = [c for c in set(d)]\ne = {f for f in {g for g in h}}\nfor i in sorted(set(d)): ..."
    )
    assert sets_iterated(source) == ["{1, 2}", "set(d)", "{g for g in h}"]


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import os\nos.environ['X']", {"environ"}),
        ("from os import getenv as asked\nx.getenv('X')", {"getenv"}),
        ("def f(p):\n    return open(p)", {"open"}),
        ("Path('deck.toml').read_text()", {"Path('deck.toml')"}),
        ("Path(f'{x}.toml')", {"Path(f'{x}.toml')"}),
        ("Path.home() / 'deck.toml'", {"home"}),
        ("Path().iterdir()", {"Path()"}),
        ("Path(__file__).with_name('deck.toml').read_text()", set()),
        ("def read(path):\n    return Path(path).read_text()", set()),
    ],
)
def test_a_look_outside_is_seen(source: str, found: set[str]) -> None:
    assert looks_outside(source) == found


def test_no_game_is_named_outside_its_own_rooms() -> None:
    for path in files("rules", "storage", "bot"):
        room = path.relative_to(ROOT).as_posix()
        for game in GAMES:
            if room.startswith((f"rules/{game}", f"bot/games/{game}", "bot/texts")):
                continue
            text = path.read_text(encoding="utf-8")
            if room in ("rules/__init__.py", "bot/games/__init__.py", "bot/games/pictures.py"):
                continue  # the registries
            assert game not in text, f"{room} names {game}"


def test_the_engine_refuses_to_wait_for_anything_but_a_decision() -> None:
    class Foreign:
        def __await__(self) -> Iterator[str]:
            yield "a future, for instance"

    async def play() -> Result:
        await Foreign()  # type: ignore[misc]
        return {}

    rules = next(iter(GAMES.values()))
    strange = Rules(
        "strange", 1, range(1, 9), {}, (), dict, lambda *_: (None, play()), rules.position, rules.view, rules.table
    )
    with pytest.raises(ForeignAwait, match="str"):
        Game.new(strange, ["Anna"])


def test_a_single_rule_is_testable() -> None:
    async def ask() -> Result:
        return {"said": await Choice("say", "a", ("yes", "no"), silence="no")}

    rules = next(iter(GAMES.values()))
    alone = Rules("alone", 1, range(1, 2), {}, (), dict, lambda *_: (None, ask()), rules.position, rules.view, dict)
    game = Game.new(alone, ["Anna"])
    game.clock(1)
    assert game.over == {"said": "no"}
