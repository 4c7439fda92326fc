-- A table remembers whether its host or server has chosen about hints. If not, a game of one person against computers has them.

ALTER TABLE games ADD COLUMN hints_chosen INTEGER NOT NULL DEFAULT 0 CHECK (hints_chosen IN (0, 1));
UPDATE games SET hints_chosen = 1 WHERE hints = 1;
