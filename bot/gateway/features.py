"""The list of all features: their classes of handlers, and the groups of commands."""

from __future__ import annotations

from typing import Final

from bot.features.advice.commands import AdviceHandlers
from bot.features.analysis.commands import AnalysisHandlers
from bot.features.consent.commands import ConsentHandlers
from bot.features.cuts.commands import CutHandlers
from bot.features.decks.builder import DeckBuilderHandlers
from bot.features.decks.commands import DeckHandlers
from bot.features.decks.files import DeckFileHandlers
from bot.features.finished_games.commands import FinishedGameHandlers
from bot.features.help.commands import RulesHandlers
from bot.features.info.commands import InfoHandlers
from bot.features.league.commands import LeagueHandlers
from bot.features.lessons.commands import LessonHandlers
from bot.features.lobby.commands import LobbyHandlers
from bot.features.lobby.host_commands import HostHandlers
from bot.features.orders.commands import OrderHandlers
from bot.features.play.commands import PlayHandlers
from bot.features.play.form_commands import FormHandlers
from bot.features.privacy.commands import PrivacyHandlers
from bot.features.profile.commands import SettingsHandlers
from bot.features.puzzles.commands import PuzzleHandlers
from bot.features.replay.commands import ReplayHandlers
from bot.features.review.commands import ReviewHandlers
from bot.features.seasons.commands import SeasonHandlers
from bot.features.server.commands import ServerHandlers
from bot.features.spectate.commands import WatchHandlers
from bot.features.statistics.commands import StatisticsHandlers
from bot.features.table_list.commands import TableListHandlers
from bot.features.tournaments.commands import TournamentHandlers
from bot.features.tournaments.rulings import RulingHandlers
from bot.features.undo.commands import UndoHandlers
from bot.texts import N_

HANDLERS: Final = (
    LobbyHandlers, HostHandlers, CutHandlers, DeckHandlers, DeckFileHandlers, DeckBuilderHandlers, InfoHandlers,
    RulesHandlers, LessonHandlers, PuzzleHandlers,
    SettingsHandlers, ConsentHandlers, UndoHandlers, WatchHandlers, FinishedGameHandlers, ReplayHandlers,
    ReviewHandlers,
    StatisticsHandlers,
    SeasonHandlers, TournamentHandlers, LeagueHandlers, PlayHandlers, FormHandlers, OrderHandlers, RulingHandlers,
    AdviceHandlers, AnalysisHandlers, PrivacyHandlers, TableListHandlers, ServerHandlers,
)  # fmt: skip
"""All classes of handlers; Discord lists their commands in this order."""
GROUPS: Final = {
    N_("/game"): N_("Board games with hidden hands and a croupier"),
    N_("/record"): N_("What has happened at a table, and what its players have achieved"),
    N_("/deck"): N_("Your decks for games that are played with them"),
    N_("/learn"): N_("How the games are played"),
    N_("/privacy"): N_("What is stored about you"),
    N_("/league"): N_("Seasons, tournaments and the leaderboard of this server"),
}
"""The path and description of each group of commands."""
