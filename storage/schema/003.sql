-- What is still to be put right where people see it, so that a crash in between leaves nothing behind.

CREATE TABLE old_boards (          -- messages that a newer board has taken the place of, until their buttons are gone
    game    INTEGER NOT NULL REFERENCES games (id),
    channel INTEGER NOT NULL,
    message INTEGER NOT NULL,
    PRIMARY KEY (game, message)
) WITHOUT ROWID;

CREATE TABLE untold_ends (         -- games whose end nobody has been shown yet
    game INTEGER PRIMARY KEY REFERENCES games (id)
);
