-- The triggers of SQLite only. `OR REPLACE` deletes a row without a DELETE trigger, so these tables refuse it themselves.

CREATE TRIGGER seeds_are_never_replaced BEFORE INSERT ON seeds
    WHEN EXISTS (SELECT 1 FROM seeds WHERE game = NEW.game)
    BEGIN SELECT RAISE(ABORT, 'a seed is what was committed to'); END;
CREATE TRIGGER tournament_seeds_are_never_replaced BEFORE INSERT ON tournament_seeds
    WHEN EXISTS (SELECT 1 FROM tournament_seeds WHERE tournament = NEW.tournament)
    BEGIN SELECT RAISE(ABORT, 'a seed is what was committed to'); END;
CREATE TRIGGER entries_are_never_replaced BEFORE INSERT ON entries
    WHEN EXISTS (SELECT 1 FROM entries WHERE game = NEW.game AND number = NEW.number AND seat = NEW.seat)
        OR EXISTS (SELECT 1 FROM entries WHERE game = NEW.game AND sequence = NEW.sequence)
    BEGIN SELECT RAISE(ABORT, 'the record is only ever added to'); END;
CREATE TRIGGER entries_are_chained BEFORE INSERT ON entries WHEN NEW.link IS NULL
    BEGIN SELECT RAISE(ABORT, 'an answer is chained to the one before'); END;

-- A change of what a table's messages show deletes its row in `resting`.
CREATE TRIGGER games_wake AFTER UPDATE OF
    guild, channel, language, options, turn_seconds, window_seconds, bank_seconds, pace, hints, access, invited, words,
    host, phase, started, paused_at, link ON games
    BEGIN DELETE FROM resting WHERE game = NEW.id; END;
CREATE TRIGGER {followed}_wake_by_insert AFTER INSERT ON {followed} BEGIN DELETE FROM resting WHERE game = NEW.game; END;
CREATE TRIGGER {followed}_wake_by_update AFTER UPDATE ON {followed} BEGIN DELETE FROM resting WHERE game = NEW.game; END;
CREATE TRIGGER {followed}_wake_by_delete AFTER DELETE ON {followed} BEGIN DELETE FROM resting WHERE game = OLD.game; END;
CREATE TRIGGER set_aside_wake_by_insert AFTER INSERT ON set_aside BEGIN DELETE FROM resting WHERE game = NEW.game; END;
CREATE TRIGGER set_aside_wake_by_update AFTER UPDATE ON set_aside BEGIN DELETE FROM resting WHERE game = NEW.game; END;
CREATE TRIGGER set_aside_wake_by_delete AFTER DELETE ON set_aside BEGIN DELETE FROM resting WHERE game = OLD.game; END;
CREATE TRIGGER messages_wake_by_delete AFTER DELETE ON messages WHEN OLD.old = 0 AND OLD.kind IN ('board', 'hand')
    BEGIN DELETE FROM resting WHERE game = OLD.subject; END;
CREATE TRIGGER people_wake_by_insert AFTER INSERT ON people
    BEGIN DELETE FROM resting WHERE game IN (SELECT game FROM seats WHERE user = NEW.user); END;
CREATE TRIGGER people_wake_by_update AFTER UPDATE ON people
    BEGIN DELETE FROM resting WHERE game IN (SELECT game FROM seats WHERE user = NEW.user); END;
