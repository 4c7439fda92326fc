"""Tests actions after the end of a game: showing the last hand, statistics, and the buttons of the last board."""

from __future__ import annotations

from pathlib import Path

from bot.features.finished_games.commands import NO_CARD
from bot.features.finished_games.service import ELSEWHERE
from bot.features.server.service import OPENED
from bot.features.statistics import view as statistics_view
from bot.features.statistics.service import Rating, Score
from bot.games import GAME_UIS
from bot.games.pictures import Pictures
from bot.texts import translator_for
from bot.views.parts import state
from tests.bot.gallery import Renderer, alt, image
from tests.bot.played_out import GAME, TWO, ended_without_a_winner, hand_of, played_out, to_the_end, usable
from tests.bot.refused import NO_SEAT, NO_TABLE, NOT_YET
from tests.bot.table import Evening
from tests.emulator import moderation

OFFERED = ("rematch", "replay", "result", "verify", "export", "log", "in_words", "review")
"""The verbs of the last board of a game between people, below its picture."""
CS = translator_for("cs")

# The end itself


async def test_the_end_leaves_nothing_of_the_game_to_press_and_says_what_there_is(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await played_out(evening)
        offered = [f"kr:0:{verb}:{evening.table}:" for verb in OFFERED]
        assert [usable(evening, name) for name in TWO] == [offered, offered]
        commands = ("/hra odveta", "/záznam odkrýt", "/záznam soubor", "/záznam ověřit")
        assert not [command for command in commands if command in evening.board().text]
        said = await evening.board_in_words("Anna")
        assert all(command in said for command in commands)
        evening.clean()


async def test_anyone_reads_the_end_of_the_game_in_words_in_their_own_language(database: Path) -> None:
    async with Evening.of(*TWO, "Cyril", database=database) as evening:
        game = await played_out(evening)
        last = evening.board()
        evening.person("Cyril").locale = "en-US"
        await evening.open(*TWO, game=GAME)
        await evening.restart()
        await evening.press("Cyril", last, Evening.part(last, "in_words"))
        said = evening.private("Cyril")
        facts = (await evening.bot.app.tables.get(1)).facts
        assert state(facts, game, translator_for("en")) in said.text
        assert "## Game over" in said.text
        assert not said.usable
        evening.clean()


async def test_in_words_is_refused_while_the_game_runs_and_in_another_channel(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await evening.sit_down(*TWO, game=GAME, keep=False)
        pressed = f"kr:0:in_words:{evening.table}:"
        forged = await evening.person("Anna").forge(evening.board(), pressed)
        await forged.done()
        assert NOT_YET in evening.private("Anna").text
        await to_the_end(evening)
        elsewhere = evening.world.channel("table-2")
        lobby = await evening.person("Anna").slash(elsewhere, "game new", game=GAME)
        await lobby.done()
        assert lobby.message is not None
        forged = await evening.person("Anna").forge(lobby.message, pressed)
        await forged.done()
        assert CS(ELSEWHERE) in [seen for seen in evening.person("Anna").messages(elsewhere) if seen.ephemeral][-1].text
        evening.clean()


async def test_the_last_board_s_buttons_answer_privately_forever(database: Path) -> None:
    async with Evening.of(*TWO, "Cyril", database=database) as evening:
        await played_out(evening)
        last, commitment = evening.board(), evening.live.commitment
        await evening.open(*TWO, game=GAME)
        await evening.press_board("Anna", "start")
        await evening.restart()
        for name in ("Anna", "Cyril"):
            await evening.press(name, last, Evening.part(last, "verify"))
            assert commitment in evening.private(name).text
            await evening.press(name, last, Evening.part(last, "export"))
            assert evening.private(name).attachments
            await evening.press(name, last, Evening.part(last, "log"))
            page = evening.private(name)
            assert "strana" in page.text
            assert not Evening.of_a_game(page)
            last_page = page.text
            await evening.press(name, page, "Starší")
            assert evening.private(name).text != last_page
        seen = evening.person("Anna").message(evening.channel.id, last.id)
        assert seen is not None
        assert Evening.verbs(seen) == set(OFFERED)
        evening.clean()


async def test_the_result_card_goes_only_to_the_presser(database: Path) -> None:
    async with Evening.of(*TWO, "Cyril", database=database) as evening:
        await played_out(evening)
        last = evening.board()
        before = [seen.text for seen in evening.person("Bert").messages(evening.channel)]
        for name in ("Anna", "Cyril"):
            await evening.press(name, last, Evening.part(last, "result"))
            card = evening.private(name)
            assert GAME_UIS[GAME].title in (alt(card) or "")
            assert image(evening, card, name).startswith(b"\x89PNG")
        assert [seen.text for seen in evening.person("Bert").messages(evening.channel)] == before
        evening.clean()


async def test_a_game_without_a_winner_offers_no_result_card(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await ended_without_a_winner(evening)
        last = evening.board()
        assert "result" not in Evening.verbs(last)
        outcome = await evening.person("Anna").forge(last, f"kr:0:result:{evening.table}:")
        await outcome.done()
        assert CS(NO_CARD) in evening.private("Anna").text
        evening.clean()


async def test_the_button_of_the_last_board_opens_a_rematch(database: Path) -> None:
    async with Evening.of(*TWO, "Cyril", database=database) as evening:
        await played_out(evening)
        last = evening.board()
        await evening.press("Cyril", last, Evening.part(last, "rematch"))
        assert NO_SEAT in evening.private("Cyril").text
        await evening.press("Bert", last, Evening.part(last, "rematch"))
        assert evening.live.row.phase == "lobby"
        assert [seat.name for seat in evening.live.seats] == ["Anna", "Bert"]
        evening.clean()


async def test_moderators_see_who_opened_a_rematch(database: Path) -> None:
    async with Evening.of(*TWO, database=database, locale="en-US") as evening:
        place = evening.world.channel("table-2")
        await played_out(evening)
        await evening.bot.app.db.servers.change(place.guild_id or 0, {"log_channel": place.id})
        last = evening.board()
        await evening.press("Bert", last, Evening.part(last, "rematch"))
        await evening.settled()
        (said,) = [seen.text for seen in evening.person("Anna").messages(place)]
        opened = OPENED.format(
            user=evening.person("Bert").mention, game=evening.live.id, kind=evening.live.game_ui.title,
            channel=f"<#{evening.channel.id}>",
        )  # fmt: skip
        assert said == opened
        evening.clean()


async def test_before_the_end_and_from_elsewhere_the_last_board_s_buttons_open_nothing(database: Path) -> None:
    async with Evening.of(*TWO, "Cyril", database=database) as evening:
        await evening.sit_down(*TWO, game=GAME, keep=False)
        board = evening.board()
        for verb in ("rematch", "verify", "export", "log"):
            await evening.person("Cyril").forge(board, f"kr:0:{verb}:{evening.table}:")
            await evening.settled()
            assert NOT_YET in evening.private("Cyril").text or NO_SEAT in evening.private("Cyril").text
            assert not evening.private("Cyril").attachments
        await to_the_end(evening)
        elsewhere = evening.world.channel("table-2")
        away = (await evening.slash("Cyril", "game new", elsewhere, game="mafia_city")).message
        assert away is not None
        for verb in ("rematch", "verify", "export", "log"):
            outcome = await (await evening.person("Cyril").forge(away, f"kr:0:{verb}:1:")).done()
            await evening.settled()
            assert "kanálu, kde se hra hrála" in outcome.text
        evening.clean()


# Last hands


async def test_the_last_hand_is_shown_only_to_its_owner(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await ended_without_a_winner(evening)
        outcome = await evening.slash("Anna", "game hand")
        assert outcome.message is not None
        assert outcome.message.ephemeral
        assert "poslední karty" in outcome.text
        assert hand_of(evening, "a") in outcome.text
        assert Evening.verbs(outcome.message) == {"reveal", "rematch"}
        evening.clean()


async def test_a_hand_is_made_public_by_its_owner(database: Path) -> None:
    async with Evening.of(*TWO, "Cyril", database=database) as evening:
        await ended_without_a_winner(evening)
        outcome = await evening.slash("Anna", "record reveal")
        assert outcome.message is not None
        assert not outcome.message.ephemeral
        assert not outcome.message.usable
        text = evening.person("Cyril").messages(evening.channel)[-1].text
        assert evening.person("Anna").mention in text
        assert hand_of(evening, "a") in text
        assert hand_of(evening, "b") not in text
        assert evening.world.pings == []
        evening.clean()


async def test_a_revealed_hand_is_shown_as_a_picture_in_the_table_s_language(database: Path) -> None:
    for at, (command, renderer_ready) in enumerate(
        (("record reveal", True), ("record reveal", False), ("button", True))
    ):
        async with Evening.of(*TWO, "Cyril", database=database.with_name(f"{at}.sqlite3"), locale="en-GB") as evening:
            await evening.sit_down(*TWO, game=GAME, keep=False, language="sk")
            await evening.end("Anna")
            if not renderer_ready:
                await evening.restart()
            if command == "button":
                hand = (await evening.slash("Anna", "game hand")).message
                assert hand is not None
                await evening.press("Anna", hand, Evening.part(hand, "reveal"))
            else:
                await evening.slash("Anna", command)
            shown = [seen for seen in evening.person("Cyril").messages(evening.channel) if "🂠" in seen.text][-1]
            said = translator_for("sk")
            sketch = GAME_UIS[GAME].get(Pictures).hand(evening.game.view("a"), "a", said)
            assert sketch is not None
            assert alt(shown) == sketch.alt
            assert image(evening, shown, "Cyril").startswith(b"\x89PNG")
            evening.clean()


async def test_a_revealed_hand_waits_for_no_picture_that_fails(database: Path, renderer: Renderer) -> None:
    renderer.broken = True
    async with Evening.of(*TWO, database=database) as evening:
        await ended_without_a_winner(evening)
        outcome = await evening.slash("Anna", "record reveal")
        assert outcome.message is not None
        assert hand_of(evening, "a") in outcome.message.text
        assert alt(outcome.message) is None
        evening.clean()


async def test_without_permission_for_files_a_hand_is_revealed_in_words(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await ended_without_a_winner(evening)
        moderation.forbid(evening.world, evening.channel, "attach_files")
        outcome = await evening.slash("Anna", "record reveal")
        assert outcome.message is not None
        assert hand_of(evening, "a") in outcome.message.text
        assert alt(outcome.message) is None
        evening.clean()


async def test_a_hand_is_made_public_by_its_button(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await ended_without_a_winner(evening)
        outcome = await evening.slash("Bert", "game hand")
        assert outcome.message is not None
        await evening.press("Bert", outcome.message, Evening.part(outcome.message, "reveal"))
        public = [seen.text for seen in evening.person("Anna").messages(evening.channel)]
        assert hand_of(evening, "b") in public[-1]
        assert Evening.verbs(evening.private("Bert")) == {"rematch"}
        evening.clean()


async def test_the_last_hand_after_a_restart_is_the_same(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await ended_without_a_winner(evening)
        before = (await evening.slash("Anna", "game hand")).text
        await evening.restart()
        assert (await evening.slash("Anna", "game hand")).text == before
        outcome = await evening.slash("Anna", "hra odkrýt")
        assert outcome.message is not None
        assert not outcome.message.ephemeral
        evening.clean()


async def test_no_hand_is_revealed_before_the_end_or_by_others(database: Path) -> None:
    async with Evening.of(*TWO, "Cyril", database=database) as evening:
        assert NO_TABLE in (await evening.slash("Anna", "record reveal")).text
        await evening.sit_down(*TWO, game=GAME, keep=False)
        refused = await evening.slash("Anna", "record reveal")
        assert NOT_YET in refused.text
        await evening.end("Anna")
        assert NO_SEAT in (await evening.slash("Cyril", "record reveal")).text
        assert NO_SEAT in (await evening.slash("Cyril", "game hand")).text
        public = [seen for seen in evening.person("Cyril").messages(evening.channel) if not seen.ephemeral]
        assert not any("ukazuje" in seen.text for seen in public)
        evening.clean()


# Statistics


async def test_statistics_come_from_finished_games(database: Path) -> None:
    async with Evening.of(*TWO, "Cyril", database=database) as evening:
        over = (await played_out(evening)).over
        assert over is not None
        winner = evening.holder(over["winners"][0])
        wins = 1 if len(over["winners"]) == 1 else 0
        outcome = await evening.slash(winner, "record stats")
        assert outcome.message is not None
        assert outcome.message.ephemeral
        assert "Královské rošády: 1 hra · 1 vítězství · rating " in outcome.text
        assert outcome.text.count("Královské rošády: ") == 2
        others = await evening.slash("Cyril", "hra statistika", hráč=evening.person(winner))
        assert others.text.count("Královské rošády: 1 hra · 1 vítězství") == 1
        assert "všech serverech" not in others.text
        assert "Zatím žádná dohraná hra." in (await evening.slash("Cyril", "record stats")).text
        loser = TWO[1 - TWO.index(winner)]
        assert f"1 hra · {1 - wins} vítězství" in (await evening.slash(loser, "record stats")).text
        assert evening.world.pings == []
        evening.clean()


async def test_statistics_in_a_dm_are_ones_own(database: Path) -> None:
    async with Evening.of(*TWO, database=database) as evening:
        await played_out(evening)
        dm = evening.person("Anna").dm()
        own = (await evening.slash("Anna", "record stats", dm)).text
        assert "Na všech serverech" in own
        assert "Na tomto serveru" not in own
        others = (await evening.slash("Anna", "record stats", dm, player=evening.person("Bert"))).text
        assert "Královské rošády" not in others
        assert "na serveru, kde" in others
        evening.clean()


async def test_a_game_against_a_computer_counts_and_is_not_rated(database: Path) -> None:
    async with Evening.of("Anna", database=database) as evening:
        await evening.open("Anna", game=GAME)
        await evening.add_computer("Anna")
        await evening.press_board("Anna", "start")
        await to_the_end(evening)
        text = (await evening.slash("Anna", "record stats")).text
        assert "Královské rošády: 1 hra" in text
        assert "zatím bez ratingu" in text
        evening.clean()


def test_statistics_are_shown_in_english_and_czech() -> None:
    scores = [Score("mafia_city", 5, 2, Rating(1105, 323, 4)), Score("an_old_game", 1, 0, None)]
    english = _text(statistics_view.statistics("<@1>", scores, None, translator_for("en")))
    assert "Mafia City: 5 games · 2 victories · rating 1105 ± 323 from 4 games" in english
    assert "an_old_game: 1 game · 0 victories · not rated yet" in english
    czech = _text(statistics_view.statistics("<@1>", scores, [], translator_for("cs")))
    assert "Mafia City: 5 her · 2 vítězství · rating 1105 ± 323 ze 4 her" in czech
    assert "Na všech serverech**\nZatím žádná dohraná hra." in czech


def _text(view: object) -> str:
    return "\n".join(getattr(part, "content", "") for part in view.children)  # type: ignore[attr-defined]
