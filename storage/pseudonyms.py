"""Numbers that stand for forgotten users where others rely on recognising them: in block lists and hourly limits.

A pseudonym is a hash of the Discord ID with the operator's key, if there is one. So it says nothing about the user, and
recognises them if they come back. Pseudonyms are negative and below those of computers.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from typing import Final

from storage import seal

_LARGEST: Final = -(2**61)
_HASHES: Final = 2**61
_PURPOSE: Final = b"krupier forgotten user "


def pseudonyms(user: int) -> tuple[int, ...]:
    """Returns the pseudonyms under which a user may be known; the first is that of the present key.

    The others are those of older keys, and of the time before there was a key.
    """
    return tuple(_pseudonym(user, key) for key in (*seal.keys(), b""))


def known_as(user: int) -> tuple[int, ...]:
    """Returns a user's ID and all pseudonyms."""
    return (user, *pseudonyms(user))


def is_pseudonym(number: int) -> bool:
    """Returns whether a number is the pseudonym of a forgotten user."""
    return number <= _LARGEST


class Users(frozenset[int]):
    """A set of users by their IDs or pseudonyms; a user counts as a member if either is in it."""

    def __contains__(self, user: object) -> bool:
        """Returns whether the user, or a pseudonym of the user, is in the set."""
        if super().__contains__(user):
            return True
        return isinstance(user, int) and any(super(Users, self).__contains__(one) for one in self._pseudonyms_of(user))

    def among(self, users: Iterable[int]) -> set[int]:
        """Returns those of the given users who are in the set."""
        return {user for user in users if user in self}

    def _pseudonyms_of(self, user: int) -> tuple[int, ...]:
        return pseudonyms(user) if any(map(is_pseudonym, self)) else ()


def _pseudonym(user: int, key: bytes) -> int:
    digest = hmac.digest(key, b"%s%d" % (_PURPOSE, user), hashlib.sha256)
    return _LARGEST - int.from_bytes(digest[:8], "big") % _HASHES
