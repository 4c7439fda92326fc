-- The indexes and tables of PostgreSQL only: they coordinate several processes.

CREATE INDEX substitutions_by_game ON substitutions (game);

-- Tables that the operator's shell asks the bots to close.
CREATE TABLE close_requests (game BIGINT PRIMARY KEY REFERENCES games (id));

-- The last change of each table: its transaction and process (krupier.worker). Other processes find here the
-- changes of which they got no notification. Clocks are not in it: they change together with a table that is in it.
CREATE TABLE changes (
    game   BIGINT PRIMARY KEY,
    by     XID8 NOT NULL,
    worker TEXT COLLATE "C" NOT NULL
);
CREATE INDEX changes_in_order ON changes (by);
