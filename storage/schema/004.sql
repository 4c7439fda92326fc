-- The language of Discord in which somebody was last seen: for words to whoever has not just asked, also after a restart.

ALTER TABLE people ADD COLUMN locale TEXT;
