-- Seeds of tournaments that are not over, where the operator has given a key (KRUPIER_SECRET_KEY); all others stand in
-- `tournament_seeds`.

CREATE TABLE sealed_tournament_seeds (
    tournament INTEGER PRIMARY KEY REFERENCES tournaments (id),
    sealed     BLOB NOT NULL CHECK (typeof(sealed) = 'blob' AND length(sealed) > 32)
);
CREATE TRIGGER sealed_tournament_seeds_are_no_others BEFORE INSERT ON sealed_tournament_seeds
    WHEN EXISTS (SELECT 1 FROM tournament_seeds WHERE tournament = NEW.tournament)
    BEGIN SELECT RAISE(ABORT, 'a seed is what was committed to'); END;
CREATE TRIGGER sealed_tournament_seeds_go_only_at_the_end BEFORE DELETE ON sealed_tournament_seeds
    WHEN EXISTS (SELECT 1 FROM tournaments WHERE id = OLD.tournament AND phase IN ('open', 'running'))
    BEGIN SELECT RAISE(ABORT, 'a seed is kept for ever'); END;
