-- Each answer is chained to the one before by a hash (storage/chain.py), and the latest link stands beside the game, so
-- that a record which a disk has altered is noticed. What was played before is chained as it stands now.
-- then: chain

ALTER TABLE games ADD COLUMN link BLOB;
ALTER TABLE entries ADD COLUMN link BLOB;

DROP TRIGGER entries_never_change;
CREATE TRIGGER entries_never_change BEFORE UPDATE ON entries
    WHEN OLD.link IS NOT NULL OR NEW.link IS NULL OR NEW.game <> OLD.game OR NEW.number <> OLD.number
        OR NEW.seat <> OLD.seat OR NEW.sequence <> OLD.sequence OR NEW.kind <> OLD.kind OR NEW.keys <> OLD.keys
        OR NEW.at <> OLD.at
    BEGIN SELECT RAISE(ABORT, 'the record is only ever added to'); END;
CREATE TRIGGER entries_are_chained BEFORE INSERT ON entries WHEN NEW.link IS NULL
    BEGIN SELECT RAISE(ABORT, 'an answer is chained to the one before'); END;

CREATE TABLE set_aside (           -- games whose record is damaged, and when their table was told so
    game INTEGER PRIMARY KEY REFERENCES games (id),
    at   TEXT NOT NULL
);
