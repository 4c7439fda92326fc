-- How well a computer plays at a seat, also for whoever has left it, and how well the one shall that is proposed.

ALTER TABLE seats ADD COLUMN level TEXT NOT NULL DEFAULT 'normal' CHECK (level IN ('easy', 'normal', 'hard'));
ALTER TABLE proposals ADD COLUMN level TEXT CHECK (level IN ('easy', 'normal', 'hard'));   -- NULL: no computer
