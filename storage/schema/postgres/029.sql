ALTER TABLE seats RENAME CONSTRAINT seats_level_check1 TO seats_level_check;
ALTER TABLE proposals RENAME CONSTRAINT proposals_level_check1 TO proposals_level_check;
