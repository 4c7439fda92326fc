"""The lobby: who sits where, what is agreed, and the shuffle's commitment."""

from __future__ import annotations

from discord import ui

from bot.features.consent.view import agreement, level_options, votes
from bot.games import GAME_UIS
from bot.games.context import introduced
from bot.games.facts import Seat, TableFacts
from bot.games.loadout import Loadout
from bot.tables.paces import PACES
from bot.texts import Translator
from bot.views.custom_id import CustomId
from bot.views.parts import Button, Row, Style, button, message, people_select, rows, select
from bot.views.times import duration
from rules import GAMES
from rules.description import public_options
from rules.players.levels import LEVELS


def lobby(facts: TableFacts, words: Translator) -> ui.LayoutView:
    """The open lobby with its buttons."""
    texts = (_heading(facts, words), _seats(facts, words), _settings(facts, words), *votes(facts, words))
    free = len(facts.seats) < GAMES[facts.kind].seats[-1]
    more = [_invite(facts, words), _more_computers(facts, words)] if free else []
    return message(*texts, rows=[*rows(_buttons(facts, words)), *more])


def closed_lobby(facts: TableFacts, words: Translator, text: str) -> ui.LayoutView:
    """The lobby when it is over, with a message about what became of it; the seal stays for everyone to see."""
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
    return f"{introduced(seat.letter)} {seat.mention}{computer}{_chosen(seat, facts, words)}"


def _chosen(seat: Seat, facts: TableFacts, words: Translator) -> str:
    """Returns whether a user has chosen a deck: the others learn nothing else."""
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
    lines = (*options, times, *hints_allowed(facts, words), *_admitted(facts, words))
    return "\n".join(line for line in lines if line)


def _admitted(facts: TableFacts, words: Translator) -> list[str]:
    """Returns the users who may join, if not everyone may, and the invited ones who have not come yet."""
    lines = ["🔒 " + words("Only invited people may join.")] if facts.invited_only else []
    seated = {seat.user for seat in facts.seats}
    awaited = ", ".join(f"<@{user}>" for user in facts.invited if user not in seated)
    return [*lines, words("Invited: {players}", players=awaited)] if awaited else lines


def _seal(facts: TableFacts, words: Translator) -> str:
    if not facts.commitment:
        return ""
    said = words("Shuffle seal (check it after the game with /record verify): {hash}", hash=f"`{facts.commitment}`")
    return "-# " + said


def hints_allowed(facts: TableFacts, words: Translator) -> list[str]:
    """Returns a note for everyone who sits down: all players may ask for advice."""
    if not facts.hints:
        return []
    said = words("Hints: anyone may ask privately what a computer would do. The game does not count for seasons.")
    return ["💡 " + said]


def _people(facts: TableFacts) -> int:
    """Returns how many people sit there. One person alone plays without a clock."""
    return sum(seat.user is not None for seat in facts.seats)


def _invite(facts: TableFacts, words: Translator) -> Row:
    return people_select(CustomId(facts.id, "invite"), words("Invite someone"))


def _more_computers(facts: TableFacts, words: Translator) -> Row:
    return select(CustomId(facts.id, "computer"), words("Add a computer"), level_options(words, LEVELS))


def _buttons(facts: TableFacts, words: Translator) -> list[Button]:
    seats, taken = GAMES[facts.kind].seats, len(facts.seats)
    computers = taken - _people(facts)
    loadout = GAME_UIS[facts.kind].find(Loadout)
    alone = _people(facts) == 1 and taken < seats[0]
    solo = button(words("Play against computers"), CustomId(facts.id, "solo"), Style.primary)
    my_deck = button(words("My deck"), CustomId(facts.id, "deck"), emoji="🎴")
    fewer = button(words("Remove a computer"), CustomId(facts.id, "nocomputer"))
    remove = button(words("Remove a player"), CustomId(facts.id, "remove"))
    return [
        button(words("Join"), CustomId(facts.id, "join"), Style.success, disabled=taken >= seats[-1]),
        button(
            words("Start"),
            CustomId(facts.id, "start"),
            Style.secondary if alone else Style.primary,
            disabled=taken not in seats or taken == computers,
        ),
        *([solo] if alone else []),
        *([my_deck] if loadout is not None and loadout.offered(facts.options, words) else []),
        button(words("Settings"), CustomId(facts.id, "settings"), emoji="⚙️"),
        button(words("How to play"), CustomId(facts.id, "learn"), emoji="📖"),
        button(words("Fair shuffle"), CustomId(facts.id, "shuffle"), emoji="🔏"),
        *(agreement(facts, what, words) for what in facts.votes or {}),
        *([fewer] if computers else []),
        *([remove] if _people(facts) > 1 else []),
        # Other programs tell by the style danger what destroys something, and by nothing else.
        button(words("Leave"), CustomId(facts.id, "leave"), Style.danger, disabled=taken == computers),
    ]


def leave_twice(facts: TableFacts, words: Translator) -> ui.LayoutView:
    """Leaving a running game is asked twice: this is the first time."""
    said = words("The game is running. If you leave, a computer plays for you until someone takes your seat. Leave?")
    buttons = [
        button(words("Leave the game"), CustomId(facts.id, "leave_really"), Style.danger),
        button(words("Stay"), CustomId(facts.id, "stay_in")),
    ]
    return message(said, rows=rows(buttons))


def leave_really(facts: TableFacts, words: Translator) -> ui.LayoutView:
    """The second time."""
    said = words("Really leave? The others continue without you.")
    buttons = [
        button(words("Really leave"), CustomId(facts.id, "leave_sure"), Style.danger),
        button(words("Stay"), CustomId(facts.id, "stay_in")),
    ]
    return message(said, rows=rows(buttons))
