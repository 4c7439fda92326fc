-- Who may sit down at a table, and whom its host has invited.

ALTER TABLE games ADD COLUMN access TEXT NOT NULL DEFAULT 'anyone' CHECK (access IN ('anyone', 'invited'));
ALTER TABLE games ADD COLUMN invited TEXT NOT NULL DEFAULT '[]';
