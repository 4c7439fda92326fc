"""Tests seeds that are encrypted with the operator's key."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from bot import settings as bot_settings
from rules.chance import Chance
from storage import Database, Outcome, seal
from storage.__main__ import main
from storage.backup import backup
from storage.dsn import Place
from storage.errors import BadSetting, SeedSealed
from tests.storage.table import CHANNEL, NOON, REFUSED, SEED, answer, begin, named, new_game, raw
from tests.storage.test_tournaments import NEW

ENDED = Outcome("ended", None, NOON)
pytestmark = pytest.mark.usefixtures("no_key")


async def test_the_end_opens_the_seed_for_everyone(path: Place) -> None:
    seal.install(seal.new_key())
    async with Database.opened(path) as db:
        game = await begin(db)
        commitment = Chance(await db.seeds.get(game), str(game)).commitment
        assert (await db.tables.state(game)).seed == ""
        await db.record.append(game, [answer(1, "a", "x")], outcome=ENDED)
        assert (await db.tables.state(game)).seed == SEED.hex()
    seal.install("")
    async with Database.opened(path) as db:
        revealed = await db.seeds.get(game)
        assert Chance(revealed, str(game)).commitment == commitment
        await db.seeds.must_open()


async def test_without_the_key_or_with_another_one_it_says_what_to_do(path: Place) -> None:
    seal.install(seal.new_key())
    async with Database.opened(path) as db:
        game = await begin(db)
    for keys, word in (("", "set KRUPIER_SECRET_KEY"), (seal.new_key(), "has another key")):
        seal.install(keys)
        async with Database.opened(path) as db:
            with pytest.raises(SeedSealed, match=word):
                await db.seeds.must_open()
            with pytest.raises(SeedSealed, match=f"game {game} is sealed"):
                await db.seeds.get(game)


async def test_a_key_is_renewed_and_the_old_one_given_up(path: Place) -> None:
    old, new = seal.new_key(), seal.new_key()
    seal.install(old)
    async with Database.opened(path) as db:
        game = await begin(db)
    seal.install(f"{new}, {old}")
    async with Database.opened(path) as db:
        assert await db.seeds.reseal() == (1, [])
    seal.install(new)
    async with Database.opened(path) as db:
        assert await db.seeds.get(game) == SEED


async def test_games_from_before_the_key_go_on(path: Place) -> None:
    async with Database.opened(path) as db:
        before = await begin(db)
    seal.install(seal.new_key())
    async with Database.opened(path) as db:
        after = await begin(db, CHANNEL + 1)
        await db.seeds.must_open()
        assert await db.seeds.get(before) == await db.seeds.get(after) == SEED
        for game in (before, after):
            await db.tables.finish(game, "ended", None, NOON)
            assert (await db.tables.state(game)).seed == SEED.hex()


async def test_reseal_seals_older_games_and_their_end_opens_them(path: Place) -> None:
    async with Database.opened(path) as db:
        lobby, running, over = [await begin(db, CHANNEL + at) for at in range(3)]
        await db.tables.finish(over, "ended", None, NOON)
        cup, played = [await db.tournaments.create(replace(NEW, channel=CHANNEL + at), SEED) for at in range(2)]
        await db.tournaments.finish(played, "ended", NOON)
    key = seal.new_key()
    seal.install(key)
    async with Database.opened(path) as db:
        assert await db.seeds.reseal() == (3, [])
        assert await db.seeds.reseal() == (3, [])
        assert await db.seeds.get(running) == await db.seeds.get(over) == await db.seeds.of_tournament(cup) == SEED
    with raw(path) as connection:
        for of, open_ones in ((seal.GAME, [(over,)]), (seal.TOURNAMENT, [(played,)])):
            assert connection.execute(f"SELECT {of.what} FROM {of.open}").fetchall() == open_ones
        with pytest.raises(REFUSED, match="kept for ever"):
            connection.execute("DELETE FROM seeds")
    with raw(path) as connection, pytest.raises(REFUSED, match="kept for ever"):
        connection.execute("DELETE FROM tournament_seeds")
    seal.install("")
    async with Database.opened(path) as db:
        with pytest.raises(SeedSealed, match=f"game {lobby} is sealed"):
            await db.seeds.get(lobby)
    seal.install(key)
    async with Database.opened(path) as db:
        await db.tables.finish(running, "ended", None, NOON)
        await db.tournaments.finish(cup, "ended", NOON)
        assert await db.record.entries(running) == []
    seal.install("")
    async with Database.opened(path) as db:
        assert await db.seeds.get(running) == await db.seeds.of_tournament(cup) == SEED


async def test_without_a_key_nothing_is_sealed(path: Place) -> None:
    async with Database.opened(path) as db:
        game = await begin(db)
        assert await db.seeds.reseal() == (0, [])
        assert await db.seeds.get(game) == SEED


async def test_a_sealed_seed_is_nowhere_readable_in_the_file(tmp_path: Path) -> None:
    path, dice = tmp_path / "games", Random(1)
    seeds = [dice.randbytes(32) for _ in range(300)]
    async with Database.opened(path) as db:
        for at, seed in enumerate(seeds):
            await db.tables.open(new_game(CHANNEL + at), seed)
        for game in range(2, 300, 2):
            await db.tables.finish(game, "ended", None, NOON)
    seal.install(seal.new_key())
    async with Database.opened(path) as db:
        assert await db.seeds.reseal() == (151, [])
    content = b"".join(file.read_bytes() for file in tmp_path.iterdir())  # noqa: ASYNC240 - nothing else runs here
    assert [game for game, seed in enumerate(seeds, 1) if seed in content] == list(range(2, 300, 2))


async def test_a_sealed_seed_opens_only_in_its_own_game(path: Place) -> None:
    seal.install(seal.new_key())
    async with Database.opened(path) as db:
        games = [await begin(db), await begin(db, CHANNEL + 1)]
    with raw(path) as connection:
        first = connection.execute("SELECT sealed FROM sealed_seeds WHERE game = ?", games[:1]).fetchone()
        connection.execute("UPDATE sealed_seeds SET sealed = ? WHERE game = ?", (*first, games[1]))
    async with Database.opened(path) as db:
        with pytest.raises(SeedSealed, match="sealed for another game"):
            await db.seeds.get(games[1])


def _spoil(path: Place, game: int) -> None:
    """Flips one bit of one sealed seed."""
    with raw(path) as db:
        (sealed,) = db.execute("SELECT sealed FROM sealed_seeds WHERE game = ?", (game,)).fetchone()
        flipped = bytes(byte ^ (at == len(sealed) // 2) for at, byte in enumerate(bytes(sealed)))
        db.execute("UPDATE sealed_seeds SET sealed = ? WHERE game = ?", (flipped, game))


async def test_a_seed_that_a_disk_has_altered_hinders_no_other_game(
    path: Place, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = seal.new_key(), seal.new_key()
    seal.install(old)
    async with Database.opened(path) as db:
        hit, other = [await begin(db), await begin(db, CHANNEL + 1)]
    _spoil(path, hit)
    seal.install(f"{new},{old}")
    async with Database.opened(path) as db:
        await db.seeds.must_open()
        assert await db.seeds.get(other) == SEED
        with pytest.raises(SeedSealed, match=f"game {hit} is sealed.*altered"):
            await db.record.entries(hit)
    monkeypatch.setenv("KRUPIER_SECRET_KEY", f"{new},{old}")
    assert await asyncio.to_thread(main, ["check", "--database", named(path)]) == 1
    said = capsys.readouterr().out
    assert f"game {hit} (some_game 1, channel {CHANNEL}): damaged: The seed of game {hit} is sealed" in said
    assert f"game {other} (some_game 1, channel {CHANNEL + 1}): does not replay" in said
    assert await asyncio.to_thread(main, ["reseal", "--database", named(path)]) == 1
    said, left = capsys.readouterr()
    assert said.startswith("1 seed is sealed")
    assert f"game {hit} is sealed" in left
    seal.install(new)
    async with Database.opened(path) as db:
        assert await db.seeds.get(other) == SEED
        await db.tables.finish(hit, "ended", None, NOON)
        assert (await db.tables.state(hit)).seed == ""
        await db.seeds.must_open()


def test_an_invalid_secret_key_is_refused_without_being_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadSetting, match=r"KRUPIER_SECRET_KEY is no key.*new-key") as refused:
        seal.install("password1")
    assert "password1" not in str(refused.value)
    monkeypatch.setenv("KRUPIER_SECRET_KEY", "password1")
    monkeypatch.setenv("DISCORD_TOKEN", "some.token.here")
    with pytest.raises(BadSetting, match="KRUPIER_SECRET_KEY") as told:
        bot_settings.load()
    assert "password1" not in str(told.value)


def test_neither_key_nor_seal_is_printed() -> None:
    key = seal.new_key()
    assert key not in repr(seal.Seal([key]))
    assert key not in str(vars(seal.Seal([key])))


async def test_the_shell_makes_keys_and_seals_again(
    path: Place, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new-key"]) == 0
    key = capsys.readouterr().out.strip()
    seal.install(key)
    async with Database.opened(path) as db:
        game = await begin(db)
    new = seal.new_key()
    monkeypatch.setenv("KRUPIER_SECRET_KEY", f"{new},{key}")
    assert await asyncio.to_thread(main, ["reseal", "--database", named(path)]) == 0
    assert capsys.readouterr().out == "1 seed is sealed with the first key of KRUPIER_SECRET_KEY.\n"
    seal.install(new)
    async with Database.opened(path) as db:
        assert await db.seeds.get(game) == SEED


async def test_seeds_are_not_sealed_again_while_a_bot_may_need_the_old_key(
    path: Place, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    old = seal.new_key()
    seal.install(old)
    async with Database.opened(path) as db:
        game = await begin(db)
        monkeypatch.setenv("KRUPIER_SECRET_KEY", f"{seal.new_key()},{old}")
        assert await asyncio.to_thread(main, ["reseal", "--database", named(path)]) == 2
        assert "is in use" in capsys.readouterr().err
        seal.install(old)
        assert await db.seeds.get(game) == SEED


def test_a_wrong_name_is_not_made_a_database_to_seal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reseal", "--database", str(tmp_path / "nothing")]) == 2
    assert "does not exist" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("sql", "word"),
    [
        ("DELETE FROM sealed_seeds", "a seed is kept for ever"),
        ("INSERT INTO sealed_seeds (game, sealed) SELECT 2, sealed FROM sealed_seeds", "what was committed to"),
    ],
)
async def test_a_running_games_seed_stays_and_is_one(path: Place, sql: str, word: str) -> None:
    seal.install(seal.new_key())
    async with Database.opened(path) as db:
        game = await begin(db)
        seal.install("")
        await begin(db, CHANNEL + 1)
    with raw(path) as connection, pytest.raises(REFUSED, match=word):
        connection.execute(sql)
    with raw(path) as connection:
        assert connection.execute("SELECT game FROM sealed_seeds").fetchall() == [(game,)]


# Tournaments


async def test_the_end_of_a_tournament_opens_its_seed_for_everyone(path: Place) -> None:
    seal.install(seal.new_key())
    async with Database.opened(path) as db:
        number = await db.tournaments.create(NEW, SEED)
        assert await db.seeds.of_tournament(number) == SEED
        with raw(path) as connection:
            assert connection.execute("SELECT COUNT(*) FROM tournament_seeds").fetchone() == (0,)
            ((sealed,),) = connection.execute("SELECT sealed FROM sealed_tournament_seeds").fetchall()
        assert SEED not in bytes(sealed)
        await db.tournaments.finish(number, "ended", NOON)
    seal.install("")
    async with Database.opened(path) as db:
        await db.seeds.must_open()
        assert await db.seeds.of_tournament(number) == SEED
    with raw(path) as connection:
        assert connection.execute("SELECT COUNT(*) FROM sealed_tournament_seeds").fetchone() == (0,)


async def test_without_the_key_a_tournament_says_what_to_do(path: Place) -> None:
    seal.install(seal.new_key())
    async with Database.opened(path) as db:
        number = await db.tournaments.create(NEW, SEED)
    for keys, word in (("", "set KRUPIER_SECRET_KEY"), (seal.new_key(), "has another key")):
        seal.install(keys)
        async with Database.opened(path) as db:
            with pytest.raises(SeedSealed, match=word):
                await db.seeds.must_open()
            with pytest.raises(SeedSealed, match=f"tournament {number} is sealed"):
                await db.seeds.of_tournament(number)


async def test_the_key_of_tournaments_is_renewed_with_that_of_games(path: Place) -> None:
    old, new = seal.new_key(), seal.new_key()
    seal.install(old)
    async with Database.opened(path) as db:
        game, number = await begin(db), await db.tournaments.create(NEW, SEED)
    seal.install(f"{new}, {old}")
    async with Database.opened(path) as db:
        assert await db.seeds.reseal() == (2, [])
    seal.install(new)
    async with Database.opened(path) as db:
        assert await db.seeds.get(game) == await db.seeds.of_tournament(number) == SEED


async def test_a_tournament_from_before_the_key_goes_on(path: Place) -> None:
    async with Database.opened(path) as db:
        number = await db.tournaments.create(NEW, SEED)
    seal.install(seal.new_key())
    async with Database.opened(path) as db:
        await db.seeds.must_open()
        assert await db.seeds.of_tournament(number) == SEED
        await db.tournaments.finish(number, "over", NOON)
        assert await db.seeds.of_tournament(number) == SEED


def test_a_tournaments_seed_opens_no_game_of_its_number() -> None:
    keys = seal.Seal([seal.new_key()])
    for one, other in ((seal.GAME, seal.TOURNAMENT), (seal.TOURNAMENT, seal.GAME)):
        assert keys.opened(7, keys.sealed(7, SEED, one), one) == SEED
        with pytest.raises(SeedSealed, match=f"another {other.what}"):
            keys.opened(7, keys.sealed(7, SEED, one), other)


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM sealed_tournament_seeds",
        "INSERT INTO tournament_seeds (tournament, seed) SELECT tournament, sealed FROM sealed_tournament_seeds",
    ],
)
async def test_a_tournaments_sealed_seed_stays_until_its_end(path: Place, statement: str) -> None:
    seal.install(seal.new_key())
    async with Database.opened(path) as db:
        number = await db.tournaments.create(NEW, SEED)
        with raw(path) as connection, pytest.raises(REFUSED):
            connection.execute(statement)
        assert await db.seeds.of_tournament(number) == SEED


async def test_a_copy_for_sharing_holds_no_tournaments_sealed_seed(tmp_path: Path) -> None:
    seal.install(seal.new_key())
    path, target = tmp_path / "krupier.sqlite3", tmp_path / "shared.sqlite3"
    async with Database.opened(path) as db:
        await db.tournaments.create(NEW, SEED)
    await backup(path, target, for_sharing=True)
    with raw(target) as connection:
        for table in ("sealed_tournament_seeds", "tournament_seeds"):
            assert connection.execute(f"SELECT COUNT(*) FROM {table}").fetchone() == (0,)
