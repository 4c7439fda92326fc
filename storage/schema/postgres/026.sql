DROP TRIGGER games_are_followed ON games;
CREATE TRIGGER games_are_followed
    AFTER INSERT OR UPDATE OF channel, language, options, turn_seconds, window_seconds, bank_seconds, pace, hints, access,
        invited, words, host, phase, started, paused_at, remaining, link ON games
    FOR EACH ROW EXECUTE FUNCTION note_change_of_game();
