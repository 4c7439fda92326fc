"""The features whose commands, buttons and forms this bot offers."""

from __future__ import annotations

from typing import Final

from bot.features.advice.commands import AdviceHandlers
from bot.features.analysis.commands import AnalysisHandlers
from bot.features.consent.commands import ConsentHandlers
from bot.features.decks.builder import DeckBuilderHandlers
from bot.features.decks.commands import DeckHandlers
from bot.features.finished_games.commands import FinishedGameHandlers
from bot.features.help.commands import RulesHandlers
from bot.features.info.commands import InfoHandlers
from bot.features.league.commands import LeagueHandlers
from bot.features.lobby.commands import LobbyHandlers
from bot.features.lobby.host_commands import HostHandlers
from bot.features.orders.commands import OrderHandlers
from bot.features.play.commands import PlayHandlers
from bot.features.profile.commands import SettingsHandlers
from bot.features.replay.commands import ReplayHandlers
from bot.features.seasons.commands import SeasonHandlers
from bot.features.spectate.commands import WatchHandlers
from bot.features.statistics.commands import StatisticsHandlers
from bot.features.tournaments.commands import TournamentHandlers
from bot.features.tournaments.rulings import RulingHandlers
from bot.features.undo.commands import UndoHandlers
from bot.texts import N_

HANDLERS: Final = (
    LobbyHandlers, HostHandlers, DeckHandlers, DeckBuilderHandlers, InfoHandlers, RulesHandlers, SettingsHandlers,
    ConsentHandlers, UndoHandlers, WatchHandlers, FinishedGameHandlers, ReplayHandlers, StatisticsHandlers,
    SeasonHandlers, TournamentHandlers, LeagueHandlers, PlayHandlers, OrderHandlers, RulingHandlers, AdviceHandlers,
    AnalysisHandlers,
)  # fmt: skip
"""Every class of handlers; Discord shows their commands in this order."""
GROUPS: Final = {
    N_("/game"): N_("Board games with hidden hands and a croupier"),
    N_("/record"): N_("What has happened at a table, and what its players have achieved"),
    N_("/deck"): N_("Your decks for games that are played with them"),
    N_("/learn"): N_("How the games are played"),
    N_("/league"): N_("Seasons, tournaments and the leaderboard of this server"),
}
"""Path and description of each group of commands."""
