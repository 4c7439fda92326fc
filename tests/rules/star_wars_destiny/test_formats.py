"""Tests the three formats, and which draws each makes, in which order and from which options."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise

import pytest

from rules import GAMES
from rules.draws import Draw
from rules.engine import Game
from rules.star_wars_destiny.cards import BATTLEFIELDS
from rules.star_wars_destiny.decks import deck_code, read_deck
from rules.star_wars_destiny.facts import CARDS, STARTERS
from rules.star_wars_destiny.formats import teams, twice_each
from rules.star_wars_destiny.legality import legal, points_of

from .brought import HEROES, asked, draw, loadout


def options(game: Game) -> list[str]:
    assert isinstance(game.decision, Draw)
    return list(game.decision.options)


def sets_asked(game: Game, *answers: str) -> list[tuple[str, list[str]]]:
    """Answers all draws of starter sets with these sets, and returns the seat and the options of each draw."""
    found = []
    left = list(answers)
    while asked(game)[0] == "set":
        found.append((asked(game)[1], options(game)))
        assert game.decision is not None
        assert (game.decision.kind, game.decision.about) == ("set", {"of": asked(game)[1]})
        draw(game, left.pop(0))
    assert left == []
    return found


# F1


def test_f1_starters_is_the_default_and_sets_are_drawn() -> None:
    game = loadout("starters")
    assert sets_asked(game, "rey") == [("a", ["kylo", "rey"])], "one option is no draw"
    assert game.table.brought == {"a": STARTERS["rey"], "b": STARTERS["kylo"]}


def test_f1_starters_are_meant_if_a_record_says_nothing_of_the_format() -> None:
    game = Game.new(GAMES["star_wars_destiny"], ("Anna", "Bert"), options={"format": "starters"}, seed=bytes(32))
    record = game.record()
    said = {name: text for name, text in record.options.items() if name != "format"}
    assert Game.replay(GAMES["star_wars_destiny"], replace(record, options=said)).told == game.told


def test_f1_with_more_players_than_sets_they_repeat() -> None:
    game = loadout("starters", seats=4)
    assert sets_asked(game, "kylo", "rey") == [("a", ["kylo", "rey"]), ("c", ["kylo", "rey"])]
    assert [game.table.brought[seat] for seat in "abcd"] == [STARTERS[name] for name in ("kylo", "rey", "rey", "kylo")]


def test_f1_named_sets_are_not_drawn() -> None:
    game = loadout("starters", "rey | rey")
    assert sets_asked(game) == []
    assert game.table.brought == {"a": STARTERS["rey"], "b": STARTERS["rey"]}


def test_q60_named_sets_count_from_the_beginning() -> None:
    """`drawn | rey`: seat a gets Kylo's set without a draw."""
    game = loadout("starters", "drawn | rey")
    assert sets_asked(game) == []
    assert game.table.brought["a"] == STARTERS["kylo"]
    game = loadout("starters", "drawn | drawn | rey | kylo", seats=4)
    assert sets_asked(game, "kylo") == [("a", ["kylo", "rey"])]
    assert game.table.brought["b"] == STARTERS["rey"]
    game = loadout("starters", "rey | drawn | rey | drawn", seats=4)
    assert sets_asked(game) == []
    assert [game.table.brought[seat] for seat in "bd"] == [STARTERS["kylo"]] * 2


def test_the_deck_is_drawn_by_set_number_copies_in_a_row_the_first_is_the_top() -> None:
    game = loadout("starters", "rey | kylo")
    assert (asked(game), options(game)) == (("deck", "a"), list(STARTERS["rey"].codes))
    assert options(game)[7:11] == ["awakening", "awakening", "daring_escape", "draw_attention"]
    order = sorted(options(game))
    draw(game, *order)
    assert (asked(game), options(game)) == (("deck", "b"), list(STARTERS["kylo"].codes))
    draw(game, *options(game))
    assert game.table.decks == {"a": tuple(order), "b": STARTERS["kylo"].codes}


# F2


def test_f2_everyone_brings_a_deck() -> None:
    other = HEROES.replace("rey-2 han_solo-1", "luke_skywalker-1 han_solo-1")
    game = loadout("standard", f"{HEROES} | {other}")
    assert game.table.brought == {"a": read_deck(HEROES), "b": read_deck(other)}
    assert (asked(game), len(options(game))) == (("deck", "a"), 30)


# F3


def test_f3_there_are_313_teams_from_ackbar_to_the_tuskens() -> None:
    keys = list(teams())
    assert (len(keys), keys[0], keys[-1]) == (313, "admiral_ackbar-1+han_solo-2", "tusken_raider-3")
    assert keys == sorted(keys)


