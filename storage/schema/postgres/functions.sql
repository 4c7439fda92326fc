-- The functions that triggers call on PostgreSQL.

CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION USING MESSAGE = TG_ARGV[0], ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE FUNCTION refuse_where_open() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM seeds WHERE game = NEW.game) THEN
        RAISE EXCEPTION USING MESSAGE = TG_ARGV[0], ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END
$$;
CREATE FUNCTION refuse_before_the_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM games WHERE id = OLD.game AND phase IN ('lobby', 'running')) THEN
        RAISE EXCEPTION USING MESSAGE = TG_ARGV[0], ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN OLD;
END
$$;
CREATE FUNCTION refuse_where_drawn() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM tournament_seeds WHERE tournament = NEW.tournament) THEN
        RAISE EXCEPTION USING MESSAGE = TG_ARGV[0], ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END
$$;
CREATE FUNCTION refuse_before_the_standings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM tournaments WHERE id = OLD.tournament AND phase IN ('open', 'running')) THEN
        RAISE EXCEPTION USING MESSAGE = TG_ARGV[0], ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN OLD;
END
$$;
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
CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM resting WHERE game = CASE TG_OP WHEN 'DELETE' THEN OLD.game ELSE NEW.game END;
    INSERT INTO changes (game, by, worker)
    VALUES (CASE TG_OP WHEN 'DELETE' THEN OLD.game ELSE NEW.game END, pg_current_xact_id(),
            COALESCE(current_setting('krupier.worker', true), ''))
    ON CONFLICT (game) DO UPDATE SET by = excluded.by, worker = excluded.worker WHERE changes.by <> excluded.by;
    RETURN NULL;
END
$$;
CREATE FUNCTION note_change_of_game() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM resting WHERE game = NEW.id;
    INSERT INTO changes (game, by, worker)
    VALUES (NEW.id, pg_current_xact_id(), COALESCE(current_setting('krupier.worker', true), ''))
    ON CONFLICT (game) DO UPDATE SET by = excluded.by, worker = excluded.worker WHERE changes.by <> excluded.by;
    RETURN NULL;
END
$$;
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
CREATE FUNCTION wake() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM resting WHERE game = CASE TG_OP WHEN 'DELETE' THEN OLD.game ELSE NEW.game END;
    RETURN NULL;
END
$$;
CREATE FUNCTION wake_of_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM resting WHERE game IN (SELECT game FROM seats WHERE "user" = NEW."user");
    RETURN NULL;
END
$$;
