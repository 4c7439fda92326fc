"""Tests leaks: everyone else sees the same in two games that differ only in secrets."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from bot.emulator.people import crowd
from bot.tables.thinker_process import Judged
from bot.tables.thinkers import Thinkers
from rules.players.levels import Keys, Question
from rules.players.review import Judgement
from tests.bot.played_out import played_out
from tests.bot.table import Evening

THREE = ("Anna", "Bert", "Cyril")
SEED = bytes(range(32))
EPHEMERAL = 64
ACKNOWLEDGED = '/callback {"type": 6}'


def public(evening: Evening, since: int) -> list[str]:
    """Returns every request that could show something in the channel, in order, without number and token."""
    dms = {str(evening.person(name).dm().id) for name in THREE}
    shown = []
    for one in evening.discord.requests[since:]:
        body = one.body or {}
        data = body.get("data", body) or {}
        if any(dm in one.path for dm in dms) or data.get("flags", 0) & EPHEMERAL:
            continue
        text = json.dumps(body, sort_keys=True, default=str)
        shown.append(re.sub(r'"nonce": "[0-9a-f]*"', '"nonce"', f"{one.name} {text}"))
    return shown


async def window_opened(evening: Evening, hidden: list[str], *, hints: bool = False) -> int:
    """Starts a game in which one player plays an informer, and the others, who hold these hidden cards, may react.

    Returns the number of requests before that play.
    """
    await evening.sit_down(hints=hints)
    game = evening.game
    author = game.waiting[0]
    await evening.answer(author, "place:harbour")
    for seat in game.seats:
        game.table.players[seat].hand = list(hidden)
    while game.waiting != (author,):
        await evening.answer(game.waiting[0], "place:prison")
    game.table.players[author].hand = ["informer-fist", "thief-hat"]
    since = len(evening.discord.requests)
    await evening.answer(author, "informer-fist:prison:1")
    assert game.decision is not None
    assert game.decision.kind == "react"
    return since


async def window_passed(
    evening: Evening, hidden: list[str], *, asks: bool | None = None
) -> tuple[list[str], str]:  # fmt: skip
    """Plays a window in which the other players, who hold these hidden cards, pass by their buttons.

    Returns the public requests since the window opened, and its deadline. `asks`: hints are allowed, and whether a
    player asks for one in the window; None: they are not allowed.
    """
    since, game = await window_opened(evening, hidden, hints=asks is not None), evening.game
    due = evening.live.deadline
    if asks is not None:
        await looks(evening, evening.holder(game.waiting[0]), asks=asks)
    for seat in list(game.waiting):
        await evening.press_board(evening.holder(seat), "pass")
    return public(evening, since), str(due)


async def looks(evening: Evening, name: str, *, asks: bool) -> None:
    """Opens a player's panel by *React* and, with `asks`, presses the button for a computer's advice there."""
    await evening.press_board(name, "react")
    panel = evening.private(name)
    if asks:
        await (await evening.person(name).press(panel, evening.part(panel, "hint"))).done()
        await evening.settled()
        assert evening.private(name).id != panel.id


async def test_a_window_looks_the_same_for_any_hands(database: Path) -> None:
    seen = []
    for at, hidden in enumerate((["police_chief-hat", "hitman-fist"], ["rackets-hat", "secret_deal-hat"])):
        async with Evening.of(*THREE, database=database.with_name(f"{at}.sqlite3"), seed=SEED) as evening:
            seen.append(await window_passed(evening, hidden))
            evening.clean()
    assert len(seen[0][0]) >= 3
    assert seen[0] == seen[1]


async def test_no_one_else_sees_that_a_player_asks_why_not(database: Path) -> None:
    async with Evening.of(*THREE, database=database, seed=SEED) as evening:
        await evening.sit_down()
        seat = evening.game.waiting[0]
        name, other = evening.holder(seat), evening.holder(next(each for each in evening.game.seats if each != seat))
        evening.game.table.players[seat].hand = ["fbi-bullet", "rackets-hat"]
        await evening.press_board(name, "move")
        await evening.press(name, panel := evening.private(name), evening.part(panel, "explain"))
        before = [(seen.id, seen.text) for seen in evening.person(other).messages(evening.channel)]
        since, explained = len(evening.discord.requests), evening.private(name)
        asked = explained.text
        await evening.person(name).select(explained, evening.part(explained, "why_not"), "0")
        await evening.settled()
        assert evening.private(name).text != asked
        assert [(seen.id, seen.text) for seen in evening.person(other).messages(evening.channel)] == before
        assert all(one.path.endswith("/callback") for one in evening.discord.requests[since:])
        evening.clean()


async def test_a_window_looks_the_same_with_and_without_a_hint(database: Path) -> None:
    seen, holding = [], (["police_chief-hat", "hitman-fist"], ["rackets-hat", "secret_deal-hat"])
    for at, (hidden, asks) in enumerate([(holding[0], True), (holding[1], True), (holding[0], False)]):
        async with Evening.of(*THREE, database=database.with_name(f"{at}.sqlite3"), seed=SEED) as evening:
            seen.append(await window_passed(evening, hidden, asks=asks))
            evening.clean()
    assert len(seen[0][0]) >= 3
    assert seen[0] == seen[1]
    # Her own press is acknowledged, which no one else sees.
    shown = [([one for one in public if not one.endswith(ACKNOWLEDGED)], due) for public, due in seen]
    assert shown[0] == shown[2]


async def judged(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Computes the reviews of a finished game with a fake judgement; returns each judged seat with what its question
    contains.
    """
    asked: list[tuple[str, str]] = []

    async def judge(_thinkers: Thinkers, question: Question, done: Keys, _seconds: float) -> Judged:
        asked.append((question.seat, json.dumps([dict(question.view), list(question.told)])))
        return Judged(Judgement(0.25, done, 0.5), 0.0)

    monkeypatch.setattr(Thinkers, "judge", judge)
    await evening.bot.app.review_jobs.run()
    return asked


