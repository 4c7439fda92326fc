"""Tests that modals and autocompletion are refused as Discord refuses them, each fault with its path and code."""

from __future__ import annotations

import pytest

from bot.emulator.checks.modals import check_choices, check_modal
from bot.emulator.errors import Refused
from tests.emulator.parts import Json, button, faults, field, group, label, modal, row, select, upload, words

BAD_MODALS: list[tuple[Json, str, str]] = [
    (modal(title="x" * 46), "data.title", "BASE_TYPE_BAD_LENGTH"),
    (modal(custom_id=""), "data.custom_id", "BASE_TYPE_BAD_LENGTH"),
    (modal(*[row(field(custom_id=str(n))) for n in range(6)]), "data.components", "BASE_TYPE_BAD_LENGTH"),
    (modal(row(field()), row(field())), "data.components.1.components.0.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"),
    (modal(row(field(label=None))), "data.components.0.components.0.label", "BASE_TYPE_REQUIRED"),
    (modal(row(field(label="x" * 46))), "data.components.0.components.0.label", "BASE_TYPE_BAD_LENGTH"),
    (modal(row(field(max_length=4001))), "data.components.0.components.0.max_length", "NUMBER_TYPE_MAX"),
    (
        modal(row(field(min_length=5, max_length=2))),
        "data.components.0.components.0.min_length",
        "TEXT_INPUT_LENGTH_INVALID",
    ),
    (modal(row(field(placeholder="x" * 101))), "data.components.0.components.0.placeholder", "BASE_TYPE_MAX_LENGTH"),
    (
        modal(row(field(value="xyz", max_length=2))),
        "data.components.0.components.0.value",
        "BASE_TYPE_MAX_LENGTH",
    ),
    (modal(row(button())), "data.components.0.components.0.type", "UNION_TYPE_CHOICES"),
    (modal(label(field())), "data.components.0.component.label", "TEXT_INPUT_LABEL_NOT_ALLOWED"),
    (modal(label(select(disabled=True))), "data.components.0.component.disabled", "COMPONENT_DISABLED_IN_MODAL"),
    (modal(label(button())), "data.components.0.component.type", "UNION_TYPE_CHOICES"),
    (modal(label(select(), description="x" * 101)), "data.components.0.description", "BASE_TYPE_BAD_LENGTH"),
    (modal(label(group(22, 11))), "data.components.0.component.options", "BASE_TYPE_BAD_LENGTH"),
    (modal(label(group(22, 0))), "data.components.0.component.options", "BASE_TYPE_BAD_LENGTH"),
    (modal(label(group(21, 1))), "data.components.0.component.options", "BASE_TYPE_BAD_LENGTH"),
    (modal(label(group(22, 3, max_values=11))), "data.components.0.component.max_values", "NUMBER_TYPE_MAX"),
    (
        modal(label(group(22, 2, min_values=3))),
        "data.components.0.component.min_values",
        "SELECT_COMPONENT_MIN_VALUES_INVALID",
    ),
    (
        modal(label(group(22, 2, min_values=0))),
        "data.components.0.component.min_values",
        "COMPONENT_REQUIRED_MIN_VALUES_INVALID",
    ),
    (
        modal(label(upload(min_values=2))),
        "data.components.0.component.min_values",
        "SELECT_COMPONENT_MIN_VALUES_INVALID",
    ),
    (modal(label(upload(max_values=11))), "data.components.0.component.max_values", "NUMBER_TYPE_MAX"),
    (modal(row(group(22, 2))), "data.components.0.components.0.type", "UNION_TYPE_CHOICES"),
    (modal({"type": 17}), "data.components.0.type", "UNION_TYPE_CHOICES"),
]


@pytest.mark.parametrize(("data", "path", "code"), BAD_MODALS)
def test_invalid_modals_are_refused_like_discord(data: Json, path: str, code: str) -> None:
    with pytest.raises(Refused) as wrong:
        check_modal(data)
    assert (path, code) in faults(wrong.value.extra["errors"])


def test_valid_modals_are_accepted() -> None:
    check_modal(modal())
    check_modal(modal(label(field(label=None)), label(select(3)), words()))
    groups = group(21, 10, required=False), group(22, 10, required=False, min_values=0, max_values=10)
    check_modal(modal(*map(label, groups), label(upload(min_values=1, max_values=1))))


def test_autocompletion_offers_25_at_most() -> None:
    check_choices({"choices": [{"name": "n", "value": "v"}] * 25}, 3)
    for choices, path in (
        ([{"name": "n", "value": "v"}] * 26, "data.choices"),
        ([{"name": "", "value": "v"}], "data.choices.0.name"),
        ([{"name": "n", "value": 3}], "data.choices.0.value"),
    ):
        with pytest.raises(Refused) as wrong:
            check_choices({"choices": choices}, 3)
        assert path in [place for place, _ in faults(wrong.value.extra["errors"])]
