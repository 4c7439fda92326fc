# ruff: noqa: ASYNC240 - nothing else runs in these loops
"""Seeds under the operator's key, files that are their owner's alone, and copies that others may have."""

from __future__ import annotations

import asyncio
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot import settings as bot_settings
from rules.chance import Chance
from storage import Outcome, Store, seal
from storage.__main__ import main
from storage.backup import backup
from storage.errors import BadSetting, DatabaseExposed, SeedSealed
from storage.private import BESIDE, keep_private
from tests.storage.table import ANNA, CHANNEL, NOON, SEED, answer, begin, raw

ENDED = Outcome("ended", None, NOON)


@pytest.fixture(autouse=True)
def no_key() -> Iterator[None]:
    """The process begins, and goes on after each test, without a key."""
    seal.install("")
    yield
    seal.install("")


async def test_with_a_key_the_seed_stands_nowhere_in_the_file(path: Path) -> None:
    seal.install(seal.new_key())
    async with Store.opened(path) as store:
        game = await begin(store)
        assert await store.seed(game) == SEED
    written = b"".join(path.with_name(path.name + end).read_bytes() for end in ("", "-wal") if _there(path, end))
    assert SEED not in written
    assert SEED.hex().encode() not in written


def _there(path: Path, ending: str) -> bool:
    return path.with_name(path.name + ending).exists()


async def test_the_end_opens_the_seed_for_everybody(path: Path) -> None:
    seal.install(seal.new_key())
    async with Store.opened(path) as store:
        game = await begin(store)
        commitment = Chance(await store.seed(game), str(game)).commitment
        assert (await store.state(game)).seed == ""
        await store.append(game, [answer(1, "a", "x")], outcome=ENDED)
        assert (await store.state(game)).seed == SEED.hex()
    seal.install("")
    async with Store.opened(path) as store:
        revealed = await store.seed(game)
        assert Chance(revealed, str(game)).commitment == commitment
        await store.must_open_seeds()


async def test_without_the_key_or_with_another_one_it_says_what_to_do(path: Path) -> None:
    seal.install(seal.new_key())
    async with Store.opened(path) as store:
        game = await begin(store)
    for keys, word in (("", "set KRUPIER_SECRET_KEY"), (seal.new_key(), "has another key")):
        seal.install(keys)
        async with Store.opened(path) as store:
            with pytest.raises(SeedSealed, match=word):
                await store.must_open_seeds()
            with pytest.raises(SeedSealed, match=f"game {game} is sealed"):
                await store.seed(game)


async def test_a_key_is_renewed_and_the_old_one_given_up(path: Path) -> None:
    old, new = seal.new_key(), seal.new_key()
    seal.install(old)
    async with Store.opened(path) as store:
        game = await begin(store)
    seal.install(f"{new}, {old}")
    async with Store.opened(path) as store:
        assert await store.reseal() == (1, [])
    seal.install(new)
    async with Store.opened(path) as store:
        assert await store.seed(game) == SEED


async def test_games_from_before_the_key_go_on(path: Path) -> None:
    async with Store.opened(path) as store:
        before = await begin(store)
    seal.install(seal.new_key())
    async with Store.opened(path) as store:
        after = await begin(store, CHANNEL + 1)
        await store.must_open_seeds()
        assert await store.seed(before) == await store.seed(after) == SEED
        for game in (before, after):
            await store.finish_game(game, "ended", None, NOON)
            assert (await store.state(game)).seed == SEED.hex()


async def test_a_sealed_seed_opens_in_its_own_game_alone(path: Path) -> None:
    seal.install(seal.new_key())
    async with Store.opened(path) as store:
        games = [await begin(store), await begin(store, CHANNEL + 1)]
    with raw(path) as db:
        first = db.execute("SELECT sealed FROM sealed_seeds WHERE game = ?", games[:1]).fetchone()
        db.execute("UPDATE sealed_seeds SET sealed = ? WHERE game = ?", (*first, games[1]))
    async with Store.opened(path) as store:
        with pytest.raises(SeedSealed, match="sealed for another game"):
            await store.seed(games[1])


