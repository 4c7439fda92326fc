"""Tests private pictures: hands, hands that another player may look at, rules help.

None of them is sent if pictures are switched off.
"""

from __future__ import annotations

import re
from pathlib import Path

from tests.bot.gallery import Renderer, alt, content_hash, image, texts, uploads
from tests.bot.table import Evening

THREE = ("Anna", "Bert", "Cyril")


async def test_a_hand_is_a_picture_too_and_changes_only_with_the_cards(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        game = evening.game
        seat = game.waiting[0]
        name = evening.holder(seat)
        message = evening.person(name).dms()[0]
        said = alt(message)
        assert said is not None
        names = re.findall(r"\*\*([^*]+)\*\*(?: ×\d)? ·", texts(message))
        assert names
        assert all(card.split(" ×")[0] in said for card in names)
        outcome = await evening.slash(name, "game hand")
        assert outcome.message is not None
        assert alt(outcome.message) == said
        assert content_hash(image(evening, outcome.message, name)) == content_hash(image(evening, message, name))
        file = message.attachments
        await evening.answer(seat, "place:harbour")
        assert message.attachments == file
        while game.waiting[0] != seat:
            await evening.answer(game.waiting[0], "place:harbour")
        await evening.answer(seat, f"wait:{game.view(seat)['players'][seat]['hand'][0]}")
        assert alt(message) != said
        assert message.attachments != file
        evening.clean()


async def test_a_hand_that_may_be_seen_is_shown_only_to_its_onlooker(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        game = evening.game
        game.table.policeman = "a"
        game.table.players["b"].hand = ["thief-hat", "informer-fist"]
        outcome = await evening.slash("Anna", "game peek", player="b")
        assert outcome.message is not None
        assert outcome.message.ephemeral
        said = alt(outcome.message)
        assert said is not None
        assert "Zloděj" in said
        refusal = await evening.slash("Cyril", "game peek", player="b")
        assert refusal.message is not None
        assert refusal.message.attachments == []
        evening.clean()


async def test_a_picture_leaves_the_panel_with_what_it_belongs_to(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        outcome = await evening.slash("Bert", "learn rules", topic="prison")
        panel = outcome.message
        assert panel is not None
        said = alt(panel)
        assert said is not None
        assert said.startswith("1 Věznice")
        for topic, has_one in (("goal", False), ("card_thief", True), ("passing", False)):
            (select,) = [one for one in panel.selects if topic in [option.value for option in one.options]]
            await (await evening.person("Bert").select(panel, select, [topic])).done()
            await evening.settled()
            assert (alt(panel) is not None) == has_one, topic
            assert len(panel.attachments) == has_one
        evening.clean()


async def test_without_pictures_nothing_is_drawn(database: Path, renderer: Renderer) -> None:
    renderer.broken = True
    async with Evening.of(*THREE, database=database, pictures=False) as evening:
        board = await evening.sit_down()
        assert alt(board) is None
        outcome = await evening.slash("Anna", "learn rules", topic="prison")
        assert outcome.message is not None
        assert alt(outcome.message) is None
        assert evening.person("Anna").dms()[0].attachments == []
        assert uploads(evening) == []
        evening.clean()


async def test_no_one_learns_from_a_quick_picture_that_someone_holds_the_same_cards(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        players = evening.game.table.players
        kinds = []
        for cards in (["thief-hat"], ["informer-fist"]):
            for player in players.values():
                player.hand = list(cards)
            kinds.append([(await evening.slash(name, "game hand")).kind for name in THREE])
        assert kinds == [["thinking"] * 3] * 2
        assert (await evening.slash("Anna", "game hand")).kind == "message", "what she saw herself comes at once"
        evening.clean()


async def test_no_one_learns_from_a_quick_picture_what_others_read_about(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        kinds = [(await evening.slash(name, "learn rules", topic="card_thief")).kind for name in (*THREE, "Anna")]
        assert kinds == ["thinking", "thinking", "thinking", "message"]
        evening.clean()
