"""Another program as a player: it gets what its seat may know as a line of JSON, and answers with a line."""

from __future__ import annotations

import contextlib
import json
import shlex
import subprocess
from typing import Any

from rules.errors import BadRequest
from rules.players.ai import Dice
from rules.players.choosing import Keys
from rules.players.question import Question

PATIENCE = 10.0
"""The maximum time in seconds until a program exits after its input was closed."""


class Program:
    """A participant in another process, which is asked on its standard input and output (docs/protocol.md, "A player").

    Creating it starts the process; it raises BadRequest if that fails.
    """

    def __init__(self, command: str) -> None:
        self.command = command
        if not command.strip():
            raise BadRequest("cmd: must be followed by a program, such as cmd:./mybot")
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the user of the arena names the program
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                text=True, encoding="utf-8", errors="replace",
            )  # fmt: skip
        except (OSError, ValueError) as missing:
            raise BadRequest(f"cannot start {command!r}: {missing}") from None
        self._heard = 0

    def begin(self) -> None:
        """Prepares for another game: its events are sent from the first one on."""
        self._heard = 0

    def choose(self, asked: Question, _dice: Dice) -> Keys:
        """Sends the question to the program and returns its answer; raises BadRequest if the program has ended.

        A reply without a list of keys counts as an empty answer.
        """
        told, self._heard = list(asked.told[self._heard :]), len(asked.told)
        reply = self._say(
            {
                "told": told,
                "game": asked.game,
                "seat": asked.seat,
                "asked": {
                    "number": asked.number, "kind": asked.kind, "shape": asked.shape, "silence": asked.silence,
                    "about": asked.about, "least": asked.least, "most": asked.most,
                },
                "view": asked.view,
                "keys": list(asked.keys),
            }
        )  # fmt: skip
        keys = reply.get("keys") if isinstance(reply, dict) else None
        return tuple(str(key) for key in keys) if isinstance(keys, list) else ()

    def close(self) -> None:
        """Ends the program: closes its input and output, and kills it if it does not exit within `PATIENCE` seconds."""
        if self._process.stdin:
            # Unsent lines are flushed again when the pipe closes; the program may have exited.
            with contextlib.suppress(OSError):
                self._process.stdin.close()
        if self._process.stdout:
            self._process.stdout.close()
        try:
            self._process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _say(self, message: dict[str, Any]) -> Any:
        pipe, replies = self._process.stdin, self._process.stdout
        if pipe is None or replies is None:
            raise BadRequest(f"{self.command!r} has no standard input or output")
        try:
            pipe.write(json.dumps(message, ensure_ascii=False, separators=(",", ":")) + "\n")
            pipe.flush()
            line = replies.readline()
        except OSError:
            line = ""
        if not line:
            raise BadRequest(f"{self.command!r} ended in the middle of a game")
        try:
            return json.loads(line)
        except (ValueError, RecursionError):
            return None
