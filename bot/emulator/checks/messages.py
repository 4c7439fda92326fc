"""Discord's requirements for messages: lengths, flags, mentions, nonces, attachments."""

from __future__ import annotations

from collections.abc import Collection, Container, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.emulator.checks import fields
from bot.emulator.checks.components import Parts
from bot.emulator.checks.fields import SNOWFLAKE, TRUTH, Field, Fields, one_of, text, whole
from bot.emulator.errors import Findings, Json, Path, refused
from bot.emulator.objects import COMPONENTS_V2, EPHEMERAL, Message, Upload

SUPPRESS_EMBEDS, SILENT = 1 << 2, 1 << 12
IN_CHANNEL = SUPPRESS_EMBEDS | SILENT | COMPONENTS_V2
IN_REPLY = IN_CHANNEL | EPHEMERAL
IN_EDIT = SUPPRESS_EMBEDS | COMPONENTS_V2
FILE_LIMIT = 10 * 1024 * 1024
MAX_FILES = 10
UNSUPPORTED = ("embeds", "sticker_ids", "poll", "message_reference")
"""Features of Discord that the bot does not use: refused, so that they are not lost silently."""


def _nonce(found: Findings, nonce: Any, path: Path) -> None:
    if isinstance(nonce, bool) or not isinstance(nonce, int):
        text(25).check(found, nonce, path)


def _mentions(found: Findings, allowed: Any, path: Path) -> None:
    if not fields.form(found, allowed, path, {"replied_user": TRUTH}):
        return
    parse = allowed.get("parse") or []
    for here, kind in fields.items(found, parse, (*path, "parse"), most=3):
        one_of(("users", "roles", "everyone")).check(found, kind, here)
    for name in ("users", "roles"):
        listed = [one for _, one in fields.items(found, allowed.get(name) or [], (*path, name), most=100)]
        if not all(fields.is_snowflake(each) for each in listed):
            found.add((*path, name), "NUMBER_TYPE_COERCE", "Value is not snowflake.")
        if len({str(each) for each in listed}) != len(listed):
            found.add((*path, name), "SET_TYPE_ALREADY_CONTAINS_VALUE", "The Set already contains this value")
        if listed and name in parse:
            said = f'parse:["{name}"] and {name}: [ids...] are mutually exclusive.'
            found.add(path, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", said)


MESSAGE: Final[Fields] = {
    "content": text(2000), "tts": TRUTH, "enforce_nonce": TRUTH, "flags": whole(0, 2**31 - 1),
    "nonce": Field(_nonce), "allowed_mentions": Field(_mentions),
}  # fmt: skip
ATTACHMENT: Final[Fields] = {"id": SNOWFLAKE, "filename": text(1024, least=1), "description": text(1024)}


@dataclass(slots=True, frozen=True)
class Form:
    """A message in a request: body, files, the flags that it may set, and the message that it edits, if any."""

    body: Json
    files: Sequence[Upload]
    flags: int
    before: Message | None = None
    under: Path = ()
    emojis: Container[int] = ()
    """The application's own emojis."""


def check_message(form: Form) -> None:
    """Checks a message; raises Refused with 50035 and all faults, 50006 if it is empty, 40005 for too large a file."""
    found = Findings()
    body = form.body
    fields.form(found, body, (), MESSAGE)
    _flags(found, form)
    for name in UNSUPPORTED:
        if body.get(name):
            found.add((name,), "LOCAL_DISCORD_UNSUPPORTED", f"The Discord on this machine knows no {name}")
    names = _attachments(found, form)
    v2 = is_v2(form)
    if v2:
        _legacy(found, form)
    if body.get("components") is not None:
        Parts(found, names, emojis=form.emojis).check(body["components"], v2)
    found.settle(form.under)
    if _empty(form, names, v2):
        raise refused(50006)


def is_v2(form: Form) -> bool:
    """Returns whether a message uses Components V2, which cannot be undone by an edit."""
    wanted = form.body.get("flags")
    asked = wanted if isinstance(wanted, int) else 0
    kept = form.before.flags if form.before else 0
    return bool((asked | kept) & COMPONENTS_V2)


def _flags(found: Findings, form: Form) -> None:
    value = form.body.get("flags")
    kept = form.before.flags if form.before else 0
    if isinstance(value, int) and value & ~(form.flags | kept):
        found.add(("flags",), "MESSAGE_FLAGS_INVALID", f"Only these flags may be set here: {form.flags}")


def _legacy(found: Findings, form: Form) -> None:
    before = form.before
    content = form.body.get("content")
    if not content and "content" not in form.body and before and not before.flags & COMPONENTS_V2:
        content = before.data["content"]
    if content:
        said = "The 'content' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
        found.add(("content",), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", said)


def _empty(form: Form, names: Collection[str], v2: bool) -> bool:
    before = form.before.data if form.before else {}

    def now(name: str) -> Any:
        return form.body[name] if name in form.body else before.get(name)

    if v2:
        return not now("components")
    words = now("content")
    if isinstance(words, str) and words.strip():
        return False
    return not (names or now("components"))


def _attachments(found: Findings, form: Form) -> list[str]:
    """Checks the attachments against the uploaded files; returns the file names that the message will have.

    Raises Refused (40005) if a file is larger than `FILE_LIMIT`.
    """
    kept = {int(known["id"]): known["filename"] for known in (form.before.files if form.before else ())}
    sent = {upload.number: upload.filename for upload in form.files}
    for upload in form.files:
        if len(upload.content) > FILE_LIMIT:
            raise refused(40005)
    if form.body.get("attachments") is None:
        names = [*kept.values(), *sent.values()]
    else:
        names = _listed(found, form.body["attachments"], {**kept, **sent}, sent)
    fields.length(found, names, ("attachments",), 0, MAX_FILES)
    return names


def _listed(found: Findings, listed: Any, known: dict[int, str], sent: dict[int, str]) -> list[str]:
    """Checks the attachments that a message lists; returns the names of the valid ones."""
    names: list[str] = []
    claimed: set[int] = set()
    duplicate = "ATTACHMENT_DUPLICATED", "Attachment is listed twice"
    for path, one in fields.items(found, listed, ("attachments",), most=MAX_FILES):
        if not fields.form(found, one, path, ATTACHMENT) or not fields.is_snowflake(one.get("id")):
            continue
        number = int(one["id"])
        if number in known:
            names.append((one.get("filename") if number in sent else None) or known[number])
        else:
            found.add((*path, "id"), "ATTACHMENT_NOT_FOUND", "Attachment not found")
        fields.unique(found, number, claimed, (*path, "id"), duplicate)
    return names
