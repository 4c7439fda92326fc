-- What each board shows, so that a restart edits none that shows it still: a digest of what everybody sees there, and
-- of which phase it is; empty where nobody knows.

ALTER TABLE boards ADD COLUMN shows TEXT NOT NULL DEFAULT '';
ALTER TABLE boards ADD COLUMN mark TEXT NOT NULL DEFAULT '';
