-- The newest schema, from which new databases are created: written once for both engines, as SQLite reads it, but for
-- BIGINT (INTEGER on SQLite). storage/postgres/dialect.py translates it for PostgreSQL; `/*! ... */` is for
-- PostgreSQL only. Tables that only PostgreSQL has are in its folder; triggers are in triggers.sql, here and there.
-- A change is written here and as a migration (CONTRIBUTING.md, "The database").
-- Timestamps are UTC, ISO 8601 with microseconds; they sort as text. Users, channels and messages are Discord's ids.
-- A user from 4611686018427387904 (2 to the power of 62) on is the stand-in of a user who was forgotten.

CREATE TABLE games (
    id             BIGINT  PRIMARY KEY AUTOINCREMENT,
    guild          BIGINT,
    channel        BIGINT  NOT NULL,
    kind           TEXT    NOT NULL CHECK (kind <> ''),
    edition        INTEGER NOT NULL CHECK (edition > 0),
    language       TEXT    NOT NULL,
    options        TEXT    NOT NULL,                   -- a JSON object of strings
    turn_seconds   INTEGER CHECK (turn_seconds > 0),   -- NULL: no deadline
    window_seconds INTEGER CHECK (window_seconds > 0),
    pace           TEXT    NOT NULL,
    host           BIGINT  NOT NULL,
    phase          TEXT    NOT NULL DEFAULT 'lobby' CHECK (phase IN ('lobby', 'running', 'over', 'ended')),
    created        TEXT    NOT NULL,
    started        TEXT,
    finished       TEXT,
    result         TEXT,                               -- JSON
    told           INTEGER NOT NULL DEFAULT 0 CHECK (told >= 0),
    paused_at      TEXT,
    remaining      REAL CHECK (remaining >= 0),
    bank_seconds   INTEGER CHECK (bank_seconds > 0),   -- NULL: no time banks
    link           BLOB,                               -- the latest link of the record's chain (storage/chain.py)
    hints          INTEGER NOT NULL DEFAULT 0 CHECK (hints IN (0, 1)),
    access         TEXT    NOT NULL DEFAULT 'anyone' CHECK (access IN ('anyone', 'invited')), -- the users that may join
    invited        TEXT    NOT NULL DEFAULT '[]',      -- a JSON list of the users that the host has invited
    words          INTEGER NOT NULL DEFAULT 0 CHECK (words IN (0, 1)), -- whether its board is text instead of a picture
    weekends_off   INTEGER NOT NULL DEFAULT 0 CHECK (weekends_off IN (0, 1)),
    called         INTEGER NOT NULL DEFAULT 0 CHECK (called IN (0, 1)), -- whether the host has called players
    starts_full    INTEGER NOT NULL DEFAULT 0 CHECK (starts_full IN (0, 1)), -- whether the game starts when it is full
    least_share    INTEGER CHECK (least_share BETWEEN 1 AND 100), -- percent of games played to the end; NULL: any
    longest_answer INTEGER CHECK (longest_answer > 0), -- seconds of a player's typical answer; NULL: any
    practice_of    BIGINT,                             -- the finished game that it continues from an earlier moment; NULL: none
    parent         BIGINT,                             -- the channel of the thread in which it was opened; NULL: no thread
    hints_chosen   INTEGER NOT NULL DEFAULT 0 CHECK (hints_chosen IN (0, 1)) -- whether the host or server chose `hints`
);
CREATE UNIQUE INDEX one_unfinished_game_a_channel ON games (channel) WHERE phase IN ('lobby', 'running');
CREATE INDEX games_by_channel ON games (channel, id);
CREATE INDEX games_with_a_winner ON games (kind, finished) WHERE phase = 'over';
CREATE INDEX games_by_guild ON games (guild, kind, finished) WHERE phase = 'over';
CREATE INDEX games_by_host ON games (host, created);   -- a limit counts the tables that a user has opened

CREATE TABLE seeds (
    game BIGINT PRIMARY KEY REFERENCES games (id),
    seed BLOB NOT NULL CHECK (typeof(seed) = 'blob' AND length(seed) = 32)
);

