DROP TRIGGER games_wake;
CREATE TRIGGER games_wake AFTER UPDATE OF
    guild, channel, language, options, turn_seconds, window_seconds, bank_seconds, pace, hints, access, invited, words,
    host, phase, started, paused_at, link ON games
    BEGIN DELETE FROM resting WHERE game = NEW.id; END;
