-- When somebody wants to be asked once more before an answer counts; and the orders of a seat that are about more than
-- windows: how a series of questions is answered, and what is let pass until its owner says otherwise.

ALTER TABLE people ADD COLUMN confirm TEXT NOT NULL DEFAULT 'costs' CHECK (confirm IN ('always', 'costs', 'never'));

CREATE TABLE lasting_orders (
    game       INTEGER NOT NULL REFERENCES games (id),
    seat       TEXT    NOT NULL,
    topic      TEXT    NOT NULL CHECK (topic <> ''),     -- what it is about, in the game's own word
    standing   TEXT    NOT NULL CHECK (standing <> ''),
    phase_mark TEXT    NOT NULL,
    PRIMARY KEY (game, seat, topic)
) WITHOUT ROWID;
