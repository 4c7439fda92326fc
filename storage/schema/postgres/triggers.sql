-- The triggers of PostgreSQL only, and the functions that triggers call.

CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION USING MESSAGE = TG_ARGV[0], ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE TRIGGER sealed_seeds_are_never_emptied BEFORE TRUNCATE ON sealed_seeds
    EXECUTE FUNCTION refuse('a seed is kept for ever');
CREATE TRIGGER sealed_tournament_seeds_are_never_emptied BEFORE TRUNCATE ON sealed_tournament_seeds
    EXECUTE FUNCTION refuse('a seed is kept for ever');

-- Deletes the row in `resting` of the table whose messages show other things now. Without an argument, also notes the
-- change for other processes.
CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    changed BIGINT;
BEGIN
    IF TG_TABLE_NAME = 'games' THEN changed := NEW.id;
    ELSIF TG_TABLE_NAME = 'messages' THEN changed := OLD.subject;
    ELSIF TG_OP = 'DELETE' THEN changed := OLD.game;
    ELSE changed := NEW.game;
    END IF;
    DELETE FROM resting WHERE game = changed;
    IF TG_NARGS = 0 THEN
        INSERT INTO changes (game, by, worker)
        VALUES (changed, pg_current_xact_id(), COALESCE(current_setting('krupier.worker', true), ''))
        ON CONFLICT (game) DO UPDATE SET by = excluded.by, worker = excluded.worker WHERE changes.by <> excluded.by;
    END IF;
    RETURN NULL;
END
$$;
CREATE FUNCTION wake_of_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM resting WHERE game IN (SELECT game FROM seats WHERE "user" = NEW."user");
    RETURN NULL;
END
$$;

-- A trigger for each table whose rows change what messages show. Every answer to a decision changes games.link.
CREATE TRIGGER games_are_followed
    AFTER INSERT OR UPDATE OF channel, language, options, turn_seconds, window_seconds, bank_seconds, pace, hints, access,
        invited, words, host, phase, started, paused_at, remaining, link ON games
    FOR EACH ROW EXECUTE FUNCTION note_change();
CREATE TRIGGER {followed}_are_followed AFTER INSERT OR UPDATE OR DELETE ON {followed} FOR EACH ROW EXECUTE FUNCTION note_change();
CREATE TRIGGER watchers_are_followed AFTER INSERT OR DELETE ON watchers FOR EACH ROW EXECUTE FUNCTION note_change();

-- A process that claims a deleted board may die before it posts the next one.
CREATE TRIGGER boards_wake_by_delete AFTER DELETE ON messages
    FOR EACH ROW WHEN (OLD.old = 0 AND OLD.kind = 'board') EXECUTE FUNCTION note_change('only in resting');
CREATE TRIGGER boards_wake_by_update AFTER UPDATE OF posted_at ON messages
    FOR EACH ROW WHEN (OLD.kind = 'board') EXECUTE FUNCTION note_change('only in resting');
CREATE TRIGGER hands_are_followed AFTER DELETE ON messages
    FOR EACH ROW WHEN (OLD.old = 0 AND OLD.kind = 'hand') EXECUTE FUNCTION note_change();
CREATE TRIGGER set_aside_wake AFTER INSERT OR UPDATE OR DELETE ON set_aside
    FOR EACH ROW EXECUTE FUNCTION note_change('only in resting');
CREATE TRIGGER people_wake AFTER INSERT OR UPDATE ON people FOR EACH ROW EXECUTE FUNCTION wake_of_person();
