# ruff: noqa: E501 - a planted line is written as a developer might write it
"""Plants leaks, one at a time, in a copy of the program: `python -m tests.secrets.planted` (`make test-secrets`).

Each is a small change as it could slip in; the secrecy tests must notice all but one. Arguments choose some of them.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

HOME: Final = Path(__file__).parents[2]
PACKAGES: Final = ("bot", "rules", "storage", "tests")
MISSED_AT_MOST: Final = 1
"""The number of leaks that the tests may miss."""
SUITE: Final = (
    "tests/secrets", "tests/bot/test_leaks.py", "tests/bot/test_undo_leaks.py", "tests/bot/tables/test_order_execution.py",
    "tests/bot/tables/test_standing_orders.py", "tests/bot/tables/test_computer_delays.py", "tests/bot/features/undo/test_service.py",
    "tests/bot/features/play/test_open_panels.py", "tests/storage/test_seal.py",
)  # fmt: skip
"""The tests that are tried for each leak after its own first test."""
PATIENCE: Final = 600
"""Seconds that one run of tests may take."""


class Planted(NamedTuple):
    """A leak to be planted: the file, the replaced text with its replacement, and the test that is tried first."""

    name: str
    file: str
    old: str
    new: str
    first: str = "tests/secrets/test_two_worlds.py"


WHOLE: Final = "tests/secrets/test_whole_bot.py"
PICTURED: Final = "tests/secrets/test_public_pictures.py"
ORDERS: Final = "tests/bot/tables/test_order_execution.py"
CANARIES: Final = "tests/secrets/test_canaries.py"
GAMES: Final = "tests/storage/test_games.py"
PRIVATE: Final = "tests/storage/sqlite/test_file_permissions.py"
LEAK_TESTS: Final = "tests/bot/test_leaks.py"
WINDOWS: Final = "tests/bot/tables/test_windows.py"
SLOW: Final = "tests/secrets/test_slow_panels.py"
HANDS: Final = "tests/bot/features/play/test_hands_in_panels.py"
PLACES: Final = "tests/bot/features/orders/test_placements.py"
HOLDERS: Final = "tests/secrets/test_who_holds_what.py"

BOARD_DRAWN: Final = "    return pictures.board(replace(ctx, about=about), asked=asked, told=game.standing)\n"
BOARD_LEAKS: Final = (
    "    sketch = pictures.board(replace(ctx, about=about), asked=asked, told=game.standing)\n"
    '    holder = game.table.players.get("{seat}")\n'
    '    return replace(sketch, alt={alt}) if sketch and holder and "{card}" in holder.hand else sketch\n'
)

LEAKS: Final = (
    Planted("a deadline waits only for an absent player who holds a playable card", "bot/tables/day_clock.py",
            "    return [] if decision is None else asked(decision, live.row, live.seats, live.schedules)",
            "    able = [one for one in live.seats if decision and live.game and one.seat in decision.seats and len(live.game.keys(one.seat)) > 1]\n"
            "    return [] if decision is None else asked(decision, live.row, able, live.schedules)"),
    Planted("a window is skipped if no one can react", "rules/mafia_city/cancelling.py",
            "            asked.append(seat)", "            asked += [seat] if len(_reactions(table, chain, seat)) > 1 else []"),
    Planted("a player who can react is asked first", "rules/mafia_city/cancelling.py",
            "    return tuple(asked)", "    return tuple(sorted(asked, key=lambda seat: -len(_reactions(table, chain, seat))))"),
    Planted("whoever has passed is asked only with a bullet in hand", "rules/mafia_city/action.py",
            "    cards = len(player.hand)\n", "    cards = len(with_symbol(player.hand, \"bullet\"))\n"),
    Planted("the keys of a window are public", "rules/decisions.py",
            "    patience = \"window\"\n    secret = True", "    patience = \"window\"\n    secret = False"),
    Planted("the policeman's sight is everybody's", "rules/mafia_city/view.py",
            "if seat == table.policeman else (seat,)", "if table.policeman else (seat,)"),
    Planted("a hand's size tells of a kind of card", "rules/mafia_city/view.py",
            "written[\"cards\"] = len(player.hand)", "written[\"cards\"] = len(set(player.hand))"),
    Planted("the deck's next card lies open", "rules/mafia_city/view.py",
            "\"deck\": len(table.deck),", "\"deck\": len(table.deck), \"next\": table.deck[:1],"),
    Planted("what is drawn is told to all", "rules/mafia_city/events.py",
            "return Event(seat, \"drew\",", "return Event(ALL, \"drew\","),
    Planted("tucked cards lie face up", "rules/kralovske_rosady/view.py",
            "card.up or card.owner in seen)", "card.up or card.owner in seen or len(column.cards) > 1)"),
    Planted("the next point card can be seen", "rules/kralovske_rosady/view.py",
            "\"points_deck\": len(table.points_deck),", "\"points_deck\": len(table.points_deck) + (table.points_deck[:1] > ['d']),"),
    Planted("which card was laid is told to all", "rules/kralovske_rosady/events.py",
            "return Event(seat, \"played\",", "return Event(ALL, \"played\","),
    Planted("a laid card's event names its length", "rules/kralovske_rosady/game.py",
            "table.tell(events.plays, player.seat, column.number)", "table.tell(events.plays, player.seat, column.number + 0 * len(name) + (name > \"m\") / 8)"),
    Planted("hands are sorted by strength in the order of columns", "rules/kralovske_rosady/view.py",
            "\"cards\": len(player.hand),", "\"cards\": len(player.hand), \"strong\": \"king\" in player.hand,"),
    Planted("someone's hand lies open", "rules/star_wars_destiny/view.py",
            "    if seen:\n        written[\"hand\"]", "    if seen or player.resources > 3:\n        written[\"hand\"]"),
    Planted("someone's deck list is public", "rules/star_wars_destiny/view.py",
            "    if seen:\n        written[\"list\"]", "    if seen or player.out is False:\n        written[\"list\"]"),
    Planted("what was drawn is told to all in Destiny", "rules/star_wars_destiny/events.py",
            "return Event(seat, \"drew\",", "return Event(ALL, \"drew\","),
    Planted("React is missing if nothing can be done", "bot/features/play/board_view.py",
            "    if not isinstance(game.decision, Window) or (facts.only_person and", "    if not isinstance(game.decision, Window) or len(game.keys(game.decision.seats[0])) < 2 or (facts.only_person and"),
    Planted("React looks different for a good hand", "bot/features/play/board_view.py",
            "    buttons = _buttons(facts, _window(facts, game), words, button(words(\"In words\"), CustomId(facts.id, \"in_words\")))\n",
            "    buttons = _buttons(facts, _window(facts, game), words, button(words(\"In words\"), CustomId(facts.id, \"in_words\")))\n    for one in buttons:\n        if one.label == words(\"React\") and len(game.keys(game.decision.seats[-1])) < 2:\n            one.style = Style.secondary\n"),
    Planted("the board counts the options", "bot/features/play/board_view.py",
            "    return \"➡️ \" + question.awaited(ctx, decision.seats[0])",
            "    return \"➡️ \" + question.awaited(ctx, decision.seats[0]) + str(len(game.keys(decision.seats[0])))"),
    Planted("the board shows the hand of whose disguise is turned", "bot/features/play/board_view.py",
            "    return \"➡️ \" + question.awaited(ctx, decision.seats[0])", "    return \"➡️ \" + question.awaited(ctx, decision.seats[0]) + (\" \".join(game.table.players[decision.seats[0]].hand) if decision.kind == \"disguise\" else \"\")"),
    Planted("the board shows the hand of whoever may exchange it", "bot/features/play/board_view.py",
            "    return \"➡️ \" + question.awaited(ctx, decision.seats[0])", "    return \"➡️ \" + question.awaited(ctx, decision.seats[0]) + (str(game.table.players[decision.seats[0]].hand) if decision.kind == \"mulligan\" else \"\")"),
    Planted("everybody is asked about a disguise with the hand beside it", "rules/kralovske_rosady/turning.py",
            "keys, PASS, {\"column\": column.number})", "keys, PASS, {\"column\": column.number, \"hand\": list(player.hand)})"),
    Planted("a traitor stays for a while if there is a king in hand", "rules/kralovske_rosady/turning.py",
            "(STAY, *others), STAY,", "(STAY, *others), others[0] if \"king\" in table.players[card.owner].hand else STAY,"),
    Planted("a custom_id counts cards", "bot/features/play/board_view.py",
            "    buttons = _buttons(facts, _window(facts, game), words, button(words(\"In words\"), CustomId(facts.id, \"in_words\")))\n",
            "    buttons = _buttons(facts, _window(facts, game), words, button(words(\"In words\"), CustomId(facts.id, \"in_words\")))\n    buttons[1].custom_id = str(CustomId(facts.id, \"hand\", len(set(game.table.players[\"b\"].hand))))\n"),
    Planted("whoever can do nothing is not named in a window", "bot/features/play/board_view.py",
            "for seat in decision.seats if _may_react(facts, game, seat))\n",
            "for seat in decision.seats if _may_react(facts, game, seat) and len(game.keys(seat)) > 1)\n"),
    Planted("out of turn one learns how many ways another has", "bot/features/play/panel_notices.py",
            "    said = f\"{awaited}.\"\n", "    said = f\"{awaited}.\" + \"!\" * (len(game.keys(decision.seats[0])) % 2)\n"),
    Planted("anybody may peek", "bot/features/hand/view.py",
            "other_hand(context(facts, words, game, seat), other", "other_hand(context(facts, words, game, other), other"),
    Planted("the log tells what one seat was told", "bot/games/log.py",
            "    return lines + _sentences(game, facts, words, (ALL,), since, until)\n", "    return lines + _sentences(game, facts, words, (ALL, \"b\"), since, until)\n"),
    Planted("an onlooker gets an event of one seat", "bot/games/log.py",
            "    said = log(facts, game, words, until=", "    said = _sentences(game, facts, words, (ALL, \"b\"), until="),
    Planted("a window of someone with nothing to play is shorter", "bot/tables/times.py",
            "        return live.row.window_seconds\n", "        return (live.row.window_seconds or 0) - (max(len(game.keys(seat)) for seat in decision.seats) == 1)\n"),
    Planted("a turn with few ways is shorter", "bot/tables/times.py",
            "        return live.row.turn_seconds\n", "        return (live.row.turn_seconds or 0) - len({key[:4] for key in game.keys(decision.seats[0])}) / 8\n", WHOLE),
    Planted("a disguise waits as long as the hand is named", "bot/tables/times.py",
            "        return live.row.turn_seconds\n", "        return (live.row.turn_seconds or 0) - (len(str(game.table.players[decision.seats[0]].hand)) / 8 if decision.kind == \"disguise\" else 0)\n", WHOLE),
    Planted("a window closes early for who can only pass", "bot/tables/order_execution.py",
            "        if any(_is_waited_for(live, seat) for seat in game.waiting):", "        if any(_is_waited_for(live, seat) and len(game.keys(seat)) > 1 for seat in game.waiting):", ORDERS),
    Planted("a window closes early if no one holds anything", "bot/tables/order_execution.py",
            "        if any(_is_waited_for(live, seat) for seat in game.waiting):", "        if any(_is_waited_for(live, seat) for seat in game.waiting) and any(len(game.keys(seat)) > 1 for seat in game.waiting):", WINDOWS),
    Planted("Hold on is offered only while someone holds something", "bot/features/play/board_view.py",
            "    buttons = _buttons(facts, _window(facts, game), words, button(words(\"In words\"), CustomId(facts.id, \"in_words\")))\n",
            "    buttons = _buttons(facts, _window(facts, game), words, button(words(\"In words\"), CustomId(facts.id, \"in_words\")))\n    if not any(len(game.keys(seat)) > 1 for seat in game.waiting):\n        buttons = [one for one in buttons if one.label != words(\"Hold on\")]\n", LEAK_TESTS),
    Planted("only who holds something may ask for more time", "bot/tables/answering.py",
            "    if seat not in game.decision.seats:", "    if seat not in game.decision.seats or len(game.decision.keys(seat)) < 2:", WINDOWS),
    Planted("a panel is updated only for who can react", "bot/features/play/panel_moments.py",
            "    return panel.asked or seat.seat in game.waiting or", "    from bot.tables.order_execution import must_answer\n    return panel.asked or (seat.seat in game.waiting and must_answer(live, game, seat.seat)) or", SLOW),
    Planted("an order to place mobsters stops if its player holds a hat", "bot/tables/order_execution.py",
            "    if decision is None or not orders:\n", "    if decision is None or not orders or any(\"hat\" in card for card in getattr(game.table.players[seat], \"hand\", ())):\n", PLACES),
    Planted("a board waits for the panels that open", "bot/features/play/board_owner.py",
            "        await self._boards.know(board)\n        try:\n",
            "        await self._boards.know(board)\n        opened = [one.task for key, one in self._client.app.open_panels._open.items() if key[0] == board.game and one.task]\n        await __import__(\"asyncio\").gather(*opened)\n        try:\n", SLOW),
    Planted("a board's picture waits for the hands that panels show", "bot/drawing/studio.py",
            "self._private_slot if sketch.owner else nullcontext(), self._slots", "self._private_slot, self._slots", HANDS),
    Planted("a panel shows the hand of whose turn it is", "bot/features/play/open_panels.py",
            "self._illustrator.hand(live.game, seat, seat, words)", "self._illustrator.hand(live.game, *2 * live.game.waiting[:1], words)", HANDS),
    Planted("panels and boards are sent one after the other", "bot/messages/reconciler.py",
            "            async with message.lock:\n                again = await", "            async with self.__dict__.setdefault(\"_turn\", asyncio.Lock()), message.lock:\n                again = await", SLOW),
    Planted("the board's picture is drawn as one seat sees it", "bot/messages/illustrator.py",
            "    pictures, ctx = _pictures(facts.kind), context(facts, said, game)", "    pictures, ctx = _pictures(facts.kind), context(facts, said, game, \"b\")", PICTURED),
    Planted("a space precedes the last full stop of an alt text while seat c holds the dragon", "bot/messages/illustrator.py",
            BOARD_DRAWN, BOARD_LEAKS.format(seat="c", card="dragon", alt="sketch.alt[:-1] + \" .\""), HOLDERS),
    Planted("an alt text lacks its last full stop while seat e holds a secret deal", "bot/messages/illustrator.py",
            BOARD_DRAWN, BOARD_LEAKS.format(seat="e", card="secret_deal-bullet", alt="sketch.alt[:-1]"), HOLDERS),
    Planted("an alt text ends with a line break while seat d holds Awakening", "bot/messages/illustrator.py",
            BOARD_DRAWN, BOARD_LEAKS.format(seat="d", card="awakening", alt="sketch.alt + chr(10)"), HOLDERS),
    Planted("an alt text has two spaces while seat a, which is asked, holds the king", "bot/messages/illustrator.py",
            BOARD_DRAWN, BOARD_LEAKS.format(seat="a", card="king", alt="sketch.alt.replace(\" \", \"  \", \"a\" in asked)"), HOLDERS),
    Planted("a hint is searched for while others play", "bot/features/advice/commands.py",
            "search=live.solo)", "search=True)",
            "tests/bot/features/advice/test_commands.py"),
    Planted("an answer stands in the log", "bot/tables/commits.py",
            "            await self._db.record.append(\n", "            __import__(\"logging\").getLogger(\"bot\").info(\"%s\", entries)\n            await self._db.record.append(\n", CANARIES),
    Planted("a figure is labelled with an answer", "bot/tables/commits.py",
            "            await self._db.record.append(\n", "            __import__(\"bot.monitoring.metrics\", fromlist=[\"GAMES\"]).REQUESTS.labels(\"-\", \" \".join(str(key) for entry in game.entries[-1:] for key in entry.keys), \"-\").inc()\n            await self._db.record.append(\n", CANARIES),
    Planted("a chance prints its seed", "rules/chance.py",
            "return f\"<Chance of game {self.game_id}>\"", "return f\"<Chance of game {self.game_id} {self._seed.hex()}>\"", CANARIES),
    Planted("a seed prints itself", "storage/rows.py",
            "        return \"Seed(secret)\"", "        return f\"Seed({self.hex()})\"", CANARIES),
    Planted("the shell's list names a hand", "bot/cli.py",
            "f\"server {row.guild}\",", "f\"server {row.guild} police_chief-hat\",", CANARIES),
    Planted("the seed is told before the end", "storage/states.py",
            "CASE WHEN phase IN ('over', 'ended') THEN (SELECT", "CASE WHEN phase <> '' THEN (SELECT", GAMES),
    Planted("a copy for sharing keeps running games", "storage/backup.py",
            "    await copy.execute(f\"DELETE FROM games", "    # await copy.execute(f\"DELETE FROM games", PRIVATE),
    Planted("a sealed seed lies in the clear as well", "storage/seal.py",
            "        else:\n            await self._put_open(number", "        if True:\n            await self._put_open(number", PRIVATE),
    Planted("the database is for everybody's eyes", "storage/file_permissions.py",
            "file.chmod(rights & stat.S_IRWXU)", "file.chmod(rights)", PRIVATE),
)  # fmt: skip


def main(names: list[str]) -> int:
    """Plants each leak in a copy of the program, runs the tests, and prints whether they noticed it.

    Returns 0 if they missed at most `MISSED_AT_MOST`, otherwise 1. `names` chooses leaks by parts of their names.
    """
    chosen = [leak for leak in LEAKS if not names or any(name in leak.name for name in names)]
    missed = []
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for room in PACKAGES:
            shutil.copytree(HOME / room, copy / room, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(HOME / "pyproject.toml", copy)
        passes_unchanged(copy, chosen)
        for leak in chosen:
            test = noticed(leak, copy)
            print(f"{'MISSED ' if test is None else 'noticed'} {leak.name}: {test or '-'}", flush=True)
            missed += [leak] if test is None else []
    print(f"{len(chosen)} leaks planted, {len(chosen) - len(missed)} noticed")
    return int(len(missed) > MISSED_AT_MOST)


def passes_unchanged(copy: Path, chosen: Sequence[Planted]) -> None:
    """Ends the program if a test fails without any leak, because it would seem to notice every leak."""
    for tests in dict.fromkeys([*((leak.first,) for leak in chosen), SUITE]):
        failed = _fails(copy, *tests)
        if failed is not None:
            raise SystemExit(f"{failed} fails with nothing planted: mend that first, nothing was tried")
    print("nothing planted: every test passes", flush=True)


def noticed(leak: Planted, copy: Path) -> str | None:
    """Plants a leak in the copy, runs the tests, and removes it; returns the first test that failed, or None.

    Ends the program if the file no longer has the text to replace.
    """
    file = copy / leak.file
    whole = file.read_text("utf-8")
    if whole.count(leak.old) != 1:
        raise SystemExit(f"{leak.name}: {leak.file} has changed, so that the leak cannot be planted: mend its entry")
    file.write_text(whole.replace(leak.old, leak.new), "utf-8")
    try:
        return _fails(copy, leak.first, *_of_its_game(leak)) or _fails(copy, *SUITE)
    finally:
        file.write_text(whole, "utf-8")


def _of_its_game(leak: Planted) -> tuple[str, ...]:
    """Returns pytest options that select the tests of the leak's game; none if its file belongs to no game."""
    room, game, *_ = leak.file.split("/")
    return ("-k", game) if room == "rules" and leak.file.count("/") > 1 else ()


def _fails(copy: Path, *tests: str) -> str | None:
    """Runs these tests in the copy; returns the first one that fails, or None.

    Ends the program if pytest cannot run.
    """
    command = (sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider", *tests)
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "KRUPIER_FAULTS": ""}
    done = subprocess.run(
        command, cwd=copy, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    if done.returncode > 1 and not failed:
        raise SystemExit(f"the tests did not run:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return failed[0].partition(" - ")[0] if failed else None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
