-- A server may want a thread for each table. Players cut the deck: the hash of their text is part of the record. A server has
-- a role that hosts may call to their table, and a limit of open lobbies in a channel and its threads. A lobby can have
-- called players, and can start when it is full. Users can be notified of new tables.

ALTER TABLE servers ADD COLUMN threads INTEGER NOT NULL DEFAULT 0 CHECK (threads IN (0, 1));
ALTER TABLE seats ADD COLUMN cut TEXT CHECK (cut <> '');
ALTER TABLE seats ADD COLUMN cut_hash TEXT CHECK (length(cut_hash) = 64);
ALTER TABLE tournament_players ADD COLUMN cut TEXT CHECK (cut <> '');
ALTER TABLE tournament_players ADD COLUMN cut_hash TEXT CHECK (length(cut_hash) = 64);
ALTER TABLE servers ADD COLUMN call_role BIGINT;
ALTER TABLE servers ADD COLUMN channel_lobbies INTEGER NOT NULL DEFAULT 5 CHECK (channel_lobbies BETWEEN 1 AND 25);
ALTER TABLE games ADD COLUMN called INTEGER NOT NULL DEFAULT 0 CHECK (called IN (0, 1));
ALTER TABLE games ADD COLUMN starts_full INTEGER NOT NULL DEFAULT 0 CHECK (starts_full IN (0, 1));
CREATE TABLE subscriptions (       -- private: users who want a direct message when a table of a game opens on a server
    user  BIGINT NOT NULL,
    guild BIGINT NOT NULL,
    kind  TEXT   NOT NULL CHECK (kind <> ''),
    PRIMARY KEY (user, guild, kind)
) WITHOUT ROWID;
CREATE INDEX subscriptions_by_guild ON subscriptions (guild, kind);

-- Users learn a game step by step in a lesson and continue where they stopped.

CREATE TABLE lessons (             -- private: how many steps of a lesson a user has behind them
    user   BIGINT  NOT NULL,
    kind   TEXT    NOT NULL CHECK (kind <> ''),
    lesson TEXT    NOT NULL CHECK (lesson <> ''),
    step   INTEGER NOT NULL CHECK (step >= 0),
    PRIMARY KEY (user, kind, lesson)
) WITHOUT ROWID;

-- Tables by the day: users' schedules, the end of a break with a deadline, weekends off, and quiet hours of servers.

CREATE TABLE schedules (           -- private: when the clocks of tables by the day stand still for a user
    user     BIGINT PRIMARY KEY,
    zone     TEXT NOT NULL CHECK (zone <> ''),         -- IANA
    quiet    TEXT NOT NULL DEFAULT '',                 -- 22:00-07:00; empty: none
    days_off TEXT NOT NULL DEFAULT '',                 -- digits of weekdays, 0: Monday
    holidays TEXT NOT NULL DEFAULT '[]'                -- a JSON list of dates
);
ALTER TABLE deadlines ADD COLUMN away TEXT;
ALTER TABLE games ADD COLUMN weekends_off INTEGER NOT NULL DEFAULT 0 CHECK (weekends_off IN (0, 1));
ALTER TABLE servers ADD COLUMN zone TEXT;
ALTER TABLE servers ADD COLUMN quiet TEXT;

-- How reliably users play, and what a table requires of them. Answer times of earlier games are not known.

CREATE TABLE reliability (         -- written at the end of each game with several people
    game     BIGINT  NOT NULL REFERENCES games (id),
    user     BIGINT  NOT NULL,
    finished INTEGER NOT NULL CHECK (finished IN (0, 1)), -- whether the user has played the game to its end
    seconds  REAL CHECK (seconds >= 0),                -- the median of the user's answer times; NULL: not known
    PRIMARY KEY (game, user)
) WITHOUT ROWID;
CREATE INDEX reliability_by_user ON reliability (user, game);
ALTER TABLE games ADD COLUMN least_share INTEGER CHECK (least_share BETWEEN 1 AND 100);
ALTER TABLE games ADD COLUMN longest_answer INTEGER CHECK (longest_answer > 0);
INSERT INTO reliability (game, user, finished)
SELECT seats.game, seats.user, CASE WHEN seats.left_at IS NULL THEN 1 ELSE 0 END
FROM seats JOIN games ON games.id = seats.game
WHERE games.phase = 'over' AND seats.computer = 0 AND seats.user > 0 AND seats.user < 4611686018427387904
    AND (seats.left_at IS NULL OR seats.vacated IN ('left', 'late'))
    AND (SELECT COUNT(*) FROM seats AS other WHERE other.game = seats.game AND other.computer = 0) > 1;

-- Players review their own decisions after a game, and play it again from one of them.

CREATE TABLE reviews (             -- private: only the holder of the seat sees it
    game  BIGINT NOT NULL REFERENCES games (id),
    seat  TEXT   NOT NULL CHECK (length(seat) = 1),
    found TEXT CHECK (found <> ''),                    -- a JSON list of decisions; NULL: still to be computed
    PRIMARY KEY (game, seat)
) WITHOUT ROWID;
CREATE INDEX pending_reviews ON reviews (game) WHERE found IS NULL;
ALTER TABLE games ADD COLUMN practice_of BIGINT;

-- Users answer the puzzle of the day, and each new concept is explained to them once. A server can have the puzzle posted.

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
ALTER TABLE people ADD COLUMN explains INTEGER NOT NULL DEFAULT 1 CHECK (explains IN (0, 1));
ALTER TABLE servers ADD COLUMN puzzle_channel BIGINT;
ALTER TABLE servers ADD COLUMN puzzle_day TEXT;

-- Limits of invitations, calls and notifications hold in all processes, and after a restart. The board that someone points at
-- is found by its message.

CREATE TABLE limited_uses (        -- private: what users have done lately that a rate limit counts
    kind TEXT    NOT NULL CHECK (kind IN ('invitation', 'call', 'notice', 'opening')),
    user BIGINT  NOT NULL,
    slot INTEGER NOT NULL CHECK (slot >= 0),           -- below the number of uses that are allowed
    at   TEXT    NOT NULL,
    PRIMARY KEY (kind, user, slot)
) WITHOUT ROWID;
CREATE INDEX messages_by_message ON messages (message);

-- The levels of computers are registered in the code only, so that a new one needs no change of the schema.

ALTER TABLE seats RENAME COLUMN level TO old_level;
ALTER TABLE seats ADD COLUMN level TEXT NOT NULL DEFAULT 'normal' CHECK (level <> '');
UPDATE seats SET level = old_level WHERE old_level <> 'normal';
ALTER TABLE seats DROP COLUMN old_level;
ALTER TABLE proposals RENAME COLUMN level TO old_level;
ALTER TABLE proposals ADD COLUMN level TEXT CHECK (level <> '');
UPDATE proposals SET level = old_level WHERE old_level IS NOT NULL;
ALTER TABLE proposals DROP COLUMN old_level;
