"""Tests properties of whole random games of Královské rošády."""

from __future__ import annotations

import random

import pytest

from rules.kralovske_rosady.evaluation import winner_of
from rules.kralovske_rosady.table import Card, Column
from rules.kralovske_rosady.table import Table as RulesTable
from rules.protocol import Session
from rules.verify import verify

from . import oracle
from .oracle import CARDS, HOMES, POINTS
from .table import NAMES, TABLES, Table, opened


def play_out(table: Table, dice: random.Random) -> Table:
    """Plays a table to its end with random answers, draws included, and returns it."""
    while table.over is None:
        (seat,) = table.asked["seats"]
        if seat == "chance":
            table.draws(dice)
        else:
            table.answers(seat, dice.choice(table.keys(seat)))
    return table


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("seed", range(2))
def test_every_game_ends_after_six_rounds_with_all_its_cards(seats: int, seed: int) -> None:
    """Cards are conserved, views hide what they must, questions follow the specification, and the record replays."""
    table = play_out(opened(seats), random.Random(f"{seats} {seed}"))
    assert table.now[:2] == (6, "over")
    colours = oracle.all_cards(table.state)
    assert colours == {(seat, card): 1 for seat in "abcdef"[:seats] for card in CARDS}
    held = oracle.all_points(table.state)
    assert sum(held.values()) == 6 * seats
    assert all(count <= POINTS.count(card) for card, count in held.items())
    assert table.over is not None
    assert [rank["points"] for rank in table.over["ranking"]] == sorted(
        (rank["points"] for rank in table.over["ranking"]), reverse=True
    )


def test_every_column_of_random_games_goes_to_the_winner_the_rulebook_names() -> None:
    """For 3,000 random columns, `winner_of` gives the same winner as the independent model."""
    dice = random.Random(7)
    for _ in range(3000):
        seats = "abcd"[: dice.randint(1, 4)]
        pool = [(seat, card) for seat in seats for card in CARDS]
        symbol = dice.choice(list(HOMES.values()))
        cards = dice.sample(pool, dice.randint(0, min(12, len(pool))))
        column = Column(1, f"{symbol}-3")
        column.cards = [Card(owner, card, up=True) for owner, card in cards]
        assert winner_of(RulesTable("abcd"), column) == oracle.winner(cards, symbol), (symbol, cards)


@pytest.mark.parametrize("seats", range(2, 7))
def test_every_turn_of_a_random_game_can_be_given_as_a_position(seats: int) -> None:
    """`position` accepts the table at the beginning of a turn, and the same question follows."""
    dice = random.Random(seats)
    table = opened(seats)
    while table.over is None:
        if table.kind == "play":
            again = Session()
            reply = again.say({"cmd": "position", "table": table.state, "chance": "ask"})
            assert reply["ok"], reply
            assert reply["asked"] | {"number": 0} == table.asked | {"number": 0}
            assert again.say({"cmd": "table"})["table"] == table.state
            assert any(
                len(column["cards"]) < int(column["point"][-1]) and not column["closed"]
                for column in table.state["columns"]
            )
        (seat,) = table.asked["seats"]
        table = table.draws(dice) if seat == "chance" else table.answers(seat, dice.choice(table.keys(seat)))


@pytest.mark.parametrize("seats", [2, 6])
def test_illegal_answers_change_nothing(seats: int) -> None:
    """Outdated numbers, seats that are not asked, keys that are not offered, and too many keys are refused."""
    dice = random.Random(seats)
    table = opened(seats)
    for step in range(60):
        (seat,) = table.asked["seats"]
        keys = table.keys(seat)
        if step % 4 == 0:
            table.refuses(seat, keys[0], error="stale-number", late=1)
            table.refuses("b" if seat != "b" else "a", keys[0], error="not-asked")
            table.refuses(seat, "king:9")
            table.refuses(seat)
            table.refuses(seat, *keys, keys[0])
        if seat == "chance":
            table.draws(dice)
        else:
            table.answers(seat, dice.choice(keys))


def test_silence_plays_the_first_card_to_the_first_open_column_to_the_end() -> None:
    """A game in which every player's time always runs out ends after six rounds."""
    dice = random.Random(3)
    table = opened(3)
    while table.over is None:
        if table.asked["shape"] == "draw":
            table.draws(dice)
        else:
            table.clock()
    assert table.now[:2] == (6, "over")


def test_a_seeded_game_is_verified_from_its_record() -> None:
    """`verify` accepts the record of a finished game: its seed reproduces every draw, and the result is the same."""
    dice = random.Random(11)
    session = Session()
    line = {"cmd": "new", "game": "kralovske_rosady", "seats": NAMES[:4], "seed": "5a" * 32, "id": "rosady-1"}
    reply = session.say(line)
    while reply["over"] is None:
        (seat,) = reply["asked"]["seats"]
        key = dice.choice(session.say({"cmd": "keys", "seat": seat})["keys"])
        reply = session.say({"cmd": "answer", "number": reply["asked"]["number"], "seat": seat, "keys": [key]})
    game = verify(session.say({"cmd": "record"})["record"])
    assert game.over == reply["over"]
    assert not TABLES


def test_the_game_is_offered_for_two_to_six_without_options() -> None:
    """The protocol's request `games` lists the game without options."""
    games = {game["name"]: game for game in Session().say({"cmd": "games"})["games"]}
    assert games["kralovske_rosady"] == {
        "name": "kralovske_rosady", "edition": 1, "players": [2, 3, 4, 5, 6], "options": {},
    }  # fmt: skip
    for seats in (1, 7):
        reply = Session().say({"cmd": "new", "game": "kralovske_rosady", "seats": [f"P{n}" for n in range(seats)]})
        assert (reply["ok"], reply["error"]) == (False, "bad-request")
