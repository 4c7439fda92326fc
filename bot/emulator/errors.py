"""Discord's error responses: one exception, the known codes, and the nested form of validation errors."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]
Path = tuple[str | int, ...]

KNOWN: dict[int, tuple[int, str]] = {
    0: (401, "401: Unauthorized"),
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10013: (404, "Unknown User"),
    10014: (404, "Unknown Emoji"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    20012: (403, "You are not authorized to perform this action on this application"),
    30008: (400, "Maximum number of emojis reached (2000)"),
    30046: (429, "Maximum number of edits to messages older than 1 hour reached. Try again later."),
    40005: (413, "Request entity too large"),
    40060: (400, "Interaction has already been acknowledged."),
    50001: (403, "Missing Access"),
    50003: (403, "Cannot execute action on a DM channel"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50013: (403, "Missing Permissions"),
    50024: (400, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
    50278: (403, "Cannot send messages to this user due to having no mutual guilds"),
    160004: (400, "A thread has already been created for this message"),
}


class Refused(Exception):
    """The error that Discord would refuse a request, with the status, code and body of its response."""

    def __init__(self, status: int, code: int, message: str, extra: Json | None = None) -> None:
        super().__init__(f"{status} {code}: {message}")
        self.status = status
        self.code = code
        self.message = message
        self.extra = extra or {}

    def body(self) -> Json:
        """Returns the JSON body of the error response."""
        return {"message": self.message, "code": self.code, **self.extra}


def refused(code: int) -> Refused:
    """Returns the exception for a known JSON error code."""
    status, message = KNOWN[code]
    return Refused(status, code, message)


class Findings:
    """The faults found so far in the body of a request, each at its path; `settle` raises them as one error (50035)."""

    def __init__(self) -> None:
        self.tree: Json = {}

    def add(self, path: Path, code: str, message: str) -> None:
        """Adds a fault at a path such as ("components", 0, "label")."""
        node = self.tree
        for key in path:
            node = node.setdefault(str(key), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def settle(self, under: Path = ()) -> None:
        """Raises Refused (50035 Invalid Form Body) with all faults, if there are any; `under` precedes their paths."""
        if not self.tree:
            return
        tree = self.tree
        for key in reversed(under):
            tree = {str(key): tree}
        raise Refused(400, 50035, "Invalid Form Body", {"errors": tree})


def invalid(path: Path, code: str, message: str) -> Refused:
    """Returns the exception (50035 Invalid Form Body) for a request whose body has a single fault."""
    findings = Findings()
    findings.add(path, code, message)
    return Refused(400, 50035, "Invalid Form Body", {"errors": findings.tree})


def required(path: Path) -> Refused:
    """Returns the exception (50035 Invalid Form Body) for a request whose body lacks the field at that path."""
    return invalid(path, "BASE_TYPE_REQUIRED", "This field is required")
