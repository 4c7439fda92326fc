# ruff: noqa: E501 - a planted line is written as it might slip in
"""Defects that the simulation must find: `python -m tests.simulation --planted NAME`, or `python -m tests.simulation.planted` for all.

Each is a small change of one module, which is made while that module is imported; no file changes. Packages in which
the simulation cannot find a defect are in `NOT_FOUND`, with the reason.
"""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from typing import Any, Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]
EVENINGS: Final = 2_000
"""The maximum number of evenings in which a defect must be found."""
ALONE, SHARED = "--alone", "--workers"


class Defect(NamedTuple):
    """A defect to plant: the file, the replaced text and its replacement, and the kind of evening that finds it."""

    file: str
    old: str
    new: str
    where: str = ALONE


DEFECTS: Final[dict[str, Defect]] = {
    "loses-an-answer": Defect(
        "storage/record.py", "        for entry in entries:\n            values = _values(entry)\n",
        "        for entry in entries:\n            if entry.number % 17 == 0 and entry.seat != 'chance':\n                continue\n            values = _values(entry)\n",
    ),
    "breaks-the-chain": Defect(
        "storage/record.py", "await self._execute(_ADVANCE, link, told, game)", "await self._execute(_ADVANCE, link[::-1], told, game)",
    ),
    "overlooks-damage": Defect(
        "storage/record.py", "        if flaw is not None:\n            raise RecordDamaged(game, flaw)\n", "",
    ),
    "keeps-lost-time": Defect(
        "storage/deadlines.py", 'due = written(read(row["due"]) + lost)', 'due = row["due"]',
    ),
    "commits-each-statement": Defect(
        "storage/sqlite/single_hop.py", '    await db.execute("BEGIN IMMEDIATE")\n    try:\n        done = await work(db)\n        await db.execute("COMMIT")\n', "    try:\n        done = await work(db)\n",
    ),
    "trusts-an-old-lease": Defect(
        "storage/postgres/session.py", "if not self._reopens and now() - self._answered > self._times.lease:", "if not self._reopens and now() - self._answered > 100 * self._times.lease:", SHARED,
    ),
    "claims-what-others-have": Defect(
        "storage/postgres/claims.py", "        if shard not in self.shards and await self.session.try_lock(SHARD, shard) is not None:\n", "        if shard not in self.shards:\n            await self.session.try_lock(SHARD, shard)\n", SHARED,
    ),
    "commits-when-a-connection-ends": Defect(
        "storage/postgres/engine.py", "            async with genuine.transaction():\n                done = await work(PostgresConnection(genuine))\n", "            done = await work(PostgresConnection(genuine))\n", SHARED,
    ),
    "shows-before-it-is-committed": Defect(
        "bot/tables/referee.py", "            answer_on(live, game, seat, then)\n            await self._follow(live, game)\n", "            answer_on(live, game, seat, then)\n            live.stored = len(game.entries)\n            self._bus.table_changed(live)\n            await self._follow(live, game)\n",
    ),
    "shows-anothers-hand": Defect(
        "bot/tables/table_data.py", "        seat = self.seat_of(user)\n        if seat.left is not None and isinstance(why", "        seat = self.seats[(self.seats.index(self.seat_of(user)) + 1) % len(self.seats)]\n        if seat.left is not None and isinstance(why",
    ),
    "never-ends-a-turn": Defect(
        "bot/tables/alarm_actions.py", "            await self._referee.clock(game, deadline.number)\n", "            return\n",
    ),
    "forgets-computers": Defect(
        "bot/tables/computers.py", "        for seat in seats:\n            if (number, seat) not in pending:\n", "        for seat in seats:\n            if number % 5 and (number, seat) not in pending:\n",
    ),
    "forgets-a-changed-table": Defect(
        "bot/tables/bus.py", "        if live.ours:\n            self.publish(OwnTableChanged(live))\n", "        if live.game is not None and live.game.number % 5:\n            return\n        if live.ours:\n            self.publish(OwnTableChanged(live))\n",
    ),
    "leaves-buttons-on-old-boards": Defect(
        "bot/features/play/old_boards.py", "                if not self._sequences.runs(old.message):\n                    await self._close(board, old)\n", "                pass\n",
    ),
    "hears-nothing-after-fifty": Defect(
        "bot/gateway/router.py", "        if interaction.id in self._seen or not self._shards.valid:\n", "        if interaction.id in self._seen or not self._shards.valid or len(self._seen) > 50:\n",
    ),
    "forgets-to-serve-a-shard": Defect(
        "bot/gateway/sharding.py", "        self.served.gain(shard)\n", "", SHARED,
    ),
    "answers-in-public": Defect(
        "bot/messages/reply.py", "    return await interaction.response.send_message(view=view, files=file, ephemeral=True,", "    return await interaction.response.send_message(view=view, files=file, ephemeral=False,",
    ),
    "loses-an-owned-card": Defect(
        "rules/kralovske_rosady/table.py", "            self.players[card.owner].discard.append(card.name)\n", "            self.players[card.owner].discard += [card.name] * (len(self.players[card.owner].discard) != 2)\n",
    ),
    "loses-a-discarded-card": Defect(
        "rules/star_wars_destiny/leaving.py", "        player.hand.remove(code)\n        player.discard.append(code)\n    table.tell(events.discards", "        player.hand.remove(code)\n        player.discard += [code] * (len(player.discard) != 3)\n    table.tell(events.discards",
    ),
    "draws-again": Defect(
        "rules/engine.py", "            self._answer(draw, CHANCE, self.chance.pick(self.number, draw.options, draw.count))\n", "            self._answer(draw, CHANCE, self.chance.pick(self.number + len(self.told) % 2, draw.options, draw.count))\n",
    ),
    "loses-a-card": Defect(
        "rules/mafia_city/table.py", "            self.open.remove(card)\n            self.discard.append(card)\n", "            self.open.remove(card)\n            self.discard += [card] * (len(self.discard) % 3 != 1)\n",
    ),
    "keeps-a-refused-answer": Defect(
        "bot/tables/registry.py", "            except BaseException as error:\n                self.drop(game)\n", "            except BaseException as error:\n",
    ),
    "forgets-a-resumed-session": Defect(
        "bot/gateway/client.py", "in which no event was missed: lets deadlines run again.\"\"\"\n        await self.clocks.found(shard_id)\n", "in which no event was missed: lets deadlines run again.\"\"\"\n",
    ),
    "expects-no-lost-answer": Defect(
        "bot/messages/outcomes.py", "    except (*_ANSWERS, *LOST) as error:\n", "    except _ANSWERS as error:\n",
    ),
}  # fmt: skip
"""Name of a defect → the change of one file."""
NOT_FOUND: Final = {
    "bot/drawing": "evenings have no pictures: drawing takes a hundred times as long as everything else; tests/bot/drawing",
    "bot/emulator": "it is Discord in the simulation, not the bot; tests/emulator",
    "bot/games": "the judge renders boards with the same code, so it agrees with a wrong text; tests/bot/games",
    "bot/interactions": "it checks forged and untrusted input, which no player sends here; tests/faults/test_forged.py",
    "bot/local": "the table in the browser is another program; tests/page",
    "bot/maintenance": "the first press does what a start has left undone, before anyone judges; tests/bot/maintenance",
    "bot/measuring": "the judge measures time with the bot's own clock; tests/faults/test_clocks.py",
    "bot/monitoring": "metrics, logs and health checks are read by no one here; tests/bot/monitoring",
    "bot/processes": "computers and pictures do not run in processes of their own here; tests/bot/tables/test_thinkers.py",
    "bot/texts": "the judge reads texts from the same catalogues; tests/bot/texts",
    "bot/views": "as bot/games; a wrong custom_id is found as a refused press",
    "rules/players": "a computer that chooses badly breaks no promise; tests/rules/players",
    "rules/tournaments": "evenings have no tournaments; tests/rules/tournaments",
    "rules/arena": "it compares computer players and is no part of the bot; tests/rules/arena",
}
"""Packages without a planted defect, each with the reason and the tests that are meant for it."""


