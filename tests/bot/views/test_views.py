"""Tests messages (lobby, board, hands, help and settings): their contents, Discord's limits, and that they contain no
secrets.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from bot import views
from bot.features.finished_games import view as post_game_view
from bot.features.hand import view as hand_view
from bot.features.help import view as help_view
from bot.features.help.view import _topics
from bot.features.info import view as info_view
from bot.features.lobby import view as lobby_view
from bot.features.play import board_view
from bot.features.play import panel_notices as notices_view
from bot.features.profile import view as profile_view
from bot.features.profile.view import SeatSettings
from bot.games import GAME_UIS, context
from bot.games.facts import Seat
from bot.games.news import news
from bot.texts import LANGUAGES, translator_for
from bot.views.parts import clip, length
from bot.views.times import duration
from rules.engine import Game
from storage import PersonRow
from tests.bot.laid_out import KIND, facts, laid_out, new_game, played
from tests.bot.screen import Screen, components_of, meaning

CS, EN = translator_for("cs"), translator_for("en")
A, B, C = (seat.mention for seat in facts().seats)


def board(game: Game, **how: Any) -> Screen:
    return Screen(board_view.board(facts(len(game.seats), **how), game, CS))


# The lobby


def lobby(seats: int, computers: int = 0, **how: Any) -> Screen:
    table = facts(max(seats, 1), phase="lobby", due=None, **how)
    sitting = tuple(
        replace(seat, user=None, name=f"Robot {seat.letter}") if at >= seats - computers else seat
        for at, seat in enumerate(table.seats[:seats])
    )
    return Screen(lobby_view.lobby(replace(table, seats=sitting), CS))


def test_the_lobby_shows_game_seats_and_settings_and_keeps_the_seal_for_its_button() -> None:
    shown = lobby(3)
    assert GAME_UIS[KIND].title in shown.text
    assert CS("Seats taken: {count} of {least}–{most}", count=3, least=3, most=5) in shown.text
    assert A in shown.text
    assert GAME_UIS[KIND].setting("goal", "beginners", 3, CS) in shown.text.splitlines()
    pace = {"turn": duration(600, CS), "window": duration(120, CS)}
    assert CS("Pace: {pace} ({turn} per turn, {window} to react)", pace=CS("relaxed"), **pace) in shown.text
    assert "ab" * 32 not in shown.text
    order = ["join", "start", "settings", "guests", "learn", "shuffle", "remove", "leave", "invite", "computer"]
    assert shown.verbs() == order
    assert shown.dangers() == ["leave"]


@pytest.mark.parametrize("computers", [0, 1, 2])
def test_the_lobby_of_a_drawn_table_offers_nothing_that_changes_it(computers: int) -> None:
    shown = lobby(3, computers, drawn=True, can_call=True, votes={"end": 1})
    assert shown.verbs() == ["start", "learn", "shuffle", "agree_end"]
    assert [meaning(button).verb for button in shown.buttons if button["style"] == 1] == ["start"]


def test_the_lobby_changes_when_someone_joins() -> None:
    assert lobby(1).text != lobby(2).text


@pytest.mark.parametrize(
    ("seats", "computers", "disabled"),
    [
        (0, 0, {"leave", "start"}),
        (1, 0, {"start"}),
        (3, 0, set()),
        (3, 2, set()),
        (3, 3, {"leave", "start"}),
        (5, 1, {"join"}),
    ],
)
def test_buttons_without_effect_in_the_lobby_are_disabled(seats: int, computers: int, disabled: set[str]) -> None:
    shown = lobby(seats, computers)
    assert {meaning(button).verb for button in shown.buttons if button["disabled"]} == disabled


@pytest.mark.parametrize(
    ("seats", "computers", "primary"),
    [(0, 0, "join"), (1, 0, "solo"), (2, 1, "solo"), (2, 0, "join"), (3, 2, "start"), (3, 0, "start"), (5, 0, "start")],
)
def test_the_next_step_of_a_lobby_is_its_only_coloured_button(seats: int, computers: int, primary: str) -> None:
    coloured = {1, 3}  # primary and success
    shown = [meaning(button).verb for button in lobby(seats, computers).buttons if button["style"] in coloured]
    assert shown == [primary]


def test_a_closed_lobby_has_no_components() -> None:
    shown = Screen(lobby_view.closed_lobby(facts(phase="lobby"), CS, "It has begun."))
    assert not shown.buttons
    assert "It has begun." in shown.text
    assert "ab" * 32 in shown.text


# The board


def test_the_board_shows_state_events_turn_and_time() -> None:
    game = laid_out()
    game.answer(game.number, "a", ["place:harbour"])
    shown = board(game)
    assert GAME_UIS[KIND].public(context(facts(), CS, game)) in shown.text
    assert str(GAME_UIS[KIND].sentence(context(facts(), CS), game.told[-1])) in shown.text
    assert f"➡️ Na řadě je {B}\n" in shown.text
    assert "<t:1795305600:R>" in shown.text
    assert shown.verbs() == ["move", "hand", "log"]
    assert not shown.dangers()


def test_a_window_has_react_and_let_it_pass_for_all_who_are_asked() -> None:
    game = window()
    shown = board(game)
    assert shown.verbs() == ["move", "hand", "react", "pass", "log"]
    assert shown.press(CS("Don't react")).number == game.number
    assert CS("Can react: {players}", players=f"{B}, {C}") in shown.text


def test_a_window_tells_once_what_is_reacted_to() -> None:
    shown = board(window())
    (told,) = [line for line in shown.text.splitlines() if CS("Reaction") in line]
    assert told == f"⚡ **{CS('Reaction')}:** {CS('Does anyone cancel what was played last?')}"
    newest = news(facts(), window(), CS).lines[-1].text
    assert shown.text.count(newest) == 1


def test_only_the_reaction_is_primary_in_a_window() -> None:
    primary = [one["label"] for one in board(window()).buttons if one["style"] == 1]
    assert primary == [CS("React")]


def window() -> Game:
    hands = {"a": "informer-star", "b": "police_chief-hat thief-fist", "c": "fbi-bullet rackets-hat"}
    game = laid_out(hands=hands, harbour="b")
    game.answer(game.number, "a", ["informer-star:harbour:1"])
    return game


def test_a_pass_in_a_window_leaves_the_board_as_it_is() -> None:
    before, after = window(), window()
    after.answer(after.number, "c", ["pass"])
    assert after.waiting == ("b",)
    assert payload(after) == payload(before)


def payload(game: Game) -> list[Any]:
    return components_of(board_view.board(facts(len(game.seats)), game, CS))


def test_boards_of_games_that_differ_in_hidden_cards_are_the_same_to_the_byte() -> None:
    hands = {"a": "informer-star thief-hat", "b": "police_chief-hat thief-fist", "c": "fbi-bullet rackets-hat"}
    other = {"a": "informer-star fbi-bullet", "b": "rackets-hat thief-hat", "c": "police_chief-hat thief-fist"}
    deck = "grand_plan-hat grand_plan-star hitman-fist"
    turned = " ".join(reversed(deck.split()))
    boards = []
    for dealt, pile in ((hands, deck), (other, turned)):
        game = laid_out(hands=dealt, deck=pile, harbour="b", policeman="c")
        seen = [payload(game)]
        game.answer(game.number, "a", ["informer-star:harbour:1"])
        seen += [payload(game), components_of(board_view.closed_board(facts(), game, CS))]
        for seat in "bc":
            game.answer(game.number, seat, ["pass"])
            seen.append(payload(game))
        boards.append(seen)
    assert boards[0] == boards[1]


def test_a_paused_board_says_so_and_no_time() -> None:
    shown = board(laid_out(), paused=True)
    assert CS("The game is paused. The clock is stopped, and no moves are accepted.") in shown.text
    assert "<t:" not in shown.text


def test_votes_are_shown_with_their_buttons() -> None:
    shown = board(laid_out(), votes={"pause": 1, "end": 0})
    assert CS("Pause: {count} of {needed} agree.", count=1, needed=2) in shown.text
    assert shown.verbs()[-3:] == ["agree_pause", "agree_end", "log"]
    assert shown.dangers() == ["agree_end"]


def test_the_table_is_asked_about_who_is_absent() -> None:
    shown = board(laid_out(), absent="b", votes={"end": 1})
    assert CS("{player} ran out of time twice in a row. What now?", player=B) in shown.text
    assert shown.verbs()[2:] == ["wait", "let_computer", "hand_over", "agree_end", "log", "let_level"]
    assert shown.dangers() == ["agree_end"]


def test_an_old_board_has_no_components() -> None:
    assert not Screen(board_view.closed_board(facts(), laid_out(), CS)).buttons
    assert not Screen(board_view.closed_board(facts(phase="over"), finished(), CS)).buttons


def test_after_the_end_the_pages_of_the_log_belong_to_no_game() -> None:
    game = list(played(3, seed=3, most=5000))[-1]
    last = Screen(info_view.log_page(facts(phase="over"), game, None, CS))
    older = last.press(CS("Older"))
    assert (older.game, older.verb, older.number) == (0, "log", facts().id)
    earlier = Screen(info_view.log_page(facts(phase="over"), game, older.path[0], CS))
    assert earlier.press(CS("Newer")).path[0] == older.path[0] + 1


def finished() -> Game:
    game = laid_out(phase="locations", points={"b": 9}, harbour="b", goal=10)
    while game.decision is not None:
        game.clock(game.number)
    return game


def test_the_end_names_the_winner_and_has_no_button_of_the_game() -> None:
    game = finished()
    for language, heading, winner in (("cs", "Konec hry", "Vítěz"), ("en", "Game over", "Winner")):
        shown = Screen(board_view.board(facts(phase="over"), game, translator_for(language)))
        assert heading in shown.text
        assert f"**{winner}: {B}**" in shown.text
        assert shown.verbs() == ["rematch", "replay", "result", "verify", "export", "log", "review"]
        assert {(meaning(button).game, meaning(button).number) for button in shown.buttons} == {(0, facts().id)}
        assert not shown.dangers()


def test_the_end_without_a_winner_says_so() -> None:
    shown = Screen(post_game_view.ended(facts(phase="ended"), laid_out(), CS))
    assert CS("Game over") in shown.text
    assert CS("The players end the game without a winner.") in shown.text
    assert {meaning(button).game for button in shown.buttons} == {0}
    assert "result" not in shown.verbs()


def test_the_seed_is_shown_only_at_the_end() -> None:
    game = new_game()
    assert game.chance is not None
    assert bytes(range(32)).hex() not in str(payload(game))
    while game.decision is not None:
        game.clock(game.number)
        if game.view(None)["round"] > 1:
            break
    assert bytes(range(32)).hex() not in Screen(post_game_view.ended(facts(phase="ended"), game, CS)).text
    for over in played(3, seed=0, most=5000):
        game = over
    assert game.over
    assert bytes(32).hex() in Screen(post_game_view.ended(facts(phase="over"), game, CS)).text


# Hands


def test_the_lasting_hand_changes_only_with_the_hand() -> None:
    game = laid_out(hands={"a": "thief-hat"})
    before = components_of(hand_view.hand(facts(), game, "a", CS))
    game.answer(game.number, "a", ["place:harbour"])
    assert components_of(hand_view.hand(facts(), game, "a", CS)) == before


def test_the_hand_on_demand_says_what_may_be_done() -> None:
    game = laid_out(hands={"a": "thief-hat"})
    mine = Screen(hand_view.hand(facts(), game, "a", CS, now=True))
    assert GAME_UIS[KIND].hand(context(facts(), CS, game, "a")) in mine.text
    assert GAME_UIS[KIND].questions["turn"].prompt(context(facts(), CS, game, "a")) in mine.text
    assert mine.verbs() == ["move", "react"]
    assert CS("You have nothing to decide now.") in Screen(hand_view.hand(facts(), game, "b", CS, now=True)).text


def test_a_hand_shows_no_other_hand() -> None:
    game = laid_out(hands={"a": "thief-hat", "b": "fbi-bullet"}, policeman="a")
    assert "F.B.I." not in Screen(hand_view.hand(facts(), game, "a", CS, now=True)).text


def test_only_the_policemans_holder_may_peek() -> None:
    game = laid_out(hands={"a": "thief-hat", "b": "fbi-bullet"}, policeman="a")
    assert "F.B.I." in Screen(hand_view.peek(facts(), game, "a", "b", CS)).text
    assert hand_view.peek(facts(), game, "b", "a", CS) is None


# Help, log, settings


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_topic_of_the_help_can_be_chosen_and_shown(language: str) -> None:
    said = translator_for(language)
    overview = Screen(help_view.rules_overview(GAME_UIS[KIND], said, KIND))
    keys = [option["value"] for select in overview.selects for option in select["options"]]
    assert keys == [topic.key for topic in GAME_UIS[KIND].topics(said)]
    for topic in GAME_UIS[KIND].topics(said):
        assert topic.text in Screen(help_view.rules_topic(GAME_UIS[KIND], topic.key, said, KIND)).text
    assert help_view.rules_topic(GAME_UIS[KIND], "unheard_of", said, KIND) is None


def test_the_log_is_paged() -> None:
    game = list(played(3, seed=3, most=300))[-1]
    last = Screen(info_view.log_page(facts(), game, None, CS))
    older = last.press(CS("Older"))
    assert older.verb == "log"
    earlier = Screen(info_view.log_page(facts(), game, older.number, CS))
    assert earlier.press(CS("Newer")).number == (older.number or 0) + 1
    assert Screen(info_view.log_page(facts(), game, 999, CS)).text == last.text


def test_the_settings_show_what_is_set() -> None:
    row = PersonRow(1, language="en", dms=False, ping="always")
    shown = Screen(profile_view.settings(row, CS, seat=SeatSettings(facts().id, KIND, "aimed", stays_out=True)))
    chosen = {meaning(part).verb: [o["value"] for o in part["options"] if o["default"]] for part in shown.selects}
    assert chosen == {"set_language": ["en"], "set_ping": ["always"], "set_confirm": ["costs"], "set_order": ["aimed"]}
    assert [meaning(button).verb for button in shown.buttons] == [
        "set_dms",
        "set_words",
        "set_explains",
        "schedule",
        "notify",
        "keep_asking",
    ]
    assert CS("Hands by direct message: {answer}", answer=CS("no")) in shown.text
    for title in ("Language", "Pings", "Standing order for reactions"):
        assert f"**{CS(title)}**" in shown.text.splitlines()


@pytest.mark.parametrize(("order", "until"), [("pass", "této fázi"), ("aimed", "této fázi"), ("idle", "do konce hry")])
def test_the_settings_say_how_long_an_order_for_windows_holds(order: str, until: str) -> None:
    seat = SeatSettings(facts().id, KIND, order, stays_out=False)
    shown = Screen(profile_view.settings(PersonRow(1, language="cs"), CS, seat=seat))
    assert [line for line in shown.text.splitlines() if line.startswith("Reakce ") and until in line]


def test_settings_outside_a_game_have_no_orders() -> None:
    shown = Screen(profile_view.settings(PersonRow(1), CS))
    assert shown.verbs() == [
        "set_language",
        "set_ping",
        "set_confirm",
        "set_dms",
        "set_words",
        "set_explains",
        "schedule",
        "notify",
    ]
    assert {meaning(button).game for button in shown.buttons} == {0}


def test_leaving_a_running_game_is_asked_again() -> None:
    shown = Screen(lobby_view.leave_twice(facts(), CS))
    assert shown.verbs() == ["leave_really", "stay_in"]
    assert shown.dangers() == ["leave_really"]
    once_more = Screen(lobby_view.leave_really(facts(), CS))
    assert once_more.verbs() == ["leave_sure", "stay_in"]
    assert once_more.dangers() == ["leave_sure"]


def test_after_a_pass_one_may_stay_out() -> None:
    assert Screen(notices_view.stay_out(facts(), CS)).verbs() == ["stay_out", "keep_asking"]


def test_a_plain_word_has_no_components() -> None:
    shown = Screen(views.say("x" * 5000))
    assert not shown.buttons
    assert length(shown.text) == 4000


@pytest.mark.parametrize(("text", "most", "expected"), [("abc", 3, "abc"), ("abcd", 3, "ab…"), ("🔴🔴🔴", 5, "🔴🔴…")])
def test_texts_are_cut_by_what_discord_counts(text: str, most: int, expected: str) -> None:
    assert clip(text, most) == expected


# Whole games


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_boards_and_hands_of_random_games_fit(seats: int, language: str) -> None:
    said = translator_for(language)
    many = facts(seats, votes={"pause": 1, "resume": 1, "replace": 1, "end": 1}, absent="a")
    for game in played(seats, seed=seats + 10, most=150):
        Screen(board_view.board(many, game, said))
        Screen(board_view.closed_board(many, game, said))
        for seat in game.seats:
            Screen(hand_view.hand(many, game, seat, said, now=True))


def test_the_fullest_board_still_shows_who_is_waited_for() -> None:
    full = "abcde" * 11
    game = laid_out(5, phase="locations", town_hall=full, hands=dict.fromkeys("abcde", "fbi-bullet"))
    shown = board(game, votes={"pause": 1, "resume": 1, "replace": 1, "end": 1}, absent="a")
    everybody = ", ".join(seat.mention for seat in facts(5).seats)
    assert CS("Can react: {players}", players=everybody) in shown.text
    assert "agree_end" in shown.verbs()


def test_computers_are_named_by_their_name() -> None:
    table = facts()
    sitting = (Seat("a", None, "Robot", level="easy"), *table.seats[1:])
    shown = Screen(board_view.board(replace(table, seats=sitting), laid_out(), EN))
    assert "➡️ It is Robot's turn\n" in shown.text


def test_the_board_says_what_a_player_must_do_apart_from_a_turn() -> None:
    game = new_game()
    asked = facts().seat(game.waiting[0]).mention
    shown = board(game)
    assert f"➡️ Čeká se, až {asked} rozhodne, jestli vymění první karty\n" in shown.text


@pytest.mark.parametrize("kind", list(GAME_UIS))
def test_no_select_of_topics_holds_a_single_straggler_of_many(kind: str) -> None:
    game_ui = GAME_UIS[kind]
    many = Counter(topic.group for topic in game_ui.topics(translator_for("en")))
    options = [len(row.children[0].options) for row in _topics(game_ui, translator_for("en"), kind)]  # type: ignore[attr-defined]
    assert sum(options) == sum(many.values())
    assert max(options) <= 25
    assert min(options) >= min(12, *many.values())
