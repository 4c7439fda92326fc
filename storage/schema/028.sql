-- Users can be forgotten: what is only ever added to may lose its users' ids and names, and nothing else. Stand-ins of
-- users are numbered from 4611686018427387904 (2 to the power of 62) on. Users can block others.

CREATE TABLE resealed (            -- games whose chain was computed again because a name was deleted from their record
    game BIGINT PRIMARY KEY REFERENCES games (id),
    at   TEXT NOT NULL
);
CREATE TABLE blocks (              -- private: users whom a user never wants to be seated with
    user    BIGINT NOT NULL,
    blocked BIGINT NOT NULL CHECK (blocked <> user),
    PRIMARY KEY (user, blocked)
) WITHOUT ROWID;
CREATE INDEX blocks_by_blocked ON blocks (blocked);
