-- What each seat brings to a table (a deck, say), and the lists that people keep for another evening.
-- Both are their owner's secret as long as a game runs that is played with them.

ALTER TABLE seats ADD COLUMN part TEXT CHECK (part <> '');   -- NULL: nothing was chosen

CREATE TABLE decks (
    id   INTEGER PRIMARY KEY AUTOINCREMENT,
    user INTEGER NOT NULL,
    kind TEXT    NOT NULL CHECK (kind <> ''),
    name TEXT    NOT NULL CHECK (name <> ''),
    part TEXT    NOT NULL CHECK (part <> ''),
    UNIQUE (user, kind, name)
);
