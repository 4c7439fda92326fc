-- Krupier's first schema. Never edited once landed: a change is a file with the next number.
-- Moments are UTC, ISO 8601 with microseconds; they sort as text. Users, channels and messages are Discord's ids.

PRAGMA application_id = 0x4B525550; -- 'KRUP': other programs' databases are refused

CREATE TABLE games (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    guild          INTEGER,
    channel        INTEGER NOT NULL,
    kind           TEXT    NOT NULL CHECK (kind <> ''),
    edition        INTEGER NOT NULL CHECK (edition > 0),
    language       TEXT    NOT NULL,
    options        TEXT    NOT NULL, -- JSON, words to words
    turn_seconds   INTEGER CHECK (turn_seconds > 0),   -- NULL waits for everybody
    window_seconds INTEGER CHECK (window_seconds > 0),
    pace           TEXT    NOT NULL,
    host           INTEGER NOT NULL,
    phase          TEXT    NOT NULL DEFAULT 'lobby' CHECK (phase IN ('lobby', 'running', 'over', 'ended')),
    created        TEXT    NOT NULL,
    started        TEXT,
    finished       TEXT,
    result         TEXT,             -- JSON
    told           INTEGER NOT NULL DEFAULT 0 CHECK (told >= 0),
    paused_at      TEXT,
    remaining      REAL CHECK (remaining >= 0)
);
CREATE UNIQUE INDEX one_unfinished_game_a_channel ON games (channel) WHERE phase IN ('lobby', 'running');
CREATE INDEX games_by_channel ON games (channel, id);

CREATE TABLE seeds (
    game INTEGER PRIMARY KEY REFERENCES games (id),
    seed BLOB NOT NULL CHECK (typeof(seed) = 'blob' AND length(seed) = 32)
);
CREATE TRIGGER seeds_are_never_deleted BEFORE DELETE ON seeds
    BEGIN SELECT RAISE(ABORT, 'a seed is kept for ever'); END;
CREATE TRIGGER seeds_never_change BEFORE UPDATE ON seeds
    BEGIN SELECT RAISE(ABORT, 'a seed is what was committed to'); END;
CREATE TRIGGER seeds_are_never_replaced BEFORE INSERT ON seeds
    WHEN EXISTS (SELECT 1 FROM seeds WHERE game = NEW.game)
    BEGIN SELECT RAISE(ABORT, 'a seed is what was committed to'); END;

CREATE TABLE seats (
    game        INTEGER NOT NULL REFERENCES games (id),
    position    INTEGER NOT NULL,                       -- the order of joining
    seat        TEXT CHECK (length(seat) = 1),          -- NULL in the lobby
    user        INTEGER NOT NULL,                       -- below zero: a computer
    name        TEXT    NOT NULL CHECK (name <> ''),
    record_name TEXT,                                   -- the name at the start, as the record has it
    computer    INTEGER NOT NULL DEFAULT 0 CHECK (computer IN (0, 1)),
    joined      TEXT,
    left_at     TEXT,
    absences    INTEGER NOT NULL DEFAULT 0 CHECK (absences >= 0),
    PRIMARY KEY (game, position),
    UNIQUE (game, user),
    UNIQUE (game, seat)
);
CREATE INDEX seats_by_user ON seats (user);

CREATE TABLE substitutions (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    game         INTEGER NOT NULL REFERENCES games (id),
    seat         TEXT    NOT NULL,
    at           TEXT    NOT NULL,
    former_user  INTEGER NOT NULL,
    former_name  TEXT    NOT NULL,
    user         INTEGER NOT NULL,
    name         TEXT    NOT NULL,
    computer     INTEGER NOT NULL CHECK (computer IN (0, 1))
);
CREATE INDEX substitutions_by_former_user ON substitutions (former_user);
CREATE TRIGGER substitutions_are_never_deleted BEFORE DELETE ON substitutions
    BEGIN SELECT RAISE(ABORT, 'who sat where is kept for ever'); END;
CREATE TRIGGER substitutions_never_change BEFORE UPDATE ON substitutions
    BEGIN SELECT RAISE(ABORT, 'who sat where is kept for ever'); END;

-- The record: answers in the order in which they stood. Only ever added to.
CREATE TABLE entries (
    game     INTEGER NOT NULL REFERENCES games (id),
    number   INTEGER NOT NULL CHECK (number > 0),
    seat     TEXT    NOT NULL CHECK (seat <> ''),       -- a, b, c ..., chance or clock
    sequence INTEGER NOT NULL CHECK (sequence >= 0),
    kind     TEXT    NOT NULL CHECK (kind <> ''),       -- what was asked: turn, react, ...
    keys     TEXT    NOT NULL,                          -- separated by single spaces
    at       TEXT    NOT NULL,
    PRIMARY KEY (game, number, seat),
    UNIQUE (game, sequence)
) WITHOUT ROWID;
CREATE TRIGGER entries_are_never_deleted BEFORE DELETE ON entries
    BEGIN SELECT RAISE(ABORT, 'the record is only ever added to'); END;
CREATE TRIGGER entries_never_change BEFORE UPDATE ON entries
    BEGIN SELECT RAISE(ABORT, 'the record is only ever added to'); END;
CREATE TRIGGER entries_are_never_replaced BEFORE INSERT ON entries
    WHEN EXISTS (SELECT 1 FROM entries WHERE game = NEW.game AND number = NEW.number AND seat = NEW.seat)
        OR EXISTS (SELECT 1 FROM entries WHERE game = NEW.game AND sequence = NEW.sequence)
    BEGIN SELECT RAISE(ABORT, 'the record is only ever added to'); END;

CREATE TABLE deadlines (
    game     INTEGER PRIMARY KEY REFERENCES games (id),
    number   INTEGER NOT NULL CHECK (number > 0),
    due      TEXT    NOT NULL,
    reminded INTEGER NOT NULL DEFAULT 0 CHECK (reminded >= 0)
);

CREATE TABLE heartbeat (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at TEXT NOT NULL
);

CREATE TABLE boards (
    game    INTEGER PRIMARY KEY REFERENCES games (id),
    channel INTEGER NOT NULL,
    message INTEGER NOT NULL,
    posted  TEXT    NOT NULL
);

CREATE TABLE hand_messages (
    game    INTEGER NOT NULL REFERENCES games (id),
    user    INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    message INTEGER NOT NULL,
    PRIMARY KEY (game, user)
);

CREATE TABLE people (
    user     INTEGER PRIMARY KEY,
    language TEXT,
    dms      INTEGER NOT NULL DEFAULT 1 CHECK (dms IN (0, 1)),
    ping     TEXT    NOT NULL DEFAULT 'late' CHECK (ping <> '')
);

-- What a seat asked for in windows; holds for the phase whose mark it carries.
CREATE TABLE standing_orders (
    game       INTEGER NOT NULL REFERENCES games (id),
    seat       TEXT    NOT NULL,
    standing   TEXT    NOT NULL CHECK (standing <> ''),
    phase_mark TEXT    NOT NULL,
    PRIMARY KEY (game, seat)
);
CREATE TABLE staying_out (
    game       INTEGER NOT NULL REFERENCES games (id),
    seat       TEXT    NOT NULL,
    phase_mark TEXT    NOT NULL,
    PRIMARY KEY (game, seat)
);

CREATE TABLE votes (
    game INTEGER NOT NULL REFERENCES games (id),
    what TEXT    NOT NULL,
    user INTEGER NOT NULL,
    yes  INTEGER NOT NULL CHECK (yes IN (0, 1)),
    PRIMARY KEY (game, what, user)
);
