"""Tests panels with several selects.

They ask sets with a minimum or many pages, paths of several words, and verbs next to each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.features.play import panel_view
from bot.features.play.service import keys_of
from bot.games import GAME_UIS
from bot.games.batch_moves import Answer, BatchMoves, Run
from bot.games.context import Context, Label, Path
from bot.games.facts import TableFacts
from bot.games.game_ui import Question
from bot.games.key_tree import MAX_OPTIONS, mask_of
from bot.texts import translator_for
from bot.views.custom_id import CustomId, parse
from rules.decisions import Choice, Decision, SecretSeveral, Several
from rules.description import Play, Result, Rules
from rules.engine import Game
from rules.events import Teller
from tests.bot.games.every_board import facts, presses
from tests.bot.games.test_plain_board import Plain
from tests.bot.screen import Screen, meaning
from tests.rules.toy import TOY

EN = translator_for("en")
KINDS = ("dice", "action", "send")
QUESTION = Question("your choice (X1)", "a choice (X1)", "X1")


async def asking(decision: Decision) -> Result:
    await decision  # type: ignore[misc]
    return {"ranking": [{"seat": "a", "points": 0}], "winners": ["a"]}


def asks(decision: Decision) -> Game:
    """Returns a game that asks one given decision and then ends."""

    def start(_seats: Sequence[str], _options: object, _edition: int) -> tuple[Teller, Play]:
        return Teller(), asking(decision)

    rules = Rules(
        name="asking", edition=1, seats=range(2, 3), options={}, installation=(), default_options=dict, start=start,
        position=TOY.position, view=lambda _table, _seat: {"round": 1, "phase": "play"}, table=lambda _table: {},
    )  # fmt: skip
    return Game.new(rules, ["Anna", "Bert"], game_id="42", seed=bytes(32))


class AllHits(BatchMoves[Context]):
    """The ability of a test game's front end to offer all answers that begin with `hit` with one confirmation."""

    def runs(self, ctx: Context, kind: str, keys: Sequence[str]) -> Sequence[Run]:
        hits = tuple(Answer("action", (key,)) for key in keys if key.startswith("hit"))
        return [Run(Label("All hits"), hits)] if len(hits) > 1 else []


class Asking(Plain):
    """The front end of a test game with sets (`dice`), with moves that have a select for each verb (`action`), and with
    a choice of one thing (`send`).
    """

    side_by_side = ("action",)
    abilities = (AllHits(),)

    def __init__(self) -> None:
        super().__init__(GAME_UIS["mafia_city"])
        self.questions = dict.fromkeys(KINDS, QUESTION)

    def direct(self, kind: str, path: Path) -> bool:
        return kind == "dice"


@pytest.fixture(autouse=True)
def _asking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAME_UIS, "asking", Asking())


def dice(count: int, *, least: int = 0, most: int | None = None) -> Game:
    return asks(Several("dice", "a", tuple(f"d{at}" for at in range(count)), least=least, most=most))


def action(*keys: str) -> Game:
    return asks(Choice("action", "a", keys, keys[-1]))


def shown(game: Game, path: tuple[int, ...] = (), chosen: int | None = None) -> Screen:
    table = facts("mafia_city", 3, id=1)
    return Screen(panel_view.panel(with_kind(table), game, "a", path, EN, chosen=chosen))


def with_kind(table: TableFacts) -> TableFacts:
    return replace(table, kind="asking")


# Sets


def test_a_set_from_none_is_chosen_in_one_select_or_whole() -> None:
    screen = shown(dice(6))
    (select,) = screen.selects
    assert (select["min_values"], select["max_values"]) == (1, 6)
    assert screen.labels()[:2] == ["None", "All"]


def test_the_only_key_of_a_set_is_named_instead_of_all() -> None:
    game = dice(1)
    screen = shown(game)
    (key,) = game.keys("a")
    assert screen.selects == []
    assert "All" not in screen.labels()
    assert screen.labels()[0] == "None"
    assert keys_of(game, "a", screen.press(screen.labels()[1])) == (key,)


def test_a_set_of_nothing_is_still_answered() -> None:
    """A question about a set without any key is asked too, and answered with *None*: which keys there are is secret."""
    game = asks(SecretSeveral("dice", "a", (), least=0, most=0))
    screen = shown(game)
    assert screen.selects == []
    assert screen.labels()[0] == "None"
    assert "All" not in screen.labels()
    confirmed = shown(game, chosen=screen.press("None").chosen)
    assert keys_of(game, "a", confirmed.press("Confirm")) == ()


