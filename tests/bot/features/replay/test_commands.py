"""Tests /record replay: a finished game can be seen again by users who may; a running game shows nothing."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from bot.emulator.people.outcome import Outcome
from bot.emulator.people.seen import Part, Seen
from bot.emulator.world import acts
from bot.features.replay.service import NO_SUCH_GAME, TOO_EARLY
from bot.games import context
from bot.games.log import log
from bot.views.custom_id import CustomId, parse
from tests.any_answer import any_answer
from tests.bot.gallery import GALLERY, alt, image
from tests.bot.played_out import GAME, TWO, ended_without_a_winner, played_out
from tests.bot.refused import CZECH, NO_TABLE
from tests.bot.table import Evening
from tests.emulator import moderation

VERBS = {"replay", "replay_jump", "replay_view", "review", "share", "result"}
MOVES, CHAPTERS = 1, 0
ALL_OPEN = 9


async def opened(evening: Evening, name: str = "Anna", number: int | None = None) -> Seen:
    """Opens the replay of a game (by default of the channel's last one) as a user, and returns its private message."""
    chosen_one: dict[str, Any] = {} if number is None else {"number": number}
    outcome = await evening.slash(name, "record replay", **chosen_one)
    assert outcome.message is not None
    assert outcome.message.ephemeral
    return evening.private(name)


def labelled(seen: Seen, sign: str) -> Part | None:
    """Returns the button whose label begins with this emoji or text, if it can be pressed."""
    return next((part for part in seen.usable if (part.label or "").startswith(sign)), None)


async def to(evening: Evening, seen: Seen, sign: str) -> Seen:
    part = labelled(seen, sign)
    assert part is not None
    await evening.press("Anna", seen, part.custom_id)
    return evening.private("Anna")


async def chosen(evening: Evening, seen: Seen, verb: str, value: str, name: str = "Anna") -> Seen:
    await evening.person(name).select(seen, Evening.part(seen, verb), [value])
    await evening.settled()
    return evening.private(name)


async def forged(evening: Evening, name: str, seen: Seen, custom: str) -> Outcome:
    """Sends a press that the message does not offer, and returns the outcome."""
    outcome = await evening.person(name).forge(seen, custom)
    await outcome.done()
    await evening.settled()
    return outcome


async def test_a_game_is_walked_through_chapter_by_chapter(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await played_out(evening)
        seen = await opened(evening)
        assert Evening.verbs(seen) == VERBS
        assert labelled(seen, "⏮") is None
        assert labelled(seen, "◀") is None
        story = [seen.text]
        while labelled(seen, "▶"):
            seen = await to(evening, seen, "▶")
            story.append(seen.text)
        assert [text for text in story if "Kapitola" not in text] == []
        assert len(story) == 1 + 2 * 6 + 1, "the beginning, each column of each round, the end"
        assert "vyhrává" in story[-1] or "O vítězství se dělí" in story[-1]
        for round_ in range(1, 7):
            assert any(f"Kolo {round_} končí" in text for text in story)
        assert labelled(seen, "⏭") is None
        assert (await to(evening, seen, "⏮")).text == story[0]
        evening.clean()


async def test_move_by_move_nothing_public_is_left_out_and_nothing_private_told(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        game = await played_out(evening)
        seen = await to(evening, await opened(evening), "Tah po tahu")
        story = [seen.text]
        while labelled(seen, "▶"):
            seen = await to(evening, seen, "▶")
            story.append(seen.text)
        live, told = evening.live, "\n".join(story)
        game_ui = live.game_ui
        for sentence in log(live.facts, game, CZECH):
            assert sentence in told
        for event in game.told:
            sentence = game_ui.sentence(game_ui.context(live.facts, CZECH), event) or ""
            assert event.to == "all" or not sentence or sentence not in told
        evening.clean()


async def test_a_frame_of_the_onlooker_is_what_an_onlooker_saw(database: Path) -> None:
    async with Evening.of(*TWO, "Cyril", database=database) as evening:
        await evening.sit_down(*TWO, game=GAME, keep=False)
        dice, game = random.Random(7), evening.game
        saw = []
        while game.decision is not None:
            public = evening.live.game_ui.public(context(evening.live.facts, CZECH, game))
            saw.append((public, alt(evening.board("Cyril"))))
            await evening.answer(game.waiting[0], *any_answer(game, game.waiting[0], dice))
        while evening.bot.app.publisher.sequences.runs(evening.board().id):
            await evening.pass_time(4)
        saw.append(("", alt(evening.board("Cyril"))))
        seen = await to(evening, await opened(evening, "Anna"), "Tah po tahu")
        shown = [(seen.text, alt(seen))]
        while labelled(seen, "▶"):
            seen = await to(evening, seen, "▶")
            shown.append((seen.text, alt(seen)))
        frames = [(text, said) for text, said in shown if "vyhodnocení" not in str(said)]
        assert [said for _, said in frames] == [said for _, said in saw]
        assert [public for (text, _), (public, _) in zip(frames, saw, strict=True) if public not in text] == []
        evening.clean()


async def test_after_the_end_it_is_seen_by_a_seat_or_with_all_hands_open(database: Path) -> None:
    async with Evening.of(*TWO, "Cyril", database=database) as evening:
        game = await played_out(evening, *TWO)
        seen = await opened(evening, "Cyril")
        assert len([part for part in seen.parts if part.type == GALLERY]) == 1
        hands = {
            seat: evening.live.game_ui.hand(
                evening.live.game_ui.context(evening.live.facts, CZECH, game.view(seat), seat=seat)
            )
            for seat in game.seats
        }
        last = [option.value for option in seen.selects[0].options][-1]
        seen = await chosen(evening, seen, "replay_jump", last, "Cyril")
        assert all(hand not in seen.text for hand in hands.values())
        plain = image(evening, seen, "Cyril")
        for at, seat in enumerate(game.seats, 1):
            seen = await chosen(evening, seen, "replay_view", str(at), "Cyril")
            assert [letter for letter, hand in hands.items() if hand in seen.text] == [seat]
            assert image(evening, seen, "Cyril") != plain
        seen = await chosen(evening, seen, "replay_view", str(ALL_OPEN), "Cyril")
        for hand in hands.values():
            assert all(line.split("**")[1] in seen.text for line in hand.splitlines() if not line.startswith("-# "))
        evening.clean()


async def test_cards_that_lay_face_down_are_open_with_all_hands(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await played_out(evening)
        seen = await to(evening, await opened(evening), "Tah po tahu")
        seen = await to(evening, seen, "▶")
        assert "lícem dolů" in str(alt(seen))
        assert "(lícem dolů)" not in str(alt(seen))
        seen = await chosen(evening, seen, "replay_view", str(ALL_OPEN))
        assert "(lícem dolů)" in str(alt(seen))
        evening.clean()


async def test_a_running_game_is_refused_and_shows_nothing(database: Path) -> None:
    async with Evening.of(*TWO, "Cyril", database=database) as evening:
        await evening.sit_down(*TWO, game=GAME, keep=False)
        number = evening.table
        for outcome in (
            await evening.slash("Anna", "record replay"), await evening.slash("Cyril", "record replay", number=number),
        ):  # fmt: skip
            assert CZECH(TOO_EARLY) in outcome.text
            assert not [part for seen in (outcome.message, *outcome.followups) if seen for part in seen.usable]
        evening.clean()


@pytest.mark.parametrize("tail", ["", ":0:0.0.0", ":3:1.0.2", ":3:1.1.0", ":3:1.9.0", ":99999:1.9"])
async def test_a_forged_press_shows_nothing_of_a_running_game(database: Path, tail: str) -> None:
    async with Evening.of(*TWO, "Cyril", database=database) as evening:
        await evening.sit_down(*TWO, game=GAME, keep=False)
        for name in ("Cyril", "Anna"):
            await forged(evening, name, evening.board(name), f"kr:{evening.table}:replay{tail}")
            said = evening.private(name)
            assert CZECH(TOO_EARLY) in said.text
            assert not said.attachments
        evening.clean()


@pytest.mark.parametrize(
    ("custom", "nothing"),
    [
        ("replay:999999999:1.0", False), ("replay:0:0.3", True), ("replay:0:2.0", True), ("replay:0:0", True),
        ("replay:0:1.8", True), ("replay:0:", True), ("replay:7:0.0.0.0.0", False), ("replay:0:1.77", True),
    ],
)  # fmt: skip
async def test_a_step_that_no_button_has_is_refused_or_clamped_to_the_game(
    database: Path, custom: str, nothing: bool
) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await played_out(evening)
        seen = await opened(evening)
        before = seen.text
        await forged(evening, "Anna", seen, f"kr:{evening.table}:{custom}")
        now = evening.private("Anna")
        assert (Evening.verbs(now) >= VERBS) != nothing or now.text == before
        at_the_end = not nothing and labelled(now, "▶") is None
        assert at_the_end == (custom == "replay:999999999:1.0")
        evening.clean()


async def test_a_game_of_another_server_does_not_exist_here(database: Path) -> None:
    async with Evening.of(*TWO, "Cyril", database=database) as evening:
        await played_out(evening, *TWO)
        number = evening.table
        elsewhere = acts.add_channel(evening.world, "elsewhere", acts.add_guild(evening.world, "Another"))
        for name in ("Cyril", "Anna"):
            outcome = await evening.slash(name, "record replay", channel=elsewhere, number=number)
            assert CZECH(NO_SUCH_GAME) in outcome.text
            offered = await evening.person(name).autocomplete(elsewhere, "record replay", "number", "")
            assert offered.choices == []
        outcome = await evening.slash("Cyril", "record replay", channel=elsewhere, number=number + 77)
        assert CZECH(NO_SUCH_GAME) in outcome.text
        evening.clean()


async def test_every_finished_game_of_the_server_is_offered_and_found_by_number(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await played_out(evening)
        first = evening.table
        await ended_without_a_winner(evening)
        second = evening.table
        await evening.sit_down(*TWO, game=GAME, keep=False)
        other = evening.world.channel("table-2")
        offered = await evening.person("Bert").autocomplete(other, "record replay", "number", "")
        assert [value for _, value in offered.choices] == [second, first]
        assert all("Anna, Bert" in name for name, _ in offered.choices)
        outcome = await evening.slash("Bert", "record replay", channel=other, number=first)
        assert outcome.message is not None
        assert f"stůl {first}" in outcome.text
        evening.clean()


async def test_a_game_without_moves_has_no_replay(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        outcome = await evening.slash("Anna", "record replay")
        assert NO_TABLE in outcome.text
        evening.clean()


async def test_a_game_without_a_winner_is_shown_up_to_where_it_ended(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await ended_without_a_winner(evening)
        seen = await opened(evening)
        seen = await to(evening, seen, "⏭") if labelled(seen, "⏭") else seen
        assert "bez vítěze" in seen.text
        seen = await chosen(evening, seen, "replay_view", str(ALL_OPEN))
        assert Evening.verbs(seen) == VERBS - {"result"}
        evening.clean()


async def test_an_old_replay_goes_on_after_a_restart(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await played_out(evening)
        seen = await opened(evening)
        await evening.restart()
        seen = await to(evening, seen, "▶")
        assert "Kapitola 2" in seen.text
        evening.clean()


async def test_below_a_last_board_a_bare_button_begins(database: Path) -> None:
    async with Evening.of(*TWO, "Cyril", database=database) as evening:
        await played_out(evening, *TWO)
        await forged(evening, "Cyril", evening.board("Cyril"), str(CustomId(evening.table, "replay")))
        shown = evening.private("Cyril")
        assert "Kapitola 1" in shown.text
        assert Evening.verbs(shown) == VERBS


async def test_a_film_is_shared_with_everyone_and_shows_what_an_onlooker_saw(database: Path) -> None:
    async with Evening.of(*TWO, "Cyril", database=database) as evening:
        game = await played_out(evening, *TWO)
        seen = await chosen(evening, await opened(evening), "replay_view", str(ALL_OPEN))
        await evening.press("Anna", seen, Evening.part(seen, "share"))
        film = evening.person("Cyril").messages(evening.channel)[-1]
        assert not film.ephemeral
        assert not film.usable
        (file,) = film.attachments
        assert file["filename"] == "table.gif"
        assert evening.person("Cyril").download(file).startswith(b"GIF89a")
        (gallery,) = [part for part in film.parts if part.type == GALLERY]
        assert "Kolo 1" in gallery.data["items"][0]["description"]
        hands = [
            evening.live.game_ui.hand(
                evening.live.game_ui.context(evening.live.facts, CZECH, game.view(seat), seat=seat)
            )
            for seat in game.seats
        ]
        assert all(hand not in film.text for hand in hands)
        assert Evening.verbs(evening.private("Anna")) == VERBS
        evening.clean()


async def test_a_film_is_shared_at_most_twice_in_ten_minutes(database: Path) -> None:
    async with Evening.of(*TWO, "Cyril", database=database) as evening:
        await played_out(evening, *TWO)

        def films() -> int:
            return sum("gif" in str(one.attachments) for one in evening.person("Cyril").messages(evening.channel))

        for _ in range(5):
            seen = await opened(evening)
            await evening.press("Anna", seen, Evening.part(seen, "share"))
        assert films() == 2
        *_, replay, refused = evening.person("Anna").messages(evening.channel)
        assert (replay.id, Evening.verbs(replay)) == (seen.id, VERBS), "the replay stays"
        assert "<t:" in refused.text
        evening.clock.advance(601)
        seen = await opened(evening)
        await evening.press("Anna", seen, Evening.part(seen, "share"))
        assert films() == 3
        evening.clean()


async def test_during_a_running_game_only_the_asker_sees_a_film(database: Path) -> None:
    async with Evening.of(*TWO, "Cyril", database=database) as evening:
        await played_out(evening, *TWO)
        number = evening.table
        await evening.sit_down(*TWO, game=GAME, keep=False)
        seen = await opened(evening, number=number)
        await evening.press("Anna", seen, Evening.part(seen, "share"))
        assert evening.private("Anna").attachments[0]["filename"] == "table.gif"
        assert [one for one in evening.person("Cyril").messages(evening.channel) if "gif" in str(one.attachments)] == []
        evening.clean()


async def test_private_films_are_limited_for_each_user(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await played_out(evening, *TWO)
        number = evening.table
        await evening.sit_down(*TWO, game=GAME, keep=False)

        async def share(name: str) -> str:
            await evening.slash(name, "record replay", number=number)
            seen = evening.private(name)
            return (await evening.press(name, seen, Evening.part(seen, "share"))).text

        told = [await share("Anna") for _ in range(4)]
        limited = "sdílíš příliš mnoho filmů"
        assert [limited in text for text in told] == [False, False, False, True]
        assert limited not in await share("Bert")
        evening.clean()


async def test_every_custom_id_names_its_game_and_place(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await played_out(evening)
        seen = await chosen(evening, await opened(evening), "replay_view", "2")
        ids = [parse(part.custom_id) for part in seen.usable]
        assert all(custom is not None and (custom.game or custom.number) == evening.table for custom in ids)
        assert {custom.path[:2] for custom in ids if custom is not None and custom.verb == "replay"} == {(0, 2), (1, 2)}


async def test_a_replay_stays_when_what_is_left_of_its_table_is_taken_down(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await played_out(evening)
        seen = await opened(evening)
        evening.bot.app.bus.table_changed(evening.live)
        await evening.settled()
        assert Evening.verbs(seen) == VERBS
        evening.clean()


async def test_a_game_in_a_channel_that_is_closed_to_someone_does_not_exist_for_them(database: Path) -> None:
    async with Evening.of(*TWO, "Cyril", database=database) as evening:
        await played_out(evening, *TWO)
        number, other = evening.table, evening.world.channel("table-2")
        moderation.forbid(evening.world, evening.channel, "view_channel", who=evening.person("Cyril").id)
        await evening.noticed(lambda: evening.bot.get_channel(evening.channel.id) is not None)
        offered = await evening.person("Cyril").autocomplete(other, "record replay", "number", "")
        assert offered.choices == []
        outcome = await evening.slash("Cyril", "record replay", channel=other, number=number)
        assert CZECH(NO_SUCH_GAME) in outcome.text
        seen = (await evening.slash("Anna", "record replay", channel=other, number=number)).message
        assert seen is not None
        await forged(evening, "Cyril", evening.person("Cyril").latest(other), f"kr:{number}:replay:0:0.9.0")
        assert "Kapitola" not in evening.person("Cyril").latest(other).text
        assert Evening.verbs(seen) == VERBS


async def test_a_channel_that_is_gone_leaves_its_games_to_their_players(database: Path) -> None:
    async with Evening.of(*TWO, "Cyril", database=database) as evening:
        await played_out(evening, *TWO)
        number, other, gone = evening.table, evening.world.channel("table-2"), evening.channel
        moderation.delete_channel(evening.world, gone)
        await evening.noticed(lambda: evening.bot.get_channel(gone.id) is None)
        outcome = await evening.slash("Cyril", "record replay", channel=other, number=number)
        assert CZECH(NO_SUCH_GAME) in outcome.text
        outcome = await evening.slash("Bert", "record replay", channel=other, number=number)
        assert "Kapitola 1" in outcome.text
