"""Messages about decks: a player's deck at a table, a user's saved decks, and all decks after the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from discord import ui

from bot.games import GAME_UIS
from bot.games.context import Label
from bot.games.deck_builder import DeckBuilder
from bot.games.facts import TableFacts
from bot.games.loadout import Loadout
from bot.texts import Translator
from bot.texts.isolation import isolated
from bot.views.custom_id import CustomId
from bot.views.parts import Button, Field, Row, Style, button, choice, form, message, rows, select
from rules.engine import Game
from storage import DeckRow

LIST, NAME, FILE = "list", "name", "file"
"""The custom_ids of the forms' fields."""
MAX_LIST, MAX_NAME = 4000, 32
MAX_FAULTS: Final = 15
"""The maximum number of errors that are shown at once."""


def my_deck(  # noqa: PLR0913, PLR0917 - everything that the panel shows
    facts: TableFacts, loadout: Loadout, part: str | None, faults: Sequence[str], saved: Sequence[DeckRow],
    words: Translator, note: str = "",
) -> ui.LayoutView:  # fmt: skip
    """Returns the panel in which a player sees and chooses their deck for a table."""
    offered = [choice(Label(offer.title), offer.key) for offer in loadout.offered(facts.options, words)]
    choices = [select(CustomId(facts.id, "deck_take"), words("Choose a deck"), offered)] if offered else []
    if not loadout.takes_lists(facts.options):
        return message(_heading(words), note, _chosen_deck(facts, loadout, part, faults, words), rows=choices)
    if saved:
        choices.append(_saved(CustomId(facts.id, "deck_saved"), words("One of my decks"), saved, words))
    builds = GAME_UIS[facts.kind].get(DeckBuilder).offered
    start = CustomId(0, "deck_start", list(GAME_UIS).index(facts.kind))
    buttons = [
        *([button(words("Build a deck"), start, Style.primary)] if builds else []),
        button(words("Paste a deck"), CustomId(facts.id, "deck_paste")),
        button(words("Deck file"), CustomId(facts.id, "deck_file")),
    ]
    return message(
        _heading(words), note, _chosen_deck(facts, loadout, part, faults, words), rows=[*choices, *rows(buttons)]
    )


def pasted_form(
    custom: CustomId, words: Translator, *, typed: str = "", keep: bool = False, example: str = ""
) -> ui.Modal:
    """Returns the form for pasting a deck list; with `keep`, the deck is saved, so it needs a name."""
    label = words("Deck name") if keep else words("Name to save it (optional)")
    return form(
        words("Paste a deck"), custom,
        Field(LIST, words("Deck code or list"), MAX_LIST, long=True, typed=typed, hint=example and words(example)),
        Field(NAME, label, MAX_NAME, needed=keep),
    )  # fmt: skip


def file_form(custom: CustomId, words: Translator) -> ui.Modal:
    """Returns the form for the file of a deck."""
    modal = form(words("Deck file"), custom)
    upload: ui.FileUpload[ui.Modal] = ui.FileUpload(custom_id=FILE, max_values=1)
    modal.add_item(ui.Label(text=words("A text (.txt) or JSON (.json) file"), component=upload))
    return modal


def name_form(custom: CustomId, name: str, words: Translator) -> ui.Modal:
    """Returns the form for renaming a deck."""
    return form(words("Rename the deck"), custom, Field(NAME, words("Deck name"), MAX_NAME, typed=name))


def bad_list(faults: Sequence[str], again: CustomId, back: CustomId, words: Translator) -> ui.LayoutView:
    """Returns the message about the errors of a deck, with buttons to correct it (`again`) and to go `back`."""
    buttons = [button(words("Correct it"), again, Style.primary), button(words("Back"), back)]
    return message(
        _heading(words), words("This deck is not legal:") + "\n" + _listed(faults, words),
        rows=rows(buttons),
    )  # fmt: skip


def kept_decks(decks: Sequence[DeckRow], kinds: Sequence[str], words: Translator, note: str = "") -> ui.LayoutView:
    """Returns the list of a user's saved decks; `kinds`: the games that are played with decks."""
    several = len(kinds) > 1
    shown, buttons = list[Row](), list[Button]()
    for at, kind in enumerate(kinds):
        title, own = GAME_UIS[kind].title, [deck for deck in decks if deck.kind == kind]
        placeholder = words("My decks") + (f" · {title}" if several else "")
        if own:
            shown.append(_saved(CustomId(0, "deck_show", at), placeholder, own, words))
        named = f" · {title}" if several else ""
        if GAME_UIS[kind].get(DeckBuilder).offered:
            start = CustomId(0, "deck_start", list(GAME_UIS).index(kind))
            buttons.append(button(words("Build a deck") + named, start, Style.primary))
        buttons.append(button(words("Paste a deck") + named, CustomId(0, "deck_new", at)))
        buttons.append(button(words("Deck file") + named, CustomId(0, "deck_file", at)))
    said = (
        words.plural("You have {n} saved deck.", "You have {n} saved decks.", len(decks))
        if decks
        else words("You have no saved decks.")
    )
    return message("### 🎴 " + words("My decks"), note, said, rows=[*shown, *rows(buttons)])


