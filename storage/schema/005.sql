-- The table `votes` held seven kinds of fact; from now on it holds consents, and every other fact has a table of its own.

CREATE TABLE proposals (           -- the substitution that a table is asked about
    game     INTEGER PRIMARY KEY REFERENCES games (id),
    number   INTEGER NOT NULL CHECK (number >= 0),   -- how many have been proposed: the number of the latest one
    seat     TEXT,                                   -- NULL: none is proposed now
    newcomer INTEGER                                 -- NULL: a computer
);

CREATE TABLE offers (              -- seats that the table has agreed to hand over
    game INTEGER NOT NULL REFERENCES games (id),
    seat TEXT    NOT NULL,
    user INTEGER,                                    -- NULL: to whoever comes first
    PRIMARY KEY (game, seat)
) WITHOUT ROWID;

CREATE TABLE troubles (            -- games that the bot itself has paused, because their place fails them
    game INTEGER PRIMARY KEY REFERENCES games (id)
);

CREATE TABLE departures (          -- people who were waited for and are no longer in the server
    game INTEGER NOT NULL REFERENCES games (id),
    user INTEGER NOT NULL,
    PRIMARY KEY (game, user)
) WITHOUT ROWID;

CREATE TABLE notices (             -- when a quiet table was told that it will be archived
    game INTEGER PRIMARY KEY REFERENCES games (id),
    at   TEXT NOT NULL
);

INSERT INTO proposals (game, number) SELECT game, MAX(user) FROM votes WHERE what = 'proposals' GROUP BY game;
INSERT INTO proposals (game, number, seat, newcomer)
    SELECT game, 0, substr(MIN(what), 9), CASE WHEN user > 0 THEN user END
    FROM votes WHERE what LIKE 'propose:%' GROUP BY game
    ON CONFLICT (game) DO UPDATE SET seat = excluded.seat, newcomer = excluded.newcomer;
INSERT INTO offers (game, seat, user)
    SELECT game, substr(what, 6), CASE WHEN MIN(user) > 0 THEN MIN(user) END
    FROM votes WHERE what LIKE 'open:%' GROUP BY game, what;
INSERT INTO troubles (game) SELECT DISTINCT game FROM votes WHERE what = 'trouble' AND yes;
INSERT INTO departures (game, user) SELECT game, user FROM votes WHERE what = 'left_server' AND yes;
INSERT INTO notices (game, at)
    SELECT game, strftime('%Y-%m-%dT%H:%M:%S.000000+00:00', MAX(user), 'unixepoch')
    FROM votes WHERE what = 'notice' GROUP BY game;

DELETE FROM votes
WHERE what IN ('proposals', 'trouble', 'left_server', 'notice') OR what LIKE 'propose:%' OR what LIKE 'open:%';
