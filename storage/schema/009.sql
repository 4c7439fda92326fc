-- Seasons of a game on a server, tournaments of one evening, and people who stand in no public table.
-- No standing is kept: it follows from the games' results, the members and the rulings, whenever somebody asks.

CREATE TABLE unlisted (            -- people who want to stand in no public table
    user INTEGER PRIMARY KEY
);

CREATE TABLE seasons (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    guild     INTEGER NOT NULL,
    kind      TEXT    NOT NULL CHECK (kind <> ''),
    name      TEXT    NOT NULL CHECK (name <> ''),
    opened_by INTEGER NOT NULL,
    opened    TEXT    NOT NULL,
    closed_by INTEGER,
    closed    TEXT,
    UNIQUE (guild, name)
);
CREATE UNIQUE INDEX one_open_season_a_game ON seasons (guild, kind) WHERE closed IS NULL;
CREATE TRIGGER seasons_are_never_deleted BEFORE DELETE ON seasons
    BEGIN SELECT RAISE(ABORT, 'a season is kept for ever'); END;
CREATE TRIGGER seasons_are_only_closed BEFORE UPDATE ON seasons
    WHEN OLD.closed IS NOT NULL OR NEW.closed IS NULL OR NEW.id <> OLD.id OR NEW.guild <> OLD.guild
        OR NEW.kind <> OLD.kind OR NEW.name <> OLD.name OR NEW.opened <> OLD.opened OR NEW.opened_by <> OLD.opened_by
    BEGIN SELECT RAISE(ABORT, 'a season changes by being closed, once'); END;

CREATE TABLE memberships (         -- who belonged to a season, and from when to when
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    season  INTEGER NOT NULL REFERENCES seasons (id),
    user    INTEGER NOT NULL CHECK (user > 0),
    joined  TEXT    NOT NULL,
    left_at TEXT
);
CREATE UNIQUE INDEX one_membership_at_a_time ON memberships (season, user) WHERE left_at IS NULL;
CREATE INDEX memberships_by_season ON memberships (season, user);
CREATE TRIGGER memberships_are_never_deleted BEFORE DELETE ON memberships
    BEGIN SELECT RAISE(ABORT, 'who belonged to a season is kept for ever'); END;
CREATE TRIGGER memberships_only_end BEFORE UPDATE ON memberships
    WHEN OLD.left_at IS NOT NULL OR NEW.left_at IS NULL OR NEW.season <> OLD.season OR NEW.user <> OLD.user
        OR NEW.joined <> OLD.joined
    BEGIN SELECT RAISE(ABORT, 'a membership changes by ending, once'); END;
CREATE INDEX games_by_guild ON games (guild, kind, finished) WHERE phase = 'over';

CREATE TABLE tournaments (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    guild          INTEGER NOT NULL,
    channel        INTEGER NOT NULL,
    kind           TEXT    NOT NULL CHECK (kind <> ''),
    language       TEXT    NOT NULL,
    options        TEXT    NOT NULL, -- JSON, words to words
    pace           TEXT    NOT NULL,
    turn_seconds   INTEGER CHECK (turn_seconds > 0),
    window_seconds INTEGER CHECK (window_seconds > 0),
    bank_seconds   INTEGER CHECK (bank_seconds > 0),
    rounds         INTEGER NOT NULL CHECK (rounds > 0),
    seats          INTEGER NOT NULL CHECK (seats > 1), -- of a table, as far as the number of people allows
    organiser      INTEGER NOT NULL,
    phase          TEXT    NOT NULL DEFAULT 'open' CHECK (phase IN ('open', 'running', 'over', 'ended')),
    created        TEXT    NOT NULL,
    finished       TEXT,
    message        INTEGER           -- that shows it, in its channel
);
CREATE UNIQUE INDEX one_unfinished_tournament_a_channel ON tournaments (channel) WHERE phase IN ('open', 'running');
CREATE TRIGGER tournaments_are_never_deleted BEFORE DELETE ON tournaments
    BEGIN SELECT RAISE(ABORT, 'a tournament is kept for ever'); END;

CREATE TABLE tournament_seeds (
    tournament INTEGER PRIMARY KEY REFERENCES tournaments (id),
    seed       BLOB NOT NULL CHECK (typeof(seed) = 'blob' AND length(seed) = 32)
);
CREATE TRIGGER tournament_seeds_are_never_deleted BEFORE DELETE ON tournament_seeds
    BEGIN SELECT RAISE(ABORT, 'a seed is kept for ever'); END;
