-- The triggers of both engines: what is only ever added to refuses other changes. A user from 4611686018427387904
-- (2 to the power of 62) on is the stand-in of a user who was forgotten; the user in such rows may only change into one.
-- An upgrade creates all triggers again, so migrations contain none (CONTRIBUTING.md, "The database"). A line with a
-- placeholder in braces is repeated for each table of its list in storage/migrations.py.

CREATE TRIGGER {kept}_are_never_deleted BEFORE DELETE ON {kept} BEGIN SELECT RAISE(ABORT, '{kept} are kept for ever'); END;
CREATE TRIGGER {constant}_never_change BEFORE UPDATE ON {constant} BEGIN SELECT RAISE(ABORT, '{constant} never change'); END;

CREATE TRIGGER sealed_seeds_are_no_others BEFORE INSERT ON sealed_seeds
    WHEN EXISTS (SELECT 1 FROM seeds WHERE game = NEW.game)
    BEGIN SELECT RAISE(ABORT, 'a seed is what was committed to'); END;
CREATE TRIGGER sealed_seeds_go_only_at_the_end BEFORE DELETE ON sealed_seeds
    WHEN EXISTS (SELECT 1 FROM games WHERE id = OLD.game AND phase IN ('lobby', 'running'))
    BEGIN SELECT RAISE(ABORT, 'a seed is kept for ever'); END;
CREATE TRIGGER sealed_tournament_seeds_are_no_others BEFORE INSERT ON sealed_tournament_seeds
    WHEN EXISTS (SELECT 1 FROM tournament_seeds WHERE tournament = NEW.tournament)
    BEGIN SELECT RAISE(ABORT, 'a seed is what was committed to'); END;
CREATE TRIGGER sealed_tournament_seeds_go_only_at_the_end BEFORE DELETE ON sealed_tournament_seeds
    WHEN EXISTS (SELECT 1 FROM tournaments WHERE id = OLD.tournament AND phase IN ('open', 'running'))
    BEGIN SELECT RAISE(ABORT, 'a seed is kept for ever'); END;

CREATE TRIGGER entries_never_change BEFORE UPDATE ON entries
    WHEN (NEW.game, NEW.number, NEW.seat, NEW.sequence, NEW.kind, NEW.keys, NEW.at)
            <> (OLD.game, OLD.number, OLD.seat, OLD.sequence, OLD.kind, OLD.keys, OLD.at)
        OR NEW.link IS NULL
        OR (OLD.link IS NOT NULL AND NOT EXISTS (SELECT 1 FROM resealed WHERE game = OLD.game))
    BEGIN SELECT RAISE(ABORT, 'the record is only ever added to'); END;
CREATE TRIGGER substitutions_only_lose_users BEFORE UPDATE ON substitutions
    WHEN (NEW.id, NEW.game, NEW.seat, NEW.at, NEW.computer) <> (OLD.id, OLD.game, OLD.seat, OLD.at, OLD.computer)
        OR ((NEW.former_user, NEW.former_name) <> (OLD.former_user, OLD.former_name)
            AND NEW.former_user < 4611686018427387904)
        OR ((NEW.user, NEW.name) <> (OLD.user, OLD.name) AND NEW.user < 4611686018427387904)
    BEGIN SELECT RAISE(ABORT, 'who sat where is kept for ever'); END;
CREATE TRIGGER seat_changes_only_lose_users BEFORE UPDATE ON seat_changes
    WHEN (NEW.id, NEW.game, NEW.seat, NEW.told, NEW.kind, NEW.at) <> (OLD.id, OLD.game, OLD.seat, OLD.told, OLD.kind, OLD.at)
        OR (NEW.user <> OLD.user AND NEW.user < 4611686018427387904)
        OR (COALESCE(NEW.former, 0) <> COALESCE(OLD.former, 0) AND COALESCE(NEW.former, 0) < 4611686018427387904)
    BEGIN SELECT RAISE(ABORT, 'seat changes are kept for ever'); END;
CREATE TRIGGER seasons_only_close_or_lose_users BEFORE UPDATE ON seasons
    WHEN (NEW.id, NEW.guild, NEW.kind, NEW.name, NEW.opened) <> (OLD.id, OLD.guild, OLD.kind, OLD.name, OLD.opened)
        OR (NEW.opened_by <> OLD.opened_by AND NEW.opened_by < 4611686018427387904)
        OR (NEW.closed IS NULL AND (OLD.closed IS NOT NULL OR NEW.opened_by = OLD.opened_by))
        OR (OLD.closed IS NOT NULL AND NEW.closed <> OLD.closed)
        OR (OLD.closed IS NOT NULL AND NEW.opened_by = OLD.opened_by AND COALESCE(NEW.closed_by, 0) < 4611686018427387904)
        OR (OLD.closed IS NOT NULL AND COALESCE(NEW.closed_by, 0) <> COALESCE(OLD.closed_by, 0)
            AND COALESCE(NEW.closed_by, 0) < 4611686018427387904)
    BEGIN SELECT RAISE(ABORT, 'a season changes by being closed, once'); END;
CREATE TRIGGER memberships_only_end_or_lose_users BEFORE UPDATE ON memberships
    WHEN (NEW.id, NEW.season, NEW.joined) <> (OLD.id, OLD.season, OLD.joined)
        OR (NEW.user = OLD.user AND (OLD.left_at IS NOT NULL OR NEW.left_at IS NULL))
        OR (NEW.user <> OLD.user
            AND (NEW.user < 4611686018427387904 OR COALESCE(NEW.left_at, '') <> COALESCE(OLD.left_at, '')))
    BEGIN SELECT RAISE(ABORT, 'a membership changes by ending, once'); END;
CREATE TRIGGER rounds_only_lose_users BEFORE UPDATE ON rounds
    WHEN (NEW.tournament, NEW.round, NEW.at) <> (OLD.tournament, OLD.round, OLD.at) OR NEW.scores NOT LIKE '%46116860%'
    BEGIN SELECT RAISE(ABORT, 'a round is paired once'); END;
CREATE TRIGGER pairings_only_lose_users BEFORE UPDATE ON pairings
    WHEN (NEW.tournament, NEW.round, NEW.number, NEW.place) <> (OLD.tournament, OLD.round, OLD.number, OLD.place)
        OR NEW.user < 4611686018427387904
    BEGIN SELECT RAISE(ABORT, 'a round is paired once'); END;
CREATE TRIGGER rulings_only_lose_users BEFORE UPDATE ON rulings
    WHEN (NEW.id, NEW.tournament, NEW.round, NEW.number, NEW.at) <> (OLD.id, OLD.tournament, OLD.round, OLD.number, OLD.at)
        OR (NEW.ruled_by <> OLD.ruled_by AND NEW.ruled_by < 4611686018427387904)
        OR (NEW.places <> OLD.places AND NEW.places NOT LIKE '%46116860%')
        OR (NEW.places = OLD.places AND NEW.ruled_by = OLD.ruled_by)
    BEGIN SELECT RAISE(ABORT, 'the organiser''s word is kept for ever'); END;