CREATE TABLE sealed_seeds (        -- seeds of unfinished games, encrypted with the operator's key (KRUPIER_SECRET_KEY)
    game   BIGINT PRIMARY KEY REFERENCES games (id),
    sealed BLOB NOT NULL CHECK (typeof(sealed) = 'blob' AND length(sealed) > 32)
);

CREATE TABLE seats (
    game        BIGINT  NOT NULL REFERENCES games (id),
    position    INTEGER NOT NULL,                      -- the order of joining
    seat        TEXT CHECK (length(seat) = 1),         -- NULL in the lobby
    user        BIGINT  NOT NULL,                      -- negative: a computer
    name        TEXT    NOT NULL CHECK (name <> ''),
    record_name TEXT,                                  -- the name at the start, as in the record
    computer    INTEGER NOT NULL DEFAULT 0 CHECK (computer IN (0, 1)),
    joined      TEXT,
    left_at     TEXT,
    absences    INTEGER NOT NULL DEFAULT 0 CHECK (absences >= 0),
    part        TEXT CHECK (part <> ''),               -- the chosen loadout, for example a deck; NULL: none
    vacated     TEXT CHECK (vacated IN ('left', 'late', 'voted', 'managed')), -- reason for a computer; NULL: not known
    cut         TEXT CHECK (cut <> ''),                -- the holder's text for the shuffle; secret before the end
    cut_hash    TEXT CHECK (length(cut_hash) = 64),    -- its hash, as in the record; not deleted with the text
    level       TEXT    NOT NULL DEFAULT 'normal' CHECK (level <> ''), -- of a computer
    PRIMARY KEY (game, position),
    UNIQUE (game, user),
    UNIQUE (game, seat)
);
CREATE INDEX seats_by_user ON seats (user);

CREATE TABLE substitutions (
    id          BIGINT  PRIMARY KEY AUTOINCREMENT,
    game        BIGINT  NOT NULL REFERENCES games (id),
    seat        TEXT    NOT NULL,
    at          TEXT    NOT NULL,
    former_user BIGINT  NOT NULL,
    former_name TEXT    NOT NULL,
    user        BIGINT  NOT NULL,
    name        TEXT    NOT NULL,
    computer    INTEGER NOT NULL CHECK (computer IN (0, 1))
);
CREATE INDEX substitutions_by_former_user ON substitutions (former_user);

CREATE TABLE seat_changes (        -- public: part of the table's log
    id     BIGINT  PRIMARY KEY AUTOINCREMENT,
    game   BIGINT  NOT NULL REFERENCES games (id),
    seat   TEXT    NOT NULL,
    told   INTEGER NOT NULL CHECK (told >= 0),         -- the number of the game's events before the change
    kind   TEXT    NOT NULL CHECK (kind IN ('left', 'late', 'voted', 'managed', 'returned', 'taken')),
    user   BIGINT  NOT NULL,                           -- the user who left, returned or took the seat
    former BIGINT,                                     -- the user whose seat was taken
    at     TEXT    NOT NULL
);
CREATE INDEX seat_changes_by_game ON seat_changes (game, id);

CREATE TABLE entries (             -- the record: append-only; each answer is chained to the one before
    game     BIGINT  NOT NULL REFERENCES games (id),
    number   INTEGER NOT NULL CHECK (number > 0),
    seat     TEXT    NOT NULL CHECK (seat <> ''),      -- a, b, c ..., chance or clock
    sequence INTEGER NOT NULL CHECK (sequence >= 0),
    kind     TEXT    NOT NULL CHECK (kind <> ''),      -- of the decision: turn, react, ...
    keys     TEXT    NOT NULL,                         -- separated by single spaces
    at       TEXT    NOT NULL,
    link     BLOB /*! NOT NULL */,
    PRIMARY KEY (game, number, seat),
    UNIQUE (game, sequence)
) WITHOUT ROWID;

CREATE TABLE resealed (            -- games whose chain was computed again because a name was deleted from their record
    game BIGINT PRIMARY KEY REFERENCES games (id),
    at   TEXT NOT NULL
);