def test_f3_a_team_is_legal_costs_27_to_30_and_has_two_characters_at_least() -> None:
    for key, team in teams().items():
        assert 27 <= sum(points_of(*item) for item in team) <= 30, key
        assert sum(1 if CARDS[code].unique else number for code, number in team) >= 2, key
        assert len({CARDS[code].affiliation for code, _ in team}) == 1, key
        assert len(key) <= 80


def test_f3_no_team_is_missing() -> None:
    """The teams are counted in a second way: by kinds of characters and the number of each."""

    def chosen(at: int, left: int) -> int:
        """Returns how many teams of the characters from position `at` on cost exactly `left` points."""
        if at == len(characters):
            return left == 0
        costs = characters[at].points if characters[at].unique else [characters[at].points[0] * n for n in range(1, 5)]
        return chosen(at + 1, left) + sum(chosen(at + 1, left - cost) for cost in costs if cost <= left)

    count = 0
    for affiliation in ("hero", "villain"):
        characters = [card for card in CARDS.values() if card.type == "character" and card.affiliation == affiliation]
        count += sum(chosen(0, points) for points in (27, 28, 29, 30))
        # No single character costs as much as 27: a unique one at most 21, one copy of another at most 9.
        assert max(max(card.points) for card in characters) < 27
    assert count == len(teams())


def test_q86_items_in_a_team_are_ordered_by_set_number() -> None:
    for key, team in teams().items():
        assert key == "+".join(f"{code}-{number}" for code, number in team)
        numbers = [CARDS[code].number for code, _ in team]
        assert all(one < other for one, other in pairwise(numbers)), key
    assert "rey-2+han_solo-2" in teams()
    assert "first_order_stormtrooper-4" in teams()


def test_f3_what_is_drawn_in_which_order() -> None:
    game = loadout("random")
    assert (asked(game), options(game)) == (("team", "a"), list(teams()))
    draw(game, "rey-2+han_solo-2")
    assert (asked(game), options(game)) == (("field", "a"), list(BATTLEFIELDS))
    draw(game, "echo_base")
    assert (asked(game), options(game)) == (("dice_cards", "a"), twice_each(["rey", "han_solo"], has_die=True))
    dice = options(game)[:12]
    draw(game, *dice)
    assert (asked(game), options(game)) == (("other_cards", "a"), twice_each(["rey", "han_solo"], has_die=False))
    others = options(game)[-18:]
    draw(game, *others)
    assert asked(game) == ("team", "b"), "the decks are shuffled when everybody has one"
    deck = game.table.brought["a"]
    assert (deck.team, deck.field) == ((("rey", 2), ("han_solo", 2)), "echo_base")
    assert sorted(deck.codes) == sorted([*dice, *others])
    assert read_deck(deck_code(deck)) == deck


def test_f3_each_legal_card_lies_twice_in_a_row_by_set_number() -> None:
    for has_die in (True, False):
        cards = twice_each(["rey", "han_solo"], has_die=has_die)
        assert cards[::2] == cards[1::2]
        numbers = [CARDS[code].number for code in cards[::2]]
        assert all(one < other for one, other in pairwise(numbers))
        assert all(CARDS[code].has_die == has_die for code in cards)
    dice = twice_each(["rey", "han_solo"], has_die=True)
    assert dice[:8] == [code for code in ("force_protection", "jedi_robes") for _ in range(2)] + [
        code for code in ("luke_skywalkers_lightsaber", "one_with_the_force") for _ in range(2)
    ]


def test_q63_finn_widens_what_is_legal() -> None:
    with_finn, without = (twice_each(["rey", name], has_die=True) for name in ("finn", "han_solo"))
    more = [code for code in with_finn[::2] if code not in without]
    assert more == ["at_st", "first_order_tie_fighter", "f_11d_rifle"]
    assert twice_each(["rey", "finn"], has_die=False) == twice_each(["rey", "han_solo"], has_die=False)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_random_deck_is_legal(seats: int) -> None:
    for seed in range(40):
        game = loadout("random", seats=seats, seed=random.Random(seed).randbytes(32))
        assert game.over
        for seat, deck in game.table.brought.items():
            legal(deck)
            assert sum(CARDS[code].has_die for code in deck.codes) == 12
            assert sorted(game.table.decks[seat]) == sorted(deck.codes)
            assert read_deck(deck_code(deck)) == deck


def test_every_team_can_be_given_a_deck() -> None:
    for team in teams().values():
        characters = [code for code, _ in team]
        assert len(twice_each(characters, has_die=True)) >= 12
        assert len(twice_each(characters, has_die=False)) >= 18
