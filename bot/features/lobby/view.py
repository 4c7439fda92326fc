"""The message of a lobby: seats, settings, votes and buttons."""

from __future__ import annotations

from typing import Final

from discord import ui

from bot.features.consent.view import agreement, level_options, votes
from bot.features.lobby.guest_view import requirements, standing
from bot.features.lobby.picker import packed
from bot.games import GAME_UIS
from bot.games.facts import Seat, TableFacts
from bot.games.loadout import Loadout
from bot.tables.paces import PACES
from bot.tables.wishes import Wishes
from bot.texts import N_, Translator
from bot.views.custom_id import NO_GAME, CustomId
from bot.views.parts import Button, Row, Style, button, message, people_select, rows, select
from bot.views.times import duration
from rules import GAMES
from rules.description import public_options
from rules.players.levels import LEVELS

REFUSED_IF_DRAWN: Final = ("join", "solo", "call", "settings", "guests", "nocomputer", "remove", "leave")
"""The verbs of the buttons that change seats or settings, which is refused if a tournament has drawn the seats."""


def lobby(facts: TableFacts, words: Translator) -> ui.LayoutView:
    """Returns the message of an open lobby with its buttons."""
    seal = _seal(facts, words) if any(seat.has_cut for seat in facts.seats) else ""
    texts = (_heading(facts, words), _seats(facts, words), _settings(facts, words), seal, *votes(facts, words))
    free = len(facts.seats) < GAMES[facts.kind].seats[-1] and not facts.drawn
    more = [_invite(facts, words), _more_computers(facts, words)] if free else []
    return message(*texts, rows=[*rows(_buttons(facts, words)), *more])


def practice(kind: str, words: Translator) -> Button:
    """Returns a button that opens a lobby of a game with hints, as the picker's button does without hints."""
    settings = packed(Wishes(kind, hints=True), None)
    custom_id = CustomId(NO_GAME, "new", list(GAME_UIS).index(kind), (), settings)
    return button(words("Play {game}", game=GAME_UIS[kind].title), custom_id, Style.primary)


def closed_lobby(facts: TableFacts, words: Translator, text: str) -> ui.LayoutView:
    """Returns the message of a closed lobby with a text about its end; the seal stays visible."""
    settings = "\n".join(line for line in (_settings(facts, words), _seal(facts, words)) if line)
    return message(_heading(facts, words), _seats(facts, words), settings, text)


def _heading(facts: TableFacts, words: Translator) -> str:
    return f"## {GAME_UIS[facts.kind].title}\n" + words("Table of {host}", host=f"<@{facts.host}>")


def _seats(facts: TableFacts, words: Translator) -> str:
    least, most = GAMES[facts.kind].seats[0], GAMES[facts.kind].seats[-1]
    seated = words("Seats taken: {count} of {least}–{most}", count=len(facts.seats), least=least, most=most)
    lines = [_seat(seat, facts, words) for seat in facts.seats] or [words("No one has joined yet.")]
    return "\n".join([f"**{seated}**", *lines])


def _seat(seat: Seat, facts: TableFacts, words: Translator) -> str:
    computer = " · " + words("computer") if seat.user is None else ""
    cut = " · ✂️ " + words("has cut the deck") if seat.has_cut else ""
    notes = computer + _standing(seat, facts, words) + _chosen(seat, facts, words) + cut
    return f"{facts.introduced(seat.letter)} {seat.mention}{notes}"


def _standing(seat: Seat, facts: TableFacts, words: Translator) -> str:
    """Returns the text about how reliably a person in an open lobby plays."""
    if seat.user is None or seat.user not in facts.reliability or facts.phase != "lobby":
        return ""
    return " · " + standing(facts.reliability[seat.user], words, by_day=facts.by_day)


def _chosen(seat: Seat, facts: TableFacts, words: Translator) -> str:
    """Returns a note whether a player has chosen a deck, which is all that the others see of it."""
    loadout = GAME_UIS[facts.kind].find(Loadout)
    if loadout is None or seat.user is None or facts.phase != "lobby" or not loadout.offered(facts.options, words):
        return ""
    if seat.chosen:
        return " · 🎴 " + words("deck chosen")
    return "" if loadout.default(facts.options) is not None else " · " + words("no deck chosen yet")


def _settings(facts: TableFacts, words: Translator) -> str:
    game_ui = GAME_UIS[facts.kind]
    seats = len(facts.seats) if len(facts.seats) in GAMES[facts.kind].seats else None
    public = public_options(GAMES[facts.kind], facts.options)
    options = (game_ui.setting(name, value, seats, words) for name, value in public.items())
    pace = words(PACES[facts.pace].name) if facts.pace in PACES else facts.pace
    turn, window = duration(facts.turn_seconds, words), duration(facts.window_seconds, words)
    if _people(facts) == 1:
        times = ""
    elif (facts.turn_seconds, facts.window_seconds, facts.bank_seconds) == (None, None, None):
        times = words("Pace: {pace}", pace=pace)
    elif facts.bank_seconds is None:
        times = words("Pace: {pace} ({turn} per turn, {window} to react)", pace=pace, turn=turn, window=window)
    else:
        times = words(
            "Pace: {pace} ({bank} per phase plus {turn} per move, {window} to react)",
            pace=pace, bank=duration(facts.bank_seconds, words), turn=turn, window=window,
        )  # fmt: skip
    lines = (
        *options, times, *requirements(facts, words), *hints_allowed(facts, words), *_admitted(facts, words),
        *_full(facts, words),
    )  # fmt: skip
    return "\n".join(line for line in lines if line)