CREATE TABLE reasons (             -- secret until the game is over: options that computers considered (see `Reasons`)
    game    BIGINT  NOT NULL,
    number  INTEGER NOT NULL,
    seat    TEXT    NOT NULL,
    level   TEXT    NOT NULL CHECK (level <> ''),
    measure TEXT    NOT NULL CHECK (measure IN ('points', 'chance')),
    weighed TEXT    NOT NULL,                          -- a JSON list of [keys separated by spaces, worth, tries]
    PRIMARY KEY (game, number, seat),
    FOREIGN KEY (game, number, seat) REFERENCES entries (game, number, seat)
) WITHOUT ROWID;

CREATE TABLE deadlines (
    game     BIGINT  PRIMARY KEY REFERENCES games (id),
    number   INTEGER NOT NULL CHECK (number > 0),
    due      TEXT    NOT NULL,
    reminded INTEGER NOT NULL DEFAULT 0 CHECK (reminded >= 0),
    away     TEXT                                      -- the end of the clock's pause when the decision was asked
);

CREATE TABLE graces (              -- for each seat, its last extended deadline and that deadline's phase
    game       BIGINT  NOT NULL REFERENCES games (id),
    seat       TEXT    NOT NULL,
    phase_mark TEXT    NOT NULL,
    number     INTEGER NOT NULL CHECK (number > 0),
    PRIMARY KEY (game, seat)
) WITHOUT ROWID;

CREATE TABLE banks (               -- the rest of each seat's time bank in seconds; full again in another phase
    game       BIGINT NOT NULL REFERENCES games (id),
    seat       TEXT   NOT NULL,
    phase_mark TEXT   NOT NULL,
    remaining  REAL   NOT NULL CHECK (remaining >= 0),
    PRIMARY KEY (game, seat)
) WITHOUT ROWID;

CREATE TABLE heartbeats (          -- of each shard; `shards`: the number of shards at that time. A file has one shard.
    shard  INTEGER PRIMARY KEY CHECK (shard >= 0),
    shards INTEGER NOT NULL CHECK (shards > shard),
    at     TEXT    NOT NULL
);

CREATE TABLE identifies (          -- recent gateway sessions; rows that remain are a crash loop
    shard  INTEGER NOT NULL,
    moment TEXT    NOT NULL
);

CREATE TABLE messages (            -- the bot's messages for tables and tournaments
    kind        TEXT   NOT NULL CHECK (kind IN ('board', 'hand', 'ping', 'word', 'watcher', 'tournament')),
    subject     BIGINT NOT NULL,                       -- the game or tournament
    user        BIGINT NOT NULL,                       -- 0: public
    old         BIGINT NOT NULL DEFAULT 0,             -- 0: the current one; else the id of one that is not closed
    channel     BIGINT NOT NULL DEFAULT 0,
    message     BIGINT NOT NULL DEFAULT 0,             -- 0: none yet; of a hand without a nonce: no DMs are accepted
    posted_at   TEXT,                                  -- NULL: the id contains the time
    fingerprint TEXT   NOT NULL DEFAULT '',            -- a digest of the content; empty: not known
    about       TEXT   NOT NULL DEFAULT '',            -- a board's epoch; the decision and seat of a ping or word
    nonce       TEXT CHECK (nonce <> ''),              -- of a post whose message's id is not stored yet
    PRIMARY KEY (kind, subject, user, old)
) WITHOUT ROWID;
CREATE INDEX messages_by_message ON messages (message);

CREATE TABLE untold_ends (         -- games whose end is not shown yet
    game BIGINT PRIMARY KEY REFERENCES games (id)
);

CREATE TABLE watchers (            -- users who follow a table's public log by direct message
    game    BIGINT  NOT NULL REFERENCES games (id),
    user    BIGINT  NOT NULL,
    delay   INTEGER NOT NULL CHECK (delay >= 0),       -- seconds
    shown   INTEGER NOT NULL CHECK (shown >= 0),       -- the number of events in the message
    PRIMARY KEY (game, user)
) WITHOUT ROWID;

CREATE TABLE resting (             -- tables whose messages are up to date, skipped at a start; triggers delete the rows
    game    BIGINT  PRIMARY KEY REFERENCES games (id),
    number  INTEGER NOT NULL CHECK (number > 0),       -- the decision
    due     TEXT,
    program TEXT    NOT NULL CHECK (program <> '')     -- a digest of the sources
);

