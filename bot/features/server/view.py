"""The panel of a server's settings and its forms."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import discord
from discord import SelectDefaultValue, SelectDefaultValueType, ui

from bot.features.server.service import without_deleted
from bot.features.server.settings import MAX_CHANNELS
from bot.games import GAME_UIS
from bot.permissions import PERMISSIONS, lacks_threads
from bot.tables.paces import PACES
from bot.texts import LANGUAGES, N_, Translator
from bot.views.custom_id import NO_GAME, CustomId
from bot.views.parts import Button, Field, Style, button, choices, form, form_of, message, rows
from storage import ServerSettings
from storage.servers import MAX_CHANNEL_LOBBIES, MAX_LOBBIES
from storage.settings import Settings

NONE: Final = "-"
"""The value of an option that leaves the choice to the host or to Discord."""
OFF, ON = "off", "on"
OPENERS: Final[Mapping[str, str]] = {
    "everyone": N_("everyone"),
    "role": N_("members with a role"),
    "managers": N_("people who may manage channels or the server"),
}
PLACES: Final = [discord.ChannelType.text, discord.ChannelType.news, discord.ChannelType.category]
"""The channels in which tables can be allowed."""


def panel(settings: ServerSettings, guild: discord.Guild, words: Translator) -> ui.LayoutView:
    """Returns all settings in words, with a button for each form, Export and Import."""
    said = "\n".join(f"**{title}**: {value}" for title, value in _lines(settings, guild, words).items())
    buttons = [
        button(words("Change tables"), CustomId(NO_GAME, "sv_set_tables"), Style.primary),
        button(words("Change places and people"), CustomId(NO_GAME, "sv_set_people")),
        button(words("Change limits and posts"), CustomId(NO_GAME, "sv_set_limits")),
        button(words("Change quiet hours"), CustomId(NO_GAME, "sv_set_quiet")),
        button(words("Export settings"), CustomId(NO_GAME, "sv_export")),
        button(words("Import settings"), CustomId(NO_GAME, "sv_load")),
    ]
    note = "-# " + words("A change applies to new tables at once.")
    return message(f"### {words('Settings of this server')}", said, note, rows=rows(buttons))


def _lines(settings: ServerSettings, guild: discord.Guild, words: Translator) -> dict[str, str]:
    """Returns each setting's title and value in words; deleted roles and channels are marked."""
    granted, applied = guild.me.guild_permissions, without_deleted(settings, guild)
    openers = words(OPENERS[settings.openers])
    if settings.openers == "role":
        gone = words("a deleted role, so only people who may manage channels or the server")
        openers = f"<@&{settings.opener_role}>" if applied.opener_role else f"⚠ {gone}"
    call_role = _named("<@&{}>", settings.call_role, applied.call_role, words("no role"), words("a deleted role"))
    allowed = [
        f"<#{one}>" if one in applied.channels else f"⚠ {words('a deleted channel')}" for one in settings.channels
    ]
    if settings.channels and not applied.channels:
        allowed = [f"⚠ {words('only deleted channels, so all channels')}"]
    puzzles, log = (
        _named("<#{}>", stored, now, none, words("a deleted channel"))
        for stored, now, none in (
            (settings.puzzle_channel, applied.puzzle_channel, words("no puzzles")),
            (settings.log_channel, applied.log_channel, words("no log")),
        )
    )
    return {
        words("Language of new tables"): _of(languages(words), settings.language),
        words("Default game"): _of(games(words), settings.kind),
        words("Default pace"): _of(paces(words), settings.pace),
        words("Everyone may ask for advice"): words("yes") if settings.hints else words("no"),
        words("Open lobbies of each host"): str(settings.lobbies),
        words("Open lobbies of each channel"): str(settings.channel_lobbies),
        words("Tables are allowed in"): ", ".join(allowed) or words("all channels"),
        words("Who may open tables"): openers,
        words("Role to ping when calling players"): call_role,
        words("Quiet hours"): f"{settings.quiet} ({settings.zone or 'UTC'})"
        if settings.quiet
        else words("no quiet hours"),
        words("Channel for the puzzles of the day"): puzzles,
        words("Moderators' log"): log,
        words("A thread for each table"): _threads(settings, granted, words),
    }


