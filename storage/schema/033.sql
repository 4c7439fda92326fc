-- Whether an organiser removed a tournament's player has a column of its own; the text of the time said it before.

ALTER TABLE tournament_players ADD COLUMN removed INTEGER NOT NULL DEFAULT 0 CHECK (removed IN (0, 1));
UPDATE tournament_players SET removed = 1, dropped = substr(dropped, 1, length(dropped) - length(' removed'))
WHERE dropped LIKE '% removed';