CREATE TABLE people (              -- `locale`: the last known language of the user's Discord client
    user     BIGINT  PRIMARY KEY,
    language TEXT,
    dms      INTEGER NOT NULL DEFAULT 1 CHECK (dms IN (0, 1)),
    ping     TEXT    NOT NULL DEFAULT 'late' CHECK (ping <> ''),
    locale   TEXT,
    confirm  TEXT    NOT NULL DEFAULT 'costs' CHECK (confirm IN ('always', 'costs', 'never')),
    words    INTEGER NOT NULL DEFAULT 0 CHECK (words IN (0, 1)), -- whether the user wants text instead of pictures
    explains INTEGER NOT NULL DEFAULT 1 CHECK (explains IN (0, 1)), -- whether panels explain each new concept once
    seen     TEXT                                      -- the day of the latest interaction
);

CREATE TABLE servers (             -- a server's settings, and when the bot greeted it and was removed from it
    guild       BIGINT  PRIMARY KEY,
    language    TEXT,                                  -- of new tables; NULL: as Discord reports it
    channels    TEXT    NOT NULL DEFAULT '[]',         -- JSON: channels and categories that allow tables; empty: all do
    kind        TEXT,                                  -- the game of /game new; NULL: its host chooses
    pace        TEXT,
    hints       INTEGER NOT NULL DEFAULT 0 CHECK (hints IN (0, 1)),
    openers     TEXT    NOT NULL DEFAULT 'everyone' CHECK (openers IN ('everyone', 'role', 'managers')),
    opener_role BIGINT,                                -- the role whose members may open tables
    log_channel BIGINT,                                -- for moderators: lists opened, ended and removed tables
    lobbies     INTEGER NOT NULL DEFAULT 3 CHECK (lobbies BETWEEN 1 AND 10), -- open ones of each host
    greeted_at  TEXT,                                  -- 'begun': a greeting is being sent
    removed_at  TEXT,                                  -- NULL: the bot is there
    threads     INTEGER NOT NULL DEFAULT 0 CHECK (threads IN (0, 1)), -- 1: each table is played in its own thread
    zone        TEXT,                                  -- IANA, of the quiet hours
    quiet       TEXT,                                  -- 22:00-07:00: no pings and no reminders; NULL: none
    call_role   BIGINT,                                -- the role that *Call players* pings; NULL: no calls
    channel_lobbies INTEGER NOT NULL DEFAULT 5 CHECK (channel_lobbies BETWEEN 1 AND 25), -- open in a channel and threads
    puzzle_channel BIGINT,                             -- the channel for the puzzle of the day; NULL: no puzzle
    puzzle_day  TEXT                                   -- of the latest one, UTC
);

CREATE TABLE schedules (           -- private: a user's times at which the clocks of tables by the day stop
    user     BIGINT PRIMARY KEY,
    zone     TEXT NOT NULL CHECK (zone <> ''),         -- IANA
    quiet    TEXT NOT NULL DEFAULT '',                 -- 22:00-07:00; empty: none
    days_off TEXT NOT NULL DEFAULT '',                 -- digits of weekdays, 0: Monday
    holidays TEXT NOT NULL DEFAULT '[]'                -- a JSON list of dates
);

CREATE TABLE unlisted (            -- users who do not want to appear in public statistics
    user BIGINT PRIMARY KEY
);

CREATE TABLE blocks (              -- private: users that a user never wants to share a table with
    user    BIGINT NOT NULL,
    blocked BIGINT NOT NULL CHECK (blocked <> user),
    PRIMARY KEY (user, blocked)
) WITHOUT ROWID;
CREATE INDEX blocks_by_blocked ON blocks (blocked);

CREATE TABLE subscriptions (       -- private: users who want a direct message when a table of a game opens on a server
    user  BIGINT NOT NULL,
    guild BIGINT NOT NULL,
    kind  TEXT   NOT NULL CHECK (kind <> ''),
    PRIMARY KEY (user, guild, kind)
) WITHOUT ROWID;
CREATE INDEX subscriptions_by_guild ON subscriptions (guild, kind);

