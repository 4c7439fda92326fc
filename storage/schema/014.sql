-- Whether everybody at a table may ask what a computer would do in their place.

ALTER TABLE games ADD COLUMN hints INTEGER NOT NULL DEFAULT 0 CHECK (hints IN (0, 1));
