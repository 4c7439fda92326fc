-- What calls somebody to the table, until the decision is over; who had a grace; and time banks.

CREATE TABLE calls (               -- pings and private words that are taken back, also after a crash
    game    INTEGER NOT NULL REFERENCES games (id),
    number  INTEGER NOT NULL CHECK (number > 0),      -- the decision that they are about
    seat    TEXT    NOT NULL,
    kind    TEXT    NOT NULL CHECK (kind IN ('ping', 'word', 'late')),
    channel INTEGER NOT NULL,
    message INTEGER NOT NULL,
    PRIMARY KEY (game, message)
) WITHOUT ROWID;

CREATE TABLE graces (              -- the last time that was prolonged for each seat, and in which phase
    game       INTEGER NOT NULL REFERENCES games (id),
    seat       TEXT    NOT NULL,
    phase_mark TEXT    NOT NULL,
    number     INTEGER NOT NULL CHECK (number > 0),
    PRIMARY KEY (game, seat)
) WITHOUT ROWID;

ALTER TABLE games ADD COLUMN bank_seconds INTEGER CHECK (bank_seconds > 0);   -- NULL: there are no banks

CREATE TABLE banks (               -- what is left of each seat's bank, in seconds; in another phase it is full again
    game       INTEGER NOT NULL REFERENCES games (id),
    seat       TEXT    NOT NULL,
    phase_mark TEXT    NOT NULL,
    remaining  REAL    NOT NULL CHECK (remaining >= 0),
    PRIMARY KEY (game, seat)
) WITHOUT ROWID;
