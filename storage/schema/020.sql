-- Tables whose messages show what they should (`number`: the decision, `due`: until when, `program`: by which sources):
-- a start passes them over. Whatever changes what they show takes the row away.

CREATE TABLE resting (
    game    INTEGER PRIMARY KEY REFERENCES games (id),
    number  INTEGER NOT NULL CHECK (number > 0),
    due     TEXT,
    program TEXT NOT NULL CHECK (program <> '')
);

CREATE TRIGGER games_wake AFTER UPDATE OF
    guild, channel, language, options, turn_seconds, window_seconds, host, phase, started, paused_at, link ON games
    BEGIN DELETE FROM resting WHERE game = NEW.id; END;
CREATE TRIGGER seats_wake_by_insert AFTER INSERT ON seats
    BEGIN DELETE FROM resting WHERE game = NEW.game; END;
CREATE TRIGGER seats_wake_by_update AFTER UPDATE ON seats
    BEGIN DELETE FROM resting WHERE game = NEW.game; END;
CREATE TRIGGER seats_wake_by_delete AFTER DELETE ON seats
    BEGIN DELETE FROM resting WHERE game = OLD.game; END;
CREATE TRIGGER standing_orders_wake_by_insert AFTER INSERT ON standing_orders
    BEGIN DELETE FROM resting WHERE game = NEW.game; END;
CREATE TRIGGER standing_orders_wake_by_update AFTER UPDATE ON standing_orders
    BEGIN DELETE FROM resting WHERE game = NEW.game; END;
CREATE TRIGGER standing_orders_wake_by_delete AFTER DELETE ON standing_orders
    BEGIN DELETE FROM resting WHERE game = OLD.game; END;
CREATE TRIGGER lasting_orders_wake_by_insert AFTER INSERT ON lasting_orders
    BEGIN DELETE FROM resting WHERE game = NEW.game; END;
CREATE TRIGGER lasting_orders_wake_by_update AFTER UPDATE ON lasting_orders
    BEGIN DELETE FROM resting WHERE game = NEW.game; END;
CREATE TRIGGER lasting_orders_wake_by_delete AFTER DELETE ON lasting_orders
    BEGIN DELETE FROM resting WHERE game = OLD.game; END;
CREATE TRIGGER staying_out_wake_by_insert AFTER INSERT ON staying_out
    BEGIN DELETE FROM resting WHERE game = NEW.game; END;
CREATE TRIGGER staying_out_wake_by_update AFTER UPDATE ON staying_out
    BEGIN DELETE FROM resting WHERE game = NEW.game; END;
CREATE TRIGGER staying_out_wake_by_delete AFTER DELETE ON staying_out
    BEGIN DELETE FROM resting WHERE game = OLD.game; END;
CREATE TRIGGER votes_wake_by_insert AFTER INSERT ON votes
    BEGIN DELETE FROM resting WHERE game = NEW.game; END;
CREATE TRIGGER votes_wake_by_update AFTER UPDATE ON votes
    BEGIN DELETE FROM resting WHERE game = NEW.game; END;
CREATE TRIGGER votes_wake_by_delete AFTER DELETE ON votes
    BEGIN DELETE FROM resting WHERE game = OLD.game; END;
CREATE TRIGGER proposals_wake_by_insert AFTER INSERT ON proposals
    BEGIN DELETE FROM resting WHERE game = NEW.game; END;
CREATE TRIGGER proposals_wake_by_update AFTER UPDATE ON proposals
    BEGIN DELETE FROM resting WHERE game = NEW.game; END;
CREATE TRIGGER proposals_wake_by_delete AFTER DELETE ON proposals
    BEGIN DELETE FROM resting WHERE game = OLD.game; END;
CREATE TRIGGER offers_wake_by_insert AFTER INSERT ON offers
    BEGIN DELETE FROM resting WHERE game = NEW.game; END;
CREATE TRIGGER offers_wake_by_update AFTER UPDATE ON offers
    BEGIN DELETE FROM resting WHERE game = NEW.game; END;
CREATE TRIGGER offers_wake_by_delete AFTER DELETE ON offers
    BEGIN DELETE FROM resting WHERE game = OLD.game; END;
CREATE TRIGGER undos_wake_by_insert AFTER INSERT ON undos
    BEGIN DELETE FROM resting WHERE game = NEW.game; END;
CREATE TRIGGER undos_wake_by_update AFTER UPDATE ON undos
    BEGIN DELETE FROM resting WHERE game = NEW.game; END;
CREATE TRIGGER undos_wake_by_delete AFTER DELETE ON undos
    BEGIN DELETE FROM resting WHERE game = OLD.game; END;
CREATE TRIGGER troubles_wake_by_insert AFTER INSERT ON troubles
    BEGIN DELETE FROM resting WHERE game = NEW.game; END;
CREATE TRIGGER troubles_wake_by_update AFTER UPDATE ON troubles
    BEGIN DELETE FROM resting WHERE game = NEW.game; END;
CREATE TRIGGER troubles_wake_by_delete AFTER DELETE ON troubles
    BEGIN DELETE FROM resting WHERE game = OLD.game; END;
CREATE TRIGGER departures_wake_by_insert AFTER INSERT ON departures
    BEGIN DELETE FROM resting WHERE game = NEW.game; END;
CREATE TRIGGER departures_wake_by_update AFTER UPDATE ON departures
    BEGIN DELETE FROM resting WHERE game = NEW.game; END;
CREATE TRIGGER departures_wake_by_delete AFTER DELETE ON departures
    BEGIN DELETE FROM resting WHERE game = OLD.game; END;
CREATE TRIGGER graces_wake_by_insert AFTER INSERT ON graces
    BEGIN DELETE FROM resting WHERE game = NEW.game; END;
CREATE TRIGGER graces_wake_by_update AFTER UPDATE ON graces
    BEGIN DELETE FROM resting WHERE game = NEW.game; END;
CREATE TRIGGER graces_wake_by_delete AFTER DELETE ON graces
    BEGIN DELETE FROM resting WHERE game = OLD.game; END;
CREATE TRIGGER set_aside_wake_by_insert AFTER INSERT ON set_aside
    BEGIN DELETE FROM resting WHERE game = NEW.game; END;
CREATE TRIGGER set_aside_wake_by_update AFTER UPDATE ON set_aside
    BEGIN DELETE FROM resting WHERE game = NEW.game; END;
CREATE TRIGGER set_aside_wake_by_delete AFTER DELETE ON set_aside
    BEGIN DELETE FROM resting WHERE game = OLD.game; END;
CREATE TRIGGER boards_wake_by_delete AFTER DELETE ON boards
    BEGIN DELETE FROM resting WHERE game = OLD.game; END;
CREATE TRIGGER hand_messages_wake_by_delete AFTER DELETE ON hand_messages
    BEGIN DELETE FROM resting WHERE game = OLD.game; END;
CREATE TRIGGER people_wake_by_insert AFTER INSERT ON people
    BEGIN DELETE FROM resting WHERE game IN (SELECT game FROM seats WHERE user = NEW.user); END;
CREATE TRIGGER people_wake_by_update AFTER UPDATE ON people
    BEGIN DELETE FROM resting WHERE game IN (SELECT game FROM seats WHERE user = NEW.user); END;
