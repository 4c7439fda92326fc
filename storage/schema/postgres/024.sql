CREATE FUNCTION note_change_of_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM resting WHERE game = OLD.subject;
    IF OLD.kind = 'hand' THEN
        INSERT INTO changes (game, by, worker)
        VALUES (OLD.subject, pg_current_xact_id(), COALESCE(current_setting('krupier.worker', true), ''))
        ON CONFLICT (game) DO UPDATE SET by = excluded.by, worker = excluded.worker WHERE changes.by <> excluded.by;
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER messages_are_followed AFTER DELETE ON messages
    FOR EACH ROW WHEN (OLD.old = 0 AND OLD.kind IN ('board', 'hand')) EXECUTE FUNCTION note_change_of_message();
CREATE TRIGGER boards_wake AFTER UPDATE OF posted_at ON messages
    FOR EACH ROW WHEN (OLD.kind = 'board') EXECUTE FUNCTION note_change_of_message();
