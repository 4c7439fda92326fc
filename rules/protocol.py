"""The table protocol (docs/protocol.md): one JSON object per line in each direction."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Mapping
from typing import Any

from rules import GAMES
from rules.chance import SEED_BYTES
from rules.decisions import CHANCE
from rules.description import FreeText, Rules
from rules.draws import OwnDraw
from rules.engine import Game
from rules.errors import BadRequest, RulesError
from rules.notation import parse
from rules.verify import rules_of

Request = Mapping[str, Any]
Reply = dict[str, Any]


def describe(game: Game) -> Reply | None:
    """Returns the decision that a game waits for as the protocol's `asked`; None when the game is over."""
    decision = game.decision
    if decision is None:
        return None
    asked: Reply = {
        "number": game.number,
        "kind": decision.kind,
        "shape": decision.shape,
        "seats": {seat: len(decision.keys(seat)) for seat in game.waiting},
        "patience": decision.patience,
        "silence": decision.silence,
        "secret": decision.secret,
        "about": dict(decision.about),
    }
    if isinstance(decision, OwnDraw):
        asked["of"] = decision.of
    return asked


class Session:
    """A session of the table protocol with one game; keeps the old game if a new one is refused."""

    def __init__(self, entropy: Callable[[int], bytes] = os.urandom) -> None:
        self._entropy = entropy
        self._game: Game | None = None
        self._heard = 0
        self._commands: dict[str, Callable[[Request], Reply]] = {
            "games": self._games,
            "new": self._new,
            "position": self._position,
            "answer": self._answer,
            "clock": self._clock,
            "undo": self._undo,
            "keys": self._keys,
            "view": self._view,
            "table": self._table,
            "record": self._record,
            "load": self._load,
        }

    def hear(self, line: str) -> str:
        """Runs the command of an input line and returns the reply line; invalid input gets an error reply."""
        try:
            return _spoken(self.say(json.loads(line)))
        except (ValueError, RecursionError):
            return _spoken(_refusal(BadRequest("a line must be one JSON object that is not nested too deeply")))

    def say(self, request: object) -> Reply:
        """Runs the command of a request and returns the reply; errors of the rules become an error reply."""
        try:
            if not isinstance(request, dict):
                raise BadRequest("a line must be one JSON object")
            command = self._commands.get(member(request, "cmd", str))
            if command is None:
                raise BadRequest(f"unknown command; the commands are {', '.join(self._commands)}")
            return command(request)
        except RulesError as refused:
            return _refusal(refused)

    # Commands without a game

    def _games(self, _request: Request) -> Reply:
        return self._reply(games=[_game_facts(rules) for rules in GAMES.values()])

    def _new(self, request: Request) -> Reply:
        rules = _rules(request)
        names = member(request, "seats", list)
        options = member(request, "options", dict, {})
        if not all(isinstance(value, str) for value in options.values()):
            raise BadRequest("the value of an option must be a text")
        seed = self._seed(request)
        return self._sit(Game.new(rules, names, options, game_id=_id(request), seed=seed))

    def _position(self, request: Request) -> Reply:
        table = member(request, "table", dict)
        rules = _rules(table)
        names = member(request, "seats", list, None)
        return self._sit(Game.at(rules, table, names, game_id=_id(request), seed=self._seed(request)))

    def _load(self, request: Request) -> Reply:
        lines = member(request, "record", list)
        if not all(isinstance(line, str) for line in lines):
            raise BadRequest("a record must be a list of lines")
        record = parse(lines)
        seed = _given_seed(request)
        return self._sit(Game.replay(rules_of(record), record, seed))

    # Commands for a game

    def _answer(self, request: Request) -> Reply:
        game = self._present()
        number, seat = member(request, "number", int), member(request, "seat", str)
        if "keys" not in request:
            raise BadRequest("'keys' is missing")
        keys = request["keys"]
        game.check(number, seat)
        if not isinstance(keys, list) or not all(isinstance(key, str) for key in keys):
            raise BadRequest("'keys' must be a list of texts")
        game.answer(number, seat, keys)
        return self._reply()

    def _clock(self, request: Request) -> Reply:
        self._present().clock(member(request, "number", int))
        return self._reply()

    def _undo(self, request: Request) -> Reply:
        game = self._present()
        number, seat = member(request, "number", int), member(request, "seat", str)
        game.undo(number, seat)
        return self._reply()

    def _keys(self, request: Request) -> Reply:
        game = self._present()
        seat = member(request, "seat", str)
        if seat != CHANCE:
            _seat(game, seat)
        return self._reply(keys=list(game.keys(seat)))

    def _view(self, request: Request) -> Reply:
        game = self._present()
        seat = member(request, "seat", str, None)
        return self._reply(view=game.view(None if seat is None else _seat(game, seat)))

    def _table(self, _request: Request) -> Reply:
        game = self._present()
        return self._reply(table=game.rules.table(game.table))

    def _record(self, _request: Request) -> Reply:
        return self._reply(record=self._present().record().lines())

    # Internal methods

    def _present(self) -> Game:
        if self._game is None:
            raise BadRequest("there is no game yet; begin with 'new', 'position' or 'load'")
        return self._game

    def _sit(self, game: Game) -> Reply:
        self._game = game
        self._heard = 0
        return self._reply()

    def _seed(self, request: Request) -> bytes | None:
        chance = member(request, "chance", str, None)
        if chance == "ask":
            return None
        if chance is not None:
            raise BadRequest("'chance' must be 'ask' if it is given")
        return _given_seed(request) or self._entropy(SEED_BYTES)

    def _reply(self, **more: Any) -> Reply:
        game = self._game
        if game is None:
            return {"ok": True, "told": [], "asked": None, "over": None, **more}
        events = [event.spoken() for event in game.told[self._heard :]]
        self._heard = len(game.told)
        return {"ok": True, "told": events, "asked": describe(game), "over": game.over, **more}