def _named(form: str, stored: int | None, applied: int | None, none: str, deleted: str) -> str:
    """Returns a role or channel as a mention, and says whether there is none or it was deleted."""
    if stored is None:
        return none
    return f"⚠ {deleted}" if applied is None else form.format(applied)


def tables_form(settings: ServerSettings, words: Translator) -> ui.Modal:
    """Returns the form for the defaults of new tables and the number of lobbies that each host may have open."""
    hints = {OFF: words("no"), ON: words("yes, and the game does not count for seasons")}
    lobbies = {str(number): str(number) for number in range(1, MAX_LOBBIES + 1)}
    return _form(
        words("Change tables"), "sv_tables",
        (words("Language of new tables"), _select("language", languages(words), settings.language or NONE)),
        (words("Default game"), _select("kind", games(words), settings.kind or NONE)),
        (words("Default pace"), _select("pace", paces(words), settings.pace or NONE)),
        (words("May everyone ask for advice?"), _select("hints", hints, ON if settings.hints else OFF)),
        (words("Open lobbies of each host"), _select("lobbies", lobbies, str(settings.lobbies))),
    )  # fmt: skip


def people_form(settings: ServerSettings, words: Translator) -> ui.Modal:
    """Returns the form for where tables are allowed, who may open them, the moderators' log and threads."""
    openers = {key: words(text) for key, text in OPENERS.items()}
    threads = {OFF: words("no"), ON: words("yes, and a channel may have several tables")}
    return _form(
        words("Change places and people"), "sv_people",
        (words("Tables are allowed in (none: everywhere)"), _channels("channels", PLACES, settings.channels)),
        (words("Who may open tables"), _select("openers", openers, settings.openers)),
        (words("The role that may open tables"), _role("opener_role", settings.opener_role)),
        (words("Moderators' log (none: no log)"), _channels("log_channel", PLACES[:1], [settings.log_channel], 1)),
        (words("A thread for each table?"), _select("threads", threads, ON if settings.threads else OFF)),
    )  # fmt: skip


def _threads(settings: ServerSettings, granted: discord.Permissions, words: Translator) -> str:
    if not settings.threads:
        return words("no")
    if lacks_threads(granted):
        return words("yes, but I need the permissions Create Public Threads and Send Messages in Threads")
    return words("yes")


def limits_form(settings: ServerSettings, words: Translator) -> ui.Modal:
    """Returns the form for the number of open lobbies of each channel, the role to call, and the puzzles' channel."""
    numbers = {str(number): str(number) for number in range(1, MAX_CHANNEL_LOBBIES + 1)}
    return _form(
        words("Change limits and posts"), "sv_limits",
        (words("Open lobbies of each channel"), _select("channel_lobbies", numbers, str(settings.channel_lobbies))),
        (words("Role to ping when calling players"), _role("call_role", settings.call_role)),
        (
            words("Channel for the puzzles (none: no puzzles)"),
            _channels("puzzle_channel", PLACES[:1], [settings.puzzle_channel], 1),
        ),
    )  # fmt: skip


def quiet_form(settings: ServerSettings, words: Translator) -> ui.Modal:
    """Returns the form for the quiet hours, in which the bot pings no one and sends no reminders."""
    return form(
        words("Change quiet hours"), CustomId(NO_GAME, "sv_quiet"),
        Field("quiet", words("Quiet hours (no pings, no reminders)"), 20, needed=False, hint="22:00-07:00",
              typed=settings.quiet or ""),
        Field("zone", words("Time zone"), 40, needed=False, hint="Europe/Prague", typed=settings.zone or ""),
    )  # fmt: skip


FORMS: Final[Mapping[str, Callable[[ServerSettings, Translator], ui.Modal]]] = {
    "sv_set_tables": tables_form,
    "sv_set_people": people_form,
    "sv_set_limits": limits_form,
    "sv_set_quiet": quiet_form,
}
"""The verb of a button -> the function that returns the form that the button opens."""


def import_form(words: Translator) -> ui.Modal:
    """Returns the form in which a manager uploads a file with settings."""
    upload: ui.FileUpload[ui.Modal] = ui.FileUpload(custom_id="file", max_values=1)
    return _form(words("Import settings"), "sv_import", (words("A file from Export settings"), upload))


