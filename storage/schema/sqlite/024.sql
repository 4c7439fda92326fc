CREATE TRIGGER messages_wake_by_delete AFTER DELETE ON messages WHEN OLD.old = 0 AND OLD.kind IN ('board', 'hand')
    BEGIN DELETE FROM resting WHERE game = OLD.subject; END;
