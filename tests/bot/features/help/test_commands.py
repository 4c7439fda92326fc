"""Tests learning at the table.

Tests the walk-through, *What is what?*, what `/help` suggests next, descriptions of the choices in a first game, and
refusals with rule numbers.
"""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

from bot.emulator.people.seen import Seen
from bot.features.help import view as help_view
from bot.features.play import panel_base, panel_view
from bot.features.play.commands import DECISION_OVER
from bot.games import GAME_UIS, context
from bot.games.confirmation import COSTLY, confirms
from bot.games.mafia_city.cards import CARDS
from bot.games.mafia_city.learning import PLACES
from bot.games.pictures import Pictures
from bot.games.tutorial import Tutorial, lessons
from bot.interactions.handlers import spoken_path
from bot.texts import LANGUAGES, translator_for
from rules import GAMES
from rules.decisions import Window
from rules.engine import Game
from tests.bot.damaged import damage
from tests.bot.games.every_board import SMALLEST_AND_LARGEST, WITH_TUTORIAL, facts, panels, undecided
from tests.bot.laid_out import facts as mafia_facts
from tests.bot.laid_out import laid_out
from tests.bot.screen import Screen, meaning
from tests.bot.table import Evening

THREE = ("Anna", "Bert", "Cyril")
CS = translator_for("cs")
RULE = re.compile(r"\b[A-Z]\d+")
SEED = bytes([1]) * 32
"""A seed with a card whose play opens a window."""
A_FEW = range(4, 8)
NUMBERS = re.compile(r"\d|\b(four|five|six|seven|čtyř|pět|šest|sedm|štyr|pät|piat|šies|sedem|siedm)", re.IGNORECASE)
SHORT = 900
HINTS = panel_base.Help(hints=True)
"""The help settings of a panel that describes each choice, as in a first game."""


async def on_turn(evening: Evening) -> tuple[str, Seen]:
    """Opens the panel of the first asked player; returns the player's name and the panel."""
    game = evening.game
    name = evening.holder(game.waiting[0])
    await evening.press_board(name, "move")
    return name, evening.private(name)


async def in_a_second_game(evening: Evening, goal: str) -> Seen:
    """Ends a first game without a winner, starts a second one with that goal, and returns the panel of the player on
    turn.
    """
    await evening.sit_down()
    await evening.end("Anna")
    await evening.sit_down(option=f"goal={goal}")
    _, panel = await on_turn(evening)
    return panel


def described(panel: Seen, place: str) -> bool:
    """Returns whether an option of the panel says what that location of Mafia City does."""
    return any(CS(PLACES[place]) in (one.description or "") for part in panel.parts for one in part.options)


# The walk-through


@WITH_TUTORIAL
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_walk_through_has_a_few_short_pages_without_rule_numbers(kind: str, language: str) -> None:
    pages = lessons(GAME_UIS[kind], translator_for(language))
    assert len(pages) in A_FEW
    for lesson in pages:
        assert len(lesson.text) <= SHORT
        assert not RULE.search(lesson.text)
        assert GAME_UIS[kind].get(Pictures).lesson(lesson.picture, translator_for(language))


@pytest.mark.parametrize("key", ["place:harbour", "wait:thief-fist", "pass"])
def test_moves_without_a_played_card_count_at_once_as_the_walk_through_says(key: str) -> None:
    assert not confirms(GAME_UIS["mafia_city"], COSTLY, context(mafia_facts(), CS, laid_out(), "a"), "turn", [key])


def test_a_played_card_is_confirmed_as_the_walk_through_says() -> None:
    ctx = context(mafia_facts(), CS, laid_out(harbour="ab"), "a")
    assert confirms(GAME_UIS["mafia_city"], COSTLY, ctx, "turn", ["informer-star:harbour:2"])
    turn = lessons(GAME_UIS["mafia_city"], translator_for("en"))[1].text
    assert "Playing a card asks you to confirm" in turn
    assert "placing a mobster, waiting and passing count at once" in turn