def seen_by_others(evening: Evening) -> list[tuple[int, str]]:
    """Returns ID and text of each message that Bert and Cyril see in the channel and in their direct messages."""
    others = [evening.person(name) for name in ("Bert", "Cyril")]
    return [(seen.id, seen.text) for one in others for seen in (*one.messages(evening.channel), *one.dms())]


async def test_no_one_else_sees_a_review_or_that_it_exists(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Evening.of(*THREE, database=database, seed=SEED, locale="en-GB", pictures=False) as evening:
        await played_out(evening)
        since, before = len(evening.discord.requests), seen_by_others(evening)
        assert await judged(evening, monkeypatch)
        assert len(evening.discord.requests) == since
        await evening.press_board("Anna", "review")
        assert "your review" in evening.private("Anna").text
        assert seen_by_others(evening) == before
        assert [one for one in public(evening, since) if not one.endswith(ACKNOWLEDGED)] == []
        evening.clean()


async def test_a_review_asks_only_what_its_seat_knew(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Evening.of(*THREE, database=database, seed=SEED, locale="en-GB", pictures=False) as evening:
        await played_out(evening)
        asked = await judged(evening, monkeypatch)
        secrets = {
            seat: [json.dumps(event.spoken()) for event in evening.game.told if event.to not in ("all", seat)]
            for seat in "ab"
        }
        assert all(secrets.values())
        assert {seat for seat, _ in asked} == {"a", "b"}
        assert not any(secret in known for seat, known in asked for secret in secrets[seat])
        evening.clean()


async def test_an_export_is_the_same_no_matter_what_the_others_hold(database: Path) -> None:
    seen = []
    for at, hidden in enumerate((["police_chief-hat", "hitman-fist"], ["rackets-hat", "secret_deal-hat"])):
        async with Evening.of(*THREE, database=database.with_name(f"{at}.sqlite3"), seed=SEED) as evening:
            await evening.sit_down()
            anna = evening.person("Anna")
            for seat in evening.game.seats:
                if evening.holder(seat) != "Anna":
                    evening.game.table.players[seat].hand = list(hidden)
            since = len(evening.discord.requests)
            await evening.slash("Anna", "privacy export")
            (file,) = next(one for one in reversed(anna.messages(anna.dm())) if one.attachments).attachments
            found = json.loads(anna.download(file))
            seen.append((public(evening, since), found["data"].keys(), found["data"]["entries"]))
            assert not any(card in json.dumps(found) for card in hidden)
            evening.clean()
    assert seen[0] == seen[1]


async def test_help_own_tables_and_the_moderators_log_are_the_same_for_any_hands(database: Path) -> None:
    seen = []
    for at, hidden in enumerate((["police_chief-hat", "hitman-fist"], ["rackets-hat", "secret_deal-hat"])):
        async with Evening.of(*THREE, database=database.with_name(f"{at}.sqlite3"), seed=SEED) as evening:
            log = evening.world.channel("table-2")
            await evening.bot.app.db.servers.change(log.guild_id or 0, {"log_channel": log.id})
            await window_opened(evening, hidden)
            helped = [await evening.slash(name, "help") for name in THREE]
            helped += [await evening.slash(name, "tables", evening.person(name).dm()) for name in THREE]
            said = [(one.text, sorted(Evening.verbs(one.message)) if one.message else []) for one in helped]
            await evening.end("Anna")
            await evening.settled()
            seen.append((said, [one.text for one in evening.person("Anna").messages(log)]))
            evening.clean()
    assert len(seen[0][1]) == 2
    assert seen[0] == seen[1]


async def test_the_menus_of_people_and_boards_say_the_same_for_any_hands(database: Path) -> None:
    seen = []
    for at, hidden in enumerate((["police_chief-hat", "hitman-fist"], ["rackets-hat", "secret_deal-hat"])):
        async with Evening.of(*THREE, database=database.with_name(f"{at}.sqlite3"), seed=SEED) as evening:
            since = await window_opened(evening, hidden)
            crowd.add_person(evening.world, "Dora")
            board = evening.board("Dora")
            said = [
                await evening.choose_on("Dora", entry, evening.person(name))
                for entry in ("Profile", "Block", "Invite to my table")
                for name in THREE
            ]
            said += [await evening.choose_on("Dora", entry, board) for entry in ("Replay", "Watch")]
            log = [one.text for one in evening.person("Dora").dms()]
            seen.append(([one.text for one in said], log, public(evening, since)))
            evening.clean()
    assert len(seen[0][1]) == 1
    assert seen[0] == seen[1]


async def test_a_lobby_looks_the_same_no_matter_what_a_player_writes_to_cut_the_deck(database: Path) -> None:
    seen = []
    for at, text in enumerate(("x", "a longer text ＠here `and` more")):
        async with Evening.of(*THREE, database=database.with_name(f"{at}.sqlite3"), seed=SEED) as evening:
            await evening.open(*THREE)
            await evening.press_board("Anna", "shuffle")
            panel = evening.private("Anna")
            opened = await evening.person("Anna").press(panel, evening.part(panel, "cut"))
            assert opened.modal is not None
            await evening.person("Anna").submit(opened.modal, {"text": text})
            await evening.settled()
            await evening.press_board("Bert", "shuffle")
            shown = [one.text for one in evening.person("Bert").messages(evening.channel)]
            seen.append((shown, evening.private("Bert").text))
            evening.clean()
    assert "✂️" in seen[0][0][-1]
    assert seen[0] == seen[1]
