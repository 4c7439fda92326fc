DROP TRIGGER substitutions_never_change ON substitutions;
DROP TRIGGER seat_changes_never_change ON seat_changes;
DROP TRIGGER seasons_are_only_closed ON seasons;
DROP TRIGGER memberships_only_end ON memberships;
DROP TRIGGER rounds_never_change ON rounds;
DROP TRIGGER pairings_never_change ON pairings;
DROP TRIGGER rulings_never_change ON rulings;
CREATE FUNCTION refuse_but_resealing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.game, NEW.number, NEW.seat, NEW.sequence, NEW.kind, NEW.keys, NEW.at)
        IS DISTINCT FROM (OLD.game, OLD.number, OLD.seat, OLD.sequence, OLD.kind, OLD.keys, OLD.at)
        OR NOT EXISTS (SELECT 1 FROM resealed WHERE game = OLD.game) THEN
        RAISE EXCEPTION USING MESSAGE = TG_ARGV[0], ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END
$$;
DROP TRIGGER entries_never_change ON entries;
CREATE TRIGGER entries_never_change BEFORE UPDATE ON entries FOR EACH ROW
    EXECUTE FUNCTION refuse_but_resealing('the record is only ever added to');