CREATE TRIGGER tournament_seeds_never_change BEFORE UPDATE ON tournament_seeds
    BEGIN SELECT RAISE(ABORT, 'a seed is what was committed to'); END;
CREATE TRIGGER tournament_seeds_are_never_replaced BEFORE INSERT ON tournament_seeds
    WHEN EXISTS (SELECT 1 FROM tournament_seeds WHERE tournament = NEW.tournament)
    BEGIN SELECT RAISE(ABORT, 'a seed is what was committed to'); END;

CREATE TABLE tournament_players (
    tournament INTEGER NOT NULL REFERENCES tournaments (id),
    position   INTEGER NOT NULL,     -- the order of joining
    user       INTEGER NOT NULL CHECK (user > 0),
    name       TEXT    NOT NULL CHECK (name <> ''),
    dropped    TEXT,
    PRIMARY KEY (tournament, position),
    UNIQUE (tournament, user)
);

CREATE TABLE rounds (               -- what each round was paired from; with the seed it can be paired again
    tournament INTEGER NOT NULL REFERENCES tournaments (id),
    round      INTEGER NOT NULL CHECK (round > 0),
    at         TEXT    NOT NULL,
    scores     TEXT    NOT NULL,     -- JSON: for each player who is there, in order of joining, the user and the points
    PRIMARY KEY (tournament, round)
) WITHOUT ROWID;
CREATE TRIGGER rounds_are_never_deleted BEFORE DELETE ON rounds
    BEGIN SELECT RAISE(ABORT, 'a round is paired once'); END;
CREATE TRIGGER rounds_never_change BEFORE UPDATE ON rounds
    BEGIN SELECT RAISE(ABORT, 'a round is paired once'); END;

CREATE TABLE pairings (             -- table 0: a bye
    tournament INTEGER NOT NULL,
    round      INTEGER NOT NULL,
    number     INTEGER NOT NULL CHECK (number >= 0),
    place      INTEGER NOT NULL CHECK (place >= 0), -- the drawn order of the seats
    user       INTEGER NOT NULL,
    PRIMARY KEY (tournament, round, number, place),
    UNIQUE (tournament, round, user),
    FOREIGN KEY (tournament, round) REFERENCES rounds (tournament, round),
    FOREIGN KEY (tournament, user) REFERENCES tournament_players (tournament, user)
) WITHOUT ROWID;
CREATE TRIGGER pairings_are_never_deleted BEFORE DELETE ON pairings
    BEGIN SELECT RAISE(ABORT, 'a round is paired once'); END;
CREATE TRIGGER pairings_never_change BEFORE UPDATE ON pairings
    BEGIN SELECT RAISE(ABORT, 'a round is paired once'); END;

CREATE TABLE tournament_games (     -- the games of a table, the last of which counts
    game       INTEGER PRIMARY KEY REFERENCES games (id),
    tournament INTEGER NOT NULL,
    round      INTEGER NOT NULL,
    number     INTEGER NOT NULL CHECK (number > 0),
    FOREIGN KEY (tournament, round) REFERENCES rounds (tournament, round)
);
CREATE INDEX tournament_games_by_table ON tournament_games (tournament, round, number);
CREATE TRIGGER tournament_games_are_never_deleted BEFORE DELETE ON tournament_games
    BEGIN SELECT RAISE(ABORT, 'which games belong to a tournament is kept for ever'); END;
CREATE TRIGGER tournament_games_never_change BEFORE UPDATE ON tournament_games
    BEGIN SELECT RAISE(ABORT, 'which games belong to a tournament is kept for ever'); END;

CREATE TABLE rulings (              -- the organiser's word about a table, the last of which counts
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    tournament INTEGER NOT NULL,
    round      INTEGER NOT NULL,
    number     INTEGER NOT NULL CHECK (number > 0),
    ruled_by   INTEGER NOT NULL,
    at         TEXT    NOT NULL,
    places     TEXT    NOT NULL,     -- JSON: user and place, in the order of the seats; no place: no points
    FOREIGN KEY (tournament, round) REFERENCES rounds (tournament, round)
);
CREATE TRIGGER rulings_are_never_deleted BEFORE DELETE ON rulings
    BEGIN SELECT RAISE(ABORT, 'the organiser''s word is kept for ever'); END;
CREATE TRIGGER rulings_never_change BEFORE UPDATE ON rulings
    BEGIN SELECT RAISE(ABORT, 'the organiser''s word is kept for ever'); END;