def greeting(
    granted: discord.Permissions, server: str | None, links: Sequence[Button], words: Translator
) -> ui.LayoutView:
    """Returns the message to a server that has invited the bot.

    `server`: its name if the message goes to one person, because the bot may write nowhere; None: it is posted there.
    """
    titles = ", ".join(game_ui.title for game_ui in GAME_UIS.values())
    said = words(
        "I deal board games with hidden hands and enforce their rules: {games}. Open a table with `/game new`, "
        "against computers or with friends.",
        games=titles,
    )
    faults = [
        f"- **{words(name)}**: {words(fails)}"
        for flag, (name, fails) in PERMISSIONS.items()
        if not getattr(granted, flag)
    ]
    lacking = "\n".join([words("I lack these permissions. Without them:"), *faults]) if faults else ""
    nowhere = "" if server is None else words("I may not write in any channel of {server}.", server=server)
    buttons = [
        button(words("Open a table"), CustomId(NO_GAME, "open"), Style.primary),
        button(words("Settings"), CustomId(NO_GAME, "sv_settings")),
        button(words("Help"), CustomId(NO_GAME, "help")),
        *links,
    ]
    return message(f"### Krupier\n{said}", nowhere, lacking, rows=rows(buttons))


def invitation(application: int, words: Translator) -> Button:
    """Returns the link button with which someone invites the bot to another server."""
    granted = discord.Permissions(**dict.fromkeys(PERMISSIONS, True))
    url = discord.utils.oauth_url(application, permissions=granted, scopes=("bot", "applications.commands"))
    return ui.Button(label=words("Invite me"), style=Style.link, url=url)


def links(settings: Settings, words: Translator) -> list[Button]:
    """Returns the buttons of support, privacy and terms: the operator's links, or else summaries."""
    pages = (
        (words("Support"), settings.support_url, ""), (words("Privacy"), settings.privacy_url, "privacy"),
        (words("Terms"), settings.terms_url, "terms"),
    )  # fmt: skip
    linked = [(label, url, verb) for label, url, verb in pages if url or verb]
    return [
        ui.Button(label=label, style=Style.link, url=url) if url else button(label, CustomId(NO_GAME, verb))
        for label, url, verb in linked
    ]


def languages(words: Translator) -> dict[str, str]:
    """Returns the options of the select for the default language."""
    return {NONE: words("as the host speaks"), **{code: language.name for code, language in LANGUAGES.items()}}


def games(words: Translator) -> dict[str, str]:
    """Returns the options of the select for the default game."""
    return {NONE: words("the host chooses"), **{kind: game_ui.title for kind, game_ui in GAME_UIS.items()}}


def paces(words: Translator) -> dict[str, str]:
    """Returns the options of the select for the default pace."""
    return {NONE: words("the host chooses"), **{pace.id: words(pace.choice) for pace in PACES.values()}}


def _of(known: Mapping[str, str], value: str | None) -> str:
    """Returns a stored value as text; a game or language that this version does not have is shown as stored."""
    return known.get(value or NONE, value or "")


def _form(title: str, verb: str, *fields: tuple[str, ui.Item[Any]]) -> ui.Modal:
    return form_of(title, CustomId(NO_GAME, verb), fields)


def _select(name: str, values: Mapping[str, str], now: str) -> ui.Item[Any]:
    chosen_from: ui.Select[Any] = ui.Select(custom_id=name, options=choices(values, now), required=True)
    return chosen_from


def _channels(
    name: str, kinds: list[discord.ChannelType], now: Sequence[int | None], most: int = MAX_CHANNELS
) -> ui.Item[Any]:  # fmt: skip
    preset = [SelectDefaultValue(id=one, type=SelectDefaultValueType.channel) for one in now if one is not None]
    chosen_from: ui.ChannelSelect[Any] = ui.ChannelSelect(
        custom_id=name, channel_types=kinds, default_values=preset, min_values=0, max_values=most, required=False
    )
    return chosen_from


def _role(name: str, now: int | None) -> ui.Item[Any]:
    preset = [SelectDefaultValue(id=now, type=SelectDefaultValueType.role)] if now is not None else []
    chosen_from: ui.RoleSelect[Any] = ui.RoleSelect(
        custom_id=name, default_values=preset, min_values=0, max_values=1, required=False
    )
    return chosen_from
