"""Tests that every answer of Discord and every network failure is mapped to one outcome."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import aiohttp
import discord
import pytest

from bot.messages.outcomes import Outcome, is_for_the_picture, outcome_of, safe_call, start_failure
from bot.messages.requests import Waited

BOT = Path(__file__).parents[3] / "bot"


def refusal(status: int, code: int = 0) -> discord.HTTPException:
    """Returns the exception that discord.py raises for an answer with that HTTP status and error code."""
    kinds: dict[int, type[discord.HTTPException]] = {403: discord.Forbidden, 404: discord.NotFound}
    kind = discord.DiscordServerError if status >= 500 else kinds.get(status, discord.HTTPException)
    response = cast("Any", type("Response", (), {"status": status, "reason": "refused"}))
    return kind(response, {"code": code, "message": "in\nmany words"})


@pytest.mark.parametrize(
    ("error", "outcome"),
    [
        (refusal(404, 10003), Outcome.GONE),
        (refusal(404, 10008), Outcome.GONE),
        (refusal(404, 10015), Outcome.GONE),
        (refusal(401, 50027), Outcome.GONE),
        (refusal(404), Outcome.GONE),
        (refusal(403, 50001), Outcome.FORBIDDEN),
        (refusal(403, 50013), Outcome.FORBIDDEN),
        (refusal(403, 50007), Outcome.FORBIDDEN),
        (refusal(400, 50278), Outcome.FORBIDDEN),
        (refusal(403), Outcome.FORBIDDEN),
        (refusal(429, 30046), Outcome.TOO_OLD),
        (refusal(429), Outcome.RATE_LIMITED),
        (Waited(), Outcome.RATE_LIMITED),
        (refusal(500), Outcome.LOST),
        (refusal(503), Outcome.LOST),
        (TimeoutError(), Outcome.LOST),
        (aiohttp.ClientConnectionError(), Outcome.LOST),
        (ConnectionResetError(), Outcome.LOST),
        (refusal(400, 50035), Outcome.REFUSED),
        (refusal(400, 50083), Outcome.REFUSED),
        (discord.InvalidData("nonsense"), Outcome.REFUSED),
    ],
)
async def test_each_error_has_its_outcome(error: Exception, outcome: Outcome) -> None:
    async def fail() -> None:
        raise error

    result = await safe_call(fail())
    assert (result.outcome, result.ok, result.error) == (outcome, False, error)
    assert outcome_of(error) is outcome
    assert result.is_final == (outcome not in {Outcome.LOST, Outcome.RATE_LIMITED})
    with pytest.raises(type(error)):
        result.unwrap()


async def test_a_request_that_succeeds_returns_its_value() -> None:
    async def succeed() -> int:
        return 7

    result = await safe_call(succeed())
    assert (result.ok, result.unwrap(), result.was_sent) == (True, 7, True)


async def test_an_error_of_our_own_is_not_swallowed() -> None:
    async def fail() -> None:
        raise LookupError

    with pytest.raises(LookupError):
        await safe_call(fail())


async def test_the_log_gets_the_error_s_class_and_code_and_nothing_of_its_text() -> None:
    async def fail() -> None:
        raise refusal(400, 50035)

    result = await safe_call(fail())
    assert str(result) == "HTTPException, code 50035"
    assert result.said == "in many words"


async def test_only_a_refusal_that_a_file_may_have_caused_is_repeated_without_it() -> None:
    async def fail(error: Exception) -> None:
        raise error

    for status, code, expected in (
        (413, 40005, True), (403, 50013, True), (400, 50035, True), (403, 50001, False), (404, 10008, False),
        (403, 50007, False), (400, 50083, False), (500, 0, False),
    ):  # fmt: skip
        assert is_for_the_picture(await safe_call(fail(refusal(status, code)))) is expected, (status, code)


def test_a_failed_start_has_the_cause_that_discord_named() -> None:
    error = discord.GatewayNotFound()  # type: ignore[no-untyped-call]
    error.__cause__ = refusal(403, 40001)
    assert (start_failure(error).status, start_failure(error).code) == (403, 40001)
    unanswered = discord.GatewayNotFound()  # type: ignore[no-untyped-call]
    assert not start_failure(unanswered).was_answered
    assert start_failure(TimeoutError()).outcome is Outcome.LOST


def test_no_other_package_names_the_errors_of_the_library() -> None:
    names = ("HTTPException", "discord.Forbidden", "discord.NotFound", "DiscordServerError")
    outside = [path for path in BOT.rglob("*.py") if "messages" not in path.relative_to(BOT).parts]
    assert outside
    assert not [path.name for path in outside if any(name in path.read_text() for name in names)]
