-- Users can be forgotten: what is only ever added to may lose its users' ids and names, and nothing else. Stand-ins of
-- users are numbered from 4611686018427387904 (2 to the power of 62) on. Users can block others.

CREATE TABLE resealed (            -- games whose chain was computed again because a name was deleted from their record
    game BIGINT PRIMARY KEY REFERENCES games (id),
    at   TEXT NOT NULL
);
CREATE TABLE blocks (              -- private: users whom a user never wants to be seated with
    user    BIGINT NOT NULL,
    blocked BIGINT NOT NULL CHECK (blocked <> user),
    PRIMARY KEY (user, blocked)
) WITHOUT ROWID;
CREATE INDEX blocks_by_blocked ON blocks (blocked);
CREATE TRIGGER substitutions_only_lose_users BEFORE UPDATE ON substitutions
    WHEN NEW.id <> OLD.id OR NEW.game <> OLD.game OR NEW.seat <> OLD.seat OR NEW.at <> OLD.at
        OR NEW.computer <> OLD.computer
        OR ((NEW.former_user <> OLD.former_user OR NEW.former_name <> OLD.former_name)
            AND NEW.former_user < 4611686018427387904)
        OR ((NEW.user <> OLD.user OR NEW.name <> OLD.name) AND NEW.user < 4611686018427387904)
    BEGIN SELECT RAISE(ABORT, 'who sat where is kept for ever'); END;
CREATE TRIGGER seat_changes_only_lose_users BEFORE UPDATE ON seat_changes
    WHEN NEW.id <> OLD.id OR NEW.game <> OLD.game OR NEW.seat <> OLD.seat OR NEW.told <> OLD.told
        OR NEW.kind <> OLD.kind OR NEW.at <> OLD.at OR (NEW.user <> OLD.user AND NEW.user < 4611686018427387904)
        OR (COALESCE(NEW.former, 0) <> COALESCE(OLD.former, 0) AND COALESCE(NEW.former, 0) < 4611686018427387904)
    BEGIN SELECT RAISE(ABORT, 'seat changes are only ever added'); END;
CREATE TRIGGER seasons_only_close_or_lose_users BEFORE UPDATE ON seasons
    WHEN NEW.id <> OLD.id OR NEW.guild <> OLD.guild OR NEW.kind <> OLD.kind OR NEW.name <> OLD.name
        OR NEW.opened <> OLD.opened OR (NEW.opened_by <> OLD.opened_by AND NEW.opened_by < 4611686018427387904)
        OR (NEW.closed IS NULL AND (OLD.closed IS NOT NULL OR NEW.opened_by = OLD.opened_by))
        OR (OLD.closed IS NOT NULL AND NEW.closed <> OLD.closed)
        OR (OLD.closed IS NOT NULL AND NEW.opened_by = OLD.opened_by AND COALESCE(NEW.closed_by, 0) < 4611686018427387904)
        OR (OLD.closed IS NOT NULL AND COALESCE(NEW.closed_by, 0) <> COALESCE(OLD.closed_by, 0)
            AND COALESCE(NEW.closed_by, 0) < 4611686018427387904)
    BEGIN SELECT RAISE(ABORT, 'a season changes by being closed, once'); END;
CREATE TRIGGER memberships_only_end_or_lose_users BEFORE UPDATE ON memberships
    WHEN NEW.id <> OLD.id OR NEW.season <> OLD.season OR NEW.joined <> OLD.joined
        OR (NEW.user = OLD.user AND (OLD.left_at IS NOT NULL OR NEW.left_at IS NULL))
        OR (NEW.user <> OLD.user
            AND (NEW.user < 4611686018427387904 OR COALESCE(NEW.left_at, '') <> COALESCE(OLD.left_at, '')))
    BEGIN SELECT RAISE(ABORT, 'a membership changes by ending, once'); END;
CREATE TRIGGER rounds_only_lose_users BEFORE UPDATE ON rounds
    WHEN NEW.tournament <> OLD.tournament OR NEW.round <> OLD.round OR NEW.at <> OLD.at
        OR NEW.scores NOT LIKE '%46116860%'
    BEGIN SELECT RAISE(ABORT, 'a round is paired once'); END;
CREATE TRIGGER pairings_only_lose_users BEFORE UPDATE ON pairings
    WHEN NEW.tournament <> OLD.tournament OR NEW.round <> OLD.round OR NEW.number <> OLD.number
        OR NEW.place <> OLD.place OR NEW.user < 4611686018427387904
    BEGIN SELECT RAISE(ABORT, 'a round is paired once'); END;
CREATE TRIGGER rulings_only_lose_users BEFORE UPDATE ON rulings
    WHEN NEW.id <> OLD.id OR NEW.tournament <> OLD.tournament OR NEW.round <> OLD.round OR NEW.number <> OLD.number
        OR NEW.at <> OLD.at OR (NEW.ruled_by <> OLD.ruled_by AND NEW.ruled_by < 4611686018427387904)
        OR (NEW.places <> OLD.places AND NEW.places NOT LIKE '%46116860%')
        OR (NEW.places = OLD.places AND NEW.ruled_by = OLD.ruled_by)
    BEGIN SELECT RAISE(ABORT, 'the organiser''s word is kept for ever'); END;
