-- The undo that a table is asked about: it is over as soon as another decision is asked, whatever number that has.

CREATE TABLE undos (
    game   INTEGER PRIMARY KEY REFERENCES games (id),
    number INTEGER NOT NULL CHECK (number > 0),      -- the decision that was asked when the undo was proposed
    seat   TEXT    NOT NULL                          -- who wants to take back
);

-- Who follows a running table's public log by DM, and how late.

CREATE TABLE watchers (
    game    INTEGER NOT NULL REFERENCES games (id),
    user    INTEGER NOT NULL,
    delay   INTEGER NOT NULL CHECK (delay >= 0),     -- seconds
    channel INTEGER NOT NULL,                        -- of the DM
    message INTEGER NOT NULL,
    shown   INTEGER NOT NULL CHECK (shown >= 0),     -- so many events stand in the message
    PRIMARY KEY (game, user)
) WITHOUT ROWID;