def kept_deck(deck: DeckRow, loadout: Loadout, words: Translator, note: str = "") -> ui.LayoutView:
    """Returns the message with one saved deck, with what it still lacks, and its buttons."""
    code = loadout.code(deck.part)
    missing = still_missing(deck, words)
    draft = f"{words('This deck is not legal yet. It is saved as a draft.')}\n{missing}" if missing else ""
    passed_on = "" if code is None else words("Deck code to copy:") + f"\n```\n{code}\n```"
    change = button(words("Edit the cards"), CustomId(0, "deck_build", deck.id), Style.primary)
    buttons = [
        *([change] if GAME_UIS[deck.kind].get(DeckBuilder).offered else []),
        button(words("Rename"), CustomId(0, "deck_rename", deck.id)),
        button(words("Copy"), CustomId(0, "deck_copy", deck.id)),
        button(words("Back"), CustomId(0, "deck_list")),
        button(words("Remove"), CustomId(0, "deck_remove", deck.id), Style.danger),
    ]
    return message(
        f"### 🎴 {isolated(deck.name)}", note, loadout.described(deck.part, words), draft, passed_on,
        rows=rows(buttons),
    )  # fmt: skip


def still_missing(deck: DeckRow, words: Translator) -> str:
    """Returns the text about what keeps a saved deck from being legal; empty if it is legal, or without a builder."""
    builder = GAME_UIS[deck.kind].get(DeckBuilder)
    missing = builder.missing(deck.part, words) if builder.offered else ()
    return "\n".join([words("Still missing:"), *(f"- {line}" for line in missing[:MAX_FAULTS])]) if missing else ""


def remove_really(deck: DeckRow, words: Translator) -> ui.LayoutView:
    """Returns the confirmation dialogue for deleting a deck."""
    buttons = [
        button(words("Remove it permanently"), CustomId(0, "deck_remove_sure", deck.id), Style.danger),
        button(words("Keep it"), CustomId(0, "deck_keep", deck.id)),
    ]
    return message(
        f"### 🎴 {isolated(deck.name)}", words("Remove this deck? You cannot undo this."), rows=rows(buttons)
    )


def own_deck(game: Game, loadout: Loadout, seat: str, words: Translator, later: str) -> ui.LayoutView:
    """Returns the message with a player's own deck while the game runs."""
    return message(_heading(words) + "\n" + loadout.described_in_game(game, seat, words), later)


def all_decks(facts: TableFacts, game: Game, loadout: Loadout, words: Translator) -> ui.LayoutView:
    """Returns the message with all players' decks after the game."""
    title = GAME_UIS[facts.kind].title
    decks = [
        f"**{facts.mark(seat.letter)} {seat.mention}**\n{loadout.described_in_game(game, seat.letter, words)}"
        for seat in facts.seats
    ]
    return message(f"### 🎴 {title} · {words('Decks of all players')}", *decks)


def _heading(words: Translator) -> str:
    return "### 🎴 " + words("My deck")


def _chosen_deck(
    facts: TableFacts, loadout: Loadout, part: str | None, faults: Sequence[str], words: Translator
) -> str:  # fmt: skip
    """Returns the text of the deck that the seat brings, with its errors."""
    if part is None:
        default = loadout.default(facts.options)
        if default is None:
            return words("You have not chosen a deck yet. The game cannot start without it.")
        return words("You have not chosen a deck, so you play: {deck}.", deck=loadout.title(default, words))
    said = [words("Your deck: **{deck}**", deck=loadout.title(part, words)), loadout.described(part, words)]
    if faults:
        said.append("⚠️ " + words("This deck is not legal:") + "\n" + _listed(faults, words))
    said.append("-# " + words("No one else sees it before the end of the game."))
    return "\n".join(line for line in said if line)


def _listed(faults: Sequence[str], words: Translator) -> str:
    lines = [f"- {fault}" for fault in faults[:MAX_FAULTS]]
    if more := len(faults) - MAX_FAULTS:
        lines += [words.plural("- and {n} more", "- and {n} more", more)] if more > 0 else []
    return "\n".join(lines)


def _saved(custom: CustomId, placeholder: str, decks: Sequence[DeckRow], words: Translator) -> Row:
    options = []
    for deck in decks:
        loadout = GAME_UIS[deck.kind].find(Loadout) if deck.kind in GAME_UIS else None
        title = "" if loadout is None else loadout.title(deck.part, words)
        options.append(choice(Label(isolated(deck.name), title), str(deck.id)))
    return select(custom, placeholder, options)
