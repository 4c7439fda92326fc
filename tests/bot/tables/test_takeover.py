"""Tries all short sequences of commands: no manager can see another player's hand by their own decision."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path

import pytest

from bot.tables.refusals import EXPECTED_ERRORS
from bot.texts import translator_for
from storage import Proposed
from storage.dsn import Place
from tests import postgres
from tests.bot.refused import NO_FREE_SEAT
from tests.bot.table import Evening
from tests.bot.tables.backend import ANNA, BERT, CYRIL, DORA, Backend

STRANGER, FRIEND, EVA = 2001, 2002, 1005
SAID = translator_for("en")
STEPS = 4
Step = Callable[[Backend, int], Awaitable[object]]


def commands(manager: int) -> dict[str, Step]:
    """Returns all commands about seats of a running game that a manager and a cooperating friend can give, by name."""

    def proposes(seat: str, newcomer: int | None) -> Step:
        proposed = Proposed(seat, newcomer, "hard" if newcomer is None else None)
        return lambda backend, table: backend.consent.propose(table, manager, proposed, SAID, manager=True)

    def agrees(what: str) -> Step:
        async def agree(backend: Backend, table: int) -> None:
            live = await backend.live(table)
            await backend.consent.agree(table, manager, what, SAID, manager=True, number=live.proposals)

        return agree

    return {
        "replace a by manager": proposes("a", manager),
        "replace a by computer": proposes("a", None),
        "replace a by friend": proposes("a", FRIEND),
        "replace a by Anna": proposes("a", ANNA),
        "replace b by manager": proposes("b", manager),
        "replace b by computer": proposes("b", None),
        "replace c by computer": proposes("c", None),
        "agree to replace": agrees("replace"),
        "offer to anyone": agrees("hand_over"),
        "let a computer play": agrees("let_computer"),
        "join": lambda backend, table: backend.lobby.join(table, manager, "Manager"),
        "friend joins": lambda backend, table: backend.lobby.join(table, FRIEND, "Friend"),
        "leave": lambda backend, table: backend.lobby.leave_running(table, manager),
    }


async def nothing(_room: Backend, _table: int) -> None:
    """Does nothing: the starting case, in which the holder of seat a plays."""


async def misses_two_deadlines(backend: Backend, table: int) -> None:
    async with backend.tables.held(table) as live:
        await backend.db.seats.set_absences(table, "a", 2)
        await backend.tables.refresh(live)


async def leaves(backend: Backend, table: int) -> None:
    await backend.lobby.leave_running(table, ANNA)


STARTS = {"plays": nothing, "missed two deadlines": misses_two_deadlines, "left": leaves}


async def position(backend: Backend, table: int) -> str:
    """Returns, as text to compare, who holds each seat, open offers, proposals and votes, and the table's phase."""
    live = await backend.live(table)
    return repr((live.seats, live.free, live.offered_by, live.proposed, live.votes, live.row.phase))


async def sees(backend: Backend, table: int, user: int) -> str | None:
    """Returns the seat whose hand the user may see."""
    try:
        return (await backend.live(table)).holder(user).seat
    except EXPECTED_ERRORS:
        return None


async def begun(backend: Backend, setting: tuple[int, int], channel: int) -> int:
    people, computers = setting
    table = await backend.open(people=people, channel=channel)
    for _ in range(computers):
        await backend.lobby.add_computer(table, ANNA)
    await backend.referee.start(table, ANNA)
    return table


async def reached(backend: Backend, table: int, steps: Iterable[Step], *, restarts: bool = False) -> str:
    """Carries out these steps and returns the position then; a refused step changes nothing.

    `restarts`: the table is read from the database again before each step.
    """
    for step in steps:
        if restarts:
            backend.tables.drop(table)
        with contextlib.suppress(*EXPECTED_ERRORS):
            await step(backend, table)
    return await position(backend, table)


CASES = {
    "three play": ("plays", (3, 0), STRANGER),
    "two play": ("plays", (2, 1), STRANGER),
    "one plays": ("plays", (1, 2), STRANGER),
    "two late": ("missed two deadlines", (2, 1), STRANGER),
    "three left": ("left", (3, 0), STRANGER),
    "manager plays with two": ("plays", (3, 0), BERT),
    "manager plays with one": ("plays", (2, 1), BERT),
    "manager plays with one who is late": ("missed two deadlines", (2, 1), BERT),
}


IN_EVERY_RUN = {"three play", "manager plays with one"}


def case_of(name: str) -> object:
    """Returns the parameter for a case; cases that take seconds are in the last tier."""
    return name if name in IN_EVERY_RUN else pytest.param(name, marks=pytest.mark.tier("all"))


async def search(
    database: Place, case: str, monkeypatch: pytest.MonkeyPatch, steps: int = STEPS, *, restarts: bool = False
) -> None:
    """Tries every sequence of commands from each position once; fails if a hand is shown.

    `restarts`: before each command the table is read from the database again.
    """
    start, setting, manager = CASES[case]
    own, tried = {BERT: "b"}.get(manager), commands(manager)
    async with Backend.opened(database) as backend:
        monkeypatch.setattr(backend.referee.computers, "ask", lambda _live: None)
        channels, known, paths = itertools.count(1), set[str](), [list[Step]()]
        for _ in range(steps):
            longer = list[list[Step]]()
            for path in paths:
                table, before = 0, ""
                for name, step in tried.items():
                    if not table:
                        table = await begun(backend, setting, next(channels))
                        before = await reached(backend, table, (STARTS[start], *path))
                    found = await reached(backend, table, (step,), restarts=restarts)
                    assert await sees(backend, table, manager) in {None, own}, name
                    assert start != "plays" or await sees(backend, table, FRIEND) is None, name
                    if found != before:
                        table = 0
                    if found not in known:
                        known.add(found)
                        longer.append([*path, step])
            paths = longer
        assert len(known) > steps


