"""What Discord demands of messages: lengths, flags, mentions, nonces, attachments."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from bot.emulator.checks import fields
from bot.emulator.checks.components import Parts
from bot.emulator.errors import Findings, Json, Path, refused
from bot.emulator.objects import COMPONENTS_V2, EPHEMERAL, Message, Upload

SUPPRESS_EMBEDS, SILENT = 1 << 2, 1 << 12
IN_CHANNEL = SUPPRESS_EMBEDS | SILENT | COMPONENTS_V2
IN_REPLY = IN_CHANNEL | EPHEMERAL
IN_EDIT = SUPPRESS_EMBEDS | COMPONENTS_V2
FILE_LIMIT = 10 * 1024 * 1024
PARSED = ("users", "roles", "everyone")
UNKNOWN_HERE = ("embeds", "sticker_ids", "poll", "message_reference")
"""What Discord takes and the bot has no use for: refused, lest it be lost without a word."""


@dataclass(slots=True, frozen=True)
class Form:
    """A message as a request brings it: body, files, which flags it may set, and the message it edits, if any."""

    body: Json
    files: Sequence[Upload]
    flags: int
    before: Message | None = None
    under: Path = ()


def check_message(form: Form) -> None:
    """Refuse a message that Discord would refuse: 50035 with the faults at their paths, 50006 if it is empty."""
    found = Findings()
    body = form.body
    fields.text(found, body, ("content",), 2000)
    fields.truth(found, body, ("tts",), ("enforce_nonce",))
    _flags(found, form)
    _unknown(found, body)
    _mentions(found, body)
    _nonce(found, body)
    names = _attachments(found, form)
    v2 = is_v2(form)
    if v2:
        _legacy(found, form)
    if body.get("components") is not None:
        Parts(found, names).check(body["components"], v2)
    found.settle(form.under)
    if _empty(form, names, v2):
        raise refused(50006)


def is_v2(form: Form) -> bool:
    """Whether the message is, or becomes, one of Components V2; once it is one it stays one."""
    wanted = form.body.get("flags")
    asked = wanted if isinstance(wanted, int) else 0
    kept = form.before.flags if form.before else 0
    return bool((asked | kept) & COMPONENTS_V2)


def _flags(found: Findings, form: Form) -> None:
    fields.number(found, form.body, ("flags",), 0, 2**31 - 1)
    value = form.body.get("flags")
    if not isinstance(value, int):
        return
    kept = form.before.flags if form.before else 0
    if value & ~(form.flags | kept):
        said = f"Only these flags may be set here: {form.flags}"
        found.add(("flags",), "MESSAGE_FLAGS_INVALID", said)


def _unknown(found: Findings, body: Json) -> None:
    for name in UNKNOWN_HERE:
        if body.get(name):
            found.add((name,), "LOCAL_DISCORD_UNSUPPORTED", f"The Discord on this machine knows no {name}")


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


def _mentions(found: Findings, body: Json) -> None:
    allowed = body.get("allowed_mentions")
    path = ("allowed_mentions",)
    if allowed is None or not fields.is_form(allowed, found, path):
        return
    parse = allowed.get("parse") or []
    if fields.is_list(parse, found, (*path, "parse"), most=3):
        for place, kind in enumerate(parse):
            if kind not in PARSED:
                said = f"Value must be one of {PARSED}."
                found.add((*path, "parse", place), "BASE_TYPE_CHOICES", said)
    for name in ("users", "roles"):
        listed = allowed.get(name) or []
        if not fields.is_list(listed, found, (*path, name), most=100):
            continue
        if not all(fields.snowflake(each) for each in listed):
            found.add((*path, name), "NUMBER_TYPE_COERCE", "Value is not snowflake.")
        if len({str(each) for each in listed}) != len(listed):
            found.add((*path, name), "SET_TYPE_ALREADY_CONTAINS_VALUE", "The Set already contains this value")
        if listed and name in parse:
            said = f'parse:["{name}"] and {name}: [ids...] are mutually exclusive.'
            found.add(path, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", said)
    fields.truth(found, allowed, (*path, "replied_user"))


def _nonce(found: Findings, body: Json) -> None:
    nonce = body.get("nonce")
    if nonce is None or (isinstance(nonce, int) and not isinstance(nonce, bool)):
        return
    fields.text(found, body, ("nonce",), 25)


def _attachments(found: Findings, form: Form) -> list[str]:
    """Check the attachments against the files that came; returns the names the message will have."""
    kept = {int(known["id"]): known["filename"] for known in (form.before.files if form.before else ())}
    sent = {upload.number: upload.filename for upload in form.files}
    for upload in form.files:
        if len(upload.content) > FILE_LIMIT:
            raise refused(40005)
    listed = form.body.get("attachments")
    if listed is None:
        return _few(found, [*kept.values(), *sent.values()])
    if not fields.is_list(listed, found, ("attachments",), most=10):
        return []
    names: list[str] = []
    claimed: set[int] = set()
    for place, one in enumerate(listed):
        name = _attachment(found, one, ("attachments", place), {**kept, **sent}, claimed)
        if name and int(one["id"]) in sent:
            name = one.get("filename") or name
        if name:
            names.append(name)
    return _few(found, names)


def _attachment(found: Findings, one: Any, path: Path, known: dict[int, str], claimed: set[int]) -> str:
    """One listed attachment: its name, or nothing when it is unlawful."""
    if not fields.is_form(one, found, path):
        return ""
    fields.identity(found, one, (*path, "id"), needed=True)
    fields.text(found, one, (*path, "filename"), 1024, least=1)
    fields.text(found, one, (*path, "description"), 1024)
    if not fields.snowflake(one.get("id")):
        return ""
    number = int(one["id"])
    if number not in known:
        found.add((*path, "id"), "ATTACHMENT_NOT_FOUND", "Attachment not found")
    if number in claimed:
        found.add((*path, "id"), "ATTACHMENT_DUPLICATED", "Attachment is listed twice")
    claimed.add(number)
    return known.get(number, "")


def _few(found: Findings, names: list[str]) -> list[str]:
    if len(names) > 10:
        found.add(("attachments",), "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
    return names
