DROP TRIGGER substitutions_never_change;
DROP TRIGGER seat_changes_never_change;
DROP TRIGGER seasons_are_only_closed;
DROP TRIGGER memberships_only_end;
DROP TRIGGER rounds_never_change;
DROP TRIGGER pairings_never_change;
DROP TRIGGER rulings_never_change;
DROP TRIGGER entries_never_change;
CREATE TRIGGER entries_never_change BEFORE UPDATE ON entries
    WHEN OLD.game <> NEW.game OR NEW.number <> OLD.number OR NEW.seat <> OLD.seat OR NEW.sequence <> OLD.sequence
        OR NEW.kind <> OLD.kind OR NEW.keys <> OLD.keys OR NEW.at <> OLD.at OR NEW.link IS NULL
        OR (OLD.link IS NOT NULL AND NOT EXISTS (SELECT 1 FROM resealed WHERE game = OLD.game))
    BEGIN SELECT RAISE(ABORT, 'the record is only ever added to'); END;