@pytest.mark.parametrize("case", [case_of(name) for name in CASES])
async def test_no_sequence_of_commands_shows_a_hand_to_a_manager(
    database: Path, case: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await search(database, case, monkeypatch)


@pytest.mark.tier("all")
async def test_no_sequence_of_commands_shows_a_hand_on_postgresql(
    server: postgres.Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    dsn = server.fresh()
    try:
        await search(dsn, "two late", monkeypatch, steps=2)
    finally:
        server.drop(dsn)


@pytest.mark.parametrize("case", ["three left", "manager plays with one"])
async def test_no_sequence_of_commands_with_restarts_shows_a_hand_to_a_manager(
    database: Path, case: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await search(database, case, monkeypatch, steps=2, restarts=True)


# Players who cooperate


async def votes(backend: Backend, table: int, proposed: Proposed, *users: int) -> None:
    for user in users:
        await backend.consent.propose(table, user, proposed, SAID)


async def test_two_players_and_a_manager_cannot_vote_the_others_out(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.open(people=4)
        await backend.lobby.join(table, EVA, "Eva")
        await backend.referee.start(table, ANNA)
        for seat in ("a", "c"):
            await backend.consent.propose(table, STRANGER, Proposed(seat, None), SAID, manager=True)
        await votes(backend, table, Proposed("e", None), BERT, DORA)
        assert (await backend.live(table)).seat("e").left is None, "two of five people have agreed"
        await votes(backend, table, Proposed("a", FRIEND), BERT, DORA)
        with pytest.raises(EXPECTED_ERRORS):
            await backend.lobby.join(table, FRIEND, "Friend")
        await backend.lobby.join(table, CYRIL, "Cyril")
        await votes(backend, table, Proposed("a", FRIEND), CYRIL)
        await backend.lobby.join(table, FRIEND, "Friend")
        assert await sees(backend, table, FRIEND) == "a", "three of the four other people have agreed"


@pytest.mark.parametrize("offered", ["to anyone", "to a friend"])
async def test_an_offer_of_the_only_voter_is_stored_as_their_own(database: Path, offered: str) -> None:
    async with Backend.opened(database) as backend:
        table = await begun(backend, (2, 1), 1)
        await misses_two_deadlines(backend, table)
        if offered == "to anyone":
            await backend.consent.agree(table, BERT, "hand_over", SAID)
        else:
            await backend.consent.propose(table, BERT, Proposed("a", FRIEND), SAID)
        live = await backend.live(table)
        assert (live.offered_by, live.seat("a").vacated) == ({"a": BERT}, "late")


async def test_an_offer_on_which_several_players_voted_is_open_to_each_of_them(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await begun(backend, (3, 0), 1)
        await misses_two_deadlines(backend, table)
        for user in (BERT, CYRIL):
            await backend.consent.agree(table, user, "hand_over", SAID)
        live = await backend.live(table)
        assert (set(live.free), live.offered_by, live.seat("a").vacated) == ({"a"}, {}, "late")


# Through Discord

FIVE = ("Owner", "Anna", "Bert", "Cyril", "Dora")
SEATED = ("Anna", "Bert", "Cyril")


def public_texts(evening: Evening) -> list[str]:
    return [seen.text for seen in evening.person("Dora").messages(evening.channel) if not seen.ephemeral]


async def test_the_reported_attack_leaves_the_seat_and_its_hand_with_its_holder(database: Path) -> None:
    async with Evening.of(*FIVE, database=database) as evening:
        await evening.sit_down(*SEATED)
        before = evening.live.seats
        asked = await evening.slash("Owner", "game replace", player="a", by=evening.person("Owner"))
        assert "Nejdřív musí souhlasit ostatní hráči" in asked.text
        assert NO_FREE_SEAT in (await evening.slash("Owner", "game join")).text
        assert evening.live.seats == before
        assert "0 z 2" in evening.board().text
        await evening.press_board("Owner", "agree_replace")
        assert evening.live.seats == before
        evening.clean()


async def test_a_takeover_and_its_end_are_announced_and_logged(database: Path) -> None:
    async with Evening.of(*FIVE, database=database) as evening:
        await evening.sit_down(*SEATED)
        holder = evening.holder("a")
        seat, newcomer = evening.person(holder).mention, evening.person("Dora").mention
        others = [name for name in SEATED if name != holder]
        for old, new in ((holder, "Dora"), ("Dora", holder)):
            await evening.slash("Owner", "game replace", player="a", by=evening.person(new))
            for other in others:
                await evening.press_board(other, "agree_replace")
            await evening.slash(new, "game join")
            assert evening.live.seat("a").user == evening.person(new).id, old
        log = (await evening.slash("Bert", "record log")).text
        for sentence in (f"{newcomer} přebírá místo po hráči {seat}", f"{seat} přebírá místo po hráči {newcomer}"):
            assert sentence in log
            assert [text for text in public_texts(evening) if sentence in text]
        evening.clean()


async def test_a_player_who_comes_back_is_announced_and_logged(database: Path) -> None:
    async with Evening.of(*FIVE, database=database) as evening:
        await evening.sit_down(*SEATED)
        await evening.slash("Owner", "game replace", player="a")
        holder = evening.live.seat("a").user
        name = next(name for name in SEATED if evening.person(name).id == holder)
        await evening.slash(name, "game join")
        log = (await evening.slash("Bert", "record log")).text
        assert f"Moderátor předává místo hráče <@{holder}> počítači" in log
        sentence = f"<@{holder}> je zpátky"
        assert sentence in log
        assert [text for text in public_texts(evening) if sentence in text]
        evening.clean()