def _spoil(path: Path, game: int) -> None:
    """One bit of one sealed seed is another one."""
    with raw(path) as db:
        (sealed,) = db.execute("SELECT sealed FROM sealed_seeds WHERE game = ?", (game,)).fetchone()
        flipped = bytes(byte ^ (at == len(sealed) // 2) for at, byte in enumerate(sealed))
        db.execute("UPDATE sealed_seeds SET sealed = ? WHERE game = ?", (flipped, game))


async def test_a_seed_that_a_disk_has_altered_hinders_no_other_game(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = seal.new_key(), seal.new_key()
    seal.install(old)
    async with Store.opened(path) as store:
        hit, other = [await begin(store), await begin(store, CHANNEL + 1)]
    _spoil(path, hit)
    seal.install(f"{new},{old}")
    async with Store.opened(path) as store:
        await store.must_open_seeds()
        assert await store.seed(other) == SEED
        with pytest.raises(SeedSealed, match=f"game {hit} is sealed.*altered"):
            await store.entries(hit)
    monkeypatch.setenv("KRUPIER_SECRET_KEY", f"{new},{old}")
    assert await asyncio.to_thread(main, ["check", "--database", str(path)]) == 1
    said = capsys.readouterr().out
    assert f"game {hit} (some_game 1, channel {CHANNEL}): damaged: The seed of game {hit} is sealed" in said
    assert f"game {other} (some_game 1, channel {CHANNEL + 1}): does not replay" in said
    assert await asyncio.to_thread(main, ["reseal", "--database", str(path)]) == 1
    said, left = capsys.readouterr()
    assert said.startswith("1 seed is sealed")
    assert f"game {hit} is sealed" in left
    seal.install(new)
    async with Store.opened(path) as store:
        assert await store.seed(other) == SEED
        await store.finish_game(hit, "ended", None, NOON)
        assert (await store.state(hit)).seed == ""
        await store.must_open_seeds()


def test_what_is_no_key_is_refused_by_its_name_and_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadSetting, match=r"KRUPIER_SECRET_KEY is no key.*new-key") as refused:
        seal.install("password1")
    assert "password1" not in str(refused.value)
    monkeypatch.setenv("KRUPIER_SECRET_KEY", "password1")
    monkeypatch.setenv("DISCORD_TOKEN", "some.token.here")
    with pytest.raises(bot_settings.SettingsError, match="KRUPIER_SECRET_KEY") as told:
        bot_settings.load()
    assert "password1" not in str(told.value)


def test_neither_key_nor_seal_is_printed() -> None:
    key = seal.new_key()
    assert key not in repr(seal.Seal([key]))
    assert key not in str(vars(seal.Seal([key])))


async def test_the_shell_makes_keys_and_seals_again(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new-key"]) == 0
    key = capsys.readouterr().out.strip()
    seal.install(key)
    async with Store.opened(path) as store:
        await begin(store)
    monkeypatch.setenv("KRUPIER_SECRET_KEY", f"{seal.new_key()},{key}")
    assert await asyncio.to_thread(main, ["reseal", "--database", str(path)]) == 0
    assert capsys.readouterr().out == "1 seed is sealed with the first key of KRUPIER_SECRET_KEY.\n"
    assert await asyncio.to_thread(main, ["backup", "--database", str(path), str(path.with_name("copy"))]) == 0
    assert (
        await asyncio.to_thread(main, ["backup", "--for-sharing", "--database", str(path), str(tmp_path / "c2")]) == 0
    )
    assert "no secret seed" in capsys.readouterr().out


# Files


def _rights(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


async def test_whatever_lies_beside_the_database_is_its_owners_alone(path: Path) -> None:
    async with Store.opened(path) as store:
        await begin(store)
        found = [file for file in path.parent.iterdir() if file.name.startswith(path.name)]
        assert {file.name.removeprefix(path.name) for file in found} >= {"", "-wal", "-shm", ".lock"}
        assert all(_rights(file) & 0o077 == 0 for file in found)


async def test_a_file_that_others_could_read_is_closed_to_them_and_that_is_said(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with Store.opened(path) as store:
        game = await begin(store)
    path.chmod(0o664)
    path.with_name(path.name + ".lock").chmod(0o644)
    async with Store.opened(path) as store:
        assert (await store.game(game)).host == ANNA
    assert _rights(path) == 0o600
    assert _rights(path.with_name(path.name + ".lock")) == 0o600
    assert "could be read by other users" in caplog.text


def test_where_the_rights_cannot_be_taken_it_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path.touch()
    path.chmod(0o644)

    def not_allowed(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "chmod", not_allowed)
    monkeypatch.setattr(Path, "chmod", not_allowed)
    with pytest.raises(DatabaseExposed, match=r"can be read by other users.*chmod go-rwx"):
        keep_private(path)


def test_all_files_of_sqlite_are_looked_at(path: Path) -> None:
    for ending in BESIDE:
        file = path.with_name(path.name + ending)
        file.touch()
        file.chmod(0o644)
    keep_private(path)
    assert all(_rights(path.with_name(path.name + ending)) == 0o600 for ending in BESIDE)


# Copies that others may have


async def _filled(path: Path) -> tuple[int, int]:
    """One game that is over, one that runs; somebody's settings."""
    async with Store.opened(path) as store:
        over, runs = await begin(store), await begin(store, CHANNEL + 1)
        await store.append(over, [answer(1, "a", "public-key")], outcome=ENDED)
        await store.append(runs, [answer(1, "a", "canary-key")])
        await store.set_locale(ANNA, "sk")
    return over, runs


@pytest.mark.parametrize("sealed", [False, True])
async def test_a_copy_for_sharing_has_finished_games_and_no_secret(path: Path, tmp_path: Path, *, sealed: bool) -> None:
    seal.install(seal.new_key() if sealed else "")
    over, runs = await _filled(path)
    target = tmp_path / "shared"
    await backup(path, target, for_sharing=True)
    assert b"canary-key" not in target.read_bytes()
    with raw(target) as db:
        assert db.execute("SELECT id FROM games").fetchall() == [(over,)]
        assert db.execute("SELECT game FROM seeds").fetchall() == [(over,)]
        for table in ("sealed_seeds", "people", "decks"):
            assert db.execute(f"SELECT COUNT(*) FROM {table}").fetchone() == (0,)
        assert db.execute("SELECT COUNT(*) FROM entries WHERE game = ?", (runs,)).fetchone() == (0,)
        triggers = "SELECT name FROM sqlite_master WHERE type = 'trigger' ORDER BY name"
        with raw(path) as original:
            assert db.execute(triggers).fetchall() == original.execute(triggers).fetchall()
    async with Store.opened(path) as store:
        assert await store.seed(runs) == SEED
        assert len(await store.entries(runs)) == 1
    seal.install("")
    async with Store.opened(target) as copy:
        assert await copy.entries(over) == [answer(1, "a", "public-key")]
        assert await copy.seed(over) == SEED


async def test_every_table_of_a_game_is_looked_through_for_sharing(path: Path, tmp_path: Path) -> None:
    """A table that a later schema brings is either of a game, or it is decided here whether it is private."""
    decided = {
        "games", "heartbeat", "identifies", "people", "decks", "unlisted", "seasons", "memberships", "tournaments",
        "tournament_seeds", "tournament_players", "rounds", "pairings", "rulings", "sqlite_sequence",
    }  # fmt: skip
    async with Store.opened(path):
        pass
    with raw(path) as db:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        others = {
            table
            for table in tables
            if "game" not in [column[1] for column in db.execute(f"PRAGMA table_info({table})")]
        }
    assert others == decided