@pytest.mark.parametrize(("language", "settings"), [("en", "`/profile`"), ("cs", "`/profil`"), ("sk", "`/profile`")])
def test_the_walk_through_names_the_setting_for_confirming(language: str, settings: str) -> None:
    assert settings in lessons(GAME_UIS["mafia_city"], translator_for(language))[1].text


@WITH_TUTORIAL
def test_its_pages_lead_to_each_other_and_stop_at_the_ends(kind: str) -> None:
    pages = len(lessons(GAME_UIS[kind], CS))
    shown = [Screen(help_view.lesson(GAME_UIS[kind], kind, page, CS)) for page in range(pages)]
    assert [screen.labels() for screen in shown] == [["Dál"], *[["Zpět", "Dál"]] * (pages - 2), ["Zpět"]]
    assert all(f"strana {page} z {pages}" in screen.text for page, screen in enumerate(shown, 1))


async def test_it_is_opened_from_the_rules_and_turned_in_one_private_message(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.open()
        await evening.slash("Bert", "learn rules")
        page = evening.private("Bert")
        for label in ("", "Dál", "Dál", "Zpět"):
            await evening.press("Bert", page, Evening.part(page, "learn", label))
        assert "strana 2 z 5" in page.text
        assert not [seen for seen in evening.person("Anna").messages(evening.channel) if "strana" in seen.text]
        assert "join" in Evening.verbs(evening.board())
        evening.clean()


async def test_a_forged_page_turns_no_public_message(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        lobby = await evening.open()
        before = lobby.text
        outcome = await evening.person("Bert").forge(lobby, "kr:0:learn:2:0")
        await outcome.done()
        assert lobby.text == before
        assert not evening.private("Bert").usable
        hand = evening.person("Bert").dms()[0]
        kept = hand.text
        outcome = await evening.person("Bert").forge(hand, "kr:0:learn:1:0")
        await outcome.done()
        assert hand.text == kept
        evening.clean()


async def test_the_first_panel_of_a_newcomer_offers_it_and_stays(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down(option="goal=advanced")
        game = evening.game
        name = evening.holder(game.waiting[0])
        await evening.press_board(name, "move")
        panel = evening.private(name)
        before = panel.text
        await evening.press(name, panel, Evening.part(panel, "learn"))
        assert "lesson_skip" in Evening.verbs(evening.private(name))
        assert panel.text == before
        seat = game.waiting[0]
        await evening.answer(seat, "place:harbour")
        while game.waiting != (seat,):
            await evening.answer(game.waiting[0], "place:harbour")
        await evening.press_board(name, "move")
        assert "learn" not in Evening.verbs(evening.private(name))
        evening.clean()


async def test_a_user_who_has_finished_a_game_is_no_newcomer(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        panel = await in_a_second_game(evening, goal="advanced")
        assert "learn" not in Evening.verbs(panel)
        assert not described(panel, "prison")
        evening.clean()


# What is what


async def test_the_legend_opens_in_a_private_message_next_to_the_panel(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        name, panel = await on_turn(evening)
        before = panel.text
        await evening.press(name, panel, Evening.part(panel, "explain"))
        told = evening.private(name)
        assert told.id != panel.id
        assert Evening.verbs(told) <= {"why_not"}
        assert all(place in told.text for place in ("1 Věznice", "7 Radnice", "Akční fáze"))
        assert panel.text == before
        assert panel.usable
        evening.clean()


async def test_why_not_answers_privately_and_says_when_the_decision_is_over(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        name, panel = await on_turn(evening)
        seat = evening.game.waiting[0]
        evening.game.table.players[seat].hand = ["fbi-bullet", "rackets-hat"]
        await evening.press(name, panel, Evening.part(panel, "explain"))
        told = evening.private(name)
        asking = Evening.part(told, "why_not")
        since = len(evening.discord.requests)
        await evening.person(name).select(told, asking, "0")
        await evening.settled()
        assert CS(CARDS["fbi"].text) in evening.private(name).text
        assert len(evening.discord.requests) == since + 1
        await evening.answer(seat, "pass")
        await evening.person(name).select(evening.private(name), asking, "0")
        await evening.settled()
        assert CS(DECISION_OVER) in evening.private(name).text
        evening.clean()


@SMALLEST_AND_LARGEST
def test_in_every_panel_what_is_met_has_a_topic(kind: str, seats: int) -> None:
    table, dice, game_ui = facts(kind, seats), random.Random(11), GAME_UIS[kind]
    known = {topic.key for topic in game_ui.topics(CS)}
    for game in undecided(kind, seats, seed=9, most=150):
        decision, seat = game.decision, dice.choice(game.waiting)
        assert decision is not None
        paths = [tuple(key.split(":")) for key in game.keys(seat)]
        met = [
            *game_ui.questions[decision.kind].topics,
            *game_ui.get(Tutorial).met(context(table, CS, game, seat), decision.kind, paths),
        ]
        assert met
        assert set(met) <= known
        assert game_ui.rule(decision.kind)
        for shown in panels(table, game, seat, CS, wide=1):
            verbs = shown.verbs()
            assert "explain" in verbs or "do" in verbs
        panel = panel_view.panel_at(table, game, seat, CS)
        assert panel is not None
        told = Screen(panel.explained())
        assert not RULE.search(told.text)
        assert "/návod pravidla" in told.text


def test_a_window_explains_the_card_that_was_played() -> None:
    game = laid_out(hands={"a": "informer-star", "b": "hitman-fist complicity-fist"}, harbour="b")
    game.answer(game.number, "a", ["informer-star:harbour:1"])
    assert isinstance(game.decision, Window)
    panel = panel_view.panel_at(mafia_facts(), game, "b", CS)
    assert panel is not None
    told = Screen(panel.explained()).text
    for title in ("Rušení", "Práskač", "Pěst"):
        assert title in told


# A first game


def test_for_beginners_the_panel_says_what_each_choice_leads_to() -> None:
    shown = Screen(panel_view.panel(mafia_facts(), laid_out(), "a", (), CS, help_=HINTS))
    (select,) = (select for select in shown.selects if CS("Place a mobster") in select["placeholder"])
    assert len(select["options"]) == 7
    assert all("kontrol" in option["description"] for option in select["options"])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("largest", [False, True])
@WITH_TUTORIAL
def test_for_beginners_every_option_of_a_select_says_what_it_leads_to(kind: str, largest: bool, language: str) -> None:
    seats = GAMES[kind].seats[-1 if largest else 0]
    table, dice, said = facts(kind, seats), random.Random(2), translator_for(language)
    told = 0
    for game in undecided(kind, seats, seed=6, most=200):
        seat = dice.choice(game.waiting)
        for shown in panels(table, game, seat, said, help_=HINTS):
            for select in shown.selects:
                told += 1
                # Orders say in their own words what they do.
                if meaning(select).verb not in ("ahead", "order_here"):
                    assert all(option.get("description") for option in select["options"]), select["options"]
    assert told


@pytest.mark.parametrize("height", [9, 25])
def test_in_a_long_select_a_beginner_reads_what_each_choice_does(height: int) -> None:
    game = laid_out(5, hands={"a": "informer-star"}, harbour=("abcde" * 5)[:height])
    told = heights(game, HINTS)
    assert len(told) == height
    assert all(one.startswith("jde do Cely") for one in told)
    assert told[-1].endswith("navrchu")


def test_experienced_players_get_no_additional_texts() -> None:
    game = laid_out(5, hands={"a": "informer-star"}, harbour="abcdeabcde")
    assert not [told for told in heights(game, panel_base.Help()) if "Cely" in told]


def informers(shown: Screen) -> list[dict[str, Any]]:
    return [select for select in shown.selects if "Práskač" in select["placeholder"]]


def heights(game: Game, help_: panel_base.Help) -> list[str]:
    """Returns the descriptions of the mobsters that an informer may choose."""
    (select,) = informers(Screen(panel_view.panel(mafia_facts(5), game, "a", (), CS, help_=help_)))
    return [option.get("description") or "" for option in select["options"]]


@WITH_TUTORIAL
def test_the_question_of_a_turn_has_a_word_for_beginners_and_none_names_a_rule(kind: str) -> None:
    asked, leads = set[str](), dict[str, str]()
    for seed in range(3):
        for game in undecided(kind, GAMES[kind].seats[0], seed, most=400):
            assert game.decision is not None
            if game.decision.kind not in asked:
                asked.add(game.decision.kind)
                question = GAME_UIS[kind].questions[game.decision.kind]
                lead = GAME_UIS[kind].get(Tutorial).lead(game.decision.kind, question, (), CS)
                assert not RULE.search(lead), game.decision.kind
                leads.update({game.decision.kind: lead})
    assert next(lead for kind, lead in leads.items() if kind in {"turn", "play", "action"})


async def test_the_goal_for_beginners_brings_the_hints_for_everyone(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        panel = await in_a_second_game(evening, goal="beginners")
        assert described(panel, "prison")
        evening.clean()


# Refusals


async def test_refusals_cite_the_rule(database: Path) -> None:
    async with Evening.of(*THREE, database=database, seed=SEED) as evening:
        await evening.sit_down()
        game = evening.game
        name = evening.holder(game.waiting[0])
        other = next(one for one in THREE if one != name)
        await evening.press_board(other, "move")
        assert "(M10)" in evening.private(other).text
        table = evening.live.id
        outcome = await evening.person(name).forge(evening.board(name), f"kr:{table}:react")
        await outcome.done()
        assert "M60–M64" in evening.private(name).text
        seat = next(seat for seat in game.seats if evening.holder(seat) != other)
        assert "(M24.4)" in (await evening.slash(other, "game peek", player=seat)).text
        await evening.to_window()
        author = next(seat for seat in game.seats if seat not in game.waiting)
        await evening.press_board(evening.holder(author), "react")
        assert "M60–M64" in evening.private(evening.holder(author)).text
        evening.clean()


# Help says what comes next


async def helped(evening: Evening, name: str) -> tuple[str, set[str]]:
    """Returns what /help says to a user, and the verbs of its buttons, except those for learning, privacy and terms."""
    outcome = await evening.slash(name, "help")
    assert outcome.message is not None
    return outcome.text, Evening.verbs(outcome.message) - {"learn", "lesson_open", "privacy", "terms"}


async def test_help_says_what_the_user_can_do_next_in_this_place(database: Path) -> None:
    async with Evening.of(*THREE, "Dora", database=database, locale="en-US") as evening:
        text, verbs = await helped(evening, "Dora")
        assert "There is no table here" in text
        assert verbs == {"open"}
        await evening.open(*THREE)
        assert (await helped(evening, "Dora"))[1] == {"join"}
        assert "Its host starts the game" in (await helped(evening, "Bert"))[0]
        await evening.press_board("Anna", "start")
        while evening._asked_to_keep():
            await evening.answer(evening.game.waiting[0], "keep")
        asked = evening.holder(evening.game.waiting[0])
        other = next(name for name in THREE if name != asked)
        text, verbs = await helped(evening, asked)
        assert "The game waits for you" in text
        assert verbs == {"move"}
        assert (await helped(evening, other))[1] == {"hand"}
        text, verbs = await helped(evening, "Dora")
        assert f"The game waits for <@{evening.person(asked).id}>" in text
        assert verbs == set()
        await evening.end("Anna")
        assert (await helped(evening, "Dora"))[1] == {"open"}


async def test_help_is_given_with_a_damaged_table(database: Path) -> None:
    async with Evening.of(*THREE, "Dora", database=database, locale="en-US") as evening:
        await evening.sit_down(*THREE)
        damage(evening)
        assert "There is no table here" in (await helped(evening, "Dora"))[0]
        in_dm = await evening.slash("Bert", "help", evening.person("Bert").dm())
        assert in_dm.message is not None
        assert "`/game new`" in in_dm.text


@pytest.mark.parametrize("locale", ["en-US", "cs"])
async def test_help_names_how_to_take_back_a_move_and_the_puzzle(locale: str, database: Path) -> None:
    said = translator_for(locale[:2])
    async with Evening.of("Dora", database=database, locale=locale) as evening:
        text, _ = await helped(evening, "Dora")
        assert f"*{said('Take back')}*" in text
        for path in ("/game undo", "/learn puzzle"):
            assert f"`{spoken_path(path, said)}`" in text
