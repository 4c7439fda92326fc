-- Text instead of pictures: at a table, and for a user.

ALTER TABLE games ADD COLUMN words INTEGER NOT NULL DEFAULT 0 CHECK (words IN (0, 1));
ALTER TABLE people ADD COLUMN words INTEGER NOT NULL DEFAULT 0 CHECK (words IN (0, 1));