def _admitted(facts: TableFacts, words: Translator) -> list[str]:
    """Returns the text about who may join a private table, and which invited people have not joined yet."""
    lines = ["🔒 " + words("Only invited people may join.")] if facts.invited_only else []
    seated = {seat.user for seat in facts.seats}
    awaited = ", ".join(f"<@{user}>" for user in facts.invited if user not in seated)
    return [*lines, words("Invited: {players}", players=awaited)] if awaited else lines


def _seal(facts: TableFacts, words: Translator) -> str:
    """Returns the line with the commitment to the shuffle."""
    if not facts.commitment:
        return ""
    said = words("Shuffle seal (check it after the game with /record verify): {hash}", hash=f"`{facts.commitment}`")
    return "-# " + said


def hints_allowed(facts: TableFacts, words: Translator) -> list[str]:
    """Returns a note that players may ask for advice; empty if they may not."""
    if not facts.hints:
        return []
    said = words("Hints: anyone may ask privately what a computer would do. The game does not count for seasons.")
    return ["💡 " + said]


def _full(facts: TableFacts, words: Translator) -> list[str]:
    """Returns a note that the game starts by itself; empty if its host starts it."""
    return ["▶️ " + words("The game starts by itself when all seats are taken.")] if facts.starts_full else []


def _people(facts: TableFacts) -> int:
    """Returns the number of people at the table. A person who plays alone has no deadlines."""
    return sum(seat.user is not None for seat in facts.seats)


def _invite(facts: TableFacts, words: Translator) -> Row:
    return people_select(CustomId(facts.id, "invite"), words("Invite someone"))


def _more_computers(facts: TableFacts, words: Translator) -> Row:
    return select(CustomId(facts.id, "computer"), words("Add a computer"), level_options(words, LEVELS))


def _buttons(facts: TableFacts, words: Translator) -> list[Button]:
    """Returns the buttons of a lobby; the primary one is what the table needs next, which is the same for everyone.

    If a tournament has drawn the seats, those that change seats and settings are left out.
    """
    seats, taken = GAMES[facts.kind].seats, len(facts.seats)
    computers = taken - _people(facts)
    loadout = GAME_UIS[facts.kind].find(Loadout)
    alone = _people(facts) == 1 and taken < seats[0]
    may_start = taken in seats and taken != computers
    primary = "solo" if alone else "start" if may_start else "join" if taken < seats[-1] else ""
    style = {verb: Style.primary if verb == primary else Style.secondary for verb in ("join", "start", "solo")}
    solo = button(words("Play against computers"), CustomId(facts.id, "solo"), style["solo"])
    call = button(words("Call players"), CustomId(facts.id, "call"), emoji="📣")
    my_deck = button(words("My deck"), CustomId(facts.id, "deck"), emoji="🎴")
    fewer = button(words("Remove a computer"), CustomId(facts.id, "nocomputer"))
    remove = button(words("Remove a player"), CustomId(facts.id, "remove"))
    shown = [
        button(words("Join"), CustomId(facts.id, "join"), style["join"], disabled=taken >= seats[-1]),
        button(words("Start"), CustomId(facts.id, "start"), style["start"], disabled=not may_start),
        *([solo] if alone else []),
        *([call] if facts.can_call and taken < seats[-1] else []),
        *([my_deck] if loadout is not None and loadout.offered(facts.options, words) else []),
        button(words("Settings"), CustomId(facts.id, "settings"), emoji="⚙️"),
        button(words("Conditions"), CustomId(facts.id, "guests"), emoji="🤝"),
        button(words("How to play"), CustomId(facts.id, "learn"), emoji="📖"),
        button(words("Fair shuffle"), CustomId(facts.id, "shuffle"), emoji="🔏"),
        *(agreement(facts, what, words) for what in facts.votes or {}),
        *([fewer] if computers else []),
        *([remove] if _people(facts) > 1 else []),
        # Tests and scripts identify destructive buttons by the style danger.
        button(words("Leave"), CustomId(facts.id, "leave"), Style.danger, disabled=taken == computers),
    ]
    refused = {str(CustomId(facts.id, verb)) for verb in REFUSED_IF_DRAWN} if facts.drawn else set()
    return [one for one in shown if one.custom_id not in refused]


def leave_twice(facts: TableFacts, words: Translator) -> ui.LayoutView:
    """Returns the first confirmation dialogue for leaving a running game, which says what happens then."""
    ends = N_("The game is running. Only computers would be left: if you leave, the game ends. Leave?")
    goes_on = N_("The game is running. If you leave, a computer plays for you until someone takes your seat. Leave?")
    said = words(goes_on if facts.solo is None else ends)
    return _leave_or_stay(facts, said, words("Leave the game"), "leave_really", words)


def leave_really(facts: TableFacts, words: Translator) -> ui.LayoutView:
    """Returns the second confirmation dialogue for leaving a running game."""
    ends = N_("Really leave? The game then ends without a winner.")
    goes_on = N_("Really leave? The others continue without you.")
    said = words(goes_on if facts.solo is None else ends)
    return _leave_or_stay(facts, said, words("Really leave"), "leave_sure", words)


def _leave_or_stay(facts: TableFacts, said: str, leave: str, verb: str, words: Translator) -> ui.LayoutView:
    sure = button(leave, CustomId(facts.id, verb), Style.danger)
    return message(said, rows=rows([sure, button(words("Stay"), CustomId(facts.id, "stay_in"))]))
