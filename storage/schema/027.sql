-- The settings of servers (see schema.sql).

CREATE TABLE servers (             -- a server's settings, and when the bot greeted it and was removed from it
    guild       BIGINT  PRIMARY KEY,
    language    TEXT,                                  -- of new tables; NULL: as Discord reports it
    channels    TEXT    NOT NULL DEFAULT '[]',         -- JSON: channels and categories that allow tables; empty: all do
    kind        TEXT,                                  -- the game of /game new; NULL: its host chooses
    pace        TEXT,
    hints       INTEGER NOT NULL DEFAULT 0 CHECK (hints IN (0, 1)),
    openers     TEXT    NOT NULL DEFAULT 'everyone' CHECK (openers IN ('everyone', 'role', 'managers')),
    opener_role BIGINT,                                -- whose members may open tables
    log_channel BIGINT,                                -- where moderators see who opened, ended and removed what
    lobbies     INTEGER NOT NULL DEFAULT 3 CHECK (lobbies BETWEEN 1 AND 10), -- open ones of each host
    greeted_at  TEXT,
    removed_at  TEXT                                   -- NULL: the bot is there
);
