"""Tests the form of questions: silence, passing, secrecy and keys."""

from __future__ import annotations

import pytest

from rules.decisions import Choice, Decision, Several
from rules.star_wars_destiny import asking
from rules.star_wars_destiny.actions import Action, action_keys, is_allowed

from .doing import Run, frame
from .table import player

ABOUT = {"source": "a-rey"}


@pytest.mark.parametrize(
    ("keys", "silence"),
    [(("1", "2", "3"), "1"), (("1", "2", "done"), "done"), (("yes", "no"), "no"), (("done",), "done")],
)
@pytest.mark.parametrize("secret", [False, True])
def test_silence_is_done_or_no_or_else_the_first(keys: tuple[str, ...], silence: str, *, secret: bool) -> None:
    f = frame()
    for seat in ("a", "b"):
        asked = asking.choice(f.table, "either", f.table.players[seat], keys, ABOUT, secret=secret)
        aside = seat == "b" and silence in ("done", "no")
        assert (asked.silence, asked.secret, asked.patience) == (silence, secret, "window" if aside else "turn")
        assert (list(asked.keys(seat)), asked.about, asked.seats) == (list(keys), ABOUT, (seat,))


@pytest.mark.parametrize("least", [0, 1])
@pytest.mark.parametrize("secret", [False, True])
def test_some_may_be_let_pass_if_none_need_be_named(least: int, *, secret: bool) -> None:
    f = frame()
    for seat in ("a", "b"):
        asked = asking.several(
            f.table, "cards", f.table.players[seat], ("x", "y", "z"), ABOUT, least=least, most=2, secret=secret
        )
        aside = seat == "b" and not least
        assert (asked.least, asked.most, asked.secret) == (least, 2, secret)
        assert asked.patience == ("window" if aside else "turn")


def asked_by(work: object, *answers: object) -> Decision:
    (asked,) = Run(work, *answers).asked  # type: ignore[arg-type]  # what is awaited
    return asked


def test_a_question_is_public_unless_it_is_said_to_be_secret() -> None:
    f = frame()
    public: list[Decision] = [
        asking.choice(f.table, "either", f.you, "12", ABOUT),
        asking.several(f.table, "dice", f.you, "12", ABOUT),
        asked_by(asking.ask_one(f.table, "either", f.you, "12", ABOUT), "1"),
        asked_by(f.ask("either", "12"), "1"),
        asked_by(f.ask_some("dice", "123", 0, 2), ["1"]),
    ]
    assert not [asked for asked in public if asked.secret]
    assert asking.choice(f.table, "card", f.you, "12", ABOUT, secret=True).secret


def test_a_decision_with_one_public_answer_is_not_asked() -> None:
    f = frame()
    assert Run(asking.ask_one(f.table, "either", f.you, ["only"], ABOUT)).result == "only"
    assert Run(asking.ask_some(f.table, "dice", f.you, ["x", "y"], ABOUT, 2, 2)).result == ["x", "y"]


def test_of_some_no_more_may_be_named_than_was_said() -> None:
    f = frame()
    asked = asked_by(asking.ask_some(f.table, "dice", f.you, ["x", "y", "z"], ABOUT, 1, 2), ["x"])
    assert isinstance(asked, Several)
    assert (asked.least, asked.most) == (1, 2)


def test_copies_in_a_hand_are_numbered_from_the_second_on() -> None:
    assert asking.hand_keys(["aim", "block", "aim", "aim"]) == ["aim", "block", "aim-2", "aim-3"]


def test_keys_have_at_most_eighty_letters() -> None:
    assert asking.allowed_length(["x" * 80, "y" * 81]) == ["x" * 80]


def test_a_split_names_its_occurrence() -> None:
    f = frame()
    names = ["a-rey", "a-finn"]
    run = Run(asking.distribute(f.table, f.you, names, 2, "a-bb_8", "played bb_8"), "1:1")
    assert (run.result, run.asked[0].about) == (
        [1, 1],
        {"source": "a-bb_8", "event": "played bb_8", "characters": names, "amount": 2},
    )


def test_a_key_of_eighty_letters_can_be_played_and_a_longer_one_cannot() -> None:
    """A play whose key has 80 characters is offered and allowed, one with 82 is neither. The keys are that long because
    the troopers have three upgrades, of which the new one replaces one.
    """
    pistol, trooper = "dl_44_heavy_blaster_pistol", "first_order_stormtrooper"
    gear = f"{pistol} survival_gear survival_gear"
    f = frame(
        a=player(f"{trooper} {trooper}", hand="infantry_grenades", resources=9,
                 upgrades={trooper: f"{pistol} {pistol} survival_gear", f"{trooper}-2": gear}),
    )  # fmt: skip
    onto = f"play:infantry_grenades:a-{trooper}"
    first, longest, longer = f"{onto}:a-{pistol}", f"{onto}:a-{pistol}-2", f"{onto}-2:a-{pistol}-3"
    assert (len(longest), len(longer)) == (80, 82)
    offered = action_keys(f.table, f.you)
    assert [key in offered for key in (first, longest, longer)] == [True, True, False]
    assert [is_allowed(f.table, f.you, key) for key in (first, longest, longer)] == [True, True, False]


def test_the_silence_of_an_action_is_a_pass() -> None:
    f = frame()
    action = Action(f.table, f.you, {})
    assert (action.silence, action.allows("x" * 81), action.secret) == ("pass", False, True)
    assert not isinstance(action, Several)
    assert isinstance(action, Choice)
