-- Who came where in finished games. Derived from the games' results and seats, and never the truth itself: it may be
-- thrown away at any time; `python -m storage rebuild-stats` makes it again.

CREATE TABLE standings (
    game   INTEGER NOT NULL REFERENCES games (id),
    seat   TEXT    NOT NULL,
    user   INTEGER NOT NULL,                          -- who held the seat at the end; below zero: a computer
    place  INTEGER NOT NULL CHECK (place > 0),        -- equal places: a tie that nothing decided
    points INTEGER NOT NULL,
    won    INTEGER NOT NULL CHECK (won IN (0, 1)),
    PRIMARY KEY (game, seat)
) WITHOUT ROWID;
CREATE INDEX standings_by_user ON standings (user);
CREATE INDEX games_with_a_winner ON games (kind, finished) WHERE phase = 'over';