CREATE TABLE limited_uses (        -- private: recent actions of users that a rate limit counts
    kind TEXT    NOT NULL CHECK (kind IN ('invitation', 'call', 'notice', 'opening')),
    user BIGINT  NOT NULL,
    slot INTEGER NOT NULL CHECK (slot >= 0),           -- below the number of uses that are allowed
    at   TEXT    NOT NULL,
    PRIMARY KEY (kind, user, slot)
) WITHOUT ROWID;

CREATE TABLE lessons (             -- private: the number of a lesson's steps that a user has finished
    user   BIGINT  NOT NULL,
    kind   TEXT    NOT NULL CHECK (kind <> ''),
    lesson TEXT    NOT NULL CHECK (lesson <> ''),
    step   INTEGER NOT NULL CHECK (step >= 0),
    PRIMARY KEY (user, kind, lesson)
) WITHOUT ROWID;

CREATE TABLE puzzle_answers (      -- private: the first answer of a user to the puzzle of a day
    user   BIGINT  NOT NULL,
    kind   TEXT    NOT NULL CHECK (kind <> ''),
    day    TEXT    NOT NULL CHECK (length(day) = 10),  -- UTC
    puzzle INTEGER NOT NULL CHECK (puzzle > 0),
    answer TEXT    NOT NULL CHECK (answer <> ''),      -- the key
    solved INTEGER NOT NULL CHECK (solved IN (0, 1)),
    PRIMARY KEY (user, kind, day)
) WITHOUT ROWID;

CREATE TABLE explained (           -- private: the concepts that were explained to a user
    user    BIGINT NOT NULL,
    kind    TEXT   NOT NULL CHECK (kind <> ''),
    concept TEXT   NOT NULL CHECK (concept <> ''),
    PRIMARY KEY (user, kind, concept)
) WITHOUT ROWID;

CREATE TABLE decks (
    id   BIGINT PRIMARY KEY AUTOINCREMENT,
    user BIGINT NOT NULL,
    kind TEXT   NOT NULL CHECK (kind <> ''),
    name TEXT   NOT NULL CHECK (name <> ''),
    part TEXT   NOT NULL CHECK (part <> ''),
    UNIQUE (user, kind, name)
);

CREATE TABLE standing_orders (     -- `phase_mark`: the epoch in which the order is valid
    game       BIGINT NOT NULL REFERENCES games (id),
    seat       TEXT   NOT NULL,
    standing   TEXT   NOT NULL CHECK (standing <> ''),
    phase_mark TEXT   NOT NULL,
    PRIMARY KEY (game, seat)
);

CREATE TABLE lasting_orders (      -- orders about more than windows; `topic`: in the game's own terms
    game       BIGINT NOT NULL REFERENCES games (id),
    seat       TEXT   NOT NULL,
    topic      TEXT   NOT NULL CHECK (topic <> ''),
    standing   TEXT   NOT NULL CHECK (standing <> ''),
    phase_mark TEXT   NOT NULL,
    PRIMARY KEY (game, seat, topic)
) WITHOUT ROWID;

CREATE TABLE staying_out (
    game       BIGINT NOT NULL REFERENCES games (id),
    seat       TEXT   NOT NULL,
    phase_mark TEXT   NOT NULL,
    PRIMARY KEY (game, seat)
);

CREATE TABLE votes (
    game BIGINT  NOT NULL REFERENCES games (id),
    what TEXT    NOT NULL,
    user BIGINT  NOT NULL,
    yes  INTEGER NOT NULL CHECK (yes IN (0, 1)),
    PRIMARY KEY (game, what, user)
);

CREATE TABLE proposals (           -- the substitution that a table votes on
    game     BIGINT  PRIMARY KEY REFERENCES games (id),
    number   INTEGER NOT NULL CHECK (number >= 0),     -- the number of proposals so far
    seat     TEXT,                                     -- NULL: none is proposed now
    newcomer BIGINT,                                   -- NULL: a computer
    level    TEXT CHECK (level <> '')                  -- NULL: no computer
);

CREATE TABLE offers (              -- seats that are free to take
    game       BIGINT NOT NULL REFERENCES games (id),
    seat       TEXT   NOT NULL,
    user       BIGINT,                                 -- NULL: any user
    decided_by BIGINT,                                 -- the user who decided; NULL: the table voted
    PRIMARY KEY (game, seat)
) WITHOUT ROWID;