_NEEDED = object()
_SEED = re.compile(rf"[0-9a-fA-F]{{{2 * SEED_BYTES}}}")
_TYPES = {str: "a text", int: "a whole number", list: "a list", dict: "an object"}


def member(request: Request, name: str, kind: type, default: Any = _NEEDED) -> Any:
    """Returns a request's member, or the default if it is missing.

    Raises BadRequest if the member has another type, or if it is missing and there is no default.
    """
    value = request.get(name, default)
    if value is _NEEDED:
        raise BadRequest(f"'{name}' is missing")
    if value is default and name not in request:
        return value
    if not isinstance(value, kind) or isinstance(value, bool):
        raise BadRequest(f"'{name}' must be {_TYPES[kind]}")
    return value


def _rules(request: Request) -> Rules:
    name = member(request, "game", str)
    if name not in GAMES:
        raise BadRequest(f"unknown game; the games are {', '.join(GAMES)}")
    return GAMES[name]


def _id(request: Request) -> str:
    game_id: str = member(request, "id", str, "0")
    return game_id


def _given_seed(request: Request) -> bytes | None:
    digits = member(request, "seed", str, None)
    if digits is None:
        return None
    if not _SEED.fullmatch(digits):
        raise BadRequest(f"'seed' must have {2 * SEED_BYTES} hexadecimal digits")
    return bytes.fromhex(digits)


def _seat(game: Game, seat: str) -> str:
    if len(seat) != 1 or seat not in game.seats:
        raise BadRequest(f"unknown seat; the seats are {', '.join(game.seats)}")
    return seat


def _game_facts(rules: Rules) -> Reply:
    return {
        "name": rules.name,
        "edition": rules.edition,
        "players": list(rules.seats),
        "options": {
            name: "text" if isinstance(values, FreeText) else list(values) for name, values in rules.options.items()
        },
    }


def _refusal(refused: RulesError) -> Reply:
    return {"ok": False, "error": refused.code, "message": str(refused)}


def _spoken(reply: Reply) -> str:
    return json.dumps(reply, ensure_ascii=False, separators=(",", ":"))
