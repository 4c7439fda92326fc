"""Tests what users are told about errors of the database."""

from __future__ import annotations

from bot.tables.refusals import explained
from bot.texts import translator_for
from storage.errors import DatabaseBusy, DatabaseUnreachable

ENGLISH = translator_for("en")


def test_after_a_commit_without_an_answer_a_move_may_be_stored() -> None:
    """The server may have stored the move before the connection ended."""
    said = explained(DatabaseUnreachable("the database", "ConnectionDoesNotExistError"), ENGLISH)
    assert "Check in a moment whether your move went through" in said
    assert "nothing has changed" not in said


def test_a_busy_database_has_stored_nothing() -> None:
    assert "nothing has changed" in explained(DatabaseBusy("games.sqlite3"), ENGLISH)