CREATE TABLE undos (               -- the undo that a table votes on, valid until the next decision
    game   BIGINT  PRIMARY KEY REFERENCES games (id),
    number INTEGER NOT NULL CHECK (number > 0),
    seat   TEXT    NOT NULL
);

CREATE TABLE set_aside (           -- games with a damaged record, and when their table was notified
    game BIGINT PRIMARY KEY REFERENCES games (id),
    at   TEXT NOT NULL
);

CREATE TABLE troubles (            -- games that the bot has paused because it cannot use their channel
    game BIGINT PRIMARY KEY REFERENCES games (id)
);

CREATE TABLE departures (          -- players who left the server while it was their turn
    game BIGINT NOT NULL REFERENCES games (id),
    user BIGINT NOT NULL,
    PRIMARY KEY (game, user)
) WITHOUT ROWID;

CREATE TABLE notices (             -- the time of the notice to an idle table that it will be archived
    game BIGINT PRIMARY KEY REFERENCES games (id),
    at   TEXT NOT NULL
);

CREATE TABLE standings (           -- derived from results and seats; `python -m storage rebuild-stats` writes it again
    game   BIGINT  NOT NULL REFERENCES games (id),
    seat   TEXT    NOT NULL,
    user   BIGINT  NOT NULL,                           -- at the end of the game; negative: a computer
    place  INTEGER NOT NULL CHECK (place > 0),         -- the same place twice: a tie
    points INTEGER NOT NULL,
    won    INTEGER NOT NULL CHECK (won IN (0, 1)),
    PRIMARY KEY (game, seat)
) WITHOUT ROWID;
CREATE INDEX standings_by_user ON standings (user);

CREATE TABLE reliability (         -- written at the end of each game with several people
    game     BIGINT  NOT NULL REFERENCES games (id),
    user     BIGINT  NOT NULL,
    finished INTEGER NOT NULL CHECK (finished IN (0, 1)), -- whether the user has played the game to its end
    seconds  REAL CHECK (seconds >= 0),                -- the median of the user's answer times; NULL: not known
    PRIMARY KEY (game, user)
) WITHOUT ROWID;
CREATE INDEX reliability_by_user ON reliability (user, game);

CREATE TABLE reviews (             -- private: only the holder of the seat sees it
    game  BIGINT NOT NULL REFERENCES games (id),
    seat  TEXT   NOT NULL CHECK (length(seat) = 1),
    found TEXT CHECK (found <> ''),                    -- a JSON list of decisions; NULL: still to be computed
    PRIMARY KEY (game, seat)
) WITHOUT ROWID;
CREATE INDEX pending_reviews ON reviews (game) WHERE found IS NULL;

CREATE TABLE seasons (             -- of a game on a server
    id        BIGINT PRIMARY KEY AUTOINCREMENT,
    guild     BIGINT NOT NULL,
    kind      TEXT   NOT NULL CHECK (kind <> ''),
    name      TEXT   NOT NULL CHECK (name <> ''),
    opened_by BIGINT NOT NULL,
    opened    TEXT   NOT NULL,
    closed_by BIGINT,
    closed    TEXT,
    UNIQUE (guild, name)
);
CREATE UNIQUE INDEX one_open_season_a_game ON seasons (guild, kind) WHERE closed IS NULL;

CREATE TABLE memberships (         -- the users that were members of a season, with the times
    id      BIGINT PRIMARY KEY AUTOINCREMENT,
    season  BIGINT NOT NULL REFERENCES seasons (id),
    user    BIGINT NOT NULL CHECK (user > 0),
    joined  TEXT   NOT NULL,
    left_at TEXT
);
CREATE UNIQUE INDEX one_membership_at_a_time ON memberships (season, user) WHERE left_at IS NULL;
CREATE INDEX memberships_by_season ON memberships (season, user);

