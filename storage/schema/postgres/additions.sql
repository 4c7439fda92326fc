-- Additions for PostgreSQL: the counterparts of the triggers in ../sqlite/additions.sql, and the coordination of several
-- processes.

CREATE INDEX substitutions_by_game ON substitutions (game);
CREATE TRIGGER entries_never_change BEFORE UPDATE ON entries FOR EACH ROW
    EXECUTE FUNCTION refuse_but_resealing('the record is only ever added to');
CREATE TRIGGER sealed_seeds_are_no_others BEFORE INSERT ON sealed_seeds FOR EACH ROW
    EXECUTE FUNCTION refuse_where_open('a seed is what was committed to');
CREATE TRIGGER sealed_seeds_go_only_at_the_end BEFORE DELETE ON sealed_seeds FOR EACH ROW
    EXECUTE FUNCTION refuse_before_the_end('a seed is kept for ever');
CREATE TRIGGER sealed_seeds_are_never_emptied BEFORE TRUNCATE ON sealed_seeds
    EXECUTE FUNCTION refuse('a seed is kept for ever');
CREATE TRIGGER sealed_tournament_seeds_are_no_others BEFORE INSERT ON sealed_tournament_seeds FOR EACH ROW
    EXECUTE FUNCTION refuse_where_drawn('a seed is what was committed to');
CREATE TRIGGER sealed_tournament_seeds_go_only_at_the_end BEFORE DELETE ON sealed_tournament_seeds FOR EACH ROW
    EXECUTE FUNCTION refuse_before_the_standings('a seed is kept for ever');
CREATE TRIGGER sealed_tournament_seeds_are_never_emptied BEFORE TRUNCATE ON sealed_tournament_seeds
    EXECUTE FUNCTION refuse('a seed is kept for ever');

-- Tables that the operator's shell asks the bots to close.
CREATE TABLE close_requests (game BIGINT PRIMARY KEY REFERENCES games (id));

-- The last change of each table: its transaction and process (krupier.worker). Other processes find here the
-- changes of which they got no notification. Clocks are not in it: they change together with a table that is in it.
CREATE TABLE changes (
    game   BIGINT PRIMARY KEY,
    by     XID8 NOT NULL,
    worker TEXT COLLATE "C" NOT NULL
);
CREATE INDEX changes_in_order ON changes (by);

-- A trigger for each table whose rows change what messages show. Every answer to a decision changes games.link.
CREATE TRIGGER games_are_followed
    AFTER INSERT OR UPDATE OF channel, language, options, turn_seconds, window_seconds, bank_seconds, pace, hints, access,
        invited, words, host, phase, started, paused_at, remaining, link ON games
    FOR EACH ROW EXECUTE FUNCTION note_change_of_game();
CREATE TRIGGER {table}_are_followed AFTER INSERT OR UPDATE OR DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION note_change();
CREATE TRIGGER watchers_are_followed AFTER INSERT OR DELETE ON watchers FOR EACH ROW EXECUTE FUNCTION note_change();

-- A process that claims a deleted board may die before it posts the next one.
CREATE TRIGGER messages_are_followed AFTER DELETE ON messages
    FOR EACH ROW WHEN (OLD.old = 0 AND OLD.kind IN ('board', 'hand')) EXECUTE FUNCTION note_change_of_message();
CREATE TRIGGER boards_wake AFTER UPDATE OF posted_at ON messages
    FOR EACH ROW WHEN (OLD.kind = 'board') EXECUTE FUNCTION note_change_of_message();
CREATE TRIGGER set_aside_wake AFTER INSERT OR UPDATE OR DELETE ON set_aside FOR EACH ROW EXECUTE FUNCTION wake();
CREATE TRIGGER people_wake AFTER INSERT OR UPDATE ON people FOR EACH ROW EXECUTE FUNCTION wake_of_person();