class _Planter(MetaPathFinder):
    """An import hook for one defect: loads its module with the changed source."""

    def __init__(self, defect: Defect) -> None:
        self._defect = defect
        self._name = defect.file.removesuffix(".py").replace("/", ".")

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """Returns the spec of the module with the defect, and None for every other module."""
        spec = PathFinder.find_spec(fullname, path) if fullname == self._name else None
        if spec is not None:
            spec.loader = _Changed(fullname, str(ROOT / self._defect.file), self._defect)
        return spec


class _Changed(SourceFileLoader):
    """A loader for a module whose source is changed by a defect; it neither reads nor writes bytecode."""

    def __init__(self, fullname: str, path: str, defect: Defect) -> None:
        super().__init__(fullname, path)
        self._defect = defect

    def get_code(self, fullname: str) -> Any:
        """Returns the code of the changed source."""
        return self.source_to_code(changed(self._defect).encode(), self.path)


def changed(defect: Defect) -> str:
    """Returns the file's source with the defect; raises ValueError if it does not have the replaced text exactly
    once.
    """
    source = (ROOT / defect.file).read_text("utf-8")
    if source.count(defect.old) != 1:
        raise ValueError(f"{defect.file} has not exactly once: {defect.old!r}")
    return source.replace(defect.old, defect.new)


def plant(name: str) -> None:
    """Plants a defect by an import hook, and chooses the rules' sources; call it before any module of the bot is
    imported.
    """
    os.environ["KRUPIER_RULES"] = "pure"
    sys.meta_path.insert(0, _Planter(DEFECTS[name]))


def found(name: str, evenings: int = EVENINGS) -> str:
    """Runs the simulation with a planted defect, that many evenings at most; returns the last line of its output."""
    command = [
        sys.executable, "-m", "tests.simulation", "--planted", name, "--evenings", str(evenings), DEFECTS[name].where,
    ]  # fmt: skip
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return (done.stdout.strip().splitlines() or done.stderr.strip().splitlines() or ["nothing"])[-1]


if __name__ == "__main__":
    for chosen in sys.argv[1:] or DEFECTS:
        print(f"{chosen}: {found(chosen)}", flush=True)
