"""Tests part five of the rulebook: the set-up (D70, D71; for three and four players D201)."""

from __future__ import annotations

from .brought import CARDS, FIELD, HEROES
from .table import Table, new

HANDS = {"a": "jedi_robes aim force_throw block lightsaber", "b": "enrage mind_probe flank use_the_force dodge"}


def dealt(players: int = 2, decks: str = "rey | kylo") -> Table:
    """Returns a table at which all players have their first five cards, and seat a is asked which ones to return."""
    table = new(players, format="starters", decks=decks)
    for _ in range(players):
        table.answers("chance", "deck", *table.keys("chance"))
    return table


def kept(players: int = 2, decks: str = "rey | kylo") -> Table:
    table = dealt(players, decks)
    for seat in "abcd"[:players]:
        table.answers(seat, "mulligan")
    return table


def test_d70_characters_and_battlefields_lie_open_before_the_cards_are_dealt() -> None:
    table = new(2, format="starters", decks="rey | kylo")
    table.asks("deck", "chance")
    assert [(told["event"], told["seat"], told["battlefield"]) for told in table.told] == [
        ("team", "a", "starship_graveyard"), ("team", "b", "frozen_wastes"),
    ]  # fmt: skip
    assert [[(one["character"], one["dice"]) for one in told["characters"]] for told in table.told] == [
        [("a-rey", 2), ("a-finn", 1)], [("b-first_order_stormtrooper", 1), ("b-kylo_ren", 2)],
    ]  # fmt: skip
    assert table.state["unused"] == {"a": "starship_graveyard", "b": "frozen_wastes"}
    assert [one["id"] for one in table.of("b")["characters"]] == ["b-first_order_stormtrooper", "b-kylo_ren"]
    assert table.hand("a") == []


def test_d62_copies_of_a_common_character_are_characters_of_one_die_each() -> None:
    table = new(2, format="standard", decks=f"padawan-2 han_solo-1 / {FIELD} / {CARDS} | {HEROES}")
    assert [(one["id"], one["dice"]) for one in table.of("a")["characters"]] == [
        ("a-padawan", 1), ("a-padawan-2", 1), ("a-han_solo", 1),
    ]  # fmt: skip


def test_d70_a_player_draws_five_returns_any_and_has_five_again() -> None:
    """R30: returned cards are shuffled in before new ones are drawn; the second player decides after the first."""
    table = dealt().asks("mulligan", "a")
    first = table.hand("a")
    assert (len(first), len(table.deck("a")), table.resources("a")) == (5, 15, 0)
    table.answers("a", "mulligan", *table.keys("a")[:2])
    rest = table.keys("chance")
    assert sorted(rest) == sorted([*table.deck("a"), *first[:2]])
    assert rest[-2:] == first[:2]
    table.answers("chance", "shuffle", *reversed(rest)).asks("mulligan", "b")
    assert table.hand("a") == [*first[2:], first[1], first[0]]
    assert len(table.deck("a")) == 15


def test_d70_all_five_may_go_back_and_who_keeps_all_is_shuffled_nothing() -> None:
    table = dealt()
    table.answers("a", "mulligan", *table.keys("a")).asks("shuffle", "chance")
    assert len(table.keys("chance")) == 20
    dealt().answers("a", "mulligan").asks("mulligan", "b")


def test_d70_each_player_gets_two_resources_before_the_roll_off() -> None:
    table = kept().asks("roll", "chance").about(die="a-rey+1", why="battlefield")
    assert (table.resources("a"), table.resources("b")) == (2, 2)


def test_d71_the_highest_chooses_and_whose_battlefield_is_not_used_takes_two_shields() -> None:
    """R3: all character dice count, modifiers with their number, special and blank with 0: here 2+1+2 against 2+2+0."""
    table = kept().rolls("+2md", "1dc", "2rd", "2rd1", "2md1", "sp").asks("battlefield", "a").offers("a", "a", "b")
    table.answers("a", "battlefield", "b").asks("distribute", "a")
    table.about(source="rules", characters=["a-rey", "a-finn"], amount=2).offers("a", "2:0", "1:1", "0:2")
    table.answers("a", "distribute", "1:1").asks("action", "b")
    assert table.state["battlefield"] == {"card": "frozen_wastes", "owner": "b", "controller": "b"}
    assert table.state["unused"] == {"a": "starship_graveyard"}
    assert (table.shields("a-rey"), table.shields("a-finn")) == (1, 1)
    assert table.pool("a") == table.pool("b") == {}


def test_d71_a_tie_rolls_again() -> None:
    table = kept().rolls("1md", "1dc", "blank", "1rd", "1r", "blank").asks("roll", "chance")
    table.about(die="a-rey+1", why="battlefield").rolls("blank", "blank", "blank", "blank", "1r", "sp")
    table.asks("battlefield", "b").offers("b", "b", "a")


def rolled_by_three(*sides: str) -> Table:
    return kept(3, "rey | kylo | rey").rolls(*sides)


def test_d201_only_those_who_tie_roll_again() -> None:
    """Q62: a tie below the highest sum does not matter."""
    table = rolled_by_three("1r", "1r", "blank", "blank", "blank", "blank", "1r", "1r", "blank").asks("roll", "chance")
    table.about(die="a-rey+1", why="battlefield").rolls("blank", "blank", "blank").about(
        die="c-rey+1", why="battlefield"
    ).rolls("1r", "blank", "blank").asks("battlefield", "c").offers("c", "c", "a", "b")
    table = rolled_by_three("1r", "1r", "1r", "1r", "blank", "blank", "1r", "blank", "blank")
    table.asks("battlefield", "a")


def test_d201_all_others_give_one_shield_to_one_character() -> None:
    """R4: players whose battlefield is not used give a shield, beginning with the controller's left neighbour."""
    table = rolled_by_three("1r", "1r", "1r", "blank", "blank", "blank", "blank", "blank", "blank")
    table.answers("a", "battlefield", "b").asks("distribute", "c").offers("c", "1:0", "0:1")
    table.answers("c", "distribute", "0:1").answers("a", "distribute", "1:0").asks("action", "b")
    assert (table.shields("c-finn"), table.shields("a-rey"), table.state["unused"]) == (
        1, 1, {"a": "starship_graveyard", "c": "starship_graveyard"},
    )  # fmt: skip
