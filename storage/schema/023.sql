-- Why a computer plays for the holder of a seat, who offered a seat alone, and every change of a seat's holder. Both
-- decide who may take over a seat and so see its hand. Offers made before are withdrawn: no one knows who decided them.

ALTER TABLE seats ADD COLUMN vacated TEXT CHECK (vacated IN ('left', 'late', 'voted', 'managed'));
ALTER TABLE offers ADD COLUMN decided_by BIGINT;   -- the user who decided alone; NULL: the table decided
DELETE FROM offers;

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

CREATE INDEX games_by_host ON games (host, created);   -- a limit counts the tables that a user has opened
