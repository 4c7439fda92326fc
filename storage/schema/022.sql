-- The reasons of computer players (see schema.sql).

CREATE TABLE reasons (
    game    BIGINT  NOT NULL,
    number  INTEGER NOT NULL,
    seat    TEXT    NOT NULL,
    level   TEXT    NOT NULL CHECK (level <> ''),
    measure TEXT    NOT NULL CHECK (measure IN ('points', 'chance')),
    weighed TEXT    NOT NULL,
    PRIMARY KEY (game, number, seat),
    FOREIGN KEY (game, number, seat) REFERENCES entries (game, number, seat)
) WITHOUT ROWID;
