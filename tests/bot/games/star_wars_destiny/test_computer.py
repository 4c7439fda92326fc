"""A computer at the third game's table: legal, and not foolish."""

from __future__ import annotations

import random

import pytest

from bot.tables.computer import choose, question
from rules import GAMES
from rules.engine import Game
from tests.bot.games.every_board import NAMES
from tests.bot.games.star_wars_destiny.said import BOARD, KIND, answered, laid_out
from tests.rules.star_wars_destiny.table import player


def chosen(game: Game) -> tuple[str, ...]:
    """What it does, the same whatever chance says among equals."""
    (seat,) = game.waiting
    return choose(question(game, seat), random.Random(1))


def test_damage_goes_to_the_weakest_enemy() -> None:
    game = laid_out(a=player("rey", pool="rey+1=1md"), b=player("kylo_ren/3 first_order_stormtrooper/5"))
    assert chosen(game) == ("resolve:a-rey+1:b-first_order_stormtrooper",)


def test_shields_and_shield_tokens_go_to_own_characters_that_have_room() -> None:
    game = laid_out(a=player("rey^3! finn/3!", pool="finn+1=1sh"), b=player("kylo_ren"))
    assert chosen(game) == ("resolve:a-finn+1:a-finn",)


def test_it_activates_before_it_plays_and_plays_before_it_claims() -> None:
    hand = "jedi_robes"
    ready = laid_out(a=player("rey", hand=hand, resources=2), b=player("kylo_ren"))
    assert chosen(ready) == ("activate:a-rey",)
    tired = laid_out(a=player("rey!", hand=hand, resources=2), b=player("kylo_ren"))
    assert chosen(tired) == ("play:jedi_robes:a-rey",)
    done = laid_out(a=player("rey!", hand="lightsaber"), b=player("kylo_ren"))
    assert chosen(done) == ("claim",)


def test_it_keeps_an_event_that_would_do_nothing() -> None:
    idle = laid_out(a=player("rey!", hand="block", resources=2), b=player("kylo_ren"))
    assert chosen(idle) == ("claim",)
    useful = laid_out(a=player("rey!", hand="block", resources=2), b=player("kylo_ren", pool="kylo_ren+1=1md"))
    assert chosen(useful) == ("play:block",)


def test_it_never_hurts_itself_while_it_may_do_otherwise() -> None:
    game = laid_out(a=player("kylo_ren! darth_vader!", pool="kylo_ren+1=1md"), b=player("rey"))
    assert chosen(game) == ("resolve:a-kylo_ren+1:b-rey",)


def test_it_adds_its_modifiers() -> None:
    game = laid_out(
        a=player("rey*2!", pool="rey+1=1md rey+2=+2md"), b=player("kylo_ren"),
    )  # fmt: skip
    answered(game, "resolve:a-rey+1:b-kylo_ren")
    assert chosen(game) == ("a-rey+2",)


def test_it_keeps_what_it_can_pay() -> None:
    view = laid_out(a=player("rey", hand="aim block lightsaber"), b=player("kylo_ren")).view("a")
    assert BOARD.named("upkeep", ["aim", "block", "lightsaber"], view, 0, 3) == ["block", "lightsaber"]
    assert BOARD.named("mulligan", ["aim", "at_st"], view, 0, 2) == ["at_st"]


@pytest.mark.parametrize("form", ["starters", "random"])
@pytest.mark.parametrize("seats", [2, 4])
def test_computers_bring_a_game_to_its_end_by_fighting(form: str, seats: int) -> None:
    dice = random.Random(7)
    game = Game.new(GAMES[KIND], NAMES[:seats], options={"format": form}, game_id="1", seed=bytes(range(32)))
    while game.decision is not None:
        (seat,) = game.waiting
        game.answer(game.number, seat, choose(question(game, seat), dice))
    assert game.over is not None
    assert "defeated" in {entry["why"] for entry in game.over["ranking"]}