CREATE TABLE tournaments (
    id             BIGINT  PRIMARY KEY AUTOINCREMENT,
    guild          BIGINT  NOT NULL,
    channel        BIGINT  NOT NULL,
    kind           TEXT    NOT NULL CHECK (kind <> ''),
    language       TEXT    NOT NULL,
    options        TEXT    NOT NULL,                   -- a JSON object of strings
    pace           TEXT    NOT NULL,
    turn_seconds   INTEGER CHECK (turn_seconds > 0),
    window_seconds INTEGER CHECK (window_seconds > 0),
    bank_seconds   INTEGER CHECK (bank_seconds > 0),
    rounds         INTEGER NOT NULL CHECK (rounds > 0),
    seats          INTEGER NOT NULL CHECK (seats > 1), -- of a table, as far as the number of players allows
    organiser      BIGINT  NOT NULL,
    phase          TEXT    NOT NULL DEFAULT 'open' CHECK (phase IN ('open', 'running', 'over', 'ended')),
    created        TEXT    NOT NULL,
    finished       TEXT
);
CREATE UNIQUE INDEX one_unfinished_tournament_a_channel ON tournaments (channel) WHERE phase IN ('open', 'running');

CREATE TABLE tournament_seeds (
    tournament BIGINT PRIMARY KEY REFERENCES tournaments (id),
    seed       BLOB NOT NULL CHECK (typeof(seed) = 'blob' AND length(seed) = 32)
);

CREATE TABLE sealed_tournament_seeds ( -- like sealed_seeds
    tournament BIGINT PRIMARY KEY REFERENCES tournaments (id),
    sealed     BLOB NOT NULL CHECK (typeof(sealed) = 'blob' AND length(sealed) > 32)
);

CREATE TABLE tournament_players (
    tournament BIGINT  NOT NULL REFERENCES tournaments (id),
    position   INTEGER NOT NULL,                       -- the order of joining
    user       BIGINT  NOT NULL CHECK (user > 0),
    name       TEXT    NOT NULL CHECK (name <> ''),
    dropped    TEXT,
    cut        TEXT CHECK (cut <> ''),                 -- like those of seats
    cut_hash   TEXT CHECK (length(cut_hash) = 64),
    removed    INTEGER NOT NULL DEFAULT 0 CHECK (removed IN (0, 1)), -- by the organiser; such a player cannot come back
    PRIMARY KEY (tournament, position),
    UNIQUE (tournament, user)
);

CREATE TABLE rounds (              -- the input of each round's pairing; with the seed, the pairing can be repeated
    tournament BIGINT  NOT NULL REFERENCES tournaments (id),
    round      INTEGER NOT NULL CHECK (round > 0),
    at         TEXT    NOT NULL,
    scores     TEXT    NOT NULL,                       -- JSON: user and points of each player, in order of joining
    PRIMARY KEY (tournament, round)
) WITHOUT ROWID;

CREATE TABLE pairings (            -- table 0: a bye
    tournament BIGINT  NOT NULL,
    round      INTEGER NOT NULL,
    number     INTEGER NOT NULL CHECK (number >= 0),
    place      INTEGER NOT NULL CHECK (place >= 0),    -- the drawn order of the seats
    user       BIGINT  NOT NULL,
    PRIMARY KEY (tournament, round, number, place),
    UNIQUE (tournament, round, user),
    FOREIGN KEY (tournament, round) REFERENCES rounds (tournament, round),
    FOREIGN KEY (tournament, user) REFERENCES tournament_players (tournament, user)
) WITHOUT ROWID;

CREATE TABLE tournament_games (    -- the games of a table; the last one counts
    game       BIGINT  PRIMARY KEY REFERENCES games (id),
    tournament BIGINT  NOT NULL,
    round      INTEGER NOT NULL,
    number     INTEGER NOT NULL CHECK (number > 0),
    FOREIGN KEY (tournament, round) REFERENCES rounds (tournament, round)
);
CREATE INDEX tournament_games_by_table ON tournament_games (tournament, round, number);

CREATE TABLE rulings (             -- the organiser's rulings about a table; the last one counts
    id         BIGINT  PRIMARY KEY AUTOINCREMENT,
    tournament BIGINT  NOT NULL,
    round      INTEGER NOT NULL,
    number     INTEGER NOT NULL CHECK (number > 0),
    ruled_by   BIGINT  NOT NULL,
    at         TEXT    NOT NULL,
    places     TEXT    NOT NULL,                       -- JSON: user and place by seat; no place: no points
    FOREIGN KEY (tournament, round) REFERENCES rounds (tournament, round)
);
