-- Seeds of games that are not over, where the operator has given a key (KRUPIER_SECRET_KEY); all others stand in `seeds`.

CREATE TABLE sealed_seeds (
    game   INTEGER PRIMARY KEY REFERENCES games (id),
    sealed BLOB NOT NULL CHECK (typeof(sealed) = 'blob' AND length(sealed) > 32)
);
CREATE TRIGGER sealed_seeds_are_no_others BEFORE INSERT ON sealed_seeds
    WHEN EXISTS (SELECT 1 FROM seeds WHERE game = NEW.game)
    BEGIN SELECT RAISE(ABORT, 'a seed is what was committed to'); END;
CREATE TRIGGER sealed_seeds_go_only_at_the_end BEFORE DELETE ON sealed_seeds
    WHEN EXISTS (SELECT 1 FROM games WHERE id = OLD.game AND phase IN ('lobby', 'running'))
    BEGIN SELECT RAISE(ABORT, 'a seed is kept for ever'); END;