@pytest.mark.parametrize(("least", "most", "labels"), [(2, 2, []), (1, 3, []), (2, 6, ["All"]), (0, 3, ["None"])])
def test_a_set_with_a_least_or_a_greatest_number_offers_nothing_else(least: int, most: int, labels: list[str]) -> None:
    screen = shown(dice(6, least=least, most=most))
    (select,) = screen.selects
    assert (select["min_values"], select["max_values"]) == (max(least, 1), most)
    assert [label for label in screen.labels() if label in ("None", "All")] == labels
    if least == most:
        assert select["placeholder"] == "Choose 2"


def test_a_large_set_is_put_together_page_by_page() -> None:
    game = dice(60, least=3, most=30)
    screen = shown(game)
    assert [len(select["options"]) for select in screen.selects] == [25, 25, 10]
    assert all(select["min_values"] == 0 for select in screen.selects)
    assert screen.button("Continue with 0")["disabled"]
    first = meaning(screen.selects[0])
    mask = mask_of(game, "a", ["1", "24"], first.chosen or 0, first.path[0])
    screen = shown(game, first.path, mask)
    assert screen.button("Continue with 2")["disabled"]
    assert [option["value"] for option in screen.selects[0]["options"] if option.get("default")] == ["1", "24"]
    second = meaning(screen.selects[2])
    mask = mask_of(game, "a", ["59"], second.chosen or 0, second.path[0])
    screen = shown(game, second.path, mask)
    go_on = screen.button("Continue with 3")
    assert not go_on["disabled"]
    confirming = shown(game, meaning(go_on).path, meaning(go_on).chosen)
    assert keys_of(game, "a", confirming.press("Confirm")) == ("d1", "d24", "d59")


def test_a_new_choice_on_a_page_replaces_the_earlier_one() -> None:
    game = dice(60)
    assert mask_of(game, "a", ["3"], 0b11 | 1 << 40, 0) == 0b1000 | 1 << 40
    assert mask_of(game, "a", [], 0b11 | 1 << 40, 0) == 1 << 40


@pytest.mark.parametrize(("values", "page"), [(["3"], 1), (["60"], 2), (["x"], 0), (["-1"], 0), (["26"], 0)])
def test_a_value_of_another_page_makes_no_sense(values: list[str], page: int) -> None:
    assert mask_of(dice(60), "a", values, 0, page) is None


def test_no_more_than_the_most_can_be_chosen_of_a_page() -> None:
    screen = shown(dice(60, most=4))
    assert [select["max_values"] for select in screen.selects] == [4, 4, 4]
    screen = shown(dice(60, most=4), (0,), 0b111111)
    assert screen.button("Continue with 6")["disabled"]


def test_two_hundred_dice_fit_into_one_message() -> None:
    game = dice(200, least=1)
    screen = shown(game, (0,), (1 << 200) - 1)
    assert sum(len(select["options"]) for select in screen.selects) == 200
    assert all(len(part["custom_id"]) <= 100 for part in screen.selects)


def test_a_set_and_its_page_are_read_as_they_are_written() -> None:
    for custom in (
        CustomId(7, "chosen", 12, (2,), 0xFF),
        CustomId(7, "walk", 12, (), 0),
        CustomId(7, "do", 12, (1, 2)),
    ):
        assert parse(str(custom)) == custom
    assert parse("kr:7:chosen:12:=") is None
    assert parse("kr:7:chosen:12:2=") is None
    assert parse("kr:7:chosen:12:2.=f") is None


# Walks of many keys


def test_two_hundred_keys_are_walked_page_by_page_and_each_can_be_reached() -> None:
    keys = [f"resolve:d{die}:t{target}" for die in range(40) for target in range(5)]
    game = action(*keys, "pass")
    reached: set[str] = set()
    waiting: list[tuple[int, ...]] = [()]
    seen = 0
    while waiting:
        path = waiting.pop()
        screen = shown(game, path)
        seen += 1
        for press in presses(screen):
            if press.verb == "do":
                reached.add((keys_of(game, "a", press) or ("",))[0])
            elif len(press.path) > len(path):
                waiting.append(press.path)
    assert reached == {*keys, "pass"}
    assert seen > 200


@pytest.mark.parametrize(("count", "sizes"), [(24, [25]), (25, [25]), (26, [13, 13]), (49, [24, 25])])
def test_a_few_options_too_many_are_split_evenly_and_never_leave_one_to_decline(count: int, sizes: list[int]) -> None:
    names = [f"m{at}" for at in range(count)]
    screen = shown(asks(Choice("send", "a", (*names, "pass"), "pass")))
    assert [len(select["options"]) for select in screen.selects] == sizes
    labels = [option["label"] for select in screen.selects for option in select["options"]]
    if count == 24:
        assert labels == [*names, "pass"]
        return
    assert labels == names
    assert screen.button("pass")["style"] == 2
    groups = [(select["options"][0]["label"], select["options"][-1]["label"]) for select in screen.selects]
    if len(sizes) > 1:
        assert [select["placeholder"] for select in screen.selects] == [f"Choose: {a} – {b}" for a, b in groups]


def test_groups_with_long_names_are_numbered() -> None:
    names = [f"number {at} of a large crowd" for at in range(26)]
    first, second = shown(asks(Choice("send", "a", (*names, "pass"), "pass"))).selects
    assert (first["placeholder"], second["placeholder"]) == ("Choose · 1–13", "Choose · 14–26")


# Verbs side by side


def test_each_verb_is_in_a_select_of_its_own() -> None:
    game = action("activate:x", "activate:y", "play:c:x", "play:c:y", "play:d", "resolve:e:x", "resolve:e:y", "pass")
    screen = shown(game)
    assert [select["placeholder"] for select in screen.selects] == ["activate", "play", "resolve"]
    assert [[option["label"] for option in select["options"]] for select in screen.selects] == [
        ["x", "y"], ["c – x", "c – y", "d"], ["e – x", "e – y"],
    ]  # fmt: skip
    assert "pass" in screen.labels()
    assert len({part["custom_id"] for part in screen.selects}) == 3


def test_the_second_word_of_a_verb_leads_on_and_back_leads_to_the_verbs() -> None:
    game = action("activate:x", "activate:y", "play:c:x", "play:c:y", "play:d", "pass")
    select = meaning(shown(game).selects[1])
    screen = shown(game, (*select.path, 0))
    assert [label for label in screen.labels() if label in "xy"] == ["x", "y"]
    assert screen.press("Back").path == ()
    target = shown(game, screen.press("y").path)
    assert keys_of(game, "a", target.press("Confirm")) == ("play:c:y",)


def test_more_second_words_than_fit_are_grouped() -> None:
    game = action(*(f"resolve:d{at}" for at in range(60)), "pass")
    (select,) = shown(game).selects
    assert [option["label"] for option in select["options"]] == ["d0 – d24", "d25 – d49", "d50 – d59"]
    screen = shown(game, (*meaning(select).path, 1))
    assert len(screen.selects[0]["options"]) == MAX_OPTIONS


# Several answers at once


def test_several_answers_are_offered_and_summed_up_before_one_confirm() -> None:
    game = action("hit:a", "hit:b", "hit:c", "pass")
    table = with_kind(facts("mafia_city", 3, id=1))
    screen = shown(game)
    (run,) = (select for select in screen.selects if meaning(select).verb == "run")
    assert [option["label"] for option in run["options"]] == ["All hits"]
    panel = panel_view.panel_at(table, game, "a", EN)
    assert panel is not None
    confirming = Screen(panel.shown_run(int(run["options"][0]["value"])))
    assert all(f"hit – {target}" in confirming.text for target in "abc")
    assert confirming.press("Confirm")[1:] == ("run_do", 1, (0,), None)
    assert confirming.press("Back").path == ()


def test_no_run_if_none_of_that_number_is_offered_or_the_seat_is_not_asked() -> None:
    table = with_kind(facts("mafia_city", 3, id=1))
    single = panel_view.panel_at(table, action("hit:a", "pass"), "a", EN)
    double = panel_view.panel_at(table, action("hit:a", "hit:b", "pass"), "a", EN)
    assert single is not None
    assert single.shown_run(0) is None
    assert double is not None
    assert double.shown_run(1) is None
    assert panel_view.panel_at(table, action("hit:a", "hit:b", "pass"), "b", EN) is None
    assert not shown(action("hit:a", "pass")).selects
